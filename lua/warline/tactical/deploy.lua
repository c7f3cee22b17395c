-- Battle Formation (chapter 4): placing the armies in turn, and naming who opens.

---@param w warline.tactical
return function(w)
  muster.event("deployed(unit, zone)", { help = "A battalion was placed before the battle." })
  muster.event("opened(seat)", { help = "It was named who opens the battle." })

  if w.options.player1 == "random" then
    muster.decision { "coin", title = "Who is Player-1?", chance = true }
    muster.move { "lot", at = "coin", title = "Player-1", text = "P:{who}",
      { each = "who", from = "0", to = "1", min = 0, max = 1, letters = w.allied and "AB" or "12" },
      weight = "1", apply = "deployer = who active = who go(deploy_due)" }
  end

  -- What other modules do before it.
  muster.func("prepare_next", function()
    for _, stage in ipairs(w.stages) do
      if stage.due() then
        stage.begin()
        return 0
      end
    end
    return 0
  end)
  -- Among allies warline.alliances says who is next.
  muster.step { "deploy_due", title = "who deploys next, or opens the battle?",
    run = "if unprepared then prepare_next() else "
    .. (w.allied and "go(deploy_on)" or [[
      if count(undeployed(active)) > 0 then go(deployment)
      elseif count(undeployed(1 - active)) > 0 then active = 1 - active go(deployment)
      else active = deployer go(opening) end]]) .. " end" }

  local who = w.text.who
  local next_one = w.allied and "general = who go(deploy_on)" or [[
    if not more_placements then
      if count(undeployed(1 - active)) > 0 then active = 1 - active
      elseif count(undeployed(active)) == 0 then go(deploy_due) end end]]
  ---How a refusal calls the part of the field in which a General deploys.
  ---@return string
  function w.own_ground() return "the three nearest rows" end

  local spots = "deployable(" .. who .. ") - (occupied - tops(battalion, " .. who .. "))"
  muster.decision { "deployment", title = "Deploy a battalion", seat = w.text.general,
    let = not w.allied and { { "spots", spots } } or nil }
  muster.move(w.name_general { "deploy", at = "deployment", title = "Deploy",
    text = "D:" .. w.text.whose .. "{make}{strength}{zone}{face}",
    { each = "make", called = "kingdom", from = "first_make(" .. who .. ")",
      to = "last_make(" .. who .. ")", min = 0, max = w.last_kingdom, letters = w.kingdom_letters,
      rule = "WT-SET-8", why = "a General deploys battalions of his own army" },
    { each = "strength", called = "Arms", from = "1", to = "6", min = 1, max = 6,
      rule = "WT-SET-10", why = "a battalion has Arms 1 to 6" },
    { where = "some(p of undeployed(" .. who .. "): arms(p) == strength and kingdom(p) == make)",
      rule = "WT-DEP-2", why = "that battalion is not waiting to be deployed" },
    { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" },
    { each = "zone", of = w.allied and spots or "spots", rule = "WT-DEP-3",
      why = w.because("deploy", -1, function()
        return "a battalion is deployed on a free zone of " .. w.own_ground()
          .. ", or on an own battalion"
      end) },
    apply = "let unit = pick(p of undeployed(" .. who .. "): arms(p) == strength "
      .. "and kingdom(p) == make) " .. [[
      put(unit, zone) facing(unit) = face
      emit(deployed, unit, zone) ]] .. next_one })

  if w.options.short_army then -- who stays out is out of the battle, as if it were not there
    muster.event("left_out(seat)",
      { help = "A General leaves the rest of his battalions out of the battle." })
    muster.move(w.name_general { "leave_out", at = "deployment", title = "Leave the rest out",
      text = "D:" .. w.text.whose .. "-", reluctant = true,
      { where = "some(z in tops(battalion): some(x of z: type(x) == battalion and owner(x) == "
        .. who .. "))", rule = "WT-RUL-17", why = "an army has one battalion at least" },
      apply = "let seat = " .. who .. " for p of undeployed(seat) do "
        .. "owner(p) = none kingdom(p) = 0 arms(p) = 0 put(p, box) end "
        .. "emit(left_out, seat) " .. next_one })
  end

  local opening = "Name the General who opens the battle"
  if w.allied then
    opening = "Who opens? A: " .. w.side_titles[0] .. ", B: " .. w.side_titles[1]
    if #opening > 63 then opening = "Name the side that opens the battle" end -- no title is longer
  end
  muster.decision { "opening", seat = w.text.general, title = opening }
  muster.move { "open", at = "opening", title = "Opens", text = "G:{who}",
    { each = "who", from = "0", to = "1", min = 0, max = 1, letters = w.allied and "AB" or "12" },
    apply = "active = who emit(opened, who) go(turn_begin)" }

  local by_hand = w.options.start == "deployment"
  muster.rules { title = "Battle Formation", place = 3,
    { id = "WT-DEP-2", option = "start", when = by_hand,
      text = "The sides take turns in placing battalions, one at a time. Player-1 begins." },
    { id = "WT-DEP-3", option = "start", when = by_hand,
      text = "A battalion goes to a free zone in the three rows nearest to its General." },
    { id = "WT-DEP-4", option = "start", when = by_hand,
      text = "It may also go on top of a battalion of the same General that was placed before." },
    { id = "WT-DEP-6", option = "start", when = by_hand, text = "Any of the four facings may be "
      .. "given to it." },
    { id = "WT-DEP-7", option = "start", when = by_hand, text = "What has been placed stays "
      .. "until the battle begins." },
    { id = "WT-RUL-17", option = { "start", "short_army" }, when = by_hand,
      text = w.options.short_army and "Who has placed one battalion may leave the others out of "
        .. "the battle." or "No battalion may be left out." },
    { id = "WT-DEP-8", text = "When all battalions stand, Player-1 names who takes the first "
      .. "turn." },
    { id = "WT-RUL-77", text = "The home row of a General is the outermost line of zones along "
      .. "his own edge." },
  }
end
