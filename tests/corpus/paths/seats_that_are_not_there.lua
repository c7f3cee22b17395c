--- over() takes seats that exist, or nil.
--> win => error there is no seat 2
--> low => error there is no seat -2
--> nobody => legal
muster.module { title = "Seats that are not there" }
muster.game { title = "Seats that are not there", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }
muster.move { "win", at = turn, text = "win", apply = function() over("won", now.n + 2) end }
muster.move { "low", at = turn, text = "low", apply = function() over("won", now.n - 2) end }
muster.move { "nobody", at = turn, text = "nobody", apply = function() over("won", owner[top(at(0, 0))]) end }
muster.setup(function() go(turn) end)
