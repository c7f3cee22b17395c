-- The actions of a maneuver (chapters 12 to 22): Move with attack, Face, Rout, Build, Destroy.

---@param w warline.tactical
return function(w)
  local options = w.options
  local text = w.text

  muster.event("moved(unit, from, to)", { help = "A battalion moves or leaps to another zone." })
  muster.event("routed(unit, from, to)", { help = "A battalion was routed to another zone." })
  muster.event("captured(unit, from)",
    { help = "A battalion was routed off the field, into Prison." })
  muster.event("built(wall, zone)", { help = "A rampart was built on this zone." })
  muster.event("demolished(wall, zone, unit)",
    { help = "A rampart was destroyed; `unit` did it by the Destroy action, or is none." })

  -- ---- effects that the actions of other modules share -----------------------------------------

  -- What an action costs and leads to. `fee` is its price; some cost all that is left.
  text.paid = "ma = ma - fee if fee > 0 then paid = 1 end "
    .. (options.zero_acts_count and "acted = 1 " or "if fee > 0 then acted = 1 end ")
  text.paid_all = "if ma > 0 then paid = 1 end ma = 0 acted = 1 "
  text.go_on = "if not may_act(actor) then go(maneuver_over) end "

  -- The one Stun token of the side to move goes to the victim of its last rout (WT-RUL-139).
  local unstun = "if stunned(dazed(1 - active)) == 1 then stunned(dazed(1 - active)) = 0 end "
  local shove = "idle = -1 " .. (options.rout_cancels_vigor and "attacked = 0 " or "")
    .. "marked(victim) = 0 "

  ---Effects that put the Stun token on an enemy battalion and take it off whoever had it.
  ---@param victim string name of a variable
  ---@return string
  function text.stun(victim)
    local stun = "stunned(" .. victim .. ") = 1 dazed(1 - active) = " .. victim .. " "
    if options.token_pool == "shared" then
      stun = "if stunned(dazed(active)) == 0 then " .. stun .. "end "
    end
    return unstun .. stun
  end

  ---Effects that rout `victim` from a zone onto another, where it faces `way`.
  ---@return string
  function text.rout(victim, from, dest, way)
    return "let victim = " .. victim .. " " .. shove .. "facing(victim) = " .. way .. " "
      .. text.stun("victim") .. "put(victim, " .. dest .. ") "
      .. "emit(routed, victim, " .. from .. ", " .. dest .. ") "
  end

  ---Effects that rout `victim` off the field into Prison; whether to torment it is to be decided.
  ---An enemy that is stunned has the token of the side to move, so that is off it too.
  ---@param from string
  ---@param on boolean? the maneuver goes on afterwards: an art with this effect `asks`
  ---@return string
  function text.capture(victim, from, on)
    return "let victim = " .. victim .. " " .. shove .. unstun
      .. "facing(victim) = 0 vigor(victim) = 0 fresh(victim) = 1 "
      .. "put(victim, prison(active)) "
      .. "emit(captured, victim, " .. from .. ") "
      .. (on and "pop() push(capture, 1) " or "go(capture) ")
  end

  local spend = w.allied and "stock(general) = stock(general) - 1 "
    or "stock(active) = stock(active) - 1 "

  ---Effects that build a rampart from the supply of the General of `unit`.
  ---@param make string? its kingdom, where there is a choice
  ---@return string
  function text.build(unit, dest, make)
    local wall = make and "spare_made(" .. unit .. ", " .. make .. ")"
      or "spare_wall(" .. unit .. ")"
    return "let wall = " .. wall .. " idle = -1 " .. spend
      .. "put(wall, " .. dest .. ") emit(built, wall, " .. dest .. ") "
  end

  ---A condition of building that names no kingdom: the supply of `unit` has one only (WT-RUL-70).
  ---@return table
  function w.unnamed_make(unit)
    return { where = "not mixed_supply(" .. unit .. ")", rule = "WT-RUL-70",
      why = "the supply has ramparts of several kingdoms: name one, as in b:c4F" }
  end

  ---Clauses of building that names the kingdom of the rampart, `make`: the supply is mixed.
  ---@return table[]
  function w.named_make(unit)
    return {
      { where = "mixed_supply(" .. unit .. ")", rule = "WT-RUL-70",
        why = "all ramparts of the supply are of one kingdom: name none, as in b:c4" },
      { each = "make", called = "kingdom", from = "0", to = tostring(w.last_kingdom), min = 0,
        max = w.last_kingdom, letters = w.kingdom_letters, rule = "WT-RUL-70",
        why = "no such rampart is in the supply" },
      { where = "spare_made(" .. unit .. ", make) ~= none", rule = "WT-RUL-70",
        why = "no rampart of that kingdom is left in the supply" },
    }
  end

  ---Effects that take a rampart out of the battle; `unit` destroyed it by the Destroy action.
  ---@param unit string? none where it was something else
  ---@return string
  function text.raze(wall, zone, unit)
    return "let ruin = " .. wall .. " idle = -1 ruined(ruin) = 1 put(ruin, yard(owner(ruin))) "
      .. "emit(demolished, ruin, " .. zone .. ", " .. (unit or "none") .. ") "
  end

  -- front: the zone ahead. there: what is topmost on it. foe: an enemy battalion that can be
  -- struck. survivor: the first battalion down its stack that a move there would not kill. yields:
  -- it would lose Arms, so its new facing is to be named (WT-RUL-46).
  muster.decision { "maneuvering", title = "Next action of the maneuver",
    seat = text.general, let = {
    { "actor", "top(man_zone)" },
    { "single", "bare(actor)" },
    { "front", "ahead(actor)" },
    { "there", "top(front)" },
    { "foe", "hostile(there) and not walled(front)" },
    { "survivor", "if foe then walk(there, x: hostile(x) and "
      .. "blow(x, arms(actor)) >= arms(x)) else none" },
    { "yields", "hostile(survivor)" .. (options.reface_without_loss and ""
      or " and blow(survivor, arms(actor)) > 0") },
  } }

  local go_on, paid = text.go_on, text.paid

  -- A: Move, and attack
  local function advance(name)
    return {
      name, at = "maneuvering",
      { where = "front ~= none", rule = "WT-RUL-41",
        why = "a battalion cannot move off the field or into a void" },
      { where = "not walled(front)", rule = "WT-MOV-7", why = "no battalion moves onto a rampart" },
      { let = "fee", be = "entry_fee(actor, front)" },
      { where = "ma >= fee", rule = "WT-MOV-1",
        why = w.because("pay", nil, "not enough maneuver actions are left for a Move") },
      { where = "may_enter(actor, front)", rule = "WT-MOV-2",
        why = w.because("enter", nil, "that zone cannot be entered") },
    }
  end
  local function strike(name, title, format, clauses, face)
    local move = advance(name)
    move.title, move.text = title, format
    move[#move + 1] = { where = "foe", rule = "WT-ATK-1",
      why = "a facing is named, or -, only where the Move is an attack: nothing stands ahead to "
        .. "attack" }
    for _, clause in ipairs(clauses) do move[#move + 1] = clause end
    move.apply = "emit(moved, actor, man_zone, front) "
      .. text.strike("actor", "front", "survivor", nil, face)
      .. "put(actor, front) man_zone = front attacked = 1 "
      .. paid .. go_on
    muster.move(move)
  end

  local step = advance("step")
  step.title, step.text = "Move", "f"
  step[#step + 1] = { where = "not foe", rule = "WT-ATK-6",
    why = "an enemy stands ahead, so this Move is an attack: write f with the facing the victim "
      .. "is to "
      .. "have, or f- where no facing is to be set" }
  step.apply = "emit(moved, actor, man_zone, front) put(actor, front) man_zone = front "
    .. paid .. go_on
  muster.move(step)
  strike("attack_turn", "Attack, and turn the victim", "f{face}", {
    { where = "yields", rule = "WT-RUL-46",
      why = "no victim survives with a loss, so no facing is set: write f-" },
    { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" },
  }, "face")
  strike("attack", "Attack", "f-", {
    { where = "not yields", rule = "WT-ATK-6",
      why = "the victim survives with a loss: name its new facing, as in fn" },
  })

  -- B: Face
  local function turn(name, title, letter, to)
    muster.move { name, at = "maneuvering", title = title, text = letter,
      { where = "single", rule = "WT-FACE-3", why = "a battalion on top of another cannot turn" },
      { where = "ma >= 1", rule = "WT-FACE-2", why = "no maneuver action is left for turning" },
      apply = "facing(actor) = (facing(actor) + " .. to .. ") % 4 ma = ma - 1 paid = 1 " .. go_on }
  end
  turn("face_left", "Turn left", "l", "3")
  turn("face_right", "Turn right", "r", "1")

  -- C: Rout
  local least = tostring(options.all_ma_min)
  local function rout(name, title, format, clauses, apply)
    local move = { name, at = "maneuvering", title = title, text = format,
      { where = "single", rule = "WT-ROUT-12",
        why = "a battalion on top of another cannot rout" },
      { where = "foe", rule = "WT-ROUT-6", why = "no enemy battalion stands ahead to be routed" },
      { where = "ma >= " .. least, rule = "WT-RUL-36",
        why = "no maneuver action is left for a Rout" },
      { where = "routable(there)", rule = "WT-RUL-65",
        why = w.because("rout", nil, "that battalion cannot be routed") },
    }
    for _, clause in ipairs(clauses) do move[#move + 1] = clause end
    move.apply = text.paid_all .. apply
    muster.move(move)
  end
  rout("rout", "Rout", "u:{dest}", {
    { each = "dest", of = "rout_zones(front)", rule = "WT-ROUT-3",
      why = w.because("land", -1, "a routed battalion goes to a neighbour zone of its own without "
        .. "battalion or rampart") },
  }, text.rout("there", "front", "dest", "rout_way(front, dest)") .. "go(maneuver_over)")
  local edge = {
    { where = "front in border", rule = "WT-ROUT-10",
      why = "only a battalion at the edge of the field can be routed over it" },
  }
  if options.rout_edge_needs_free_zone then
    edge[2] = { where = "size(rout_zones(front)) > 0", rule = "WT-ROUT-9",
      why = "without a free zone beside the target there is no rout at all" }
  end
  rout("rout_out", "Rout off the field", "u:out", edge, text.capture("there", "front"))

  -- D: Build
  local building = {
    { where = "single", rule = "WT-BUILD-6", why = "a battalion on top of another cannot build" },
    { where = "ma >= 1", rule = "WT-BUILD-1", why = "no maneuver action is left for building" },
    { where = "may_build(actor)", rule = "WT-RUL-70", why = "no rampart is left in the supply" },
    { each = "dest", of = "reach(actor)", rule = "WT-BUILD-3",
      why = w.because("build", 1, "a rampart is built on a free zone next to the builder, or next "
        .. "to own ramparts that are linked to it") },
  }
  ---Declare a kind of building.
  ---@param name string
  ---@param title string
  ---@param format string
  ---@param clauses table[] after those of all building
  ---@param make string? kingdom of the rampart, where the move names it
  function w.declare_build(name, title, format, clauses, make)
    local move = { name, at = "maneuvering", title = title, text = format,
      apply = text.build("actor", "dest", make) .. "ma = ma - 1 paid = 1 acted = 1 " .. go_on }
    for _, clause in ipairs(building) do move[#move + 1] = clause end
    for _, clause in ipairs(clauses) do move[#move + 1] = clause end
    muster.move(move)
  end
  w.declare_build("build", "Build a rampart", "b:{dest}", {})

  -- E: Destroy
  muster.move { "demolish", at = "maneuvering", title = "Destroy the rampart ahead", text = "x",
    { where = "single", rule = "WT-DEMO-5", why = "a battalion on top of another cannot destroy" },
    { where = "hammer(actor)", rule = "WT-DEMO-2",
      why = "only Arms 4, 5 and 6 carry a war hammer and can destroy" },
    { where = "walled(front)", rule = "WT-DEMO-3", why = "no rampart stands directly ahead" },
    { let = "wall", be = "wall_at(front)" }, { let = "fee", be = "wall_fee(actor, wall)" },
    { where = "ma >= fee", rule = "WT-DEMO-6",
      why = "no maneuver action is left to destroy a rampart of another kingdom" },
    apply = text.raze("wall", "front", "actor") .. paid .. go_on }

  -- The end by choice
  muster.move { "stop", at = "maneuvering", title = "End the maneuver", text = ".",
    { where = options.zero_ma_maneuver and "paid + acted > 0" or "paid == 1", rule = "WT-MAN-6",
      why = "at least 1 maneuver action must be spent before a maneuver ends" },
    { where = "may_act(actor)", rule = "WT-RUL-35", why = "the maneuver ends by itself" },
    apply = "go(maneuver_over)" }

  -- What becomes of a battalion just captured (WT-TORM-4, WT-RUL-26)
  muster.decision { "capture", title = "Torment the battalion just captured?",
    seat = text.general, let = { { "captive", "pick(p of prison(active): fresh(p) == 1)" } } }
  local after_capture = "if arg(1) == 1 then go(maneuver_on) else go(maneuver_over) end"
  muster.move { "torment_captive", at = "capture", title = "Torment it", text = "t",
    apply = "fresh(captive) = 0 " .. text.torment("captive") .. after_capture }
  muster.move { "keep_captive", at = "capture", title = "Keep it as it is", text = "k",
    apply = "fresh(captive) = 0 " .. after_capture }

  local table_text = "Arms 1 to 6 have " .. table.concat(options.ma_table, ", ", 1, 5) .. " and "
    .. "" .. options.ma_table[6] .. " actions; a completed sacrifice gives 8 instead."
  local exceeds = options.zero_ma_maneuver and "An action must have been done, for nothing if "
    .. "need be, before you may end a maneuver." or "At least 1 action must be paid before you "
    .. "may end a maneuver."
  muster.rules { title = "Maneuver", place = 6,
    { id = "WT-MAN-5", text = "A maneuver is a row of actions by one battalion, in any mix and "
      .. "order: Move, Face, Build, Destroy, and a Rout as the last. Prices are in maneuver "
      .. "actions." },
    { id = "WT-MAN-4", option = "ma_table", text = table_text },
    { id = "WT-MAN-6", option = "zero_ma_maneuver", text = exceeds },
    { id = "WT-MAN-7", text = "You need not use up the rest; it is lost." },
    { id = "WT-RUL-35", text = "When nothing is left that the battalion can do, the maneuver "
      .. "ends by itself." },
    { id = "WT-MAN-10", option = "zero_acts_count", text = "A maneuver of nothing but facings "
      .. "counts as a Stall. An action that cost 0 " .. (options.zero_acts_count and "makes it "
      .. "more than that." or "does not make it more.") },
    { id = "WT-MOV-1", text = "Move, price 1: go to the next zone straight ahead. To go another "
      .. "way, turn first; a Move never turns the battalion." },
    { id = "WT-RUL-41", text = "Nobody moves off the field or where a zone is missing." },
    { id = "WT-MOV-7", text = "Nobody moves onto a rampart, not even one of his own side." },
    { id = "WT-MOV-8", text = "You may end on a battalion of your own side and lie on top of "
      .. "it. To move onto an enemy is to attack." },
    { id = "WT-MOV-11", text = "When the topmost leaves a stack, the others stay where they "
      .. "are." },
    { id = "WT-FACE-2", text = "Face, price 1: a quarter turn to the left or to the right." },
    { id = "WT-STACK-3", text = "A battalion that lies on another can do nothing but move "
      .. "ahead." },
  }
  muster.rules { title = "Rout, Stun and prisoners", place = 8,
    { id = "WT-ROUT-2", option = "all_ma_min", text = "Rout, price all that is left: shove off "
      .. "an enemy battalion. " .. (options.all_ma_min == 0 and "It works with nothing left"
      or "At least 1 action must be left; how many makes no difference") .. ". Maneuver and "
        .. "turn end with it." },
    { id = "WT-RUL-36", option = "all_ma_min", text = "So it is with every action that costs "
      .. "all that is left: it needs " .. (options.all_ma_min == 0 and "none." or "1 action at "
      .. "least.") },
    { id = "WT-ROUT-6", text = "The victim is in the zone straight ahead; the router lies on "
      .. "bare ground and stays there." },
    { id = "WT-RUL-65", option = "vigor_blocks_rout", text = "In a stack only a topmost enemy "
      .. "can be routed; what lay beneath stays. " .. (options.vigor_blocks_rout and "A "
      .. "battalion with Vigor cannot be routed." or "Vigor is no protection from it.") },
    { id = "WT-ROUT-3", text = "You choose a free neighbour zone of the victim, in any "
      .. "direction." },
    { id = "WT-ROUT-5", text = "There it faces away from the zone that it has left, and a "
      .. "Sacrifice token comes off." },
    { id = "WT-STUN-1", text = "It gets your Stun token, and whoever had that loses it." },
    { id = "WT-STUN-3", text = "A stunned battalion takes no order. It still strikes back in "
      .. "Step 1." },
    { id = "WT-STUN-2", text = "The token stays until Step 3 of your next turn, or until the "
      .. "battalion is attacked." },
    { id = "WT-ROUT-10", option = "rout_edge_needs_free_zone", text = "From a zone at the edge "
      .. "you may rout it off the field instead" .. (options.rout_edge_needs_free_zone and ", "
      .. "if a zone beside it is free" or ", even where no zone beside it is free") .. ": it is "
      .. "captured." },
    { id = "WT-PRIS-1", text = "A prisoner lies in your Prison. It keeps its Arms and loses "
      .. "facing and tokens." },
    { id = "WT-TORM-4", text = "At the moment of its capture you may torment it at once: it "
      .. "loses 1 Arms, or dies if that was its last." },
    { id = "WT-PRIS-3", text = "There it stays until its owner extricates it or torment kills "
      .. "it." },
  }
  muster.rules { title = "Ramparts", place = 9,
    { id = "WT-BUILD-1", text = "Build, price 1: put a rampart of your supply on a free zone. "
      .. "The builder's Arms do not matter, but it must lie on bare ground." },
    { id = "WT-BUILD-3", option = "build_link", text = "The zone is next to the builder, or "
      .. "next to a rampart of a chain that begins beside the builder. The links of the chain "
      .. "are " .. (options.build_link == "owner" and "ramparts of the builder's "
      .. "General." or "ramparts of the builder's kingdom, whosever they are.") },
    { id = "WT-RUL-70", option = "build_kingdom", text = "An empty supply builds nothing. "
      .. (options.build_kingdom == "any" and "If the supply is of several kingdoms, any of them "
      .. "may be taken." or "Only ramparts of the builder's kingdom may be taken.") },
    { id = "WT-DEMO-2", text = "Destroy: only Arms 4, 5 and 6 carry a war hammer and can tear "
      .. "down ramparts." },
    { id = "WT-DEMO-3", text = "The rampart stands straight ahead, and the battalion lies on "
      .. "bare ground." },
    { id = "WT-DEMO-6", option = "demolish_cost", text = options.demolish_cost == "kingdom"
      and "The price is 0 for a rampart of the battalion's own kingdom, 1 for another." or "The "
        .. "price is 0 for a rampart of the battalion's own General, 1 for another." },
    { id = "WT-DEMO-8", text = "A rampart once destroyed is not built again." },
  }
end
