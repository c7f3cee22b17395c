-- expect: budget the rules used up their budget
return function()
  local s = ""
  while true do s = s .. "x" end
end
