-- expect: budget the rules exceeded their budget
return function()
  local a = ("x"):rep(65000)
  local b = ("x"):rep(65000)
  local same = 0
  while true do
    if a .. "" <= b then same = same + 1 end
  end
end
