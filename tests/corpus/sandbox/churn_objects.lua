-- expect: ok
return function()
  local keys, t = { math.abs, math.max, string.rep, string.sub, table.sort, tostring, ipairs({}) }, {}
  for i = #keys + 1, 300 do keys[i] = i % 2 == 0 and {} or function() return keys end end
  for i = 1, 200 do t[keys[i]] = i end
  for i = 1, 600 do
    t[keys[i % 300 + 1]] = nil
    t[keys[(i + 200) % 300 + 1]] = 1
  end
end
