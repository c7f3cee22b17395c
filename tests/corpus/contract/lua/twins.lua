--- Two kinds of move print the same text.
muster.module { title = "Twins" }
local place = require("line") {}
muster.move { "pass", at = place, title = "fill nothing", text = "{cell}",
  legal = function() return choose("cell", zones - occupied()) end,
  apply = function() end }
