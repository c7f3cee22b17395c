-- expect: script_error the rules raised a nil as an error; expected a text
return function() error() end
