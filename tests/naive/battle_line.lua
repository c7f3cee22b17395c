-- A second, deliberately simple implementation of Battle Line, short and long.
-- It exists only for tests: positions, legal moves and claims of the real engine are compared with
-- what this file says. Clearness goes before speed everywhere; claims are proven by trying out
-- every completion.
--
-- As a module: options, parse, print, view, legal, claims, can_claim, play, rank, rank_text, best,
-- unseen, victory, perft, deal, shuffled, check, kind, is_wild, is_troop, all_troops, all_tactics.
-- As a script:
--   lua5.4 battle_line.lua legal 'BL ...'             legal moves, one per line
--   lua5.4 battle_line.lua play 'BL ...' MOVE ...     position after every move
--   lua5.4 battle_line.lua perft DEPTH 'BL ...'       number of lines of play of that length
--   lua5.4 battle_line.lua random SEED GAMES S|L      random games with checks, statistics
--
-- A state is a plain table:
--   version  = "S" | "L"
--   opt      = toggles by name, all texts (the options of the rulebook)
--   player   = 1 | 2, phase = "A" | "D" | "R" | "B" | "X", left = draws or returns still to make
--   winner   = nil | 1 | 2 | "=", only in phase X
--   flags[k] = { owner = nil | 1 | 2, env = list of { card, player },
--                cards = list of { card, side }, in the order of arrival (BL-RUL-19) }
--   hands[p] = list of cards, or the masked text
--   decks.T, decks.X = lists of cards, the top first, or the masked text
--   guile[p], discards[p] = lists of cards; played[p] = number of tactics cards played
--   quiet, claimed, passed, scouted = true or nil (BL-RUL-31, BL-RUL-42)
--
-- Toggles with their alternatives here: fourthKing, longTactics, leaderMax, colourIs, leaderCap,
-- mudPartial, envStack, proofTactics, guileMayFizzle, redeploySameFlag, claimWindow, passRule,
-- drawOptional, scoutNeedsCard, scoutSkipsDraw, envOnComplete, deadlockRule.

local M = {}

local SUITS = { "s", "h", "d", "c" }
local VALUE = { A = 1, T = 10 } -- BL-FRM-9
for pips = 2, 9 do VALUE[tostring(pips)] = pips end
local LETTER = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "T" }

-- The tactics cards, in the order of the rulebook.
local TACTICS = { "Kh", "Kd", "Ks", "Kc", "Qh", "Qd", "Qs", "Qc", "Jc", "Jd", "Jh", "Js" }
local KIND = {
  Kh = "leader", Kd = "leader", Ks = "fog", Kc = "mud",
  Qh = "cavalry", Qd = "cavalry", Qs = "bearers", Qc = "bearers",
  Jc = "scout", Jd = "redeploy", Jh = "deserter", Js = "traitor",
}
local MORALE = { leader = true, cavalry = true, bearers = true }

-- Troops by value, equal values by suit (BL section 19); then the tactics.
local TROOPS, ORDER = {}, {}
for value = 1, 10 do
  for _, suit in ipairs(SUITS) do TROOPS[#TROOPS + 1] = LETTER[value] .. suit end
end
for i, card in ipairs(TROOPS) do ORDER[card] = i end
for i, card in ipairs(TACTICS) do ORDER[card] = #TROOPS + i end

-- The options, in the order of the rulebook.
local TOGGLES = {
  { "fourthKing", "leader" }, { "longTactics", "12" }, { "leaderMax", "10" },
  { "colourIs", "suit" }, { "leaderCap", "none" }, { "mudPartial", "false" },
  { "envStack", "true" }, { "proofTactics", "ignore" }, { "guileMayFizzle", "true" },
  { "redeploySameFlag", "false" }, { "claimWindow", "beforeDraw" },
  { "passRule", "forcedOnly" }, { "drawOptional", "false" }, { "scoutNeedsCard", "true" },
  { "scoutSkipsDraw", "true" }, { "envOnComplete", "true" }, { "deadlockRule", "resolve" },
}

---------------------------------------------------------------------------------------------
-- Cards
---------------------------------------------------------------------------------------------

local function copy(value)
  if type(value) ~= "table" then return value end
  local result = {}
  for key, item in pairs(value) do result[key] = copy(item) end
  return result
end

function M.is_troop(card) return not KIND[card] end

-- BL-RUL-1: the fourth king is a second Leader, or a second Fog or Mud (then Kd).
local function kind(card, opt)
  if card == "Kd" and opt.fourthKing ~= "leader" then return opt.fourthKing end
  return KIND[card]
end

M.kind = kind

function M.is_wild(card, opt) return MORALE[kind(card, opt)] or false end

function M.options(changes)
  local opt = {}
  for _, toggle in ipairs(TOGGLES) do opt[toggle[1]] = toggle[2] end
  for name, value in pairs(changes or {}) do
    assert(opt[name], "no such toggle: " .. name)
    opt[name] = value
  end
  return opt
end

-- All cards of the game (BL-SET-1..3, BL-RUL-2).
function M.all_troops(version)
  local list = {}
  for _ = 1, version == "S" and 1 or 2 do
    for _, card in ipairs(TROOPS) do list[#list + 1] = card end
  end
  return list
end

function M.all_tactics(version, opt)
  local list = {}
  for _ = 1, version == "L" and opt.longTactics == "24" and 2 or 1 do
    for _, card in ipairs(TACTICS) do list[#list + 1] = card end
  end
  return list
end

local function sorted(cards)
  local list = copy(cards)
  table.sort(list, function(x, y) return ORDER[x] < ORDER[y] end)
  return list
end

-- Each card once, in the order of a hand (BL-RUL-43).
local function distinct(cards)
  local list = {}
  for _, card in ipairs(sorted(cards)) do
    if list[#list] ~= card then list[#list + 1] = card end
  end
  return list
end

local function count(cards, card)
  local n = 0
  for _, other in ipairs(cards) do
    if other == card then n = n + 1 end
  end
  return n
end

local function take(cards, card)
  for i, other in ipairs(cards) do
    if other == card then return table.remove(cards, i) end
  end
  error("no " .. card .. " there")
end

---------------------------------------------------------------------------------------------
-- Position lines (BL section 19)
---------------------------------------------------------------------------------------------

local function parse_cards(text)
  if text:sub(1, 1) == "?" then return text end
  local cards = {}
  if text == "." or text == "" then return cards end
  assert(#text % 2 == 0, "cards: " .. text)
  for card in text:gmatch("..") do
    assert(ORDER[card], "no such card: " .. card)
    cards[#cards + 1] = card
  end
  return cards
end

local function parse_flag(text)
  local owner, env, cards = text:match("^([o12])(%[?[^%]+-]*%]?)(.*)$")
  assert(owner, "flag: " .. text)
  local flag = { owner = tonumber(owner), env = {}, cards = {} }
  for card, player in env:gmatch("(K.)([12])") do
    flag.env[#flag.env + 1] = { card = card, player = tonumber(player) }
  end
  for sign, card in cards:gmatch("([+-])(..)") do
    assert(ORDER[card], "no such card: " .. card)
    flag.cards[#flag.cards + 1] = { card = card, side = sign == "+" and 1 or 2 }
  end
  return flag
end

local EXTRA = { q1 = "quiet", a1 = "claimed", p1 = "passed", s1 = "scouted" }

function M.parse(line)
  local words = {}
  for word in line:gmatch("%S+") do words[#words + 1] = word end
  assert(words[1] == "BL" and (words[2] == "S" or words[2] == "L"), "position: " .. line)
  local s = { version = words[2], opt = M.options(), flags = {} }
  local player, phase, left = words[3]:match("^([12])([ABDR])(%d?)$")
  if player then
    s.player, s.phase, s.left = tonumber(player), phase, tonumber(left)
  else
    local winner = assert(words[3]:match("^%-X([12=])$"), "turn: " .. words[3])
    s.phase, s.winner = "X", tonumber(winner) or winner
  end
  for item in words[4]:gmatch("[^/]+") do s.flags[#s.flags + 1] = parse_flag(item) end
  s.hands = { parse_cards(words[5]), parse_cards(words[6]) }
  s.decks = { T = parse_cards(words[7]), X = parse_cards(words[8]) }
  s.guile, s.discards = {}, {}
  for p = 1, 2 do
    local guile, discards = words[8 + p]:match("^(.*)|(.*)$")
    s.guile[p], s.discards[p] = parse_cards(guile), parse_cards(discards)
  end
  local n1, n2 = words[11]:match("^(%d+),(%d+)$")
  s.played = { tonumber(n1), tonumber(n2) }
  for i = 12, #words do
    local name, value = words[i]:match("^(.-)=(.*)$")
    if name then
      assert(s.opt[name], "no such toggle: " .. name)
      s.opt[name] = value
    else
      s[assert(EXTRA[words[i]], "extra: " .. words[i])] = true
    end
  end
  return s
end

local function print_cards(cards, empty)
  if type(cards) == "string" then return cards end
  return #cards == 0 and empty or table.concat(cards)
end

local function print_flag(flag)
  local text = flag.owner and tostring(flag.owner) or "o"
  if #flag.env > 0 then
    text = text .. "["
    for _, item in ipairs(flag.env) do text = text .. item.card .. item.player end
    text = text .. "]"
  end
  for _, item in ipairs(flag.cards) do
    text = text .. (item.side == 1 and "+" or "-") .. item.card
  end
  return text
end

function M.print(s)
  local words = { "BL", s.version }
  if s.phase == "X" then
    words[3] = "-X" .. s.winner
  else
    words[3] = s.player .. s.phase .. (s.left or "")
  end
  local flags = {}
  for k, flag in ipairs(s.flags) do flags[k] = print_flag(flag) end
  words[4] = table.concat(flags, "/")
  for p = 1, 2 do
    local hand = s.hands[p]
    words[4 + p] = print_cards(type(hand) == "string" and hand or sorted(hand), ".")
    words[8 + p] = print_cards(s.guile[p], "") .. "|" .. print_cards(s.discards[p], "")
  end
  words[7], words[8] = print_cards(s.decks.T, "."), print_cards(s.decks.X, ".")
  words[11] = s.played[1] .. "," .. s.played[2]
  if s.phase ~= "X" then -- these belong to a turn
    words[#words + 1] = s.quiet and "q1" or nil
    words[#words + 1] = s.claimed and "a1" or nil
    if s.phase == "B" then
      words[#words + 1] = s.passed and "p1" or nil
      words[#words + 1] = s.scouted and s.opt.scoutSkipsDraw == "false" and "s1" or nil
    end
  end
  for _, toggle in ipairs(TOGGLES) do
    if s.opt[toggle[1]] ~= toggle[2] then
      words[#words + 1] = toggle[1] .. "=" .. s.opt[toggle[1]]
    end
  end
  return table.concat(words, " ")
end

-- The position as player p may see it, or an onlooker where p is nil (BL section 18).
function M.view(s, p)
  local v = copy(s)
  for q = 1, 2 do
    if q ~= p and #s.hands[q] > 0 then
      local troops = 0
      for _, card in ipairs(s.hands[q]) do
        if M.is_troop(card) then troops = troops + 1 end
      end
      v.hands[q] = "?" .. troops .. "t" .. #s.hands[q] - troops .. "x"
    end
  end
  for name, deck in pairs(s.decks) do
    if #deck > 0 then v.decks[name] = "?" .. #deck end
  end
  return v
end

---------------------------------------------------------------------------------------------
-- Formations (BL-FRM, BL-TIE, section 16.1)
---------------------------------------------------------------------------------------------

-- A rank is one number: the category in the hundreds, the sum below (BL-FRM-1, BL-FRM-8).
function M.rank_text(rank) return rank // 100 .. ":" .. rank % 100 end

-- The rank of n cards without wilds, given as values and suits.
local function plain_rank(values, suits, n, fog, opt)
  local total, one_value, one_suit = 0, true, true
  for i = 1, n do
    total = total + values[i]
    one_value = one_value and values[i] == values[1]
    one_suit = one_suit and suits[i] == suits[1]
  end
  if fog then return 100 + total end -- BL-ENV-4
  local rising = table.move(values, 1, n, 1, {})
  table.sort(rising)
  local run = true
  for i = 2, n do run = run and rising[i] == rising[i - 1] + 1 end
  if run and one_suit then return 500 + total end -- BL-FRM-2
  if one_value then return 400 + total end -- BL-FRM-3
  if opt.mudPartial == "true" and n == 4 and
    (rising[1] == rising[3] or rising[2] == rising[4]) then
    return 400 + total -- BL-RUL-10
  end
  if one_suit then return 300 + total end -- BL-FRM-4
  if run then return 200 + total end -- BL-FRM-5
  return 100 + total -- BL-FRM-6
end

-- The values of a card: the lowest and the highest value, and the suits.
local function meanings(card, opt)
  if M.is_troop(card) then
    local value = VALUE[card:sub(1, 1)]
    return value, value, { card:sub(2) }
  end
  local what = kind(card, opt)
  if what == "leader" then return 1, tonumber(opt.leaderMax), SUITS end -- BL-MOR-2, BL-RUL-5
  local suits = SUITS
  if opt.colourIs == "redblack" then -- BL-RUL-7
    suits = (card == "Qh" or card == "Qd") and { "h", "d" } or { "s", "c" }
  end
  if what == "cavalry" then return 8, 8, suits end -- BL-MOR-3
  assert(what == "bearers", card)
  return 1, 3, suits -- BL-MOR-4
end

-- The best rank among all meanings of the cards from the i-th on.
local function try_meanings(cards, i, values, suits, fog, opt)
  if i > #cards then return plain_rank(values, suits, #cards, fog, opt) end
  local low, high, may = meanings(cards[i], opt)
  local best = 0
  for value = low, high do
    for _, suit in ipairs(may) do
      values[i], suits[i] = value, suit
      best = math.max(best, try_meanings(cards, i + 1, values, suits, fog, opt))
    end
  end
  return best
end

-- Ranks of sides with wilds, which take long; forgotten when there are many.
local known, many = {}, 0

local function remembered(key, find)
  local value = known[key]
  if value == nil then
    if many > 200000 then known, many = {}, 0 end
    value = find()
    known[key], many = value, many + 1
  end
  return value
end

-- The rank of a complete side (BL-RUL-8: its wilds mean whatever is best).
function M.rank(cards, fog, opt)
  local wild = false
  for _, card in ipairs(cards) do wild = wild or not M.is_troop(card) end
  if not wild then return try_meanings(cards, 1, {}, {}, fog, opt) end
  local key = table.concat({ table.concat(sorted(cards)), tostring(fog), opt.leaderMax,
    opt.colourIs, opt.mudPartial, opt.fourthKing }, " ")
  return remembered(key, function() return try_meanings(cards, 1, {}, {}, fog, opt) end)
end

---------------------------------------------------------------------------------------------
-- Flags
---------------------------------------------------------------------------------------------

local function env_at(s, k, what)
  for _, item in ipairs(s.flags[k].env) do
    if kind(item.card, s.opt) == what then return true end
  end
  return false
end

local function has_fog(s, k) return env_at(s, k, "fog") end

-- N(k): how many cards a formation needs at flag k (BL-CLM-3, BL-ENV-5, BL-RUL-41).
local function needed(s, k) return env_at(s, k, "mud") and 4 or 3 end

-- The cards of player p at flag k, from the oldest to the newest.
local function side(s, p, k)
  local cards = {}
  for _, item in ipairs(s.flags[k].cards) do
    if item.side == p then cards[#cards + 1] = item.card end
  end
  return cards
end

-- BL-PLC-5, BL-RUL-21: at an open flag only.
local function free_slot(s, p, k)
  return not s.flags[k].owner and #side(s, p, k) < needed(s, k)
end

-- Does p win flag k, where both sides are complete? (BL-CLM-5, BL-TIE-2, BL-RUL-19)
local function beats(s, p, k)
  local mine = M.rank(side(s, p, k), has_fog(s, k), s.opt)
  local his = M.rank(side(s, 3 - p, k), has_fog(s, k), s.opt)
  if mine ~= his then return mine > his end
  local cards = s.flags[k].cards
  return cards[#cards].side == 3 - p
end

---------------------------------------------------------------------------------------------
-- Claims (BL-CLM, section 16.2)
---------------------------------------------------------------------------------------------

-- All troops that do not lie face up, as a list of { card, how many }, high values first.
function M.unseen(s)
  local counts = {}
  for _, card in ipairs(M.all_troops(s.version)) do counts[card] = (counts[card] or 0) + 1 end
  local function face_up(card)
    if M.is_troop(card) then
      counts[card] = counts[card] - 1
      assert(counts[card] >= 0, "too many of " .. card)
    end
  end
  for _, flag in ipairs(s.flags) do
    for _, item in ipairs(flag.cards) do face_up(item.card) end
  end
  for p = 1, 2 do
    for _, card in ipairs(s.discards[p]) do face_up(card) end
  end
  local pool = {}
  for i = #TROOPS, 1, -1 do
    if counts[TROOPS[i]] > 0 then pool[#pool + 1] = { TROOPS[i], counts[TROOPS[i]] } end
  end
  return pool
end

-- BL-RUL-13 with proofTactics=morale: the morale cards that p may still bring, and how many.
local function unseen_morale(s, p)
  local counts = {}
  for _, card in ipairs(M.all_tactics(s.version, s.opt)) do
    if MORALE[kind(card, s.opt)] then counts[card] = (counts[card] or 0) + 1 end
  end
  local function face_up(card)
    if counts[card] then counts[card] = counts[card] - 1 end
  end
  for _, flag in ipairs(s.flags) do
    for _, item in ipairs(flag.cards) do face_up(item.card) end
  end
  for q = 1, 2 do
    for _, card in ipairs(s.discards[q]) do face_up(card) end
  end
  local pool = {}
  for _, card in ipairs(TACTICS) do
    if (counts[card] or 0) > 0 then pool[#pool + 1] = { card, counts[card] } end
  end
  return pool, s.played[3 - p] + 1 - s.played[p]
end

-- The best rank that a side of n cards can reach with cards of the pool, 0 where it cannot be
-- completed. The search may stop at the first rank above `enough`.
-- `most` is how many of the cards added may be tactics cards.
function M.best(cards, pool, n, fog, opt, enough, most)
  local full = copy(cards)
  local best = 0
  local function add(from, tactics)
    if #full == n then
      best = math.max(best, M.rank(full, fog, opt))
      return
    end
    for i = from, #pool do
      local card, copies = pool[i][1], pool[i][2]
      local more = tactics + (M.is_troop(card) and 0 or 1)
      if count(full, card) - count(cards, card) < copies and more <= (most or 0) then
        full[#full + 1] = card
        add(i, more)
        full[#full] = nil
        if enough and best > enough then return end
      end
    end
  end
  add(1, 0)
  return best
end

local function pool_text(pool)
  local words = {}
  for i, item in ipairs(pool) do words[i] = item[1] .. item[2] end
  return table.concat(words)
end

local function opponent_may_beat(s, p, k)
  local o, n, fog = 3 - p, needed(s, k), has_fog(s, k)
  local mine = M.rank(side(s, p, k), fog, s.opt)
  local his = sorted(side(s, o, k))
  local pool, most = M.unseen(s), 0
  if s.opt.proofTactics == "morale" then
    local morale
    morale, most = unseen_morale(s, o)
    for _, item in ipairs(morale) do pool[#pool + 1] = item end
  end
  local key = table.concat({ "beat", table.concat(his), pool_text(pool), n, tostring(fog), mine,
    most, s.opt.leaderMax, s.opt.colourIs, s.opt.mudPartial, s.opt.fourthKing }, " ")
  return remembered(key, function()
    return M.best(his, pool, n, fog, s.opt, mine, most) > mine -- BL-CLM-6: equality is enough
  end)
end

function M.can_claim(s, p, k)
  if s.flags[k].owner or #side(s, p, k) ~= needed(s, k) then return false end -- BL-CLM-3
  if #side(s, 3 - p, k) == needed(s, k) then return beats(s, p, k) end
  return not opponent_may_beat(s, p, k) -- BL-CLM-4
end

-- All claims of the player in turn, whatever the phase.
function M.claims(s)
  local moves = {}
  for k = 1, #s.flags do
    if M.can_claim(s, s.player, k) then moves[#moves + 1] = "c" .. k end
  end
  return moves
end

---------------------------------------------------------------------------------------------
-- Legal moves (BL sections 17 and 20)
---------------------------------------------------------------------------------------------

-- The formation cards of p at flag k with the names that a move gives them (BL-RUL-30).
local function named(s, p, k)
  local cards, list = side(s, p, k), {}
  for i, card in ipairs(cards) do
    local name = card
    if count(cards, card) > 1 then
      local older = count(table.move(cards, 1, i - 1, 1, {}), card)
      name = card .. "#" .. older + 1
    end
    list[i] = { card = card, name = name }
  end
  return list
end

local function leaders_used(s, p)
  local n = 0
  local function look(card)
    if not M.is_troop(card) and kind(card, s.opt) == "leader" then n = n + 1 end
  end
  for k = 1, #s.flags do
    for _, card in ipairs(side(s, p, k)) do look(card) end
  end
  for _, card in ipairs(s.discards[p]) do look(card) end
  return n
end

-- BL-PLC, BL-MOR-1
local function slot_plays(s, p, card, moves)
  for k = 1, #s.flags do
    if free_slot(s, p, k) then moves[#moves + 1] = card .. "@" .. k end
  end
end

-- BL-ENV-1, BL-RUL-29, BL-RUL-37, BL-RUL-41
local function environment_plays(s, _, card, moves)
  for k, flag in ipairs(s.flags) do
    local full = #side(s, 1, k) == needed(s, k) or #side(s, 2, k) == needed(s, k)
    if not flag.owner and (s.opt.envStack == "true" or #flag.env == 0) and
      (s.opt.envOnComplete == "true" or not full) then
      moves[#moves + 1] = card .. "@" .. k
    end
  end
end

-- BL-RUL-27
local function scout_plays(s, _, card, moves)
  if #s.decks.T + #s.decks.X > 0 or s.opt.scoutNeedsCard == "false" then
    moves[#moves + 1] = card
  end
end

-- BL-GUI-5, BL-RUL-15, BL-RUL-16
local function redeploy_plays(s, p, card, moves)
  for k, flag in ipairs(s.flags) do
    for _, item in ipairs(flag.owner and {} or named(s, p, k)) do
      for to = 1, #s.flags do
        if free_slot(s, p, to) and (to ~= k or s.opt.redeploySameFlag == "true") then
          moves[#moves + 1] = card .. ":" .. item.name .. "@" .. k .. ">" .. to
        end
      end
      moves[#moves + 1] = card .. ":" .. item.name .. "@" .. k .. ">x"
    end
  end
end

-- BL-GUI-7, BL-RUL-15
local function deserter_plays(s, p, card, moves)
  for k, flag in ipairs(s.flags) do
    for _, item in ipairs(flag.owner and {} or named(s, 3 - p, k)) do
      moves[#moves + 1] = card .. ":" .. item.name .. "@" .. k
    end
  end
  if s.opt.guileMayFizzle == "true" then moves[#moves + 1] = card .. ":-" end
end

-- BL-GUI-9, BL-GUI-10, BL-RUL-15, BL-RUL-17
local function traitor_plays(s, p, card, moves)
  for k, flag in ipairs(s.flags) do
    for _, item in ipairs(flag.owner and {} or named(s, 3 - p, k)) do
      for to = 1, #s.flags do
        if M.is_troop(item.card) and free_slot(s, p, to) then
          moves[#moves + 1] = card .. ":" .. item.name .. "@" .. k .. ">" .. to
        end
      end
    end
  end
  if s.opt.guileMayFizzle == "true" then moves[#moves + 1] = card .. ":-" end
end

local PLAYS = {
  leader = slot_plays, cavalry = slot_plays, bearers = slot_plays,
  fog = environment_plays, mud = environment_plays,
  scout = scout_plays, redeploy = redeploy_plays,
  deserter = deserter_plays, traitor = traitor_plays,
}

local function plays(s)
  local p, moves = s.player, {}
  assert(type(s.hands[p]) == "table", "a masked hand has no moves")
  for _, card in ipairs(distinct(s.hands[p])) do
    if M.is_troop(card) then
      slot_plays(s, p, card, moves)
    elseif s.played[p] <= s.played[3 - p] then -- BL-TAC-4
      local what = kind(card, s.opt)
      if what ~= "leader" or s.opt.leaderCap == "none" or
        leaders_used(s, p) < tonumber(s.opt.leaderCap) then
        PLAYS[what](s, p, card, moves)
      end
    end
  end
  return moves
end

-- BL-RUL-23
local function may_pass(s, moves)
  if #moves == 0 or s.opt.passRule == "free" then return true end
  if s.opt.passRule == "forcedOnly" then return false end
  for _, move in ipairs(moves) do
    if M.is_troop(move:sub(1, 2)) then return false end
  end
  return true
end

local function draws(s)
  local moves = {}
  for _, name in ipairs({ "T", "X" }) do
    if #s.decks[name] > 0 then moves[#moves + 1] = "d" .. name end
  end
  return moves
end

local function append(list, more)
  table.move(more, 1, #more, #list + 1, list)
end

function M.legal(s)
  local moves = {}
  if s.phase == "X" then return moves end
  if s.phase == "A" then
    if s.opt.claimWindow ~= "afterPlay" then moves = M.claims(s) end -- BL-RUL-20
    local list = plays(s)
    append(moves, list)
    if may_pass(s, list) then moves[#moves + 1] = "pass" end
  elseif s.phase == "D" then
    moves = draws(s)
  elseif s.phase == "R" then
    for _, card in ipairs(distinct(s.hands[s.player])) do moves[#moves + 1] = "r" .. card end
  else
    if s.opt.claimWindow ~= "startOfTurn" then moves = M.claims(s) end
    local room = #s.hands[s.player] < 7 or s.scouted and s.opt.scoutSkipsDraw == "false"
    local list = room and draws(s) or {} -- BL-RUL-24, BL-RUL-25, BL-RUL-27
    append(moves, list)
    if #list == 0 or s.opt.drawOptional == "true" then moves[#moves + 1] = "end" end
  end
  return moves
end

---------------------------------------------------------------------------------------------
-- Playing a move
---------------------------------------------------------------------------------------------

-- Has p won? (BL-OBJ-2..4, section 16.5)
function M.victory(s, p)
  local owned = 0
  for k, flag in ipairs(s.flags) do
    if flag.owner == p then owned = owned + 1 end
    if s.version == "L" and k >= 3 and flag.owner == p and s.flags[k - 1].owner == p and
      s.flags[k - 2].owner == p then
      return true
    end
  end
  return owned >= (s.version == "S" and 3 or 5), owned
end

local function finish(s, winner)
  s.phase, s.left, s.player, s.winner = "X", nil, nil, winner
end

-- BL-RUL-31
local function resolve(s)
  if s.opt.deadlockRule == "draw" then return finish(s, "=") end
  local awards = {}
  for k, flag in ipairs(s.flags) do
    if not flag.owner then
      local full1 = #side(s, 1, k) == needed(s, k)
      local full2 = #side(s, 2, k) == needed(s, k)
      if full1 and full2 then
        awards[k] = beats(s, 1, k) and 1 or 2
      elseif full1 or full2 then
        awards[k] = full1 and 1 or 2
      end
    end
  end
  for k, p in pairs(awards) do s.flags[k].owner = p end
  local owned = { 0, 0 }
  for _, flag in ipairs(s.flags) do
    if flag.owner then owned[flag.owner] = owned[flag.owner] + 1 end
  end
  local won1, won2 = (M.victory(s, 1)), (M.victory(s, 2))
  if won1 ~= won2 then return finish(s, won1 and 1 or 2) end
  if owned[1] == owned[2] then return finish(s, "=") end
  finish(s, owned[1] > owned[2] and 1 or 2)
end

local function end_turn(s, drew)
  local quiet = s.passed and not s.claimed and not drew
  if quiet and s.quiet then return resolve(s) end
  s.quiet = quiet or nil
  s.claimed, s.passed, s.scouted = nil, nil, nil
  s.player, s.phase, s.left = 3 - s.player, "A", nil
end

local function claim(s, k)
  s.flags[k].owner = s.player
  s.claimed = true
  if M.victory(s, s.player) then finish(s, s.player) end -- BL-END-1..3
end

-- Take the card that a move names away from the side of p at flag k; no number means the oldest.
local function lift(s, p, k, card, twin)
  local cards, seen = s.flags[k].cards, 0
  for i, item in ipairs(cards) do
    if item.side == p and item.card == card then
      seen = seen + 1
      if seen == (tonumber(twin) or 1) then return table.remove(cards, i).card end
    end
  end
  error("no " .. card .. " of player " .. p .. " at flag " .. k)
end

-- A card that arrives is the newest of its flag (BL-RUL-19).
local function lay(s, p, k, card)
  table.insert(s.flags[k].cards, { card = card, side = p })
end

local function scout(s)
  s.scouted = true
  s.left = math.min(3, #s.decks.T + #s.decks.X)
  s.phase = "D"
end

-- The phase that follows when nothing is left to draw or to return.
local function scout_goes_on(s)
  if s.phase == "D" and s.left == 0 then
    s.phase, s.left = "R", math.min(2, #s.hands[s.player]) -- BL-RUL-27
  end
  if s.phase == "R" and s.left == 0 then s.phase, s.left = "B", nil end
end

local function play_card(s, move)
  local p, card, rest = s.player, move:match("^(..)(.*)$")
  local o = 3 - p
  take(s.hands[p], card)
  s.phase = "B"
  if M.is_troop(card) then return lay(s, p, tonumber(rest:match("^@(%d+)$")), card) end
  s.played[p] = s.played[p] + 1 -- BL-RUL-28
  local what = kind(card, s.opt)
  if MORALE[what] then return lay(s, p, tonumber(rest:match("^@(%d+)$")), card) end
  if what == "fog" or what == "mud" then
    local env = s.flags[tonumber(rest:match("^@(%d+)$"))].env
    env[#env + 1] = { card = card, player = p }
    return
  end
  table.insert(s.guile[p], card) -- BL-GUI-1
  if what == "scout" then
    scout(s)
    return scout_goes_on(s)
  end
  if rest == ":-" then return end -- BL-RUL-15
  local victim, twin, from, to = rest:match("^:(..)#?(%d*)@(%d+)>?([%dx]*)$")
  from = tonumber(from)
  if what == "deserter" then
    table.insert(s.discards[o], lift(s, o, from, victim, twin)) -- BL-GUI-8
  elseif what == "traitor" then
    lay(s, p, tonumber(to), lift(s, o, from, victim, twin)) -- BL-RUL-17
  elseif to == "x" then
    table.insert(s.discards[p], lift(s, p, from, victim, twin)) -- BL-GUI-6
  else
    lay(s, p, tonumber(to), lift(s, p, from, victim, twin))
  end
end

-- The state after a legal move; the given one stays as it was.
function M.play(before, move)
  local s = copy(before)
  local hand = s.phase ~= "X" and s.hands[s.player]
  if move:match("^c%d+$") then
    claim(s, tonumber(move:sub(2)))
  elseif move:match("^d[TX]$") then
    hand[#hand + 1] = table.remove(s.decks[move:sub(2)], 1)
    if s.phase == "B" then
      end_turn(s, true)
    else
      s.left = s.left - 1
      scout_goes_on(s)
    end
  elseif move:match("^r..$") then -- BL-GUI-4
    local card = take(hand, move:sub(2))
    table.insert(s.decks[M.is_troop(card) and "T" or "X"], 1, card)
    s.left = s.left - 1
    scout_goes_on(s)
  elseif move == "pass" then
    s.passed, s.phase = true, "B"
  elseif move == "end" then
    end_turn(s, false)
  else
    play_card(s, move)
  end
  return s
end

function M.perft(s, depth)
  if depth == 0 then return 1 end
  local nodes = 0
  for _, move in ipairs(M.legal(s)) do nodes = nodes + M.perft(M.play(s, move), depth - 1) end
  return nodes
end

---------------------------------------------------------------------------------------------
-- Deals, and what always holds
---------------------------------------------------------------------------------------------

-- `draw(n)` gives a number from 1 to n.
function M.shuffled(cards, draw)
  local list = copy(cards)
  for i = #list, 2, -1 do
    local j = draw(i)
    list[i], list[j] = list[j], list[i]
  end
  return list
end

-- A game before its first turn (BL-SET).
function M.deal(version, draw, changes)
  local opt = M.options(changes)
  local troops = M.shuffled(M.all_troops(version), draw)
  local s = {
    version = version, opt = opt, player = 1, phase = "A", flags = {}, hands = { {}, {} },
    decks = { T = troops, X = M.shuffled(M.all_tactics(version, opt), draw) },
    guile = { {}, {} }, discards = { {}, {} }, played = { 0, 0 },
  }
  for k = 1, version == "S" and 5 or 9 do s.flags[k] = { env = {}, cards = {} } end
  for _ = 1, 7 do
    for p = 1, 2 do table.insert(s.hands[p], table.remove(troops, 1)) end
  end
  return s
end

-- The invariants of BL section 17; an error where one is broken.
function M.check(s)
  local have = {}
  local function add(cards)
    for _, card in ipairs(cards) do have[card] = (have[card] or 0) + 1 end
  end
  for p = 1, 2 do
    add(s.hands[p])
    add(s.guile[p])
    add(s.discards[p])
    local most = s.opt.scoutSkipsDraw == "true" and 7 or 8
    assert(s.phase ~= "A" or #s.hands[p] <= most, "BL-TRN-5: a hand is too large")
  end
  add(s.decks.T)
  add(s.decks.X)
  for k, flag in ipairs(s.flags) do
    for _, item in ipairs(flag.env) do add({ item.card }) end
    for p = 1, 2 do
      add(side(s, p, k))
      assert(#side(s, p, k) <= needed(s, k), "BL-PLC-2: a side is too large")
    end
  end
  local function same(cards)
    for _, card in ipairs(distinct(cards)) do
      assert(have[card] == count(cards, card), "wrong number of " .. card)
    end
  end
  same(M.all_troops(s.version))
  same(M.all_tactics(s.version, s.opt))
  assert(math.abs(s.played[1] - s.played[2]) <= 1, "BL-TAC-5: the counts differ too much")
  assert(M.print(M.parse(M.print(s))) == M.print(s), "the position does not read back")
end

---------------------------------------------------------------------------------------------
-- Command line
---------------------------------------------------------------------------------------------

local function random_games(seed, games, version)
  math.randomseed(seed)
  local plies, ends = 0, { [1] = 0, [2] = 0, ["="] = 0 }
  for _ = 1, games do
    local s = M.deal(version, math.random)
    while s.phase ~= "X" do
      local moves = M.legal(s)
      s = M.play(s, moves[math.random(#moves)])
      M.check(s)
      plies = plies + 1
    end
    ends[s.winner] = ends[s.winner] + 1
  end
  print(plies .. " plies, won " .. ends[1] .. " and " .. ends[2] .. ", drawn " .. ends["="])
end

local function driver(args)
  if args[1] == "legal" then
    for _, move in ipairs(M.legal(M.parse(args[2]))) do print(move) end
  elseif args[1] == "play" then
    local s = M.parse(args[2])
    for i = 3, #args do
      s = M.play(s, args[i])
      print(M.print(s))
    end
  elseif args[1] == "perft" then
    print(M.perft(M.parse(args[3]), tonumber(args[2])))
  elseif args[1] == "random" then
    random_games(tonumber(args[2]), tonumber(args[3]), args[4])
  else
    io.stderr:write("usage: legal | play | perft | random\n")
    os.exit(2)
  end
end

-- Run as a script: the first argument of this chunk is the first word of the command line.
local first_word = ...
if arg and arg[0] and arg[0]:match("battle_line%.lua$") and first_word == arg[1] then
  driver(arg)
end

return M
