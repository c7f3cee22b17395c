-- Stacks as plain lists, so that a future can be tried out: for what code cannot do (see
-- capability.lua and solo.lua). They repeat the counter attack of combat.lua.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local options = muster.options()

---@class warline.soldier
---@field unit muster.Piece
---@field side integer
---@field owner integer its General
---@field arms integer
---@field facing integer
---@field vigor integer

--- The battalions of a stack, as plain tables.
---@param zone muster.Zone
---@return warline.soldier[] bottom to top
local function stack_on(zone)
  local stack = {}
  for unit in pieces(zone) do
    if kind(unit) == state.battalion then
      table.insert(stack, 1, { unit = unit, side = generals.side_of(unit), owner = owner[unit],
        arms = state.arms[unit], facing = state.facing[unit], vigor = state.vigor[unit] })
    end
  end
  return stack
end

-- The battalion at `height` strikes what lies beneath it, down to a survivor.
local function strike_down(stack, height)
  local striker = stack[height]
  while height > 1 and stack[height - 1].side ~= striker.side do
    local victim = stack[height - 1]
    local loss = striker.arms
    if victim.vigor > 0 then loss = victim.vigor == 1 and math.min(loss, 1) or 0 end
    if victim.vigor > 0 and loss > 0 then victim.vigor = 2 end
    victim.arms = victim.arms - loss
    if victim.arms > 0 then return end
    height = height - 1
    table.remove(stack, height)
  end
end

---Level of the battalion of a side whose counter attack is due in this stack, or nil (WT-RUL-19).
---@param stack warline.soldier[]
---@param of integer the side
---@return integer?
local function counter_level(stack, of)
  local lowest = options.ctr_through_cover and 2 or math.max(#stack, 2)
  for height = #stack, lowest, -1 do
    if stack[height].side ~= of and stack[height - 1].side == of then return height - 1 end
  end
end

---The battalion at that level strikes back.
---@param stack warline.soldier[] is changed
---@param height integer
local function counter_in(stack, height)
  local striker = table.remove(stack, height)
  local to = options.ctr_through_cover and height + 1 or #stack + 1
  table.insert(stack, to, striker)
  strike_down(stack, to)
end

return { stack_on = stack_on, counter_level = counter_level,
  counter_in = counter_in }
