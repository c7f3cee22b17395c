-- expect: script_error sandbox/deep_recursion_wide.lua: calls are nested too deeply
local function down(n)
  local a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q = 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7
  return down(n + 1) + a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q
end
return function() return down(0) end
