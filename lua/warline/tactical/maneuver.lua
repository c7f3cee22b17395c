-- The actions of a maneuver (chapters 12 to 22): Move with attack, Face, Rout, Build, Destroy.

local options = muster.options()
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local q = require("warline.tactical.queries")
local combat = require("warline.tactical.combat")
local flow = require("warline.tactical.flow")
local reasons = require("muster.reasons")
local hindered = require("warline.tactical.refusals").hindered

local now, facing, because = state.now, state.facing, reasons.because
local maneuvering = flow.maneuvering
local stunned, stun_bearer, fresh = state.stunned, state.stun_bearer, state.fresh

--- A battalion moves or leaps to another zone.
local moved = muster.event { "moved", "unit", "from", "to",
  tell = "{unit} goes from {from} to {to}" }
--- A battalion was routed to another zone.
local routed = muster.event { "routed", "unit", "from", "to",
  tell = "{unit} is routed from {from} to {to}" }
--- A battalion was routed off the field, into Prison.
local captured = muster.event { "captured", "unit", "from",
  tell = "{unit} is routed off the field at {from}, into Prison" }
--- A rampart was built on this zone.
local built = muster.event { "built", "wall", "zone",
  tell = "a rampart is built on {zone}" }
--- A rampart was destroyed; `unit` did it by the Destroy action, or is nil.
local demolished = muster.event { "demolished", "wall", "zone", "unit",
  tell = "the rampart on {zone} is destroyed" }

-- ---- effects that the actions of other modules share --------------------------------------------

--- Pay for an action, and note what it leads to.
---@param fee integer
local function pay(fee)
  now.actions_left = now.actions_left - fee
  if fee > 0 then now.paid = true end
  if fee > 0 or options.zero_acts_count then now.acted = true end
end
--- Pay for an action that costs all that is left.
local function pay_all()
  if now.actions_left > 0 then now.paid = true end
  now.actions_left = 0
  now.acted = true
end
--- After an action: can the battalion do anything else?
---@param unit muster.Piece
local function go_on(unit)
  if not q.may_act(unit) then go(flow.maneuver_over) end
end

--- Put the Stun token on an enemy battalion; it comes off whoever had it.
---@param victim muster.Piece
local function stun(victim)
  state.free_stunned()
  if options.token_pool == "shared" and stunned[stun_bearer[now.active]] then return end
  stunned[victim] = true
  stun_bearer[1 - now.active] = victim
end

local function shove(victim)
  now.idle = -1
  if options.rout_cancels_vigor then now.attacked = false end
  state.marked[victim] = false
end

--- Rout a battalion onto a zone, where it faces `way`.
---@param victim muster.Piece
---@param dest muster.Zone
---@param way integer
local function rout(victim, dest, way)
  local from = place(victim)
  shove(victim)
  facing[victim] = way
  stun(victim)
  put(victim, dest)
  routed:emit(victim, from, dest)
end

--- Rout a battalion off the field into Prison; its captor decides next whether to torment it. An
--- enemy that is stunned has the token of the side to move, so that is off it too.
---@param victim muster.Piece
---@param on boolean? the maneuver goes on afterwards: an art with this effect `asks`
local function capture(victim, on)
  local from = place(victim)
  shove(victim)
  state.free_stunned()
  facing[victim], state.vigor[victim] = 0, 0
  fresh[victim] = true
  put(victim, state.prison[now.active])
  captured:emit(victim, from)
  if on then
    pop()
    push(flow.capture, 1)
  else
    go(flow.capture)
  end
end

--- Build a rampart from the supply of the General of `unit`.
---@param unit muster.Piece
---@param dest muster.Zone
---@param wall muster.Piece
local function build(unit, dest, wall)
  local seat = owner[unit]
  now.idle = -1
  state.stock[seat] = state.stock[seat] - 1
  put(wall, dest)
  built:emit(wall, dest)
end

--- Take a rampart out of the battle; `unit` destroyed it by the Destroy action, if anybody did.
---@param wall muster.Piece
---@param unit muster.Piece?
local function raze(wall, unit)
  local zone = place(wall)
  now.idle = -1
  state.ruined[wall] = true
  put(wall, state.yard[owner[wall]])
  demolished:emit(wall, zone, unit)
end

--- The battalion that maneuvers comes to another zone.
---@param unit muster.Piece
---@param goal muster.Zone
local function walk_to(unit, goal)
  moved:emit(unit, now.acting_zone, goal)
  put(unit, goal)
  now.acting_zone = goal
end

-- ---- what all actions ask -----------------------------------------------------------------------

--- The battalion that maneuvers.
local actor = muster.once(function() return top(now.acting_zone) end)
--- The zone ahead of it, or nil.
local front = muster.once(function() return q.ahead(actor()) end)
--- The topmost battalion of that zone, or nil.
local there = muster.once(function() return top(front()) end)
--- An enemy battalion there that can be struck, or nil.
local foe = muster.once(function()
  if q.hostile(there()) and not q.walled(front()) then return there() end
  return nil
end)
--- The first battalion down its stack that a move there would not kill, or nil.
local survivor = muster.once(function()
  return combat.first_standing(foe(), state.arms[actor()])
end)

local function need_bare(rule, action)
  need(q.bare(actor()), rule, function()
    return "a battalion on top of another cannot " .. action
  end)
end

-- ---- A: Move, and attack ------------------------------------------------------------------------

--- The price of entering the zone ahead.
local fee_ahead = muster.once(function() return q.entry_fee(actor(), front()) end)

local function need_way_ahead()
  local goal = front()
  need(goal, "WT-RUL-41", "a battalion cannot move off the field or into a void")
  need(not q.walled(goal), "WT-MOV-7", "no battalion moves onto a rampart")
  local fee = fee_ahead()
  need(now.actions_left >= fee, "WT-MOV-1",
    because(hindered.pay, "not enough maneuver actions are left for a Move"))
  need(q.may_enter(actor(), goal), "WT-MOV-2",
    because(hindered.enter, "that zone cannot be entered"))
  return fee
end

muster.move { "step", at = maneuvering, title = "Move", text = "f",
  legal = function()
    local fee = need_way_ahead()
    need(not foe(), "WT-ATK-6", [[an enemy stands ahead, so this Move is an attack: write f with the
      facing of the victim, or f- where no facing is set]])
    return fee
  end,
  apply = function(fee)
    local unit = actor()
    walk_to(unit, front())
    pay(fee)
    go_on(unit)
  end }

local function need_attack()
  local fee = need_way_ahead()
  need(foe(), "WT-ATK-1", [[a facing is named, or -, only where the Move is an attack: nothing
    stands ahead to attack]])
  return fee
end
local function survivor_yields() return combat.yields(survivor(), state.arms[actor()]) end

local function attack(fee, face)
  local unit, goal, standing = actor(), front(), survivor() -- as they are before the blow
  moved:emit(unit, now.acting_zone, goal)
  combat.strike(unit, goal, standing, nil, face)
  put(unit, goal)
  now.acting_zone, now.attacked = goal, true
  pay(fee)
  go_on(unit)
end

muster.move { "attack_turn", at = maneuvering,
  title = "Attack, and turn the victim", text = "f{face}",
  legal = function()
    local fee = need_attack()
    need(survivor_yields(), "WT-RUL-46",
      "no victim survives with a loss, so no facing is set: write f-")
    return fee, choose("face", state.FACE)
  end,
  apply = attack }
muster.move { "attack", at = maneuvering, title = "Attack",
  text = "f-",
  legal = function()
    local fee = need_attack()
    need(not survivor_yields(), "WT-ATK-6",
      "the victim survives with a loss: name its new facing, as in fn")
    return fee
  end,
  apply = function(fee) attack(fee, nil) end }

-- ---- B: Face ------------------------------------------------------------------------------------

local function declare_turn(name, title, letter, quarters)
  return muster.move { name, at = maneuvering, title = title, text = letter,
    legal = function()
      need_bare("WT-FACE-3", "turn")
      need(now.actions_left >= 1, "WT-FACE-2", "no maneuver action is left for turning")
    end,
    apply = function()
      local unit = actor()
      facing[unit] = (facing[unit] + quarters) % 4
      now.actions_left = now.actions_left - 1
      now.paid = true
      go_on(unit)
    end }
end
declare_turn("face_left", "Turn left", "l", 3)
declare_turn("face_right", "Turn right", "r", 1)

-- ---- C: Rout ------------------------------------------------------------------------------------

local function need_victim()
  need_bare("WT-ROUT-12", "rout")
  need(foe(), "WT-ROUT-6", "no enemy battalion stands ahead to be routed")
  need(now.actions_left >= options.all_ma_min, "WT-RUL-36", "no maneuver action is left for a Rout")
  need(q.routable(foe()), "WT-RUL-65", because(hindered.rout, "that battalion cannot be routed"))
  return foe()
end

muster.move { "rout", at = maneuvering, title = "Rout",
  text = "u:{dest}",
  legal = function()
    local victim = need_victim()
    local dest = choose("dest", q.rout_zones(front()), "WT-ROUT-3",
      reasons.because_of_dest(hindered.land,
        "a routed battalion goes to a neighbour zone of its own without battalion or rampart"))
    return victim, dest
  end,
  apply = function(victim, dest)
    pay_all()
    rout(victim, dest, q.rout_way(place(victim), dest))
    go(flow.maneuver_over)
  end }

muster.move { "rout_out", at = maneuvering,
  title = "Rout off the field", text = "u:out",
  legal = function()
    local victim = need_victim()
    need(board.border[front()], "WT-ROUT-10",
      "only a battalion at the edge of the field can be routed over it")
    if options.rout_edge_needs_free_zone then
      need(#q.rout_zones(front()) > 0, "WT-ROUT-9",
        "without a free zone beside the target there is no rout at all")
    end
    return victim
  end,
  apply = function(victim)
    pay_all()
    capture(victim)
  end }

-- ---- D: Build -----------------------------------------------------------------------------------

local function choose_site()
  need_bare("WT-BUILD-6", "build")
  need(now.actions_left >= 1, "WT-BUILD-1", "no maneuver action is left for building")
  need(q.may_build(actor()), "WT-RUL-70", "no rampart is left in the supply")
  return choose("dest", q.reach(actor()), "WT-BUILD-3", reasons.because_of_dest(hindered.build,
    [[a rampart is built on a free zone next to the builder, or next to your ramparts that are
      linked to it]]))
end

--- Where building names no kingdom: the supply has ramparts of one only (WT-RUL-70).
---@param unit muster.Piece
local function need_single_make(unit)
  need(not q.mixed_supply(unit), "WT-RUL-70",
    "the supply has ramparts of several kingdoms: name one, as in b:c4F")
end

--- Ask for the kingdom of the rampart to be built, where the supply is mixed.
---@param unit muster.Piece
---@return integer make
---@return muster.Piece wall
local function choose_make(unit)
  need(q.mixed_supply(unit), "WT-RUL-70",
    "all ramparts of the supply are of one kingdom: name none, as in b:c4")
  local make = choose("kingdom", state.KINGDOM, "WT-RUL-70", "no such rampart is in the supply")
  local wall = q.spare_made(unit, make)
  need(wall, "WT-RUL-70", "no rampart of that kingdom is left in the supply")
  return make, wall
end

--- Declare a kind of building.
---@param name string
---@param title string
---@param text string
---@param ask fun(unit: muster.Piece): muster.Piece which rampart is built
local function declare_build(name, title, text, ask)
  return muster.move { name, at = maneuvering, title = title, text = text,
    legal = function()
      local dest = choose_site()
      return dest, ask(actor())
    end,
    apply = function(dest, wall)
      local unit = actor()
      build(unit, dest, wall)
      now.actions_left = now.actions_left - 1
      now.paid, now.acted = true, true
      go_on(unit)
    end }
end
declare_build("build", "Build a rampart", "b:{dest}", q.spare_wall)

-- ---- E: Destroy ---------------------------------------------------------------------------------

muster.move { "demolish", at = maneuvering,
  title = "Destroy the rampart ahead", text = "x",
  legal = function()
    need_bare("WT-DEMO-5", "destroy")
    need(q.hammer(actor()), "WT-DEMO-2",
      "only Arms 4, 5 and 6 carry a war hammer and can destroy")
    need(q.walled(front()), "WT-DEMO-3", "no rampart stands directly ahead")
    local wall = q.wall_at(front())
    local fee = q.wall_fee(actor(), wall)
    need(now.actions_left >= fee, "WT-DEMO-6",
      "no maneuver action is left to destroy a rampart of another kingdom")
    return wall, fee
  end,
  apply = function(wall, fee)
    local unit = actor()
    raze(wall, unit)
    pay(fee)
    go_on(unit)
  end }

-- ---- the end by choice, and what becomes of a battalion just captured (WT-TORM-4, WT-RUL-26) ----

muster.move { "stop", at = maneuvering, title = "End the maneuver",
  text = ".",
  legal = function()
    need(now.paid or options.zero_ma_maneuver and now.acted, "WT-MAN-6",
      "at least 1 maneuver action must be spent before a maneuver ends")
    need(q.may_act(actor()), "WT-RUL-35", "the maneuver ends by itself")
  end,
  apply = function() go(flow.maneuver_over) end }

--- The battalion just captured.
local captive = muster.once(function()
  return pieces(state.prison[now.active]):pick(function(unit) return fresh[unit] end)
end)
local function after_capture()
  if arg(1) == 1 then go(flow.maneuver_on) else go(flow.maneuver_over) end
end
muster.move { "torment_captive", at = flow.capture,
  title = "Torment it", text = "t",
  apply = function()
    local unit = captive()
    fresh[unit] = false
    combat.torment(unit)
    after_capture()
  end }
muster.move { "keep_captive", at = flow.capture,
  title = "Keep it as it is", text = "k",
  apply = function()
    fresh[captive()] = false
    after_capture()
  end }

-- ---- the rulebook -------------------------------------------------------------------------------

muster.rules { title = "Maneuver", place = 6,
  { id = "WT-MAN-5", text = [[A maneuver is a sequence of actions by one battalion, in any mix and
    order: Move, Face, Build, Destroy, and a Rout as the last. Prices are in maneuver actions.]] },
  { id = "WT-MAN-4", option = "ma_table", text = "Arms 1 to 6 have "
    .. table.concat(options.ma_table, ", ", 1, 5) .. " and " .. options.ma_table[6]
    .. " actions; a completed sacrifice gives 8 instead." },
  { id = "WT-MAN-6", option = "zero_ma_maneuver", text = options.zero_ma_maneuver
    and "An action must have been done, for nothing if need be, before you may end a maneuver."
    or "At least 1 action must be paid before you may end a maneuver." },
  { id = "WT-MAN-7", text = "You need not use up the rest; it is lost." },
  { id = "WT-RUL-35", text = [[When nothing is left that the battalion can do, the maneuver ends by
    itself.]] },
  { id = "WT-MAN-10", option = "zero_acts_count", text = "A maneuver of nothing but facings "
    .. "counts as a Stall. An action that cost 0 " .. (options.zero_acts_count
      and "makes it more than that." or "does not make it more.") },
  { id = "WT-MOV-1", text = [[Move, price 1: go to the next zone straight ahead. To go another way,
    turn first; a Move never turns the battalion.]],
    example = { position = "WT1 7x7 7/7/7/4,2I2s,2/7/2,1F3n,4/7", play = "M:c2 f f r f",
      text = "Flaym's battalion goes two zones ahead, turns to the right, and goes on." } },
  { id = "WT-MOV-2", text = "The zone ahead must be one that the battalion may enter." },
  { id = "WT-RUL-41", text = "Nobody moves off the field or where a zone is missing." },
  { id = "WT-MOV-7", text = "Nobody moves onto a rampart, not even of his side." },
  { id = "WT-MOV-8", text = [[You may end on a battalion of your own side and lie on top of it. To
    move onto an enemy is to attack.]] },
  { id = "WT-MOV-11", text = "When the topmost leaves a stack, the others stay where they are." },
  { id = "WT-FACE-2", text = "Face, price 1: a quarter turn to the left or to the right." },
  { id = "WT-STACK-3", text = "A battalion that lies on another can do nothing but move ahead." },
}
muster.rules { title = "Rout, Stun and prisoners", place = 8,
  { id = "WT-ROUT-2", option = "all_ma_min", text = "Rout, price all that is left: shove off an "
    .. "enemy battalion. " .. (options.all_ma_min == 0 and "It works with nothing left"
      or "At least 1 action must be left; how many makes no difference")
    .. ". Maneuver and turn end with it." },
  { id = "WT-RUL-36", option = "all_ma_min", text = "So it is with every action that costs all "
    .. "that is left: it needs " .. (options.all_ma_min == 0 and "none." or "1 action at least.") },
  { id = "WT-ROUT-6", text = [[The victim is in the zone straight ahead; the router lies on bare
    ground and stays there.]],
    example = { position = "WT1 7x7 7/7/7/3,2I2s,3/3,1F5n,3/7/2I5n,6", play = "M:d3 u:c4",
      text = "Frost's battalion is routed from d4 to c4; facing west, and stunned." } },
  { id = "WT-RUL-65", option = "vigor_blocks_rout", text = "In a stack only a topmost enemy can be "
    .. "routed; what lay beneath stays. " .. (options.vigor_blocks_rout
      and "A battalion with Vigor cannot be routed." or "Vigor is no protection from it.") },
  { id = "WT-ROUT-3", text = "You choose a free neighbour zone of the victim, in any direction." },
  { id = "WT-ROUT-5", text = [[There it faces away from the zone that it has left, and a Sacrifice
    token comes off.]] },
  { id = "WT-STUN-1", text = "It gets your Stun token, and whoever had that loses it." },
  { id = "WT-STUN-3", text = [[A stunned battalion takes no order. It still strikes back in
    Step 1.]] },
  { id = "WT-STUN-2", text = [[The token stays until Step 3 of your next turn, or until the
    battalion is attacked.]] },
  { id = "WT-ROUT-9", option = "rout_edge_needs_free_zone",
    when = options.rout_edge_needs_free_zone,
    text = "With no free zone beside the victim there is no rout at all." },
  { id = "WT-ROUT-10", option = "rout_edge_needs_free_zone", text = "From a zone at the edge you "
    .. "may rout it off the field instead" .. (options.rout_edge_needs_free_zone
      and ", if a zone beside it is free" or ", even where no zone beside it is free")
    .. ": it is captured." },
  { id = "WT-PRIS-1", text = [[A prisoner lies in your Prison. It keeps its Arms and loses facing
    and tokens.]] },
  { id = "WT-TORM-4", text = [[At the moment of its capture you may torment it at once: it loses 1
    Arms, or dies if that was its last.]] },
  { id = "WT-PRIS-3", text = [[There it stays until its owner extricates it or torment kills
    it.]] },
}
muster.rules { title = "Ramparts", place = 9,
  { id = "WT-BUILD-1", text = [[Build, price 1: put a rampart of your supply on a free zone. The
    builder's Arms do not matter, but it must lie on bare ground.]] },
  { id = "WT-BUILD-3", option = "build_link", text = "The zone is next to the builder, or next to "
    .. "a rampart of a chain that begins beside the builder. The links of the chain are "
    .. (options.build_link == "owner" and "ramparts of the builder's General."
      or "ramparts of the builder's kingdom, of any owner.") },
  { id = "WT-RUL-70", option = "build_kingdom", text = "An empty supply builds nothing. "
    .. (options.build_kingdom == "any"
      and "If the supply is of several kingdoms, any of them may be taken."
      or "Only ramparts of the builder's kingdom may be taken.") },
  { id = "WT-DEMO-2", text = [[Destroy: only Arms 4, 5 and 6 carry a war hammer and can tear down
    ramparts.]] },
  { id = "WT-DEMO-3", text = [[The rampart stands straight ahead, and the battalion lies on bare
    ground.]] },
  { id = "WT-DEMO-6", option = "demolish_cost", text = "The price is 0 for a rampart of the "
    .. "battalion's own " .. (options.demolish_cost == "kingdom" and "kingdom" or "General")
    .. ", 1 for another." },
  { id = "WT-DEMO-8", text = "A rampart once destroyed is not built again." },
}

return { moved = moved, routed = routed, captured = captured, built = built,
  demolished = demolished, pay = pay, pay_all = pay_all, go_on = go_on, stun = stun, rout = rout,
  capture = capture, build = build, raze = raze, walk_to = walk_to, actor = actor, front = front,
  need_single_make = need_single_make,
  choose_make = choose_make, declare_build = declare_build,
  captive = captive }
