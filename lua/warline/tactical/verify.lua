-- What no rule can produce (WT-INV-1 to WT-INV-12, as far as one position shows them).

local demand = require("muster.text").demand
local options = muster.options()
local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local owed_on = require("warline.tactical.steps").owed_on

local now, rampart, traits = state.now, state.rampart, state.traits

local STEPS = { counter = 1, torment = 2, benefit = 4, order = 5, stalling = 5,
  maneuvering = 5, capture = 5 }

-- ---- pieces -------------------------------------------------------------------------------------

local function check_rampart(wall, on_field)
  demand(on_field or place(wall) == state.yard[owner[wall]], "WT-INV-2", "a rampart is nowhere")
  demand(not on_field or not state.ruined[wall], "WT-INV-2", "a destroyed rampart stands")
end

local function check_battalion(unit, on_field)
  local side, here = generals.side_of(unit), place(unit)
  local dead = here == state.graveyard[1 - side]
  demand(dead or on_field or here == state.prison[1 - side]
    or here == state.undeployed[owner[unit]], "WT-INV-1", "a battalion is nowhere")
  demand(dead == (state.arms[unit] == 0), "WT-INV-3", dead and "a destroyed battalion has Arms"
    or on_field and "a battalion on " .. muster.zone_name(here) .. " has Arms 0, expected 1 to 6"
    or "a prisoner or an undeployed battalion has Arms 0, expected 1 to 6")
  demand(on_field or state.vigor[unit] == 0 and not state.stunned[unit] and not state.marked[unit]
    and not state.eight[unit], "WT-INV-4", "a token off the field")
  demand(not state.fresh[unit] or muster.decision_name() == "capture", "WT-INV-4",
    "a prisoner waits for torment at the wrong time")
end

-- Where pieces may be, and what they may be like there.
local function check_piece(piece)
  if not owner[piece] then return end
  local on_field = zones[place(piece)]
  if kind(piece) == rampart then
    check_rampart(piece, on_field)
  else
    check_battalion(piece, on_field)
  end
end

-- ---- tokens and supplies ------------------------------------------------------------------------

-- The one bearer of a token of a side; the memo says the same as the generals.
local function bearer(side, token, memo)
  local found
  for unit = 0, state.battalions - 1 do
    local mark = token[unit]
    if generals.side_of(unit) == side and mark and mark ~= 0 then
      demand(memo[side] == unit, "WT-INV-4", "the bearer of a token is not known")
      demand(not found, "WT-INV-4", "a side has a token twice")
      found = unit
    end
  end
  return found
end

local function check_tokens(side, step)
  local vigorous = bearer(side, state.vigor, state.vigor_bearer)
  local stunned = bearer(side, state.stunned, state.stun_bearer)
  local marked = bearer(side, state.marked, state.marked_bearer)
  -- orders of this very turn give tokens too
  if not step or step < 4 or traits.orders_done and traits.orders_done() > 0 then return end
  local active = side == now.active
  demand(not active or not vigorous, "WT-INV-6", "own Vigor after Step 3")
  demand(active or not stunned or now.acted, "WT-INV-6",
    "enemy Stun after Step 3") -- once there was an action, a rout may have been among them
  demand(not active or not marked, "WT-INV-7", "an own mark after Step 4")
end

local function check_stock(seat)
  local unbuilt = pieces(state.yard[seat]):tally(function(wall) return not state.ruined[wall] end)
  demand(unbuilt == state.stock[seat], "WT-INV-2", "the count of unbuilt ramparts is wrong")
end

-- ---- zones --------------------------------------------------------------------------------------

local function check_zone(zone, step)
  for piece in pieces(zone) do
    local under = below(piece)
    if under then
      local wall, on_wall = kind(piece) == rampart, kind(under) == rampart
      demand(wall and on_wall and traits.has_piles or not wall and (not on_wall
        or traits.has_alighted), "WT-INV-5", "a rampart shares its zone")
    end
  end
  if step == 2 and not options.ctr_through_cover then -- a sacrifice in Step 4 may bare one
    demand(not owed_on(zone), "WT-INV-8", "a counter attack was left out on "
      .. muster.zone_name(zone))
  end
end

--- What modules verify: functions of `demand(good, id, what)`.
local checks = muster.hook { "checks" }

muster.verify(function()
  local pending = muster.decision_name()
  local step = pending and STEPS[pending]
  for piece = 0, 2 * state.battalions - 1 do check_piece(piece) end
  for seat = 0, seats - 1 do check_stock(seat) end
  for side = 0, 1 do
    check_tokens(side, step)
    demand(not pending or state.stalls[side] <= 1, "WT-INV-11", "two Stalls in a row and no end")
  end
  for zone in zones do check_zone(zone, step) end
  checks(demand)
  demand((now.acting_zone ~= nil) == (pending == "maneuvering" or pending == "capture")
    or pending == "reface", "WT-INV-10", "a maneuver is or is not running")
  return true
end)

return { checks = checks }
