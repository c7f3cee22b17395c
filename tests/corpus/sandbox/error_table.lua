-- expect: script_error the rules raised a table as an error; expected a string
return function() error({ code = 1 }) end
