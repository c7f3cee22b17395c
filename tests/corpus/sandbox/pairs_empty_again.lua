-- expect: budget the rules exceeded their budget
return function()
  local t = {}
  for i = 1, 30000 do t[i] = i end
  for i = 1, 30000 do t[i] = nil end
  while true do pairs(t) end
end
