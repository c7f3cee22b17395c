--- Breakthrough with one Lua function that hears of every move: what a hook costs.
muster.module { title = "Breakthrough with a hook", requires = { "small.breakthrough" } }

-- The zone that was reached last: not part of the hash, since nothing depends on it.
local _, remember = muster.field { of = "game", name = "reached", min = -1, max = 675,
  hashed = false }

muster.on("moved", function(_, to) remember(to) end)
