-- expect: script_error os is not available in rules
return function() return os.time() end
