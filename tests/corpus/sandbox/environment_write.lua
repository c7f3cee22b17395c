-- expect: script_error rules have no global variables
local env = _ENV
return function() env.x = 1 end
