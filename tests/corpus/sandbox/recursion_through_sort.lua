-- expect: script_error calls nest too deep
local function sorted()
  table.sort({ 1, 2 }, function() return sorted() end)
end
return sorted
