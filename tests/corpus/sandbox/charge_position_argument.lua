-- expect: budget exceeded
return function()
  local s = (' '):rep(60000) .. '1'
  for _ = 1, 300 do local x = ('x'):sub(s) end
end
