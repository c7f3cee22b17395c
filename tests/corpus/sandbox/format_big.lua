-- expect: budget a string exceeds
return function()
  local s = ("x"):rep(60000)
  return string.format("%s%s", s, s)
end
