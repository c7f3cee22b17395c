-- expect: budget memory_held.lua:4
return function()
  local held = {}
  for i = 1, 1000000 do held[i] = ("x"):rep(60000 + i) end
end
