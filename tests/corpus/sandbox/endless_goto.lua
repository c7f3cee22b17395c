-- expect: budget the rules used up their budget
return function()
  ::again::
  goto again
end
