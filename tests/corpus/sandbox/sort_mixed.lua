-- expect: script_error table.sort: cannot compare a string with a number
return function() table.sort({ 1, "x", 2 }) end
