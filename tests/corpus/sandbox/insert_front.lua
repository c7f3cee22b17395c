-- expect: budget the rules used up their budget
return function()
  local t = {}
  while true do table.insert(t, 1, 0) end
end
