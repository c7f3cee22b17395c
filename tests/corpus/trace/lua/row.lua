--- A small game for the tests: two seats fill a row of nine cells.
local options = muster.module {
  title = "Row",
  options = {
    { key = "first", type = "int", min = 0, max = 1, default = 0, help = "The seat that begins." },
  },
}
muster.game { title = "Row", seats = 2 }
muster.grid { columns = 9, rows = 1 }
muster.pieces { "stone", count = 9 }
local now = muster.state { { "turn", max = 1 } }
--- Cells that can be filled.
local fillable = muster.query(function() return zones - occupied() end)
--- A cell was filled.
local filled = muster.event { "filled", "cell" }
local place = muster.decision { "place", title = "fill a cell",
  seat = function() return now.turn end }
muster.move { "put", at = place, title = "fill a cell", text = "{cell}",
  legal = function() return choose("cell", fillable(), "ROW-1", "the cell must be empty") end,
  apply = function(cell)
    local p = top(box)
    owner[p] = me()
    put(p, cell)
    filled:emit(cell)
    if #occupied() == 9 then over("full", me()) else now.turn = 1 - now.turn end
  end }
muster.setup(function()
  now.turn = options.first
  go(place)
end)
muster.scene(function() return { title = "Row", status = "", items = {} } end)
return { options = options, place = place, fillable = fillable, filled = filled, now = now }
