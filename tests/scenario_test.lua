-- Messages about the faults of scenario authors, and scenarios in all commands.
-- Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/scenario_test.lua
-- In a scratch home each case plants one fault in a scenario that is in order. `check` must find
-- it, or `probe`, with what it says.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local write, quoted, check = shell.write, shell.quoted, shell.check
local home = shell.scratch_home()
local FILE = home .. "/scenarios/pass.lua"

local function run(program, command)
  return shell.capture(("cd %s && MUSTER_HOME=%s %s %s"):format(quoted(home), quoted(home),
    quoted(program), command))
end
local function muster(command) return run(shell.BIN, command) end

local GOOD = [[
return {
  title = "The Pass", author = "A. Author", difficulty = 2,
  game = "breakthrough-6x6",
  options = { breakthrough = { size = 6 } },
  story = "Who holds the pass?",
  seats = { { name = "The guests" }, { name = "The hosts", computer = "level1" } },
  load = function(scenario)
    local game = require("small.breakthrough")
    local signs = scenario.map([=[
      . b b b b .
      . b b b b .
      . . # . . .
      . . . . . .
      . w w w w .
      . w w w w .
    ]=], { w = { kind = game.pawn, seat = 0 }, b = { kind = game.pawn, seat = 1 },
      ["#"] = function() end })
    local pass = signs["#"]
    local wealth = muster.state { { "gold", max = 9 } }
    local toll = scenario.choice { "toll", seat = 0, title = "pay the toll?",
      says = "Nobody passes for nothing.",
      { "pay", "Pay it", function() wealth.gold = wealth.gold + 1 end },
      { "fight", "Fight" } }
    scenario.trigger { "arrival", says = { [0] = "We are here.", [1] = "They are here." },
      when = function() return #(tops(game.pawn, 0) & pass) > 0 end, deed = function() toll() end }
    scenario.trigger { "dusk", turn = 6, says = "Dusk." }
    scenario.goal { "first", seat = 0, text = "Enter the pass",
      done = function() return #(tops(game.pawn, 0) & pass) > 0 end }
    scenario.goal { "spare", seat = 1, text = "Keep six pawns", secret = true,
      failed = function() return #tops(game.pawn, 1) < 6 end }
    scenario.goal { "late", seat = 1, text = "Hold out until turn 30", wins = true,
      done = function() return scenario.turn() >= 30 end }
    scenario.favour(function(seat) return seat == 0 and wealth.gold or 0 end)
  end,
  expect = {
    { "asks for the toll", moves = "c2c3 b5b4 c3c4", decision = "toll", goals = { first = "done" },
      told = "arrival", untold = "dusk", says = { "Nobody passes for nothing", "Goal reached" } },
    { "takes the toll", moves = "c2c3 b5b4 c3c4 pay", values = { gold = 1 }, to_move = 1,
      refused = "pay", legal = "b4b3" },
  },
  probe = { unreached = { "spare" } },
}
]]
os.execute("mkdir -p " .. quoted(home .. "/scenarios"))

-- ---- in order -----------------------------------------------------------------------------------

write(FILE, GOOD)
local output, status = muster("check --strict scenarios/pass.lua")
check(status == 0 and output == "scenarios/pass.lua: ok (The Pass)\n", "check says:\n%s", output)
output, status = run(shell.SPECS, "scenarios/pass.lua")
check(status == 0 and output:find("2 specs, 10 assertions, 0 failed", 1, true), "spec says:\n%s",
  output)
output, status = muster("probe scenarios/pass.lua --games 100 --jobs 2")
check(status == 0 and output:find("seat 2, The hosts", 1, true)
  and output:find("dusk: 100.0 %", 1, true), "probe says:\n%s", output)
check(output == muster("probe pass --games 100"), "probe depends on the number of processes")

-- ---- it is a ruleset to all commands ------------------------------------------------------------

output = shell.capture("sh -c " .. quoted(("cd %s && printf 'c2c3\\nquit now\\n' | "
  .. "MUSTER_HOME=%s %s play pass --seed 1"):format(quoted(home), quoted(home), quoted(shell.BIN))))
check(output:find("White (The guests): you, Black (The hosts): the computer.\nBy A. Author. "
  .. "Difficulty 2 of 5.\nWho holds the pass?", 1, true), "play begins with:\n%s", output)
check(output:find("[ ] Enter the pass", 1, true) and not output:find("Keep six pawns", 1, true),
  "the goals of White:\n%s", output)
local protocol = {
  '{"op":"new","scenario":"pass","seed":1}',
  '{"op":"play","moves":["c2c3","b5b4","c3c4"]}', '{"op":"events","since":0,"seat":0}',
  '{"op":"events","since":0,"seat":1}', '{"op":"position"}', '{"op":"undo"}',
  '{"op":"play","moves":["c3c4","pay","b4b3","b2c3"]}', '{"op":"position"}', '{"op":"transcript"}',
}
write(home .. "/asked", table.concat(protocol, "\n") .. "\n")
output = shell.capture("sh -c " .. quoted(("cd %s && MUSTER_HOME=%s %s engine <asked"):format(
  quoted(home), quoted(home), quoted(shell.BIN))))
check(output:find('"decision":"toll"', 1, true) and output:find("We are here", 1, true)
  and output:find("They are here", 1, true) and output:find("gold=1", 1, true)
  and not output:find('"ok":false', 1, true), "the protocol answers:\n%s", output)
check(output:match('"position":"([^"]*/toll[^"]*)"'), "no position waits for the toll:\n%s", output)

output = shell.capture(("cd %s && MUSTER_HOME=%s %s sim pass --games 2 --seed 3 && printf "
  .. "'c2c3\\nsave %s/kept\\nquit now\\n' | MUSTER_HOME=%s %s play pass --seed 1 >/dev/null && "
  .. "MUSTER_HOME=%s %s replay %s/kept"):format(quoted(home), quoted(home), quoted(shell.BIN), home,
  quoted(home), quoted(shell.BIN), quoted(home), quoted(shell.BIN), home))
check(output:find('"computers":["level3","level1"]', 1, true) and output:find("plies", 1, true)
  and not output:find("differs", 1, true), "sim and replay say:\n%s", output)

-- Where chance deals first, the story appears all the same; a name may have capitals and hyphens.
os.execute("mkdir -p " .. quoted(home .. "/scenarios/My-Own"))
write(home .. "/scenarios/My-Own/deal-1.lua", [[
return { title = "The Deal", game = "battle-line-short", story = "Who cut the cards?",
  load = function() end }
]])
output = muster("list scenarios")
check(output:find("My%-Own/deal%-1 +The Deal\n") and output:find("pass +The Pass"),
  "list says:\n%s", output)
output = muster("play My-Own/deal-1 --seed 1 </dev/null")
check(output:find("Who cut the cards?", 1, true), "play begins with:\n%s", output)
os.execute("rm -r " .. quoted(home .. "/scenarios/My-Own"))

-- The tutorial, from the first lesson to the last.
local STEPS = { "M:d2", "f", "r\n.", "M:d3\nl\nf\nf-", ".\nM:b2\nb:b3", ".\nZ", "L:f2>3n" }
for i, step in ipairs(STEPS) do STEPS[i] = step .. "\n" end
write(home .. "/typed", table.concat(STEPS) .. "M:d5\nf\nf\nquit now\n")
output = shell.capture("sh -c " .. quoted(("cd %s && MUSTER_HOME=%s %s play warline/drill --seed 1 "
  .. "<typed"):format(quoted(home), quoted(home), quoted(shell.BIN))))
local since = 1
for number = 1, 8 do
  local at = output:find("Lesson " .. number .. "[. ]", since)
  check(at, "lesson %d is not told in its turn:\n%s", number, output:sub(since))
  since = at or since
  check(output:find("(" .. number .. " of 8:", 1, true), "no task in lesson %d",
    number)
end
check(output:find("The sergeant nods", since, true) and output:find("Flaym wins", since, true)
  and not output:find("is refused", 1, true) and not output:find("Not played", 1, true),
  "after the last lesson play says:\n%s", output:sub(since))

-- Messages of the set-up appear before the first move, to each seat its own, and once.
write(home .. "/scenarios/dawn.lua", [[
return { title = "Dawn", game = "tic-tac-toe",
  load = function(scenario)
    scenario.prepare(scenario.tell { [0] = "The guests rise.", [1] = "The hosts rise.",
      onlooker = "All rise." })
  end }
]])
local function occurrences(text, part)
  local found, at = 0, 0
  repeat
    at = text:find(part, at + 1, true)
    found = found + (at and 1 or 0)
  until not at
  return found
end
write(home .. "/typed", "a1\nlog\nsave " .. home .. "/dawn-saved\nquit now\n")
output = shell.capture("sh -c " .. quoted(("cd %s && MUSTER_HOME=%s %s play dawn --seed 1 "
  .. "--computer 2=random <typed"):format(quoted(home), quoted(home), quoted(shell.BIN))))
local first = output:match("^(.-)\nX> ")
check(first and occurrences(first, "The guests rise.") == 1 and occurrences(output, "rise") == 1,
  "what the set-up says is told once, before the first move:\n%s", output)
output = shell.capture("sh -c " .. quoted(("cd %s && printf 'a1\\na2\\nquit now\\n' | "
  .. "MUSTER_HOME=%s %s play dawn --seed 1 --hotseat"):format(quoted(home), quoted(home),
  quoted(shell.BIN))))
check(output:find("The guests rise%..*\nX> .*The hosts rise%..*\nO> ")
  and occurrences(output, "rise") == 2, "each person is told:\n%s", output)
output = shell.capture("sh -c " .. quoted(("cd %s && echo 'quit now' | MUSTER_HOME=%s %s play "
  .. "--load dawn-saved"):format(quoted(home), quoted(home), quoted(shell.BIN))))
check(output:find("> quit now", 1, true) and not output:find("rise", 1, true),
  "a match that goes on tells the set-up again:\n%s", output)
for seat, said in pairs { [0] = "The guests rise", "The hosts rise", [-1] = "All rise" } do
  write(home .. "/asked", ('{"op":"new","scenario":"dawn","seed":1,"seat":%d}\n'
    .. '{"op":"events","since":0,"seat":%d}\n{"op":"play","move":"a1","seat":0}\n'
    .. '{"op":"events","since":1,"seat":%d}\n'):format(seat, seat, seat))
  output = shell.capture("sh -c " .. quoted(("cd %s && MUSTER_HOME=%s %s engine <asked"):format(
    quoted(home), quoted(home), quoted(shell.BIN))))
  local lines = {}
  for line in output:gmatch("[^\n]+") do lines[#lines + 1] = line end
  check(#lines == 4 and lines[2]:find('"text":"' .. said .. '"', 1, true)
    and occurrences(output, "rise") == 1, "seat %d is told:\n%s", seat, output)
end

-- WT-SCEN-3, WT-RUL-195: a scenario of WARLINE is a file with the modules, variants and options
-- that it needs, field, terrain, armies, first turn and victories of its own.
write(home .. "/asked", '{"op":"new","scenario":"warline/dam","seed":1}\n{"op":"position"}\n')
output = shell.capture("sh -c " .. quoted(("cd %s && MUSTER_HOME=%s %s engine <asked"):format(
  quoted(home), quoted(home), quoted(shell.BIN)))) .. muster("show warline/dam")
check(output:find('"position":"WT1 7x7 2,2I4s,2I6s,2I5s,2/', 1, true)
  and output:find("{v}", 1, true) and output:find("vr=t", 1, true)
  and output:find('"to_move":0', 1, true)
  and output:find("[ ] Hold the", 1, true), "the dam begins with:\n%s",
  output)

-- ---- puzzles ------------------------------------------------------------------------------------

local function try(puzzle, typed)
  return shell.capture("sh -c " .. quoted(("cd %s && printf '%s' | XDG_STATE_HOME=%s "
    .. "MUSTER_HOME=%s %s play puzzles/%s --seed 1"):format(quoted(home), typed,
    quoted(home .. "/state"), quoted(home), quoted(shell.BIN), puzzle)))
end
output = try("two_birds", "hint\\nhint\\nhint\\nquit now\\n")
check(output:find("The key begins with 'Maneuver'", 1, true)
  and output:find("The key begins with M:e5\n", 1, true)
  and output:find("The key: M:e5 f l f f r f- l\n", 1, true), "the hints are:\n%s", output)
output = try("the_long_way", "Z\\nhint\\nundo\\nhint\\nquit now\\n")
check(output:find("That refutes your try", 1, true) and output:find("hint\nFrom here", 1, true)
  and output:find("moves taken back", 1, true) and output:find("The key begins", 1, true),
  "a wrong try is answered:\n%s", output)
output = try("masons", "Z\\nquit now\\n")
check(output:find("Frost wins: Win in this turn: failed", 1, true), "a wrong turn ends:\n%s",
  output)
output = try("two_birds", "M:e5 f l f f r f- l\\nquit now\\n")
local listed = shell.capture(("cd %s && XDG_STATE_HOME=%s MUSTER_HOME=%s %s list puzzles"):format(
  quoted(home), quoted(home .. "/state"), quoted(home), quoted(shell.BIN)))
check(listed:find("Two Birds, [^\n]*, solved\n") and not listed:find("Masons, [^\n]*, solved"),
  "what was solved:\n%s%s", output, listed)

-- A position of Battle Line is solved if nothing is left in the decks, and only then.
local FULL = "BL S 1A o-6c+4s-Qd-Ts+3c+Kd/o+Tc-8h+2c-4d-2h+Td/o+Ah+Kh-5c-4c/o[Kc2]-Ac-3s-Qs+Ad-7d"
  .. "+2d+6h/o-9h+3h+6d+9s-Th-7c As3d5d7s8s8c9c 2s4h5h6sKsQhQc 8d7h5s9d . JhJd| JcJs| 4,5"
output, status = muster("solve battle-line-short --turns 1 --position " .. quoted(FULL))
check(status ~= 0 and output:find("seat 1 does not know all of it", 1, true), "solve says:\n%s",
  output)
output = try("the_last_card", "hint\\nhint\\nQh@1\\nquit now\\n")
check(output:find("The key begins with Th@1", 1, true), "the hints are:\n%s", output)

-- ---- faults -------------------------------------------------------------------------------------

local function plant(from, to)
  write(FILE, shell.planted(GOOD, from, to))
end

-- Part of the faulty line, what it becomes, the line at fault, and what is said of it.
local CHECKED = {
  { "an unknown key", 'author = "A. Author"', 'autor = "A. Author"', "", "no 'autor'" },
  { "no game", 'game = "breakthrough-6x6",', "", "", "needs 'game'" },
  { "a misspelt game", '"breakthrough-6x6"', '"breakthruogh-6x6"', "game =",
    "did you mean 'breakthrough-6x6'?" },
  { "a misspelt option", "size = 6", "seize = 6", "seize", "did you mean 'size'?" },
  { "an option out of its range", "size = 6", "size = 60", "size", "60" },
  { "a misspelt player", '"level1"', '"levle1"', "computer", "there is no player 'levle1'" },
  { "a difficulty out of its range", "difficulty = 2", "difficulty = 7", "", "from 1 to 5" },
  { "a row too short", "      . . . . . .\n", "      . . . . .\n", "scenario.map",
    "row 4 of the map has 5 cells" },
  { "a row too many", "      . . . . . .\n", "      . . . . . .\n      . . . . . .\n",
    "scenario.map", "the map has 7 rows, the board 6" },
  { "a sign without legend", "      . . . . . .\n", "      . . x . . .\n", ". . x",
    "row 4 of the map has 'x'" },
  { "a misspelt fact", "wealth.gold + 1", "wealth.gould + 1", "wealth.gould", "gould" },
  { "a misspelt function", "scenario.trigger { \"dusk\"", "scenario.tigger { \"dusk\"", "tigger",
    "tigger" },
  { "an unknown key of a sign", "w = { kind = game.pawn, seat = 0 }", "w = { kind = game.pawn, "
    .. "seta = 0 }", "seta", "has no 'seta'; did you mean 'seat'?" },
  { "a sign without a kind", "w = { kind = game.pawn, seat = 0 }", "w = { seat = 0 }", "",
    "the sign 'w' of the legend needs 'kind'" },
  { "a turn that is a text", "turn = 6,", "turn = \"6\",", '"dusk"',
    "'turn' of a trigger 'dusk' must be an integer, found a text" },
  { "an unknown key of a seat", 'name = "The guests"', 'nmae = "The guests"', "nmae",
    "a seat has no 'nmae'; did you mean 'name'?" },
  { "an unknown key of a probe", "probe = { unreached", "probe = { unreachd", "unreachd",
    "'probe' has no 'unreachd'; did you mean 'unreached'?" },
  { "a key of a seat that is like none", 'name = "The guests"', 'colour = "The guests"', "colour",
    "a seat has no 'colour'; it may have name and computer" },
  { "a choice without a title", 'title = "pay the toll?",', "", "", "choice 'toll' needs 'title'" },
  { "a trigger that is no table", 'scenario.trigger { "dusk", turn = 6, says = "Dusk." }',
    'scenario.trigger "dusk"', 'scenario.trigger "dusk"', "a trigger is declared by a table" },
  { "a name twice", '{ "dusk", turn', '{ "arrival", turn', '{ "arrival", turn',
    "used for a trigger already" },
  { "a trigger without a condition", '{ "dusk", turn = 6,', '{ "dusk",', '"dusk"',
    "needs 'when' or 'turn'" },
  { "an unknown key of a trigger", "turn = 6, says", "turn = 6, sais", '"dusk"', "sais" },
  { "a goal that nothing settles", "failed = function() return #tops(game.pawn, 1) < 6 end",
    "", '"spare"', "needs 'done', 'failed' or 'ending'" },
  { "a goal without a text", 'text = "Enter the pass",', "", '"first"', "text" },
  { "a missing require", 'require("small.breakthrough")', 'require("small.breakthru")',
    "breakthru", "there is no module" },
  { "a syntax error", "return #tops(game.pawn, 1) < 6", "return #tops(game.pawn, 1 < 6", "", "" },
  { "no table", "return {", "local _ = {", "", "returns a table" },
  { "a text with a zone that is not there", 'says = "Dusk."', 'says = "Dusk on d9."', '"dusk"',
    "a text names the zone 'd9', which the board lacks" },
  { "a goal with a zone that is not there", 'text = "Enter the pass"', 'text = "Enter g3"',
    '"first"', "a text names the zone 'g3'" },
  { "a condition that is a number", "return #tops(game.pawn, 1) < 6 end", "return "
    .. "#tops(game.pawn, 1) end", "failed =", "a condition is a boolean" },
  { "a hero on a zone that is not there", 'scenario.trigger { "dusk"',
    'scenario.heroes { names = { "kay" }, at = { kay = "c9" } }\n    scenario.trigger { "dusk"',
    "scenario.heroes", "'at' puts 'kay' on 'c9', which the board lacks" },
  { "a hero without a name", 'scenario.trigger { "dusk"',
    'scenario.heroes { names = { "kay" }, at = { key = "c2" } }\n    scenario.trigger { "dusk"',
    "scenario.heroes", "'at' names the hero 'key', whom 'names' lacks" },
  { "two heroes of one name", 'scenario.trigger { "dusk"',
    'scenario.heroes { names = { "kay", "kay" } }\n    scenario.trigger { "dusk"',
    "scenario.heroes", "two heroes have the name 'kay'" },
  { "a text with braces", 'says = "Dusk."', 'says = "Dusk, {kay}."', '"dusk"',
    "a text has '{kay}', but it is shown as written" },
  { "a text for a seat too many", '[1] = "They are here."', '[2] = "They are here."', "",
    "a text is for seat 2; the game has the seats 0 to 1" },
  { "a goal for a seat too many", '"late", seat = 1', '"late", seat = 3', '"late"',
    "the goal 'late' is for seat 3" },
  { "a goal for allies too many", '"late", seat = 1', '"late", seats = { 1, 2 }', '"late"',
    "the goal 'late' is for seat 2" },
  { "a choice for a seat too many", '"toll", seat = 0', '"toll", seat = 5', '"toll"',
    "the choice 'toll' is for seat 5" },
  { "a sign for a seat too many", "b = { kind = game.pawn, seat = 1 }",
    "b = { kind = game.pawn, seat = 4 }", "b = {", "the sign 'b' of the legend is for seat 4" },
  { "a seat too many", 'computer = "level1" }', 'computer = "level1" }, { name = "Third" }',
    "seats = {", "'seats' lists 3 seats, the game has 2" },
  { "a puzzle for a seat too many", "expect = {", "puzzle = { turns = 2, seat = 4 },\n  expect = {",
    "puzzle", "'puzzle' is for seat 4" },
  { "a link for a seat too many", "expect = {", "links = { { winner = 7 } },\n  expect = {",
    "links", "link 1 of 'links' is for seat 7" },
  { "a key of a goal in a link", "expect = {", "links = {\n    { wins = 0 } },\n  expect = {",
    "{ wins = 0", "link 1 of 'links' has no 'wins'" },
  { "a link behind one without a condition", "expect = {",
    'links = { { says = "On." }, { winner = 1 } },\n  expect = {', "links",
    "link 2 is never taken, because link 1 has no condition" },
  { "a turn before the first", "turn = 6", "turn = 0", '"dusk"',
    "the trigger 'dusk' waits for turn 0; turns are counted from 1" },
  { "a choice without answers", '{ "pay", "Pay it", function() wealth.gold = wealth.gold + 1 '
    .. 'end },\n      { "fight", "Fight" } }', "}", '"toll"',
    "the choice 'toll' needs two answers or more" },
  { "two answers of one word", '{ "fight", "Fight" }', '{ "pay", "Fight" }', '"toll"',
    "the choice 'toll' has the answer 'pay' twice" },
  { "an answer without a meaning", '{ "fight", "Fight" }', '{ "fight" }', '"toll"',
    "answer 2 of the choice 'toll' begins with a word and what it means" },
  { "a condition that writes", "when = function() return",
    "when = function() wealth.gold = 1 return",
    "when = function", "an assignment writes, but a query is read-only" },
  { "a goal whose condition writes", "done = function() return scenario.turn() >= 30 end",
    "done = function() wealth.gold = 1 return scenario.turn() >= 30 end",
    "done = function() wealth", "an assignment writes, but a query is read-only" },
  { "an ending that the game lacks",
    "done = function() return #(tops(game.pawn, 0) & pass) > 0 end", 'ending = "breakthrugh"',
    "ending", "there is no ending 'breakthrugh'; did you mean 'breakthrough'?" },
  { "a reserve to nowhere", "scenario.favour", 'scenario.reserve { "rest", from = "b2", to = "" }\n'
    .. "    scenario.favour", '"rest"', "'to' of the reserve 'rest' names no zone" },
  { "a region that is a number", "scenario.favour", "scenario.region(5)\n    scenario.favour",
    "region(5)", 'a region is the names of zones, such as "c3 d3", or a set; found a number' },
  { "a region with a zone like one of the board", "scenario.favour",
    'scenario.region("a2 bb2")\n    scenario.favour', "region(",
    "no zone 'bb2'; did you mean 'b2'?" },
  { "a region with a zone like none", "scenario.favour",
    'scenario.region("west")\n    scenario.favour', "region(",
    "no zone 'west'; its zones are a1 to" },
  { "a sign that is not on the map", '["#"] = function() end', '["#"] = function() end, x = '
    .. "{ kind = game.pawn, seat = 0 }", "x = {", "the legend has the sign 'x'" },
  { "a trigger of a case that is not there", 'untold = "dusk"', 'untold = "dsuk"', "",
    "'expect' names the trigger 'dsuk', which nothing declares; did you mean 'dusk'?" },
  { "a goal of a case that is not there", "goals = { first", "goals = { last", "",
    "'expect' names the goal 'last', which nothing declares; there are first, late and "
      .. "spare" },
  { "a promise of a name that is not there", 'unreached = { "spare" }', 'unreached = { "spere" }',
    "unreached",
    "'unreached' names 'spere', which is no goal and no trigger; did you mean 'spare'?" },
  { "a promise for one seat of two", "probe = {", "probe = { wins = { { 10, 90 } },", "probe",
    "'probe' lists in 'wins' ranges for 1 seats, the game has 2" },
  { "a promise whose range ends before it begins", "probe = {",
    "probe = { wins = { { 90, 10 }, { 10, 90 } },", "probe =",
    "'probe' lists in 'wins' a range of percent for each seat" },
  { "a procedure that is called", "deed = function() toll() end", "deed = toll()", "deed = toll()",
    "a procedure or a condition is passed on without ()" },
  { "a condition that is computed while the file loads", "done = function() return "
    .. "scenario.turn() >= 30 end", "done = scenario.turn() >= 30", "done = scenario.turn()",
    "a procedure or a condition is passed on without ()" },
  { "what favours is a text", "return seat == 0 and wealth.gold or 0", 'return "much"',
    "scenario.favour", "muster.worth must return an integer, not a string" },
  { "a fact that goes on changing", "scenario.favour",
    "scenario.after_ply(function() wealth.gold = 9 - wealth.gold end)\n    scenario.favour",
    "local wealth", "what follows a ply never ends: 'gold' changes each time" },
  { "a flag of a goal that never counts", "wins = true", "loses = true", '"late"',
    "the goal 'late' has 'loses', which counts only with 'failed'" },
  { "a lament for a goal that the game settles",
    "done = function() return #(tops(game.pawn, 0) & pass) > 0 end",
    'ending = "breakthrough", laments = "No."', '"first"',
    "the goal 'first' is settled by an 'ending' of the game: it cannot have 'laments'" },
  { "a trigger whose condition never begins again", "turn = 6,", "turn = 6, again = true,",
    '"dusk"', "the trigger 'dusk' has 'again', which counts only with 'when'" },
  { "a choice that leads nowhere", ", function() wealth.gold = wealth.gold + 1 end", "", '"toll"',
    "the choice 'toll' leads nowhere: no answer has a deed" },
  { "an answer with a zone that is not there", '"Fight" }', '"Fight on c9" }', "Fight on",
    "a text names the zone 'c9'" },
  { "a debriefing with a zone that is not there", "expect = {",
    'links = { { says = "They fell on c9." } },\n  expect = {', "links",
    "a text names the zone 'c9'" },
  { "texts for seats counted from 1", '[0] = "We are here.", [1] =', '"We are here.",', '"arrival"',
    "a list of texts begins with seat 1, and this one ends with seat 2, which the game lacks" },
  { "a case that wants a thing and its opposite", 'refused = "pay"', 'refused = { "b4b3" }',
    '"takes the toll"', "the case 'takes the toll' has 'b4b3' both in 'legal' and in 'refused'" },
  { "an unknown key of a case", "untold =", "untould =", '"asks for the toll"',
    "the case 'asks for the toll' has no 'untould'; did you mean 'untold'?" },
  { "a story with a zone that is not there", 'story = "Who holds the pass?"',
    'story = "Who holds c9?"', "story", "a text names the zone 'c9'" },
}
for _, case in ipairs(CHECKED) do
  plant(case[2], case[3])
  local said, how = muster("check scenarios/pass.lua")
  check(how == 1 and said:find(case[5], 1, true) and said:find("scenarios/pass.lua", 1, true),
    "%s: check says\n%s", case[1], said)
  local wanted = case[4] ~= "" and shell.line_of(shell.read(FILE), case[4])
  if wanted then
    check(said:find("scenarios/pass.lua:" .. wanted .. ":", 1, true),
      "%s: not at line %d, but\n%s", case[1], wanted, said)
  end
end

-- An unused declaration is a warning.
local WARNED = {
  { "a choice that nobody asks", ", deed = function() toll() end", "", "local toll",
    "choice 'toll' is never asked" },
  { "a choice that is dropped", 'local toll = scenario.choice { "toll"', 'local function toll() end'
    .. '\n    scenario.choice { "toll"', "scenario.choice", "choice 'toll' is never asked" },
  { "a fact of which only the trigger is named so", '{ "gold", max = 9 }',
    '{ "gold", max = 9 }, { "arrival" }', "local wealth", "'arrival' is neither read nor written" },
  { "a fact that nothing writes", '{ "fight", "Fight" } }', '{ "fight", "Fight" } }\n'
    .. '    local now = muster.state { { "late" } }\n'
    .. '    scenario.trigger { "early", when = function() return now.late end }', "local now",
    "field 'late' is never written" },
}
for _, case in ipairs(WARNED) do
  plant(case[2], case[3])
  local said, how = muster("check --strict scenarios/pass.lua")
  local line = ("scenarios/pass.lua:%d:"):format(shell.line_of(shell.read(FILE), case[4]))
  check(how == 1 and said:find(case[5], 1, true) and said:find(line, 1, true),
    "%s: check says\n%s", case[1], said)
end

plant('scenario.trigger { "dusk"',
  'scenario.heroes { names = { "kay" }, at = { kay = "a1" } }\n    scenario.trigger { "dusk"')
output, status = muster("check scenarios/pass.lua")
check(status == 1 and output:find("nobody stands on a1 who could be 'kay'", 1, true),
  "a hero where nobody stands: check says\n%s", output)

local PROBED = {
  { "a zone that nobody can enter", "local pass = signs[\"#\"]",
    "local pass = signs[\"#\"] & scenario.region('a1')", "arrival: 0.0 %: NEVER REACHED" },
  { "a goal that fails before the first move", "#tops(game.pawn, 1) < 6",
    "#tops(game.pawn, 1) < 99", "goal spare: FAILED BEFORE THE FIRST MOVE" },
  { "a goal that can fail before it is given", "failed = function() return #tops(game.pawn, 1) < 6",
    "given = function() return scenario.turn() >= 9 end,\n      failed = function() "
    .. "return #tops(game.pawn, 1) < 8", "goal spare: DONE OR FAILED ALREADY WHEN IT WAS GIVEN" },
  { "goals met out of order", 'scenario.goal { "spare"', 'scenario.goal { "second", seat = 0, '
    .. 'text = "Then take a pawn", given = function() return #(tops(game.pawn, 0) & pass) > 0 end, '
    .. 'done = function() return #tops(game.pawn, 1) < 8 end }\n    scenario.goal { "spare"',
    "goal second: DONE OR FAILED ALREADY WHEN IT WAS GIVEN" },
  { "an ending that both sides meet at once", 'scenario.goal { "spare"', 'scenario.goal { "tired", '
    .. 'seat = 0, text = "Last until turn 30", wins = true, '
    .. 'done = function() return scenario.turn() >= 30 end }\n    scenario.goal { "spare"',
    "BOTH SIDES have won at the same time in 18.0 % with tired, late: the goal" },
  { "a condition that always holds", 'scenario.goal { "spare"', 'scenario.trigger { "always", '
    .. 'when = function() return wealth.gold >= 0 end }\n    scenario.trigger { "never", '
    .. 'turn = 600 }\n    scenario.goal { "spare"', "always: 100.0 %, before the first move" },
  { "a reserve onto zones that are always taken", 'scenario.goal { "spare"', 'scenario.reserve { '
    .. '"rest", from = "a1", to = "f6", turn = 2 }\n    scenario.prepare(function() '
    .. 'put(top(at(1, 5)), at(5, 5)) end)\n    muster.move_named("pawn"):forbid("F6", "stays", '
    .. 'function(from) return from == at(5, 5) end)\n    scenario.goal { "spare"',
    "rest: 0.0 %: NEVER REACHED" },
  { "a turn that never comes", "turn = 6", "turn = 600", "dusk: 0.0 %: NEVER REACHED" },
  { "an endless trigger", 'scenario.trigger { "dusk", turn = 6, says = "Dusk." }',
    'scenario.trigger { "dusk", turn = 6 }\n'
    .. "    muster.after_ply(function() wealth.gold = 1 - wealth.gold end)", "after_ply" },
  { "a fact out of its range", "wealth.gold + 1", "wealth.gold + 10", "'gold' must be" },
  { "a piece that is not there", '["#"] = function() end',
    '["#"] = { kind = game.pawn, seat = 0 }, ["+"] = 0', "" },
  { "a promise that is not kept", "probe = {", "probe = { wins = { { 99, 100 }, { 0, 100 } },",
    "outside of the 99 to 100 %" },
}
for _, case in ipairs(PROBED) do
  plant(case[2], case[3])
  local said, how = muster("probe scenarios/pass.lua --games 100")
  local found = said:find(case[4], 1, true)
  check(how == 1 and found or case[4] == "", "%s: probe says\n%s", case[1], said)
end

-- Without the endings of WARLINE a battle goes on until the scenario ends it.
write(home .. "/scenarios/long.lua", [[
return { title = "The Long Day", game = "warline-tactical",
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle { field = [=[
        .     .     .     2I2s  .     .     .
        .     .     .     .     .     .     .
        .     .     .     .     .     .     .
        .     .     .     2I6s  .     .     .
        .     .     .     1F6n  .     .     .
        .     .     .     1F3n  .     .     .
        .     .     .     .     .     .     .
      ]=], rs = "1F6,2I6" })
    muster.without("overpower", "crush", "forced", "paralyze", "blunt", "shackle", "stalemate",
      "resolve")
    scenario.goal { "late", seat = 0, text = "See the evening", wins = true,
      done = function() return scenario.turn() >= 30 end }
  end,
  expect = { { "begins", to_move = 0 } } }
]])
output, status = muster("probe long --games 40")
check(status == 0 and output:find("late: 100.0 %", 1, true), "without endings, probe says:\n%s",
  output)

-- ---- cases --------------------------------------------------------------------------------------

local CASES = {
  { "a case that fails", "values = { gold = 1 }", "values = { gold = 2 }",
    "gold: expected 2, found 1" },
  { "a case that asserts nothing", ', values = { gold = 1 }, to_move = 1,\n      refused = "pay", '
    .. 'legal = "b4b3"', "", "asserts nothing" },
  { "a case with an unknown word", "untold =", "untould =", "a case has no 'untould'" },
  { "a case with an illegal move", "c3c4 pay", "c3c4 bay", "'bay'" },
}
for _, case in ipairs(CASES) do
  plant(case[2], case[3])
  local said, how = run(shell.SPECS, "scenarios/pass.lua")
  check(how == 1 and said:find(case[4], 1, true), "%s: spec says\n%s", case[1], said)
end

os.execute("rm -rf " .. quoted(home))
shell.finish()
