--- An empty loop at the end of 64 bits ends, and so does its compilation.
--> empty => events note(0)
muster.module { title = "Empty loop" }
muster.game { title = "Empty loop", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "two", max = 9, initial = 2 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function pass() now.turn = 1 - now.turn end

muster.move { "empty", at = turn, text = "empty", apply = function()
  local turns = 0
  for _ = math.maxinteger, math.maxinteger do  end
  note:emit(turns)
  pass()
end }
muster.setup(function() go(turn) end)
