-- expect: budget the rules exceeded their budget
return function()
  local s = ""
  while true do s = s .. "x" end
end
