-- Victory and its lack (chapters 27 to 34): looked at when a turn has ended, and nowhere else.

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  local options = w.options
  local tops_now = muster.expr("tops(battalion)")

  -- Best first: points, then the order of the tie-breakers (WT-RUL-95).
  w.conditions = { "shackle", "crush", "paralyze", "blunt", "overpower" }
  w.points = { shackle = 5, crush = 3, paralyze = 3, blunt = 2, overpower = 1, forced = 1,
    voluntary = 1, stalemate = -1, resolve = -10 }
  -- Here a `seat` is a side: conditions are checked against it as one army (WT-ALLY-9).

  ---Visit every living battalion of `seat`: those on the field, and those in the enemy's Prison.
  ---@param seat integer a side
  ---@param visit fun(unit: integer)
  function w.each_living(seat, visit)
    for zone in muster.each(tops_now()) do
      for _, unit in ipairs(muster.pieces_in(zone)) do
        if w.side_of[muster.owner(unit)] == seat and muster.type(unit) == w.BATTALION then
          visit(unit)
        end
      end
    end
    for _, unit in ipairs(muster.pieces_in(w.prison(1 - seat))) do visit(unit) end
  end

  ---Total Arms and number of the living (WT-RUL-107).
  ---@param seat integer
  ---@return integer, integer
  function w.strength(seat)
    local arms, number = 0, 0
    w.each_living(seat, function(unit)
      arms, number = arms + get.arms(unit), number + 1
    end)
    return arms, number
  end

  local function has_hammer(seat) -- WT-BLU-2, WT-RUL-105
    local found = false
    w.each_living(seat, function(unit) found = found or get.arms(unit) >= 4 end)
    return found
  end

  -- What each side holds, by name; and whether neither can be aggressive any more (WT-RUL-106).
  -- Where the quick look is enough, nobody is paralyzed or blunt.
  local lively = muster.expr("lively")
  local function survey()
    local quick = lively() > 0
    local able = { [0] = quick or w.aggressive(0), [1] = quick or w.aggressive(1) }
    local holds = {}
    for seat = 0, 1 do
      local dead, caught = muster.count(w.graveyard(seat)), muster.count(w.prison(seat))
      local need = w.needs[seat]
      holds[seat] = {
        overpower = dead >= need.overpower,
        crush = dead >= need.crush,
        shackle = caught >= need.shackle,
        paralyze = not quick and w.paralyzed(1 - seat),
        blunt = not able[1 - seat] and able[seat] and has_hammer(seat),
      }
    end
    return holds, not able[0] and not able[1]
  end
  w.survey = survey

  local function best(holds)
    for _, name in ipairs(w.conditions) do
      if holds[name] then return name end
    end
    return nil
  end

  local function divisive() -- WT-END-2 to WT-END-5
    local arms_a, number_a = w.strength(0)
    local arms_b, number_b = w.strength(1)
    if arms_a ~= arms_b then
      w.finish(arms_a > arms_b and 0 or 1, "forced")
    elseif number_a ~= number_b then
      w.finish(number_a > number_b and 0 or 1, "forced")
    else
      w.finish(nil, "stalemate")
    end
  end

  local function judge_at_once()
    local holds, both_incapable = survey()
    local a, b = best(holds[0]), best(holds[1])
    if a and b then return divisive() end
    if a then return w.finish(0, a) end
    if b then return w.finish(1, b) end
    if both_incapable then return divisive() end
    muster.go("turn_pass")
  end

  -- ---- manual declaring (WT-RUL-93) ------------------------------------------------------------

  local function ask(seat)
    set.asked(seat)
    muster.go("claim")
  end

  local function judge_by_claims()
    local holds, both_incapable = survey()
    local active = get.active()
    set.claimed(0)
    if best(holds[active]) then return ask(active) end
    if best(holds[1 - active]) then
      set.claimed(6)
      return ask(1 - active)
    end
    if both_incapable then return divisive() end
    muster.go("turn_pass")
  end

  -- The side asked has answered with the number of a condition, or 6 for none.
  local function answer(choice)
    local seat, before = get.asked(), get.claimed()
    local holds, both_incapable = survey()
    if seat == get.active() then
      if best(holds[1 - seat]) then
        set.claimed(choice)
        return ask(1 - seat)
      end
      before, seat = choice, 1 - seat
      choice = 6
    end
    set.claimed(0)
    set.asked(0)
    if before < 6 and choice < 6 then return divisive() end
    if before < 6 then return w.finish(1 - seat, w.conditions[before]) end
    if choice < 6 then return w.finish(seat, w.conditions[choice]) end
    if both_incapable then return divisive() end
    muster.go("turn_pass")
  end

  if options.declare == "manual" then
    muster.func("holds(seat, which)", function(seat, which)
      local holds = survey()
      return holds[seat][w.conditions[which]] and 1 or 0
    end)
    -- A position line that stands before the second side's answer: is there anything to ask?
    muster.step { "claim_due", title = "may this side declare a victory?", run = function()
      if best(survey()[get.asked()]) then return muster.go("claim") end
      answer(6)
    end }
    muster.decision { "claim", title = "Declare a victory condition", seat = "lead(asked)" }
    for i, name in ipairs(w.conditions) do
      muster.move { "declare_" .. name, at = "claim", title = "Declare " .. name,
        text = "declare:" .. name,
        { where = "holds(asked, " .. i .. ")", rule = "WT-VIC-3",
          why = "a General declares only a condition that he fulfils" },
        apply = function() answer(i) end }
    end
    muster.move { "claim_pass", at = "claim", title = "Stay silent", text = "pass",
      apply = function() answer(6) end }
  end

  w.judge_at_once = judge_at_once
  muster.func("judge", function()
    if options.declare == "manual" then judge_by_claims() else judge_at_once() end
    return 0
  end)

  -- ---- Resolve (WT-END-6, WT-RUL-109, WT-RUL-111) ----------------------------------------------

  muster.func("resolve_now", function()
    w.finish(nil, "resolve")
    return 1
  end)

  muster.func("time_is_up", function()
    w.finish(nil, "resolve")
    return 1
  end)

  local scaled, needs = options.scale_victory, w.needs
  local sizes = scaled and { "scale_victory", w.allied and "sides" or "battalions" }
    or "scale_victory"
  local function need(name)
    local a, b = needs[0][name], needs[1][name]
    if a == b then return tostring(a) end
    return a .. " (for " .. w.side_titles[0] .. ") or " .. b .. " (for " .. w.side_titles[1]
      .. ")"
  end
  local why = scaled and "; the number follows the size of the enemy's army." or ", whatever "
    .. "the size of the enemy's army."
  muster.rules { title = "Victory", place = 10,
    { id = "WT-VIC-2", text = "Conditions are looked at when a turn ends, for both sides, and "
      .. "at no other time. One of them is enough." },
    { id = "WT-VIC-3", option = "declare", text = options.declare == "auto" and "Nobody need "
      .. "declare anything: the game sees it." or "A General declares a condition that his side "
      .. "fulfils, or stays silent and plays on. The side whose turn ends is asked first." },
    { id = "WT-OVER-1", option = sizes, text = "Overpower: your Graveyard holds "
      .. need("overpower") .. " enemy battalions or more" .. why },
    { id = "WT-OVER-2", option = sizes, text = "Crush: your Graveyard holds " .. need("crush")
      .. why },
    { id = "WT-SHAC-1", option = sizes, text = "Shackle: your Prison holds " .. need("shackle")
      .. " or more at one time" .. why },
    { id = "WT-OVER-3", text = "A prisoner is not slaughtered, and one that was extricated is no "
      .. "longer a prisoner." },
    { id = "WT-PAR-1", text = "Paralyze: no enemy battalion can move any more. The next chapter "
      .. "says when that is so." },
    { id = "WT-BLU-1", text = "Blunt: the enemy can no longer act aggressively, but you can." },
    { id = "WT-BLU-2", text = "For Blunt you need a living battalion with a war hammer, be it "
      .. "on the field or a prisoner." },
    { id = "WT-FS-1", text = "Forced Surrender: the enemy stalls a second time in a row, or is "
      .. "the weaker when both sides fulfil conditions." },
    { id = "WT-RUL-95", option = "declare", when = options.declare == "auto", text = "A side "
      .. "that fulfils several has won by the first of: Shackle, Crush, Paralyze, Blunt, "
      .. "Overpower." },
  }
end
