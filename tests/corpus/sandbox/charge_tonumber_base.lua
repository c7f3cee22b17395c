-- expect: budget exceeded
return function()
  local s = ('1'):rep(60000)
  for _ = 1, 300 do tonumber(s, 10) end
end
