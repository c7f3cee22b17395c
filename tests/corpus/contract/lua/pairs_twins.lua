--- Pairs with a leak: all see whether the card that is laid is the very one that was shown last.
muster.module { title = "Pairs, telling twins", requires = { "pairs" } }
local game = require("pairs")
local here = muster.state { { "last", holds = "piece", seen = "none" }, { "same", max = 1 } }
game.shown:on(function(card) here.last = card end)
game.laid:on(function(card) here.same = card == here.last and 1 or 0 end)
