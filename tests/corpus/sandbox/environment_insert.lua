-- expect: script_error this table cannot be changed by rules
return function() table.insert(_ENV, 1) end
