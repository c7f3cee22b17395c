--- The values of a list are read before the last one writes what they read.
--> go => events note(2, 2)
muster.module { title = "Values before writes" }
muster.game { title = "Values before writes", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", min = -9, max = 9, initial = 1 } }
local note = muster.event { "note", "n", "more" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function count()
  now.n = now.n + 1
  return now.n
end

muster.move { "go", at = turn, text = "go", apply = function()
  local twice, counted = now.n * 2, count()
  note:emit(twice, counted)
  now.n = math.min(now.n * 3, count()) % 7
end }
muster.setup(function() go(turn) end)
