-- expect: script_error the rules raised a table as an error; expected a text
return function() error({ code = 1 }) end
