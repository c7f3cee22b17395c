-- expect: script_error a key of type table has no fixed order
return function()
  for k in pairs({ [{}] = 1 }) do return k end
end
