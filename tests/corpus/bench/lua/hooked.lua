--- Breakthrough with one Lua function that hears of every move: what a hook costs.
muster.module { title = "Breakthrough with a hook", requires = { "small.breakthrough" } }
local breakthrough = require("small.breakthrough")

-- The zone that was reached last: not part of the hash, since nothing depends on it.
local last = muster.state { { "reached", min = -1, max = 675, hashed = false } }

breakthrough.moved:on(function(_, to)
  last.reached = to ~ 0 -- not compiled: this listener runs as Lua
end)
