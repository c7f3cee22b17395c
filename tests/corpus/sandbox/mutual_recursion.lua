-- expect: script_error calls are nested too deeply
local even
local function odd(n) return n == 0 or not even(n - 1) end
even = function(n) return n ~= 0 and not odd(n - 1) end
return function() return even(1000000000) end
