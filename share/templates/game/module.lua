--- @TITLE@: put stones on empty zones, none beside an own one; who cannot, loses.
local options = muster.module { title = "@TITLE@", section = "@WORD@", options = {
  { key = "size", type = "int", default = 5, min = 3, max = 15, help = "Columns and rows." },
} }
local size <const> = options.size
muster.game { title = "@TITLE@", seats = 2 }
muster.grid { columns = size, rows = size }
muster.pieces { name = "stone", count = size * size }
muster.field { of = "game", name = "turn", max = 1 }

muster.decision { "place", title = "place a stone", seat = "turn",
  empty = "over(1 + (1 - turn), 'stuck')" }

muster.move { "stone", at = "place", title = "Place a stone", text = "{cell}",
  { each = "cell", of = "zones - occupied", rule = "@ID@-2",
    why = "the zone must be empty" },
  { where = "not (cell in near(tops(stone, me)))", rule = "@ID@-3",
    why = "an own stone lies beside it" },
  apply = [[
    let p = top(box)
    owner(p) = me
    put(p, cell)
    turn = 1 - turn]] }

muster.setup("go(place)")
muster.scene(require("muster.board").scene { marks = { "x", "o" }, names = { "First", "Second" } })

muster.rules { title = "How to play",
  { id = "@ID@-1", option = "size",
    text = "The board has " .. size .. " columns and as many rows, and is empty at first." },
  { id = "@ID@-2", text = "In turn each seat puts a stone on an empty zone." },
  { id = "@ID@-3", text = "No own stone may lie on a zone beside it." },
  { id = "@ID@-4", text = "Who has no zone left loses." },
}
