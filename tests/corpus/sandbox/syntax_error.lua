-- expect: script_error sandbox/syntax_error.lua:4 syntax error near 'end'
return function()
  local a = 1
  b end
end
