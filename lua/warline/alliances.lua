-- WARLINE: battles of three and four (chapter 47): two against one, two against two, one against
-- three. Who stands on which side is the option `sides` of the core rules, which know the armies,
-- friends and enemies, and the Prisons and tokens of a side. Here stands who acts when: allies
-- deploy and give orders in one turn, in the sequence that they choose, each General by himself.

local settings = {
  { key = "ally_orders", type = "choice", choices = { "own", "joint" }, default = "own",
    help = "Each General gives his own orders and may let an ally go first, or any order of the "
      .. "side may come next." },
  { key = "ally_check", type = "choice", choices = { "turn_end", "each_order" },
    default = "turn_end",
    help = "When victory is looked at: at the end of a side's turn, or after each of its orders." },
  { key = "ally_torment", type = "choice", choices = { "first_seat", "captor" },
    default = "first_seat",
    help = "Who decides on torment in Step 2: the first General of the side, or who took the "
      .. "prisoner." },
  { key = "ally_sacrifice_share", type = "bool", default = false,
    help = "May an ally's battalion gain the 8 actions of a sacrifice?" },
  { key = "lone_vs_three_orders", type = "int", min = 1, max = 3, default = 1,
    help = "Orders a turn of one General against three." },
  { key = "dt_stall", type = "choice", choices = { "whole_turn", "any_two_orders" },
    default = "whole_turn",
    help = "What loses: two own turns of Stalls only, or any two Stalls one after the other." },
}
local options = muster.module {
  title = "WARLINE: battles of three and four",
  requires = { "warline.tactical" },
  options = settings,
}
local w = require("warline.tactical")
local get, set = w.get, w.set
w.note_options(settings, options)
if not w.allied then
  error("warline.alliances needs more than two Generals: set sides to 1v2, 2v2 or 1v3 in "
    .. "[warline] (WT-ALLY-3)", 0)
end
if options.ally_check == "each_order" and w.options.declare == "manual" then
  error("ally_check = each_order and declare = manual: a General declares at the end of a turn "
    .. "only (WT-RUL-93)", 0)
end
w.note_variant(tostring(w.generals))

local LAST = w.generals - 1

-- ---- who has something left to do in a turn of his side ---------------------------------------

-- Orders, and placements, of each General in one turn (WT-ALLY-13, WT-RUL-182, WT-RUL-183).
local orders, places = {}, {}
for seat = 0, LAST do
  local lone = #w.generals_of[w.side_of[seat]] == 1
  orders[seat] = lone and (w.generals == 3 and 2 or options.lone_vs_three_orders) or 1
  places[seat] = lone and w.generals == 3 and 2 or 1
end
muster.values("orders_a_turn", orders)
muster.values("places_a_turn", places)
get.spent, set.spent = muster.field { of = "seat", name = "spent", max = 8 }
get.gives_up, set.gives_up = muster.field { of = "seat", name = "gives_up", hashed = false }

-- A General without battalions on the field and in Prison has no order (WT-RUL-184).
muster.define("lives(seat)", "some(p of prison(1 - side(seat)): owner(p) == seat) or "
  .. "some(z in tops(battalion): some(x of z: owner(x) == seat and type(x) == battalion))")
muster.define("orders_left(seat)",
  "if lives(seat) then max(orders_a_turn(seat) - spent(seat), 0) else 0")
muster.define("places_left(seat)",
  "min(max(places_a_turn(seat) - spent(seat), 0), count(undeployed(seat)))")
local lives = muster.expr("lives(seat)", "seat")
local orders_left = muster.expr("orders_left(seat)", "seat")
local places_left = muster.expr("places_left(seat)", "seat")

local joint = options.ally_orders == "joint"
muster.define("acts_left(seat)", "if deploying then places_left(seat) else orders_left(seat)")
muster.define("deploying", "some(g in 0 .. " .. LAST .. ": count(undeployed(g)) > 0)")
muster.define("may_act_now(seat)", "side(seat) == active and "
  .. (joint and "(acts_left(seat) > 0 or seat == general)" or "seat == general"))
muster.define("gains(unit)", options.ally_sacrifice_share and "side(owner(unit)) == active"
  or "owner(unit) == general")

---What the Generals of a side have left to do, and the first who has.
---@param left fun(seat: integer): integer
---@return integer sum
---@return integer general
local function remaining(left)
  local sum, first = 0, nil
  for _, seat in ipairs(w.generals_of[get.active()]) do
    local more = left(seat)
    sum = sum + more
    if more > 0 then first = first or seat end
  end
  return sum, first or w.generals_of[get.active()][1]
end

local function forget_spent()
  for seat = 0, LAST do
    set.spent(seat, 0)
    set.gives_up(seat, 0)
  end
end

-- ---- letting an ally go first (WT-ALLY-22) ----------------------------------------------------

if not joint then
  for _, at in ipairs({ "order", "deployment" }) do
    muster.move { at == "order" and "yield_order" or "yield_place", at = at, reluctant = true,
      title = "Let an ally go first", text = "next:{who}",
      { where = "general == pick(g in 0 .. " .. LAST .. ": side(g) == active and acts_left(g) > 0)",
        rule = "WT-ALLY-22", why = "an ally has already let this General go first" },
      { each = "who", from = "0", to = tostring(LAST), min = 0, max = LAST,
        letters = string.sub("1234", 1, w.generals) },
      { where = "who ~= general and side(who) == active and acts_left(who) > 0",
        rule = "WT-ALLY-22", why = "that General is no ally with something left to do this turn" },
      apply = "general = who" }
  end
end

-- ---- torment in Step 2 (WT-RUL-176) -----------------------------------------------------------

local by_captors = require("warline.alliances.captors")
if options.ally_torment == "captor" then
  by_captors(w)
else
  muster.step { "torment_due", title = "Step 2: is there anybody to torment?",
    run = w.text.torment_step }
end

-- ---- orders -------------------------------------------------------------------------------------

require("warline.orders") {
  module = "warline.alliances",
  gone = function(side) -- given up for a sacrifice, before its first order (WT-RUL-184)
    for _, seat in ipairs(w.generals_of[side]) do
      if lives(seat) > 0 then return false end
    end
    return true
  end,
  orders = "max(sum(g in 0 .. " .. LAST .. ": if side(g) == seat and lives(g) "
    .. "then orders_a_turn(g) else 0), 1)",
  any_two_stalls = options.dt_stall == "any_two_orders",
  rule = "WT-DT-5",
}
muster.on("turn_began", forget_spent)

muster.step { "order_due", title = "Step 5: who gives the next order?", run = function()
  local left, first = remaining(orders_left)
  set.general(first)
  -- A sacrifice may have taken a General's last battalion, or the last of the side (WT-RUL-184).
  if left == 0 then return muster.go("turn_over") end
  if get.orders_due() > 1 then set.orders_due(left) end
  muster.go("order")
end }

local close = w.close_order
---@param stalled integer
function w.close_order(stalled)
  local seat = get.general()
  set.spent(seat, get.spent(seat) + 1)
  local left, first = remaining(orders_left)
  -- who has died since has no order any more; the first turn has one in all (WT-ALLY-25)
  if get.orders_due() > 1 then set.orders_due(get.orders_done() + 1 + left) end
  set.general(get.orders_due() > 1 and left > 0 and first or w.generals_of[get.active()][1])
  close(stalled)
  if muster.decision_name() == "turn_over" then
    for ally = 0, LAST do set.spent(ally, 0) end
  end
  if options.ally_check == "each_order" and muster.decision_name() == "order" then
    w.judge_at_once()
    if muster.decision_name() then muster.go("order") end
  end
end

-- Is he to be asked: has he battalions, be it still off the field?
local takes_part = muster.expr("lives(seat) or unprepared or count(undeployed(seat)) > 0", "seat")

---@param seat integer
---@return boolean
function w.agreed_to_resign(seat)
  set.gives_up(seat, 1)
  for _, ally in ipairs(w.generals_of[w.side_of[seat]]) do
    if get.gives_up(ally) == 0 and takes_part(ally) > 0 then return false end
  end
  return true
end

w.warnings[#w.warnings + 1] = function(lines)
  for seat = 0, LAST do
    if get.gives_up(seat) > 0 and not muster.over_by() then
      lines[#lines + 1] = w.general_names[seat] .. " resigns, if all of the side do in this turn"
    end
  end
end

w.closings[#w.closings + 1] = function()
  forget_spent()
  set.general(w.generals_of[get.active()][1])
end

-- ---- deployment (WT-ALLY-26, WT-RUL-183) ------------------------------------------------------

muster.on("deployed", "spent(owner(unit)) = spent(owner(unit)) + 1 orders_done = orders_done + 1")

local function waits(side)
  for _, seat in ipairs(w.generals_of[side]) do
    if muster.count(w.undeployed(seat)) > 0 then return true end
  end
  return false
end

muster.step { "deploy_on", title = "who of the side deploys next?", run = function()
  local left = remaining(places_left)
  if left == 0 then
    forget_spent()
    set.orders_done(0)
    if waits(1 - get.active()) then
      set.active(1 - get.active())
    elseif not waits(get.active()) then
      set.active(w.generals == 3 and 0 or get.deployer())
      set.general(w.generals_of[get.active()][1])
      if w.generals == 4 then return muster.go("opening") end
      muster.emit("opened", 0) -- the lone General opens (WT-ALLY-14)
      return muster.go("turn_begin")
    end
  end
  local _, first = remaining(places_left)
  set.general(first)
  muster.go("deployment")
end }

require("warline.alliances.lines") { remaining = remaining, places_left = places_left,
  orders_left = orders_left }

-- ---- what is to be seen, what can never be -----------------------------------------------------

local progress = w.progress
---@return string
function w.progress()
  local text = progress()
  if muster.decision_name() == "deployment" then
    local done = get.orders_done()
    text = " (" .. done + 1 .. " of " .. done + remaining(places_left) .. ")"
  end
  return text
end

w.checks[#w.checks + 1] = function(check)
  local now = muster.decision_name()
  if now and now ~= "claim" and now ~= "coin" then
    check(w.side_of[get.general()] == get.active(), "WT-ALLY-23",
      "a General of the other side acts")
  end
  for seat = 0, LAST do
    check(get.spent(seat) == 0 or w.side_of[seat] == get.active(), "WT-ALLY-21",
      "a General acted in the turn of the other side")
  end
end

require("warline.alliances.texts")(w, options)
