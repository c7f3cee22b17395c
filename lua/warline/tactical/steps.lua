-- The steps before the order (chapters 6 to 9) and the end of a turn (WT-DATA-10), one after the
-- other. What nobody has to decide is done at once: each text goes on to the next step.

---@param w warline.tactical
return function(w)
  local options = w.options
  local text = w.text

  muster.event("roused(unit)", { help = "A battalion earns Vigor." })
  muster.event("sacrificed(unit, zone)",
    { help = "A ritual is completed, and the battalion dies; it stood on this zone." })
  muster.event("blessed_with_eight(unit)",
    { help = "A battalion gets 8 maneuver actions for this turn." })
  muster.event("turn_began(seat)", { help = "The turn of that side begins." })

  -- ---- Step 4: completing a sacrifice ----------------------------------------------------------

  -- The dead one is off the field before anybody hears of it (WT-RUL-154).
  local general = text.general
  -- Who may gain the 8 actions: among allies warline.alliances says it (WT-RUL-179).
  local function gains(x)
    return (w.allied and "gains(" .. x .. ")" or "owner(" .. x .. ") == active")
      .. " and type(" .. x .. ") == battalion"
  end
  local complete = (w.allied and "general = owner(s) " or "")
    .. "let altar = place(s) idle = -1 " .. text.bury("s")
    .. "emit(sacrificed, s, altar) "
  local named = options.sac_benefit == "named"
  if not named then -- whoever maneuvers: every own battalion on the field bears the mark
    complete = complete .. [[
      for z in tops(battalion) do for x of z do
        if ]] .. gains("x") .. " then eight(x) = 1 blessed = x end end end "
  end
  local order = w.allied and "order_due" or "order" -- among allies, first who gives it
  local function benefit(otherwise)
    return "let s = offered(active) if marked(s) == 1 and ritual_holds(s) then " .. complete
      .. "go(" .. (named and "benefit" or order) .. ") " .. text.reface("0")
      .. "elseif marked(s) == 1 then marked(s) = 0 go(" .. order .. ") else go(" .. otherwise
      .. ") end "
  end
  muster.step { "benefit_due", title = "Step 4: who gets the 8 actions?",
    run = benefit(named and "benefit" or order) }

  if named then
    muster.decision { "benefit", title = "Name the battalion that gets 8 maneuver actions",
      seat = general }
    local bless = "emit(blessed_with_eight, unit) eight(unit) = 1 blessed = unit go(" .. order
      .. ")"
    muster.move { "bless", at = "benefit", title = "8 actions for", text = "S:{zone}",
      { each = "zone", of = w.allied and "{z in topped(active): gains(top(z))}"
        or "tops(battalion, active)", rule = "WT-SACR-4",
        why = "the benefit goes to an own battalion on the field" },
      { let = "unit", be = "top(zone)" }, apply = bless }
    muster.move { "bless_covered", at = "benefit", title = "8 actions for a covered battalion",
      text = "S:{zone}/{height}",
      { each = "zone", of = "tops(battalion)", rule = "WT-SACR-4",
        why = "the benefit goes to an own battalion on the field" },
      { each = "height", from = "1", to = "count(zone) - 1", min = 1,
        max = w.battalions - 1, rule = "WT-RUL-29",
        why = "that level does not exist, or is the top, which is named without a level" },
      { let = "unit", be = "pick(x of zone: level(x) == height)" },
      { where = gains("unit"), rule = "WT-SACR-4",
        why = "the benefit goes to an own battalion on the field" },
      apply = bless }
    muster.move { "bless_nobody", at = "benefit", title = "Nobody is left", text = "S:-",
      { where = "not some(z in tops(battalion): some(x of z: " .. gains("x") .. "))",
        rule = "WT-RUL-30", why = "an own battalion is on the field: it must be named" },
      apply = "go(" .. order .. ")" }
  end

  -- ---- Step 3: token reset ---------------------------------------------------------------------

  text.reset = [[
    if vigor(brave(active)) > 0 then vigor(brave(active)) = 0 end
    if stunned(dazed(1 - active)) > 0 then stunned(dazed(1 - active)) = 0 end
    brave(active) = none dazed(1 - active) = none ]] .. benefit(order)
  muster.step { "reset_due", title = "Step 3: tokens come back", run = text.reset }

  -- ---- Step 2: torment -------------------------------------------------------------------------

  text.torment_due = "if count(prison(active)) > 0 then go(torment) else " .. text.reset .. "end "
  text.torment_step = text.torment_due
  if w.allied then -- warline.alliances says who decides
    text.torment_due = "go(torment_due) "
  else
    muster.step { "torment_due", title = "Step 2: is there anybody to torment?",
      run = text.torment_step }
  end
  muster.decision { "torment", title = "Torment prisoners", seat = general }
  local get, set = w.get, w.set
  muster.move { "torment", at = "torment", title = "Torment", text = "T:{who}",
    { each = "who", subset = "prison(active)", rule = "WT-TORM-1",
      why = "only prisoners of one's own Prison can be tormented" },
    apply = function(mask)
      local seat = get.active()
      for _, unit in ipairs(muster.chosen(w.prison(seat), mask)) do w.torment(unit) end
      muster.go(w.after_torment or "reset_due")
    end }

  ---Take 1 Arms from a prisoner; one that had no more goes to the Graveyard (WT-TORM-2).
  ---@param unit integer
  function w.torment(unit)
    set.idle(-1)
    muster.emit("tormented", unit)
    local arms = get.arms(unit)
    set.arms(unit, arms - 1)
    if arms == 1 then
      muster.emit("slaughtered", unit, muster.place(unit))
      muster.put(unit, w.graveyard(1 - w.side_of[muster.owner(unit)]))
    end
  end

  -- ---- Step 1: counter attacks -----------------------------------------------------------------

  local covered = options.ctr_through_cover
  local owed = covered
      and "{z in tops(battalion): some(y of z: hostile(y) and "
        .. text.side("owner(beneath(y))") .. " == active)}"
    or "{z in " .. text.topped("1 - active") .. ": " .. text.side("owner(beneath(top(z)))")
      .. " == active}"
  text.turn_begin = (w.allied and "general = lead(active) " or "") .. "let owed = " .. owed .. [[
    if size(owed) > 0 then
      for z in owed do due(z) = 1 end
      go(counter)
    else ]] .. text.torment_due .. "end "
  muster.step { "turn_begin", title = "Step 1: are counter attacks due?", run = text.turn_begin }

  -- spot: the next stack. victim: the enemy struck first. striker: the battalion beneath it.
  local spot = "first({z in tops(battalion): due(z) == 1})"
  local struck = covered and "pick(y of spot: hostile(y) and " .. text.side("owner(below(y))")
    .. " == active)" or "top(spot)"
  if w.allied then -- the General of the striker decides (WT-RUL-177)
    muster.define("next_spot", spot)
    muster.define("next_striker", "below(" .. (covered and "pick(y of next_spot: hostile(y) and "
      .. text.side("owner(below(y))") .. " == active)" or "top(next_spot)") .. ")")
  end
  muster.decision { "counter", title = "Counter attack",
    seat = w.allied and "owner(next_striker)" or "active", let = {
    { "spot", spot },
    { "victim", struck },
    { "striker", "below(victim)" },
    { "survivor", "if blow(victim, arms(striker)) < arms(victim) then victim else "
      .. "walk(below(striker), x: hostile(x) and blow(x, arms(striker)) >= arms(x))" },
    { "yields", "hostile(survivor)" .. (options.reface_without_loss and ""
      or " and blow(survivor, arms(striker)) > 0") },
  } }
  -- Where the striker ends: on top of the whole stack, or in the place of a covered victim.
  if covered then
    muster.func("slip(unit, zone, survivor, victim)", function(unit, zone, survivor, victim)
      local under = survivor == victim and muster.level(victim) - 1 or muster.level(survivor)
      muster.insert(unit, zone, under + 1)
      return 0
    end)
  end
  local function counter(name, format, clauses, face)
    local move = { name, at = "counter", title = "Counter attack", text = format,
      { each = "zone", of = "only(spot)", rule = "WT-RUL-20",
        why = "counter attacks are made in the order a1, b1 ... of the stacks where they are "
          .. "due" } }
    for _, clause in ipairs(clauses) do move[#move + 1] = clause end
    move.apply = "emit(countered, striker, spot) "
      .. text.strike("striker", "spot", "survivor", "victim", face) .. "due(spot) = 0 "
      .. (covered and "slip(striker, spot, survivor, victim) " or "put(striker, spot) ")
      .. "if not some(z in tops(battalion): due(z) == 1) then " .. text.torment_due .. "end"
    muster.move(move)
  end
  counter("counter_turn", "C:{zone}{face}", {
    { where = "yields", rule = "WT-CTR-4",
      why = "the victim dies or loses nothing, so no facing is set: write - for it" },
    { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" },
  }, "face")
  counter("counter_strike", "C:{zone}-", {
    { where = "not yields", rule = "WT-CTR-4",
      why = "the victim survives with a loss: name its new facing" },
  })

  -- ---- the end of a turn -----------------------------------------------------------------------

  -- A side can move and strike for sure when it has a battalion that can leave its place and has a
  -- hammer and ramparts to build and destroy, or an enemy in its pocket of zones without ramparts
  -- (WT-DATA-11). If both have one, nothing else need be looked at.
  local lively = "false"
  if options.capability_horizon == "solo" then
    muster.query("stirs(unit)", "level(unit) == 1 or arms(unit) >= 2",
      { help = "Could it leave its zone, if there is room beside?" })
    muster.query("fit(seat)", "some(a in " .. text.topped("seat") .. " & near(passable): "
      .. "stirs(top(a)) and ((arms(top(a)) >= 4 and "
      .. (w.allied and "stock(owner(top(a)))" or "stock(seat)") .. " > 0) "
      .. "or size(" .. text.topped("1 - seat") .. " & flood(only(a), passable)) > 0))",
      { help = "Can this side move and strike for sure?" })
    -- Failing that: both can move, and none can strike while the other, with a hammer, cannot.
    muster.define("armed(seat)", "some(x of prison(1 - seat): arms(x) >= 4) "
      .. "or some(z in tops(battalion): some(x of z: " .. text.side("owner(x)")
      .. " == seat and arms(x) >= 4))")
    muster.define("even(a, b)", "(a or b) and (a or not armed(1)) and (b or not armed(0))")
    lively = "(fit(0) and fit(1)) or (plainly_mobile(0) and plainly_mobile(1) "
      .. "and even(aggressive(0), aggressive(1)))"
  end
  muster.query("lively", lively,
    { help = "Can both sides move and strike, as seen at a glance? Then no more is asked." })

  -- Idle turns in a row; enough of them end the battle (WT-RUL-109).
  local repeats = options.resolve == "repeat"
  local book = "idle = 0 let ended = 0 "
  if repeats or options.resolve == "irreversible" then
    book = (repeats and "let key = position_key * 2 + active " or "")
      .. "let next = if idle < 0 then 0 else "
      .. (repeats and "if seen(key) then idle + 1 else 0 " or "idle + 1 ")
      .. "let ended = next >= " .. 2 * options.resolve_cycles
      .. " if ended == 1 then resolve_now() else idle = next "
      .. (repeats and "remember(key) " or "") .. "end "
  end
  if options.max_turns > 0 then
    book = book .. "let late = if ended == 0 and turn >= " .. options.max_turns
      .. " then time_is_up() else ended "
  else
    book = book .. "let late = ended "
  end
  text.turn_pass = book .. [[
    if late == 0 then
      active = 1 - active
      turn = turn + 1
      emit(turn_began, active) ]] .. text.turn_begin .. "end "
  muster.step { "turn_pass", title = "the turn goes to the other side", run = text.turn_pass }

  text.clear_marks = (named and "if blessed ~= none then eight(blessed) = 0 blessed = none end "
    or [[if blessed ~= none then
        for z in tops(battalion) do for x of z do eight(x) = 0 end end blessed = none end ]])
    .. "if vigor(brave(1 - active)) == 2 then vigor(brave(1 - active)) = 1 end "
  local needs = w.needs
  text.turn_over = text.clear_marks
    .. "if count(graveyard(0)) < " .. needs[0].overpower
    .. " and count(graveyard(1)) < " .. needs[1].overpower
    .. " and count(prison(0)) < " .. needs[0].shackle
    .. " and count(prison(1)) < " .. needs[1].shackle .. " and lively then " .. text.turn_pass
    .. "else judge() end "
  -- An order has been carried out; where a turn has several, warline.orders counts it.
  muster.func("close_order(stalled)", function(stalled)
    w.close_order(stalled)
    return 0
  end)
  muster.step { "turn_end", title = "an order is done",
    run = "if several_orders then close_order(0) else " .. text.turn_over
    .. "end" }

  -- ---- the end of a maneuver -------------------------------------------------------------------

  local rouse = "if vigor(brave(active)) > 0 then vigor(brave(active)) = 0 end "
    .. "vigor(actor) = 1 brave(active) = actor emit(roused, actor) "
  if options.token_pool == "shared" then
    rouse = "if vigor(brave(1 - active)) == 0 then " .. rouse .. "end "
  end
  -- Where a turn has several orders: whoever lives has carried one out, and a benefit for whoever
  -- maneuvers is spent.
  local counted = "if several_orders then if actor ~= none then ordered(actor) = 1 end "
    .. (named and "" or "if blessed ~= none and " .. gains("blessed")
      .. " then for z in tops(battalion) do for x of z do eight(x) = 0 end end blessed = none end ")
    .. "end "
  muster.step { "maneuver_over", title = "the maneuver ends: Vigor, and was it a Stall?",
    run = "let actor = top(man_zone) "
    .. "if attacked == 1 and bare(actor) then " .. rouse .. "end " .. counted
    .. "let quiet = acted == 0 "
    .. "man_zone = none ma = 0 attacked = 0 paid = 0 acted = 0 "
    .. "if quiet then " .. text.stall .. "else stalls(active) = 0 go(turn_end) end" }
  muster.step { "maneuver_on", title = "does the maneuver go on after a decision in its midst?",
    run = "if may_act(top(man_zone)) then go(maneuvering) "
    .. "else go(maneuver_over) end" }

  local refaced = options.reface_without_loss and "survives" or "survives with fewer Arms"
  muster.rules { title = "The turn", place = 4,
    { id = "WT-TURN-2", text = "A turn has five steps: counter attacks, torment, tokens back, "
      .. "completing a sacrifice, one order. Steps without work are passed over." },
    { id = "WT-CTR-1", option = "ctr_through_cover",
      text = "Step 1, counter attacks. " .. (covered and "In each stack your highest battalion "
      .. "with an enemy right on top of it must strike that enemy, even a covered one."
      or "Where an enemy is topmost in a stack and your battalion lies right beneath it, yours "
        .. "must strike back. A second enemy in between spares the lower one.") },
    { id = "WT-RUL-20", text = "All that are due are carried out, zone by zone: a1, b1 and so "
      .. "on, then a2." },
    { id = "WT-CTR-3", text = "Your battalion slips out from below and strikes as in an attack: "
      .. "it takes its own Arms from those of the enemy. The chapter Attack tells of losses, "
      .. "tokens and whole stacks." },
    { id = "WT-CTR-4", option = "reface_without_loss",
      text = "You set the facing of a victim that " .. refaced .. "." },
    { id = "WT-CTR-6", option = "ctr_through_cover", text = "Your battalion then lies on top of "
      .. "" .. (covered and "its victim, or where the victim was" or "the stack") .. "; its own "
      .. "facing stays." },
    { id = "WT-TORM-1", text = "Step 2, torment. Each prisoner in your Prison may lose 1 Arms: "
      .. "choose all, some or none." },
    { id = "WT-TORM-2", text = "A prisoner of Arms 1 dies of it and goes to your Graveyard." },
    { id = "WT-TOK-1", text = "Step 3, tokens back. Your own battalion loses its Vigor." },
    { id = "WT-TOK-2", text = "The enemy battalion that you stunned is freed too. Your own "
      .. "stunned battalion must wait for the enemy's Step 3." },
    { id = "WT-SACR-1", text = "Step 4, completing a sacrifice. If a ritual of your last turn "
      .. "was not broken, the marked battalion dies now and goes to the enemy's Graveyard." },
    { id = "WT-SACR-4", option = "sac_benefit", text = named and "In return you name an own "
      .. "battalion on the field, which has 8 actions if it maneuvers this turn." or "In return "
      .. "the own battalion that you have maneuver in this turn has 8 actions." },
    { id = "WT-RUL-29", option = "sac_benefit", when = named,
      text = "It may be a covered one, which is named with its level in the stack." },
    { id = "WT-RUL-30", text = "The benefit ends with the turn, used or not; without a "
      .. "battalion on the field it lapses." },
    { id = "WT-ORD-1", text = "Step 5, the order. One battalion carries out one order, and the "
      .. "turn is over." },
  }
end
