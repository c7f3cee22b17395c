-- Loss of Arms by anything but an attack (WT-DATA-10, procedure area): for arts, terrain and
-- scenarios. Where several are harmed together, all losses come first, then the dead leave
-- (WT-RUL-53).

local w = require("warline.tactical.core")
local arms, vigor = w.arms, w.vigor

--- A battalion lost Arms by anything but an attack.
w.harmed = muster.event { "harmed", "unit", "loss" }

-- What it loses: Vigor protects from the enemy, but where it is pierced.
local function loss_of(unit, amount, pierces)
  local protected = vigor[unit] > 0 and not pierces and w.side(owner[unit]) ~= w.now.active
  if not protected then return math.min(amount, arms[unit]) end
  return vigor[unit] == 1 and math.min(amount, arms[unit], 1) or 0
end

--- Take Arms from a battalion; one that has none left is still to be buried.
---@param unit muster.Piece
---@param amount integer
---@param pierces boolean? Vigor gives no protection (it is used up nevertheless)
function w.wound(unit, amount, pierces)
  local loss = loss_of(unit, amount, pierces)
  if loss == 0 then return end
  w.now.idle = -1
  if vigor[unit] > 0 and w.side(owner[unit]) ~= w.now.active then vigor[unit] = 2 end
  arms[unit] = arms[unit] - loss
  if w.refaces and arms[unit] > 0 then w.shaken[unit] = true end
  if w.options.damage_breaks_sacrifice then w.marked[unit] = false end
  w.harmed:emit(unit, loss)
end

--- Bury all battalions on these zones that have no Arms left.
---@param ground muster.Set
function w.bury_fallen(ground)
  for zone in ground do
    for unit in pieces(zone) do
      if kind(unit) == w.battalion and arms[unit] == 0 then w.bury(unit) end
    end
  end
end

--- Harm one battalion.
---@param unit muster.Piece
---@param amount integer
---@param pierces boolean? Vigor gives no protection (it is used up nevertheless)
function w.harm(unit, amount, pierces)
  w.wound(unit, amount, pierces)
  if arms[unit] == 0 then w.bury(unit) end
end
