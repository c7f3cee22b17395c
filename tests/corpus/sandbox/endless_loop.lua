-- expect: budget the rules used up their budget
return function()
  while true do end
end
