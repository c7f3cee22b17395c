--- me() fails where chance decides, also among the questions of a move and in queries.
--> => error no seat decides
muster.module { title = "Nobody decides" }
muster.game { title = "Nobody decides", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local die = muster.decision { "die", title = "the die", chance = true }
local mine = muster.query(function(k) return k < 3 or me() == 0 end)
muster.move { "fall", at = die, title = "Fall", text = "{k}",
  legal = function()
    local k = choose("k", range(1, 3))
    need(mine(k))
    return k
  end,
  apply = function() pop() end }
muster.setup(function() go(die) end)
