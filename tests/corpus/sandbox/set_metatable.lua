-- expect: script_error setmetatable is not available in rules
return function() setmetatable({}, { __index = function() return 1 end }) end
