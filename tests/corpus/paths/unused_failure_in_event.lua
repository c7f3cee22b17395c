--- A failure in an unused parameter counts.
--> go => error attempt to perform
muster.module { title = "Unused failure in event" }
muster.game { title = "Unused failure in event", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "none", max = 1 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(7 % now.none)
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
