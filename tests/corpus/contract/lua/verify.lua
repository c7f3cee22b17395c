--- The game's own check finds a fault after three stones.
muster.module { title = "Verify" }
require("line") {}
local stones <const> = muster.expr("size(occupied)")
muster.verify(function()
  if stones() == 3 then error("three stones are too many") end
end)
