-- expect: budget sandbox/string_at_once.lua:3 a string exceeds 65536 bytes, in the function that begins here
local part = ("x"):rep(40000)
return function()
  local list = { part, "," }
  return list[1] .. list[2] .. list[1]
end
