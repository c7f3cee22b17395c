-- expect: budget a string exceeds
return function()
  local t = {}
  for i = 1, 100 do t[i] = ("x"):rep(60000) end
  return table.concat(t)
end
