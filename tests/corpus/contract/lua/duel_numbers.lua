--- Duel with a fact that all see, which holds a card that was dealt face down.
muster.module { title = "Duel, by number", requires = { "duel" } }
local duel = require("duel")
local here = muster.state { { "marked", holds = "piece" } }
duel.dealt:on(function() here.marked = top(duel.hand[1]) end)
duel.lead_move:forbid("", "the marked card was dealt", function()
  return place(here.marked) == duel.deck
end)
