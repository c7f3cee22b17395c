-- expect: script_error table.unpack gives at most 250 values
return function() return table.unpack({}, 1, 1 << 40) end
