-- expect: budget
return function()
  local t = {}
  while true do t = { t } end
end
