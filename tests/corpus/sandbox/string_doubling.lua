-- expect: budget a string grew beyond 65536 bytes
return function()
  local s = "x"
  while true do s = s .. s end
end
