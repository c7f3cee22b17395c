--- A long range in a branch that is not taken costs nothing.
--> => error attempt to compare
muster.module { title = "Ranges that are not reached" }
muster.game { title = "Ranges that are not reached", seats = 2 }
muster.grid { columns = 8, rows = 8 }
muster.pieces { "man", count = 1 }
local now = muster.state { { "turn", max = 1 }, { "sum", max = 9, initial = 5 }, { "luck", max = 3 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }
muster.move { "go", at = turn, text = "go{k}-{z}",
  legal = function()
    local many
    if pieces(at(0, 0)):pick(function() return true end) then
      many = range(now.luck, now.sum << 62):tally(function() return true end)
    end
    need(many > 2)
    return choose("k", zones), choose("z", range(1, 3))
  end,
  apply = function() end }
muster.setup(function() go(turn) end)
