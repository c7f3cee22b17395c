-- Reading a position line, in any order of its keys (WT-RUL-239). Every fault is said with the key
-- or its zone, and with what was expected. A line before automatic
-- work is read, and that work is done at once (WT-RUL-240).

local rows = require("muster.rows")
local text = require("muster.text")
local generals = require("warline.tactical.generals")
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")
local flow = require("warline.tactical.flow")
local steps = require("warline.tactical.steps")
local victory = require("warline.tactical.victory")
local notation = require("warline.tactical.notation")
local options, now, battalion = muster.options(), state.now, state.battalion
local arms, side_names = state.arms, notation.side_names
local fault, demand, expected = text.fault, text.demand, text.expected
local number, cut = text.number, text.cut
local index, sign = text.index, text.sign

local DIGITS = ("1234"):sub(1, seats)

-- ---- taking pieces ------------------------------------------------------------------------------

---Owner and kingdom at the start of a text.
---@param line string
---@param where string
---@return muster.Seat seat
---@return integer kingdom
local function read_owner(line, where)
  local seat = index(DIGITS, sign(line, 1))
  demand(seat, where,
    "expected a General, " .. (generals.allied and "1 to " .. seats or "1 or 2")
    .. ", found '" .. sign(line, 1) .. "' in '" .. line .. "'")
  local letter = sign(line, 2)
  local made = index(state.kingdom_letters, letter)
  demand(made, where,
    "unknown kingdom '" .. letter .. "' in '" .. line .. "': expected one of "
    .. table.concat(text.signs(state.kingdom_letters), " "))
  local own = state.army[seat]
  demand(state.traits.recruiting or made == own, where,
    "General " .. seat + 1 .. " leads " .. state.kingdom_names[own] .. " ("
    .. sign(state.kingdom_letters, own + 1) .. ") in this ruleset", line)
  return seat, made
end

-- A piece of that owner and kingdom which the line has not named yet: one that nobody owns.
local function take(wanted, line, where)
  local seat, made = read_owner(line, where)
  local wall = wanted == state.rampart
  local half = state.first_unit[seat + 1] - state.first_unit[seat]
  local first = (wall and state.battalions or 0) + state.first_unit[seat]
  for piece = first, first + half - 1 do
    if not owner[piece] then
      owner[piece], state.kingdom[piece] = seat, made
      return piece
    end
  end
  fault(where, "General " .. seat + 1 .. " has more than " .. half
    .. (wall and " ramparts, unbuilt, standing and destroyed together" or " battalions"))
end

local function read_arms(word, where)
  return number(word, 6, 1) or fault(where, "Arms must be 1 to 6", word)
end

-- ---- the field ----------------------------------------------------------------------------------

-- Marks of tokens: the memo of who bears it, the field, its value, and what it is.
local TOKENS = {
  ["+"] = { "vigor_bearer", "vigor", 1, "Vigor" },
  ["-"] = { "vigor_bearer", "vigor", 2, "Vigor" },
  ["!"] = { "stun_bearer", "stunned", true, "a stunned battalion" },
  ["%"] = { "marked_bearer", "marked", true, "a battalion marked for sacrifice" },
}

-- Each side has one token of a kind.
local function read_token(unit, token, where)
  local memo, side = state[token[1]], generals.side_of(unit)
  demand(not memo[side], where,
    "side " .. side_names[side] .. " has " .. token[4] .. " twice; one such token exists")
  memo[side] = unit
  state[token[2]][unit] = token[3]
end

local function read_mark(unit, mark, where)
  if TOKENS[mark] then
    read_token(unit, TOKENS[mark], where)
  elseif mark == "^" then
    demand(options.sac_benefit ~= "named" or not now.blessed, where,
      "only one battalion has the 8 actions of a sacrifice")
    state.eight[unit] = true
    now.blessed = unit
  elseif mark == "'" then
    demand(options.stall_faces == "any_number" or generals.several_orders, where,
      "the mark ' (order carried out) belongs to Double Time")
    state.ordered[unit] = true
  else
    fault(where, mark == "$" and "relics are not part of this ruleset"
      or "unknown mark '" .. mark .. "'")
  end
end

-- One battalion at `from` of a text; returns where the next one begins.
local function read_battalion(line, from, zone, where)
  local unit = take(battalion, line:sub(from), where)
  local way = sign(line, from + 3)
  local face = index("nesw", way)
  arms[unit] = read_arms(sign(line, from + 2), where)
  demand(face, where, "a facing is n, e, s or w", way)
  state.facing[unit] = face
  put(unit, zone)
  from = from + 4
  while from <= #line and not index(DIGITS, sign(line, from)) do
    read_mark(unit, sign(line, from), where)
    from = from + 1
  end
  return from
end

-- The ramparts of a zone, bottom to top; one, as long as no module lets them lie on each other.
local function read_walls(line, zone, where)
  demand(#line == 2 or #line > 2 and state.traits.has_piles, where,
    "a zone holds at most one rampart", line)
  for _, wall in ipairs(text.chunks(line, 2)) do put(take(state.rampart, wall, where), zone) end
end

--- Listeners read the text of a zone before its pieces: functions of the text, the zone, and the
--- beginning of an error message, that return the rest of the text.
local ground_read = muster.hook { "ground_read", fold = "pipe" }
--- Listeners check a zone that has been read: functions of the text, the zone, and the beginning of
--- an error message.
local cell_read = muster.hook { "cell_read" }

local function read_pieces(line, zone, where)
  demand(not line:starts("{"), where, "terrain is not part of this ruleset", line)
  if line:starts("[") then
    local inside, rest = cut(line:sub(2), "]")
    demand(inside, where, "the rampart is not closed by ]")
    read_walls(inside, zone, where)
    demand(rest == "" or state.traits.has_alighted, where, "no battalion can be on a rampart", line)
    line = rest
  end
  local from = 1
  while from <= #line do from = read_battalion(line, from, zone, where) end
end

local function read_cell(line, zone, where)
  read_pieces(ground_read(line, zone, where), zone, where)
  cell_read(line, zone, where)
end

-- ---- the keys -----------------------------------------------------------------------------------

local function side_named(name, where)
  return index("AB", name) or expected(where, "side A or B", name)
end

local function zone_named(name, where)
  return notation.zone_called(name) or fault(where, "the field has no zone '" .. name .. "'")
end

-- "A:...,B:..." with each side once.
local function each_side(value, where, visit)
  local found = {}
  for _, part in ipairs(value:split(",")) do
    local name, rest = cut(part, ":")
    if not name then expected(where, "A:... or B:...", part) end
    local side = side_named(name, where)
    demand(not found[side], where, "side " .. name .. " twice")
    found[side] = true
    visit(side, rest)
  end
end

---@type table<string, fun(value: string, values: table<string, string>)> by key
local read = {}
function read.fd(value) now.deployer = side_named(value, "fd") end
function read.mv(value) now.active = side_named(value, "mv") end
function read.tn(value)
  now.turn = number(value, 9999999, 1) or expected("tn", "a turn from 1 to 9999999", value)
end
function read.id(value)
  now.idle = value == "x" and -1 or number(value, 1000) or expected("id", "a number or x", value)
end
function read.st(value)
  each_side(value, "st", function(side, rest)
    state.stalls[side] = number(rest, 2) or expected("st", "0, 1 or 2", rest)
  end)
end

function read.un(value)
  for _, part in ipairs(value:split(",")) do
    local general, list = cut(part, ":")
    local seat = index(DIGITS, general or "")
    if not seat or #list % 2 > 0 then expected("un", "1:F1F2...", part) end
    for _, word in ipairs(text.chunks(list, 2)) do
      local unit = take(battalion, general .. word, "un")
      arms[unit] = read_arms(sign(word, 2), "un")
      put(unit, state.undeployed[seat])
    end
  end
end

function read.pr(value)
  each_side(value, "pr", function(holder, rest)
    for _, word in ipairs(rest:split("+")) do
      local unit = take(battalion, word, "pr")
      demand(generals.side_of(unit) ~= holder, "pr",
        "side " .. side_names[holder] .. " cannot hold its own battalion " .. word)
      arms[unit] = read_arms(word:sub(3), "pr")
      put(unit, state.prison[holder])
    end
  end)
end

-- The dead of one General in the Graveyard of a side, as in 2I*3.
local function read_dead(word, holder)
  local general, amount = cut(word, "*")
  local dead = amount and number(amount, 999)
  if not dead or #general ~= 2 then expected("gy", "as in 2I*3", word) end
  if generals.side(read_owner(general, "gy")) == holder then
    fault("gy", "the dead of side " .. side_names[holder] .. " lie in the enemy's Graveyard")
  end
  for _ = 1, dead do put(take(battalion, general, "gy"), state.graveyard[holder]) end
end
function read.gy(value)
  each_side(value, "gy", function(holder, rest)
    for _, word in ipairs(rest:split("+")) do read_dead(word, holder) end
  end)
end

local function read_yard(value, where, ruined)
  for _, word in ipairs(value:split(",")) do
    local seat = read_owner(word, where)
    for _ = 1, number(word:sub(3), 999) or expected(where, "as in 1F6", word) do
      local wall = take(state.rampart, word, where)
      state.ruined[wall] = ruined
      put(wall, state.yard[seat])
      if not ruined then state.stock[seat] = state.stock[seat] + 1 end
    end
  end
end
function read.rs(value) read_yard(value, "rs", false) end
function read.rd(value) read_yard(value, "rd", true) end

function read.op(value)
  text.demand_same("op", value:split("+"), notation.differing, "+")
end
function read.vr(value)
  text.demand_same("vr", text.signs(value), text.signs(notation.variants()), "")
end
for name, reader in pairs(read) do notation.key(name).read = reader end

-- Keys of other modules: only their plain value is known here.
local PLAIN = { sd = notation.sides_text, hm = "A:s,B:n", nb = tostring(state.army_size), cp = "-",
  od = "0/1", rx = "-" }

-- ---- the phase ----------------------------------------------------------------------------------

local function read_due(value)
  for _, name in ipairs(value:split("+")) do
    local zone = zone_named(name, "ct")
    demand(steps.owed_on(zone), "ct", "no counter attack is due on " .. name)
    state.due[zone] = true
  end
end

local FLAGS = { a = "attacked", p = "paid", x = "acted" }
local function read_flag(flag)
  demand(FLAGS[flag], "mn", "unknown flag '" .. flag .. "': expected a, p, x")
  now[FLAGS[flag]] = true
end

local function read_maneuver(value)
  local name, rest = cut(value, ":")
  local left, flags = cut(rest or "", ":")
  local ma = left and number(left, state.most_actions)
  if not ma then
    expected("mn", "zone:MA:flags as in d4:3:px, MA 0 to " .. state.most_actions, value)
  end
  local zone = zone_named(name, "mn")
  local actor = top(zone)
  demand(kind(actor) == battalion and generals.side_of(actor) == now.active, "mn",
    "no battalion of side " .. side_names[now.active] .. " is topmost on " .. name)
  now.acting_zone, now.actions_left = zone, ma
  sides.led_by(owner[actor])
  for _, flag in ipairs(text.signs(flags)) do read_flag(flag) end
end

-- Returns whether the maneuver goes on after the torment: 0 or 1.
local function read_captive(value)
  local how, name = cut(value, "@")
  local kinds = notation.capture_kinds
  local on = how == kinds[0] and 0 or how == kinds[1] and 1
  if not how or not on then
    expected("pc", kinds[0] .. "@" .. (kinds[1] and " or " .. kinds[1] .. "@" or "")
      .. " and the prisoner", value)
  end
  for _, unit in ipairs(muster.pieces_in(state.prison[now.active])) do
    if muster.piece_text(unit) == name then
      state.fresh[unit] = true
      return on
    end
  end
  fault("pc", "no prisoner " .. name .. " is in the Prison of side " .. side_names[now.active])
end

-- A declared victory, as in claim@A:shackle: the side, and the number of the condition.
local function read_claimed(value)
  local how, claim = cut(value, "@")
  local name, what = cut(claim or "", ":")
  if how ~= "claim" or not what then expected("pc", "claim@A:shackle", value) end
  local side = side_named(name, "pc")
  demand(side ~= now.active, "pc", "the side that claimed is not asked again")
  if what == "pass" then return side, victory.NONE end
  for choice, condition in ipairs(victory.conditions) do
    if condition == what then
      demand(victory.holds(side, choice), "pc", "side " .. name .. " does not fulfil " .. what)
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
    expected("rt", "winner:condition:points as in A:crush:3", value)
  end
  local drawn = name == "stalemate" or name == "resolve"
  demand((winner == "-") == drawn, "rt", "'" .. value .. "' has the wrong winner")
  over(name, table.unpack(drawn and {} or generals.generals_of[side_named(winner, "rt")]))
end

local function begin_deployment()
  for seat = 0, seats - 1 do
    local spots = q.deployable(seat) - (occupied() - tops(battalion, seat))
    demand(count(state.undeployed[seat]) == 0 or #spots > 0, "ph",
      "General " .. seat + 1 .. " has nowhere to deploy (WT-RUL-15, WT-RUL-248)")
  end
  go(flow.deploy_due)
end

local function begin_maneuver(values)
  demand(values.mn, "mn", "ph=MAN needs mn, the running maneuver")
  read_maneuver(values.mn)
  if not values.pc then return go(flow.maneuver_on) end
  if read_captive(values.pc) == 0 then return go(flow.capture) end
  push(flow.capture, 1)
end

---What a phase begins with: functions that go to its step or decision.
---@type table<string, fun(values: table<string, string>)>
local begin = {
  DEP = begin_deployment,
  CTR = function(values)
    if not values.ct then return go(flow.turn_begin) end
    read_due(values.ct)
    go(flow.counter)
  end,
  MAN = begin_maneuver,
  END = options.declare == "manual" and read_claim or nil,
  OVER = function(values)
    demand(values.rt, "rt", "ph=OVER needs rt, the result")
    read_result(values.rt)
  end,
}
local plain = {
  FIRST = flow.opening, RST = flow.reset_due, SAC = flow.benefit_due, ORD = flow.order,
  TOR = not generals.allied and flow.torment_due or nil, -- else warline.alliances says who is asked
  COIN = options.player1 == "random" and flow.coin or nil,
  STALL = options.stall_faces == "any_number" and flow.stalling or nil,
}
for phase, pending in pairs(plain) do
  begin[phase] = function() go(pending) end
end

-- ---- the line -----------------------------------------------------------------------------------

local LISTS = "vr cp ct un pr gy rs rd rx op"
-- Keys that belong to one phase only.
local BELONGS = { { "ct", "CTR" }, { "mn", "MAN" }, { "rt", "OVER" } }
local HAS_PENDING = { MAN = true, END = true, SAC = options.reface_any_loss }

-- A lone - is an empty list, which is the same as no entry.
local function read_keys(values)
  for _, key in ipairs(notation.keys) do
    local name = key[1]
    local value = values[name]
    if value == "-" then
      demand(LISTS:find(name), name, "only a list may be empty, written -")
      values[name] = nil
    elseif value and key.read then
      key.read(value, values)
    elseif value and value ~= (PLAIN[name] or value) then
      fault(name, "'" .. value .. "' belongs to a module that is not switched on")
    end
  end
end

local function check_phase(phase, values)
  demand(begin[phase], "ph", "unknown phase '" .. phase .. "' in this ruleset")
  for _, entry in ipairs(BELONGS) do
    demand(not values[entry[1]] or entry[2] == phase, entry[1],
      "belongs to ph=" .. entry[2] .. ", found " .. phase)
  end
  demand(not values.pc or HAS_PENDING[phase], "pc", "belongs to ph=MAN or ph=END, found " .. phase)
  demand(phase == "OVER" or math.max(state.stalls[0], state.stalls[1]) < 2, "st",
    "2 belongs to ph=OVER: a second Stall in a row ends the battle")
end

-- The size and the field; returns all words of the line.
local function read_field(line)
  local words = text.words(line, " ")
  demand(words[1] == "WT1", "position", "a line begins with WT1", words[1])
  local size = board.columns .. "x" .. board.rows
  demand(words[2] == size, "size", "the field of this ruleset is " .. size, words[2])
  demand(words[3], "field", "the rows are missing")
  rows.read(words[3], board.columns, board.rows, read_cell)
  return words
end

--- Listeners check and set up their state before a phase begins: functions of the phase and the
--- values.
local readings = muster.hook { "readings" }

--- Set up the position that a line describes.
---@param line string
local function parse(line)
  local names = text.join(notation.keys, " ", function(key) return key[1] end)
  local values = text.values(read_field(line), 4, names, "ph=ORD")
  read_keys(values)
  local phase = values.ph or "ORD"
  check_phase(phase, values)
  readings(phase, values)
  begin[phase](values)
end

muster.notation { print = notation.print, parse = parse }

return { ground_read = ground_read, cell_read = cell_read, readings = readings,
  begin = begin }
