-- What `muster check` says of the faults that designers make. Run in the source root, with
-- MUSTER_BIN set:
--   lua5.4 tests/check_test.lua
-- In a scratch home each case plants one fault, or several, in a kingdom, a terrain, a variant, a
-- game or a ruleset that are in order, and names every line that is said of it: where, and what.
-- More than that must not be said: one fault is one message.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, capture = shell.read, shell.write, shell.quoted, shell.capture
local ROOT, BIN = shell.ROOT, shell.BIN
local faults, cases = 0, 0

local home = shell.scratch_home()
local function muster(arguments)
  return capture("MUSTER_HOME=" .. quoted(home) .. " " .. quoted(BIN) .. " " .. arguments)
end

for kind, name in pairs { kingdom = "reef", variant = "calm", terrain = "fen", game = "plot",
  card = "bell" } do
  assert(select(2, muster("new " .. kind .. " " .. name)) == 0, "muster new " .. kind)
end
-- A second kingdom, with all that the first one lacks: that of the page about a first kingdom.
write(home .. "/lua/mine/quick.lua", (read(ROOT .. "/lua/warline/kingdoms/dune.lua")
  :gsub('letter = "D", word = "dune"', 'letter = "Q", word = "quick"')
  :gsub('name = "Dune"', 'name = "Quick"'):gsub('kingdom%("dune"%)', 'kingdom("quick")')
  :gsub(", dune%)", ", quick)")))
write(home .. "/rulesets/quick.ini", "inherits = warline-tactical.ini\n[modules]\n"
  .. "warline.ground = on\nwarline.arts = on\nmine.quick = on\n[warline]\nkingdom1 = Q\n"
  .. "kingdom2 = F\n[dune]\ntunnel_cost = 3\n")

local FILES = { quick = "lua/mine/quick.lua", reef = "lua/mine/reef.lua",
  bell = "lua/mine/bell.lua", calm = "lua/mine/calm.lua",
  fen = "lua/mine/fen.lua", plot = "lua/mine/plot.lua",
  ini = "rulesets/quick.ini" }

-- The line on which a part of the source first stands.
local function line_of(text, part)
  local at = text:find(part, 1, true)
  return at and select(2, text:sub(1, at):gsub("\n", "")) + 1
end

-- `changes`: text, what it becomes. `wanted`: part of the line at fault, part of
-- what is said.
local function plant(of, changes, wanted)
  local path = home .. "/" .. FILES[of]
  local before = read(path)
  local text = before
  for i = 1, #changes, 2 do
    local from, to = text:find(changes[i], 1, true)
    if not from then error(of .. " has no: " .. changes[i]) end
    text = text:sub(1, from - 1) .. changes[i + 1] .. text:sub(to + 1)
  end
  write(path, text)
  local output, status = muster("check " .. (of == "ini" and "quick" or of))
  write(path, before)
  cases = cases + 1
  local expected, found = {}, {}
  for i = 1, #wanted, 2 do
    expected[#expected + 1] = { ("%s:%d: "):format(FILES[of], line_of(text, wanted[i])),
      wanted[i + 1] }
  end
  for line in output:gmatch("[^\n]+") do
    local place, said = line:match("^(%S+:%d+):%d+: error: (.+)$")
    if not place then place, said = line:match("^(%S+): error: (.+)$") end
    if said then found[#found + 1] = place .. ": " .. said end
  end
  local good = status == 1 and #expected == #found
  for i, each in ipairs(expected) do
    good = good and found[i]:sub(1, #each[1]) == each[1] and found[i]:find(each[2], 1, true)
    expected[i] = each[1] .. each[2]
  end
  if good then return end
  faults = faults + 1
  io.stderr:write(("%s with %s: status %s, expected:\n  %s\nfound:\n%s\n"):format(of, changes[2],
    status, table.concat(expected, "\n  "), output))
end

for name in pairs(FILES) do
  if name ~= "ini" then
    local output, status = muster("check --strict " .. name)
    assert(status == 0, output)
  end
end

-- Something that only looks wrong is a warning.
local function warned(from, to, ...)
  local before = read(home .. "/" .. FILES.reef)
  local at, stop = before:find(from, 1, true)
  write(home .. "/" .. FILES.reef, before:sub(1, at - 1) .. to .. before:sub(stop + 1))
  local output, status = muster("check --strict reef")
  write(home .. "/" .. FILES.reef, before)
  cases = cases + 1
  for _, text in ipairs { ... } do
    if status ~= 1 or not output:find(text, 1, true) then
      faults = faults + 1
      io.stderr:write("reef: status ", status, ", expected ", text, " in:\n", output)
    end
  end
end

warned('text = "gu"', 'text = "l"',
  "warning: 'l' is the text of move 'gust', and reads like that of move 'face_left' (")
warned("kingdom.art {", [[kingdom.art { "shift", text = "u:{zone}", title = "Shift",
  rule = "REEF-1", least = 4, cost = 1,
  legal = function(unit) return choose("zone", near(place(unit)), "REEF-2", "none") end,
  apply = w.maneuver.walk_to }
kingdom.art {]],
  "warning: 'u:{zone}' is the text of move 'shift', and reads like that of move '")

-- ---- functions of a kingdom ---------------------------------------------------------------------

local TURN = "facing[foe] = (facing[foe] + 2) % 4 end"
local ROOTED = "arms[unit] >= 4)"
local FAR = "only(arts.along(place(unit), way, 2))"

plant("quick", { "dune.has(unit)", "dune.haz(unit)" },
  { "dune.haz(unit)", "there is no 'dune.haz'; did you mean 'has'?" })
plant("quick", { '"and", function(unit)', '"xor", function(unit)' },
  { '"xor"', "'xor' is not a way to join amendments; expected one of: and, or, min, max, +" })
plant("quick", { ROOTED, "arms[unti] >= 4)" }, { "arms[unti]", "unknown name 'unti'" })
plant("quick", { ROOTED, "arms[unit] >= true)" },
  { ">= true", "expected a number, found a boolean" })
plant("quick", { "need(zone,", "need(zone + zones," },
  { "zone + zones", "expected a set of zones, found a zone; only(zone) is a set of one" })
plant("quick", { "need(zone,", "need(facing[unit]," },
  { "need(facing", "found a number, and 0 counts as true in Lua" })
plant("quick", { "return top(zone)\n  end,", "return top(zone)\n," },
  { "apply = function(_, foe)", "'end' expected (to close 'function' at line" })
plant("calm", { "-", "local first = { 1\n2 }\n-" },
  { "local first",
    "a comma is missing at the end of this line, in the table that begins at line 1" })
plant("quick", { TURN, "facing[foe] = 4 end" },
  { "facing[foe] = 4", "'facing' must be 0 to 3, found 4" })
plant("quick", { TURN, "facing[foe] = facing[foe] / 4 end" },
  { "/ 4", "rules use integers only: '/'; write // to divide" })
plant("quick", { TURN, "facings[foe] = 1 end" }, { "facings[foe]", "unknown name 'facings'" })
plant("quick", { "local dests = nothing", "put(unit, place(unit)) local dests = nothing" },
  { "put(unit", "put writes, but a move's 'legal' is read-only" })
plant("quick", { 'choose("dest", dests', 'choose("dset", dests' },
  { "tu:{dest}", "'{dest}' in the text of move 'tunnel' is not one of its choices: {dset}" })
plant("quick", { FAR, "arts.along(place(unit), way, 2)" },
  { "dests | arts.along", "expected a set of zones, found a zone" })
plant("quick", { "w.queries.land()", "w.queries.lands()" },
  { "w.queries.lands()", "module 'warline.tactical.queries' has no 'lands'; did you mean 'land'?" })
plant("quick", { "for way = 0, 3 do", "while true do" }, { "while true", "unknown name 'way'" })
plant("quick", { "apply = w.maneuver.walk_to,", "apply = w.maneuver.walk_too," },
  { "w.maneuver.walk_too",
    "module 'warline.tactical.maneuver' has no 'walk_too'; did you mean 'walk_to'?" })
plant("quick", { "apply = w.maneuver.walk_to,", "apply = w.walk_to," },
  { "w.walk_to",
    "module 'warline.tactical' has no 'walk_to'; did you mean 'maneuver.walk_to'?" })
plant("quick", { "least = 4, cost", "leest = 4, cost" },
  { "leest", "an art has no 'leest'; did you mean 'least'?" })
plant("quick", { "occupied()", "ocupied()" },
  { "ocupied()", "unknown name 'ocupied'; did you mean 'occupied'?" })

-- ---- declarations of a game and a variant -------------------------------------------------------

plant("plot", { "title = \"Plot\", section", 'title = "Plot", sektion' },
  { "sektion", "muster.module has no 'sektion'; did you mean 'section'?" })
plant("calm", { "options = {\n",
  'options = {\n    { key = "allowed", type = "bool", default = true },\n' },
  { "local options", "option 'allowed' is declared twice in [calm]" })
plant("calm", { "options = {\n",
  'options = {\n    { key = "flag", seat = 2, type = "bool", default = true },\n' },
  { "flag", "option 'flag': expected a key that ends in 2, the number of its seat" })
plant("plot", { "marks =", "mark =" }, { "mark =", "a scene has no 'mark'; did you mean 'marks'?" })

-- ---- scenes -------------------------------------------------------------------------------------

-- What `check plot` says first, of its ruleset, when `source` replaces `old`, a pattern.
local function plot_with(old, source, status, said)
  local path = home .. "/" .. FILES.plot
  local before = read(path)
  local text, count = before:gsub(old, function() return source end)
  assert(count == 1, "plot has no " .. old)
  write(path, text)
  local output, found = muster("check plot")
  write(path, before)
  cases = cases + 1
  if found == status and output:find("rulesets/plot.ini: " .. said, 1, true) == 1 then return end
  faults = faults + 1
  io.stderr:write(("%s: status %s, expected first: %s\nfound:\n%s\n"):format(source, found, said,
    output))
end

local SCENE = "muster%.scene%b()"
plot_with(SCENE, "", 0, "warning: no module says what seats see (muster.scene)")
plot_with(SCENE, "muster.scene(function() return { items = { { type = 'gird' } } } end)", 1,
  "error: scene.items[0].type: expected one of 'grid', 'cards'")
plot_with(SCENE, "muster.scene(function(seat) return { status = seat == 1 and 1 or nil } end)", 1,
  "error: scene.status: expected a string, got 1")
plot_with(SCENE,
  "muster.scene(function() return { status = muster.is_over() and 1 or nil } end)", 1,
  "error: scene.status: expected a string, got 1; found in a random game after '")

plot_with("muster%.grid %b{}", "", 1,
  "error: a game needs muster.game with 1 to 8 seats, and a board; a game that has none "
  .. "declares muster.grid { columns = 1, rows = 1 }")

-- ---- games of several chapters ------------------------------------------------------------------

-- The chapters that `plot` is given; each is a file of the folder lua/mine/book.
local CHAPTERS = { sea = "return { deep = 1, wide = 2 }", land = "return { wide = 3, high = 4 }",
  rules = "local option = 'none'", number = "return 7" }
os.execute("mkdir -p " .. quoted(home .. "/lua/mine/book"))
for name, source in pairs(CHAPTERS) do
  write(home .. "/lua/mine/book/" .. name .. ".lua", source .. "\n")
end
local function chapters(call)
  return { "muster.game", 'local book = require("muster.chapters").' .. call .. "\nmuster.game" }
end

plot_with("muster%.game", chapters('grouped("mine.book", { "sea", "land", "rules" })\n'
  .. "assert(book.sea.wide == 2 and book.land.wide == 3)")[2], 0, "ok")
plot_with("muster%.game", chapters('joined("mine.book", { "rules", "land" })\n'
  .. "assert(book.wide == 3 and book.high == 4)")[2], 0, "ok")
plant("plot", chapters('joined("mine.book", { "sea", "land" })'),
  { "local book", "'wide' is offered twice: by mine.book.sea and by mine.book.land" })
plant("plot", chapters('grouped("mine.book", { "sea", "land", "sea" })'),
  { "local book", "group 'sea' is offered twice: by mine.book.sea and by mine.book.sea" })
plant("plot", chapters('grouped("mine.book", { "sea" }, { sea = {} })'),
  { "local book", "group 'sea' is offered twice: by the table of groups and by mine.book.sea" })
plant("plot", chapters('grouped("mine.book", { "number" })'), { "local book",
  "chapter mine.book.number returns a number; expected a table of what it offers" })
plant("plot", chapters('grouped("mine.book", { "sea", "land" })\nlocal high = book.land.hihg'),
  { "local high", "module 'mine.book.land' has no 'hihg'; did you mean 'high'?" })

-- ---- cards --------------------------------------------------------------------------------------

local OFFER = "muster.module {"
plant("bell", { '"black"', '"blak"' },
  { '"blak"', "its school is 'blak', expected one of: elementalism white black" })
plant("bell", { "mana = 2", "mana = '2'" }, { OFFER, "its mana must be a whole number" })
plant("bell", { "doubleable = true", "doubleable = 1" },
  { OFFER, "its doubleable must be true or false" })
plant("bell", { "doubleable", "dubleable" },
  { "dubleable", "unknown key 'dubleable'; expected word, name" })
plant("bell", { "phase = 3", "phase = 6" },
  { "phase = 6", "it lasts until 'phase', 'day', 'dawn'" })
plant("bell", { "amount = 4", "amount = 40" }, { OFFER, "its amount must be a whole number" })
plant("bell", { "amount = 4", "changes = 'helth'" },
  { "'helth'", "it changes 'helth', expected its own word or one of: health damage mana" })
plant("bell", { "amount = 4", "target = 'dead'" }, { "'dead'", "not on 'dead'" })
plant("bell", { "ends =", "end_s =" },
  { "end_s =", "a card has no 'end_s'; did you mean 'ends'?" })
plant("bell", { 'fl.card("bell"', 'fl.card("bel"' },
  { 'fl.card("bel"', "no module offers the spell 'bel'" })
plant("bell", { "muster.rules", 'fl.card("bell", {})\nmuster.rules' },
  { 'fl.card("bell", {})', "the card 'bell' is given twice" })
plant("bell", { "flow.hit_front", "flow.hit_frnt" },
  { "flow.hit_frnt", "did you mean 'hit_front'?" })

capture("rm -r " .. quoted(home))
print(("%d cases, %d faults"):format(cases, faults))
os.exit(faults == 0)
