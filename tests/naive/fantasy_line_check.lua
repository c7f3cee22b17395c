-- Holds the engine's Fantasy Line Battle against the naive second implementation beside this file:
-- whole random games, and constructed positions with effects, stuns, dead and Dying Characters and
-- much mana. After each ply the position line, the list of legal moves and the lines that each seat
-- may see must be equal, and at the end the winner.
-- usage: lua5.4 tests/naive/fantasy_line_check.lua MUSTER_BINARY
--   [GAMES [POSITIONS [SEED [TOGGLE...]]]]
-- A TOGGLE is as in idleDays=2.
local naive = assert(loadfile("tests/naive/fantasy_line.lua"))("module")
local binary, games, positions = arg[1], tonumber(arg[2] or 4), tonumber(arg[3] or 30)
local first_seed = tonumber(arg[4] or 1)
local faults, most_faults = 0, tonumber(os.getenv("FAULTS") or 20)
local plies, looked_at = 0, 0

local changes, settings = {}, ""
for i = 5, #arg do
  local name, value = arg[i]:match("^(.-)=(.*)$")
  changes[name] = value
  settings = settings .. " --set fantasy_line." .. arg[i]
end
local opt = naive.options(changes)

local function fault(...)
  faults = faults + 1
  io.stderr:write(string.format(...), "\n")
  if faults == most_faults then
    io.stderr:write("too many faults\n")
    os.exit(false)
  end
end

-- Numbers from 1 to `below` that depend on the seed alone.
local state = 0
local function draw(below)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % below + 1
end

---------------------------------------------------------------------------------------------
-- Talking to the engine, request by request: through a named pipe, as io.popen has one direction
---------------------------------------------------------------------------------------------

local fifo = os.tmpname()
os.remove(fifo)
assert(os.execute("mkfifo " .. fifo), "no named pipe")
local from_engine = assert(io.popen(binary .. " engine fantasy-line-battle" .. settings .. " < " ..
  fifo))
local to_engine = assert(io.open(fifo, "w"))
os.remove(fifo)

local function ask(request)
  to_engine:write(request, "\n")
  to_engine:flush()
  return from_engine:read("l") or error("the engine has gone after " .. request)
end

local function ask_position(seat)
  local answer = ask('{"op":"position"' .. (seat and ',"seat":' .. seat or "") .. "}")
  return answer:match('"position":"(.-)"') or answer
end

-- The moves, and the engine's own text of each: it parts the categories of a discard by `;`.
local function ask_moves()
  local moves, own = {}, {}
  local answer = ask('{"op":"legal"}')
  for move in (answer:match('"moves":%[(.-)%]') or ""):gmatch('"([^"]*)"') do
    local text = move:gsub(";", ",")
    moves[#moves + 1] = text
    own[text] = move
  end
  return moves, own
end

-- Play what chance decides until somebody else has to: the last answer, the start players, and how
-- many shuffles there were.
local function settle(answer)
  local starts, shuffles = {}, 0
  while answer:find('"chance":true', 1, true) do
    local outcomes = ask('{"op":"legal"}')
    if outcomes:find('"sampled":true', 1, true) then
      shuffles = shuffles + 1
      answer = ask('{"op":"play","move":"seed:' .. draw(30000) .. '"}')
    else
      local p = draw(2)
      assert(outcomes:find('"start:' .. p .. '"', 1, true), outcomes)
      starts[#starts + 1] = p
      answer = ask('{"op":"play","move":"start:' .. p .. '"}')
    end
    if not answer:find('"ok":true', 1, true) then break end
  end
  return answer, starts, shuffles
end

---------------------------------------------------------------------------------------------
-- Chance: the naive rules take from the engine what it has drawn
---------------------------------------------------------------------------------------------

local function counted(list)
  local counts = {}
  for _, item in ipairs(list) do counts[item] = (counts[item] or 0) + 1 end
  return counts
end

-- What chance does on the way to the engine's state `aim`: a shuffled deck is loose, and a card
-- drawn from it is one that the hand has in `aim` and lacks now.
local function follow(aim, starts, counter)
  local next_start = 0
  return {
    start = function()
      next_start = next_start + 1
      counter.starts = next_start
      return starts[next_start] or 1
    end,
    shuffle = function(cards)
      counter.shuffles = counter.shuffles + 1
      local list = table.move(cards, 1, #cards, 1, {})
      list.loose = true
      return list
    end,
    pick = function(s, p, category)
      local deck, have = s.decks[category], counted(s.pl[p].spells[category])
      local wanted = counted(aim.pl[p].spells[category])
      for i, card in ipairs(deck) do
        if (wanted[card] or 0) > (have[card] or 0) then return i end
      end
      return 1
    end,
  }
end

-- A deck that is still loose lies as the engine's, if it has the same cards.
local function adopt_order(s, aim)
  for category, deck in pairs(s.decks) do
    if deck.loose then
      local other = aim.decks[category]
      local mine = table.move(deck, 1, #deck, 1, {})
      local his = table.move(other, 1, #other, 1, {})
      table.sort(mine)
      table.sort(his)
      if table.concat(mine, " ") == table.concat(his, " ") then s.decks[category] = other end
      deck.loose = nil
    end
  end
end

-- Does the engine declare the Characters of phase 4 at once, as section 25 has it, or one by one?
local function declares()
  local spells = 12 * opt.spellCopies
  ask(('{"op":"setup","position":"FL D1.4d:1L2x00g0i0h0,0k0 $4m0t0f0c0;L=C06a,C08a,C09a;X=;' ..
    'C=;E=;W=;B= $11m0t0f0c0;L=C24a;X=;C=;E=;W=;B= [] {} c%de%dw%db%d/"}'):format(
    24 * opt.characterCopies - 4, spells, spells, spells))
  return ask_moves()[1]:match("[TN]1") and "all" or "each"
end

---------------------------------------------------------------------------------------------
-- Comparing
---------------------------------------------------------------------------------------------

-- The rules do not say whether the targets of a Spell that has resolved are shown as it was
-- announced or as they lie now.
local function without_past_targets(line)
  return (line:gsub("{(.-)}", function(stack)
    return "{" .. (stack .. ";"):gsub("&?(@[12])>[^;]*';", "%1';") .. "}"
  end))
end

-- The engine tells the place of the Merchant that gives a refund choice; the rules leave it out.
local function same_line(found, wanted, what)
  found = found:gsub("%.S1r%d+:", ".S1r:")
  if without_past_targets(found) == without_past_targets(wanted) then return true end
  fault("%s\n  naive  %s\n  engine %s", what, wanted, found)
  return false
end

-- The moves that only one side has, as a text.
local function difference(mine, his)
  local texts, here = {}, counted(his)
  for _, move in ipairs(mine) do
    if (here[move] or 0) == 0 then
      texts[#texts + 1] = move
    else
      here[move] = here[move] - 1
    end
  end
  if #texts > 12 then texts = { texts[1], texts[2], texts[3], "and", #texts - 3, "more" } end
  return table.concat(texts, " ")
end

-- Before they are shuffled the Spell decks lie as everybody knows; a view of section 23 has sizes.
local function in_sizes(line)
  return (line:gsub("([ewb])(%b())", function(deck, cards)
    return deck .. select(2, cards:gsub("%w+", ""))
  end))
end

-- Look at the state s in every way; its legal moves and their texts for the engine, or nil where
-- something differs.
local function look(s, what)
  looked_at = looked_at + 1
  local line, legal = naive.print(s), naive.legal(s)
  if not same_line(ask_position(), line, what) then return nil end
  local moves, own = ask_moves()
  local more, less = difference(legal, moves), difference(moves, legal)
  if more ~= "" or less ~= "" then
    fault("legal moves at %s\n  only naive  %s\n  only engine %s", line, more, less)
    return nil
  end
  for p = 0, 2 do
    local found = in_sizes(ask_position(p - 1))
    if not same_line(found, naive.view(s, p), "view of seat " .. p - 1 .. " of " .. line) then
      return nil
    end
  end
  return legal, own
end

local function winner_of(answer)
  local list = answer:match('"winner":%[(.-)%]')
  return list and (tonumber(list) and tonumber(list) + 1 or "=")
end

-- The moves among which the next is drawn.
local function preferred(legal)
  local wanted = ({ "^!%u", "^[EWB]%d", "^[mk+]", "^[mk+]", "&", "^[+]" })[draw(8)]
  local list = {}
  for _, move in ipairs(legal) do
    if wanted and move:match(wanted) then list[#list + 1] = move end
  end
  if #list == 0 then list = legal end
  -- Not always the Spell that has the most ways.
  local by_head, heads = {}, {}
  for _, move in ipairs(list) do
    local head = move:match("^!?%a%d*") or move:sub(1, 2)
    if not by_head[head] then
      by_head[head] = {}
      heads[#heads + 1] = head
    end
    table.insert(by_head[head], move)
  end
  return by_head[heads[draw(#heads)]]
end

-- Give the engine its own line back, so that a position is all that it knows.
local function set_up(line)
  local answer = ask('{"op":"setup","position":"' .. line .. '"}')
  if answer:find('"ok":true', 1, true) then return true end
  fault("setup of %s: %s", line, answer)
end

-- Play on by the naive rules; true if all went well.
local function play(s, most)
  local what = "begin"
  for _ = 1, most do
    -- In a line that is set up nobody remembers a Farseer that was shown.
    if s.day > 0 and draw(5) == 1 and not set_up(ask_position()) then return false end
    local legal, own = look(s, what)
    if not legal then return false end
    if s.winner then return true end
    local list = preferred(legal)
    local move = list[draw(#list)]
    what = move .. " at " .. naive.print(s)
    local first = ask('{"op":"play","move":"' .. own[move] .. '"}')
    local answer, starts, shuffles = settle(first)
    if not answer:find('"ok":true', 1, true) then
      fault("%s: %s", what, answer)
      return false
    end
    local read, aim = pcall(naive.parse, ask_position(), opt)
    if not read then
      fault("%s: %s", what, aim)
      return false
    end
    local counter = { starts = 0, shuffles = 0 }
    local good, after = pcall(naive.play, s, move, follow(aim, starts, counter))
    if not good then
      fault("%s: %s", what, after)
      return false
    end
    s = after
    adopt_order(s, aim)
    plies = plies + 1
    if what:find(" FL D0.", 1, true) and counter.shuffles == 3 then -- one outcome for three decks
      counter.shuffles = shuffles
    end
    if counter.starts ~= #starts or counter.shuffles ~= shuffles then
      fault("%s: %d starts and %d shuffles; the engine has %d and %d", what, counter.starts,
        counter.shuffles, #starts, shuffles)
      return false
    end
    if s.winner ~= winner_of(answer) then
      fault("%s: winner %s, %s", what, s.winner, answer)
      return false
    end
    naive.check(s)
  end
  return look(s, what) ~= nil
end

---------------------------------------------------------------------------------------------
-- Games from the engine's own deals
---------------------------------------------------------------------------------------------

opt.declare = declares()
for seed = first_seed, first_seed + games - 1 do
  state = seed
  settle(ask('{"op":"new"}'))
  local line = ask_position()
  local good, s = pcall(naive.parse, line, opt)
  good = good and pcall(naive.check, s)
  if good then
    play(s, 2000)
  else
    fault("deal %d: %s", seed, line)
  end
end

---------------------------------------------------------------------------------------------
-- Constructed positions
---------------------------------------------------------------------------------------------

local function chance_of(percent) return draw(100) <= percent end

local function any(list) return list[draw(#list)] end

-- A Character that p can still buy, or nil.
local function buy(s, p, deck)
  for i = #deck, 1, -1 do
    local cost = naive.cost(deck[i])
    if cost <= s.pl[p].money then
      s.pl[p].money = s.pl[p].money - cost
      return { name = table.remove(deck, i) }
    end
  end
end

-- One side: what 13 money buy, some of it dead.
local function build_line(s, p, deck)
  local me = s.pl[p]
  for _ = 1, draw(8) do
    local c = buy(s, p, deck)
    if c and #me.line > 0 and chance_of(20) then
      table.insert(me.dead, c)
    elseif c then
      if chance_of(15) and not c.name:match("^C23") then c.stun = s.day + draw(2) - 1 end
      table.insert(me.line, draw(#me.line + 1), c)
    end
  end
  for _ = 1, 5 do me.hand[#me.hand + 1] = table.remove(deck) end
end

local LASTING = {
  { "E03", 0, "d" }, { "E07", 0, "d" }, { "W11", 0, "d" }, { "E08", 1, "tl" }, { "E08", 2, "tl" },
  { "W07", 3, "m" }, { "W07", 6, "m" }, { "B07", 1, "tl" }, { "B07", 2, "tl" },
  { "E11", 4, "d", "own" }, { "E11", 8, "d", "own" }, { "E12", 3, "d", "own" },
  { "W08", 2, "tl", "own" }, { "W08", 4, "tl", "own" }, { "W12", 0, "d", "own" },
  { "B02", -3, "d", "other" }, { "B02", -6, "d", "other" },
}

local function add_effect(s)
  local what, p = any(LASTING), draw(2)
  local target
  if what[4] then target = any(s.pl[what[4] == "own" and p or 3 - p].line).name end
  table.insert(s.effects, {
    source = what[1], owner = p, target = target, amount = what[2], ends = what[3],
  })
end

local INTERRUPTS = { E09 = true, W03 = true, W04 = true, W06 = true, B05 = true, B06 = true }

-- Interrupts last, where cards are taken from.
local function interrupts_first(deck)
  local list = {}
  for _, card in ipairs(deck) do table.insert(list, INTERRUPTS[card] and #list + 1 or 1, card) end
  return list
end

-- Hands up to their limits, often of interrupts; the rest parted between deck and discards.
local function deal_spells(s, decks)
  for _, category in ipairs({ "E", "W", "B" }) do
    local deck = chance_of(30) and interrupts_first(decks[category]) or decks[category]
    for p = 1, 2 do
      while #s.pl[p].spells[category] < naive.limit(s, p, category) do
        table.insert(s.pl[p].spells[category], table.remove(deck))
      end
      table.sort(s.pl[p].spells[category])
    end
    local gone = chance_of(30) and #deck - draw(4) + 1 or draw(#deck + 4) - 4
    for _ = 1, gone do table.insert(s.discards[category], table.remove(deck, draw(#deck))) end
    s.decks[category] = deck
  end
end

-- The lowest pool is below the health of the front target, as FL-RUL-16 demands.
local function set_pools(s)
  for p = 1, 2 do
    s.pl[p].pool = math.max(0, naive.front_health(s, p) - draw(5))
    s.marks[p] = draw(s.pl[p].pool + 2) - 1
  end
end

local PHASES = { "2", "2", "2", "2t", "2t", "2t", "2t", "2t", "3", "3", "4d", "4d", "4t" }

-- Some of a line are Dying; the foremost that is not has the health that FL-RUL-16 asks for.
local function let_die(s, p)
  for _, c in ipairs(s.pl[p].line) do
    if naive.live_count(s, p) > 1 and chance_of(20) then c.dying = 1 end
  end
end

-- Before the first action, with both Merchants and both Farseers near.
local function construct_selection()
  local s = naive.deal(naive.chance(draw), changes)
  s.opt = opt
  local all = s.decks.C
  for p = 1, 2 do
    for _, name in ipairs(s.pl[p].hand) do all[#all + 1] = name end
    s.pl[p].hand = {}
  end
  local first, rest = {}, {}
  for _, name in ipairs(all) do
    table.insert(name:match("^C0[12]") and first or rest, name)
  end
  for _, name in ipairs(first) do
    table.insert(rest, chance_of(50) and draw(8) or #rest - draw(8), name)
  end
  s.decks.C = rest
  for _ = 1, 5 do
    table.insert(s.pl[1].hand, table.remove(rest, 1))
    table.insert(s.pl[2].hand, table.remove(rest))
  end
  for p = 1, 2 do table.sort(s.pl[p].hand) end
  return s
end

local function construct()
  if chance_of(10) then return construct_selection() end
  local chance = naive.chance(draw)
  local s = naive.deal(chance, changes)
  s.opt = opt
  local characters, spells = naive.all_cards(opt)
  characters = chance.shuffle(characters)
  for category, list in pairs(spells) do spells[category] = chance.shuffle(list, category) end
  s.day, s.phase, s.last = draw(math.min(4, opt.maxDays)), any(PHASES), draw(2)
  s.idle, s.died = draw(3) - 1, chance_of(20)
  for p = 1, 2 do
    s.pl[p].hand = {}
    build_line(s, p, characters)
    s.pl[p].mana, s.pl[p].casts = draw(16) - 1, draw(3) - 1
    s.pl[p].td = chance_of(40) and draw(12) or 0
    s.passed[p] = chance_of(15) and s.phase ~= "2" and s.phase ~= "4d" or nil
  end
  if s.passed[1] and s.passed[2] then s.passed[1] = nil end
  if chance_of(10) then -- a grace Day (FL-RUL-8)
    local p = draw(2)
    for _, c in ipairs(s.pl[p].line) do
      c.stun = nil
      table.insert(s.pl[p].dead, c)
    end
    s.day, s.grace, s.pl[p].line = 2, true, {}
    for _, c in ipairs(s.pl[3 - p].line) do c.stun = c.stun and 2 end
  end
  s.decks.C = characters
  if #s.pl[1].line > 0 and #s.pl[2].line > 0 then
    for _ = 1, draw(6) - 2 do add_effect(s) end
  end
  for p = 1, ("2t 3 4t"):find(s.phase, 1, true) and s.phase ~= "2" and 2 or 0 do let_die(s, p) end
  deal_spells(s, spells)
  set_pools(s)
  if s.phase == "4t" then
    for p = 1, 2 do
      naive.declare(s, p, draw)
      if s.passed[p] then s.pl[p].td = 0 end
    end
  end
  return s
end

local function position_tried(seed)
  state = seed
  local s = construct()
  naive.proceed(s, naive.chance(draw))
  if s.winner then return false end
  naive.check(s)
  if set_up(naive.print(s)) then play(s, s.day == 0 and 16 or 8) end
  return true
end

local tried, seed = 0, first_seed * 1000003
while tried < positions do
  seed = seed + 1
  if position_tried(seed) then tried = tried + 1 end
end

to_engine:close()
print(plies .. " plies of " .. games .. " games and " .. positions .. " positions, " ..
  looked_at .. " positions looked at, " .. faults .. " faults")
os.exit(faults == 0 and plies > 0)
