-- expect: budget a string grew beyond
return function() return string.rep("x", 1000000000000) end
