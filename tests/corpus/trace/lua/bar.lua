--- Planted: takes the middle cell away from who fills the fourth.
muster.module { title = "Bar", requires = { "row" } }
muster.amend("fillable", "if size(occupied) == 3 then zones - only(at(4, 0)) else zones", "and")
