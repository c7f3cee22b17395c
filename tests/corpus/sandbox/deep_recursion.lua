-- expect: script_error calls nest too deep
local function down(n)
  return 1 + down(n + 1)
end
return function() return down(0) end
