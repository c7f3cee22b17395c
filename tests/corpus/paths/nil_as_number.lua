--- A thing that is nil is no number.
--> go => error arithmetic on a nil value
muster.module { title = "Nil as number" }
muster.game { title = "Nil as number", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "spot", holds = "zone" } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(1)
  note:emit(top(now.spot) + 1)
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
