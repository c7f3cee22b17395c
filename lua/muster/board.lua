--- Scenes of plain board games: one grid, one mark a piece. For games without stacks or panels.
local board = {}

local colours = { "red", "blue", "green", "purple" }

local function names_of(count, letter)
  local names = {}
  for i = 1, count do names[i] = letter and string.char(96 + i) or tostring(i) end
  return names
end

local function cell_of(zone, marks, decisive)
  local piece = top(zone)
  local cell = { zone = muster.zone_name(zone), column = column(zone), row = row(zone),
    mark = decisive[zone] and "won" or nil }
  if piece then
    local seat = owner[piece]
    local name = muster.piece_name(piece)
    cell.stack = { { text = seat and marks[seat + 1], seat = seat or -1, shape = "mark",
      name = name, marks = name and { { text = name:sub(1, 1):upper(), name = name } } } }
  end
  return cell
end

local function status_of(names)
  local winners, by = muster.over_by()
  local name = names[muster.me() + 1]
  if not by then return name and name .. " to move" or "chance decides" end
  for seat = 0, #names - 1 do
    if winners >> seat & 1 == 1 then return names[seat + 1] .. " wins: " .. by end
  end
  return "drawn: " .. by
end

local WAYS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } }

-- The zones of a set that follow a zone, and the zone itself.
local function run(set, zone, way)
  local found, c, r = {}, column(zone), row(zone)
  while zone and set[zone] do
    found[#found + 1] = zone
    c, r = c + way[1], r + way[2]
    zone = at(c, r)
  end
  return found
end

--- The zones of all rows of at least `length` zones of a set, straight and diagonal.
---@param set muster.Set
---@param length integer
---@return table<muster.Zone, boolean>
function board.rows(set, length)
  local found = {}
  for zone in set do
    for _, way in ipairs(WAYS) do
      local zones_of_run = run(set, zone, way)
      for _, other in ipairs(zones_of_run) do
        if #zones_of_run >= length then found[other] = true end
      end
    end
  end
  return found
end

-- The zones that decided the game: those that `look.won` names for the seat that won.
local function decisive_of(look)
  local winners, by = muster.over_by()
  for seat = 0, #look.names - 1 do
    if look.won and winners and winners >> seat & 1 == 1 then return look.won(seat, by) or {} end
  end
  return {}
end

--- A scene function for muster.scene. `won(seat, by)` returns the zones that decided the game, such
--- as the row of three: a set, or a table of zones.
---@param look {marks: string[], names: string[], title: string?, won: function?} of each seat
---@return fun(seat: integer): table
function board.scene(look)
  muster.shape("a scene", look, { marks = "list", names = "list", title = "text",
    won = "function" }, { "marks", "names" })
  return function()
    local cells, columns, rows, decisive = {}, 0, 0, decisive_of(look)
    for zone in zones do
      cells[#cells + 1] = cell_of(zone, look.marks, decisive)
      columns = math.max(columns, column(zone) + 1)
      rows = math.max(rows, row(zone) + 1)
    end
    local seats = {}
    for i, name in ipairs(look.names) do
      seats[i] = { name = name, letter = look.marks[i], colour = colours[i] }
    end
    return {
      title = look.title or "", status = status_of(look.names), to_move = muster.me(),
      seats = seats,
      items = { { type = "grid", name = "board", columns = columns, rows = rows, cells = cells,
        column_names = names_of(columns, true), row_names = names_of(rows, false) } },
    }
  end
end

return board
