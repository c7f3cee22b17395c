--- Stones come and go for ever.
muster.module { title = "For ever" }
require("line") { apply = function(_, now) now.turn = 1 - now.turn end }
