-- expect: budget exceeded
return function()
  local t = {}
  for i = 1, 500 do t[i] = 1.7e308 end
  for _ = 1, 130 do table.concat(t) end
end
