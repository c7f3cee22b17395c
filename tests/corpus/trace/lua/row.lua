--- A small game for the tests: two seats fill a row of nine cells.
local options = muster.module {
  title = "Row",
  options = {
    { key = "first", type = "int", min = 0, max = 1, default = 0, help = "The seat that begins." },
  },
}
muster.game { title = "Row", seats = 2 }
muster.grid { columns = 9, rows = 1 }
muster.pieces { name = "stone", count = 9 }
muster.field { of = "game", name = "turn", max = 1 }
muster.query("fillable", "zones - occupied")
muster.event("filled(cell)")
muster.decision { "place", title = "fill a cell", seat = "turn" }
muster.move { "put", at = "place", title = "fill a cell", text = "{cell}",
  { each = "cell", of = "fillable", rule = "ROW-1", why = "the cell must be empty" },
  apply = [[
    let p = top(box)
    owner(p) = me
    put(p, cell)
    emit(filled, cell)
    if size(occupied) == 9 then over(1 + me, 'full') else turn = 1 - turn end]] }
muster.setup("turn = " .. options.first .. " go(place)")
muster.scene(function() return { title = "Row", status = "", items = {} } end)
return options
