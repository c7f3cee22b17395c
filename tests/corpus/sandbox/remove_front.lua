-- expect: budget the rules exceeded their budget
return function()
  local t = {}
  for i = 1, 50000 do t[i] = i end
  while #t > 0 do table.remove(t, 1) end
end
