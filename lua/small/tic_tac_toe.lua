--- Tic-tac-toe: three marks in a row win.
muster.module { title = "Tic-tac-toe" }
muster.game { title = "Tic-tac-toe", seats = 2 }
local grid = muster.grid { columns = 3, rows = 3, diagonal = true }
local marks = muster.pieces { "mark", count = 9 }
local now = muster.state { { "turn", max = 1 } }

-- How many marks of the seat that decides follow a cell in one direction; two at most.
local function run(cell, way)
  local length = 0
  cell = step(cell, way)
  while length < 2 and owner[top(cell)] == me() do
    length, cell = length + 1, step(cell, way)
  end
  return length
end
-- Does the mark just made complete a row? Some direction and its opposite hold two more marks.
local function wins(cell)
  return run(cell, grid.n) + run(cell, grid.s) >= 2
    or run(cell, grid.e) + run(cell, grid.w) >= 2
    or run(cell, grid.ne) + run(cell, grid.sw) >= 2
    or run(cell, grid.nw) + run(cell, grid.se) >= 2
end

local place = muster.decision { "place", title = "place a mark",
  seat = function() return now.turn end }

muster.move { "mark", at = place, title = "mark a cell", text = "{cell}",
  legal = function()
    return choose("cell", zones - occupied(), "TTT-1", "the cell must be empty")
  end,
  apply = function(cell)
    local mark = top(box)
    owner[mark] = me()
    put(mark, cell)
    if wins(cell) then over("line", me())
    elseif #occupied() == 9 then over("full")
    else now.turn = 1 - now.turn end
  end }

muster.setup(function() go(place) end)
local board = require("muster.board")
muster.scene(board.scene { marks = { "X", "O" }, names = { "X", "O" },
  won = function(seat) return board.rows(tops(marks, seat), 3) end })

muster.rules { title = "How to play",
  { id = "TTT-1", text = "In turn each seat marks an empty cell." },
  { id = "TTT-2", ending = "line",
    text = "Three marks of one seat in a row, straight or diagonal, win." },
  { id = "TTT-3", text = "A full board without such a row is a draw." },
}
