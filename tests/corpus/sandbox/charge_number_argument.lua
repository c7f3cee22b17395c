-- expect: budget exceeded
return function()
  local s = (' '):rep(60000) .. '1'
  for _ = 1, 150 do math.max(s, s) end
end
