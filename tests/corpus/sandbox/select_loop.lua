-- expect: budget the rules exceeded their budget
local function grow(n, ...)
  if n > 0 then return grow(n - 1, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, ...) end
  local sum = 0
  while true do sum = sum + select("#", ...) end
end
return function() return grow(100) end
