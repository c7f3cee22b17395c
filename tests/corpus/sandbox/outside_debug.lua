-- expect: script_error debug is not available in rules
return function() return debug.getregistry() end
