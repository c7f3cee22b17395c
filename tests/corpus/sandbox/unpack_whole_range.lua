-- expect: script_error table.unpack gives at most 250 values
return function() return table.unpack({}, math.mininteger, math.maxinteger) end
