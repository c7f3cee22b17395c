-- Who can still move, and who can still strike (chapters 30, 31; WT-RUL-98, WT-DATA-11). These lists are
-- exact for the core rules. They are read only where the cheap look at a turn's end was not enough.

---@param w warline.tactical
return function(w)
  local get = w.get
  local options = w.options
  local walls_now = muster.expr("walls")
  local tops_now = muster.expr("tops(battalion)")
  local home_of = muster.expr("home(seat)", "seat")
  local open_now = muster.expr("zones - walls")
  local near_zone = muster.expr("near(zone)", "zone")
  local only_zone = muster.expr("only(zone)", "zone")

  -- ---- stacks as lists, so that a future can be tried out --------------------------------------

  ---@class warline.soldier
  ---@field seat integer
  ---@field arms integer
  ---@field facing integer
  ---@field vigor integer

  ---@param zone integer
  ---@return warline.soldier[] bottom to top
  local function stack_on(zone)
    local stack = {}
    for i, unit in ipairs(muster.pieces_in(zone)) do
      stack[i] = { seat = muster.owner(unit), arms = get.arms(unit), facing = get.facing(unit),
        vigor = get.vigor(unit) }
    end
    return stack
  end
  w.stack_on = stack_on

  ---@param stack warline.soldier[]
  ---@return warline.soldier[]
  local function copy(stack)
    local other = {}
    for i, b in ipairs(stack) do
      other[i] = { seat = b.seat, arms = b.arms, facing = b.facing, vigor = b.vigor }
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

  local function has_open_neighbour(zone, walls)
    for d = 0, 3 do
      local other = muster.step(zone, d)
      if other >= 0 and not muster.has(walls, other) then return true end
    end
    return false
  end

  -- Question Q of WT-DATA-11: can a battalion of `seat` leave this zone, ever?
  local function can_leave(stack, zone, seat, walls)
    local t = stack[#stack]
    if not t then return false end
    local level = counter_level(stack, seat)
    if level then
      local later = copy(stack)
      counter(later, level)
      return can_leave(later, zone, seat, walls)
    end
    if t.seat ~= seat then return false end
    if #stack == 1 then return t.arms >= 4 or has_open_neighbour(zone, walls) end
    local front = muster.step(zone, t.facing)
    if front >= 0 and not muster.has(walls, front) then return true end
    if t.arms >= 2 and has_open_neighbour(zone, walls) then return true end
    for gift = 0, t.arms - 1 do
      local later = copy(stack)
      later[#later] = nil
      local heir = later[#later]
      if gift == 0 or (heir.seat == seat and heir.arms + gift <= 6) then
        heir.arms = heir.arms + gift
        if can_leave(later, zone, seat, walls) then return true end
      end
    end
    return false
  end

  -- A home-row zone with neither rampart nor enemy: own battalions there can leave or be given up.
  local function home_can_open(seat, walls)
    for zone in muster.each(home_of(seat)) do
      local good = not muster.has(walls, zone)
      if good then
        for _, b in ipairs(stack_on(zone)) do good = good and b.seat == seat end
      end
      if good then return true end
    end
    return false
  end

  ---Can `seat` never move one of its battalions again (WT-RUL-99, WT-RUL-100, WT-RUL-101)?
  ---@param seat integer
  ---@return boolean
  local function paralyzed(seat)
    local walls = walls_now()
    if muster.count(w.prison(1 - seat)) > 0
        and (not options.paralyze_needs_room or home_can_open(seat, walls)) then
      return false
    end
    for zone in muster.each(tops_now()) do
      if can_leave(stack_on(zone), zone, seat, walls) then return false end
    end
    return true
  end

  -- ---- Blunt -----------------------------------------------------------------------------------

  -- What one pocket of zones without ramparts holds, from the point of view of `seat`.
  local function survey(pocket, seat, walls)
    local found = { size = muster.size(pocket), spare = 0, own_only = true }
    for zone in muster.each(pocket) do
      local stack = stack_on(zone)
      local free = true
      for level = #stack, 1, -1 do
        local b = stack[level]
        if b.seat ~= seat then
          found.enemy, found.own_only, free = true, false, false
        elseif free then
          found.spare = found.spare + b.arms - 1
          local front = muster.step(zone, b.facing)
          if level == 1 or b.arms >= 2 or (front >= 0 and not muster.has(walls, front)) then
            found.mobile = found.size >= 2
          end
        end
      end
    end
    return found
  end

  -- Entries 3 to 5 of the list: an attack, or a hammer and something to destroy.
  local function strikes_in_pocket(pocket, seat, walls)
    local found = survey(pocket, seat, walls)
    if found.mobile and found.enemy then return true end
    if found.spare < 3 then return false end
    local bordered = muster.size(muster.near(pocket) & walls) > 0
    if found.size >= 2 then return bordered or get.stock(seat) > 0 end
    return found.own_only and bordered
  end

  -- Entry 1: the highest enemy of some stack lies directly on an own battalion.
  local function counter_in_store(stack, seat)
    for level = #stack, 2, -1 do
      if stack[level].seat ~= seat then
        if stack[level - 1].seat == seat then return true end
        if not options.ctr_through_cover then return false end
      end
    end
    return false
  end

  ---Can `seat` ever take an Aggressive Action (WT-VIC-7, WT-RUL-103)?
  ---@param seat integer
  ---@return boolean
  local function aggressive(seat)
    local walls = walls_now()
    local extra = options.aggressive_extra
    if (extra == "torment" or extra == "both") and muster.count(w.prison(seat)) > 0 then
      return true
    end
    for zone in muster.each(tops_now()) do
      if counter_in_store(stack_on(zone), seat) then return true end
    end
    if muster.count(w.prison(1 - seat)) > 0 and home_can_open(seat, walls) then return true end
    local open = open_now()
    local rest = open
    while muster.size(rest) > 0 do
      local zone = muster.each(rest)(rest, -1)
      local pocket = muster.flood(only_zone(zone), open)
      if strikes_in_pocket(pocket, seat, walls) then return true end
      rest = rest & ~pocket
    end
    return false
  end

  w.paralyzed, w.aggressive = paralyzed, aggressive
  w.near_zone = near_zone
end
