-- expect: script_error a width or precision has at most two digits
return function() return string.format("%1000000000d", 1) end
