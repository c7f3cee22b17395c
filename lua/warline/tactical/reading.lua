-- Reading a position line, in any order of its keys (WT-RUL-239). Every fault is said with the key
-- or the zone where it stands and with what would be right. A line that stands before automatic
-- work is read, and that work is done at once (WT-RUL-240).

local options = muster.options()
local number = require("muster.text").number
local facts = require("warline.tactical.generals")
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")
local flow = require("warline.tactical.flow").flow
local victory = require("warline.tactical.victory")
local notation = require("warline.tactical.notation")

local now, battalion, rampart = state.now, state.battalion, state.rampart
local arms, kingdom, stock = state.arms, state.kingdom, state.stock
local prison, traits = state.prison, state.traits
local allied, side_names = facts.allied, notation.side_names
local KINGDOMS = state.kingdom_letters
local DIGITS = string.sub("1234", 1, facts.generals)

local function fault(where, what)
  error(where .. ": " .. what, 0)
end

-- Text before and behind the first `mark`, or nil.
local function cut(text, mark)
  local found = string.find(text, mark, 1, true)
  if not found then return nil end
  return string.sub(text, 1, found - 1), string.sub(text, found + 1)
end

local function index_in(letters, sign)
  if sign == "" then return nil end
  local found = string.find(letters, sign, 1, true)
  return found and found - 1
end

-- ---- taking pieces ------------------------------------------------------------------------------

-- A piece of General `seat + 1` that the line has not named yet: one that nobody owns.
local function take(wanted, seat, where)
  local wall = wanted == rampart
  local half = state.first_unit[seat + 1] - state.first_unit[seat]
  local first = (wall and state.battalions or 0) + state.first_unit[seat]
  for piece = first, first + half - 1 do
    if not owner[piece] then
      owner[piece] = seat
      return piece
    end
  end
  fault(where, "General " .. (seat + 1) .. " has more than " .. half
    .. (wall and " ramparts, unbuilt, standing and destroyed together" or " battalions"))
end

---Owner and kingdom at the start of a text.
---@param text string
---@param where string
---@return muster.Seat seat
---@return integer kingdom
local function read_owner(text, where)
  local seat = index_in(DIGITS, string.sub(text, 1, 1))
  if not seat then
    fault(where, "expected a General, " .. (allied and "1 to " .. facts.generals or "1 or 2")
      .. ", found '" .. string.sub(text, 1, 1) .. "' in '" .. text .. "'")
  end
  local sign = string.sub(text, 2, 2)
  local made = index_in(KINGDOMS, sign)
  if not made then
    fault(where, "unknown kingdom '" .. sign .. "' in '" .. text .. "': expected F, I, S, T or B")
  end
  local own = state.army[seat]
  if not traits.recruiting and made ~= own then
    fault(where, "General " .. (seat + 1) .. " leads " .. state.kingdom_names[own] .. " ("
      .. string.sub(KINGDOMS, own + 1, own + 1) .. ") in this ruleset, found '" .. text .. "'")
  end
  return seat, made
end

local function read_arms(sign, where)
  local force = number(sign, 6)
  if not force or force < 1 then
    fault(where, "Arms must be 1 to 6, found '" .. sign .. "'")
  end
  return force
end

-- ---- the field ----------------------------------------------------------------------------------

-- Each side has one token of a kind; `memo` says who bears it.
local function token(unit, memo, what, where)
  local side = facts.side_of[owner[unit]]
  if memo[side] then
    fault(where, "side " .. side_names[side] .. " has " .. what .. " twice; one such token exists")
  end
  memo[side] = unit
end

---@type table<string, fun(unit: muster.Piece, where: string)>
local read_marks = {
  ["+"] = function(unit, where)
    token(unit, state.brave, "Vigor", where)
    state.vigor[unit] = 1
  end,
  ["-"] = function(unit, where)
    token(unit, state.brave, "Vigor", where)
    state.vigor[unit] = 2
  end,
  ["!"] = function(unit, where)
    token(unit, state.dazed, "a stunned battalion", where)
    state.stunned[unit] = true
  end,
  ["%"] = function(unit, where)
    token(unit, state.offered, "a battalion marked for sacrifice", where)
    state.marked[unit] = true
  end,
  ["^"] = function(unit, where)
    if options.sac_benefit == "named" and now.blessed then
      fault(where, "only one battalion has the 8 actions of a sacrifice")
    end
    state.eight[unit] = true
    now.blessed = unit
  end,
  ["'"] = function(unit, where)
    if options.stall_faces ~= "any_number" and not facts.several_orders then
      fault(where, "the mark ' (order carried out) belongs to Double Time")
    end
    state.ordered[unit] = true
  end,
}

-- The marks behind a battalion; returns where the next one begins.
local function read_marks_of(unit, text, from, where)
  while from <= #text and not index_in(DIGITS, string.sub(text, from, from)) do
    local sign = string.sub(text, from, from)
    if sign == "$" then fault(where, "relics are not part of this ruleset") end
    if not read_marks[sign] then fault(where, "unknown mark '" .. sign .. "'") end
    read_marks[sign](unit, where)
    from = from + 1
  end
  return from
end

-- One battalion at `from` of a text; returns where the next one begins.
local function read_battalion(text, from, zone, where)
  local seat, made = read_owner(string.sub(text, from), where)
  local unit = take(battalion, seat, where)
  local sign = string.sub(text, from + 3, from + 3)
  local face = index_in("nesw", sign)
  kingdom[unit] = made
  arms[unit] = read_arms(string.sub(text, from + 2, from + 2), where)
  if not face then fault(where, "a facing is n, e, s or w, found '" .. sign .. "'") end
  state.facing[unit] = face
  put(unit, zone)
  return read_marks_of(unit, text, from + 4, where)
end

-- The ramparts of a zone, bottom to top; one, as long as no module lets them lie on each other.
local function read_walls(text, zone, where)
  if text == "" or #text > 2 and not traits.has_piles then
    fault(where, "one rampart stands on a zone, found '" .. text .. "'")
  end
  for from = 1, #text, 2 do
    local seat, made = read_owner(string.sub(text, from, from + 1), where)
    local wall = take(rampart, seat, where)
    kingdom[wall] = made
    put(wall, zone)
  end
end

--- What modules read of the text of a zone before its pieces: functions of the text, the zone, and
--- what to say of a fault first, that return the rest of the text.
local ground_read = muster.hook { "ground_read", fold = "pipe" }
--- What modules say of a zone that has been read: functions of the text, the zone, and what to say
--- of a fault first.
local cell_read = muster.hook { "cell_read", fold = "each" }

local function read_pieces(text, zone, where)
  if string.sub(text, 1, 1) == "{" then
    fault(where, "terrain is not part of this ruleset, found '" .. text .. "'")
  end
  if string.sub(text, 1, 1) == "[" then
    local inside, rest = cut(string.sub(text, 2), "]")
    if not inside then fault(where, "the rampart is not closed by ]") end
    read_walls(inside, zone, where)
    if rest ~= "" and not traits.has_alighted then
      fault(where, "no battalion stands on a rampart, found '" .. text .. "'")
    end
    text = rest
  end
  local from = 1
  while from <= #text do from = read_battalion(text, from, zone, where) end
end

local function read_cell(text, zone, where)
  read_pieces(ground_read(text, zone, where), zone, where)
  cell_read(text, zone, where)
end

-- What a row says of one zone: nil for an empty one, * for a void.
local function read_zone(cell, column, row)
  local zone = at(column, row)
  local where = "row " .. (row + 1)
  if column >= board.columns then fault(where, "more than " .. board.columns .. " zones") end
  if zone then where = "zone " .. muster.zone_name(zone) end
  if (zone == nil) ~= (cell == "*") then
    fault(where, zone and "the field has a zone here, found the void *"
      or "the field has no zone in column " .. (column + 1))
  end
  if cell and cell ~= "*" then read_cell(cell, zone, where) end
end

local function read_row(text, row)
  local column = 0
  for _, cell in ipairs(string.split(text, ",")) do
    local empty = number(cell, 26)
    if cell == "" or empty == 0 then fault("row " .. (row + 1), "an empty cell") end
    for _ = 1, empty or 1 do
      read_zone(not empty and cell or nil, column, row)
      column = column + 1
    end
  end
  if column < board.columns then
    fault("row " .. (row + 1), column .. " zones, expected " .. board.columns)
  end
end

local function read_board(text)
  local rows = string.split(text, "/")
  if #rows ~= board.rows then
    fault("field", #rows .. " rows, expected " .. board.rows .. " with / between them")
  end
  for i, row in ipairs(rows) do read_row(row, board.rows - i) end
end

-- ---- the keys -----------------------------------------------------------------------------------

local function side_named(text, where)
  local side = index_in("AB", text)
  if not side or #text ~= 1 then fault(where, "expected side A or B, found '" .. text .. "'") end
  return side
end

local function zone_named(text, where)
  local zone = notation.zone_called(text)
  if not zone then fault(where, "the field has no zone '" .. text .. "'") end
  return zone
end

-- "A:...,B:..." with each side once.
local function each_side(value, where, visit)
  local found = {}
  for _, part in ipairs(string.split(value, ",")) do
    local name, rest = cut(part, ":")
    if not name then fault(where, "expected A:... or B:..., found '" .. part .. "'") end
    local side = side_named(name, where)
    if found[side] then fault(where, "side " .. name .. " twice") end
    found[side] = true
    visit(side, rest)
  end
end

---@type table<string, fun(value: string, values: table<string, string>)> by key
local read = {}
function read.fd(value) now.deployer = side_named(value, "fd") end
function read.mv(value) now.active = side_named(value, "mv") end
function read.tn(value)
  local turn = number(value, 9999999)
  if not turn or turn < 1 then
    fault("tn", "expected a turn from 1 to 9999999, found '" .. value .. "'")
  end
  now.turn = turn
end
function read.id(value)
  local idle = value == "x" and -1 or number(value, 1000)
  if not idle then fault("id", "expected a number or x, found '" .. value .. "'") end
  now.idle = idle
end
function read.st(value)
  each_side(value, "st", function(side, rest)
    local stalls = number(rest, 2)
    if not stalls then fault("st", "expected 0, 1 or 2, found '" .. rest .. "'") end
    state.stalls[side] = stalls
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
      local _, made = read_owner(general .. string.sub(list, i, i + 1), "un")
      local unit = take(battalion, seat, "un")
      kingdom[unit] = made
      arms[unit] = read_arms(string.sub(list, i + 1, i + 1), "un")
      put(unit, state.undeployed[seat])
    end
  end
end

function read.pr(value)
  each_side(value, "pr", function(holder, rest)
    for _, text in ipairs(string.split(rest, "+")) do
      local seat, made = read_owner(text, "pr")
      if facts.side_of[seat] == holder then
        fault("pr", "side " .. side_names[holder] .. " cannot hold its own battalion " .. text)
      end
      local unit = take(battalion, seat, "pr")
      kingdom[unit] = made
      arms[unit] = read_arms(string.sub(text, 3), "pr")
      put(unit, prison[holder])
    end
  end)
end

-- The dead of one General in the Graveyard of a side, as in 2I*3.
local function read_dead(text, holder)
  local general, amount = cut(text, "*")
  local dead = amount and number(amount, 999)
  if not dead or #general ~= 2 then fault("gy", "expected as in 2I*3, found '" .. text .. "'") end
  local seat, made = read_owner(general, "gy")
  if facts.side_of[seat] == holder then
    fault("gy", "the dead of side " .. side_names[holder] .. " lie in the enemy's Graveyard")
  end
  for _ = 1, dead do
    local unit = take(battalion, seat, "gy")
    kingdom[unit] = made
    put(unit, state.graveyard[holder])
  end
end
function read.gy(value)
  each_side(value, "gy", function(holder, rest)
    for _, text in ipairs(string.split(rest, "+")) do read_dead(text, holder) end
  end)
end

local function read_yard(value, where, ruined)
  for _, text in ipairs(string.split(value, ",")) do
    local seat, made = read_owner(text, where)
    local amount = number(string.sub(text, 3), 999)
    if not amount then fault(where, "expected as in 1F6, found '" .. text .. "'") end
    for _ = 1, amount do
      local wall = take(rampart, seat, where)
      kingdom[wall] = made
      state.ruined[wall] = ruined
      put(wall, state.yard[seat])
      if not ruined then stock[seat] = stock[seat] + 1 end
    end
  end
end
function read.rs(value) read_yard(value, "rs", false) end
function read.rd(value) read_yard(value, "rd", true) end

local function demand_same(where, found, wanted, plays)
  if found ~= wanted then
    fault(where, "this ruleset plays with '" .. plays[1] .. "', the line wants '" .. plays[2]
      .. "'")
  end
end
local function sorted(list)
  table.sort(list)
  return table.concat(list, "+")
end
function read.op(value)
  local own = notation.option_text()
  demand_same("op", sorted(string.split(value, "+")), sorted(string.split(own, "+")),
    { own, value })
end
function read.vr(value)
  local letters, own = {}, notation.variants()
  for i = 1, #value do letters[i] = string.sub(value, i, i) end
  table.sort(letters)
  demand_same("vr", table.concat(letters), own, { own, value })
end

-- Keys of other modules: only their plain value is known here.
local PLAIN = { sd = notation.sides_text, hm = "A:s,B:n", nb = tostring(state.army_size),
  cp = "-", od = "0/1", rx = "-" }

-- ---- the phase ----------------------------------------------------------------------------------

--- Is a counter attack of the side to move due on a zone?
local function owed_on(zone)
  local function strikes_back(unit)
    return kind(unit) == battalion and q.hostile(unit)
      and sides.side(owner[q.beneath(unit)]) == now.active
  end
  if options.ctr_through_cover then return pieces(zone):some(strikes_back) end
  return strikes_back(top(zone))
end

local function read_due(value)
  for _, name in ipairs(string.split(value, "+")) do
    local zone = zone_named(name, "ct")
    if not owed_on(zone) then fault("ct", "no counter attack is due on " .. name) end
    state.due[zone] = true
  end
end

local FLAGS = { a = "attacked", p = "paid", x = "acted" }
local function read_flags(flags)
  for i = 1, #flags do
    local flag = string.sub(flags, i, i)
    if not FLAGS[flag] then fault("mn", "unknown flag '" .. flag .. "': expected a, p, x") end
    now[FLAGS[flag]] = true
  end
end

local function read_maneuver(value)
  local name, rest = cut(value, ":")
  local left, flags = cut(rest or "", ":")
  local ma = left and number(left, state.most_actions)
  if not ma then
    fault("mn", "expected zone:MA:flags as in d4:3:px, MA 0 to " .. state.most_actions
      .. ", found '" .. value .. "'")
  end
  local zone = zone_named(name, "mn")
  local actor = top(zone)
  if kind(actor) ~= battalion or facts.side_of[owner[actor]] ~= now.active then
    fault("mn", "no battalion of side " .. side_names[now.active] .. " is topmost on " .. name)
  end
  now.man_zone, now.ma = zone, ma
  sides.led_by(owner[actor])
  read_flags(flags)
end

-- Returns whether the maneuver goes on after the torment: 0 or 1.
local function read_captive(value)
  local how, text = cut(value, "@")
  local kinds = notation.capture_kinds
  local on = how == kinds[0] and 0 or how == kinds[1] and 1
  if not how or not on then
    fault("pc", "expected " .. kinds[0] .. "@" .. (kinds[1] and " or " .. kinds[1] .. "@" or "")
      .. " and the prisoner, found '" .. value .. "'")
  end
  for _, unit in ipairs(muster.pieces_in(prison[now.active])) do
    if muster.piece_text(unit) == text then
      state.fresh[unit] = true
      return on
    end
  end
  fault("pc", "no prisoner " .. text .. " is in the Prison of side " .. side_names[now.active])
end

-- Who has claimed what, as in claim@A:shackle: the side, and the number of the condition.
local function read_claimed(value)
  local how, text = cut(value, "@")
  local name, what = cut(text or "", ":")
  if how ~= "claim" or not what then
    fault("pc", "expected claim@A:shackle, found '" .. value .. "'")
  end
  local side = side_named(name, "pc")
  if side == now.active then fault("pc", "the side that claimed is not asked again") end
  if what == "pass" then return side, victory.NONE end
  for choice, condition in ipairs(victory.conditions) do
    if condition == what then
      if not victory.holds(side, choice) then
        fault("pc", "side " .. name .. " does not fulfil " .. what)
      end
      return side, choice
    end
  end
  fault("pc", "unknown condition '" .. what .. "'")
end

local function read_claim(values)
  if not values.pc then return go(flow.turn_end) end
  local side, choice = read_claimed(values.pc)
  now.active, now.asked, now.claimed = side, now.active, choice
  go(flow.claim_due)
end

local function read_result(value)
  local winner, rest = cut(value, ":")
  local name, points = cut(rest or "", ":")
  if not name or tostring(victory.points[name]) ~= points then
    fault("rt", "expected winner:condition:points as in A:crush:3, found '" .. value .. "'")
  end
  local drawn = name == "stalemate" or name == "resolve"
  if (winner == "-") ~= drawn then fault("rt", "'" .. value .. "' has the wrong winner") end
  over(name, table.unpack(drawn and {} or facts.generals_of[side_named(winner, "rt")]))
end

local function begin_deployment()
  for seat = 0, facts.generals - 1 do
    local spots = q.deployable(seat) - (occupied() - tops(battalion, seat))
    if count(state.undeployed[seat]) > 0 and #spots == 0 then
      fault("ph", "General " .. (seat + 1) .. " has nowhere to deploy (WT-RUL-15, WT-RUL-248)")
    end
  end
  go(flow.deploy_due)
end

local function begin_maneuver(values)
  if not values.mn then fault("mn", "ph=MAN needs mn, the running maneuver") end
  read_maneuver(values.mn)
  if not values.pc then return go(flow.maneuver_on) end
  if read_captive(values.pc) == 0 then return go(flow.capture) end
  push(flow.capture, 1)
end

---What a phase begins with: functions that go to its step or decision.
---@type table<string, fun(values: table<string, string>)>
local begin = {
  DEP = begin_deployment,
  FIRST = function() go(flow.opening) end,
  CTR = function(values)
    if not values.ct then return go(flow.turn_begin) end
    read_due(values.ct)
    go(flow.counter)
  end,
  RST = function() go(flow.reset_due) end,
  SAC = function() go(flow.benefit_due) end,
  ORD = function() go(flow.order) end,
  MAN = begin_maneuver,
  OVER = function(values)
    if not values.rt then fault("rt", "ph=OVER needs rt, the result") end
    read_result(values.rt)
  end,
}
if not allied then -- warline.alliances says who is asked
  function begin.TOR() go(flow.torment_due) end
end
if options.player1 == "random" then
  function begin.COIN() go(flow.coin) end
end
if options.declare == "manual" then begin.END = read_claim end
if options.stall_faces == "any_number" then
  function begin.STALL() go(flow.stalling) end
end

-- ---- the line -----------------------------------------------------------------------------------

local LISTS = { "vr", "cp", "ct", "un", "pr", "gy", "rs", "rd", "rx", "op" }
-- Keys that belong to one phase only.
local BELONGS = { { "ct", "CTR" }, { "mn", "MAN" }, { "rt", "OVER" } }

local function key_names()
  local names = {}
  for i, key in ipairs(notation.keys) do names[i] = key[1] end
  return table.concat(names, " ")
end

-- The values of the words behind the field, by their keys.
local function values_of(words)
  local values, known = {}, {}
  for _, key in ipairs(notation.keys) do known[key[1]] = true end
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
  return values
end

-- A lone - is an empty list, which is the same as no entry.
local function drop_empty(values)
  for _, key in ipairs(LISTS) do
    if values[key] == "-" then values[key] = nil end
  end
  for _, key in ipairs(notation.keys) do
    if values[key[1]] == "-" then fault(key[1], "only a list may be empty, written -") end
  end
  return values
end

local function read_keys(values)
  for _, key in ipairs(notation.keys) do
    local name = key[1]
    local value = values[name]
    local reader = key.read or read[name]
    if value and reader then
      reader(value, values)
    elseif value and PLAIN[name] and PLAIN[name] ~= value then
      fault(name, "'" .. value .. "' belongs to a module that is not switched on")
    end
  end
end

local function check_phase(phase, values)
  if not begin[phase] then fault("ph", "unknown phase '" .. phase .. "' in this ruleset") end
  for _, entry in ipairs(BELONGS) do
    if values[entry[1]] and entry[2] ~= phase then
      fault(entry[1], "belongs to ph=" .. entry[2] .. ", found " .. phase)
    end
  end
  if values.pc and phase ~= "MAN" and phase ~= "END"
      and not (phase == "SAC" and options.reface_any_loss) then
    fault("pc", "belongs to ph=MAN or ph=END, found " .. phase)
  end
  for side = 0, 1 do
    if state.stalls[side] > 1 and phase ~= "OVER" then
      fault("st", "2 belongs to ph=OVER: a second Stall in a row ends the battle")
    end
  end
end

-- The size and the field; returns all words of the line.
local function read_field(line)
  local words = {}
  for _, word in ipairs(string.split(line, " ")) do
    if word ~= "" then words[#words + 1] = word end
  end
  if words[1] ~= "WT1" then
    fault("position", "a line begins with WT1, found '" .. tostring(words[1]) .. "'")
  end
  local size = board.columns .. "x" .. board.rows
  if words[2] ~= size then
    fault("size", "the field of this ruleset is " .. size .. ", found '" .. tostring(words[2])
      .. "'")
  end
  if not words[3] then fault("field", "the rows are missing") end
  read_board(words[3])
  return words
end

--- What modules check and set before a phase begins: functions of the phase and the values.
local readings = muster.hook { "readings", fold = "each" }

--- Set up the position that a line describes.
---@param line string
local function parse(line)
  local values = drop_empty(values_of(read_field(line)))
  read_keys(values)
  local phase = values.ph or "ORD"
  check_phase(phase, values)
  readings(phase, values)
  begin[phase](values)
end

muster.notation { print = notation.print, parse = parse }

return { read_owner = read_owner, read_marks = read_marks, ground_read = ground_read,
  cell_read = cell_read, readings = readings, owed_on = owed_on, begin = begin, read = read,
  parse = parse }
