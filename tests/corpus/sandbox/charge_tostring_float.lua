-- expect: budget exceeded
return function()
  for _ = 1, 65000 do tostring(1.7e308) end
end
