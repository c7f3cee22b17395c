-- expect: ok
return function()
  local t = { __index = { x = 1 }, __gc = function() error("no") end, __metatable = 1 }
  t.__newindex = function() error("no") end
  t.y = 2
  assert(t.x == nil and t.y == 2)
end
