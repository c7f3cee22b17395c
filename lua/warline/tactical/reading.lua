-- Reading a position line, in any order of its keys (WT-RUL-239). Every fault is said with the key
-- or the zone where it stands and with what would be right. A line that stands before automatic
-- work is read, and that work is done at once (WT-RUL-240).

local number = require("muster.text").number

---@param w warline.tactical
return function(w)
  local get, set = w.get, w.set
  local KINGDOMS, DIGITS = w.kingdom_letters, string.sub("1234", 1, w.generals)

  local function fault(where, what)
    error(where .. ": " .. what, 0)
  end

  -- Text before and behind the first `mark`, or nil.
  local function cut(text, mark)
    local at = string.find(text, mark, 1, true)
    if not at then return nil end
    return string.sub(text, 1, at - 1), string.sub(text, at + 1)
  end

  local function index_in(letters, sign)
    if sign == "" then return nil end
    local at = string.find(letters, sign, 1, true)
    return at and at - 1
  end

  -- ---- taking pieces ---------------------------------------------------------------------------

  -- A piece of General `seat + 1` that the line has not named yet: one that nobody owns.
  local function take(type_number, seat, where)
    local wall = type_number == w.RAMPART
    local half = w.first_unit[seat + 1] - w.first_unit[seat]
    local first = (wall and w.battalions or 0) + w.first_unit[seat]
    for piece = first, first + half - 1 do
      if muster.owner(piece) < 0 then
        muster.set_owner(piece, seat)
        return piece
      end
    end
    fault(where, "General " .. (seat + 1) .. " has more than " .. half
      .. (wall and " ramparts, unbuilt, standing and destroyed together" or " battalions"))
  end

  -- Owner and kingdom at the start of `text`.
  local function read_owner(text, where)
    local seat = index_in(DIGITS, string.sub(text, 1, 1))
    if not seat then
      fault(where, "expected a General, " .. (w.allied and "1 to " .. w.generals or "1 or 2")
        .. ", found '" .. string.sub(text, 1, 1) .. "' in '"
        .. text .. "'")
    end
    local sign = string.sub(text, 2, 2)
    local kingdom = index_in(KINGDOMS, sign)
    if not kingdom then
      fault(where, "unknown kingdom '" .. sign .. "' in '" .. text .. "': expected F, I, S, T or B")
    end
    if not w.recruiting and kingdom ~= w.army_kingdom[seat] then
      fault(where, "General " .. (seat + 1) .. " leads " .. w.kingdom_names[w.army_kingdom[seat]]
        .. " (" .. string.sub(KINGDOMS, w.army_kingdom[seat] + 1, w.army_kingdom[seat] + 1)
        .. ") in this ruleset, found '" .. text .. "'")
    end
    return seat, kingdom
  end
  w.read_owner = read_owner

  local function read_arms(sign, where)
    local arms = number(sign, 6)
    if not arms or arms < 1 then
      fault(where, "Arms must be 1 to 6, found '" .. sign .. "'")
    end
    return arms
  end

  -- ---- the field -------------------------------------------------------------------------------

  -- Each side has one token of a kind; `memo` says who bears it.
  local function token(unit, memo, what, where)
    local seat = w.side_of[muster.owner(unit)]
    if get[memo](seat) >= 0 then
      fault(where, "side " .. w.side_names[seat] .. " has " .. what
        .. " twice; one such token exists")
    end
    set[memo](seat, unit)
  end

  local marks = {
    ["+"] = function(unit, where)
      token(unit, "brave", "Vigor", where)
      set.vigor(unit, 1)
    end,
    ["-"] = function(unit, where)
      token(unit, "brave", "Vigor", where)
      set.vigor(unit, 2)
    end,
    ["!"] = function(unit, where)
      token(unit, "dazed", "a stunned battalion", where)
      set.stunned(unit, 1)
    end,
    ["%"] = function(unit, where)
      token(unit, "offered", "a battalion marked for sacrifice", where)
      set.marked(unit, 1)
    end,
    ["^"] = function(unit, where)
      if w.options.sac_benefit == "named" and get.blessed() >= 0 then
        fault(where, "only one battalion has the 8 actions of a sacrifice")
      end
      set.eight(unit, 1)
      set.blessed(unit)
    end,
    ["'"] = function(unit, where)
      if w.options.stall_faces ~= "any_number" and not w.orders_done then
        fault(where, "the mark ' (order carried out) belongs to Double Time")
      end
      set.ordered(unit, 1)
    end,
  }
  w.read_marks = marks

  -- One battalion at `at` of `text`; returns where the next one begins.
  local function read_battalion(text, at, zone, where)
    local seat, kingdom = read_owner(string.sub(text, at), where)
    local unit = take(w.BATTALION, seat, where)
    local facing = index_in("nesw", string.sub(text, at + 3, at + 3))
    set.kingdom(unit, kingdom)
    set.arms(unit, read_arms(string.sub(text, at + 2, at + 2), where))
    if not facing then
      fault(where, "a facing is n, e, s or w, found '" .. string.sub(text, at + 3, at + 3) .. "'")
    end
    set.facing(unit, facing)
    muster.put(unit, zone)
    at = at + 4
    while at <= #text and not index_in(DIGITS, string.sub(text, at, at)) do
      local sign = string.sub(text, at, at)
      if sign == "$" then fault(where, "relics are not part of this ruleset") end
      if not marks[sign] then fault(where, "unknown mark '" .. sign .. "'") end
      marks[sign](unit, where)
      at = at + 1
    end
    return at
  end

  local function read_wall(text, where)
    local seat, kingdom = read_owner(text, where)
    local wall = take(w.RAMPART, seat, where)
    set.kingdom(wall, kingdom)
    return wall
  end

  -- The ramparts of a zone, bottom to top; one, as long as no module lets them lie on each other.
  local function read_walls(text, zone, where)
    if text == "" or #text > 2 and not w.has_piles then
      fault(where, "one rampart stands on a zone, found '" .. text .. "'")
    end
    for at = 1, #text, 2 do
      muster.put(read_wall(string.sub(text, at, at + 1), where), zone)
    end
  end

  ---Read what stands on one zone; replaced by modules that know more.
  ---@param text string
  ---@param zone integer
  function w.read_cell(text, zone, where)
    if string.sub(text, 1, 1) == "{" then
      fault(where, "terrain is not part of this ruleset, found '" .. text .. "'")
    end
    if string.sub(text, 1, 1) == "[" then
      local inside, rest = cut(string.sub(text, 2), "]")
      if not inside then fault(where, "the rampart is not closed by ]") end
      read_walls(inside, zone, where)
      if rest ~= "" and not w.has_alighted then
        fault(where, "no battalion stands on a rampart, found '" .. text .. "'")
      end
      text = rest
    end
    local at = 1
    while at <= #text do at = read_battalion(text, at, zone, where) end
  end

  local function read_row(text, row)
    local column = 0
    local function place(cell)
      local zone = muster.at(column, row)
      local where = "row " .. (row + 1)
      if column >= w.columns then fault(where, "more than " .. w.columns .. " zones") end
      if zone >= 0 then where = "zone " .. muster.zone_name(zone) end
      if (zone < 0) ~= (cell == "*") then
        fault(where, zone < 0 and "the field has no zone in column " .. (column + 1)
          or "the field has a zone here, found the void *")
      end
      if cell and cell ~= "*" then w.read_cell(cell, zone, where) end
      column = column + 1
    end
    for _, cell in ipairs(string.split(text, ",")) do
      local run = number(cell, 26)
      if cell == "" or run == 0 then fault("row " .. (row + 1), "an empty cell") end
      if run then
        for _ = 1, run do place(nil) end
      else
        place(cell)
      end
    end
    if column < w.columns then
      fault("row " .. (row + 1), column .. " zones, expected " .. w.columns)
    end
  end

  local function read_board(text)
    local rows = string.split(text, "/")
    if #rows ~= w.rows then
      fault("field", #rows .. " rows, expected " .. w.rows .. " with / between them")
    end
    for i, row in ipairs(rows) do read_row(row, w.rows - i) end
  end

  -- ---- the keys --------------------------------------------------------------------------------

  local function side(text, where)
    local seat = index_in("AB", text)
    if not seat or #text ~= 1 then fault(where, "expected side A or B, found '" .. text .. "'") end
    return seat
  end

  local function zone_named(text, where)
    local zone = muster.zone(text)
    if zone < 0 then fault(where, "the field has no zone '" .. text .. "'") end
    return zone
  end

  -- "A:...,B:..." with each side once.
  local function each_side(value, where, visit)
    local seen = {}
    for _, part in ipairs(string.split(value, ",")) do
      local name, rest = cut(part, ":")
      if not name then fault(where, "expected A:... or B:..., found '" .. part .. "'") end
      local seat = side(name, where)
      if seen[seat] then fault(where, "side " .. name .. " twice") end
      seen[seat] = true
      visit(seat, rest)
    end
  end

  local read = {}
  function read.fd(value) set.deployer(side(value, "fd")) end
  function read.mv(value) set.active(side(value, "mv")) end
  function read.tn(value)
    local turn = number(value, 9999999)
    if not turn or turn < 1 then
      fault("tn", "expected a turn from 1 to 9999999, found '" .. value .. "'")
    end
    set.turn(turn)
  end
  function read.id(value)
    local idle = value == "x" and -1 or number(value, 1000)
    if not idle then fault("id", "expected a number or x, found '" .. value .. "'") end
    set.idle(idle)
  end
  function read.st(value)
    each_side(value, "st", function(seat, rest)
      local stalls = number(rest, 2)
      if not stalls then fault("st", "expected 0, 1 or 2, found '" .. rest .. "'") end
      set.stalls(seat, stalls)
    end)
  end

  function read.un(value)
    for _, part in ipairs(string.split(value, ",")) do
      local general, list = cut(part, ":")
      local seat = index_in(DIGITS, general or "")
      if not seat or #list % 2 > 0 then
        fault("un", "expected 1:F1F2..., found '" .. part .. "'")
      end
      for i = 1, #list, 2 do
        local _, kingdom = read_owner(general .. string.sub(list, i, i + 1), "un")
        local unit = take(w.BATTALION, seat, "un")
        set.kingdom(unit, kingdom)
        set.arms(unit, read_arms(string.sub(list, i + 1, i + 1), "un"))
        muster.put(unit, w.undeployed(seat))
      end
    end
  end

  function read.pr(value)
    each_side(value, "pr", function(holder, rest)
      for _, text in ipairs(string.split(rest, "+")) do
        local seat, kingdom = read_owner(text, "pr")
        if w.side_of[seat] == holder then
          fault("pr", "side " .. w.side_names[holder] .. " cannot hold its own battalion " .. text)
        end
        local unit = take(w.BATTALION, seat, "pr")
        set.kingdom(unit, kingdom)
        set.arms(unit, read_arms(string.sub(text, 3), "pr"))
        muster.put(unit, w.prison(holder))
      end
    end)
  end

  function read.gy(value)
    each_side(value, "gy", function(holder, rest)
      for _, text in ipairs(string.split(rest, "+")) do
        local owner, count = cut(text, "*")
        local dead = count and number(count, 999)
        if not dead or #owner ~= 2 then
          fault("gy", "expected as in 2I*3, found '" .. text .. "'")
        end
        local seat, kingdom = read_owner(owner, "gy")
        if w.side_of[seat] == holder then
          fault("gy", "the dead of side " .. w.side_names[holder]
            .. " lie in the enemy's Graveyard")
        end
        for _ = 1, dead do
          local unit = take(w.BATTALION, seat, "gy")
          set.kingdom(unit, kingdom)
          muster.put(unit, w.graveyard(holder))
        end
      end
    end)
  end

  local function read_yard(value, where, ruined)
    for _, text in ipairs(string.split(value, ",")) do
      local seat, kingdom = read_owner(text, where)
      local count = number(string.sub(text, 3), 999)
      if not count then fault(where, "expected as in 1F6, found '" .. text .. "'") end
      for _ = 1, count do
        local wall = take(w.RAMPART, seat, where)
        set.kingdom(wall, kingdom)
        set.ruined(wall, ruined)
        muster.put(wall, w.yard(seat))
        if ruined == 0 then set.stock(seat, get.stock(seat) + 1) end
      end
    end
  end
  function read.rs(value) read_yard(value, "rs", 0) end
  function read.rd(value) read_yard(value, "rd", 1) end

  local function sorted(value)
    local parts = string.split(value, "+")
    table.sort(parts)
    return table.concat(parts, "+")
  end
  function read.op(value)
    if sorted(value) ~= sorted(w.option_text) then
      fault("op", "this ruleset plays with '" .. w.option_text .. "', the line wants '" .. value
        .. "'")
    end
  end

  function read.vr(value)
    local letters = {}
    for i = 1, #value do letters[i] = string.sub(value, i, i) end
    table.sort(letters)
    if table.concat(letters) ~= w.variants then
      fault("vr", "this ruleset plays with '" .. w.variants .. "', the line wants '" .. value
        .. "'")
    end
  end

  -- Keys of other modules: only their plain value is known here.
  local plain = { sd = w.sides_text, hm = "A:s,B:n", nb = tostring(w.army_size), cp = "-",
    od = "0/1", rx = "-" }

  -- Is a counter attack of the side to move due on `zone`? How many spots has `seat` to deploy on?
  local owed = w.options.ctr_through_cover
      and "some(y of zone: hostile(y) and " .. w.text.side("owner(beneath(y))") .. " == active)"
    or "hostile(top(zone)) and " .. w.text.side("owner(beneath(top(zone)))") .. " == active"
  local is_owed = muster.expr(owed, "zone")
  local spots = muster.expr("size(deployable(seat) - (occupied - tops(battalion, seat)))", "seat")

  -- ---- the phase -------------------------------------------------------------------------------

  local function read_due(value)
    for _, name in ipairs(string.split(value, "+")) do
      local zone = zone_named(name, "ct")
      if is_owed(zone) == 0 then fault("ct", "no counter attack is due on " .. name) end
      set.due(zone, 1)
    end
  end

  local function read_maneuver(value)
    local name, rest = cut(value, ":")
    local left, flags = cut(rest or "", ":")
    local ma = left and number(left, w.most_actions)
    if not ma then
      fault("mn", "expected zone:MA:flags as in d4:3:px, MA 0 to " .. w.most_actions .. ", found '"
        .. value .. "'")
    end
    local zone = zone_named(name, "mn")
    local actor = muster.top(zone)
    if muster.type(actor) ~= w.BATTALION or w.side_of[muster.owner(actor)] ~= get.active() then
      fault("mn", "no battalion of side " .. w.side_names[get.active()] .. " is topmost on "
        .. name)
    end
    set.man_zone(zone)
    set.ma(ma)
    if w.allied then set.general(muster.owner(actor)) end
    for i = 1, #flags do
      local flag = string.sub(flags, i, i)
      if flag == "a" then
        set.attacked(1)
      elseif flag == "p" then
        set.paid(1)
      elseif flag == "x" then
        set.acted(1)
      else
        fault("mn", "unknown flag '" .. flag .. "': expected a, p, x")
      end
    end
  end

  -- Returns whether the maneuver goes on after the torment: 0 or 1.
  local function read_captive(value)
    local kind, text = cut(value, "@")
    local on = kind == w.capture_kinds[0] and 0 or kind == w.capture_kinds[1] and 1
    if not on then
      fault("pc", "expected " .. w.capture_kinds[0] .. "@"
        .. (w.capture_kinds[1] and " or " .. w.capture_kinds[1] .. "@" or "")
        .. " and the prisoner, found '" .. value .. "'")
    end
    for _, unit in ipairs(muster.pieces_in(w.prison(get.active()))) do
      if muster.piece_text(unit) == text then
        set.fresh(unit, 1)
        return on
      end
    end
    fault("pc", "no prisoner " .. text .. " is in the Prison of side "
      .. w.side_names[get.active()])
  end

  local function read_claim(values)
    if not values.pc then return muster.go("turn_end") end
    local asked = get.active()
    local kind, text = cut(values.pc, "@")
    local name, what = cut(text or "", ":")
    if kind ~= "claim" or not what then
      fault("pc", "expected claim@A:shackle, found '" .. values.pc .. "'")
    end
    local seat = side(name, "pc")
    if seat == asked then fault("pc", "the side that claimed is not asked again") end
    local choice = what == "pass" and 6
    for i, condition in ipairs(w.conditions) do
      if condition == what then choice = i end
    end
    if not choice then fault("pc", "unknown condition '" .. what .. "'") end
    local holds = w.survey()
    if choice < 6 and not holds[seat][what] then
      fault("pc", "side " .. name .. " does not fulfil " .. what)
    end
    set.active(seat)
    set.asked(asked)
    set.claimed(choice)
    muster.go("claim_due")
  end

  local function read_result(value)
    local winner, rest = cut(value, ":")
    local name, points = cut(rest or "", ":")
    if not name or tostring(w.points[name]) ~= points then
      fault("rt", "expected winner:condition:points as in A:crush:3, found '" .. value .. "'")
    end
    local drawn = name == "stalemate" or name == "resolve"
    if (winner == "-") ~= drawn then fault("rt", "'" .. value .. "' has the wrong winner") end
    muster.over(drawn and 0 or w.bits_of(side(winner, "rt")), name)
  end

  -- What a phase begins with: the step or decision to go to.
  local begin = {
    COIN = function() muster.go("coin") end,
    DEP = function()
      for seat = 0, w.generals - 1 do
        if muster.count(w.undeployed(seat)) > 0 and spots(seat) == 0 then
          fault("ph", "General " .. (seat + 1)
            .. " has nowhere to deploy (WT-RUL-15, WT-RUL-248)")
        end
      end
      muster.go("deploy_due")
    end,
    FIRST = function() muster.go("opening") end,
    CTR = function(values)
      if not values.ct then return muster.go("turn_begin") end
      read_due(values.ct)
      muster.go("counter")
    end,
    TOR = function() muster.go("torment_due") end,
    RST = function() muster.go("reset_due") end,
    SAC = function() muster.go("benefit_due") end,
    ORD = function() muster.go("order") end,
    MAN = function(values)
      if not values.mn then fault("mn", "ph=MAN needs mn, the running maneuver") end
      read_maneuver(values.mn)
      if not values.pc then return muster.go("maneuver_on") end
      if read_captive(values.pc) == 0 then return muster.go("capture") end
      muster.push("capture", 1)
    end,
    OVER = function(values)
      if not values.rt then fault("rt", "ph=OVER needs rt, the result") end
      read_result(values.rt)
    end,
  }
  if w.options.player1 ~= "random" then begin.COIN = nil end
  if w.options.declare == "manual" then
    begin.END = read_claim
  end
  if w.options.stall_faces == "any_number" then
    begin.STALL = function() muster.go("stalling") end
  end
  w.begin = begin

  w.read = read

  local lists = { "vr", "cp", "ct", "un", "pr", "gy", "rs", "rd", "rx", "op" }

  -- Keys that belong to one phase only.
  local belongs = { { "ct", "CTR" }, { "mn", "MAN" }, { "rt", "OVER" } }

  -- ---- the line --------------------------------------------------------------------------------

  local function key_names()
    local names = {}
    for i, key in ipairs(w.keys) do names[i] = key[1] end
    return table.concat(names, " ")
  end

  local function collect(words)
    local values, known = {}, {}
    for _, key in ipairs(w.keys) do known[key[1]] = true end
    for i = 4, #words do
      local key, value = cut(words[i], "=")
      if not key or value == "" then
        fault("'" .. words[i] .. "'", "expected a key and its value, as in ph=ORD")
      end
      if not known[key] then
        fault("'" .. key .. "'", "unknown key; the keys are: " .. key_names())
      end
      if values[key] then fault(key, "the key stands twice") end
      values[key] = value
    end
    for _, key in ipairs(lists) do -- a lone - is an empty list, which is the same as no entry
      if values[key] == "-" then values[key] = nil end
    end
    for _, key in ipairs(w.keys) do
      if values[key[1]] == "-" then fault(key[1], "only a list may be empty, written -") end
    end
    return values
  end

  ---@param line string
  function w.parse(line)
    local words = {}
    for _, word in ipairs(string.split(line, " ")) do
      if word ~= "" then words[#words + 1] = word end
    end
    if words[1] ~= "WT1" then
      fault("position", "a line begins with WT1, found '" .. tostring(words[1]) .. "'")
    end
    local size = w.columns .. "x" .. w.rows
    if words[2] ~= size then
      fault("size", "the field of this ruleset is " .. size .. ", found '" .. tostring(words[2])
        .. "'")
    end
    if not words[3] then fault("field", "the rows are missing") end
    read_board(words[3])
    local values = collect(words)
    for _, key in ipairs(w.keys) do
      local name = key[1]
      local value = values[name]
      local reader = key.read or read[name]
      if value and reader then
        reader(value, values)
      elseif value and plain[name] and plain[name] ~= value then
        fault(name, "'" .. value .. "' belongs to a module that is not switched on")
      end
    end
    local phase = values.ph or "ORD"
    if not begin[phase] then fault("ph", "unknown phase '" .. phase .. "' in this ruleset") end
    for _, entry in ipairs(belongs) do
      if values[entry[1]] and entry[2] ~= phase then
        fault(entry[1], "belongs to ph=" .. entry[2] .. ", found " .. phase)
      end
    end
    if values.pc and phase ~= "MAN" and phase ~= "END"
      and not (phase == "SAC" and w.options.reface_any_loss) then
      fault("pc", "belongs to ph=MAN or ph=END, found " .. phase)
    end
    for seat = 0, 1 do
      if get.stalls(seat) > 1 and phase ~= "OVER" then
        fault("st", "2 belongs to ph=OVER: a second Stall in a row ends the battle")
      end
    end
    for _, reading in ipairs(w.readings) do reading(phase, values) end
    begin[phase](values)
  end

  muster.notation { print = w.print, parse = w.parse }
end
