--- "or" and "and" join amendments as Lua does: the value is one of the two, and where the value before decides, the
--- amendment is not asked.
--> who => events note(2) note(0) note(1)
--> skip => events note(1)
--> fail => error attempt to perform
muster.module { title = "Amendments decide" }
muster.game { title = "Amendments decide", seats = 2 }
muster.grid { columns = 3, rows = 3 }
muster.pieces { "man", count = 4 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }
local above = muster.query(function(zone) return top(zone) end)
local both = muster.query(function(zone) return top(zone) end)
local may = muster.query(function(n) return n == 0 end)

muster.move { "who", at = turn, text = "who", apply = function()
  note:emit(above(at(0, 0)))
  note:emit(both(at(0, 0)))
  note:emit(above(at(1, 0)))
end }
muster.move { "skip", at = turn, text = "skip", apply = function() note:emit(may(now.n)) end }
muster.move { "fail", at = turn, text = "fail", apply = function() note:emit(may(now.n + 1)) end }
muster.setup(function()
  put(0, at(0, 0)) put(2, at(0, 0))
  put(1, at(2, 2))
  go(turn)
end)
return { above = above, both = both, may = may, now = now }
--@ module more
muster.module { title = "More", requires = { "game" } }
local game = require("game")
game.above:amend("or", function() return top(at(2, 2)) end)
game.both:amend("and", function(zone) return below(top(zone)) end)
game.may:amend("or", function() return 6 % game.now.n == 0 end)
