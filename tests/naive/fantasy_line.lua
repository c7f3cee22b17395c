-- A second, deliberately simple implementation of Fantasy Line Battle.
-- It exists only for tests: positions, legal moves and outcomes of the real engine are compared
-- with what this file says. Clearness goes before speed everywhere. The cards are in
-- fantasy_line_cards.lua, position lines in fantasy_line_text.lua, hands in fantasy_line_hands.lua
-- and the set-up in fantasy_line_setup.lua.
--
-- As a module: options, parse, print, view, legal, play, proceed, deal, check, kill_sets, limit.
-- As a script:
--   lua5.4 tests/naive/fantasy_line.lua legal 'FL ...'         legal moves, one per line
--   lua5.4 tests/naive/fantasy_line.lua play 'FL ...' MOVE ... position after every move
--   lua5.4 tests/naive/fantasy_line.lua random SEED GAMES      random games with checks, statistics
--
-- A state is a plain table:
--   opt      = toggles by name (FL DATA-5)
--   day, phase, who = as the head of a position line has them; last = player of the last turn or 0
--   passed[p], grace, idle, marks[p], died = the rest of the head; winner = 1 | 2 | "=" when over
--   laid     = the place of the Merchant that gives the refund choice (phase S1r)
--   pl[p]    = { money, mana, td, pool, casts, line, dead, hand, spells = { E, W, B }, refunded }
--   effects  = list of { source, owner, target = name or nil, amount, ends }
--   stack    = list of { spell, p, double, fork, targets = texts, resolved }, the lowest first
--   decks.C, decks.E .. = lists, the top first; discards.E .. = lists, the oldest first
--
-- Toggles with their alternatives here: spMode, spTie, idleDays, maxDays, graceMode, randomStart,
-- dyingGivesAccess, frontKill, convertedKillsNow, lateT, stunDays, interruptAfterPass, askAlways,
-- deadMana, tdPhase4, overspendUntilReveal; characterCopies and spellCopies, which only the decks
-- show. `declare` is no toggle of the rules: "each" makes each declaration of 4d a ply of its own.

local C = assert(loadfile("tests/naive/fantasy_line_cards.lua"))()
local H = assert(loadfile("tests/naive/fantasy_line_hands.lua"))(C)
local T = assert(loadfile("tests/naive/fantasy_line_text.lua"))(C)

local M = {
  parse = T.parse, print = T.print, view = T.view, options = T.options, limit = H.limit,
  live_count = C.live_count,
}
local CATEGORIES = C.CATEGORIES

local copy, append, take, go = H.copy, H.append, H.take, H.go
local due, next_player = H.due, H.next_player
local fill_character_hand, draw_up = H.fill_character_hand, H.draw_up
local discards, discard = H.discards, H.discard

-- By the phase: what a move does; what goes by itself, false where somebody has to decide; what is
-- legal.
local PLAY, STEP, LEGAL = {}, {}, {}
assert(loadfile("tests/naive/fantasy_line_setup.lua"))(C, H, PLAY, STEP, LEGAL)

---------------------------------------------------------------------------------------------
-- Phase 1, and the end of a phase
---------------------------------------------------------------------------------------------

-- FL-RUL-52
STEP["1"] = function(s)
  for p = 1, 2 do
    local me = s.pl[p]
    me.mana = me.mana + 3
    for _, c in ipairs(me.line) do me.mana = me.mana + C.card(c).M end -- FL-RUL-41
    for _, c in ipairs(s.opt.deadMana and me.dead or {}) do me.mana = me.mana + C.card(c).M end
  end
  for _, effect in ipairs(s.effects) do
    if effect.source == "E08" or effect.source == "W07" then
      s.pl[effect.owner].mana = s.pl[effect.owner].mana + effect.amount
    end
  end
  for _, effect in ipairs(s.effects) do
    if effect.source == "B07" then
      C.hit(s, 3 - effect.owner, effect.amount)
      C.front_kills(s)
    end
  end
  for i = #s.effects, 1, -1 do
    if s.effects[i].ends == "m" then table.remove(s.effects, i) end
  end
  go(s, "PE1")
  return true
end

local function anybody_dying(s)
  for p = 1, 2 do
    for _, c in ipairs(s.pl[p].line) do
      if c.dying then return true end
    end
  end
  return false
end

-- Steps a and b of a Phase end: deaths, then death texts (FL-RUL-53).
local function deaths(s)
  while anybody_dying(s) do
    local dead = { {}, {} }
    for p = 1, 2 do
      local line = {}
      for _, c in ipairs(s.pl[p].line) do table.insert(c.dying and dead[p] or line, c) end
      s.pl[p].line = line
    end
    s.died = true
    for p = 1, 2 do
      for _, c in ipairs(dead[p]) do
        table.insert(s.pl[p].dead, { name = c.name })
        for i = #s.effects, 1, -1 do -- FL-RUL-51
          if s.effects[i].target == c.name then table.remove(s.effects, i) end
        end
      end
    end
    for _, p in ipairs({ due(s), 3 - due(s) }) do
      for _, c in ipairs(dead[p]) do
        if C.is(c, "C24") then
          s.pl[p].mana = s.pl[p].mana + 2
          C.hit(s, 3 - p, 1)
          C.front_kills(s)
        end
      end
    end
  end
end

-- Step c: what ends with the phase, and in phase 5 with the Day.
local function expire(s, n)
  for i = #s.effects, 1, -1 do
    local ends = s.effects[i].ends
    if ends == "p" or n == 5 and (ends == "d" or ends == "d" .. s.day) then
      table.remove(s.effects, i)
    end
  end
  for p = 1, 2 do
    for _, c in ipairs(n == 5 and s.pl[p].line or {}) do
      if c.stun and c.stun <= s.day then c.stun = nil end
    end
  end
end

local function finish(s, winner)
  s.phase, s.who, s.winner = "over" .. winner, nil, winner
end

local function wiped(s, p) return C.live_count(s, p) == 0 end

-- Step d: is END-1 looked at in this Phase end? (FL-RUL-7, FL-RUL-8)
local function wipe_out_counts(s, n)
  if s.opt.graceMode == "off" then return true end
  if s.grace then return n == 5 end
  return s.opt.graceMode == "day1" and s.day > 1
end

local AFTER = { ["1"] = "2", ["2"] = "3", ["3"] = "4d", ["4"] = "5", ["5"] = "DE" }

local function phase_end(s, n)
  deaths(s)
  expire(s, n)
  C.front_kills(s)
  deaths(s)
  if (wiped(s, 1) or wiped(s, 2)) and wipe_out_counts(s, n) then
    if wiped(s, 1) and wiped(s, 2) then return finish(s, "=") end -- FL-RUL-9
    return finish(s, wiped(s, 1) and 2 or 1)
  end
  s.passed = {} -- FL-RUL-67
  go(s, "x" .. n)
end

for n = 1, 5 do
  STEP["PE" .. n] = function(s)
    phase_end(s, n)
    return true
  end

  -- FL-RUL-38: both discard, then both draw.
  STEP["x" .. n] = function(s, chance)
    for _, p in ipairs({ due(s), 3 - due(s) }) do
      local moves = discards(s, p)
      if #moves > 1 then
        s.who = p
        return false
      elseif #moves == 1 then
        discard(s, p, moves[1])
      end
    end
    for _, category in ipairs(CATEGORIES) do
      for _, p in ipairs({ due(s), 3 - due(s) }) do draw_up(s, p, category, chance) end
    end
    go(s, AFTER[tostring(n)])
    return true
  end

  LEGAL["x" .. n] = function(s) return discards(s, s.who) end
  PLAY["x" .. n] = function(s, move) discard(s, s.who, move) end
end

---------------------------------------------------------------------------------------------
-- The end of a Day
---------------------------------------------------------------------------------------------

local function survival(s, p)
  local sum, health = 0, 0
  for _, c in ipairs(s.pl[p].line) do
    if not c.dying then
      sum = sum + (s.opt.spMode == "liveCount" and 1 or C.card(c).SP)
      health = health + C.health(s, c)
    end
  end
  return sum, health
end

-- FL-END-2, FL-RUL-4, FL-RUL-5
local function finish_by_survival(s)
  local sp1, health1 = survival(s, 1)
  local sp2, health2 = survival(s, 2)
  if sp1 == sp2 and s.opt.spTie == "health" then sp1, sp2 = health1, health2 end
  finish(s, sp1 == sp2 and "=" or sp1 > sp2 and 1 or 2)
end

STEP.DE = function(s)
  local higher = false
  for p = 1, 2 do
    for _, c in ipairs(s.pl[p].line) do c.used, c.declared = nil, nil end
    local pool = s.pl[p].pool
    higher = higher or pool > s.marks[p]
    s.marks[p] = s.died and pool or math.max(pool, s.marks[p]) -- FL-RUL-6
  end
  s.idle = (s.died or higher) and 0 or s.idle + 1
  if s.idle >= s.opt.idleDays or s.day >= s.opt.maxDays then
    finish_by_survival(s)
    return true
  end
  local first = s.opt.graceMode == "day1" and s.day == 1 or s.opt.graceMode == "anyDay"
  s.grace = first and (wiped(s, 1) or wiped(s, 2))
  s.day, s.died = s.day + 1, false
  s.pl[1].casts, s.pl[2].casts = 0, 0
  go(s, "1")
  return true
end

---------------------------------------------------------------------------------------------
-- Phase 2: Spells
---------------------------------------------------------------------------------------------

-- All ways in which p may announce the Spell `id` as the i-th entry of the stack.
local function ways(s, p, id, i)
  local spell, list = C.SPELLS[id], {}
  if spell.able and not spell.able(s, p, i) then return list end
  local targets = spell.targets and spell.targets(s, p, i)
  for double = 1, spell.D and 2 or 1 do
    local head = id .. (double == 2 and "*2" or "")
    local cost = spell.cost * double
    local forks = spell.F and 2 * cost <= s.pl[p].mana -- FL-RUL-30
    if cost <= s.pl[p].mana then
      if not targets then
        list[#list + 1] = head
        if forks then list[#list + 1] = head .. "&" end
      end
      for _, first in ipairs(targets or {}) do
        list[#list + 1] = head .. ">" .. first
        for _, second in ipairs(forks and targets or {}) do
          if not spell.different or first ~= second then
            list[#list + 1] = head .. ">" .. first .. "&" .. second
          end
        end
      end
    end
  end
  return list
end

-- The Spells in hand, each once.
local function spells_in_hand(s, p)
  local list = {}
  for _, category in ipairs(CATEGORIES) do
    for _, id in ipairs(s.pl[p].spells[category]) do
      if list[#list] ~= id then list[#list + 1] = id end
    end
  end
  return list
end

local function casts(s, p)
  local moves = {}
  for _, id in ipairs(spells_in_hand(s, p)) do
    if not C.SPELLS[id].only then append(moves, ways(s, p, id, 1)) end
  end
  return moves
end

-- The interrupts that p may play in a window (FL-RUL-33); "!0" is not among them.
local function answers(s, p, window)
  local moves = {}
  if s.passed[p] and not s.opt.interruptAfterPass then return moves end -- FL-RUL-32
  for _, id in ipairs(spells_in_hand(s, p)) do
    if C.SPELLS[id][window] then
      for _, way in ipairs(ways(s, p, id, #s.stack + 1)) do moves[#moves + 1] = "!" .. way end
    end
  end
  return moves
end

local function announce(s, p, text)
  local entry = T.parse_cast(text)
  entry.p = p
  local cost = C.SPELLS[entry.spell].cost
  if entry.double then cost = 2 * cost end
  if entry.fork then cost = 2 * cost end
  local me = s.pl[p]
  me.mana, me.casts = me.mana - cost, me.casts + 1
  assert(me.mana >= 0)
  take(me.spells[entry.spell:sub(1, 1)], entry.spell)
  table.insert(s.stack, entry)
  go(s, "2b")
end

local function top(s) return s.stack[#s.stack] end

LEGAL["2t"] = function(s)
  local moves = casts(s, s.who)
  moves[#moves + 1] = "p"
  return moves
end

PLAY["2t"] = function(s, move)
  s.last = s.who
  if move == "p" then
    s.passed[s.who] = true
  else
    announce(s, s.who, move)
  end
end

-- FL-CST-1, FL-RUL-10
STEP["2"] = function(s, chance)
  if s.opt.randomStart == "everyDay" or s.day == 1 then s.last = 3 - chance.start() end
  go(s, "2t")
  return true
end

-- A turn in which passing is the one legal move is taken silently (FL-RUL-69).
local function turn_step(s, phase, next_phase, moves)
  local p = next_player(s, s.passed)
  if not p then
    if next_phase == "2e" then s.passed = {} end
    go(s, next_phase)
    return true
  end
  s.who = p
  if #moves(s, p) > 0 then return false end
  PLAY[phase](s, "p")
  return true
end

STEP["2t"] = function(s) return turn_step(s, "2t", "2e", casts) end

local function window_step(s, window, after)
  local p = 3 - top(s).p
  if #answers(s, p, window) > 0 or s.opt.askAlways then
    s.who = p
    return false
  end
  go(s, after)
  return true
end

for phase, window in pairs({ ["2b"] = "before", ["2a"] = "after" }) do
  local after = phase == "2b" and "2r" or "2f"
  STEP[phase] = function(s) return window_step(s, window, after) end
  LEGAL[phase] = function(s)
    local moves = answers(s, s.who, window)
    moves[#moves + 1] = "!0"
    return moves
  end
  PLAY[phase] = function(s, move)
    if move == "!0" then return go(s, after) end
    announce(s, s.who, move:sub(2))
  end
end

-- Resolve the top entry; s.prevent is what an interrupt takes away (FL-RUL-31).
STEP["2r"] = function(s)
  local entry = top(s)
  local act = C.SPELLS[entry.spell].act
  local k = entry.double and 2 or 1
  local bound, times = {}, entry.fork and 2 or 1
  for i = 1, times do bound[i] = entry.targets[i] and C.bind(s, entry, entry.targets[i]) end
  for i = 1, times do
    if act then act(s, entry.p, k, bound[i], #s.stack) end
    C.front_kills(s)
  end
  entry.resolved, s.prevent = true, nil
  go(s, (s.gained or 0) > 0 and "2k" or "2a")
  s.gained = nil
  return true
end

-- The top entry is finished; what it answered goes on.
STEP["2f"] = function(s, chance)
  local entry = table.remove(s.stack)
  table.insert(s.discards[entry.spell:sub(1, 1)], entry.spell)
  local below = top(s)
  if not below then
    for p = 1, 2 do
      for _, c in ipairs(s.pl[p].line) do c.dying = c.dying and 1 end
    end
    for _, p in ipairs({ entry.p, 3 - entry.p }) do -- FL-RUL-35
      for _, category in ipairs(CATEGORIES) do draw_up(s, p, category, chance) end
    end
    go(s, "2t")
  elseif below.resolved or entry.resolved and C.CANCELS[entry.spell] then -- FL-RUL-34
    go(s, "2f")
  else
    s.prevent = entry.resolved and C.PREVENTS[entry.spell] or nil
    go(s, "2r")
  end
  return true
end

---------------------------------------------------------------------------------------------
-- Targeted damage
---------------------------------------------------------------------------------------------

-- The enemies that p may kill with what he holds, as places (FL-TGD-3, W12).
local function killable(s, p)
  local list = {}
  for place, c in ipairs(s.pl[3 - p].line) do
    if not c.dying and C.health(s, c) <= s.pl[p].td and not C.affected(s, "W12", nil, c.name) then
      list[#list + 1] = 3 - p .. "." .. place
    end
  end
  return list
end

-- All sets that p may kill at once, without the empty one (FL-TGD-8).
function M.kill_sets(s, p)
  local one, list = killable(s, p), {}
  local function choose(from, text, left)
    for i = from, #one do
      local health = C.health(s, (C.at(s, one[i])))
      if health <= left then
        local longer = text .. (text == "k" and "" or "+") .. one[i]
        list[#list + 1] = longer
        choose(i + 1, longer, left - health)
      end
    end
  end
  choose(1, "k", s.pl[p].td)
  return list
end

local function kill_with_td(s, p, move)
  local set = {}
  for text in move:gmatch("[12]%.%d+") do set[#set + 1] = (C.at(s, text)) end
  for _, c in ipairs(set) do s.pl[p].td = s.pl[p].td - C.health(s, c) end
  for _, c in ipairs(set) do C.kill(s, c) end
  assert(s.pl[p].td >= 0)
end

local function window_moves(s)
  local moves = M.kill_sets(s, s.who)
  moves[#moves + 1] = "k0"
  return moves
end

LEGAL["2k"], LEGAL["2e"] = window_moves, window_moves

-- FL-RUL-21 (1)
STEP["2k"] = function(s)
  if #killable(s, top(s).p) > 0 then
    s.who = top(s).p
    return false
  end
  go(s, "2a")
  return true
end

PLAY["2k"] = function(s, move)
  kill_with_td(s, s.who, move)
  C.front_kills(s)
  go(s, "2a")
end

-- FL-RUL-19; here passed[p] says that his window is over.
STEP["2e"] = function(s)
  local p = next_player(s, s.passed)
  if not p then
    go(s, "PE2")
    return true
  end
  if #killable(s, p) > 0 then
    s.who = p
    return false
  end
  s.passed[p] = true
  return true
end

PLAY["2e"] = function(s, move)
  s.passed[s.who] = true
  if move == "k0" then return end
  s.last = s.who
  kill_with_td(s, s.who, move)
  C.front_kills(s)
end

-- FL-RUL-23: the places of those that may generate TD and have not said so yet.
local function candidates(s, p)
  local list = {}
  if wiped(s, 3 - p) or C.affected(s, "W11") then return list end
  for place, c in ipairs(s.pl[p].line) do
    local card = C.card(c)
    local silent = C.affected(s, "E03") and card.low and card.low >= 2
    if card.T > 0 and C.in_range(c, place) and not c.dying and not c.stun and not silent and
      not c.declared then
      list[#list + 1] = place
    end
  end
  return list
end

-- Both have declared: both pools rise.
STEP["4d"] = function(s)
  for _, p in ipairs({ due(s), 3 - due(s) }) do
    if #candidates(s, p) > 0 then
      s.who = p
      return false
    end
  end
  for p = 1, 2 do
    for _, c in ipairs(s.pl[p].line) do
      if c.declared == "T" then s.pl[p].td = s.pl[p].td + C.card(c).T end
    end
  end
  go(s, "4t")
  return true
end

LEGAL["4d"] = function(s)
  local moves, last = { "t" }, s.opt.declare == "each" and 1 or 99
  for i, place in ipairs(candidates(s, s.who)) do
    local longer = {}
    for _, move in ipairs(i <= last and moves or {}) do
      for _, word in ipairs({ "T", "N" }) do
        longer[#longer + 1] = move .. s.who .. "." .. place .. word
      end
    end
    if i <= last then moves = longer end
  end
  return moves
end

PLAY["4d"] = function(s, move)
  for text, word in move:gmatch("([12]%.%d+)([TN])") do C.at(s, text).declared = word end
end

local function td_kills(s, p)
  if s.opt.tdPhase4 == "allAtOnce" then return M.kill_sets(s, p) end
  local moves = {}
  for _, place in ipairs(killable(s, p)) do moves[#moves + 1] = "k" .. place end
  return moves
end

LEGAL["4t"] = function(s)
  local moves = td_kills(s, s.who)
  moves[#moves + 1] = s.opt.tdPhase4 == "allAtOnce" and "k0" or "p"
  return moves
end

STEP["4t"] = function(s) return turn_step(s, "4t", "PE4", td_kills) end

-- FL-PH4-4, FL-RUL-17, FL-RUL-20
PLAY["4t"] = function(s, move)
  local p = s.who
  s.last = p
  kill_with_td(s, p, move)
  C.front_kills(s)
  if move == "p" or s.opt.tdPhase4 == "allAtOnce" then
    s.passed[p] = true
    C.hit(s, 3 - p, s.pl[p].td)
    s.pl[p].td = 0
  end
  C.front_kills(s)
end

---------------------------------------------------------------------------------------------
-- Phase 3: movement
---------------------------------------------------------------------------------------------

local function beside(line, place)
  local list = {}
  if place > 1 then list[#list + 1] = place - 1 end
  if place < #line then list[#list + 1] = place + 1 end
  return list
end

-- FL DATA-2, FL-RUL-42, FL-RUL-43
local MOVEMENT = {
  STEP = function(s, p, place, add)
    for _, to in ipairs(beside(s.pl[p].line, place)) do add(">" .. to) end
  end,
  SWAP = function(s, p, place, add)
    local line = s.pl[p].line
    for _, to in ipairs(beside(line, place)) do
      if not line[to].dying then add("~" .. p .. "." .. to) end
    end
  end,
  LEAP = function(s, p, place, add)
    for to = 1, #s.pl[p].line do
      if to ~= place then add(">" .. to) end
    end
  end,
  SHIFT = function(s, p, place, add)
    local line = s.pl[p].line
    for other, c in ipairs(line) do
      if other ~= place and not c.dying then
        for _, to in ipairs(beside(line, other)) do add(":" .. p .. "." .. other .. ">" .. to) end
      end
    end
  end,
  DRAG = function(s, p, place, add)
    if not C.in_range(s.pl[p].line[place], place) then return end
    for other, c in ipairs(s.pl[3 - p].line) do
      if other > 1 and not c.dying then add(":" .. 3 - p .. "." .. other) end
    end
  end,
}

local function movements(s, p)
  local moves = {}
  if C.affected(s, "E07", 3 - p) then return moves end
  for place, c in ipairs(s.pl[p].line) do
    local kind = C.card(c).movement
    if kind and not c.dying and not c.stun and not c.used then
      MOVEMENT[kind](s, p, place, function(text)
        moves[#moves + 1] = "m" .. p .. "." .. place .. text
      end)
    end
  end
  return moves
end

local function shift(line, from, to) table.insert(line, to, table.remove(line, from)) end

LEGAL["3"] = function(s)
  local moves = movements(s, s.who)
  moves[#moves + 1] = "p"
  return moves
end

STEP["3"] = function(s) return turn_step(s, "3", "PE3", movements) end

PLAY["3"] = function(s, move)
  local p = s.who
  s.last = p
  if move == "p" then
    s.passed[p] = true
    return
  end
  local line = s.pl[p].line
  local place, rest = move:match("^m[12]%.(%d+)(.*)$")
  place = tonumber(place)
  line[place].used = true
  local to = tonumber(rest:match("^>(%d+)$") or rest:match("^~[12]%.(%d+)$"))
  if rest:match("^~") then
    line[place], line[to] = line[to], line[place]
  elseif to then
    shift(line, place, to)
  else
    local q, from, onto = rest:match("^:([12])%.(%d+)>?(%d*)$")
    from = tonumber(from)
    shift(s.pl[tonumber(q)].line, from, tonumber(onto) or from - 1)
  end
  C.front_kills(s)
end

---------------------------------------------------------------------------------------------
-- Phase 5
---------------------------------------------------------------------------------------------

-- What the Character at this place deals to the Front (FL-PH5-1, FL-PH5-2, FL-RUL-24).
local function normal_damage(s, p, place)
  local line = s.pl[p].line
  local c = line[place]
  local card = C.card(c)
  if c.dying or c.stun or not C.in_range(c, place) then return 0 end
  if C.affected(s, "E03") and card.low >= 2 then return 0 end
  local n = card.D
  if s.opt.lateT and c.declared ~= "T" or c.declared == "N" then n = n + card.T end
  if n == 0 then return 0 end
  for _, effect in ipairs(s.effects) do
    if effect.source == "E12" and effect.target == c.name then n = n + effect.amount end
  end
  local drum = line[place + 1]
  if drum and C.is(drum, "C21") and not drum.dying and not drum.stun then n = n + 1 end -- RUL-28
  return n
end

STEP["5"] = function(s)
  local sums = { 0, 0 }
  for p = 1, 2 do
    for place = 1, #s.pl[p].line do sums[p] = sums[p] + normal_damage(s, p, place) end
  end
  for p = 1, 2 do C.hit(s, 3 - p, sums[p]) end
  -- FL-PH5-3, FL-RUL-12: a skip is no turn, a kill is one.
  local function kill_by(p)
    local c = C.doomed(s, 3 - p)
    if not c then return false end
    C.pay_front(s, 3 - p, c)
    s.last = p
    return true
  end
  while kill_by(due(s)) or kill_by(3 - due(s)) do end
  go(s, "PE5")
  return true
end

---------------------------------------------------------------------------------------------
-- Playing
---------------------------------------------------------------------------------------------

-- Go on until somebody has to decide.
function M.proceed(s, chance)
  while not s.winner and STEP[s.phase] and STEP[s.phase](s, chance) do end
end

function M.legal(s)
  return LEGAL[s.phase] and LEGAL[s.phase](s) or {}
end

-- The state after a legal move; the given one stays as it was. `chance` has start() -> 1 | 2,
-- shuffle(cards, category) -> list, and pick(s, p, category) -> index for a loose list.
function M.play(before, move, chance)
  local s = copy(before)
  PLAY[s.phase](s, move)
  M.proceed(s, chance)
  return s
end

-- `draw(n)` gives a number from 1 to n.
function M.chance(draw)
  return {
    start = function() return draw(2) end,
    shuffle = function(cards)
      local list = copy(cards)
      for i = #list, 2, -1 do
        local j = draw(i)
        list[i], list[j] = list[j], list[i]
      end
      return list
    end,
  }
end

-- All cards: Characters by name, Spells by category.
function M.all_cards(opt)
  local characters, spells = {}, { E = {}, W = {}, B = {} }
  for i = 1, 24 do
    for n = 1, opt.characterCopies do
      characters[#characters + 1] = ("C%02d%s"):format(i, ("abcdef"):sub(n, n))
    end
  end
  for category, list in pairs(spells) do
    for i = 1, 12 do
      for _ = 1, opt.spellCopies do list[#list + 1] = ("%s%02d"):format(category, i) end
    end
  end
  return characters, spells
end

-- A game before its first action.
function M.deal(chance, changes)
  local opt = M.options(changes)
  local characters, spells = M.all_cards(opt)
  local s = {
    opt = opt, day = 0, phase = "S1", who = 1, last = 0, passed = {}, idle = 0, marks = { 0, 0 },
    grace = false, died = false, pl = {}, effects = {}, stack = {}, decks = spells,
    discards = { E = {}, W = {}, B = {} },
  }
  s.decks.C = chance.shuffle(characters, "C")
  for p = 1, 2 do
    s.pl[p] = {
      money = 13, mana = 0, td = 0, pool = 0, casts = 0, line = {}, dead = {}, hand = {},
      spells = { E = {}, W = {}, B = {} }, refunded = {},
    }
    fill_character_hand(s, p)
  end
  return s
end

---------------------------------------------------------------------------------------------
-- What always holds
---------------------------------------------------------------------------------------------

local function same_cards(found, wanted, what)
  table.sort(found)
  table.sort(wanted)
  assert(table.concat(found, " ") == table.concat(wanted, " "), what .. " are not all there")
end

function M.check(s)
  local characters, spells = M.all_cards(s.opt)
  local found = copy(s.decks.C)
  for p = 1, 2 do
    local me = s.pl[p]
    append(found, me.hand)
    append(found, me.refunded)
    for _, list in ipairs({ me.line, me.dead }) do
      for _, c in ipairs(list) do found[#found + 1] = c.name end
    end
    for _, key in ipairs({ "money", "mana", "td", "pool", "casts" }) do
      assert(me[key] >= 0, key .. " is negative")
    end
    local used = s.phase:match("^[4]t") or s.phase == "x4" or s.phase:match("5")
    assert(s.phase == "4t" or not used or me.td == 0, "FL-PH4-4: TD is left")
  end
  same_cards(found, characters, "Characters")
  for _, category in ipairs(CATEGORIES) do
    found = copy(s.decks[category])
    append(found, s.discards[category])
    for p = 1, 2 do append(found, s.pl[p].spells[category]) end
    for _, entry in ipairs(s.stack) do
      if entry.spell:sub(1, 1) == category then found[#found + 1] = entry.spell end
    end
    same_cards(found, spells[category], category .. " Spells")
  end
  local line = M.print(s)
  assert(M.print(M.parse(line, s.opt)) == line, "the position does not read back: " .. line)
end

function M.cost(name) return C.card({ name = name }).cost end

-- For constructed positions: the health of p's front target, 0 where he has none.
function M.front_health(s, p)
  local c = C.front(s, p)
  return c and C.health(s, c) or 0
end

-- For constructed positions: p has declared in phase 4, in one way or the other.
function M.declare(s, p, draw)
  for _, place in ipairs(candidates(s, p)) do
    s.pl[p].line[place].declared = draw(2) == 1 and "T" or "N"
  end
end

---------------------------------------------------------------------------------------------
-- Command line
---------------------------------------------------------------------------------------------

local function random_games(seed, games)
  math.randomseed(seed)
  local chance = M.chance(math.random)
  local plies, days, ends = 0, 0, { [1] = 0, [2] = 0, ["="] = 0 }
  for _ = 1, games do
    local s = M.deal(chance)
    while not s.winner do
      local moves = M.legal(s)
      assert(#moves > 0, M.print(s))
      s = M.play(s, moves[math.random(#moves)], chance)
      M.check(s)
      plies = plies + 1
    end
    ends[s.winner], days = ends[s.winner] + 1, days + s.day
  end
  print(("%d plies, %d Days, won %d and %d, drawn %d"):format(plies, days, ends[1], ends[2],
    ends["="]))
end

local function driver(args)
  if args[1] == "legal" then
    for _, move in ipairs(M.legal(M.parse(args[2]))) do print(move) end
  elseif args[1] == "play" then
    local s = M.parse(args[2])
    for i = 3, #args do
      s = M.play(s, args[i], M.chance(math.random))
      print(M.print(s))
    end
  elseif args[1] == "random" then
    random_games(tonumber(args[2]), tonumber(args[3]))
  else
    io.stderr:write("usage: legal | play | random\n")
    os.exit(2)
  end
end

-- Run as a script: the first argument of this chunk is the first word of the command line.
local first_word = ...
if arg and arg[0] and arg[0]:match("fantasy_line%.lua$") and first_word == arg[1] then
  driver(arg)
end

return M
