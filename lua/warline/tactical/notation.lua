-- Writing a position on one line (WT-DATA-12, WT-RUL-239, WT-RUL-249). Each key of the line is an
-- entry of w.keys, in the order of the table; modules that know more facts add or replace entries.

---@param w warline.tactical
return function(w)
  local get = w.get
  local FACES, KINGDOMS = "nesw", w.kingdom_letters
  w.side_names = { [0] = "A", "B" }
  local general_digits, sides = {}, {}
  for seat = 0, w.generals - 1 do general_digits[seat] = tostring(seat + 1) end
  for side = 0, 1 do
    local digits = {}
    for i, seat in ipairs(w.generals_of[side]) do digits[i] = general_digits[seat] end
    sides[side + 1] = w.side_names[side] .. ":" .. table.concat(digits, "+")
  end
  w.sides_text = table.concat(sides, ",")

  local function letter(letters, index)
    return string.sub(letters, index + 1, index + 1)
  end

  -- ---- the field -------------------------------------------------------------------------------

  ---@param unit integer
  ---@return string as in 1F3n+
  function w.unit_text(unit)
    local text = (muster.owner(unit) + 1) .. letter(KINGDOMS, get.kingdom(unit))
    if muster.type(unit) == w.RAMPART then return text end
    local vigor = get.vigor(unit)
    return text .. get.arms(unit) .. letter(FACES, get.facing(unit))
      .. (vigor == 1 and "+" or vigor == 2 and "-" or "")
      .. (get.stunned(unit) > 0 and "!" or "") .. (get.marked(unit) > 0 and "%" or "")
      .. (get.eight(unit) > 0 and "^" or "") .. (get.ordered(unit) > 0 and "'" or "")
  end

  ---What stands on a zone, as a cell of the line.
  ---@param zone integer
  ---@return string
  function w.cell_text(zone)
    local walls, units = "", ""
    for _, piece in ipairs(muster.pieces_in(zone)) do
      if muster.type(piece) == w.RAMPART then
        walls = walls .. w.unit_text(piece)
      else
        units = units .. w.unit_text(piece)
      end
    end
    return (walls ~= "" and "[" .. walls .. "]" or "") .. units
  end

  local function row_text(row)
    local cells, empty = {}, 0
    local function flush()
      if empty > 0 then cells[#cells + 1] = tostring(empty) end
      empty = 0
    end
    for column = 0, w.columns - 1 do
      local zone = muster.at(column, row)
      local text = zone < 0 and "*" or w.cell_text(zone)
      if text == "" then
        empty = empty + 1
      else
        flush()
        cells[#cells + 1] = text
      end
    end
    flush()
    return table.concat(cells, ",")
  end

  local function board_text()
    local rows = {}
    for row = w.rows - 1, 0, -1 do rows[#rows + 1] = row_text(row) end
    return table.concat(rows, "/")
  end

  -- ---- lists -----------------------------------------------------------------------------------

  -- "A:...,B:..." of what `of(seat)` gives for each side, or General, that has something.
  local function by_side(of, names)
    local parts = {}
    for seat = 0, #names do
      local text = of(seat)
      if text ~= "" then parts[#parts + 1] = names[seat] .. ":" .. text end
    end
    return table.concat(parts, ",")
  end

  -- Counts by owner and kingdom of the pieces that `take` accepts, as in 1F6 or 2I*3.
  local function counts(pieces, mark, take)
    local parts, text, number = {}, nil, 0
    local function flush()
      if number > 0 then parts[#parts + 1] = text .. mark .. number end
    end
    for _, piece in ipairs(pieces) do
      if take(piece) then
        local this = (muster.owner(piece) + 1) .. letter(KINGDOMS, get.kingdom(piece))
        if this ~= text then
          flush()
          text, number = this, 0
        end
        number = number + 1
      end
    end
    flush()
    return parts
  end

  local function ramparts(ruined)
    local parts = {}
    for seat = 0, w.generals - 1 do
      for _, text in ipairs(counts(muster.pieces_in(w.yard(seat)), "", function(wall)
        return get.ruined(wall) == ruined
      end)) do
        parts[#parts + 1] = text
      end
    end
    return table.concat(parts, ",")
  end

  -- ---- the keys --------------------------------------------------------------------------------

  w.phases = { deployment = "DEP", opening = "FIRST", counter = "CTR", torment = "TOR",
    benefit = "SAC", order = "ORD", maneuvering = "MAN", capture = "MAN", claim = "END",
    stalling = "STALL", coin = "COIN" }

  -- How a pending torment of a captive is written, by whether the maneuver goes on afterwards (1).
  w.capture_kinds = { [0] = "torm" }

  local SIDE = w.side_names
  local function phase()
    local now = muster.decision_name()
    if now == "reface" then return get.man_zone() >= 0 and "MAN" or "SAC" end
    return muster.over_by() and "OVER" or w.phases[now]
  end
  w.phase = phase

  local function due_text()
    local zones = {}
    for zone = 0, w.zone_count - 1 do
      if get.due(zone) > 0 then zones[#zones + 1] = muster.zone_name(zone) end
    end
    return table.concat(zones, "+")
  end

  local function maneuver_text()
    if get.man_zone() < 0 then return "" end
    return muster.zone_name(get.man_zone()) .. ":" .. get.ma() .. ":"
      .. (get.attacked() > 0 and "a" or "") .. (get.paid() > 0 and "p" or "")
      .. (get.acted() > 0 and "x" or "")
  end

  local function pending_text()
    local now = muster.decision_name()
    if now == "capture" then
      for _, unit in ipairs(muster.pieces_in(w.prison(get.active()))) do
        if get.fresh(unit) > 0 then
          return w.capture_kinds[muster.arg(1)] .. "@" .. muster.piece_text(unit)
        end
      end
    elseif now == "claim" and get.claimed() > 0 then
      return "claim@" .. SIDE[1 - get.asked()] .. ":" .. (w.conditions[get.claimed()] or "pass")
    end
    return ""
  end

  local function undeployed_text(seat)
    local text = ""
    for _, unit in ipairs(muster.pieces_in(w.undeployed(seat))) do
      text = text .. letter(KINGDOMS, get.kingdom(unit)) .. get.arms(unit)
    end
    return text
  end

  local function prison_text(seat)
    local parts = {}
    for i, unit in ipairs(muster.pieces_in(w.prison(seat))) do
      parts[i] = muster.piece_text(unit)
    end
    return table.concat(parts, "+")
  end

  local function graveyard_text(seat)
    return table.concat(counts(muster.pieces_in(w.graveyard(seat)), "*", function()
      return true
    end), "+")
  end

  local function result_text()
    local winners, ending = muster.over_by()
    if not winners then return "" end
    local winner = winners == w.bits_of(0) and "A" or winners == w.bits_of(1) and "B" or "-"
    return winner .. ":" .. ending .. ":" .. w.points[ending]
  end

  -- Options that differ from their defaults, for the key `op`. What the line says elsewhere is left
  -- out.
  local elsewhere = { board = true, voids = true, start = true, kingdom1 = true, kingdom2 = true,
    first_deployer = true, kingdom3 = true, kingdom4 = true, sides = true,
    battalions = true, mixed_kingdoms = true }
  w.option_text = ""

  ---Note the options of a module in the lines of positions.
  ---@param list table[] as in muster.module
  ---@param values table
  function w.note_options(list, values)
    local parts = { w.option_text ~= "" and w.option_text or nil }
    for _, option in ipairs(list) do
      local value, usual = values[option.key], option.default
      if type(value) == "table" then
        value, usual = table.concat(value, ","), type(usual) == "table" and table.concat(usual, ",")
      end
      if type(value) == "boolean" then value, usual = tostring(value), tostring(usual) end
      if not elsewhere[option.key] and value ~= usual then
        parts[#parts + 1] = option.key .. "=" .. value
      end
    end
    w.option_text = table.concat(parts, "+")
  end
  w.note_options(require("warline.tactical.options"), w.options)

  -- The letters of the variants that are on, for the key `vr`.
  w.variants = ""
  local variants = {}
  ---@param variant string its letter
  function w.note_variant(variant)
    variants[#variants + 1] = variant
    table.sort(variants)
    w.variants = table.concat(variants)
  end

  ---@class warline.key
  ---@field [1] string its two letters
  ---@field print fun(): string|integer|nil
  ---@field usual string|integer? what is not written
  ---@field read fun(value: string, values: table<string, string>)?
  w.keys = {
    { "vr", print = function() return w.variants end },
    { "sd", usual = "A:1,B:2", print = function() return w.sides_text end }, { "hm" },
    { "fd", usual = "A", print = function() return SIDE[get.deployer()] end },
    { "nb", usual = 6, print = function() return w.army_size end }, { "cp" },
    { "ph", usual = "ORD", print = phase },
    { "mv", usual = "A", print = function()
      return SIDE[muster.decision_name() == "claim" and get.asked() or get.active()]
    end },
    { "tn", usual = 1, print = get.turn },
    { "od" },
    { "ct", print = due_text },
    { "mn", print = maneuver_text },
    { "pc", print = pending_text },
    { "un", print = function() return by_side(undeployed_text, general_digits) end },
    { "pr", print = function() return by_side(prison_text, SIDE) end },
    { "gy", print = function() return by_side(graveyard_text, SIDE) end },
    { "rs", print = function() return ramparts(0) end },
    { "rd", print = function() return ramparts(1) end },
    { "st", usual = "A:0,B:0", print = function()
      return "A:" .. get.stalls(0) .. ",B:" .. get.stalls(1)
    end },
    { "id", usual = 0, print = function() return get.idle() < 0 and "x" or get.idle() end },
    { "rx" },
    { "op", print = function() return w.option_text end },
    { "rt", print = result_text },
  }

  ---@return string
  function w.print()
    local parts = { "WT1 " .. w.columns .. "x" .. w.rows .. " " .. board_text() }
    for _, key in ipairs(w.keys) do
      local value = key.print and key.print()
      if value and value ~= "" and value ~= key.usual then
        parts[#parts + 1] = key[1] .. "=" .. value
      end
    end
    return table.concat(parts, " ")
  end
end
