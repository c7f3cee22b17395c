--- Maps of scenarios: regions by the names of zones, and drawings.

local keys = require("muster.scenario.keys")

local map = {}

local function zone_named(name)
  local zone = muster.zone(name)
  if zone >= 0 then return zone end
  local names = {}
  for one in zones do names[#names + 1] = muster.zone_name(one) end
  local near = keys.meant(name, names, ("its zones are %s to %s"):format(names[1], names[#names]))
  error(("the board has no zone '%s'; %s"):format(name, near), 0)
end

local SMALL, DIGITS = "abcdefghijklmnopqrstuvwxyz", "0123456789"

local function is_in(letters, sign) return letters:find(sign, 1, true) ~= nil end

-- Is a word a small letter and one or two digits, as the names of zones are?
local function looks_like_a_zone(word)
  if #word < 2 or #word > 3 or not is_in(SMALL, word:sub(1, 1)) then return false end
  for i = 2, #word do
    if not is_in(DIGITS, word:sub(i, i)) then return false end
  end
  return true
end

---The first word of a text that looks like the name of a zone, where the zones of the board are
---named so, and is none; nil otherwise.
---@param text string
---@return string?
function map.unknown_zone(text)
  if muster.zone("a1") < 0 then return nil end
  local word = ""
  for i = 1, #text + 1 do
    local sign = text:sub(i, i)
    if sign ~= "" and (is_in(SMALL, sign:lower()) or is_in(DIGITS, sign)) then
      word = word .. sign
    else
      if looks_like_a_zone(word) and muster.zone(word) < 0 then return word end
      word = ""
    end
  end
  return nil
end

---@param zones_of string|muster.Set
---@return muster.Set
function map.region(zones_of)
  local found = type(zones_of)
  if found == "number" or found == "boolean" or found == "nil" or found == "table" then
    error("a region is the names of zones, such as \"c3 d3\", or a set; found a " .. found, 0)
  end
  if found ~= "string" then return zones_of end
  local set = nothing
  for _, name in ipairs(zones_of:split(" ")) do
    if name ~= "" then set = set | only(zone_named(name)) end
  end
  return set
end

-- The size of the board.
local function extent()
  local columns, rows = 0, 0
  for zone in zones do
    columns, rows = math.max(columns, column(zone) + 1), math.max(rows, row(zone) + 1)
  end
  return columns, rows
end

local function lines_of(drawing)
  local lines = {}
  for _, line in ipairs(drawing:split("\n")) do
    local cells = {}
    for _, sign in ipairs(line:split(" ")) do
      if sign:trim() ~= "" then cells[#cells + 1] = sign:trim() end
    end
    if #cells > 0 then lines[#lines + 1] = cells end
  end
  return lines
end

local function sorted_signs(legend)
  local signs = {}
  for sign in pairs(legend) do signs[#signs + 1] = sign end
  table.sort(signs)
  return signs
end

---Read a drawing: what lies on which zone, and the zones of each sign.
---@param drawing string
---@param legend table<string, table|fun(zone: muster.Zone)>
function map.read(drawing, legend)
  local columns, rows = extent()
  local lines, cells, regions = lines_of(drawing), {}, {}
  for sign, put_down in pairs(legend) do
    if type(put_down) ~= "function" then
      local what = ("the sign '%s' of the legend"):format(sign)
      keys.shape("sign", put_down, what)
      for key, seat in pairs(put_down) do
        if key == "seat" then keys.check_seat(what, seat) end
      end
    end
  end
  if #lines ~= rows then keys.fault("sign", "rows", #lines, rows) end
  for i, line in ipairs(lines) do
    if #line ~= columns then
      keys.fault("sign", "cells", i, #line, columns)
    end
    for c, sign in ipairs(line) do
      local zone = at(c - 1, rows - i)
      if sign ~= "." and legend[sign] == nil then
        keys.fault("sign", "sign", i, sign)
      end
      if zone and sign ~= "." then
        regions[sign] = (regions[sign] or nothing) | only(zone)
        cells[#cells + 1] = { zone = zone, put = legend[sign] }
      end
    end
  end
  for _, sign in ipairs(sorted_signs(legend)) do
    if not regions[sign] then keys.fault("sign", "unused", sign) end
  end
  return cells, regions
end

local function take(wanted, name)
  for piece in pieces(box) do
    if kind(piece) == wanted and muster.piece_name(piece) == name then return piece end
  end
  if name then keys.fault("sign", "name", name) end
  keys.fault("sign", "few")
end

---Clear the board and lay out the cells of a drawing.
function map.lay(cells)
  for zone in zones do
    while top(zone) do
      local piece = top(zone)
      owner[piece] = nil
      put(piece, box)
    end
  end
  for _, cell in ipairs(cells) do
    if type(cell.put) == "function" then
      cell.put(cell.zone)
    else
      local piece = take(cell.put.kind, cell.put.name)
      owner[piece] = cell.put.seat
      put(piece, cell.zone)
    end
  end
end

return map
