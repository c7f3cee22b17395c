--- Planted: who fills the last cell but three has another turn.
muster.module { title = "Again", requires = { "row" } }
muster.on("filled", "if size(occupied) == 6 then turn = 1 - turn end")
