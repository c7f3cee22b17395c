-- expect: script_error zero_byte_char.lua:3 from 1 to 255
return function()
  return string.char(0)
end
