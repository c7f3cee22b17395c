-- expect: budget a string exceeds
return function() return ("x"):rep(1 << 40) end
