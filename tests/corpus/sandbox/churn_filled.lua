-- expect: ok
return function()
  local t = {}
  for round = 1, 300 do
    for i = 1, 20 + round % 200 do t["k" .. i] = i end
    for i = 1, 20 + round % 200 do t["k" .. i] = nil end
  end
end
