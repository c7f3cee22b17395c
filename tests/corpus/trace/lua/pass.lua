--- A variant that keeps its word: a seat may pass, and nothing else is touched.
muster.module { title = "Pass", requires = { "row" } }
local row = require("row")
muster.move { "pass", at = row.place, title = "pass", text = "pass",
  apply = function() row.now.turn = 1 - row.now.turn end }
