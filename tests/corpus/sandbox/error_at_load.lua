-- expect: script_error sandbox/error_at_load.lua:2 attempt to index a nil value
local x = nil; return x.y
