-- expect: budget a string exceeds 65536 bytes
return function()
  local s = "x"
  while true do s = s .. s end
end
