-- expect: ok
return function()
  assert(("a.b"):find(".") == 2)
  assert(not ("aaa"):find("a-b"))
end
