-- What no rule can produce (WT-INV-1 to WT-INV-12, as far as one position shows them).

local w = require("warline.tactical.core")
local traits = w.traits

---@param good any
---@param id string of the rule
---@param what string what is wrong
local function demand(good, id, what)
  if not good then error(id .. ": " .. what, 0) end
end

local STEPS = { counter = 1, torment = 2, benefit = 4, order = 5, stalling = 5,
  maneuvering = 5, capture = 5 }

-- ---- pieces -------------------------------------------------------------------------------------

local function check_rampart(wall, on_field)
  demand(on_field or place(wall) == w.yard[owner[wall]], "WT-INV-2", "a rampart is nowhere")
  demand(not on_field or not w.ruined[wall], "WT-INV-2", "a destroyed rampart stands")
end

local function check_battalion(unit, on_field)
  local side, here = w.side_of[owner[unit]], place(unit)
  local dead = here == w.graveyard[1 - side]
  demand(dead or on_field or here == w.prison[1 - side]
    or here == w.undeployed[owner[unit]], "WT-INV-1", "a battalion is nowhere")
  demand(dead == (w.arms[unit] == 0), "WT-INV-3", "Arms out of range")
  demand(on_field or w.vigor[unit] == 0 and not w.stunned[unit] and not w.marked[unit]
    and not w.eight[unit], "WT-INV-4", "a token off the field")
  demand(not w.fresh[unit] or muster.decision_name() == "capture", "WT-INV-4",
    "a prisoner waits for torment at the wrong time")
end

-- Where pieces may be, and what they may be like there.
local function check_piece(piece)
  if not owner[piece] then return end
  local on_field = zones[place(piece)]
  if kind(piece) == w.rampart then
    check_rampart(piece, on_field)
  else
    check_battalion(piece, on_field)
  end
end

-- ---- tokens and supplies ------------------------------------------------------------------------

-- The one bearer of a token of a side; the memo says the same as the facts.
local function bearer(side, bears, memo)
  local found
  for unit = 0, w.battalions - 1 do
    if w.side_of[owner[unit]] == side and bears(unit) then
      demand(memo[side] == unit, "WT-INV-4", "the bearer of a token is not known")
      demand(not found, "WT-INV-4", "a side has a token twice")
      found = unit
    end
  end
  return found
end
local function has_vigor(unit) return w.vigor[unit] > 0 end
local function is_stunned(unit) return w.stunned[unit] end
local function is_marked(unit) return w.marked[unit] end

local function check_tokens(side, step)
  local brave = bearer(side, has_vigor, w.brave)
  local dazed = bearer(side, is_stunned, w.dazed)
  local offered = bearer(side, is_marked, w.offered)
  -- orders of this very turn give tokens too
  if not step or step < 4 or traits.orders_done and traits.orders_done() > 0 then return end
  local active = side == w.now.active
  demand(not active or not brave, "WT-INV-6", "own Vigor after Step 3")
  demand(active or not dazed or w.now.acted, "WT-INV-6",
    "enemy Stun after Step 3") -- once there was an action, a rout may have been among them
  demand(not active or not offered, "WT-INV-7", "an own mark after Step 4")
end

local function check_stock(seat)
  local unbuilt = pieces(w.yard[seat]):tally(function(wall) return not w.ruined[wall] end)
  demand(unbuilt == w.stock[seat], "WT-INV-2", "the count of unbuilt ramparts is wrong")
end

-- ---- zones --------------------------------------------------------------------------------------

local function check_zone(zone, step)
  for piece in pieces(zone) do
    local under = below(piece)
    if under then
      local wall, on_wall = kind(piece) == w.rampart, kind(under) == w.rampart
      demand(wall and on_wall and traits.has_piles or not wall and (not on_wall
        or traits.has_alighted), "WT-INV-5", "a rampart shares its zone")
    end
  end
  if step == 2 and not w.options.ctr_through_cover then -- a sacrifice in Step 4 may bare one
    demand(not w.owed_on(zone), "WT-INV-8", "a counter attack was left out on "
      .. muster.zone_name(zone))
  end
end

--- What modules verify: functions of `demand(good, id, what)`.
w.checks = muster.hook { "checks", fold = "each" }

muster.verify(function()
  local pending = muster.decision_name()
  local step = pending and STEPS[pending]
  for piece = 0, 2 * w.battalions - 1 do check_piece(piece) end
  for seat = 0, w.generals - 1 do check_stock(seat) end
  for side = 0, 1 do
    check_tokens(side, step)
    demand(not pending or w.stalls[side] <= 1, "WT-INV-11", "two Stalls in a row and no end")
  end
  for zone in zones do check_zone(zone, step) end
  w.checks(demand)
  demand((w.now.man_zone ~= nil) == (pending == "maneuvering" or pending == "capture")
    or pending == "reface", "WT-INV-10", "a maneuver is or is not running")
  return true
end)
