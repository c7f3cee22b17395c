--- Clobber: take a neighbouring enemy stone by moving onto it; a seat that cannot move loses.
muster.module { title = "Clobber" }
muster.game { title = "Clobber", seats = 2 }
local grid = muster.grid { columns = 5, rows = 6 }
local stone = muster.pieces { "stone", count = 30 }
local now = muster.state { { "turn", max = 1 } }

local clobber = muster.decision { "clobber", title = "take a stone",
  seat = function() return now.turn end,
  empty = function() over("stuck", 1 - now.turn) end }

muster.move { "clobber", at = clobber, title = "take a stone", text = "{from}{to}",
  legal = function()
    local theirs = tops(stone, 1 - me())
    return choose_step("from", "to", tops(stone, me()),
      { { grid.n, theirs }, { grid.e, theirs }, { grid.s, theirs }, { grid.w, theirs } },
      "CLOB-1", "a stone moves onto an enemy stone next to it")
  end,
  apply = function(from, to)
    carry(from, to, box)
    now.turn = 1 - now.turn
  end }

muster.setup(function()
  for zone in zones do
    local p = top(box)
    owner[p] = (row(zone) + column(zone)) % 2
    put(p, zone)
  end
  go(clobber)
end)
muster.scene(require("muster.board").scene { marks = { "x", "o" }, names = { "x", "o" } })

muster.rules { title = "How to play",
  { id = "CLOB-1", text = [[In turn each seat moves a stone onto an enemy stone beside it, which
    leaves the board.]] },
  { id = "CLOB-2", ending = "stuck", text = "A seat that cannot move loses." },
}
