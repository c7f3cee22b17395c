-- How a match begins: armies and supplies (WT-SET-8 to WT-SET-13), then deployment, or a fixed
-- formation.

---@param w warline.tactical
return function(w)
  local set = w.set
  local options = w.options

  -- The quick start: both armies as Battle Formation could have left them, turned half round for
  -- General 2. { Arms, column from the middle, row from the own edge }
  local formation = { { 2, -2, 3 }, { 4, -1, 2 }, { 6, 0, 2 }, { 3, 0, 3 }, { 5, 1, 2 }, { 1, 2,
    3 } }

  local function spot(seat, column, row)
    column, row = w.columns // 2 + column, row - 1
    if seat == 1 then column, row = w.columns - 1 - column, w.rows - 1 - row end
    return muster.at(column, row)
  end

  if options.start == "quick" then
    for seat = 0, 1 do
      for _, place in ipairs(formation) do
        local zone = w.rows >= 6 and spot(seat, place[2], place[3]) or -1
        if zone < 0 then
          error("start: the quick formation needs a field of 5x6 zones or more without voids "
            .. "there", 0)
        end
      end
    end
  end

  local function muster_armies()
    for seat = 0, 1 do
      for i = 1, w.army_size do
        local unit, wall = seat * 6 + i - 1, w.battalions + seat * 6 + i - 1
        muster.set_owner(unit, seat)
        muster.set_owner(wall, seat)
        set.kingdom(unit, w.army_kingdom[seat])
        set.kingdom(wall, w.army_kingdom[seat])
        set.arms(unit, i)
        muster.put(unit, w.undeployed(seat))
        muster.put(wall, w.yard(seat))
      end
      set.stock(seat, w.army_size)
    end
  end

  muster.setup(function()
    muster_armies()
    set.deployer(options.first_deployer - 1)
    set.active(options.first_deployer - 1)
    if options.start == "quick" then
      for seat = 0, 1 do
        for _, place in ipairs(formation) do
          local unit = seat * 6 + place[1] - 1
          set.facing(unit, seat * 2)
          muster.put(unit, spot(seat, place[2], place[3]))
        end
      end
    end
    for _, prepare in ipairs(w.preparations) do prepare() end
    muster.go(options.player1 == "random" and "coin" or "deploy_due")
  end)

  local function kingdom_of(seat) return w.kingdom_names[w.army_kingdom[seat]] end
  muster.rules { title = "Before the battle",
    { option = "board", text = "The field has " .. w.columns .. " columns and " .. w.rows
      .. " rows of zones." },
    { option = "voids", when = options.voids ~= "",
      text = "These zones are missing: " .. options.voids .. "." },
    { option = "kingdom1", text = "General 1 leads six battalions and six ramparts of "
      .. kingdom_of(0) .. "." },
    { option = "kingdom2", text = "General 2 leads six battalions and six ramparts of "
      .. kingdom_of(1) .. "." },
    { option = { "player1", "first_deployer" }, when = options.player1 == "explicit",
      text = "General " .. options.first_deployer .. " is Player-1." },
    { option = "player1", when = options.player1 == "random",
      text = "A draw decides which General is Player-1." },
    { option = "start", when = options.start == "deployment",
      text = "The Generals deploy their battalions one by one before the first turn." },
    { option = "start", when = options.start == "quick",
      text = "Both armies stand in the field already, in the same formation turned half round." },
  }
end
