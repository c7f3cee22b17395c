-- The line where facings are set after losses (WT-RUL-50): `pc=face@b4+d6/1` names who waits, with
-- the level if that is not the topmost; `turn@` where the maneuver goes on afterwards. It is in
-- ph=MAN, and in ph=SAC after the fire of a sacrifice.

local text = require("muster.text")
local state = require("warline.tactical.state")
local flow = require("warline.tactical.flow")
local reface = require("warline.tactical.reface")
local notation = require("warline.tactical.notation")
local reading = require("warline.tactical.reading")
if not reface.refaces then return end
local shaken = reface.shaken

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
  text.expected("pc", "face@ or turn@ and the battalions to turn, as in face@b4+d6/1", value)
end

-- The piece that a part names, as in b4 or d6/1, or nil.
local function piece_named(part)
  local name, height = text.cut(part, "/")
  local zone = notation.zone_called(name or part)
  if not zone then return nil end
  if not height then return top(zone) end
  return muster.pieces_in(zone)[text.number(height, 9) or 0]
end

local function read_waiting(list, value)
  for _, part in ipairs(list:split("+")) do
    local unit = piece_named(part)
    if kind(unit) ~= state.battalion then fault(value) end
    shaken[unit] = true
  end
end

local pending = notation.key("pc")
local print_pending = pending.print
function pending.print()
  return muster.decision_name() == "reface" and waiting_text() or print_pending()
end

for _, phase in ipairs { "MAN", "SAC" } do
  local begin_phase = reading.begin[phase]
  reading.begin[phase] = function(values)
    local value = values.pc
    local how, list = text.cut(value or "", "@")
    local on = how == "turn"
    if not on and how ~= "face" then
      if phase == "SAC" and value then fault(value) end
      return begin_phase(values)
    end
    if on and phase == "SAC" then fault(value) end
    values.pc = nil
    begin_phase(values)
    if not on and phase == "MAN" then go(flow.maneuver_over) end
    read_waiting(list, value)
    push(flow.reface, on and 1 or 0)
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
      "the battalion to turn is off the field")
  end
  demand(waits == (muster.decision_name() == "reface"), "WT-RUL-50",
    "facings are left to be set")
end)
