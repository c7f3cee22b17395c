-- Terrain in positions, `{f}` or `{p1}` before the pieces of the zone (WT-DATA-12), and in scenes.

local text = require("muster.text")
local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local kinds = facts.kinds

local by_letter, letters = {}, {}
for i = 1, #kinds do
  by_letter[kinds[i].letter], letters[i] = i, kinds[i].letter
end

w.notation.cell_text:on(function(cell, zone)
  local kind, general = kinds[facts.terrain[zone]], facts.holder[zone]
  if not kind.letter then return cell end
  return "{" .. kind.letter .. (general > 0 and general or "") .. "}" .. cell
end)

---Read `f`, or `p1` with the General who controls the place.
---@param word string
---@param where string what to say of a fault first
---@return integer kind
---@return integer holder
local function read(word, where)
  local kind, behind = by_letter[text.sign(word, 1)], word:sub(2)
  text.demand(kind, where,
    "unknown terrain '" .. word .. "': expected one of " .. table.concat(letters, " "))
  if behind ~= "" and not kinds[kind].held then
    text.fault(where, "nobody controls " .. kinds[kind].name, word)
  end
  local general = text.number(behind, seats, 1)
  if behind ~= "" and not general then
    text.expected(where, "General " .. (w.generals.allied and "1 to " .. seats or "1 or 2")
      .. " behind the terrain", word)
  end
  return kind, general or 0
end

w.reading.ground_read:on(function(cell, zone, where)
  if not cell:starts("{") then return cell end
  local inside, rest = text.cut(cell, "}")
  text.demand(inside, where, "the terrain is not closed by }")
  facts.lay(zone, read(inside:sub(2), where))
  return rest
end)

w.reading.cell_read:on(function(_, zone, where)
  local kind = kinds[facts.terrain_at(zone)]
  text.demand(not kind.deadly or facts.traits.holds_over_abyss or not top(zone), where,
    "no battalion can be on " .. kind.name .. " (WT-INV-5)")
end)

w.scene.cell_scene:on(function(cell, zone)
  local kind, general = kinds[facts.terrain[zone]], facts.holder[zone]
  if not kind.letter then return cell end
  cell = cell or { zone = muster.zone_name(zone), column = column(zone), row = row(zone) }
  cell.ground = { short = kind.letter .. (general > 0 and general or ""), colour = kind.colour,
    label = kind.label .. (general > 0 and " " .. general or ""),
    name = kind.name .. (general > 0 and " of " .. w.state.general_names[general - 1] or "")
      .. (kind.deadly and ", no entry" or ", entry " .. kind.entry) }
  return cell
end)

return { read = read }
