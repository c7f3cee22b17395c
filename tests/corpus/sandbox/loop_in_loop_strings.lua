-- expect: budget the rules exceeded their budget
return function()
  local text = ""
  for i = 1, 1000000 do
    text = ""
    for j = 1, 1000000 do
      text = text .. i .. j
      if #text > 1000 then text = "" end
    end
  end
end
