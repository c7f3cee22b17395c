-- expect: script_error value 2 is missing
return function() return string.format(("%99d"):rep(1000), 7) end
