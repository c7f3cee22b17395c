-- expect: ok
return function()
  local n, list = 1, {}
  for i = 1, 500 do list[i] = i end
  table.sort(list, function()
    n = n * 1103515245 + 12345
    return n & 65536 ~= 0
  end)
  assert(#list == 500)
end
