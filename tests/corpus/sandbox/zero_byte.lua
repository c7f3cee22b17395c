-- expect: script_error zero_byte.lua byte 0
return function()
  local a, b = ('\0'):rep(60000) .. 'a', ('\x00'):rep(60000) .. 'b'
  return a < b
end
