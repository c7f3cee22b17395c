--- A jump out of a turn of a short loop passes by the return behind it.
--> go => events note(1) note(2) note(9)
muster.module { title = "Returns behind jumps" }
muster.game { title = "Returns behind jumps", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function first(most)
  for i = 1, 2 do
    if now.n == i or i > most then goto continue end
    do return i end
    ::continue::
  end
  return 9
end

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(first(2))
  now.n = 1
  note:emit(first(2))
  note:emit(first(1))
end }
muster.setup(function() go(turn) end)
