--- A move that is legal only every other time: what Lua counts decides.
muster.module { title = "Fickle" }
local kept = { count = 0 }
require("line") { text = "put{cell}", where = function(cell)
  kept.count = kept.count + 1
  return cell == 0 or kept.count % 2 == 1
end }
