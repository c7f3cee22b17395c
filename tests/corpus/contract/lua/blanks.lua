--- A move text with a blank in it.
muster.module { title = "Blanks" }
require("line") { text = "put {cell}" }
