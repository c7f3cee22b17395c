-- expect: budget a string grew beyond
return function()
  local s = ("x"):rep(60000)
  return string.format("%s%s", s, s)
end
