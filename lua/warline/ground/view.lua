-- Terrain in positions, `{f}` or `{p1}` before what stands on the zone (WT-DATA-12), and in scenes.

local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local kinds, terrain, holder = facts.kinds, facts.terrain, facts.holder

local by_letter, letters = {}, {}
for i = 1, #kinds do
  by_letter[kinds[i].letter], letters[i] = i, kinds[i].letter
end

w.cell_text:on(function(text, zone)
  local kind, general = kinds[terrain[zone]], holder[zone]
  if not kind.letter then return text end
  return "{" .. kind.letter .. (general > 0 and general or "") .. "}" .. text
end)

---Read `f`, or `p1` with the General who controls the place.
---@param text string
---@param where string what to say of a fault first
---@return integer kind
---@return integer holder
local function read(text, where)
  local kind = by_letter[string.sub(text, 1, 1)]
  local behind = string.sub(text, 2)
  if not kind then
    error(where .. ": unknown terrain '" .. text .. "': expected one of "
      .. table.concat(letters, " "), 0)
  end
  if behind ~= "" and not kinds[kind].held then
    error(where .. ": nobody controls " .. kinds[kind].name .. ", found '" .. text .. "'", 0)
  end
  local general = tonumber(behind)
  if behind ~= "" and not (general and #behind == 1 and w.general_names[general - 1]) then
    error(where .. ": expected General " .. (w.allied and "1 to " .. w.generals or "1 or 2")
      .. " behind the terrain, found '" .. text .. "'", 0)
  end
  return kind, general or 0
end

w.ground_read:on(function(text, zone, where)
  if string.sub(text, 1, 1) ~= "{" then return text end
  local close = string.find(text, "}", 1, true)
  if not close then error(where .. ": the terrain is not closed by }", 0) end
  local kind, general = read(string.sub(text, 2, close - 1), where)
  facts.lay(zone, kind, general)
  return string.sub(text, close + 1)
end)

w.cell_read:on(function(_, zone, where)
  local kind = kinds[facts.terrain_at(zone)]
  if kind.deadly and not facts.traits.holds_over_abyss and top(zone) then
    error(where .. ": no battalion stands on " .. kind.name .. " (WT-INV-5)", 0)
  end
end)

w.cell_scene:on(function(cell, zone)
  local kind, general = kinds[terrain[zone]], holder[zone]
  if not kind.letter then return cell end
  cell = cell or { zone = muster.zone_name(zone), column = column(zone), row = row(zone) }
  cell.ground = { short = kind.letter .. (general > 0 and general or ""), colour = kind.colour,
    label = kind.label .. (general > 0 and " " .. general or ""),
    name = kind.name .. (general > 0 and " of " .. w.general_names[general - 1] or "")
      .. (kind.deadly and ", no entry" or ", entry " .. kind.entry) }
  return cell
end)

return { read = read }
