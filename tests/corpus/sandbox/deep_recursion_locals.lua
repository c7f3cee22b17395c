-- expect: script_error sandbox/deep_recursion_locals.lua: calls are nested too deeply
local function deep(n)
  local a, b, c, d, e, f, g, h = n, n, n, n, n, n, n, n
  local i, j, k, l, m, o, p, q = n, n, n, n, n, n, n, n
  return a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q + deep(n + 1)
end
return deep(1)
