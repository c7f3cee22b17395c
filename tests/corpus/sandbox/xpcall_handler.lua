-- expect: script_error xpcall is not available in rules
return function() xpcall(error, error) end
