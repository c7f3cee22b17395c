-- expect: budget the rules exceeded their budget
return function()
  local text = ("a"):rep(60000)
  local what = ("a"):rep(30000) .. "b"
  while true do text:find(what) end
end
