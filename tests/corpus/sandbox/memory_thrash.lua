-- expect: budget
return function()
  local held = {}
  for i = 1, 1000000 do held[i] = i .. "th text that is a little longer" end
end
