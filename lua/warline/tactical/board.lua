-- The field (chapters 2 and 3, WT-RUL-2): its size, its voids, who deploys where.

local words = require("muster.text").words
local options = muster.options()
local facts = require("warline.tactical.generals")
local columns, rows = options.board[1], options.board[2]
if columns > 26 then
  error("board: a field has at most 26 columns (a to z), found " .. columns .. " (WT-RUL-2)", 0)
end

muster.game { title = "WARLINE: Tactical Fantasy Battles", seats = facts.generals }
muster.grid { columns = columns, rows = rows, voids = words(options.voids, ", ") }

-- Columns and rows are counted from 1 here.
local function zone_at(column, row) return at(column - 1, row - 1) end

-- ---- the edge of the field, and where each side deploys -----------------------------------------

local function at_border(column, row)
  return not (zone_at(column - 1, row) and zone_at(column + 1, row)
    and zone_at(column, row - 1) and zone_at(column, row + 1))
end

local depth = math.min(3, rows // 2)
local ground, border = { [0] = nothing, nothing }, nothing
for row = 1, rows do
  for column = 1, columns do
    local zone = zone_at(column, row)
    if zone then
      if row <= depth then ground[0] = ground[0] | only(zone) end
      if row > rows - depth then ground[1] = ground[1] | only(zone) end
      if at_border(column, row) then border = border | only(zone) end
    end
  end
end

-- The outermost line of an edge that has a zone at all (WT-RUL-77).
local function home_of(side)
  for i = 1, rows do
    local line = nothing
    for column = 1, columns do
      line = line | only(zone_at(column, side == 0 and i or rows + 1 - i))
    end
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
  local side = facts.side(seat)
  own_edge[seat], nearest_rows[seat] = home_of(side), ground[side]
end

-- ---- the halves ---------------------------------------------------------------------------------

-- Of an edge: the half of the field there without the closed middle (WT-RUL-160), and the outermost
-- line that has a zone (WT-RUL-77).
local function half_at(edge)
  local upright = edge == "n" or edge == "s"
  local length, width = upright and rows or columns, upright and columns or rows
  local half, line = nothing, nothing
  for far = 1, (length - 1) // 2 do
    local along = (edge == "s" or edge == "w") and far or length + 1 - far
    local found = nothing
    for across = 1, width do
      found = found | only(upright and zone_at(across, along) or zone_at(along, across))
    end
    half = half | found
    if #line == 0 then line = found end
  end
  return { half = half, line = line }
end
local halves = {}
for i, edge in ipairs { "n", "e", "s", "w" } do halves[i] = half_at(edge) end

return { columns = columns, rows = rows, halves = halves, border = border, own_edge = own_edge,
  nearest_rows = nearest_rows }
