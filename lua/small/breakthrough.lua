--- Breakthrough: pawns go one step forward, and take diagonally; reach the last row to win.
local options = muster.module { title = "Breakthrough", section = "breakthrough",
  options = {
    { key = "size", type = "int", default = 8, min = 5, max = 26, help = "columns and rows" },
  } }
local size = options.size
muster.game { title = "Breakthrough", seats = 2 }
local grid = muster.grid { columns = size, rows = size, diagonal = true }
local pawn = muster.pieces { "pawn", count = 4 * size }
local now = muster.state { { "turn", max = 1 } }

local ahead = { [0] = grid.n, grid.s }
local left, right = { [0] = grid.nw, grid.sw }, { [0] = grid.ne, grid.se }
local goal = { [0] = grid.row(size - 1), grid.row(0) }

--- A pawn moves.
local moved = muster.event { "moved", "from", "to", tell = "a pawn goes from {from} to {to}" }
local move = muster.decision { "move", title = "move a pawn",
  seat = function() return now.turn end }

muster.move { "pawn", at = move, title = "move a pawn", text = "{from}{to}",
  legal = function()
    local me = me()
    local open = zones - tops(pawn, me)
    return choose_step("from", "to", tops(pawn, me),
      { { ahead[me], zones - tops(pawn) }, { left[me], open }, { right[me], open } },
      "BT-1", [[a pawn goes one step forward: straight to an empty zone, diagonally to an empty or
        an enemy one]])
  end,
  noisy = function(_, to) return top(to) end,
  apply = function(from, to)
    local me = me()
    carry(from, to, box)
    moved:emit(from, to)
    if goal[me][to] then over("breakthrough", me)
    elseif #tops(pawn, 1 - me) == 0 then over("annihilation", me)
    else now.turn = 1 - me end
  end }

muster.setup(function()
  for zone in zones do
    if row(zone) <= 1 or row(zone) >= size - 2 then
      local p = top(box)
      owner[p] = row(zone) <= 1 and 0 or 1
      put(p, zone)
    end
  end
  go(move)
end)
-- The value of a pawn by the rows it has gone, and the changes for being covered or hanging.
local rows = {}
local GONE = {}
for r = 0, size - 1 do
  rows[r] = grid.row(r)
  GONE[r] = 20 + r * r * 14 // (size * size // 8)
end
muster.worth(function(seat)
  local function value(of, other)
    local own, theirs = tops(pawn, of), tops(pawn, other)
    local covered = shift(own, left[of]) | shift(own, right[of])
    local hit = shift(theirs, left[other]) | shift(theirs, right[other])
    local sum = 2 * #(own & covered) - 6 * #((own & hit) - covered)
    for r = 0, size - 1 do
      sum = sum + GONE[of == 0 and r or size - 1 - r] * #(own & rows[r])
    end
    return sum
  end
  return value(seat, 1 - seat) - value(1 - seat, seat)
end, { scale = 25 })
muster.scene(require("muster.board").scene { marks = { "w", "b" }, names = { "White", "Black" },
  won = function(seat) return goal[seat] & tops(pawn, seat) end })

muster.rules { title = "How to play",
  { id = "BT-0", option = "size", text = "The board has " .. size .. [[ columns and as many rows;
    each seat begins with pawns on its two nearest rows.]] },
  { id = "BT-1", text = [[A pawn goes one step forward: straight or diagonally to an empty zone,
    diagonally onto an enemy pawn, which it takes.]] },
  { id = "BT-2", ending = { "breakthrough", "annihilation" },
    text = "A pawn on the last row wins, and so does taking the last enemy pawn." },
}
return { moved = moved, move = move, pawn = pawn, now = now }
