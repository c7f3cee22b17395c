--- Planted: bars the middle cell once three are filled.
muster.module { title = "Bar", requires = { "row" } }
require("row").fillable:amend("and", function()
  if #occupied() == 3 then return zones - only(at(4, 0)) end
  return zones
end)
