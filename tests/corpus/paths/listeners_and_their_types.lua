--- The arguments of a listener may be known only when the setup has been compiled. Then it is refused.
--> => refused expected a number, found a boolean
muster.module { title = "Listeners and their types" }
muster.game { title = "Listeners and their types", seats = 2 }
muster.grid { columns = 5, rows = 5 }
local now = muster.state { { "turn", max = 1 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }
muster.move { "go", at = turn, text = "go", apply = function() end }
muster.setup(function()
  note:emit(true)
  go(turn)
end)
return { note = note, now = now }
--@ module more
muster.module { title = "More", requires = { "game" } }
local game = require("game")
game.note:on(function(n)
  if n > 1 then game.now.turn = 0 end
end)
