-- expect: script_error string.gmatch is not available in rules
return function()
  for word in ("a b"):gmatch("%a+") do return word end
end
