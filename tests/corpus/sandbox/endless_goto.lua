-- expect: budget the rules exceeded their budget
return function()
  ::again::
  goto again
end
