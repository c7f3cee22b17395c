-- expect: budget the rules exceeded their budget
return function()
  local list = {}
  for i = 1, 100000 do list[i] = -i end
  table.sort(list, function(a, b) return a < b end)
end
