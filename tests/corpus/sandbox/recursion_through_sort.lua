-- expect: script_error calls are nested too deeply
local function sorted()
  table.sort({ 1, 2 }, function() return sorted() end)
end
return sorted
