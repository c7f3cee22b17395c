-- Checks the tools of designers from end to end. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/tools_test.lua
-- In a scratch home: what `muster new` writes is sound, passes its own spec, has an honest rulebook
-- and plays; it overwrites nothing. `muster play --watch` takes saved files into a match that runs,
-- and keeps the old rules where the new ones are faulty or refuse a ply. `muster show` plays moves
-- before it draws. A jailed engine answers as a free one does, but opens no file. Besides,
-- .luarc.json is JSON and names folders that are there, and the stubs name every function of the
-- API.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, capture = shell.read, shell.write, shell.quoted, shell.capture
local check = shell.check
local ROOT, BIN, SPECS = shell.ROOT, shell.BIN, shell.SPECS
local BRIEF = os.getenv("MUSTER_BRIEF") -- try a few of the rulesets

local home = shell.scratch_home()
local as_home = "MUSTER_HOME=" .. quoted(home) .. " MUSTER_ROOT=" .. quoted(home) .. " "

local function muster(arguments) return capture(as_home .. quoted(BIN) .. " " .. arguments) end

local function has(output, text, what)
  return check(output:find(text, 1, true), "%s: expected '%s', found:\n%s", what, text, output)
end

-- ---- new ----------------------------------------------------------------------------------------

-- Everything that was written is good as it stands. With `more` the templates are those of a call
-- without: what they say of their game is checked, not all again.
local function check_new(kind, name, more)
  local word = name:match("[^.]+$")
  local path = (name:find(".", 1, true) and name or "mine." .. name):gsub("%.", "/")
  local ruleset, what = word:gsub("_", "-"), "new " .. kind .. " " .. name .. (more or "")
  local output, status = muster("new " .. kind .. " " .. name .. (more or ""))
  check(status == 0, "%s: status %d:\n%s", what, status, output)
  local spec = "tests/rules/" .. path .. "_spec.lua"
  for _, file in ipairs { "lua/" .. path .. ".lua", "rulesets/" .. ruleset .. ".ini", spec,
    "docs/" .. path .. ".md" } do
    has(output, file, what)
    local text = read(home .. "/" .. file) or ""
    check(text ~= "" and not text:find("@[%u_]+@"), "%s: %s is not filled in:\n%s", what, file,
      text)
    for line in text:gmatch("[^\n]+") do
      check(#line <= 100 or #word > 10 or line:find("^local HERE"), "%s: %s: too long: %s", what,
        file, line)
    end
  end
  local commands = { "check --strict " .. ruleset, "check --strict lua/" .. path .. ".lua",
    "rules " .. ruleset, "perft " .. ruleset .. " --depth 1" }
  for _, command in ipairs(more and { commands[1] } or commands) do
    output, status = muster(command)
    check(status == 0, "%s: %s: status %d:\n%s", what, command, status, output)
  end
  output, status = capture(as_home .. quoted(SPECS) .. " " .. quoted(home .. "/" .. spec))
  check(status == 0, "%s: its spec:\n%s", what, output)
  if more then return end
  output, status = capture(("cd %s && %s MUSTER_BIN=%s lua5.4 %s own=%s %s"):format(quoted(home),
    as_home, quoted(BIN), quoted(ROOT .. "/tests/rulebook_test.lua"), word,
    "rulesets/" .. ruleset .. ".ini"))
  check(status == 0, "%s: its rulebook:\n%s", what, output)
end

check_new("game", "harvest")
check_new("game", "my.deep.abcdefghijklmno")
check_new("game", "two_words")
check_new("variant", "calm")
check_new("variant", "abcdefghijklmnp")
local number = 0
for path in io.popen("ls " .. quoted(ROOT .. "/rulesets")):lines() do
  number = number + 1
  if BRIEF and number % 8 ~= 1 then goto continue end
  check_new("variant", "of.number" .. number, " --of " .. path:gsub("%.ini$", ""))
  ::continue::
end
check_new("kingdom", "gusts")
check_new("kingdom", "dusts")
do -- two kingdoms with one letter, and one without a colour
  local both = "check gusts --set modules.mine.dusts=on"
  has(muster(both), ": error: the kingdom of mine.gusts: Dusts has the letter 'X' already\n", both)
  local path = home .. "/lua/mine/dusts.lua"
  local text = read(path)
  write(path, (text:gsub('colour = "yellow"', 'colour = "beige"')))
  has(muster(both), "the kingdom of mine.dusts: its colour is 'beige', expected one of: red", both)
  write(path, text)
end
check_new("terrain", "fen")
check_new("card", "bell")
check_new("card", "slow_march")

do
  local output, status = muster("new scenario hill")
  local file = "scenarios/mine/hill.lua"
  check(status == 0 and output:find(file, 1, true), "new scenario: status %d:\n%s", status, output)
  for _, command in ipairs { "check --strict ", "probe --games 50 " } do
    output, status = muster(command .. file)
    check(status == 0, "%s of a new scenario: status %d:\n%s", command, status, output)
  end
  output, status = capture(as_home .. quoted(SPECS) .. " " .. quoted(home .. "/" .. file))
  check(status == 0 and output:find(" 0 failed", 1, true), "the cases of a new scenario:\n%s",
    output)
  output, status = muster("new scenario hill")
  check(status == 1 and output:find("exists already", 1, true), "new scenario again:\n%s", output)
end

local function refuses(arguments, status_wanted, text)
  local output, status = muster("new " .. arguments)
  check(status == status_wanted, "new %s: status %d", arguments, status)
  has(output, text, "new " .. arguments)
end

write(home .. "/rulesets/kept.ini", "mine\n")
refuses("game kept", 1, "'rulesets/kept.ini' exists already")
check(read(home .. "/rulesets/kept.ini") == "mine\n" and not read(home .. "/lua/mine/kept.lua"),
  "new game kept: it wrote something")
refuses("game harvest", 1, "'lua/mine/harvest.lua' exists already")
refuses("kingdom some.where.frost", 1, "Frost has the word 'frost' already")
refuses("kingdom some.where.frost", 1, "Nothing was written: choose another name.")
check(not read(home .. "/rulesets/frost.ini") and select(2, capture("ls "
  .. quoted(home .. "/lua/some"))) ~= 0, "new kingdom frost: something was left")
refuses("card firewash", 1, "there is a Spell of the name 'Firewash'")
refuses("game game", 1, "section [game] appears twice")
refuses("gmae x", 2, "did you mean 'game'?")
for _, name in ipairs { "Iron", "9x", "a..b", ".a", "a.", "a-b", "../a", "a/b", "''",
  "abcdefghijklmnop" } do
  refuses("game " .. name, 2, "is not a module name")
end
-- A fault that the library raises has the place in the game that called it.
local said = muster("show warline-tactical --position x")
check(said:find("^lua/warline/tactical/reading%.lua:%d+: position: a line begins"),
  "a wrong position: %s", said)
refuses("variant x --of no", 1, "rulesets/no.ini: error: cannot read")
refuses("variant x --of clober", 1, "did you mean 'clobber.ini'?")
refuses("game x --of clobber", 2, "--of is only for variants")
refuses("game", 2, "usage:")
has(muster("new --help"), "usage: muster new", "new --help")

-- ---- help and names -----------------------------------------------------------------------------

-- Every command describes itself in two ways, and both say the same.
local commands = 0
for command in muster("--help"):gmatch("\n  (%l+)") do
  commands = commands + 1
  local long, status = muster(command .. " --help")
  local short, same = muster(command .. " -h")
  has(long, "usage: muster " .. command, command .. " --help")
  check(status == 0 and same == 0, "%s: --help ends with %d, -h with %d", command, status, same)
  check(long == short, "%s: -h says something else:\n%s", command, short)
end
check(commands >= 13, "--help lists %d commands", commands)
for _, kind in ipairs { "game", "variant", "kingdom", "terrain", "card" } do
  local text, status = muster("new " .. kind .. " -h")
  check(status == 0, "new %s -h: status %d", kind, status)
  has(text, "usage: muster new", "new " .. kind .. " -h")
end

-- A ruleset that is not there: what may have been meant.
for _, command in ipairs { "play %s </dev/null", "check %s", "show %s", "options %s", "rules %s",
  "reference %s", "perft %s --depth 1", "compile %s", "engine %s </dev/null",
  "new variant of.nothing --of %s" } do
  local text = muster(command:format("conect-four"))
  has(text, "did you mean 'connect-four.ini'?", command)
end
for wrong, right in pairs { ["Clobber"] = "'clobber.ini'?", ["tictactoe"] = "'tic-tac-toe.ini'?",
  ["breakthrough"] = "'breakthrough-6x6.ini' or 'breakthrough-8x8.ini'?",
  ["battle-line"] = "'battle-line-long.ini' or 'battle-line-short.ini'?",
  ["short"] = "'battle-line-short.ini'?", ["connect-five"] = "'connect-four.ini'?" } do
  has(muster("check " .. wrong), "did you mean " .. right, wrong)
end
local far = muster("check zzz")
check(not far:find("did you mean", 1, true), "check zzz: %s", far)

-- A direction that only a grid with diagonals has.
write(home .. "/lua/mine/corner.lua", 'muster.module { title = "Corner" }\n'
  .. 'muster.game { title = "Corner", seats = 2 }\n'
  .. "local grid = muster.grid { columns = 3, rows = 3 }\nlocal ways = { grid.n, grid.ne }\n")
write(home .. "/rulesets/corner.ini", "[game]\ntitle = Corner\n\n[modules]\nmine.corner = on\n")
has(muster("check corner"), "error: grid.ne is not available in rules: "
  .. "this grid is not declared with diagonal = true", "a direction that the grid lacks")

-- ---- play --watch -------------------------------------------------------------------------------

-- A match whose input is typed step by step; its output is awaited, on a busy machine long.
local function session(ruleset)
  local output = home .. "/output"
  os.remove(output)
  local pipe = assert(io.popen(("cd %s && %s LC_ALL=C.UTF-8 %s play %s --hotseat --watch > %s 2>&1")
    :format(quoted(home), as_home, quoted(BIN), ruleset, quoted(output)), "w"))
  local from = 1
  local self = {}
  function self.await(text)
    for _ = 1, 6000 do
      local all = read(output) or ""
      local at, stop = all:find(text, from, true)
      if at then
        local seen = all:sub(from, stop)
        from = stop + 1
        check(true, text)
        return seen
      end
      os.execute("sleep 0.05")
    end
    check(false, "play --watch: '%s' did not come after:\n%s", text,
      (read(output) or ""):sub(from))
    return ""
  end
  function self.type(line)
    pipe:write(line, "\n")
    pipe:flush()
  end
  function self.close() return pipe:close() end
  return self
end

local file = home .. "/lua/mine/harvest.lua"
local function change(from, to)
  local text = read(file)
  local at, stop = text:find(from, 1, true)
  assert(at, "the template has no " .. from)
  write(file, text:sub(1, at - 1) .. to .. text:sub(stop + 1))
end

local match = session("harvest")
match.await("First> ")
match.type("a1")
match.await("Second> ")
-- a rule is loosened: the match goes on under it, where it stands
change("near(tops(stone, me()))", "near(tops(stone, 1 - me()))")
match.await("lua/mine/harvest.lua has changed.")
match.await("The new rules apply: the ply played so far was replayed under them.")
match.await("Second> ")
match.type("b1")
match.await("'b1' is refused. HARVEST-3")
match.await("Second> ")
-- a fault: shown as check shows it, and the old rules stay
change("now.turn = 1 - now.turn\n", "now.turn = 1 - trun\n")
match.await("error: unknown name 'trun'")
match.await("The match continues under the old rules.")
match.await("Second> ")
match.type("e5")
match.await("First> ")
change("now.turn = 1 - trun\n", "now.turn = 1 - now.turn\n")
match.await("has changed: the rules of this match are restored.")
match.await("First> ")
-- a ply becomes impossible: which one and why is said, and the match is kept
change("zones - occupied()", "zones - occupied() - only(at(4, 4))")
match.await("Ply 2, 'e5', is impossible under the new rules:")
match.await("HARVEST-2")
match.await("The match continues under the old rules; new starts one under the new rules.")
match.await("First> ")
match.type("position")
match.await("e5:stone2")
match.await("First> ")
match.type("new")
match.await("First> ")
match.type("e5")
match.await("'e5' is refused. HARVEST-2")
match.await("First> ")
-- the ruleset file counts too: its board is smaller
write(home .. "/rulesets/harvest.ini", (read(home .. "/rulesets/harvest.ini"):gsub(";size = 5",
  "size = 4")))
match.await("rulesets/harvest.ini has changed.")
match.await("The new rules apply.")
match.await("First> ")
-- a module that is no part of the game changes nothing
write(home .. "/lua/small/clobber.lua", read(home .. "/lua/small/clobber.lua") .. "\n")
match.await("First> ")
match.type("quit")
match.close()
check(not (read(home .. "/output") or ""):find("clobber", 1, true), "clobber is reported")

-- the file of a scenario
file = home .. "/scenarios/mine/hill.lua"
match = session("mine/hill")
match.await("White> ")
match.type("c2c3")
match.await("Black> ")
change('text = "Hold c4 and d4"', 'text = "Hold the two stones"')
match.await("scenarios/mine/hill.lua has changed.")
match.await("The new rules apply: the ply played so far was replayed under them.")
match.await("Hold the two stones")
change('"c4 d4"', '"c4 d9"')
match.await("error: the board has no zone 'd9'")
match.await("The match continues under the old rules.")
match.type("quit now")
match.close()

-- ---- engine --jail ------------------------------------------------------------------------------

-- The answers of an engine, a line each. The leak check reads files at the end: not in a jail.
local function engine(arguments, requests)
  local feed = "printf '%s\\n'"
  for _, request in ipairs(requests) do feed = feed .. " " .. quoted(request) end
  return capture("sh -c " .. quoted(("%s | ASAN_OPTIONS=detect_leaks=0 %s engine %s"):format(feed,
    quoted(BIN), arguments)))
end

local requests = { '{"op":"hello"}', '{"op":"options"}', '{"op":"new","seed":7}', '{"op":"legal"}',
  '{"op":"play","move":"nonsense"}', '{"op":"observe","seat":0}', '{"op":"go","nodes":50}',
  '{"op":"position","seat":1}', '{"op":"perft","depth":1}', '{"op":"transcript"}',
  '{"op":"undo"}' }
local load_another = { '{"op":"new"}', '{"op":"load","ruleset":"tic-tac-toe"}', '{"op":"state"}' }
for _, ruleset in ipairs { "battle-line-long", "warline-arts" } do
  local free, jailed = engine(ruleset, requests), engine(ruleset .. " --jail", requests)
  jailed = jailed:gsub("muster engine: %-%-jail: no limit of memory[^\n]*\n", "")
  check(free == jailed, "engine --jail %s: expected\n%s\nfound\n%s", ruleset, free, jailed)
end
local refused = engine("clobber --jail", load_another)
has(refused, '"code":"bad_ruleset","message":"cannot read', "load in a jail")
has(refused, '"ply":0', "the match after a load in a jail")
local without, without_status = capture(quoted(BIN) .. " engine --jail")
has(without, "--jail needs a ruleset", "engine --jail")
check(without_status == 2, "engine --jail: exit status %s", without_status)
-- In the jail for loading, rulesets can be chosen, and no other file be read.
local elsewhere = capture("mktemp /tmp/muster-XXXXXX.ini"):gsub("%s", "")
local loaded = engine("--jail-load", { load_another[2], '{"op":"options"}',
  '{"op":"load","ruleset":"' .. elsewhere .. '"}' })
if not loaded:find("this system cannot confine", 1, true) then
  has(loaded, '{"ok":true,"options":', "options in a jail for loading")
  has(loaded, '"code":"bad_ruleset"', "a file elsewhere in a jail for loading")
  check(not loaded:find("no module", 1, true),
    "a file elsewhere is read in a jail for loading: %s", loaded)
  local free = engine("clobber", requests)
  local jailed = engine("clobber --jail-load", requests)
  jailed = jailed:gsub("muster engine: %-%-jail: no limit of memory[^\n]*\n", "")
  check(free == jailed, "engine --jail-load clobber: expected\n%s\nfound\n%s", free, jailed)
  has(engine("clobber --jail-load", load_another), '"code":"bad_ruleset"',
    "a load after the jail for loading")
end
os.remove(elsewhere)
has(capture(quoted(BIN) .. " engine clobber --jail --jail-memory 1x"),
  "--jail-memory: expected 1 to 1048576, found '1x'", "engine --jail-memory")

-- ---- perft and replay with --budget -------------------------------------------------------------

local saved = home .. "/saved.txt"
write(home .. "/input", "b2\nsave " .. saved .. "\n")
capture(("sh -c %s"):format(quoted(("%s play tic-tac-toe --hotseat <%s"):format(quoted(BIN),
  quoted(home .. "/input")))))
for _, command in ipairs { "perft tic-tac-toe --depth 5", "perft tic-tac-toe --depth 3 --divide",
  "replay " .. saved } do
  local free = muster(command)
  local same, same_status = muster(command .. " --budget 100000000")
  check(same == free and same_status == 0, "%s with a budget: %s", command, same)
  local short, short_status = muster(command .. " --budget 3")
  has(short, "budget of 3 work units", command .. " --budget 3")
  check(short_status == 1, "%s --budget 3: status %d", command, short_status)
  local wrong, wrong_status = muster(command .. " --budget 0")
  has(wrong, "--budget: expected 1 to", command .. " --budget 0")
  check(wrong_status == 2, "%s --budget 0: status %d", command, wrong_status)
end
local depths = muster("perft tic-tac-toe --depth 5 --budget 20000")
has(depths, "1 9\n2 72\n3 504\n", "perft --budget")
check(not depths:find("4 3024", 1, true), "perft --budget: expected no depth 4: %s", depths)

-- ---- chance at the start of a count -------------------------------------------------------------

has(muster("perft warline-tactical --set warline.player1=random --depth 1"), "1 2\n",
  "perft of a match that chance begins")
has(muster("perft goofspiel --depth 1"), "the outcomes of 'drawing' are too many to count; seed 1",
  "perft of a match that a shuffle begins")

-- ---- what a replay compares ---------------------------------------------------------------------

has(muster("replay " .. saved), "1 plies, every hash equal;", "replay")
local by_hand = "muster transcript 1\nruleset rulesets/tic-tac-toe.ini\n%smoves\n%s"
write(home .. "/by_hand", by_hand:format("", "b2\na1\n"))
has(muster("replay " .. home .. "/by_hand"), "2 plies, no hash to compare;",
  "replay without hashes")
local first = io.open(saved):read("a")
write(home .. "/by_hand", by_hand:format(first:match("start %x+\n"), "b2\na1\n"))
has(muster("replay " .. home .. "/by_hand"), "2 plies, 1 hash equal, 2 missing;",
  "replay with some hashes")

-- ---- editors ------------------------------------------------------------------------------------

-- The value of a JSON text, or nil: objects, lists, texts without escapes, true and false.
local function json(text)
  local at, value = 1, nil
  local function sign(wanted)
    at = text:find("%S", at) or #text + 1
    if text:sub(at, at) ~= wanted then return false end
    at = at + 1
    return true
  end
  local function texts()
    if not sign('"') then return nil end
    local stop = text:find('"', at, true)
    local found = stop and text:sub(at, stop - 1)
    at = (stop or #text) + 1
    return found
  end
  local function list(close, one)
    local items = {}
    if sign(close) then return items end
    repeat
      if not one(items) then return nil end
    until not sign(",")
    return sign(close) and items or nil
  end
  function value()
    if sign("{") then
      return list("}", function(items)
        local key = texts()
        if not key or not sign(":") then return false end
        items[key] = value()
        return items[key] ~= nil
      end)
    elseif sign("[") then
      return list("]", function(items)
        items[#items + 1] = value()
        return items[#items] ~= nil
      end)
    end
    local word = text:match("^%s*(%l+)", at)
    if word == "true" or word == "false" then
      at = select(2, text:find("^%s*%l+", at)) + 1
      return word == "true" or "false" -- nil and false say that there is no value
    end
    return texts()
  end
  local found = value()
  return not text:find("%S", at) and found or nil
end

local settings = json(read(ROOT .. "/.luarc.json") or "")
if check(settings, ".luarc.json is no JSON") then
  check(settings["runtime.version"] == "Lua 5.4", ".luarc.json: runtime.version")
  check(settings["diagnostics.globals"] and settings["diagnostics.globals"][1] == "muster",
    ".luarc.json does not know muster")
  local paths = table.move(settings["workspace.library"] or {}, 1, 9, 1, {})
  for _, path in ipairs(settings["runtime.path"] or {}) do
    paths[#paths + 1] = path:match("^(.-)/%?") or path
  end
  for _, path in ipairs(settings["workspace.ignoreDir"] or {}) do paths[#paths + 1] = path end
  check(#paths >= 2, ".luarc.json names no paths")
  for _, path in ipairs(paths) do
    local _, status = capture("ls -d " .. quoted(ROOT .. "/" .. path))
    check(status == 0, ".luarc.json names '%s', which is not there", path)
  end
end
-- `muster show` plays moves first, prints lines too, and says which move is refused.
check(muster("show tic-tac-toe --play ' a1  b2' --line") == "place a1:mark1 b2:mark2\n",
  "show --play --line prints another position")
has(capture(quoted(BIN) .. " show --position 'place a1:mark1 b2:mark2'"),
  "read as tic-tac-toe.ini\nTic-tac-toe\n",
  "show --position without a ruleset")
has(capture(quoted(BIN) .. " show --position nothing"),
  "no ruleset that comes with Muster writes this position",
  "show --position of no ruleset")
local plain_text = capture("LC_ALL=C " .. quoted(BIN) .. " show tic-tac-toe")
check(not plain_text:find("[\128-\255]") and plain_text:find("+---+", 1, true),
  "show under LC_ALL=C prints '%s'", plain_text)
local drawn, drawn_status = muster("show tic-tac-toe --play 'a1 a1'")
has(drawn, "'a1' is refused. TTT-1", "show --play")
check(drawn_status == 1, "show --play: exit status %s", drawn_status)

local stubs, functions = read(ROOT .. "/lua/meta/muster.lua") or "", 0
check(stubs == capture(quoted(BIN) .. " reference --stubs"),
  "lua/meta/muster.lua differs from what muster reference --stubs prints")
for name in capture(quoted(BIN) .. " reference"):gmatch("### `muster%.([%w_]+)") do
  functions = functions + 1
  check(stubs:find("\nmuster." .. name .. " = ", 1, true) or
    stubs:find("\nfunction muster." .. name .. "(", 1, true) or
    stubs:find("\n---@class muster." .. name .. "%f[^%w_]"), "the stubs lack muster.%s", name)
end
check(functions > 30, "the reference has %d functions", functions)

capture("rm -rf " .. quoted(home))
shell.finish()
