-- expect: budget the rules exceeded their budget
return function() table.move({}, 1, math.maxinteger - 1, 2) end
