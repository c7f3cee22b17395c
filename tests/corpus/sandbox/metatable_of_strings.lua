-- expect: script_error getmetatable is not available in rules
return function() getmetatable("").__index = {} end
