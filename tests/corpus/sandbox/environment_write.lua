-- expect: script_error there are no global variables
local env = _ENV
return function() env.x = 1 end
