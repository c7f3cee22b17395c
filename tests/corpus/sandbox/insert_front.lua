-- expect: budget the rules exceeded their budget
return function()
  local t = {}
  while true do table.insert(t, 1, 0) end
end
