-- expect: script_error setmetatable is not available in rules
setmetatable({}, { __gc = function() while true do end end })
