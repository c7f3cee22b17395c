-- expect: budget sandbox/table_of_tables.lua:4 KB of memory
return function()
  local t = {}
  while true do t = { t } end
end
