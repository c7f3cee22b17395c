-- expect: script_error string.dump is not available in rules
return function() return string.dump(function() end) end
