-- expect: script_error table.unpack returns at most 250 values
return function() return table.unpack({}, math.mininteger, math.maxinteger) end
