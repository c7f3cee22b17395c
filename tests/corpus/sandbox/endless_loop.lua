-- expect: budget the rules exceeded their budget
return function()
  while true do end
end
