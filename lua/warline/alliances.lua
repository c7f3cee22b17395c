-- WARLINE: battles of three and four (chapter 47): two against one, two against two, one against
-- three. The option `sides` of the core rules assigns Generals to sides, which know the armies,
-- friends and enemies, and the Prisons and tokens of a side. Here stands who acts when: allies
-- deploy and give orders in one turn, in the sequence that they choose, each General by himself.

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: battles of three and four",
  requires = { "warline.tactical" },
  offers = { orders = { by = "alliances" } },
  options = {
    option.choice("ally_orders", { "own", "joint" },
      "Each General gives his own orders and may let an ally go first, or any order of the "
        .. "side may come next."),
    option.choice("ally_check", { "turn_end", "each_order" },
      "When victory is looked at: at the end of a side's turn, or after each of its orders."),
    option.choice("ally_torment", { "first_seat", "captor" },
      "Who decides on torment in Step 2: the first General of the side, or who took the "
        .. "prisoner."),
    option.no("ally_sacrifice_share", "May an ally's battalion gain the 8 actions of a sacrifice?"),
    { key = "lone_vs_three_orders", type = "int", min = 1, max = 3, default = 1,
      help = "Orders a turn of one General against three." },
    require("warline.orders.stall")(),
  },
}
local w = require("warline.tactical")
if not w.generals.allied then
  error("warline.alliances needs more than two Generals: set sides to 1v2, 2v2 or 1v3 in "
    .. "[warline] (WT-ALLY-3)", 0)
end
if options.ally_check == "each_order" and w.options.declare == "manual" then
  error("ally_check = each_order and declare = manual: a General declares at the end of a turn "
    .. "only (WT-RUL-93)", 0)
end
w.notation.note_variant(tostring(seats))

local acting = require("warline.alliances.acting")
local flow, now = w.flow, w.state.now
local spent, gives_up, lives = acting.spent, acting.gives_up, acting.lives
local remaining, next_general = acting.remaining, acting.next_general
local forget_spent = acting.forget_spent
local LAST = seats - 1

-- ---- torment in Step 2 (WT-RUL-176) -------------------------------------------------------------

local by_captor = options.ally_torment == "captor"
local torment_due = muster.step { "torment_due", title = "Step 2: is there anybody to torment?",
  run = by_captor and require("warline.alliances.captors").seek_torment or w.steps.torment_if_due }
function flow.seek_torment() go(torment_due) end
function flow.after_torment() go(by_captor and torment_due or flow.reset_due) end
function w.reading.begin.TOR() go(torment_due) end

-- ---- orders -------------------------------------------------------------------------------------

local orders = require("warline.orders")
local book = orders.book

local function orders_of(side)
  local sum = 0
  for seat = 0, LAST do
    if w.generals.side(seat) == side and lives(seat) then sum = sum + acting.orders_a_turn[seat] end
  end
  return math.max(sum, 1)
end

local close, turn_over = orders.declare {
  gone = function(side) -- given up for a sacrifice, before its first order (WT-RUL-184)
    for _, seat in ipairs(w.generals.generals_of[side]) do
      if lives(seat) then return false end
    end
    return true
  end,
  orders = orders_of,
}
w.steps.turn_began:on(forget_spent)

local order_due = muster.step { "order_due", title = "Step 5: who gives the next order?",
  run = function()
    local left = remaining(false)
    now.general = next_general(false)
    -- A sacrifice may have taken a General's last battalion, or the last of the side (WT-RUL-184).
    if left == 0 then return go(turn_over) end
    if book.orders_due > 1 then book.orders_due = left end
    go(flow.order)
  end }
function flow.call_for_order() go(order_due) end

-- The General who has given an order, and the one who gives the next.
local function pass_on()
  local seat = now.general
  spent[seat] = spent[seat] + 1
  local left = remaining(false)
  -- who has died since has no order any more; the first turn has one in all (WT-ALLY-25)
  if book.orders_due > 1 then book.orders_due = book.orders_done + 1 + left end
  if book.orders_due > 1 and left > 0 then
    now.general = next_general(false)
  else
    now.general = w.sides.lead(now.active)
  end
end

function flow.close_order(stalled)
  pass_on()
  if not close(stalled) then
    for seat = 0, LAST do spent[seat] = 0 end
  elseif options.ally_check == "each_order" and not w.victory.decided() then
    go(flow.order)
  end
end

-- ---- giving up (WT-RUL-110) ---------------------------------------------------------------------

-- Is he to be asked: has he battalions, be it still off the field?
local function takes_part(seat)
  return lives(seat) or w.deploy.unprepared() or count(w.state.undeployed[seat]) > 0
end

function flow.agreed_to_resign(seat)
  gives_up[seat] = true
  return not range(0, LAST):some(function(ally)
    return w.generals.side(ally) == w.generals.side(seat) and not gives_up[ally]
      and takes_part(ally)
  end)
end

w.scene.warnings:on(function(lines)
  for seat = 0, LAST do
    if gives_up[seat] and not muster.over_by() then
      lines[#lines + 1] = w.state.general_names[seat]
        .. " resigns, if all of the side do in this turn"
    end
  end
end)

w.ending.closings:on(function()
  forget_spent()
  now.general = w.sides.lead(now.active)
end)

-- ---- deployment (WT-ALLY-26, WT-RUL-183) --------------------------------------------------------

w.deploy.deployed:on(function(unit)
  local seat = owner[unit]
  spent[seat] = spent[seat] + 1
  book.orders_done = book.orders_done + 1
end)

local function waits(side)
  for seat = 0, LAST do
    if w.generals.side(seat) == side and count(w.state.undeployed[seat]) > 0 then return true end
  end
  return false
end

local function open()
  now.active = seats == 3 and 0 or now.deployer
  now.general = w.sides.lead(now.active)
  if seats == 4 then return go(flow.opening) end
  w.deploy.opened:emit(0) -- the lone General opens (WT-ALLY-14)
  go(flow.turn_begin)
end

local deploy_on = muster.step { "deploy_on", title = "who of the side deploys next?",
  run = function()
    if remaining(true) == 0 then
      forget_spent()
      book.orders_done = 0
      if waits(1 - now.active) then
        now.active = 1 - now.active
      elseif not waits(now.active) then
        return open()
      end
    end
    now.general = next_general(true)
    go(flow.deployment)
  end }
function flow.deploy_next() go(deploy_on) end

require("warline.alliances.lines")

-- ---- scenes and invariants ----------------------------------------------------------------------

w.scene.progress:on(function(text)
  if muster.decision_name() ~= "deployment" then return text end
  local done, left = book.orders_done, remaining(true)
  return " (" .. done + 1 .. " of " .. done + left .. ")"
end)

w.verify.checks:on(function(check)
  local pending = muster.decision_name()
  if pending and pending ~= "claim" and pending ~= "coin" then
    check(w.generals.side(now.general) == now.active, "WT-ALLY-23",
      "a General of the other side acts")
  end
  for seat = 0, LAST do
    check(spent[seat] == 0 or w.generals.side(seat) == now.active, "WT-ALLY-21",
      "a General acted in the turn of the other side")
  end
end)

require("warline.alliances.texts")
