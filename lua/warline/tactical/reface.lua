-- Facing after any loss of Arms (WT-RUL-50), where the option says so: who caused it sets the
-- facing of each battalion that lives on, one after the other, before anything else is done.
-- `shaken` is on those that still wait. The decision lies on top of what comes next; its argument
-- is 1 where that is the maneuver that goes on.

local options = muster.options()
if not options.reface_any_loss then
  --- Asks nothing: victims keep their facing.
  local function ask_nothing(_) end
  return { refaces = false, ask_reface = ask_nothing }
end

local state = require("warline.tactical.state")
local flow = require("warline.tactical.flow")
--- A battalion that lost Arms and waits for its facing to be set.
local shaken = muster.field { "shaken", of = "piece" }

local function is_shaken(unit) return shaken[unit] end
local function waits_on(zone) return pieces(zone):some(is_shaken) end
local function waiting() return tops(state.battalion):some(waits_on) end

--- Ask for facings, if there are any to set.
---@param on integer 1 where the maneuver goes on afterwards
local function ask_reface(on)
  if waiting() then push(flow.reface, on) end
end

local spot = muster.once(function() return tops(state.battalion):pick(waits_on) end)
local turned = muster.once(function() return pieces(spot()):pick(is_shaken) end)

muster.move { "reface", at = flow.reface, title = "Turn",
  text = "F:{zone}{face}",
  legal = function()
    choose("zone", only(spot()), "WT-RUL-50",
      "facings are set in the order a1, b1 ... of the zones, in a stack from the top down")
    return choose("face", state.FACE)
  end,
  apply = function(face)
    local unit = turned()
    state.facing[unit] = face
    shaken[unit] = false
    if not waiting() then pop() end
  end }

return { refaces = true, shaken = shaken, ask_reface = ask_reface }
