-- expect: script_error table.unpack returns at most 250 values
return function() return table.unpack({}, 1, 1 << 40) end
