-- How a match begins: armies and supplies (WT-SET-8 to WT-SET-13), then deployment, or a fixed
-- formation.

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  local options = w.options

  -- The quick start: the armies of a side as Battle Formation could have left them, turned half
  -- round for the northern side. { Arms, column from the middle, row from the own edge }
  local formations = {
    [6] = { { { 2, -2, 3 }, { 4, -1, 2 }, { 6, 0, 2 }, { 3, 0, 3 }, { 5, 1, 2 }, { 1, 2, 3 } } },
    [8] = { { { 3, -3, 3 }, { 5, -2, 2 }, { 6, -1, 2 }, { 4, -1, 3 } },
      { { 4, 1, 3 }, { 6, 1, 2 }, { 5, 2, 2 }, { 3, 3, 3 } } },
    [9] = { { { 4, -3, 3 }, { 6, -2, 2 }, { 5, -2, 3 } },
      { { 4, 0, 3 }, { 6, 0, 2 }, { 5, -1, 2 } }, { { 5, 2, 3 }, { 6, 2, 2 }, { 4, 3, 3 } } },
    [3] = { { { 4, -1, 3 }, { 6, 0, 2 }, { 5, 1, 3 } } },
  }
  local pairs_of_three = { { { 4, -3, 3 }, { 6, -2, 2 }, { 5, -1, 3 } },
    { { 5, 1, 3 }, { 6, 2, 2 }, { 4, 3, 3 } } }

  -- The formation of General `seat`.
  local function formation_of(seat)
    local side = w.side_of[seat]
    local generals = w.generals_of[side]
    local list = #generals == 2 and w.army_sizes[side] == 6 and pairs_of_three
      or formations[#generals == 1 and math.min(w.army_sizes[side], 6) or w.army_sizes[side]]
    return list[seat - generals[1] + 1]
  end

  local function spot(side, column, row)
    column, row = w.columns // 2 + column, row - 1
    if side == 1 then column, row = w.columns - 1 - column, w.rows - 1 - row end
    return muster.at(column, row)
  end

  w.formed = {} -- places of the fixed formation, if it is used
  if options.start == "quick" then
    for seat = 0, w.generals - 1 do
      for _, place in ipairs(formation_of(seat)) do
        local zone = w.rows >= 6 and spot(w.side_of[seat], place[2], place[3]) or -1
        if zone < 0 then
          error("start = quick" .. (w.allied and " with sides = " .. options.sides or "")
            .. " needs a board of " .. (w.allied and "7x6" or "5x6")
            .. " zones or more without voids there (WT-RUL-16)", 0)
        end
        w.formed[#w.formed + 1] = { zone = zone, seat = seat }
      end
    end
  end

  local function muster_armies()
    for seat = 0, w.generals - 1 do
      for i, arms in ipairs(w.armies[seat]) do
        local unit = w.first_unit[seat] + i - 1
        local wall = w.battalions + unit
        muster.set_owner(unit, seat)
        muster.set_owner(wall, seat)
        set.kingdom(unit, w.army_kingdom[seat])
        set.kingdom(wall, w.army_kingdom[seat])
        set.arms(unit, arms)
        muster.put(unit, w.undeployed(seat))
        muster.put(wall, w.yard(seat))
      end
      set.stock(seat, #w.armies[seat])
    end
  end

  ---Put all armies, undeployed as yet, into the fixed formation, from the weakest battalion to the
  ---strongest; further ones lie on top of the first.
  function w.form_up()
    for seat = 0, w.generals - 1 do
      local formation, units = formation_of(seat), muster.pieces_in(w.undeployed(seat))
      table.sort(formation, function(a, b) return a[1] < b[1] end)
      table.sort(units, function(a, b)
        if get.arms(a) ~= get.arms(b) then return get.arms(a) < get.arms(b) end
        return a < b
      end)
      for i, unit in ipairs(units) do
        local place = formation[(i - 1) % #formation + 1]
        set.facing(unit, w.side_of[seat] * 2)
        muster.put(unit, spot(w.side_of[seat], place[2], place[3]))
      end
    end
  end

  local room = muster.expr("size(deployable(seat))", "seat")
  ---Is there a zone on which this General can place his first battalion (WT-RUL-15)?
  ---@param seat integer
  ---@return boolean
  function w.has_room(seat) return room(seat) > 0 end

  muster.setup(function()
    if not w.recruiting then muster_armies() end
    set.deployer(options.first_deployer - 1)
    set.active(options.first_deployer - 1)
    if options.start == "quick" and not w.recruiting then w.form_up() end
    for _, prepare in ipairs(w.preparations) do prepare() end
    for seat = 0, w.generals - 1 do
      if options.start ~= "quick" and not w.has_room(seat) then
        error("General " .. (seat + 1) .. " has no zone to deploy on (WT-RUL-15, WT-RUL-248)", 0)
      end
    end
    muster.go(options.player1 == "random" and "coin" or "deploy_due")
  end)

  local function leads(seat)
    local size = #(w.armies[seat] or {})
    local number = ({ [3] = "three", [4] = "four", [6] = "six" })[size] or size
    return { option = { "kingdom" .. seat + 1, "sides", not w.allied and "battalions" or nil },
      when = w.armies[seat] ~= nil,
      text = w.armies[seat] and "General " .. seat + 1 .. " leads " .. number .. " battalions and "
        .. number .. " ramparts of " .. w.kingdom_names[w.army_kingdom[seat]] .. "." or "" }
  end
  local standing = { "sides" } -- what decides who stands where
  for seat = 0, w.generals - 1 do standing[seat + 2] = "kingdom" .. seat + 1 end
  muster.rules { title = "Before the battle", place = 2,
    { option = "board", text = "The field has " .. w.columns .. " columns and " .. w.rows
      .. " rows of zones." },
    { option = "voids", when = options.voids ~= "",
      text = "These zones are missing: " .. options.voids .. "." },
    leads(0), leads(1), leads(2), leads(3),
    { id = "WT-RUL-11", option = { "mirror_kingdoms", "sides" }, when = not w.allied,
      text = options.mirror_kingdoms and "Both Generals may lead the same kingdom."
        or "The Generals lead different kingdoms." },
    { id = "WT-SET-10", option = { "battalions", "sides" },
      when = not w.allied and w.army_size == 6, text = "An army that is not recruited has one "
      .. "battalion of each Arms value, from 1 to 6." },
    { id = "WT-SET-12", text = "Unbuilt ramparts wait in the supply of their General. Prison "
      .. "and Graveyard of each side, for enemies captured and slaughtered, are empty." },
    { option = standing, when = w.allied,
      text = w.side_titles[0] .. " in the south against " .. w.side_titles[1]
        .. " in the north." },
    { option = { "player1", "first_deployer", "sides" }, when = options.player1 == "explicit",
      text = (w.allied and "Side " or "General ") .. options.first_deployer .. " is Player-1." },
    { option = { "player1", "sides" }, when = options.player1 == "random",
      text = "A draw decides which " .. (w.allied and "side" or "General") .. " is Player-1." },
    { option = "start", when = options.start == "deployment",
      text = "The Generals deploy their battalions one by one before the first turn." },
    { option = "start", when = options.start == "quick",
      text = "Both armies stand in the field already, in the same formation turned half round." },
  }
end
