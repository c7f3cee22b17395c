-- expect: ok
return function()
  local t = { __tostring = function() error("no") end, __name = "x" }
  assert(tostring(t) == "table" and tostring(tostring) == "function")
  assert(string.format("%s %s", t, nil) == "table nil")
end
