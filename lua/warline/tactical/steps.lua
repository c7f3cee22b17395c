-- The turn from top to bottom, except the order itself (chapters 6 to 9, WT-DATA-10). Steps that
-- leave no choice run at once. Everything that can be pending is declared in warline.tactical.flow:
-- go(flow.x) makes a decision or a step pending; flow.x() runs a procedure within the present move.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")
local combat = require("warline.tactical.combat")
local flow = require("warline.tactical.flow")
local ask_reface = require("warline.tactical.reface").ask_reface
local stall = require("warline.tactical.orders").stall
local able = require("warline.tactical.capability")

local options, allied, battalion = muster.options(), generals.allied, state.battalion
local now, arms, due, prison = state.now, state.arms, state.due, state.prison
local vigor, vigor_bearer, has_eight_actions = state.vigor, state.vigor_bearer, state.eight
local side_of, topped, gains = generals.side_of, sides.topped, sides.gains

--- A battalion earns Vigor.
local roused = muster.event { "roused", "unit",
  tell = "{unit} earns Vigor" }
--- A ritual is completed, and the battalion dies; it stood on this zone.
local sacrificed = muster.event { "sacrificed", "unit", "zone",
  says = function(unit, zone)
    return state.battalion_of(unit) .. " is sacrificed on " .. zone
  end }
--- A battalion gets 8 maneuver actions for this turn.
local blessed_with_eight = muster.event { "blessed_with_eight", "unit",
  tell = "{unit} gets 8 maneuver actions" }
--- The turn of that side begins.
local turn_began = muster.event { "turn_began", "seat" }

-- ---- Step 1: counter attacks --------------------------------------------------------------------

-- Counter attacks reach enemies that are covered themselves.
local covered = options.ctr_through_cover

-- Does the battalion that lies right beneath this one strike it?
local function is_owed(unit)
  return side_of(q.beneath(unit)) == now.active and q.hostile(unit) and kind(unit) == battalion
end
--- Is a counter attack of the side to move due on a zone?
local function owed_on(zone)
  if covered then return pieces(zone):some(is_owed) end
  return is_owed(top(zone))
end

function flow.turn_begin()
  sides.led_by(sides.lead(now.active)) -- among allies the first General decides in Steps 1 to 4
  local exposed = covered and tops(battalion) or topped(1 - now.active)
  local owed = exposed:where(owed_on)
  if #owed == 0 then
    flow.seek_torment()
  else
    for zone in owed do due[zone] = true end
    go(flow.counter)
  end
end

local function is_due(zone) return due[zone] end

--- The next stack in which a counter attack is due.
local next_spot = muster.once(function() return tops(battalion):pick(is_due) end)
--- The enemy that is struck first there.
local next_victim = muster.once(function() return pieces(next_spot()):pick(is_owed) end)
--- The battalion beneath it, which strikes.
local next_striker = muster.once(function() return q.beneath(next_victim()) end)
-- The first battalion, from the top down, that survives the blow.
local next_survivor = muster.once(function()
  local victim, force = next_victim(), arms[next_striker()]
  if q.blow(victim, force) < arms[victim] then return victim end
  return combat.first_standing(q.beneath(next_striker()), force)
end)
if allied then -- the General of the striker decides (WT-RUL-177)
  flow.counter.seat = function() return owner[next_striker()] end
end

local function choose_stack()
  return choose("zone", only(next_spot()), "WT-RUL-20",
    "counter attacks are made in the order a1, b1 ... of the stacks where they are due")
end
local function survivor_is_refaced() return combat.yields(next_survivor(), arms[next_striker()]) end

local function counter(zone, face)
  local unit, victim, survivor = next_striker(), next_victim(), next_survivor() -- before the blow
  combat.countered:emit(unit, zone)
  combat.strike(unit, zone, survivor, victim, face)
  due[zone] = false
  if covered then
    -- Taking the striker out lowers all above it by one: level(victim) is now right above a victim
    -- that lives. Else it lies on the first survivor below, or on the ground (the level of nil is
    -- 0).
    local height = level(survivor) + 1
    if survivor == victim then height = level(victim) end
    insert(unit, zone, height)
  else
    put(unit, zone)
  end
  if not tops(battalion):some(is_due) then flow.seek_torment() end
end

muster.move { "counter_turn", at = flow.counter,
  title = "Counter attack", text = "C:{zone}{face}",
  legal = function()
    local zone = choose_stack()
    need(survivor_is_refaced(), "WT-CTR-4",
      "no facing is set after this blow: write - for it")
    return zone, choose("face", state.FACE)
  end,
  apply = counter }
muster.move { "counter_strike", at = flow.counter,
  title = "Counter attack", text = "C:{zone}-",
  legal = function()
    local zone = choose_stack()
    need(not survivor_is_refaced(), "WT-CTR-4", "the survivor is given a new facing: name it")
    return zone
  end,
  apply = function(zone) counter(zone, nil) end }

-- ---- Step 2: torment ----------------------------------------------------------------------------

--- Step 2 without allies, where one General decides for the whole side. (Among allies,
--- warline.alliances replaces what follows.)
local function torment_if_due()
  if count(prison[now.active]) > 0 then go(flow.torment) else go(flow.reset_due) end
end
if not allied then
  -- Reached only when a position line begins here (`ph=TOR`; see reading.lua).
  function flow.torment_due() torment_if_due() end
  function flow.seek_torment() torment_if_due() end
  function flow.after_torment() go(flow.reset_due) end
end

muster.move { "torment", at = flow.torment, title = "Torment",
  text = "T:{who}",
  legal = function()
    return choose("who", subsets(prison[now.active]), "WT-TORM-1",
      "only prisoners in your Prison can be tormented")
  end,
  apply = function(who)
    for unit in chosen(prison[now.active], who) do combat.torment(unit) end
    flow.after_torment()
  end }

-- ---- Step 3: token reset ------------------------------------------------------------------------

-- The bearer may be nil, which can be read but not written.
local function drop_vigor(side)
  local unit = vigor_bearer[side]
  if vigor[unit] > 0 then vigor[unit] = 0 end
end

local settle_ritual -- defined under Step 4

function flow.reset_due()
  drop_vigor(now.active)
  state.free_stunned()
  vigor_bearer[now.active], state.stun_bearer[1 - now.active] = nil, nil
  if not settle_ritual() then flow.call_for_order() end
end

-- ---- Step 4: completing a sacrifice -------------------------------------------------------------

local named = options.sac_benefit == "named"

-- The benefit is for whichever battalion maneuvers, so all of the side get it. now.blessed then
-- holds any one of them, as a sign that a benefit is running.
local function bless_all()
  for zone in tops(battalion) do
    for unit in pieces(zone) do
      if gains(unit) then
        has_eight_actions[unit] = true
        now.blessed = unit
      end
    end
  end
end
local function end_benefit()
  if not now.blessed then return end
  if named then
    has_eight_actions[now.blessed] = false
  else
    for zone in tops(battalion) do
      for unit in pieces(zone) do has_eight_actions[unit] = false end
    end
  end
  now.blessed = nil
end

-- Unlike other events, this one is raised after the action: the battalion is off the field
-- (WT-RUL-154).
local function sacrifice(unit)
  local altar = place(unit)
  sides.led_by(owner[unit])
  now.idle = -1 -- irreversible: this turn does not count as idle
  combat.bury(unit)
  sacrificed:emit(unit, altar)
  if not named then bless_all() end
end

-- Settle the ritual of this side's last turn, whether it held or was broken, and make the next step
-- pending. Returns false if there was none.
function settle_ritual()
  local unit = state.marked_bearer[now.active]
  if not state.marked[unit] then return false end
  if q.ritual_holds(unit) then
    sacrifice(unit)
    if named then go(flow.benefit) else flow.call_for_order() end
    ask_reface(0) -- on top of what is pending, so it is answered first
  else
    state.marked[unit] = false
    flow.call_for_order()
  end
  return true
end

-- Reached only when a position line begins here (`ph=SAC`; see reading.lua).
function flow.benefit_due()
  if settle_ritual() then return end
  if named then go(flow.benefit) else flow.call_for_order() end
end

if not allied then -- among allies: who gives the order?
  function flow.call_for_order() go(flow.order) end
end

if named then
  local OWN = "the benefit goes to one of your battalions on the field"
  local function gains_on_top(zone) return gains(top(zone)) end
  local function gains_below(zone) return pieces(zone):some(gains) end
  local function own_tops()
    if allied then return topped(now.active):where(gains_on_top) end
    return topped(now.active)
  end
  local function give_eight(unit)
    blessed_with_eight:emit(unit)
    has_eight_actions[unit] = true
    now.blessed = unit
    flow.call_for_order()
  end
  muster.move { "bless", at = flow.benefit, title = "Benefit: 8 actions", text = "S:{zone}",
    legal = function()
      return top(choose("zone", own_tops(), "WT-SACR-4", OWN))
    end,
    apply = give_eight }
  muster.move { "bless_covered", at = flow.benefit,
    title = "Benefit: 8 actions for a covered battalion", text = "S:{zone}/{height}",
    legal = function()
      local zone = choose("zone", tops(battalion), "WT-SACR-4", OWN)
      local height = choose("height", range(1, count(zone) - 1, state.battalions - 1), "WT-RUL-29",
        "that level does not exist, or is the top, which is named without a level")
      local unit = piece_at(zone, height)
      need(gains(unit), "WT-SACR-4", OWN)
      return unit
    end,
    apply = give_eight }
  muster.move { "bless_nobody", at = flow.benefit, title = "Benefit: nobody to name",
    text = "S:-",
    legal = function()
      need(not tops(battalion):some(gains_below), "WT-RUL-30",
        "one of your battalions is on the field: it must be named")
    end,
    apply = function() flow.call_for_order() end }
end

-- ---- the end of a maneuver ----------------------------------------------------------------------

-- Step 5, the order, is in orders.lua. Here: how a maneuver ends.

function flow.maneuver_on()
  if q.may_act(top(now.acting_zone)) then go(flow.maneuvering) else go(flow.maneuver_over) end
end

local function rouse(unit)
  if options.token_pool == "shared" and vigor[vigor_bearer[1 - now.active]] > 0 then return end
  drop_vigor(now.active)
  vigor[unit] = 1
  vigor_bearer[now.active] = unit
  roused:emit(unit)
end

-- Only where a turn has several orders: this battalion, if it survived, has had its order. A
-- benefit that names nobody goes to the first battalion that maneuvers, so it ends here.
local function note_order(unit)
  if unit then state.ordered[unit] = true end
  if not named and now.blessed and gains(now.blessed) then end_benefit() end
end

function flow.maneuver_over()
  local unit = top(now.acting_zone)
  if now.attacked and q.bare(unit) then rouse(unit) end -- on no other battalion: it earns Vigor
  if generals.several_orders then note_order(unit) end
  local did_not_act = not now.acted -- it did nothing but turn, which counts as a Stall
  state.clear_maneuver()
  if did_not_act then
    stall()
  else
    state.stalls[now.active] = 0
    go(flow.turn_end)
  end
end

-- ---- the end of a turn --------------------------------------------------------------------------

-- A quick test (WT-DATA-11). A side can surely move and strike if one of its topmost battalions can
-- leave its zone and, besides, either has a hammer (Arms 4) with ramparts left to build, or can
-- reach an enemy without crossing a rampart.

--- Could it leave its zone, if there is room beside?
---@param unit muster.Piece?
local stirs = muster.query(function(unit) return level(unit) == 1 or arms[unit] >= 2 end)

--- Can this side move and strike for sure, by the core rules?
---@param side muster.Seat
local fit = muster.query(function(side)
  local open = q.passable()
  return (topped(side) & near(open)):some(function(zone)
    local unit = top(zone)
    return stirs(unit) and (arms[unit] >= 4 and state.stock[owner[unit]] > 0
      or #(topped(1 - side) & flood(only(zone), open)) > 0)
  end)
end)

--- Can it for a reason that the core rules do not know?
---@param side muster.Seat
local still_fit = muster.query(function(side) -- luacheck: no unused args
  return false
end)

-- At least one side can strike, and a side that alone can strike has no hammer.
local function no_armed_monopoly(strikes0, strikes1)
  return (strikes0 or strikes1) and (strikes0 or not able.armed(1))
    and (strikes1 or not able.armed(0))
end

--- Are the lists of what a side can do only upper bounds, which may call a side able that is not
--- (WT-RUL-241)?
local bounds_only = muster.query(function() return false end)

--- Is the bounded search worth its time, though by the lists the battle goes on? So it is where no
--- battalion of either side is seen to move.
local stuck = muster.query(function()
  return bounds_only() and not able.plainly_mobile(0) and not able.plainly_mobile(1)
end)

--- Zones where a stack of one side alone can be sacrificed down to its lowest battalion for sure.
---@param side muster.Seat
local unstacked = muster.query(function(side)
  return (topped(side) & q.altars() & q.passable()):where(function(zone)
    return not able.enemy_in(zone, side)
  end)
end)

--- Is it known at a glance that this side can move?
---@param side muster.Seat
local known_to_move = muster.query(function(side)
  return able.plainly_mobile(side) or #(unstacked(side) & near(q.passable())) > 0
end)

-- Does a counter attack of the side come next turn?
local function strikes_back(side)
  return topped(1 - side):some(function(zone) return side_of(q.beneath(top(zone))) == side end)
end

local function has_hammer(unit) return arms[unit] >= 4 end
local function is_lowest(unit) return level(unit) == 1 end

-- Can the lowest battalion of a stack, once it is alone, for sure break a rampart: over easy
-- ground, up to one, or to a zone where it builds one? Arms pass down between those of one General.
local function known_to_break(zone, free)
  local unit = pieces(zone):pick(is_lowest)
  if not has_hammer(unit) and (allied or not pieces(zone):some(has_hammer)) then return false end
  local around = near(flood(only(zone), free & q.gentle() | only(zone)))
  return #(around & q.walls()) > 0
    or q.may_build(unit) and #(around & free & q.building_ground(unit)) > 0
end

--- Is it known that it can strike: by a counter attack; off an enemy beneath or step by step over
--- free ground, up to an enemy; with a hammer?
---@param side muster.Seat
local known_to_strike = muster.query(function(side)
  local open = q.passable()
  local foes, free, alone = topped(1 - side) & open, open - occupied(), unstacked(side)
  return strikes_back(side) or (topped(side) & open):some(function(zone)
    local unit = top(zone)
    if (alone[zone] or level(unit) == 1) and known_to_break(zone, free) then return true end
    return (alone[zone] or stirs(unit))
      and #(near(flood(only(zone), free | only(zone))) & foes) > 0
      or stirs(unit) and side_of(q.beneath(unit)) == 1 - side and near(free)[zone]
  end)
end)

-- Has each side a battalion that stirs, with no rampart between the two? Then both sides are fit.
-- This takes one flood, and is mostly so.
local function faces_foe()
  local open = q.passable()
  local leavable = near(open)
  return (topped(0) & leavable):some(function(zone)
    return stirs(top(zone)) and (topped(1) & leavable & flood(only(zone), open)):some(function(foe)
      return stirs(top(foe))
    end)
  end)
end

--- Is it plain at a glance that the battle can go on? If not, flow.judge looks closely.
local lively = muster.query(function()
  if options.capability_horizon ~= "solo" then return false end
  if faces_foe() then return true end
  local fit0 = fit(0)
  if not fit0 and stuck() then return false end -- then nobody is fit
  if (fit0 or still_fit(0)) and (fit(1) or still_fit(1)) then return true end
  return able.plainly_mobile(0) and able.plainly_mobile(1)
    and no_armed_monopoly(able.aggressive(0), able.aggressive(1))
end)

local needs = state.needs
local function plainly_undecided()
  for of = 0, 1 do
    if count(state.graveyard[of]) >= needs.overpower[of]
      or count(prison[of]) >= needs.shackle[of] then
      return false
    end
  end
  return lively()
end

--- All orders of a turn have been carried out.
local function turn_over()
  local enemy_holder = vigor_bearer[1 - now.active] -- of Vigor; 2: it has been used this turn
  end_benefit()
  if vigor[enemy_holder] == 2 then vigor[enemy_holder] = 1 end
  if plainly_undecided() then go(flow.turn_pass) else flow.judge() end
end

-- An order has been carried out.
function flow.turn_end()
  if generals.several_orders then flow.close_order(false) else turn_over() end
end

-- Count this turn if it was idle. Returns true if that was the last one allowed (WT-RUL-109).
local function count_idle_turn()
  local repeats = options.resolve == "repeat"
  if not repeats and options.resolve ~= "irreversible" then
    now.idle = 0
    return false
  end
  local key = position_key() * 2 + now.active
  local idle = 0
  if now.idle >= 0 and (not repeats or seen(key)) then idle = now.idle + 1 end
  if idle >= 2 * options.resolve_cycles then return true end
  now.idle = idle
  if repeats then remember(key) end
  return false
end

function flow.next_turn()
  now.active = 1 - now.active
  now.turn = now.turn + 1
  turn_began:emit(now.active)
  go(flow.turn_begin)
end

function flow.turn_pass()
  if options.max_turns > 0 and now.turn >= options.max_turns or count_idle_turn() then
    flow.resolve_now()
  else
    flow.next_turn()
  end
end

-- ---- the rulebook -------------------------------------------------------------------------------

muster.rules { title = "The turn", place = 4,
  { id = "WT-TURN-2", text = [[A turn has five steps: counter attacks, torment, tokens back,
    completing a sacrifice, one order. Steps without work are passed over.]] },
  { id = "WT-CTR-1", option = "ctr_through_cover", text = covered
    and [[Step 1, counter attacks. In each stack your highest battalion with an enemy right on top
      of it must strike that enemy, even a covered one.]]
    or [[Step 1, counter attacks. Where an enemy is topmost in a stack and your battalion lies right
      beneath it, yours must strike back. A second enemy in between spares the lower one.]] },
  { id = "WT-RUL-20", text = [[All that are due are carried out, zone by zone: a1, b1 and so on,
    then a2.]] },
  { id = "WT-CTR-3", text = [[Your battalion slips out from below and strikes as in an attack: it
    takes its own Arms from those of the enemy. The chapter Attack tells of losses, tokens and whole
    stacks.]] },
  { id = "WT-CTR-4", option = "reface_without_loss",
    text = "You set the facing of the battalion that survives the blow"
      .. (options.reface_without_loss and "." or ", if it lost Arms.") },
  { id = "WT-CTR-6", option = "ctr_through_cover", text = "Your battalion then lies on top of "
    .. (covered and "its victim, or where the victim was" or "the stack")
    .. "; its own facing stays." },
  { id = "WT-TORM-1", text = [[Step 2, torment. Each prisoner in your Prison may lose 1 Arms: choose
    all, some or none.]] },
  { id = "WT-TORM-2", text = "A prisoner of Arms 1 dies of it and goes to your Graveyard." },
  { id = "WT-TOK-1", text = "Step 3, tokens back. Your battalion loses its Vigor." },
  { id = "WT-TOK-2", text = [[The enemy battalion that you stunned is freed too. Your own stunned
    battalion must wait for the enemy's Step 3.]] },
  { id = "WT-SACR-1", text = [[Step 4, completing a sacrifice. If a ritual of your last turn was not
    broken, the marked battalion dies now and goes to the enemy's Graveyard.]] },
  { id = "WT-SACR-4", option = "sac_benefit", text = named
    and [[In return you name one of your battalions on the field, which has 8 actions if it
      maneuvers this turn.]]
    or "In return the battalion that you have maneuver in this turn has 8 actions." },
  { id = "WT-RUL-29", option = "sac_benefit", when = named,
    text = "It may be a covered one, which is named with its level in the stack." },
  { id = "WT-RUL-30", text = [[The benefit ends with the turn, used or not; without a battalion on
    the field it lapses.]] },
  { id = "WT-ORD-1", text = [[Step 5, the order. One battalion carries out one order, and the turn
    is over.]] },
}

return { roused = roused, sacrificed = sacrificed, blessed_with_eight = blessed_with_eight,
  turn_began = turn_began, owed_on = owed_on, torment_if_due = torment_if_due, stirs = stirs,
  fit = fit, still_fit = still_fit, bounds_only = bounds_only, stuck = stuck,
  unstacked = unstacked, known_to_move = known_to_move, known_to_strike = known_to_strike,
  lively = lively, turn_over = turn_over }
