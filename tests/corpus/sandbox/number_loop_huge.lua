-- expect: budget the rules exceeded their budget
return function()
  local n = 0
  for i = math.mininteger, math.maxinteger do n = n ~ i end
  return n
end
