-- Step 5 (chapters 10, 11, 23 to 26): one order for one battalion.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")
local flow = require("warline.tactical.flow")
local because_of_zone = require("muster.reasons").because_of_zone
local hindered = require("warline.tactical.refusals").hindered

local options, allied, order = muster.options(), generals.allied, flow.order
local several_orders, battalion = generals.several_orders, state.battalion
local now, arms, facing, FACE = state.now, state.arms, state.facing, state.FACE
local stalls, ordered, marked, led_by = state.stalls, state.ordered, state.marked, sides.led_by
local any_number = options.stall_faces == "any_number"

--- A battalion left the Prison of the enemy, for this zone.
local extricated = muster.event { "extricated", "unit", "zone",
  tell = "{unit} leaves Prison for {zone}" }
--- A Sacrifice Ritual began: the battalion is marked.
local dedicated = muster.event { "dedicated", "unit",
  tell = "a Sacrifice Ritual of {unit} begins" }
--- A battalion is lightened; `before` are the Arms that it had.
local lightened = muster.event { "lightened", "unit", "before",
  tell = "{unit} is lightened from {before} Arms" }
--- Arms given up by one battalion go to the one beneath it.
local transferred = muster.event { "transferred", "from", "to", "amount",
  tell = "{to} takes over {amount} Arms of {from}" }
--- The order of that side is a Stall.
local stalled = muster.event { "stalled", "seat",
  says = function(side)
    return state.side_titles[side] .. (#generals.generals_of[side] > 1 and " stall" or " stalls")
  end }

-- ---- who can be ordered -------------------------------------------------------------------------

local function acts_on(zone) return sides.may_act_now(owner[top(zone)]) end
local function own_zones()
  if not allied then return tops(battalion, now.active) end
  return sides.topped(now.active):where(acts_on)
end

--- Zones with topmost battalions that can be ordered: all but the one that is stunned.
local ready = muster.once(function()
  local unit = state.stun_bearer[now.active]
  local here = place(unit)
  if state.stunned[unit] and top(here) == unit then return own_zones() - only(here) end
  return own_zones()
end)

local NOT_READY = allied
  and "an order goes to a battalion of the General whose order it is, topmost and not stunned"
  or "an order needs one of your battalions that lies topmost and is not stunned"
local function choose_ready() return choose("zone", ready(), "WT-ORD-3", NOT_READY) end

-- An order that is no Stall, of this General; the turn ends with it.
local function give_order(seat)
  led_by(seat)
  now.idle = -1
  stalls[now.active] = 0
  go(flow.turn_end)
end

-- ---- A: Maneuver --------------------------------------------------------------------------------

-- A Move is in reach for sure ahead onto easy ground, and, given 3 actions (two turns and a step),
-- from a zone beside any, a roomy one; otherwise examine every action.
local function can_set_out(unit, zone, budget, easy, roomy)
  return level(unit) == 1 and (budget >= 3 and roomy[zone]
      or budget >= 1 and easy[step(zone, facing[unit])])
    or q.may_set_out(unit, zone, budget)
end

muster.move { "maneuver", at = order, title = "Maneuver",
  text = "M:{zone}",
  legal = function()
    local easy = q.passable() & q.gentle()
    local roomy = near(easy)
    local zone = choose_ready()
    local unit = top(zone)
    local budget = state.eight[unit] and 8 or state.allowance[arms[unit]]
    need(can_set_out(unit, zone, budget, easy, roomy), "WT-RUL-42",
      "a maneuver must have an action other than Face within reach")
    return zone, budget
  end,
  apply = function(zone, budget)
    led_by(owner[top(zone)])
    now.acting_zone, now.actions_left = zone, budget
    go(flow.maneuvering)
  end }

-- ---- B: Extricate -------------------------------------------------------------------------------

muster.move { "extricate", at = order, title = "Extricate",
  text = "E:" .. sides.WHOSE .. "{kingdom}{Arms}{zone}{face}",
  legal = function()
    local seat = sides.choose_general()
    need(count(state.prison[1 - now.active]) > 0, "WT-EXT-1",
      "none of your battalions is in the enemy's Prison")
    local make = choose("kingdom", state.KINGDOM:from(q.first_make(seat), q.last_make(seat)),
      "WT-EXT-1", "only one of your battalions can be extricated")
    local strength = choose("Arms", range(1, 6), "WT-EXT-1",
      "no such battalion is held in the enemy's Prison")
    local unit = sides.unit_in(state.prison[1 - now.active], seat, make, strength)
    need(unit, "WT-EXT-1", "no such battalion is held in the enemy's Prison")
    local zone = choose("zone", q.refuge(seat), "WT-EXT-2", because_of_zone(hindered.extricate,
      "an extricated battalion needs a free zone of its General's home row"))
    return seat, unit, zone, choose("face", FACE)
  end,
  apply = function(seat, unit, zone, face)
    give_order(seat)
    facing[unit] = face
    put(unit, zone)
    extricated:emit(unit, zone)
  end }

-- ---- C: Sacrifice Ritual ------------------------------------------------------------------------

muster.move { "sacrifice", at = order, title = "Sacrifice Ritual",
  text = "K:{zone}",
  legal = function()
    local zone = choose("zone", ready() & q.altars(), "WT-SAC-1",
      because_of_zone(hindered.sacrifice,
        "a ritual needs one of your battalions that lies topmost and is not stunned"))
    return top(zone)
  end,
  apply = function(unit)
    give_order(owner[unit])
    local before = state.marked_bearer[now.active]
    if marked[before] then marked[before] = false end
    marked[unit] = true
    state.marked_bearer[now.active] = unit
    dedicated:emit(unit)
  end }

-- ---- D: Lighten ---------------------------------------------------------------------------------

local function choose_light()
  local unit = top(choose_ready())
  need(q.may_lighten(unit), "WT-LIGHT-1", "this battalion cannot be lightened where it is")
  return unit
end
local function choose_left(unit)
  return choose("left", range(1, arms[unit] - 1, 5), "WT-LIGHT-2",
    "Lighten lowers Arms, to 1 at least")
end
local function make_light(unit, left, face)
  give_order(owner[unit])
  lightened:emit(unit, arms[unit])
  arms[unit], facing[unit] = left, face
end

muster.move { "lighten", at = order, title = "Lighten",
  text = "L:{zone}>{left}{face}",
  legal = function()
    local unit = choose_light()
    local left = choose_left(unit)
    return unit, left, choose("face", FACE)
  end,
  apply = make_light }

muster.move { "transfer", at = order, title = "Lighten and transfer",
  text = "L:{zone}>{left}{face}+{gift}{turned}",
  legal = function()
    local unit = choose_light()
    local heir = below(unit)
    need(owner[heir] == owner[unit], "WT-LIGHT-6",
      "Arms pass only to your battalion directly beneath")
    local left = choose_left(unit)
    local gift = choose("gift", range(1, arms[unit] - left, 5), "WT-LIGHT-7",
      "at least 1 and at most what was given up passes")
    need(arms[heir] + gift <= 6, "WT-LIGHT-8", "Arms never exceed 6")
    local face = choose("face", FACE)
    return unit, heir, left, gift, face, choose("turned", FACE)
  end,
  apply = function(unit, heir, left, gift, face, turned)
    make_light(unit, left, face)
    arms[heir], facing[heir] = arms[heir] + gift, turned
    transferred:emit(unit, heir, gift)
  end }

-- ---- E: Stall -----------------------------------------------------------------------------------

--- The turn, or order, of the side to move is a Stall.
local function stall()
  local side = now.active
  if several_orders then
    stalled:emit(side)
    flow.close_order(true)
    return
  end
  stalls[side] = stalls[side] + 1
  stalled:emit(side)
  if stalls[side] > 1 then flow.second_stall() else go(flow.turn_end) end
end

-- The battalion that turns in a Stall, and its new facing.
local function need_footing(unit)
  if options.stall_face_on_friend then
    need(not q.hostile(q.beneath(unit)), "WT-STALL-3", "a battalion on top of an enemy cannot turn")
  else
    need(q.bare(unit), "WT-RUL-88", "a battalion on top of another cannot turn")
  end
end
local function choose_other_face(unit)
  local face = choose("face", FACE)
  need(face ~= facing[unit], "WT-RUL-247",
    "it faces there already: a Stall without turning is written Z")
  return face
end

muster.move { "stall", at = order, title = "Stall",
  text = "Z" .. sides.WHOSE, reluctant = true,
  legal = sides.choose_general,
  apply = function(seat)
    led_by(seat)
    stall()
  end }

local function ready_of(seat)
  if not allied then return ready() end
  return ready():where(function(zone) return owner[top(zone)] == seat end)
end
muster.move { "stall_turn", at = order, title = "Stall and turn",
  text = "Z" .. sides.WHOSE .. ":{zone}{face}", reluctant = true,
  legal = function()
    local seat = sides.choose_general()
    local unit = top(choose("zone", ready_of(seat), "WT-ORD-3", NOT_READY))
    need_footing(unit)
    return seat, unit, choose_other_face(unit)
  end,
  apply = function(seat, unit, face)
    led_by(seat)
    facing[unit] = face
    if any_number or several_orders then ordered[unit] = true end
    if any_number then go(flow.stalling) else stall() end
  end }

if any_number then -- each battalion once, until Z ends the Stall
  local function rests(zone) return not state.stunned[top(zone)] and not ordered[top(zone)] end
  local rested = muster.once(function()
    return tops(battalion, sides.general()):where(rests)
  end)
  muster.move { "stall_end", at = flow.stalling, title = "End the Stall", text = "Z",
    apply = function()
      if not several_orders then
        for zone in tops(battalion, now.active) do ordered[top(zone)] = false end
      end
      stall()
    end }
  muster.move { "stall_next", at = flow.stalling, title = "Turn",
    text = "Z:{zone}{face}",
    legal = function()
      local unit = top(choose("zone", rested(), "WT-RUL-87",
        "a Stall turns each battalion once, topmost ones that are not stunned"))
      need_footing(unit)
      return unit, choose_other_face(unit)
    end,
    apply = function(unit, face)
      facing[unit] = face
      ordered[unit] = true
    end }
end

-- ---- the rulebook -------------------------------------------------------------------------------

muster.rules { title = "Orders", place = 5,
  { id = "WT-ORD-2", text = [[There are five orders: Maneuver, Extricate, Sacrifice Ritual, Lighten
    and Stall.]] },
  { id = "WT-ORD-3", text = [[An order goes to one of your battalions on the field that is topmost
    and not stunned. Two orders differ: Extricate takes a prisoner, and Stall needs nobody.]] },
  { id = "WT-RUL-42", text = [[Maneuver: the battalion spends its actions, as the next chapters
    tell. It is ordered only where an action other than turning is within reach.]] },
  { id = "WT-EXT-1", text = "Extricate: free one of your battalions from the enemy's Prison." },
  { id = "WT-EXT-2", text = [[It returns to a free zone of its General's home row; without one there
    is no such order.]] },
  { id = "WT-RUL-75", text = "It keeps its Arms and faces where you like." },
  { id = "WT-SAC-1", text = [[Sacrifice Ritual: mark one of your battalions with the Sacrifice
    token. It is to die in Step 4 of your next turn, for 8 actions of another.]] },
  { id = "WT-SAC-5", option = "damage_breaks_sacrifice", text = [[An attack, counter attack or
    rout]] .. (options.damage_breaks_sacrifice
      and ", and any other loss of Arms, before that breaks the ritual: the token comes off."
      or [[ before that breaks the ritual: the token comes off. Loss of Arms by other means does not
        break it.]]) },
  { id = "WT-LIGHT-1", text = "Lighten is for exactly one of your battalions." },
  { id = "WT-LIGHT-2", text = [[Lighten: lower the Arms of a battalion to any number below, but not
    below 1. It hits less hard and acts more often.]] },
  { id = "WT-LIGHT-4", text = "You set its facing too, wherever it lies." },
  { id = "WT-LIGHT-6", text = [[If a battalion of the same General lies right beneath, Arms given up
    may pass to it, all or a part; the rest is lost. You then set its facing as well.]] },
  { id = "WT-LIGHT-7", text = "The Arms that pass are at least 1 and at most those given up." },
  { id = "WT-LIGHT-8", text = "Nothing ever rises above Arms 6." },
  { id = "WT-STALL-1", text = "Stall: the turn passes without an action." },
  { id = "WT-RUL-87", option = "stall_faces", text = (any_number
      and "Any of your battalions may turn in it, each once,"
      or "One of your battalions may turn in it,")
    .. " free of charge, to any side; it must be topmost and not stunned." },
  { id = "WT-RUL-247", text = "One that turns in a Stall gets another facing than it had." },
  { id = "WT-STALL-3", option = "stall_face_on_friend", when = options.stall_face_on_friend,
    text = "None turns so while it lies on an enemy; on a friend it may." },
  { id = "WT-RUL-88", option = "stall_face_on_friend", when = not options.stall_face_on_friend,
    text = "None turns so while it lies on another battalion." },
  { id = "WT-STALL-4", text = [[Who stalls in two turns of his in a row has surrendered, and the
    enemy wins at once. Any other order in between begins the count anew.]] },
}

return { extricated = extricated, dedicated = dedicated, lightened = lightened,
  transferred = transferred, stalled = stalled, ready = ready, stall = stall }
