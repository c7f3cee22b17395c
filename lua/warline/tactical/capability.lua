-- Who can still move, and who can still strike (chapters 30, 31; WT-RUL-98, WT-DATA-11). These
-- lists are exact for the core rules. They are read only where the cheap look at a turn's end was
-- not enough.

---@param w warline.tactical
return function(w)
  local get = w.get
  local options = w.options
  local side, topped = w.text.side, w.text.topped -- a `seat` is a side here
  local passable_now = muster.expr("passable")
  local tops_now = muster.expr("tops(battalion)")

  -- ---- stacks as lists, so that a future can be tried out --------------------------------------

  ---@class warline.soldier
  ---@field seat integer its side
  ---@field owner integer its General
  ---@field arms integer
  ---@field facing integer
  ---@field vigor integer

  ---@param zone integer
  ---@return warline.soldier[] bottom to top
  local function stack_on(zone)
    local stack = {}
    for _, unit in ipairs(muster.pieces_in(zone)) do
      if muster.type(unit) == w.BATTALION then
        local owner = muster.owner(unit)
        stack[#stack + 1] = { seat = w.side_of[owner], owner = owner, arms = get.arms(unit),
          facing = get.facing(unit), vigor = get.vigor(unit) }
      end
    end
    return stack
  end
  w.stack_on = stack_on

  ---@param stack warline.soldier[]
  ---@return warline.soldier[]
  local function copy(stack)
    local other = {}
    for i, b in ipairs(stack) do
      other[i] = { seat = b.seat, owner = b.owner, arms = b.arms, facing = b.facing,
        vigor = b.vigor }
    end
    return other
  end
  w.copy_stack = copy

  ---Let the battalion at `level` strike what lies beneath it, down to a survivor.
  ---@param stack warline.soldier[]
  ---@param level integer
  ---@return boolean struck an enemy was hit
  local function strike_down(stack, level)
    local striker = stack[level]
    local struck = false
    while level > 1 and stack[level - 1].seat ~= striker.seat do
      local victim = stack[level - 1]
      local loss = striker.arms
      if victim.vigor > 0 then loss = victim.vigor == 1 and math.min(loss, 1) or 0 end
      if victim.vigor > 0 and loss > 0 then victim.vigor = 2 end
      victim.arms = victim.arms - loss
      struck = true
      if victim.arms > 0 then break end
      table.remove(stack, level - 1)
      level = level - 1
    end
    return struck
  end
  w.strike_down = strike_down

  ---Level of the battalion of `seat` whose counter attack is due in this stack, or nil (WT-RUL-19).
  ---@param stack warline.soldier[]
  ---@param seat integer
  ---@return integer?
  local function counter_level(stack, seat)
    local lowest = options.ctr_through_cover and 2 or #stack
    for level = #stack, math.max(lowest, 2), -1 do
      if stack[level].seat ~= seat and stack[level - 1].seat == seat then return level - 1 end
    end
    return nil
  end
  w.counter_level = counter_level

  ---@param stack warline.soldier[]
  ---@param level integer
  local function counter(stack, level)
    local striker = table.remove(stack, level)
    local to = options.ctr_through_cover and level + 1 or #stack + 1
    table.insert(stack, to, striker)
    strike_down(stack, to)
  end
  w.counter_in = counter

  -- ---- Paralyze --------------------------------------------------------------------------------

  -- The plain answers of question Q (WT-DATA-11): a topmost own battalion that leaves its zone.
  local breaks_out = "arms(unit) >= 4" .. " and zone in near(land)"
  muster.define("can_leave(unit, zone)", "if level(unit) == 1 "
    .. "then " .. breaks_out .. " or zone in near(passable) "
    .. "else step(zone, facing(unit)) in passable "
    .. "or (arms(unit) >= 2 and zone in near(passable))")
  local plainly_mobile = muster.query("plainly_mobile(seat)",
    "some(z in " .. topped("seat") .. ": can_leave(top(z), z))",
    { help = "Can that side move, as far as is seen at a glance? It must never be true wrongly." })

  local is_alone = muster.expr("not zone in near(land)", "zone")

  local function has_open_neighbour(zone, passable)
    for d = 0, 3 do
      local other = muster.step(zone, d)
      if other >= 0 and muster.has(passable, other) then return true end
    end
    return false
  end

  -- Question Q with all that may happen to a stack: can a battalion of `seat` leave this zone,
  -- ever?
  local function can_leave(stack, zone, seat, passable)
    local t = stack[#stack]
    if not t then return false end
    local level = counter_level(stack, seat)
    if level then
      local later = copy(stack)
      counter(later, level)
      return can_leave(later, zone, seat, passable)
    end
    if t.seat ~= seat then return false end
    if #stack == 1 then
      return t.arms >= 4 and is_alone(zone) == 0 or has_open_neighbour(zone, passable)
    end
    local front = muster.step(zone, t.facing)
    if front >= 0 and muster.has(passable, front) then return true end
    if t.arms >= 2 and has_open_neighbour(zone, passable) then return true end
    for gift = 0, t.arms - 1 do
      local later = copy(stack)
      later[#later] = nil
      local heir = later[#later]
      if gift == 0 or (heir.owner == t.owner and heir.arms + gift <= 6) then
        heir.arms = heir.arms + gift
        if can_leave(later, zone, seat, passable) then return true end
      end
    end
    return false
  end

  -- The stack of a zone after the next Step 1 of `seat`: Vigor still holds in that turn, and no
  -- longer in any later one.
  local function after_first_step(zone, seat)
    local stack = stack_on(zone)
    local level = counter_level(stack, seat)
    if level then counter(stack, level) end
    for _, b in ipairs(stack) do b.vigor = 0 end
    return stack
  end

  -- A home-row zone with neither rampart nor enemy: own battalions there can leave or be given up.
  local home_can_open = muster.define("home_can_open(seat)",
    "some(z in " .. (w.allied and "home_row(seat)" or "home(seat)") .. " & passable: "
      .. "not some(x of z: " .. side("owner(x)") .. " == 1 - seat))")

  ---Can `seat` never move one of its battalions again (WT-RUL-99, WT-RUL-100, WT-RUL-101)?
  ---@param seat integer
  ---@return boolean
  function w.paralyzed(seat)
    if plainly_mobile(seat) > 0 then return false end
    if muster.count(w.prison(1 - seat)) > 0
        and (not options.paralyze_needs_room or home_can_open(seat) > 0) then
      return false
    end
    local passable = passable_now()
    for zone in muster.each(tops_now()) do
      if can_leave(after_first_step(zone, seat), zone, seat, passable) then return false end
    end
    return true
  end

  -- ---- Blunt -----------------------------------------------------------------------------------

  -- The five entries of the list, each for `seat`. A battalion is free that lies above the highest
  -- enemy of its stack; `pocket(zone)` are the zones without ramparts that hang together with it.
  muster.define("lid(zone, seat)", "level(walk(top(zone), x: " .. side("owner(x)") .. " == seat))")
  muster.define("spare(zone, seat)",
    "sum(x of zone: if level(x) > lid(zone, seat) then arms(x) - 1 else 0)")
  -- Arms pass between battalions of one General only (WT-RUL-174).
  local function gathers(head, zone, tail)
    if not w.allied then return head .. "spare(" .. zone .. ", seat)" .. tail .. " >= 3" end
    return "some(g in 0 .. " .. w.generals - 1 .. ": side(g) == seat and " .. head .. "spare_of("
      .. zone .. ", g)" .. tail .. " >= 3)"
  end
  if w.allied then
    muster.define("spare_of(zone, general_of)", "sum(x of zone: if owner(x) == general_of "
      .. "and level(x) > lid(zone, side(general_of)) then arms(x) - 1 else 0)")
  end
  muster.define("mobile_in(zone, seat)", "some(x of zone: level(x) > lid(zone, seat) and "
    .. "(level(x) == 1 or arms(x) >= 2 or step(zone, facing(x)) in passable))")
  muster.define("enemy_in(zone, seat)", "some(x of zone: " .. side("owner(x)") .. " == 1 - seat)")
  muster.query("pocket(zone)", "flood(only(zone), passable)",
    { help = "The zone and all that hang together with it and bear no rampart." })
  muster.define("counters_in_store(seat)", options.ctr_through_cover
    and "some(z in tops(battalion): some(x of z: " .. side("owner(x)") .. " == 1 - seat and "
      .. side("owner(beneath(x))") .. " == seat))"
    or "some(z in tops(battalion): "
      .. side("owner(beneath(walk(top(z), x: " .. side("owner(x)") .. " == seat)))") .. " == seat)")
  muster.define("may_extricate(seat)", "count(prison(1 - seat)) > 0 and home_can_open(seat)")
  muster.define("may_attack(seat)", "some(a in " .. topped("seat") .. " & near(passable): "
    .. "mobile_in(a, seat) and some(b in tops(battalion) & pocket(a): enemy_in(b, seat)))")
  muster.define("may_make_hammer(seat)", "some(a in " .. topped("seat") .. " & near(passable): "
    .. gathers("sum(b in " .. topped("seat") .. " & pocket(a): ", "b", ")") .. " "
    .. "and (" .. (w.allied and "supply(seat)" or "stock(seat)")
    .. " > 0 or size(near(pocket(a)) & walls) > 0))")
  muster.define("may_strike_at_walls(seat)",
    "some(a in " .. topped("seat") .. " - near(passable): not enemy_in(a, seat) "
    .. "and " .. gathers("", "a", "") .. " and size(near(a) & walls) > 0)")
  local extra = options.aggressive_extra
  local may_torment = (extra == "torment" or extra == "both")
      and "count(prison(seat)) > 0 or " or ""
  local aggressive = muster.query("aggressive(seat)", may_torment .. "may_attack(seat) or "
    .. "counters_in_store(seat) or may_make_hammer(seat) or may_extricate(seat) "
    .. "or may_strike_at_walls(seat)",
    { help = "Can that side ever attack, rout, destroy or free anybody (WT-VIC-7)?" })

  ---Can `seat` ever take an Aggressive Action (WT-VIC-7, WT-RUL-103)?
  ---@param seat integer
  ---@return boolean
  function w.aggressive(seat)
    return aggressive(seat) > 0
  end

  local solo = options.capability_horizon == "solo"
  local ever = solo and "ever" or "in its next turn"
  local others = { none = "Nothing else is one.", torment = "Torment is one "
    .. "too.", damage_arts = "Arts that do damage are others.", both = "Torment and arts that "
    .. "do damage are others." }
  muster.rules { title = "Able to move, able to strike", place = 11,
    { id = "WT-RUL-98", option = "capability_horizon", text = solo and "A side is able to do "
      .. "what it could do at some time if the enemy skipped all his turns from now on, with as "
      .. "many Stalls as it likes." or "A side is able to do what it could do in its very next "
      .. "turn." },
    { id = "WT-RUL-99", option = "capability_horizon", text = "It is paralyzed if none of its "
      .. "battalions can " .. ever .. " leave its zone by an action of its own. " .. (solo
      and "Turning, tearing down walls, lightening, sacrifice and counter attacks may all help "
        .. "it first." or "Its counter attacks, a completed sacrifice and walls torn down in "
        .. "that turn count.") },
    { id = "WT-PAR-2", option = "paralyze_needs_room", text = "It is not paralyzed while one of "
      .. "its battalions is a prisoner" .. (options.paralyze_needs_room and " and its home row "
      .. "can have room to extricate it." or ", for that one could be extricated.") },
    { id = "WT-VIC-7", option = "aggressive_extra", text = "Aggressive Actions are attacks, "
      .. "counter attacks, routs, the destruction of ramparts and Extricate. "
      .. others[options.aggressive_extra] },
    { id = "WT-RUL-103", option = "capability_horizon", text = "It is blunted if it can take "
      .. "none of them " .. ever .. ". Extricate counts only where the home row " .. (solo
      and "has room or can get it." or "has room.") },
  }
end
