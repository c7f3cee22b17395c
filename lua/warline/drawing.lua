--- Position lines of WARLINE from a drawing of the field, for scenarios.

local notation = require("warline.tactical.notation")

-- The keys of a position line, in the order in which they are written (docs/notation.md).
local KEYS = { "hm", "fd", "nb", "ph", "mv", "tn", "vr", "sd", "od", "ct", "mn", "pc", "un", "pr",
  "gy", "rs", "rd", "st", "id", "op" }

-- The row of a drawing as a position line has it: cells with commas, numbers of empty zones.
local function row_of(line)
  local cells, count = {}, 0
  for _, cell in ipairs(line:split(" ")) do
    cell = cell:trim()
    if cell ~= "" then
      count = count + 1
      local last = cells[#cells]
      if cell ~= "." then
        cells[#cells + 1] = cell
      elseif math.type(last or "") then
        cells[#cells] = last + 1
      else
        cells[#cells + 1] = 1
      end
    end
  end
  return table.concat(cells, ","), count
end

---The line of a battle. `field` is drawn one line a row, the northern one first, with blanks
---between zones: `.` is empty, `*` void, and else stands what the notation writes: `1F6n`, `[2I]`,
---`{f}2I4s`. The other keys are those of the notation.
---@param battle table<string, string|integer>
---@return string
return function(battle)
  local rows, columns = {}, nil
  if type(battle.field) ~= "string" then error("a battle needs a 'field': its drawing", 0) end
  for _, line in ipairs(battle.field:split("\n")) do
    local row, count = row_of(line)
    if count > 0 then
      columns = columns or count
      if count ~= columns then
        error(("row %d of the field has %d zones, the first one %d"):format(#rows + 1, count,
          columns), 0)
      end
      rows[#rows + 1] = row
    end
  end
  local parts = { "WT1", columns .. "x" .. #rows, table.concat(rows, "/") }
  local said = { op = table.concat(notation.differing, "+"), vr = notation.variants() }
  for _, key in ipairs(KEYS) do
    local value = battle[key] or said[key]
    if value and value ~= "" then parts[#parts + 1] = key .. "=" .. value end
  end
  return table.concat(parts, " ")
end
