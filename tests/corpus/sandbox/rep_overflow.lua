-- expect: budget a string exceeds
return function() return string.rep("xyz", math.maxinteger, "--") end
