-- expect: script_error the rules raised a function as an error; expected a string
return function() error(error) end
