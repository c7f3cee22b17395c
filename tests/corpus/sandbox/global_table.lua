-- expect: script_error _G is not available in rules
return function() _G.x = 1 end
