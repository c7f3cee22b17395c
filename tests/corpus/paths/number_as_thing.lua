--- A number that is no place, piece or seat stands for nothing.
muster.module { title = "Number as thing" }
muster.game { title = "Number as thing", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "far", max = 99, initial = 50 } }
local note = muster.event { "note", "n" }
local prison = muster.container { "prison", per_seat = true }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  if place(now.far) == nil then note:emit(1) else note:emit(2) end
  if kind(now.far) then note:emit(3) else note:emit(4) end
  if prison[now.far] == nil then note:emit(5) else note:emit(6) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
