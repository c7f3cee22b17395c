--- Harmless, unless the tone is high: then it finds fault with three stones.
muster.module { title = "Echo", requires = { "row" } }
local options = require("row")
muster.verify(function()
  if options.tone == "high" and #occupied() == 3 then error("three stones are too many", 0) end
end)
