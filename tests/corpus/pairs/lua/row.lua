--- A small game for the tests: two seats fill a row of five cells.
local options = muster.module {
  title = "Row",
  options = {
    { key = "first", type = "int", min = 0, max = 1, default = 0, help = "The seat that begins." },
    { key = "tone", type = "choice", choices = { "low", "middle", "high" }, default = "low",
      help = "How it sounds." },
  },
}
muster.game { title = "Row", seats = 2 }
muster.grid { columns = 5, rows = 1 }
muster.pieces { "stone", count = 5 }
local now = muster.state { { "turn", max = 1 } }
local place = muster.decision { "place", title = "fill a cell",
  seat = function() return now.turn end }
muster.move { "put", at = place, title = "fill a cell", text = "{cell}",
  legal = function() return choose("cell", zones - occupied(), "ROW-1", "the cell must be empty") end,
  apply = function(cell)
    local p = top(box)
    owner[p] = me()
    put(p, cell)
    if #occupied() == 5 then over("full", me()) else now.turn = 1 - now.turn end
  end }
muster.setup(function()
  now.turn = options.first
  go(place)
end)
muster.scene(function() return { title = "Row", status = "", items = {} } end)
return options
