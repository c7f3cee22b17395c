-- expect: budget a string grew beyond
return function()
  local t = {}
  for i = 1, 100 do t[i] = ("x"):rep(60000) end
  return table.concat(t)
end
