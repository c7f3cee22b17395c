-- The field (chapters 2 and 3, WT-RUL-2): its size, its voids, who deploys where.

local words = require("muster.text").words
local options = muster.options()
local generals = require("warline.tactical.generals")
local columns, rows = options.board[1], options.board[2]
if columns > 26 then
  error("board: a field has at most 26 columns (a to z), found " .. columns .. " (WT-RUL-2)", 0)
end

muster.game { title = "WARLINE: Tactical Fantasy Battles", seats = generals.count }
local grid = muster.grid { columns = columns, rows = rows, voids = words(options.voids, ", ") }

-- ---- the edge of the field, and where each side deploys -----------------------------------------

local border = zones:where(function(zone) return #near(zone) < 4 end)
local ground = { [0] = nothing, nothing }
for row = 0, math.min(3, rows // 2) - 1 do
  ground[0] = ground[0] | grid.row(row)
  ground[1] = ground[1] | grid.row(rows - 1 - row)
end

-- The outermost line of an edge that has a zone at all (WT-RUL-77).
local function home_of(side)
  for i = 0, rows - 1 do
    local line = grid.row(side == 0 and i or rows - 1 - i)
    if #line > 0 then return line end
  end
end
for side = 0, 1 do
  if #ground[side] == 0 then
    error("board: General " .. side + 1 .. " has no zone to deploy on (WT-RUL-15, WT-RUL-248)", 0)
  end
end

local own_edge, nearest_rows = {}, {} -- allies share them (WT-RUL-173, WT-RUL-180)
for seat = 0, seats - 1 do
  local side = generals.side(seat)
  own_edge[seat], nearest_rows[seat] = home_of(side), ground[side]
end

-- ---- the halves ---------------------------------------------------------------------------------

-- Of an edge: the half of the field there without the closed middle (WT-RUL-160), and the outermost
-- line that has a zone (WT-RUL-77).
local function half_at(edge)
  local upright = edge == "n" or edge == "s"
  local line_at, length = upright and grid.row or grid.column, upright and rows or columns
  local half, line = nothing, nothing
  for far = 0, (length - 1) // 2 - 1 do
    local found = line_at((edge == "s" or edge == "w") and far or length - 1 - far)
    half = half | found
    if #line == 0 then line = found end
  end
  return { half = half, line = line }
end
local halves = {}
for i, edge in ipairs { "n", "e", "s", "w" } do halves[i] = half_at(edge) end

return { columns = columns, rows = rows, halves = halves, border = border, own_edge = own_edge,
  nearest_rows = nearest_rows }
