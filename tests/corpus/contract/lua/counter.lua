--- A counter is kept in a table that only the scene reads, where no undo and no copy reaches it.
muster.module { title = "Counter" }
local kept = { count = 0 }
require("line") { scene = function()
  kept.count = kept.count + 1
  return { title = "Line", status = "", items = {} }
end }
