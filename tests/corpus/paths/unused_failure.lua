--- A failure in `legal` counts, also where nobody uses the value.
--> => error attempt to
muster.module { title = "Unused failure" }
muster.game { title = "Unused failure", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "{n}",
  legal = function()
    local n = choose("n", range(0, 2))
    local _ = 3 // n
    return n
  end,
  apply = function()
    now.turn = 1 - now.turn
  end }
muster.setup(function() go(turn) end)
