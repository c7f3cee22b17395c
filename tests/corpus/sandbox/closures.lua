-- expect: budget
return function()
  local last
  while true do
    local before = last
    last = function() return before end
  end
end
