-- expect: ok
return function()
  return '\\0', [[\0]] -- \0
end
