--- Two kinds of move print the same text.
muster.module { title = "Twins" }
require("line") {}
muster.move { "pass", at = "place", title = "fill nothing", text = "{cell}",
  { each = "cell", of = "zones - occupied" },
  apply = "turn = 1 - turn" }
