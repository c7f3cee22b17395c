-- expect: script_error this table cannot be changed by rules
return function() table.move({ 1 }, 1, 1, 1, math) end
