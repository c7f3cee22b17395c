-- expect: script_error load is not available in rules
return function() return load("\27Lua")() end
