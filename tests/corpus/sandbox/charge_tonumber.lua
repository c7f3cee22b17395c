-- expect: budget exceeded
return function()
  local s = ('9'):rep(60000)
  for _ = 1, 300 do tonumber(s) end
end
