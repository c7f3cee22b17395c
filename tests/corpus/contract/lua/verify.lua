--- The game's own check finds a fault after three stones.
muster.module { title = "Verify" }
require("line") {}
muster.verify(function()
  if #occupied() == 3 then error("three stones are too many") end
end)
