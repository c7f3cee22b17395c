-- expect: script_error sandbox/error_level.lua:6 wanted a zone
local function check(zone)
  if not zone then error("wanted a zone", 2) end
end
return function()
  check(nil)
end
