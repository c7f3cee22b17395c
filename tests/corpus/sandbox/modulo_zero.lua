-- expect: script_error attempt to perform 'n%
return function() return 1 % 0 end
