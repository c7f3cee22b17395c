--- Duel with a leak: a fact that all see is worked out from a hand.
muster.module { title = "Duel, counting", requires = { "duel" } }
local duel = require("duel")
local here = muster.state { { "moons", max = 16 } }
duel.taken:on(function()
  here.moons = pieces(duel.hand[0]):tally(function(card) return duel.suit[card] == 2 end)
end)
