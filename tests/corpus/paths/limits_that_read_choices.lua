--- The limit of a condition on a choice may read the choice itself.
--> => legal go1 go3 go5
muster.module { title = "Limits that read choices" }
muster.game { title = "Limits that read choices", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9, initial = 5 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }
muster.move { "go", at = turn, text = "go{k}",
  legal = function()
    local k = choose("k", range(1, 6))
    need(k <= now.n * (k % 2))
    return k
  end,
  apply = function() now.turn = 1 - now.turn end }
muster.setup(function() go(turn) end)
