-- expect: script_error string.gsub is not available in rules
return function() return ("x"):gsub(".-b", "") end
