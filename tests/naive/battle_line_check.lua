-- Holds the engine's Battle Line against the naive second implementation beside this file: deals,
-- whole random games, and constructed positions with wilds, Fog and Mud in which claims are near.
-- After each ply the position line, the list of legal moves and the lines that each seat may see
-- must be equal.
-- usage: lua5.4 tests/naive/battle_line_check.lua MUSTER_BINARY
--   [GAMES [POSITIONS [SEED [TOGGLE...]]]]
-- GAMES and POSITIONS are for each of the two versions. A TOGGLE is as in leaderMax=13.
local naive = assert(loadfile("tests/naive/battle_line.lua"))("module")
local binary, games, positions = arg[1], tonumber(arg[2] or 4), tonumber(arg[3] or 30)
local first_seed = tonumber(arg[4] or 1)
local faults, most_faults = 0, 20

local toggles, settings = {}, ""
for i = 5, #arg do
  local name, value = arg[i]:match("^(.-)=(.*)$")
  toggles[name] = ({ on = "true", off = "false" })[value] or value
  settings = settings .. " --set battle_line." .. arg[i]
end

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
-- Talking to the engine: all requests first, then all answers
---------------------------------------------------------------------------------------------

local function ask(ruleset, requests)
  local name = os.tmpname()
  local file = assert(io.open(name, "w"))
  file:write(table.concat(requests, "\n"), "\n")
  file:close()
  local pipe = assert(io.popen(binary .. " engine " .. ruleset .. settings .. " < " .. name))
  local answers = {}
  for line in pipe:lines() do answers[#answers + 1] = line end
  pipe:close()
  os.remove(name)
  if #answers ~= #requests then
    fault("%s: %d answers to %d requests", ruleset, #answers, #requests)
  end
  return answers
end

local function moves_of(answer)
  local moves = {}
  for move in (answer:match('"moves":%[(.-)%]') or ""):gmatch('"([^"]*)"') do
    moves[#moves + 1] = move
  end
  table.sort(moves)
  return table.concat(moves, " ")
end

local function position_of(answer)
  return answer:match('"position":"(.-)"')
end

-- The rules do not say in what order a line names the toggles: they are put in one order here.
local function ordered(line)
  local words = {}
  local facts = line:gsub(" (%a+=%w+)", function(word)
    words[#words + 1] = word
    return ""
  end)
  table.sort(words)
  return facts .. " " .. table.concat(words, " ")
end

local function ordered_position(answer)
  return ordered(position_of(answer) or answer)
end

---------------------------------------------------------------------------------------------
-- Scripts: requests, and what the answers must be
---------------------------------------------------------------------------------------------

local Script = {}
Script.__index = Script

local function new_script(ruleset)
  return setmetatable({ ruleset = ruleset, requests = {}, wanted = {}, plies = 0 }, Script)
end

-- `read` finds in the answer what must be equal to `text`.
function Script:add(request, read, text, what)
  self.requests[#self.requests + 1] = request
  self.wanted[#self.requests] = { read = read, text = text, what = what }
end

-- Check the invariants of the state s; `what` names it in messages.
function Script:look(s, what)
  local line, legal = naive.print(s), naive.legal(s)
  table.sort(legal)
  self:add('{"op":"position"}', ordered_position, ordered(line), what)
  self:add('{"op":"legal"}', moves_of, table.concat(legal, " "), "legal moves at " .. line)
  for p = 1, 2 do
    self:add('{"op":"position","seat":' .. p - 1 .. "}", ordered_position,
      ordered(naive.print(naive.view(s, p))), "view of seat " .. p - 1 .. " at " .. line)
  end
  return legal
end

-- The moves among which the next is drawn: often only the claims, or those that name a twin.
local function preferred(legal)
  local wanted = ({ "^c%d", "#" })[draw(4)]
  local list = {}
  for _, move in ipairs(legal) do
    if wanted and move:match(wanted) then list[#list + 1] = move end
  end
  return #list > 0 and list or legal
end

-- Play on by the naive rules.
function Script:play(s, most)
  for _ = 1, most do
    local legal = self:look(s, "position")
    if #legal == 0 then return end
    local list = preferred(legal)
    local move = list[draw(#list)]
    if draw(2) == 1 then move = move:gsub("#1", "") end -- BL-RUL-30: no number is the oldest
    self:add('{"op":"play","move":"' .. move .. '"}', function(answer)
      return answer:match('"ok":true') or answer
    end, '"ok":true', move .. " at " .. naive.print(s))
    s = naive.play(s, move)
    naive.check(s)
    self.plies = self.plies + 1
  end
  self:look(s, "position")
end

function Script:run()
  local answers = ask(self.ruleset, self.requests)
  for i, answer in ipairs(answers) do
    local want = self.wanted[i]
    local found = want.read and want.read(answer)
    if want.read and found ~= want.text then
      fault("%s\n  naive  %s\n  engine %s", want.what, want.text, found or answer)
    end
  end
  return self.plies
end

---------------------------------------------------------------------------------------------
-- Games from the engine's own deals
---------------------------------------------------------------------------------------------

local function play_games(ruleset, version)
  local requests = {}
  for seed = first_seed, first_seed + games - 1 do
    requests[#requests + 1] = '{"op":"new","seed":' .. seed .. "}"
    requests[#requests + 1] = '{"op":"position"}'
  end
  local answers, script = ask(ruleset, requests), new_script(ruleset)
  for i = 1, games do
    local line = position_of(answers[2 * i] or "")
    local good, s = pcall(naive.parse, line or "")
    if good then good = pcall(naive.check, s) end
    local start = naive.print(naive.deal(version, draw, toggles)):match("^%S+ %S+ %S+ %S+")
    if not good or line:sub(1, #start + 1) ~= start .. " " or #s.hands[1] ~= 7 or
      #s.hands[2] ~= 7 then
      fault("deal %d: %s", i, line or answers[2 * i] or "no answer")
      return 0
    end
    state = first_seed + i
    script:add(requests[2 * i - 1])
    script:play(s, 1000)
  end
  return script:run()
end

---------------------------------------------------------------------------------------------
-- Constructed positions
---------------------------------------------------------------------------------------------

-- Take the first card that fits, or any.
local function take_like(cards, fits)
  for i, card in ipairs(cards) do
    if fits(card) then return table.remove(cards, i) end
  end
  return table.remove(cards)
end

local function value(card) return ("A23456789T"):find(card:sub(1, 1), 1, true) end

-- A side's cards lean to one kind of formation.
local LEANINGS = {
  function() return true end,
  function(first, card) return first:sub(2) == card:sub(2) end,
  function(first, card) return value(first) == value(card) end,
  function(first, card)
    return value(first) ~= value(card) and math.abs(value(first) - value(card)) <= 2
  end,
  function(first, card)
    return first:sub(2) == card:sub(2) and math.abs(value(first) - value(card)) <= 2
  end,
  function(_, card) return value(card) >= 8 end,
}

local opt = naive.options(toggles)

local function is_wild(card) return naive.is_wild(card, opt) end

local function is_environment(card)
  local kind = naive.kind(card, opt)
  return kind == "fog" or kind == "mud"
end

-- A tactics card for player p out of `cards`, where BL-TAC-5 allows one more.
local function tactics_card(s, p, cards, fits)
  if s.played[p] > s.played[3 - p] then return nil end
  for i, card in ipairs(cards) do
    if fits(card) then
      s.played[p] = s.played[p] + 1
      return table.remove(cards, i)
    end
  end
end

local function lay_environment(s, tactics)
  for _ = 1, draw(3) - 1 do
    local p = draw(2)
    local card = tactics_card(s, p, tactics, is_environment)
    if card then table.insert(s.flags[draw(#s.flags)].env, { card = card, player = p }) end
  end
end

local function fill_flag(s, flag, troops, tactics)
  local n = 3
  for _, item in ipairs(flag.env) do
    if naive.kind(item.card, opt) == "mud" then n = 4 end
  end
  local room, first, leaning = {}, {}, {}
  for p = 1, 2 do
    room[p] = math.min(n, draw(n + 3) - 1)
    leaning[p] = LEANINGS[draw(#LEANINGS)]
  end
  while room[1] + room[2] > 0 do
    local p = draw(2)
    if room[p] > 0 then
      local card
      if draw(4) == 1 then card = tactics_card(s, p, tactics, is_wild) end
      if not card then
        card = take_like(troops, function(c) return not first[p] or leaning[p](first[p], c) end)
        first[p] = first[p] or card
      end
      if card then table.insert(flag.cards, { card = card, side = p }) end
      room[p] = room[p] - 1
    end
  end
  if draw(6) == 1 then -- claimed by somebody whose side is complete
    local p, have = draw(2), 0
    for _, item in ipairs(flag.cards) do
      if item.side == p then have = have + 1 end
    end
    if have == n then
      flag.owner = p
      if naive.victory(s, p) then flag.owner = nil end
    end
  end
end

-- Hands up to their size; where `bare`, or where there is nothing more to draw, all other cards are
-- out of the game, so that nothing but claims is left or the game ends by BL-RUL-31.
local function deal_hands(s, troops, tactics, bare)
  for p = 1, 2 do
    local size = bare and 0 or s.phase == "B" and p == s.player and 6 or 7
    while #s.hands[p] < size and #troops + #tactics > 0 do
      local deck = draw(3) == 1 and tactics or troops
      table.insert(s.hands[p], table.remove(deck))
    end
  end
  if not bare and draw(4) > 1 then return end
  while #troops > 0 do table.insert(s.discards[draw(2)], table.remove(troops)) end
  while #tactics > 0 do
    local card = table.remove(tactics)
    local p = s.played[1] < s.played[2] and 1 or s.played[1] > s.played[2] and 2 or draw(2)
    s.played[p] = s.played[p] + 1
    if is_wild(card) then
      table.insert(s.discards[p], card)
    elseif card:match("^J") then
      table.insert(s.guile[p], card)
    else
      table.insert(s.flags[draw(#s.flags)].env, { card = card, player = p })
    end
  end
end

local function construct(version)
  local s = naive.deal(version, draw, toggles)
  s.player, s.phase = draw(2), draw(3) == 1 and "B" or "A"
  s.hands = { {}, {} }
  local troops = naive.shuffled(naive.all_troops(version), draw)
  local tactics = naive.shuffled(naive.all_tactics(version, s.opt), draw)
  s.decks = { T = troops, X = tactics }
  lay_environment(s, tactics)
  for _, flag in ipairs(s.flags) do fill_flag(s, flag, troops, tactics) end
  for p = 1, 2 do
    if draw(3) == 1 then
      s.guile[p][1] = tactics_card(s, p, tactics, function(c) return c:match("^J[dhs]") end)
    end
    for _ = 1, draw(4) - 1 do table.insert(s.discards[p], table.remove(troops)) end
    if draw(6) == 1 then
      local card = tactics_card(s, p, tactics, is_wild)
      s.discards[p][#s.discards[p] + 1] = card
    end
  end
  deal_hands(s, troops, tactics, draw(6) == 1)
  naive.check(s)
  return s
end

local function play_positions(ruleset, version)
  local script = new_script(ruleset)
  for i = 1, positions do
    state = first_seed * 1000003 + i
    local s = construct(version)
    script:add('{"op":"setup","position":"' .. naive.print(s) .. '"}', function(answer)
      return answer:match('"ok":true') or answer
    end, '"ok":true', "setup of " .. naive.print(s))
    script:play(s, 8)
  end
  return script:run()
end

local plies = 0
local versions = { { "long", "L" } }
if not toggles.longTactics then versions[2] = { "short", "S" } end -- BL-RUL-2
for _, version in ipairs(versions) do
  local ruleset = "rulesets/battle-line-" .. version[1] .. ".ini"
  plies = plies + play_games(ruleset, version[2]) + play_positions(ruleset, version[2])
end
print(plies .. " plies of " .. #versions * games .. " games and " .. #versions * positions ..
  " positions, " .. faults .. " faults")
os.exit(faults == 0 and plies > 0)
