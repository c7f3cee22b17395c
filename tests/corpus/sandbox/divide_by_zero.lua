-- expect: script_error sandbox/divide_by_zero.lua:2 attempt to divide by zero
return function() return 1 // 0 end
