-- expect: budget a string grew beyond
return function() return ("x"):rep(1 << 40) end
