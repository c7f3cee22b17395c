--- Planted: the seat that fills the last cell but three has another turn.
muster.module { title = "Again", requires = { "row" } }
local row = require("row")
row.filled:on(function()
  if #occupied() == 6 then row.now.turn = 1 - row.now.turn end
end)
