-- expect: script_error pcall is not available in rules
return function()
  while true do pcall(function() while true do end end) end
end
