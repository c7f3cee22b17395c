-- expect: script_error this table cannot be changed by rules
return function() table.insert(string, 1) end
