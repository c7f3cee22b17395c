-- expect: script_error string.match is not available in rules
return function()
  return string.match(("a"):rep(60000), ("a?"):rep(30000) .. ("a"):rep(30000))
end
