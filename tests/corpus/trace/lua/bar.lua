--- Planted: bars the middle cell when the fourth is to be filled.
muster.module { title = "Bar", requires = { "row" } }
require("row").fillable:amend("and", function()
  if #occupied() == 3 then return zones - only(at(4, 0)) end
  return zones
end)
