--- Pairs with a leak: all see which of its twins the card is that is laid.
muster.module { title = "Pairs, telling twins", requires = { "pairs" } }
local game = require("pairs")
local here = muster.state { { "twin", max = 1 } }
game.laid:on(function(card) here.twin = math.tointeger(card) // 6 % 2 end)
