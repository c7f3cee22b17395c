-- expect: budget the rules exceeded their budget
local function on(n) return on(n + 1) end
return function() return on(0) end
