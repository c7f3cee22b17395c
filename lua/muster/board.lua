--- Scenes of plain board games: one grid, one mark a piece. For games without stacks or panels.
local board = {}

local colours = { "red", "blue", "green", "purple" }

local function names_of(count, letter)
  local names = {}
  for i = 1, count do names[i] = letter and string.char(96 + i) or tostring(i) end
  return names
end

local function cell_of(zone, marks)
  local piece = top(zone)
  local cell = { zone = muster.zone_name(zone), column = column(zone), row = row(zone) }
  if piece then
    local seat = owner[piece]
    cell.stack = { { text = seat and marks[seat + 1], seat = seat or -1, shape = "mark" } }
  end
  return cell
end

local function status_of(names)
  local winners, by = muster.over_by()
  if not by then return names[muster.me() + 1] .. " to move" end
  for seat = 0, #names - 1 do
    if winners >> seat & 1 == 1 then return names[seat + 1] .. " wins: " .. by end
  end
  return "drawn: " .. by
end

--- A scene function for muster.scene.
---@param look {marks: string[], names: string[], title: string?} mark and name of each seat
---@return fun(seat: integer): table
function board.scene(look)
  muster.shape("a scene", look, { marks = "list", names = "list", title = "text" },
    { "marks", "names" })
  return function()
    local cells, columns, rows = {}, 0, 0
    for zone in zones do
      cells[#cells + 1] = cell_of(zone, look.marks)
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
