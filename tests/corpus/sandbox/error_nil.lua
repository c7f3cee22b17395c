-- expect: script_error the rules raised a nil as an error; expected a string
return function() error() end
