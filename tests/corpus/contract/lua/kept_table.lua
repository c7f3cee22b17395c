--- What was played is remembered in a table.
muster.module { title = "Kept table" }
local played = {}
muster.ending("full")
require("line") { apply = function(cell)
  local piece = muster.top(muster.zones()) -- the box comes after the zones
  muster.set_owner(piece, muster.me())
  muster.put(piece, cell)
  played[#played + 1] = cell
  if #played % 5 == 0 then muster.over(1, "full") end
  muster.go("place")
end }
