--- The match stops without an end.
muster.module { title = "Stuck" }
require("line") { apply = function(cell) put(top(box), cell) end }
