-- What a seat sees: the field with its stacks, and beside it all that is kept off it. Nothing is
-- hidden in the core rules, so every seat sees the same.

---@param w warline.tactical
return function(w)
  local get = w.get
  local FACES, LETTERS = "nesw", w.kingdom_letters

  local function letter(letters, index)
    return string.sub(letters, index + 1, index + 1)
  end

  -- Are pieces written with the number of their General, as in moves and positions? They are where
  -- there are allies, and where Generals may have battalions of the same kingdom.
  w.numbered = w.allied or w.army_kingdom[0] == w.army_kingdom[1]

  local function kingdom_letter(piece)
    return letter(LETTERS, get.kingdom(piece))
  end
  local function sign(piece)
    return (w.numbered and muster.owner(piece) + 1 or "") .. kingdom_letter(piece)
  end
  local function piece_name(piece, whose)
    return w.kingdom_names[get.kingdom(piece)]
      .. (muster.type(piece) == w.RAMPART and " rampart" or " battalion")
      .. (whose and w.numbered and " of General " .. muster.owner(piece) + 1 or "")
  end

  local marks = {
    { "vigor", "+", "Vigor" }, { "stunned", "!", "stunned" }, { "marked", "%", "to be sacrificed" },
    { "eight", "^", "8 actions" }, { "ordered", "'", "order carried out" },
  }

  local function marks_of(unit)
    local list = {}
    for _, mark in ipairs(marks) do
      local value = get[mark[1]](unit)
      if value > 0 then
        local used = mark[1] == "vigor" and value == 2
        list[#list + 1] = { text = used and "-" or mark[2], name = used and "Vigor, used"
          or mark[3] }
      end
    end
    return list
  end

  ---@param piece integer
  ---@return table one piece of a scene
  function w.piece_scene(piece)
    local name = piece_name(piece, true)
    if muster.type(piece) == w.RAMPART then
      return { text = sign(piece), letter = sign(piece), shape = "wall",
        seat = muster.owner(piece), name = name }
    end
    return { text = tostring(get.arms(piece)), letter = sign(piece), seat = muster.owner(piece),
      shape = "disc", facing = letter(FACES, get.facing(piece)),
      name = name .. ", Arms " .. get.arms(piece), marks = marks_of(piece) }
  end

  ---What is to be seen of a zone, or nil for nothing; replaced by modules that know more.
  ---@param zone integer
  ---@return table?
  function w.cell_scene(zone)
    if muster.top(zone) < 0 and get.due(zone) == 0 then return nil end
    local stack = {}
    for i, piece in ipairs(muster.pieces_in(zone)) do stack[i] = w.piece_scene(piece) end
    return { zone = muster.zone_name(zone), column = muster.column(zone), row = muster.row(zone),
      stack = stack, mark = zone == get.man_zone() and "acting" or nil }
  end

  local function field_scene()
    local cells = {}
    for row = 0, w.rows - 1 do
      for column = 0, w.columns - 1 do
        local zone = muster.at(column, row)
        if zone < 0 then
          cells[#cells + 1] = { column = column, row = row, void = true }
        else
          cells[#cells + 1] = w.cell_scene(zone)
        end
      end
    end
    return { type = "grid", name = "field", columns = w.columns, rows = w.rows, cells = cells,
      stacks = true }
  end

  -- Like pieces of a place as one entry each; `whose`: they may be of several Generals.
  local function entries(place, with_arms, whose, take)
    local list, by_text = {}, {}
    for _, piece in ipairs(muster.pieces_in(place)) do
      if not take or take(piece) then
        local name = piece_name(piece, whose)
        local text = whose and sign(piece) or kingdom_letter(piece)
        if with_arms then
          text = text .. get.arms(piece)
          name = name .. ", Arms " .. get.arms(piece)
        end
        if by_text[text] then
          by_text[text].count = by_text[text].count + 1
        else
          by_text[text] = { text = text, seat = muster.owner(piece), count = 1, name = name }
          list[#list + 1] = by_text[text]
        end
      end
    end
    return list
  end

  local function add(items, title, seat, list)
    if #list > 0 then
      items[#items + 1] = { type = "list", name = title, title = title, seat = seat,
        entries = list }
    end
  end

  local function side_items(items, side)
    local whose, seat = w.side_titles[side], w.generals_of[side][1]
    add(items, "Prison of " .. whose, seat, entries(w.prison(side), true, true))
    add(items, "Graveyard of " .. whose, seat, entries(w.graveyard(side), false, true))
  end

  local function in_supply(wall) return get.ruined(wall) == 0 end
  local function destroyed(wall) return get.ruined(wall) > 0 end

  local function general_items(items, seat)
    local whose = w.general_names[seat]
    add(items, "Ramparts of " .. whose, seat, entries(w.yard(seat), false, false, in_supply))
    add(items, "Destroyed, " .. whose, seat, entries(w.yard(seat), false, false, destroyed))
  end

  -- Where there are allies, one list for all: lists of each would need more lines than the field.
  local function common_items(items)
    local stock, ruins = {}, {}
    for seat = 0, w.generals - 1 do
      for _, entry in ipairs(entries(w.yard(seat), false, true, in_supply)) do
        stock[#stock + 1] = entry
      end
      for _, entry in ipairs(entries(w.yard(seat), false, true, destroyed)) do
        ruins[#ruins + 1] = entry
      end
    end
    add(items, "Ramparts to build", nil, stock)
    add(items, "Ramparts destroyed", nil, ruins)
  end

  w.scene_items = muster.list { "w.scene_items",
    help = "Functions of a list: what they add to the items of scenes." }

  w.warnings = muster.list { "w.warnings",
    help = "Functions of a list: which lines they add to those under Watch out in scenes." }

  w.asks = {
    coin = "Player-1 is drawn", deployment = "deploys a battalion",
    opening = w.allied and "names the side that opens the battle"
      or "names the General who opens the battle", counter = "Step 1: counter attack",
    torment = "Step 2: torments prisoners or spares them",
    benefit = "Step 4: names the battalion that gets 8 maneuver actions",
    order = "Step 5: gives an order", maneuvering = "maneuvers",
    capture = "torments the battalion just captured, or keeps it", claim = "may declare a victory",
    stalling = "stalls, and may turn more battalions",
  }
  local endings = { forced = "forced surrender", voluntary = "voluntary surrender" }

  local function status()
    local winners, ending = muster.over_by()
    if winners then
      local how = endings[ending] or ending
      if winners == 0 then return "Both lose: " .. how end
      for side = 0, 1 do
        if winners == w.bits_of(side) then
          return w.side_titles[side] .. (w.allied and #w.generals_of[side] > 1 and " win: "
            or " wins: ") .. how
        end
      end
    end
    local now = muster.decision_name()
    local name = w.general_names[muster.me()] or w.side_titles[get.active()]
    local text = "Turn " .. get.turn() .. ", " .. name .. ": " .. (w.asks[now] or now)
    if now == "maneuvering" then text = text .. ", " .. get.ma() .. " MA left" end
    return text .. (w.progress and w.progress() or "")
  end

  -- Each General's own: that of his kingdom, or one that nobody has.
  local taken = {}
  w.general_signs, w.general_colours = {}, {}
  for seat = 0, w.generals - 1 do
    local colour = w.kingdom_colours[w.army_kingdom[seat]]
    for _, other in ipairs({ "purple", "yellow", "green", "cyan", "grey" }) do
      if taken[colour] then colour = other end
    end
    w.general_colours[seat], taken[colour] = colour, true
    w.general_signs[seat] = (w.numbered and seat + 1 or "") .. letter(LETTERS, w.army_kingdom[seat])
  end

  local function seats()
    local list = {}
    for seat = 0, w.generals - 1 do
      list[seat + 1] = { name = w.general_names[seat], letter = w.general_signs[seat],
        colour = w.general_colours[seat], side = w.side_of[seat] }
    end
    return list
  end

  local function tokens_item()
    local lines = {}
    for seat = 0, 1 do
      if get.stalls(seat) > 0 then
        lines[#lines + 1] = w.side_titles[seat] .. " stalled in the last own turn"
      end
    end
    if get.idle() > 0 then lines[#lines + 1] = "idle turns in a row: " .. get.idle() end
    for _, add_lines in ipairs(w.warnings) do add_lines(lines) end
    return lines
  end

  muster.scene(function()
    local items = { field_scene() }
    w.add_actions(items)
    for _, add_items in ipairs(w.scene_items) do add_items(items) end
    for side = 0, 1 do
      for _, seat in ipairs(w.generals_of[side]) do
        add(items, "To deploy, " .. w.general_names[seat], seat, entries(w.undeployed(seat), true))
      end
      side_items(items, side)
      if not w.allied then general_items(items, side) end
    end
    if w.allied then common_items(items) end
    local lines = tokens_item()
    if #lines > 0 then items[#items + 1] = { type = "text", title = "Watch out", lines = lines } end
    return { title = "WARLINE: Tactical", status = status(), to_move = muster.me(), seats = seats(),
      items = items }
  end)
end
