-- expect: script_error next is not available in rules
return function() return next({}) end
