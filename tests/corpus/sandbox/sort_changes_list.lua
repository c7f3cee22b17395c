-- expect: script_error attempt to compare
return function()
  local list = { 5, 4, 3, 2, 1 }
  table.sort(list, function(a, b)
    for i = 1, 5 do list[i] = nil end
    return a < b
  end)
end
