-- Loss of Arms by anything but an attack (WT-DATA-10, procedure area): for arts, terrain and
-- scenarios. Where several are harmed together, all losses come first, then the dead leave
-- (WT-RUL-53).

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local combat = require("warline.tactical.combat")
local reface = require("warline.tactical.reface")
local options, now = muster.options(), state.now
local arms, vigor = state.arms, state.vigor

--- A battalion lost Arms by anything but an attack.
local harmed = muster.event { "harmed", "unit", "loss",
  says = function(unit, loss)
    return state.battalion_of(unit) .. " loses " .. loss .. " Arms"
  end }

-- The Arms that it loses: Vigor protects from the enemy unless the harm pierces it.
local function loss_of(unit, amount, pierces)
  local protected = vigor[unit] > 0 and not pierces and generals.side_of(unit) ~= now.active
  if not protected then return math.min(amount, arms[unit]) end
  return vigor[unit] == 1 and math.min(amount, arms[unit], 1) or 0
end

--- Take Arms from a battalion; one that has none left is still to be buried.
---@param unit muster.Piece
---@param amount integer
---@param pierces boolean? Vigor gives no protection (it is used up nevertheless)
local function wound(unit, amount, pierces)
  local loss = loss_of(unit, amount, pierces)
  if loss == 0 then return end
  now.idle = -1
  if vigor[unit] > 0 and generals.side_of(unit) ~= now.active then vigor[unit] = 2 end
  arms[unit] = arms[unit] - loss
  if reface.refaces and arms[unit] > 0 then reface.shaken[unit] = true end
  if options.damage_breaks_sacrifice then state.marked[unit] = false end
  harmed:emit(unit, loss)
end

--- Bury all battalions on these zones that have no Arms left.
---@param ground muster.Set
local function bury_fallen(ground)
  for zone in ground do
    for unit in pieces(zone) do
      if kind(unit) == state.battalion and arms[unit] == 0 then combat.bury(unit) end
    end
  end
end

--- Harm one battalion.
---@param unit muster.Piece
---@param amount integer
---@param pierces boolean? Vigor gives no protection (it is used up nevertheless)
local function harm(unit, amount, pierces)
  wound(unit, amount, pierces)
  if arms[unit] == 0 then combat.bury(unit) end
end

return { harmed = harmed, wound = wound, bury_fallen = bury_fallen, harm = harm }
