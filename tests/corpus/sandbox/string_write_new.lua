-- expect: script_error 'string' cannot be changed by rules
return function() string.state = 1 end
