-- expect: ok
return function()
  local list = {}
  for i = 1, 1000 do list[i] = i end
  table.sort(list, function() return true end)
  assert(list[1] == 1000 and list[1000] == 1)
end
