--- @TITLE@: put stones on empty zones, none beside another of yours; a seat that cannot, loses.
local options = muster.module { title = "@TITLE@", section = "@WORD@", options = {
  { key = "size", type = "int", default = 5, min = 3, max = 15, help = "Columns and rows." },
} }
local size = options.size
muster.game { title = "@TITLE@", seats = 2 }
muster.grid { columns = size, rows = size }
local stone = muster.pieces { "stone", count = size * size }
local now = muster.state { { "turn", max = 1 } }

local placing = muster.decision { "place", title = "place a stone",
  seat = function() return now.turn end,
  empty = function() over("stuck", 1 - now.turn) end }

muster.move { "stone", at = placing, title = "Place a stone", text = "{cell}",
  legal = function()
    local cell = choose("cell", zones - occupied(), "@ID@-2", "the zone must be empty")
    need(not near(tops(stone, me()))[cell], "@ID@-3", "one of your stones lies beside it")
    return cell
  end,
  apply = function(cell)
    local piece = top(box)
    owner[piece] = me()
    put(piece, cell)
    now.turn = 1 - now.turn
  end }

muster.setup(function() go(placing) end)
muster.scene(require("muster.board").scene { marks = { "x", "o" }, names = { "First", "Second" } })

muster.rules { title = "How to play",
  { id = "@ID@-1", option = "size",
    text = "The board has " .. size .. " columns and as many rows, and is empty at first." },
  { id = "@ID@-2", text = "In turn each seat puts a stone on an empty zone." },
  { id = "@ID@-3", text = "A stone may not lie beside another stone of the same seat." },
  { id = "@ID@-4", text = "A seat that has no zone left loses." },
}
