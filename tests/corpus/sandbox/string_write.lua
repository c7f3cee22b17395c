-- expect: script_error 'string' cannot be changed by rules
return function() string.rep = nil end
