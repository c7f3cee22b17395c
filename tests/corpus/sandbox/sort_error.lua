-- expect: script_error attempt to compare nil with number
return function()
  table.sort({ 3, 1, 2 }, function(a, b) return nil < b end)
end
