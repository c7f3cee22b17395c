-- expect: budget a string exceeds
return function() return string.rep("x", 1000000000000) end
