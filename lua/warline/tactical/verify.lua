-- What no rule can produce (WT-INV-1 to WT-INV-12, as far as one position shows them).

---@param w warline.tactical
return function(w)
  local get = w.get
  local owed = muster.expr("type(top(zone)) == battalion and hostile(top(zone)) and "
    .. w.text.side("owner(beneath(top(zone)))") .. " == active", "zone")

  local function demand(good, id, what)
    if not good then error(id .. ": " .. what, 0) end
  end

  local steps = { counter = 1, torment = 2, benefit = 4, order = 5, stalling = 5, maneuvering = 5,
    capture = 5 }

  -- Where pieces may be, and what they may be like there.
  local function check_piece(piece)
    local owner, place = muster.owner(piece), muster.place(piece)
    if owner < 0 then return end
    if muster.type(piece) == w.RAMPART then
      demand(place < w.zone_count or place == w.yard(owner), "WT-INV-2", "a rampart is nowhere")
      demand(place >= w.zone_count or get.ruined(piece) == 0, "WT-INV-2",
        "a destroyed rampart stands")
      return
    end
    local side = w.side_of[owner]
    local dead = place == w.graveyard(1 - side)
    demand(dead or place < w.zone_count or place == w.prison(1 - side)
      or place == w.undeployed(owner), "WT-INV-1", "a battalion is nowhere")
    local arms = get.arms(piece)
    demand(dead and arms == 0 or not dead and arms >= 1, "WT-INV-3", "Arms out of range")
    local tokens = get.vigor(piece) + get.stunned(piece) + get.marked(piece) + get.eight(piece)
    demand(tokens == 0 or place < w.zone_count, "WT-INV-4", "a token off the field")
    demand(get.fresh(piece) == 0 or muster.decision_name() == "capture", "WT-INV-4",
      "a prisoner waits for torment at the wrong time")
  end

  -- The memos say what the facts say.
  local function check_tokens(seat, first, last)
    local bearers = { vigor = 0, stunned = 0, marked = 0 }
    for unit = first, last do
      if w.side_of[muster.owner(unit)] == seat then
        for _, token in ipairs({ { "vigor", "brave" }, { "stunned", "dazed" },
          { "marked", "offered" } }) do
          if get[token[1]](unit) > 0 then
            bearers[token[1]] = bearers[token[1]] + 1
            demand(get[token[2]](seat) == unit, "WT-INV-4", "the bearer of a token is not known")
          end
        end
      end
    end
    demand(bearers.vigor <= 1 and bearers.stunned <= 1 and bearers.marked <= 1, "WT-INV-4",
      "a side has a token twice")
    return bearers
  end

  local function check_stock(seat)
    local unbuilt = 0
    for _, wall in ipairs(muster.pieces_in(w.yard(seat))) do
      if get.ruined(wall) == 0 then unbuilt = unbuilt + 1 end
    end
    demand(unbuilt == get.stock(seat), "WT-INV-2", "the count of unbuilt ramparts is wrong")
  end

  local function check_zone(zone, step)
    local pieces = muster.pieces_in(zone)
    for level, piece in ipairs(pieces) do
      local wall, under = muster.type(piece) == w.RAMPART, pieces[level - 1]
      local on_wall = under and muster.type(under) == w.RAMPART
      demand(not under or (wall and on_wall and w.has_piles
        or not wall and (not on_wall or w.has_alighted)), "WT-INV-5",
        "a rampart shares its zone")
    end
    if step == 2 and not w.options.ctr_through_cover then -- a sacrifice in Step 4 may bare one
      demand(owed(zone) == 0, "WT-INV-8", "a counter attack was left out on "
        .. muster.zone_name(zone))
    end
  end

  muster.verify(function()
    local now = muster.decision_name()
    local step = now and steps[now]
    local active = get.active()
    local later = w.orders_done and w.orders_done() > 0 -- tokens of orders of this very turn
    for piece = 0, w.battalions + w.ramparts - 1 do check_piece(piece) end
    for seat = 0, w.generals - 1 do check_stock(seat) end
    for seat = 0, 1 do -- sides
      local bearers = check_tokens(seat, 0, w.battalions - 1)
      if step and step >= 4 and not later then
        demand(seat ~= active or bearers.vigor == 0, "WT-INV-6", "own Vigor after Step 3")
        demand(seat == active or bearers.stunned == 0 or get.acted() == 1, "WT-INV-6",
          "enemy Stun after Step 3") -- once there was an action, a rout may have been among them
        demand(seat ~= active or bearers.marked == 0, "WT-INV-7", "an own mark after Step 4")
      end
      demand(not now or get.stalls(seat) <= 1, "WT-INV-11", "two Stalls in a row and no end")
    end
    for zone = 0, w.zone_count - 1 do check_zone(zone, step) end
    for _, check in ipairs(w.checks) do check(demand) end
    demand((get.man_zone() >= 0) == (now == "maneuvering" or now == "capture")
      or now == "reface", "WT-INV-10",
      "a maneuver is or is not running")
    return true
  end)
end
