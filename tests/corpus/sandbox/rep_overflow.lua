-- expect: budget a string grew beyond
return function() return string.rep("xyz", math.maxinteger, "--") end
