--- The match stops without an end.
muster.module { title = "Stuck" }
require("line") { apply = "put(top(box), cell)" }
