-- expect: script_error io is not available in rules
return function() return io.open("/etc/passwd") end
