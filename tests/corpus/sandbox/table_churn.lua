-- expect: budget the rules exceeded their budget
return function()
  local t = {}
  for i = 1, 16384 do t[i + 0.5] = i end
  for i = 1, 1000000000 do t[i + 0.5] = nil; t[i + 16384.5] = i end
end
