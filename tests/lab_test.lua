-- The laboratory: `sim`, `merge`, `match` and `probe`. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/lab_test.lua [KILLS]
-- A file of games is the same bytes for any number of processes, in parts or whole, and after it
-- was cut off; parts that do not fit are refused.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, check = shell.read, shell.write, shell.quoted, shell.check
local BIN = quoted(shell.BIN)
local KILLS = tonumber(arg[1] or 20)
local folder = shell.capture("mktemp -d"):gsub("\n", "")

local function path(name) return folder .. "/" .. name end
local function run(command) return shell.capture(BIN .. " " .. command) end

local GAMES = "sim breakthrough-6x6 --games 30 --seed 5 --computer 1=level1,2=random "
local output, status = run(GAMES .. "--out " .. quoted(path("whole")))
local whole = read(path("whole")) or ""
check(status == 0 and output == "", "sim: status %s, says '%s'", status, output)
check(select(2, whole:gsub("\n", "")) == 31, "sim wrote another number of lines:\n%s", whole)
check(whole:find('^{"muster":"games".-"computers":%["level1","random"%]'), "the head: %s",
  whole:match("[^\n]*"))
check(run(GAMES) == whole, "standard output has other games than a file")

-- ---- processes, parts ---------------------------------------------------------------------------

for _, jobs in ipairs { 2, 3, 7 } do
  check(run(GAMES .. "--jobs " .. jobs) == whole, "%d processes write other games", jobs)
end
local parts = {}
for i = 1, 4 do
  parts[i] = quoted(path("part" .. i))
  run(GAMES .. "--shard " .. i .. "/4 --out " .. parts[i])
end
check(run("merge " .. table.concat(parts, " ", 2) .. " " .. parts[1]) == whole,
  "the parts joined differ from the whole")
run("merge --out " .. quoted(path("joined")) .. " " .. table.concat(parts, " "))
check(read(path("joined")) == whole, "merge --out differs from the whole")

local function refused(says, command)
  local said, how = run(command)
  check(how == 1 and said:find(says, 1, true), "'%s' says '%s', not '%s'", command, said, says)
end

refused("part 2 of 4 is missing", "merge " .. parts[1] .. " " .. parts[3] .. " " .. parts[4])
refused("part 4 of 4 is missing", "merge " .. table.concat(parts, " ", 1, 3))
refused("part 3 is there twice", "merge " .. table.concat(parts, " ") .. " " .. parts[3])
refused(":1: expected the first line", "merge " .. quoted(path("whole")))
local third = read(path("part3"))
write(path("part3"), (third:gsub('\n{"game":17[^\n]*', "")))
refused("part3:3: expected game 17, found {\"game\":18", "merge " .. table.concat(parts, " "))
write(path("part3"), third .. '{"game":23}\n')
refused("part3:9: expected the end after game 22", "merge " .. table.concat(parts, " "))
write(path("part3"), (third:gsub("\n[^\n]*\n$", "\n")))
refused("part3:8: expected game 22, found the end", "merge " .. table.concat(parts, " "))
write(path("part3"), (third:gsub('"seed":5', '"seed":6', 1)))
refused("part3:1: these games belong to another run", "merge " .. table.concat(parts, " "))
check(not read(path("none")), "a refused merge left a file")
refused("missing", "merge --out " .. quoted(path("none")) .. " " .. parts[1])
check(not read(path("none")) and not read(path("none.part")), "a refused merge left a file")

-- ---- learning -----------------------------------------------------------------------------------

local LEARN = "learn breakthrough-6x6 --games 50 --seed 3 --out "
for jobs = 1, 2 do
  local said, how = run(LEARN .. quoted(path("weights" .. jobs)) .. " --jobs " .. jobs)
  check(how == 0 and said:find("round 2 of 2: 100 games, %d+ positions"), "learn says '%s'", said)
end
local weights = read(path("weights1")) or ""
check(weights:find("\n%[weights%]\n.*\npawn = ") and weights == read(path("weights2")),
  "two processes learn other weights")
local learned, none = "level1@" .. quoted(path("weights1")), "level1@none"
output = run("match breakthrough-6x6 " .. learned .. " random --games 20 --seed 9")
check(tonumber(output:match(": (%d+) wins")) >= 18, "learned weights: %s", output)
for _, command in ipairs { "match clobber random " .. learned .. " --games 2",
  "sim clobber --games 2 --computer 1=" .. learned } do
  refused("the rules have no feature 'worth'", command)
end
output = run("sim breakthrough-6x6 --games 1 --computer 1=" .. none .. ",2=random")
check(output:find('"computers":["level1@none","random"]', 1, true), "the head: %s", output)
refused("only 8 games have ended", "learn breakthrough-6x6 --games 8 --out " .. quoted(path("few")))
check(not read(path("few")), "a run of too few games left a file")

-- The second round plays with what the first one has taught: its games are those of a run that
-- begins with that file.
local function positions(options, name)
  local text = run("learn breakthrough-6x6 --games 50 --out " .. quoted(path(name)) .. options)
  return tonumber(text:match("(%d+) positions\n[^\n]*\nthe weights"))
end
local both, first = positions(" --seed 3", "both"), positions(" --seed 3 --rounds 1", "first")
check(both - first == positions(" --seed 53 --rounds 1 --from " .. quoted(path("first")), "second"),
  "the second round plays without the weights of the first")
check(both - first ~= positions(" --seed 53 --rounds 1", "other"), "weights change no game")

-- Random play teaches nothing, and an empty file is not written.
refused("no position was met", "learn tic-tac-toe --level random --rounds 1 --games 50 --opening "
  .. "1000 --out " .. quoted(path("few")))
check(not read(path("few")), "a run without positions left a file")

-- ---- cut off ------------------------------------------------------------------------------------

local LONG = "sim breakthrough-6x6 --games 400 --seed 5 --computer 1=level1,2=level1 --jobs 2 "
  .. "--out "
run(LONG .. quoted(path("long")))
local long, cut = read(path("long")), 0
math.randomseed(7)
for kill = 1, KILLS do
  os.execute(("timeout -s KILL %.4f %s %s >/dev/null 2>&1"):format(0.01 + math.random() * 0.05, BIN,
    LONG .. quoted(path("cut"))))
  local text = read(path("cut")) or ""
  check(long:sub(1, #text) == text, "kill %d: the file is no beginning of the whole", kill)
  if #text < #long then cut = cut + 1 end
end
run(LONG .. quoted(path("cut")))
check(read(path("cut")) == long, "a file that went on differs from the whole")
for _, length in ipairs { 0, 10, #long // 2, #long - 1, #long } do
  write(path("cut"), long:sub(1, length))
  run(LONG .. quoted(path("cut")))
  check(read(path("cut")) == long, "a file cut at byte %d differs when it went on", length)
end
refused("has games of another kind", GAMES .. "--out " .. quoted(path("long")))
check(read(path("long")) == long, "a refused file was changed")

-- ---- bounds, faults -----------------------------------------------------------------------------

local short = run("sim breakthrough-6x6 --games 1 --computer 1=random,2=random --plies 3")
check(short:find('"winners":[],"how":"unfinished","turns":3,"plies":3', 1, true),
  "--plies 3: %s", short)
for command, says in pairs {
  ["sim tic-tac-toe"] = "expected a ruleset and --games",
  ["sim tic-tac-toe --games 0"] = "--games: expected 1 to",
  ["sim tic-tac-toe --games 2 --shard 3/2"] = "--shard: expected a part",
  ["sim tic-tac-toe --games 2 --computer 1=level9"] = "found '1=level9'",
  ["match tic-tac-toe level1 levle2 --games 2"] = "there is no player 'levle2'",
  ["match tic-tac-toe level1 level2 --games 2 --sprt 5"] = "--sprt: expected two",
  ["match tic-tac-toe clobber levle2 --games 2"] = "there is no player 'levle2'",
  ["match tic-tac-toe clobber level2 --games 2 --sprt 0,5"] = "--sprt and --side compare players",
} do
  local said, how = run(command)
  check(how == 2 and said:find(says, 1, true), "'%s' says '%s', not '%s'", command, said, says)
end

-- ---- match --------------------------------------------------------------------------------------

local said = run("match breakthrough-6x6 level1 random --games 20 --jobs 2")
check(said == run("match breakthrough-6x6 level1 random --games 20"),
  "match depends on the number of processes")
local wins, draws, losses = said:match("(%d+) wins, (%d+) draws, (%d+) losses")
check(wins and wins + draws + losses == 20 and tonumber(wins) >= 15, "match: %s", said)
-- Where the opening is the whole game, both games of a pair are one; without it players decide.
for opening, ends in pairs { [1000] = "10 wins, 0 draws, 10 losses",
  [0] = "20 wins, 0 draws, 0 losses" } do
  said = run("match breakthrough-6x6 level1 random --games 20 --opening " .. opening)
  check(said:find(ends, 1, true), "--opening %d: %s", opening, said)
end
said = run("match breakthrough-6x6 level1 random --games 400 --sprt 0,100")
check(said:find("stronger by the greater difference", 1, true), "--sprt: %s", said)
check(tonumber(said:match("(%d+) wins")) < 100, "--sprt did not end early: %s", said)

said = run("match warline-2v2 random random --games 4 --side 1,3 --jobs 2")
check(said:find("random against random", 1, true) and said:find("wins", 1, true),
  "--side: %s", said)
said, status = run("match tic-tac-toe level1 level2 --games 2 --side 0")
check(status == 2 and said:find("--side: expected seats from 1", 1, true), "--side 0: %s", said)

-- Two rulesets: what the first seat wins is counted for each, and the same one twice differs in
-- nothing.
local BOTH = "match tic-tac-toe connect-four random --games 40 --seed 3 --plies 9"
said = run(BOTH)
check(said == run(BOTH .. " --jobs 2"), "two rulesets: match depends on the number of processes")
local shares, draws_of, sum = {}, {}, 0
for name, won, drawn, lost, points in said:gmatch(
  "seat 1 under (%S+): (%d+) wins, (%d+) draws, (%d+) losses, points ([%d.]+) %%\n") do
  shares[name], draws_of[name] = tonumber(points), tonumber(drawn)
  sum = sum + won + drawn + lost
  check(math.abs((won + drawn / 2) / 20 * 100 - points) < 0.1, "two rulesets: %s", said)
end
check(sum == 40 and shares["tic-tac-toe"] and shares["connect-four"], "two rulesets: %s", said)
check(math.abs(shares["tic-tac-toe"] - shares["connect-four"]
  - tonumber(said:match("difference ([-+][%d.]+) points"))) < 0.11, "two rulesets: %s", said)
check(draws_of["tic-tac-toe"] < draws_of["connect-four"], "one ruleset for both: %s", said)
said = run("match clobber clobber level1 --games 20")
check(said:find("difference +0.0 points", 1, true), "one ruleset twice: %s", said)

-- ---- solve --------------------------------------------------------------------------------------

local ONLY = "no other first move wins as soon"
said, status = run("solve tic-tac-toe --play 'a1 b1' --turns 4 --nodes 180")
check(status == 0 and said:find("seat 1 wins in 3 turns: a2", 1, true) and not said:find(ONLY, 1,
  true) and said:find("and other first moves that win as soon\n", 1, true), "solve: %s", said)
said, status = run("solve tic-tac-toe --play 'c3 a1 b3 c1 c2 a3' --seat 2")
check(status == 0 and said:find("seat 2 wins in 1 turn: ", 1, true) and not said:find(ONLY, 1,
  true), "the first move is that of another: %s", said)
said = run("solve tic-tac-toe --play 'c3 a1 b3 c1 c2 a3 b2' --turns 1")
check(said:find("seat 2 wins in 1 turn: ", 1, true) and said:find("\nalso: ", 1, true), "%s", said)
said = run("solve tic-tac-toe --play 'a1 a2 b1 b2' --turns 1")
check(said:find("seat 1 wins in 1 turn: c1\n" .. ONLY, 1, true), "the only key: %s", said)

os.execute("rm -rf " .. quoted(folder))
shell.finish(cut .. " of " .. KILLS .. " kills cut a file off")
