-- expect: script_error element 2 is a nil
return function() return table.concat({ "x" }, ",", 1, math.maxinteger) end
