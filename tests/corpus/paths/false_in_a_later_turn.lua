--- A name that is a zone in the first turn of a loop is false in a later one, and so is the name that gets its value.
--> go => error found false
muster.module { title = "False in a later turn" }
muster.game { title = "False in a later turn", seats = 2 }
muster.grid { columns = 3, rows = 1 }
local home = muster.field { "home", of = "seat", holds = "zone" }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9, initial = 2 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function last(here, other)
  for _ = 1, now.n do here, other = other, 1 == 2 end
  return count(here)
end

muster.move { "go", at = turn, text = "go", apply = function() now.n = last(at(0, 0), home[0]) end }
muster.setup(function() go(turn) end)
