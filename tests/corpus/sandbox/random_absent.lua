-- expect: script_error math.random is not available in rules
return function() return math.random(6) end
