--- Duel with a leak: the event of a hidden card tells its rank as a number.
muster.module { title = "Duel, telling", requires = { "duel" } }
local duel = require("duel")
local dealt_rank = muster.event { "dealt_rank", "rank" }
duel.taken:on(function() dealt_rank:emit(duel.rank[top(duel.deck)]) end)
