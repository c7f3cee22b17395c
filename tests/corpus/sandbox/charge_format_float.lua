-- expect: budget exceeded
return function()
  for _ = 1, 11000 do string.format('%99.99f', 1e308) end
end
