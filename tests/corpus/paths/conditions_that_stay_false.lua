--- The condition of a loop acts, although it is known to be false.
--> go => events note(1)
muster.module { title = "Conditions that stay false" }
muster.game { title = "Conditions that stay false", seats = 2 }
muster.grid { columns = 1, rows = 9 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function count()
  now.n = now.n + 1
  return true
end

muster.move { "go", at = turn, text = "go", apply = function()
  while not count() do end
  note:emit(now.n)
end }
muster.setup(function() go(turn) end)
