-- What a position is worth to a seat, for players that look one move ahead. Points of about 10 an
-- Arms.

---@param w warline.tactical
return function(w)
  local get = w.get
  local tops_now = muster.expr("tops(battalion)")
  local standing = muster.expr("size({z in near(place(unit)): type(top(z)) == rampart})", "unit")

  local value = { [0] = 0, 24, 32, 40, 54, 64, 74 } -- of a living battalion, by Arms

  -- What lies on the field: bodies, who lies on whom, who can strike whom next.
  local function field_worth(seat)
    local sum = 0
    for zone in muster.each(tops_now()) do
      local stack = muster.pieces_in(zone)
      -- who stands on a rampart stands as on bare ground
      if muster.type(stack[1]) == w.RAMPART then stack = { stack[#stack] } end
      for level, unit in ipairs(stack) do
        local own = w.side_of[muster.owner(unit)] == w.side_of[seat]
        local sign = own and 1 or -1
        local arms = get.arms(unit)
        local here = value[arms]
        local above = stack[level + 1]
        if above then
          -- a covered battalion gives no orders; an enemy right on top of it will be struck back
          here = here - 6
          if w.foes(above, unit) and level == #stack - 1 then
            here = here + 4 * math.min(arms, get.arms(above))
          end
        else
          local front = muster.step(zone, get.facing(unit))
          local there = muster.top(front)
          if there < 0 then
            here = here + (front >= 0 and 2 or -2)
          elseif muster.type(there) == w.BATTALION
            and w.foes(there, unit) then
            local loss = math.min(arms, get.arms(there))
            if get.vigor(there) > 0 then loss = math.min(loss, 1) end
            here = here + 3 * loss + (loss >= get.arms(there) and 8 or 0)
          end
          if level == 1 then here = here - 3 * standing(unit) end
        end
        if get.stunned(unit) > 0 then here = here - 10 end
        if get.vigor(unit) == 1 then here = here + 6 end
        if get.marked(unit) > 0 then here = here - value[arms] + 14 end
        if get.eight(unit) > 0 then here = here + 12 end
        sum = sum + sign * here
      end
    end
    return sum
  end

  local prison_steps = { [0] = 0, 30, 90, 100000 }
  local dead_steps = { [0] = 0, 20, 50, 95, 170, 100000, 100000 }

  muster.worth(function(seat)
    local winners = muster.over_by()
    if winners then
      if winners == 0 then return -400000 end
      return winners >> seat & 1 > 0 and 1000000 or -1000000
    end
    local sum = field_worth(seat)
    for side = 0, 1 do
      local sign = side == w.side_of[seat] and 1 or -1
      local caught, dead = muster.count(w.prison(side)), muster.count(w.graveyard(side))
      sum = sum + sign * prison_steps[math.min(caught, 3)]
      sum = sum + sign * dead_steps[math.min(dead, 6)]
      for _, unit in ipairs(muster.pieces_in(w.prison(side))) do
        sum = sum - sign * (value[get.arms(unit)] // 2) -- the enemy may free it
      end
      sum = sum - sign * 25 * get.stalls(side)
      for _, general in ipairs(w.generals_of[side]) do
        sum = sum + sign * 2 * get.stock(general)
      end
    end
    for _, worth in ipairs(w.worths) do sum = sum + worth(seat) end
    return sum
  end)
end
