-- Step 5 (chapters 10, 11, 23 to 26): one order for one battalion.

---@param w warline.tactical
return function(w)
  local options = w.options
  local any_number = options.stall_faces == "any_number"

  muster.event("extricated(unit, zone)",
    { help = "A battalion left the Prison of the enemy, for this zone." })
  muster.event("dedicated(unit)", { help = "A Sacrifice Ritual began: the battalion is marked." })
  muster.event("lightened(unit, before)",
    { help = "A battalion is lightened; `before` are the Arms that it had." })
  muster.event("transferred(from, to, amount)",
    { help = "Arms given up by one battalion go to the one beneath it." })
  muster.event("stalled(seat)", { help = "The order of that side is a Stall." })

  muster.decision { "order", title = "Give an order", seat = w.text.general, let = {
    { "still", "if stunned(dazed(active)) == 1 and top(place(dazed(active))) == dazed(active)"
      .. " then only(place(dazed(active))) else nothing" },
    { "ready", (w.allied and "{z in topped(active): may_act_now(owner(top(z)))}"
      or "tops(battalion, active)") .. " - still" },
    { "easy", "passable & gentle" },
    { "roomy", "near(easy)" },
  } }

  local who = { each = "zone", of = "ready", rule = "WT-ORD-3",
    why = w.allied and "an order goes to a battalion of the General whose order it is, topmost and "
      .. "not stunned" or "an order needs an own battalion that lies topmost and is not stunned" }
  local face = { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" }
  local whose = w.text.who
  local lead = w.allied and "general = owner(top(zone)) " or "" -- who gives the order
  -- A: Maneuver
  muster.move { "maneuver", at = "order", title = "Maneuver", text = "M:{zone}",
    who,
    { let = "unit", be = "top(zone)" },
    { let = "budget", be = "if eight(unit) == 1 then 8 else allowance(arms(unit))" },
    -- A Move is in reach for sure ahead onto easy ground, and, given 3 actions (two turns and a
    -- step), from beside any; else all that there is has to be looked at.
    { where = "(level(unit) == 1 and ((budget >= 3 and zone in roomy) or (budget >= 1 and "
      .. "step(zone, facing(unit)) in easy))) or may_set_out(unit, zone, budget)",
      rule = "WT-RUL-42",
      why = "a maneuver must have an action other than Face within reach" },
    apply = lead .. "man_zone = zone ma = budget go(maneuvering)" }

  -- B: Extricate
  local owned = w.allied and " and owner(p) == who" or ""
  muster.move(w.name_general { "extricate", at = "order", title = "Extricate",
    text = "E:" .. w.text.whose .. "{make}{strength}{zone}{face}",
    { where = "count(prison(1 - active)) > 0", rule = "WT-EXT-1",
      why = "no own battalion is held in the enemy's Prison" },
    { each = "make", called = "kingdom", from = "first_make(" .. whose .. ")",
      to = "last_make(" .. whose .. ")", min = 0, max = w.last_kingdom, letters = w.kingdom_letters,
      rule = "WT-EXT-1", why = "only an own battalion can be extricated" },
    { each = "strength", called = "Arms", from = "1", to = "6", min = 1, max = 6, rule = "WT-EXT-1",
      why = "no such battalion is held in the enemy's Prison" },
    { where = "some(p of prison(1 - active): arms(p) == strength and kingdom(p) == make" .. owned
      .. ")",
      rule = "WT-EXT-1", why = "no such battalion is held in the enemy's Prison" },
    { each = "zone", of = "refuge(" .. whose .. ")", rule = "WT-EXT-2",
      why = w.because("extricate", -2, "an extricated battalion needs a free zone of its "
        .. "General's home row") },
    face,
    apply = (w.allied and "general = who " or "") .. "let unit = pick(p of prison(1 - active): "
      .. "arms(p) == strength and kingdom(p) == make" .. owned .. ") " .. [[
      idle = -1 stalls(active) = 0
      facing(unit) = face put(unit, zone)
      emit(extricated, unit, zone)
      go(turn_end)]] })

  -- C: Sacrifice Ritual
  muster.move { "sacrifice", at = "order", title = "Sacrifice Ritual", text = "K:{zone}",
    { each = "zone", of = "ready & altars", rule = "WT-SAC-1",
      why = w.because("sacrifice", -1, "a ritual needs an own battalion that lies topmost and is "
        .. "not stunned") },
    apply = lead .. [[
      idle = -1 stalls(active) = 0
      if marked(offered(active)) == 1 then marked(offered(active)) = 0 end
      marked(top(zone)) = 1 offered(active) = top(zone)
      emit(dedicated, top(zone))
      go(turn_end)]] }

  -- D: Lighten
  local lighten = lead .. "idle = -1 stalls(active) = 0 emit(lightened, unit, arms(unit)) "
  local left = { each = "left", from = "1", to = "arms(unit) - 1", min = 1, max = 5,
    rule = "WT-LIGHT-2", why = "Lighten lowers Arms, to 1 at least" }
  local allowed = { where = "may_lighten(unit)", rule = "WT-LIGHT-1",
    why = "this battalion cannot be lightened where it is" }
  muster.move { "lighten", at = "order", title = "Lighten", text = "L:{zone}>{left}{face}",
    who, { let = "unit", be = "top(zone)" }, allowed, left, face,
    apply = lighten .. "arms(unit) = left facing(unit) = face go(turn_end)" }
  muster.move { "transfer", at = "order", title = "Lighten and transfer",
    text = "L:{zone}>{left}{face}+{gift}{turned}",
    who, { let = "unit", be = "top(zone)" }, allowed,
    { let = "heir", be = "below(unit)" },
    { where = "owner(heir) == " .. (w.allied and "owner(unit)" or "active"), rule = "WT-LIGHT-6",
      why = "Arms pass only to an own battalion directly beneath" },
    left,
    { each = "gift", from = "1", to = "arms(unit) - left", min = 1, max = 5,
      rule = "WT-LIGHT-7", why = "at least 1 and at most what was given up passes" },
    { where = "arms(heir) + gift <= 6", rule = "WT-LIGHT-8", why = "Arms never exceed 6" },
    face,
    { each = "turned", from = "0", to = "3", min = 0, max = 3, letters = "nesw" },
    apply = lighten .. [[
      arms(unit) = left facing(unit) = face
      arms(heir) = arms(heir) + gift facing(heir) = turned
      emit(transferred, unit, heir, gift)
      go(turn_end)]] }

  -- E: Stall
  w.text.stall = [[
    if several_orders then emit(stalled, active) close_order(1) else
      stalls(active) = stalls(active) + 1
      emit(stalled, active)
      if stalls(active) > 1 then second_stall() else go(turn_end) end end ]]
  local footing = options.stall_face_on_friend
      and { where = "not hostile(beneath(top(zone)))", rule = "WT-STALL-3",
        why = "a battalion on top of an enemy cannot turn" }
    or { where = "bare(top(zone))", rule = "WT-RUL-88",
      why = "a battalion on top of another cannot turn" }
  local another = { where = "face ~= facing(top(zone))", rule = "WT-RUL-247",
    why = "it faces there already: a Stall without turning is written Z" }
  local stalls = w.allied and "general = who " or ""
  local mine = { each = "zone", of = w.allied and "{z in ready: owner(top(z)) == who}" or "ready",
    rule = who.rule, why = who.why }
  muster.move(w.name_general { "stall", at = "order", title = "Stall", text = "Z" .. w.text.whose,
    reluctant = true, apply = stalls .. w.text.stall })
  muster.move(w.name_general { "stall_turn", at = "order", title = "Stall and turn",
    text = "Z" .. w.text.whose .. ":{zone}{face}", reluctant = true,
    mine, footing, face, another,
    apply = stalls .. (any_number
      and "facing(top(zone)) = face ordered(top(zone)) = 1 go(stalling)"
      or "facing(top(zone)) = face if several_orders then ordered(top(zone)) = 1 end "
        .. w.text.stall) })

  if any_number then -- each battalion once, until Z ends the Stall
    muster.decision { "stalling", title = "Turn another battalion, or end the Stall",
      seat = w.text.general, let = {
        { "ready", "{z in tops(battalion, " .. w.text.general
          .. "): stunned(top(z)) + ordered(top(z)) == 0}" },
      } }
    local rested = { each = "zone", of = "ready", rule = "WT-RUL-87",
      why = "a Stall turns each battalion once, topmost ones that are not stunned" }
    muster.move { "stall_end", at = "stalling", title = "End the Stall", text = "Z", apply = [[
      if not several_orders then
        for z in tops(battalion, active) do ordered(top(z)) = 0 end end ]] .. w.text.stall }
    muster.move { "stall_next", at = "stalling", title = "Turn", text = "Z:{zone}{face}",
      rested, footing, face, another,
      apply = "facing(top(zone)) = face ordered(top(zone)) = 1" }
  end

  muster.rules { title = "Orders", place = 5,
    { id = "WT-ORD-2", text = "There are five orders: Maneuver, Extricate, Sacrifice Ritual, "
      .. "Lighten and Stall." },
    { id = "WT-ORD-3", text = "An order goes to an own battalion on the field that is topmost "
      .. "and not stunned. Two orders differ: Extricate takes a prisoner, and Stall needs "
      .. "nobody." },
    { id = "WT-RUL-42", text = "Maneuver: the battalion spends its actions, as the next "
      .. "chapters tell. It is ordered only where an action other than turning is within "
      .. "reach." },
    { id = "WT-EXT-1", text = "Extricate: free one of your battalions from the enemy's Prison." },
    { id = "WT-EXT-2", text = "It returns to a free zone of its General's home row; without one "
      .. "there is no such order." },
    { id = "WT-RUL-75", text = "It keeps its Arms and faces where you like." },
    { id = "WT-SAC-1", text = "Sacrifice Ritual: mark one of your battalions with the Sacrifice "
      .. "token. It is to die in Step 4 of your next turn, for 8 actions of another." },
    { id = "WT-SAC-5", option = "damage_breaks_sacrifice", text = "An attack, counter attack or "
      .. "rout" .. (options.damage_breaks_sacrifice and ", and any other loss of Arms," or "")
      .. " before that breaks the ritual: the token comes off"
      .. (options.damage_breaks_sacrifice and "." or ". Loss of Arms by other means does not "
      .. "break it.") },
    { id = "WT-LIGHT-2", text = "Lighten: lower the Arms of a battalion to any number below, "
      .. "but not below 1. It hits less hard and acts more often." },
    { id = "WT-LIGHT-4", text = "You set its facing too, wherever it lies." },
    { id = "WT-LIGHT-6", text = "If a battalion of the same General lies right beneath, Arms "
      .. "given up may pass to it, all or a part; the rest is lost. You then set its facing as "
      .. "well." },
    { id = "WT-LIGHT-8", text = "Nothing ever rises above Arms 6." },
    { id = "WT-STALL-1", text = "Stall: the turn passes without an action." },
    { id = "WT-RUL-87", option = "stall_faces", text = (any_number and "Any of your battalions "
      .. "may turn in it, each once," or "One of your battalions may turn in it,") .. " free of "
      .. "charge, to any side; it must be topmost and not stunned." },
    { id = "WT-STALL-3", option = "stall_face_on_friend", text = options.stall_face_on_friend
      and "None turns so while it lies on an enemy; on a friend it may." or "None turns so "
        .. "while it lies on another battalion." },
    { id = "WT-STALL-4", text = "Who stalls in two turns of his in a row has surrendered, and "
      .. "the enemy wins at once. Any other order in between begins the count anew." },
  }
end
