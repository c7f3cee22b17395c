--- A thing that is nil cannot be compared with a number.
--> go => error attempt to compare
muster.module { title = "Nil compared" }
muster.game { title = "Nil compared", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "spot", holds = "zone" } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(1)
  if top(now.spot) < 3 then note:emit(2) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
