muster.module {}
muster.game { title = "G" }
muster.grid { columns = 3, rows = 3 }
muster.pieces { "s", count = 3, text = "{owner}{x" }
local p = muster.decision { "p", seat = function() return 0 end }
muster.setup(function() go(p) end)
muster.move { "a", at = p, text = "{x}{y}",
  legal = function()
    local x = choose("x", subsets(box))
    return x, choose("y", range(0, 9))
  end,
  apply = function(_, y) put(y, y) end }
