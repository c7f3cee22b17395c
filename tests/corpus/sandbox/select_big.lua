-- expect: budget
local function grow(...)
  local n = select("#", ...)
  return grow(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, ...)
end
return function() return grow() end
