-- The line where facings are set after losses (WT-RUL-50): `pc=face@b4+d6/1` names who waits, with
-- the level if that is not the topmost; `turn@` where the maneuver goes on afterwards. It stands in
-- ph=MAN, and in ph=SAC after the fire of a sacrifice.

local state = require("warline.tactical.state")
local flow = require("warline.tactical.flow").flow
local reface = require("warline.tactical.reface")
local notation = require("warline.tactical.notation")
local begin = require("warline.tactical.reading").begin
if not reface.refaces then return {} end

local shaken, battalion = reface.shaken, state.battalion
require("warline.tactical.scene").asks.reface = "turns the battalions that lost Arms"

local function waiting_text()
  local parts = {}
  for zone in zones do
    for height, unit in ipairs(muster.pieces_in(zone)) do
      if shaken[unit] then
        parts[#parts + 1] = muster.zone_name(zone) .. (unit ~= top(zone) and "/" .. height or "")
      end
    end
  end
  return (arg(1) == 1 and "turn@" or "face@") .. table.concat(parts, "+")
end

local function fault(value)
  error("pc: expected face@ or turn@ and who is to be turned, as in face@b4+d6/1, found '"
    .. value .. "'", 0)
end

-- The piece that a part names, as in b4 or d6/1, or nil.
local function piece_named(part)
  local slash = string.find(part, "/", 1, true)
  local zone = notation.zone_called(slash and string.sub(part, 1, slash - 1) or part)
  if not zone then return nil end
  if not slash then return top(zone) end
  return muster.pieces_in(zone)[(string.byte(part, slash + 1) or 48) - 48]
end

local function read_waiting(value)
  for _, part in ipairs(string.split(string.sub(value, 6), "+")) do
    local unit = piece_named(part)
    if kind(unit) ~= battalion then fault(value) end
    shaken[unit] = true
  end
end

local pending = notation.key("pc")
local print_pending = pending.print
function pending.print()
  return muster.decision_name() == "reface" and waiting_text() or print_pending()
end

for _, phase in ipairs { "MAN", "SAC" } do
  local begin_phase = begin[phase]
  begin[phase] = function(values)
    local value = values.pc or ""
    local how = string.sub(value, 1, 5)
    if how ~= "face@" and how ~= "turn@" then
      if phase == "SAC" and values.pc then fault(value) end
      return begin_phase(values)
    end
    if phase == "SAC" and how == "turn@" then fault(value) end
    values.pc = nil
    begin_phase(values)
    if how == "face@" and phase == "MAN" then go(flow.maneuver_over) end
    read_waiting(value)
    push(flow.reface, how == "turn@" and 1 or 0)
  end
end

require("warline.tactical.ending").closings:on(function()
  for unit = 0, state.battalions - 1 do shaken[unit] = false end
end)
require("warline.tactical.verify").checks:on(function(demand)
  local waits = false
  for unit = 0, state.battalions - 1 do
    waits = waits or shaken[unit]
    demand(not shaken[unit] or zones[place(unit)], "WT-RUL-50",
      "a facing is to be set off the field")
  end
  demand(waits == (muster.decision_name() == "reface"), "WT-RUL-50",
    "facings are left to be set")
end)

return {}
