-- Alliances: who has something left to do in a turn of his side (WT-ALLY-13, WT-RUL-182,
-- WT-RUL-183), and letting an ally go first (WT-ALLY-22).

local w = require("warline.tactical")
local options = muster.options()
local now, side = w.state.now, w.generals.side
local LAST = seats - 1

-- Orders, and placements, of each General in one turn.
local orders_a_turn, places_a_turn = {}, {}
for seat = 0, LAST do
  local lone = #w.generals.generals_of[w.generals.side(seat)] == 1
  orders_a_turn[seat] = lone and (seats == 3 and 2 or options.lone_vs_three_orders) or 1
  places_a_turn[seat] = lone and seats == 3 and 2 or 1
end
--- Orders, or placements, that the General has given in this turn.
local spent = muster.field { "spent", of = "seat", max = 8 }
--- Has the General resigned for his side?
local gives_up = muster.field { "gives_up", of = "seat", hashed = false }

--- Has this General battalions on the field or in Prison? Else he has no order (WT-RUL-184).
---@param seat muster.Seat
local function lives(seat)
  local function is_his(unit) return owner[unit] == seat and kind(unit) == w.state.battalion end
  return pieces(w.state.prison[1 - side(seat)]):some(is_his)
    or tops(w.state.battalion):some(function(zone) return pieces(zone):some(is_his) end)
end

--- Orders that he has left in this turn.
---@param seat muster.Seat
local function orders_left(seat)
  return lives(seat) and math.max(orders_a_turn[seat] - spent[seat], 0) or 0
end

--- Battalions that he has left to place in this turn.
---@param seat muster.Seat
local function places_left(seat)
  return math.min(math.max(places_a_turn[seat] - spent[seat], 0), count(w.state.undeployed[seat]))
end

local function deploying()
  for seat = 0, LAST do
    if count(w.state.undeployed[seat]) > 0 then return true end
  end
  return false
end
local function acts_left(seat)
  return deploying() and places_left(seat) or orders_left(seat)
end

local joint, shared = options.ally_orders == "joint", options.ally_sacrifice_share
w.sides.may_act_now:amend("and", function(seat)
  return seat == now.general or joint and acts_left(seat) > 0
end)
if not shared then
  w.sides.gains:amend("and", function(unit) return owner[unit] == now.general end)
end

-- Placements, or orders, that he has left.
local function left_of(seat, placing)
  return placing and places_left(seat) or orders_left(seat)
end

---What the Generals of the side to move have left to do.
---@param placing boolean is it placements that count, or orders?
---@return integer
local function remaining(placing)
  local sum = 0
  for seat = 0, LAST do
    if side(seat) == now.active then sum = sum + left_of(seat, placing) end
  end
  return sum
end

---The first of them who has something left, or of all.
---@param placing boolean
---@return muster.Seat
local function next_general(placing)
  for seat = 0, LAST do
    if side(seat) == now.active and left_of(seat, placing) > 0 then return seat end
  end
  return w.sides.lead(now.active)
end

local function forget_spent()
  for seat = 0, LAST do
    spent[seat] = 0
    gives_up[seat] = false
  end
end

-- ---- letting an ally go first -------------------------------------------------------------------

local function acts_first(general)
  for seat = 0, LAST do
    if side(seat) == now.active and acts_left(seat) > 0 then return seat == general end
  end
  return false
end
local function choose_ally()
  need(acts_first(now.general), "WT-ALLY-22", "an ally has already let this General go first")
  local who = choose("who", w.state.GENERAL)
  need(who ~= now.general and side(who) == now.active and acts_left(who) > 0, "WT-ALLY-22",
    "that General is no ally with something left to do this turn")
  return who
end
local function yield_to(who) now.general = who end

if not joint then
  muster.move { "yield_order", at = w.flow.order, reluctant = true,
    title = "Let an ally go first", text = "next:{who}", legal = choose_ally, apply = yield_to }
  muster.move { "yield_place", at = w.flow.deployment, reluctant = true,
    title = "Let an ally go first", text = "next:{who}", legal = choose_ally, apply = yield_to }
end

return { spent = spent, gives_up = gives_up, orders_a_turn = orders_a_turn, lives = lives,
  orders_left = orders_left, remaining = remaining, next_general = next_general,
  forget_spent = forget_spent }
