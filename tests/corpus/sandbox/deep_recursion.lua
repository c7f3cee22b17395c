-- expect: script_error sandbox/deep_recursion.lua:3 calls are nested too deeply
local function down(n)
  return 1 + down(n + 1)
end
return function() return down(0) end
