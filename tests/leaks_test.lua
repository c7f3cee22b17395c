-- Planted leaks: modules and scenarios that tell what a seat may not see, each in its own way. The
-- contract must see every one. Then what a seat receives of scenarios with secrets, line by line:
-- the same, byte for byte, when only what it may not see is another.
-- Run in the source root with MUSTER_BIN set: lua5.4 tests/leaks_test.lua

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local write, quoted, check = shell.write, shell.quoted, shell.check
local CONTRACT = shell.BIN:gsub("[^/]+$", "") .. "tests/muster-contract"

local MODULE = [[
muster.module { title = "Leak", requires = { "fantasy_line" } }
local fantasy = require("fantasy_line")
local state, setup = fantasy.state, fantasy.setup
local tells = muster.event { "tells", "what" }
]]

-- Secrets in an event that all see. The contract's check must refuse it.
local LEAKS = {
  { "what a locked line costs", "same_told", [[
setup.locked:on(function(seat) tells:emit(pieces(state.laid[seat]):sum(state.cost)) end)]] },
  { "a hand of Characters", "same_told", [[
fantasy.line.passed:on(function(seat)
  tells:emit(pieces(state.hand[seat]):sum(function(card) return state.design[card] end))
end)]] },
  { "the next Spell of a deck", "same_told", [[
fantasy.line.gained_mana:on(function()
  local card = top(state.schools[1].deck)
  if card then tells:emit(state.word[card]) end
end)]] },
  { "the line that is still face down, when a Farseer is turned up", "same_chosen", [[
setup.turned_up:on(function(seat)
  tells:emit(pieces(state.laid[1 - seat]):sum(function(card) return state.design[card] end))
end)]] },
  { "what the Merchant discarded", "same_told", [[
setup.locked:on(function(seat)
  tells:emit(pieces(state.refused[seat]):sum(function(card) return state.design[card] end))
end)]] },
  { "where a card was laid", "same_chosen", [[
setup.locked:on(function(seat)
  local front = pieces(state.laid[seat]):pick(function(card) return level(card) == 1 end)
  tells:emit(state.design[front])
end)]] },
}

local home = shell.scratch_home()
write(home .. "/rulesets/leak.ini", "; A planted leak\n\n[modules]\nfantasy_line = on\nleak = on\n")

local function contract(check_name)
  return shell.capture(("MUSTER_HOME=%s MUSTER_CHECK=%s MUSTER_PARTS=1 MUSTER_WAIT=24 "
    .. "MUSTER_LINES=100 %s %s"):format(quoted(home), check_name, quoted(CONTRACT),
    quoted(home .. "/rulesets/leak.ini")))
end

write(home .. "/lua/leak.lua", MODULE)
for _, name in ipairs { "same_told", "same_chosen" } do
  local output, status = contract(name)
  check(status == 0, "%s sees a leak where none is planted:\n%s", name, output)
end
for _, leak in ipairs(LEAKS) do
  write(home .. "/lua/leak.lua", MODULE .. leak[3] .. "\n")
  local output, status = contract(leak[2])
  check(status ~= 0 and output:find("may not see shows in its", 1, true),
    "%s: told to all, and nobody sees it:\n%s", leak[1], output)
end

-- ---- scenarios ----------------------------------------------------------------------------------

-- A file, a part of it, what it becomes, and the scenario in which it shows.
local PLANTED = {
  { "the lair of an ambush", "lua/muster/scenario/ambush.lua", "known[hidden] = true",
    "known[hidden] = firsts:first() ~= zone", "warline/ambush" },
  { "the choice of a lair", "lua/muster/scenario/ambush.lua", "    secret = true,\n", "",
    "warline/ambush" },
  { "which secret goal is given", "lua/muster/scenario/goals.lua",
    'seen = goal.secret and "none" or "all"', 'seen = "all"', "warline/orders" },
  { "a story about a sealed order", "scenarios/warline/orders.lua", "    scenario.prepare(ask[0])",
    '    scenario.trigger { "rumour", says = "They want prisoners.", when = function() '
    .. "return sealed[0] == 3 end }\n    scenario.prepare(ask[0])", "warline/orders" },
}

local function replace(path, from, to)
  local text = shell.read(home .. "/" .. path)
  write(home .. "/" .. path, shell.planted(text, from, to))
  return text
end
local function scenario_contract(name)
  return shell.capture(("MUSTER_HOME=%s MUSTER_CHECK=same_chosen MUSTER_SILENT=1 MUSTER_LINES=12 "
    .. "%s %s"):format(quoted(home), quoted(CONTRACT),
      quoted(home .. "/scenarios/" .. name .. ".lua")))
end

for _, name in ipairs { "warline/ambush", "warline/orders", "battle-line/king" } do
  local output, status = scenario_contract(name)
  local changed = tonumber(output:match("(%d+) choices changed")) or 0
  check(status == 0 and (changed > 0 or name == "battle-line/king"),
    "%s: no leak is planted, and %d choices were changed:\n%s", name, changed, output)
end
for _, leak in ipairs(PLANTED) do
  local kept = replace(leak[2], leak[3], leak[4])
  local output, status = scenario_contract(leak[5])
  check(status ~= 0 and output:find("may not see shows in its", 1, true),
    "%s: others see it, and nobody reports it:\n%s", leak[1], output)
  write(home .. "/" .. leak[2], kept)
end

-- ---- what a seat receives -----------------------------------------------------------------------

-- Secret choices that differ, of which seat, and moves that all can play after any of them.
local SESSIONS = {
  { "warline/ambush", 1, { "hide:b5 hide:d5", "hide:d5 hide:b5", "hide:f5 hide:f5" },
    "M:d1 l . Z M:d2 f .", 0 },
  { "warline/orders", 0, { "fords captives", "breach captives", "captives captives" },
    "M:c2 f . Z M:e2 f .", 1 },
  { "warline/orders", 1, { "fords captives", "fords breach", "fords fords" },
    "M:c2 f . Z M:e2 f .", 0 },
}

local function request(members) return "{" .. members .. "}\n" end

-- Everything that `viewer` asks of a match in which `secret` is played first and then `open`.
local function session(scenario, secret, open, viewer)
  local asked = { request(('"op":"new","scenario":"%s","seed":1,"seat":%d'):format(scenario,
    viewer)) }
  local function ask(members) asked[#asked + 1] = request(members:gsub("SEAT", viewer)) end
  local function look()
    for _, op in ipairs { "state", "position", "legal", "observe", "transcript" } do
      ask('"op":"' .. op .. '","seat":SEAT')
    end
    ask('"op":"events","since":0,"seat":SEAT')
    ask('"op":"play","move":"?","seat":SEAT')
    if viewer >= 0 then
      ask('"op":"go","nodes":200,"lines":3,"seat":SEAT')
      for level = 0, 5 do ask(('"op":"go","level":%d,"nodes":60,"seat":SEAT'):format(level)) end
    end
  end
  local function play(moves)
    for move in moves:gmatch("%S+") do
      asked[#asked + 1] = request('"op":"play","move":"' .. move .. '"')
      if moves == open then look() end
    end
  end
  play(secret)
  look()
  play(open)
  local path = home .. "/asked"
  write(path, table.concat(asked))
  local output, status = shell.capture("sh -c " .. quoted(("cd %s && MUSTER_HOME=%s %s engine <%s")
    :format(quoted(home), quoted(home), quoted(shell.BIN), quoted(path))))
  local lines, at = {}, 0
  for line in output:gmatch("[^\n]+") do -- answers to moves are for the whole match
    at = at + 1
    if not asked[at]:find('"op":"play","move":"[^?]') then lines[#lines + 1] = line end
  end
  check(status == 0 and at == #asked, "%s: %d answers to %d requests", scenario, at, #asked)
  return lines
end

for _, case in ipairs(SESSIONS) do
  for _, viewer in ipairs { case[5], -1 } do
    -- An onlooker knows neither secret, the other seat its own.
    local first = session(case[1], case[3][1], case[4], viewer)
    check(#first > 20, "%s: only %d answers", case[1], #first)
    for i = 2, #case[3] do
      local other = session(case[1], case[3][i], case[4], viewer)
      for line = 1, #first do
        if not check(first[line] == other[line], "%s: seat %d tells '%s' from '%s':\n%s\n%s",
          case[1], viewer, case[3][1], case[3][i], first[line], other[line] or "") then break end
      end
    end
  end
  -- The seat that chose sees its choice.
  local one, two = session(case[1], case[3][1], "", case[2]), session(case[1], case[3][2], "",
    case[2])
  check(table.concat(one) ~= table.concat(two), "%s: seat %d does not see what it chose", case[1],
    case[2])
end

-- A screen that is passed on: two texts that are printed then, log and all, for different choices;
-- nil where all are the same.
local function screens_differ(case)
  local seen
  for _, secret in ipairs(case[3]) do
    local typed = "\\n" .. secret:gsub(" ", "\\n\\n")
      .. "\\n\\nlog\\nlegal\\nposition\\nquit now\\n"
    local output = shell.capture("sh -c " .. quoted(("cd %s && printf '%s' | MUSTER_HOME=%s %s "
      .. "play %s --hotseat --seed 1"):format(quoted(home), typed, quoted(home),
      quoted(shell.BIN), case[1])))
    local passed = output:match(".*Pass the screen to(.*)$")
    check(passed and passed:find("WT1 7x7", 1, true), "%s: the screen is not passed on:\n%s",
      case[1], output)
    seen = seen or passed
    if seen ~= passed then return seen .. "\n" .. passed end
  end
end
for _, case in ipairs(SESSIONS) do
  if case[2] == 1 then -- the screen goes to seat 0
    local differ = screens_differ(case)
    check(not differ, "%s: what seat 1 chose shows on the screen:\n%s", case[1], differ)
  end
end
replace("lua/muster/scenario/triggers.lua", "choice.secret and choice.title or answer[2]",
  "answer[2]")
check(screens_differ(SESSIONS[3]), "the answer to a secret question is told, and nobody sees it")

shell.capture("rm -rf " .. quoted(home))
shell.finish()
