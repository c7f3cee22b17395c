-- The other reading of "able" (option capability_horizon = next_turn): what a side can do in its
-- very next turn. A small search: the steps of that turn on a copy of the stacks, then every path
-- of every battalion that may be ordered.

---@param w warline.tactical
return function(w)
  if w.options.capability_horizon ~= "next_turn" then return end
  local get = w.get
  local options = w.options
  local walls_now = muster.expr("walls")
  local tops_now = muster.expr("tops(battalion)")
  local home_now = muster.expr("home_row(seat)", "seat")
  local fee = muster.expr("wall_fee(unit, top(zone))", "unit", "zone")

  -- The stacks of the field after Steps 1 to 4 of the coming turn of `seat`.
  local function turn_begun(seat)
    local stacks, struck, given = {}, false, false
    for zone in muster.each(tops_now()) do
      local stack = w.stack_on(zone)
      local units = muster.pieces_in(zone)
      for i, b in ipairs(stack) do
        b.unit, b.still, b.marked = units[i], get.stunned(units[i]) > 0, get.marked(units[i]) > 0
      end
      local level = w.counter_level(stack, seat)
      if level then
        struck = true
        w.counter_in(stack, level)
      end
      for i = #stack, 1, -1 do
        if stack[i].seat == seat and stack[i].marked then
          table.remove(stack, i)
          given = true
        end
      end
      stacks[zone] = stack
    end
    return stacks, struck, given
  end

  local function top_of(stacks, zone)
    local stack = stacks[zone]
    return stack and stack[#stack]
  end

  -- Every (zone, facing) that battalion `b` can be in, with the most actions left; calls visit for
  -- each. `stacks` are without `b`. Each step costs 1, so what is reached first is reached best.
  local function paths(b, zone, budget, stacks, walls, visit)
    local seen, further = {}, {}
    local function reach(at, facing, bare)
      local key = at * 8 + facing * 2 + (bare and 1 or 0)
      if seen[key] then return end
      seen[key] = true
      further[#further + 1] = { at = at, facing = facing, bare = bare }
    end
    reach(zone, b.facing, #stacks[zone] == 0)
    for left = budget, 0, -1 do
      local ring = further
      further = {}
      for _, state in ipairs(ring) do
        local at, facing = state.at, state.facing
        visit(at, facing, left, state.bare)
        if state.bare then
          reach(at, (facing + 1) % 4, true)
          reach(at, (facing + 3) % 4, true)
        end
        local front = muster.step(at, facing)
        if front >= 0 and not muster.has(walls, front) then
          local there = top_of(stacks, front)
          if not there or there.seat == b.seat then reach(front, facing, not there) end
        end
      end
    end
  end

  local function each_actor(seat, visit)
    local walls = walls_now()
    local stacks, struck, given = turn_begun(seat)
    for zone in muster.each(tops_now()) do
      local b = top_of(stacks, zone)
      if b and b.seat == seat and not b.still then
        local budget = given and 8 or options.ma_table[b.arms]
        stacks[zone][#stacks[zone]] = nil
        paths(b, zone, budget, stacks, walls, function(at, facing, left, bare)
          visit(b, at, facing, left, bare, stacks, walls)
        end)
        table.insert(stacks[zone], b)
      end
    end
    return struck, stacks
  end

  -- Is there room for a prisoner, once Step 4 is done?
  local function has_room(seat, stacks)
    local walls = walls_now()
    for zone in muster.each(home_now(seat)) do
      if not muster.has(walls, zone) and not top_of(stacks, zone) then return true end
    end
    return false
  end

  local solo_paralyzed = w.paralyzed
  ---@param seat integer
  ---@return boolean
  function w.paralyzed(seat)
    if not solo_paralyzed(seat) then
      local moves = false
      local _, stacks = each_actor(seat, function(b, at, facing, left, bare, _, walls)
        local front = muster.step(at, facing)
        if front < 0 then return end
        local price = 1
        if muster.has(walls, front) then -- a hammer breaks it and goes on
          price = bare and b.arms >= 4 and fee(b.unit, front) + 1 or left + 1
        end
        moves = moves or left >= price
      end)
      return not moves and (muster.count(w.prison(1 - seat)) == 0
        or options.paralyze_needs_room and not has_room(seat, stacks))
    end
    return true
  end

  ---@param seat integer
  ---@return boolean
  function w.aggressive(seat)
    local able = false
    local extra = options.aggressive_extra
    if extra == "torment" or extra == "both" then
      able = able or muster.count(w.prison(seat)) > 0
    end
    local struck, field = each_actor(seat, function(b, at, facing, left, bare, stacks, walls)
      local front = muster.step(at, facing)
      if front < 0 then return end
      if muster.has(walls, front) then
        able = able or (bare and b.arms >= 4 and fee(b.unit, front) <= left)
      else
        local there = top_of(stacks, front)
        if there and there.seat ~= seat then
          able = able or left >= 1
        elseif not there and bare and b.arms >= 4 and left >= 1 then
          able = able or get.stock(b.owner) > 0 -- build ahead, then destroy for 0
        end
      end
    end)
    return able or struck or muster.count(w.prison(1 - seat)) > 0 and has_room(seat, field)
  end
end
