-- expect: budget
local function grow(n, ...)
  if n > 0 then return grow(n - 1, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, ...) end
  local t = {}
  while true do t = { ..., t } end
end
return function() return grow(100) end
