--- Stones come and go for ever.
muster.module { title = "For ever" }
require("line") { apply = "turn = 1 - turn" }
