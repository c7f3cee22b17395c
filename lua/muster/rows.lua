--- The board on a position line, row by row from the last one: `/` between rows, `,` between cells,
--- a number for so many empty zones, `*` where the board has no zone.
local text = require("muster.text")
local rows = {}

local function row_text(row, columns, write)
  local cells = {} -- numbers are those of empty zones
  for column = 0, columns - 1 do
    local zone = at(column, row)
    local cell = zone and write(zone) or "*"
    local last = cells[#cells]
    if cell ~= "" then
      cells[#cells + 1] = cell
    elseif math.type(last or "") then
      cells[#cells] = last + 1
    else
      cells[#cells + 1] = 1
    end
  end
  return table.concat(cells, ",")
end

--- The text of a board.
---@param columns integer
---@param count integer how many rows it has
---@param write fun(zone: muster.Zone): string what lies on a zone; "" where that is nothing
---@return string
function rows.write(columns, count, write)
  local lines = {}
  for row = count - 1, 0, -1 do lines[#lines + 1] = row_text(row, columns, write) end
  return table.concat(lines, "/")
end

-- The text of one zone in a row: nil for an empty one, * for a void.
local function read_cell(cell, column, row, columns, read)
  local zone = at(column, row)
  local where = zone and "zone " .. muster.zone_name(zone) or "row " .. row + 1
  text.demand(column < columns, "row " .. row + 1, "more than " .. columns .. " zones")
  text.demand((zone == nil) == (cell == "*"), where,
    zone and "the field has a zone here, found the void *"
      or "the field has no zone in column " .. column + 1)
  if cell and zone then read(cell, zone, where) end
end

local function read_row(line, row, columns, read)
  local column, where = 0, "row " .. row + 1
  for _, cell in ipairs(line:split(",")) do
    local empty = text.number(cell, 26)
    text.demand(cell ~= "" and empty ~= 0, where, "an empty cell")
    for _ = 1, empty or 1 do
      read_cell(not empty and cell or nil, column, row, columns, read)
      column = column + 1
    end
  end
  text.demand(column >= columns, where, column .. " zones, expected " .. columns)
end

--- Read the text of a board. A fault names the zone or the row.
---@param line string
---@param columns integer
---@param count integer how many rows it has
---@param read fun(cell: string, zone: muster.Zone, where: string) `where` begins what a fault says
function rows.read(line, columns, count, read)
  local lines = line:split("/")
  text.demand(#lines == count, "field",
    #lines .. " rows, expected " .. count .. " with / between them")
  for i, row in ipairs(lines) do read_row(row, count - i, columns, read) end
end

return rows
