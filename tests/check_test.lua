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

for kind, name in pairs { kingdom = "reef", variant = "calm", terrain = "fen", game = "plot" } do
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

local FILES <const> = { quick = "lua/mine/quick.lua", reef = "lua/mine/reef.lua",
  calm = "lua/mine/calm.lua", fen = "lua/mine/fen.lua", plot = "lua/mine/plot.lua",
  ini = "rulesets/quick.ini" }

-- The line on which a part of the source first stands.
local function line_of(text, part)
  local at = text:find(part, 1, true)
  return at and select(2, text:sub(1, at):gsub("\n", "")) + 1
end

-- `changes`: text, what it becomes. `wanted`: what stands in the line that is to blame, part of
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

-- What only looks wrong is a warning.
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

warned("if_foe(step(place(unit), way)) ~= none", "arms(unit) > 6",
  "warning: 'arms(unit) > 6' never holds: move 'gust' is never legal")
warned("w.foes(other, unit)", "w.foez(other, unit)",
  "warning: nothing ever has a field 'foez'; did you mean 'foes'?")
warned('text = "gu"', 'text = "l"',
  "warning: 'l' is the text of move 'gust', and of move 'face_left' (")

-- ---- texts of a kingdom -------------------------------------------------------------------------

local NEED <const> = 'first_foe(unit, way) ~= none", rule'
local TURN <const> = "facing(foe) = (facing(foe) + 2) % 4"
local ROOTED <const> = "not (has_arts(unit, quick) and arms(unit) >= 4)"
local FREE <const> = "size(tunnels(unit)) > 0"

plant("quick", { NEED, 'first_fo(unit, way) ~= none", rule' },
  { "first_fo(", "unknown name 'first_fo'; did you mean 'first_foe'?" })
plant("quick", { TURN, "facing(fo) = 2" }, { "facing(fo)", "unknown name 'fo'" })
plant("quick", { FREE, "tunnels(unit) > 0" },
  { '"tunnels(unit) >', "expected a number, found a set of zones; size(SET)" })
plant("quick", { FREE, "tunnels(unit)" },
  { 'where = "tunnels(unit)"', "expected a number, found a set of zones; size(SET)" })
plant("quick", { 'of = "tunnels(unit)"', 'of = "place(unit)"' },
  { 'of = "place', "expected a set of zones, found a number; only(ZONE)" })
plant("quick", { NEED, 'first_foe(unit, way ~= none", rule' },
  { "way ~= none", "expected ')', found the end" })
plant("quick", { "arms(unit) >= 4)", "arms(unit) = 4)" },
  { "unit) = 4", "expected ')', found '='; numbers are compared with '=='" })
plant("quick", { NEED, 'first_foe(unit, way) != none", rule' },
  { "!= none", "found '!'; 'not equal' is written '~='" })
plant("quick", { NEED, 'first_foe(unit, way) ~= nil", rule' },
  { "~= nil", "unknown name 'nil'; nothing is called 'none' here" })
plant("quick", { NEED, 'first_foe(unit) ~= none", rule' },
  { "foe(unit) ~=", "'first_foe' takes 2 arguments: first_foe(unit, way)" })
plant("quick", { FREE, "place(unit) ~= d4" },
  { "~= d4", "zones have no names in a text: write at(3, 3)" })
plant("quick", { TURN, "muster.put(foe, place(unit))" },
  { "muster.put(", "'muster': a text calls no function of Lua" })
plant("quick", { TURN, "place(foe) = place(unit)" },
  { "place(foe) =", "'place' cannot be set; put(piece, place) moves a piece" })
plant("quick", { "let foe = top", "foe = top" },
  { "    foe = top", "'foe' is no fact, and cannot be set; a new name is made with 'let'" })
plant("quick", { TURN, "if foe ~= none then facing(foe) = 2" },
  { "if foe ~=", "this 'if' has no 'end'" })
plant("quick", { "emit(moved, unit, man_zone, dest)", "emit(moved, unit, dest)" },
  { "emit(moved, unit, dest)",
    "event 'moved' has 3 arguments: emit(moved, unit, from, to), found 2" })
plant("quick", { "man_zone = dest\"", "man_zone = dest go(maneuver_ovr)\"" },
  { "maneuver_ovr", "'maneuver_ovr' is not the name of a decision; did you mean 'maneuver_over'?" })
plant("quick", { ROOTED, "not (has_arts(unit, quik) and arms(unit) >= 4)" },
  { "quik)", "unknown name 'quik'; did you mean 'quick'?" })
plant("quick", { 'amend("routable"', 'amend("walls"' },
  { 'amend("walls"', "unknown name 'unit'; 'walls' has no parameters" })
plant("quick", { 'amend("routable"', 'amend("routabel"' },
  { "routabel", "no query is called 'routabel'; did you mean 'routable'?" })
plant("quick", { ', "and")', ', "und")' },
  { '"und"', "'und' joins no amendments; expected one of: and, or, min, max, +" })
plant("quick", { "{z in land -", "{z in tunnels(unit) -" },
  { "{z in tunnels", "definitions call each other without end" })
plant("quick", { 'text = "tu:{dest}"', 'text = "tu"' },
  { '"tunnel", text', "the text of move 'tunnel' must name every parameter, so that it can be "
    .. "read; it lacks {dest}" })
plant("quick", { 'text = "tu:{dest}"', 'text = "tu:{des}"' },
  { "{des}", "'{des}' in the text of move 'tunnel' is none of its parameters: {dest}" })

-- ---- what a kingdom consists of -----------------------------------------------------------------

plant("quick", { "least = 4", "leest = 4" },
  { "leest", "an art has no 'leest'; did you mean 'least'?" })
plant("quick", { "needs = {", "need = {" },
  { "need = {", "an art has no 'need'; did you mean 'needs'?" })
plant("quick", { "least = 4, cost = 2", "least = 4" },
  { '"sandstorm"', "art 'sandstorm' needs 'cost', a whole number or a text" })
plant("quick", { 'title = "Sandstorm", ', "" }, { '"sandstorm"', "art 'sandstorm' needs 'title'" })
plant("quick", { 'text = "sa", ', "" }, { '"sandstorm"', "art 'sandstorm': it needs a 'text'" })
plant("quick", { "cost = 2", "cost = 9" },
  { '"sandstorm"', "'cost' is 9; no battalion ever has more than 8 actions" })
plant("quick", { "least = 4", "least = 7" }, { '"sandstorm"', "'least' is 7; Arms are 1 to 6" })
plant("quick", { "least = 4", 'least = "four"' },
  { "least =", "'least' of an art must be a whole number, found a text" })
plant("quick", { "cost = 2", 'cost = "al"' }, { '"al"', "unknown name 'al'" })
plant("quick", { "{ where = \"first", "{ were = \"first" },
  { "were =", "a need has no 'were'; did you mean 'where'?" })
plant("quick", { 'arts.kingdom("quick")', 'arts.kingdom("quik")' },
  { '"quik"', "no kingdom is called 'quik'" })
plant("quick", { "options.tunnel_cost,", "options.tunel_cost," },
  { "tunel", "there is no 'options.tunel_cost'; did you mean 'options.tunnel_cost'?" })
plant("quick", { "muster.amend(", "muster.ammend(" },
  { "ammend", "unknown name 'muster.ammend'; did you mean 'muster.amend'?" })
plant("quick", { "dune.art {", "duen.art {" },
  { "duen", "unknown name 'duen'; did you mean 'dune'?" })
plant("quick", { "dune.worth(", "dune.wrth(", "return 3", "return thre" },
  { "wrth", "attempt to call a nil value (field 'wrth')", "thre", "unknown name 'thre'" })
plant("quick", { ', "warline.arts" }', " }" },
  { 'require("warline.arts")', "'warline.arts' is a module of its own: name it among those that "
    .. "mine.quick requires" })
plant("quick", { '"warline.arts" }', '"warline.art" }' },
  { '"warline.art"', "there is no module 'warline.art' (no file 'lua/warline/art.lua'); did "
    .. "you mean 'warline.arts'?" })
plant("quick", { 'colour = "yellow"', 'colour = "yelow"' },
  { '"yelow"', "the kingdom of mine.quick: its colour is 'yelow', expected one of: red" })
plant("quick", { 'colour = "yellow"', 'color = "yellow"' },
  { "color =", "the kingdom of mine.quick: it has no 'color', but: letter, word, name, colour" })
plant("quick", { 'letter = "Q"', 'letter = "F"' },
  { 'letter = "F"', "the kingdom of mine.quick: Flaym has the letter 'F' already" })
plant("quick", { "help =", "hlep =" }, { "hlep", "an option has no 'hlep'; did you mean 'help'?" })

-- What cannot be known while the kingdom is not heard is not blamed.
plant("quick", { "offers =", "offer =" },
  { "offer =", "muster.module has no 'offer'; did you mean 'offers'?" })
plant("quick", { 'letter = "Q", word', 'letter = "Q" word' },
  { "word =", "'}' expected near 'word'" })

-- Several in one run, in the order of their lines.
plant("quick", { 'amend("routable"', 'amend("routabel"', "least = 4", "leest = 4", "{z in land -",
  "{z in lnd -", '"Tunnel", rule', '"Tunnel", rool', "has_free(seat", "has_fre(seat",
  'id = "DUNE-3"', 'ID = "DUNE-3"' },
  { "routabel", "no query is called 'routabel'", "leest", "an art has no 'leest'", "{z in lnd",
    "unknown name 'lnd'; did you mean 'land'?", "rool", "an art has no 'rool'", "has_fre(",
    "unknown name 'has_fre'; did you mean 'has_free'?", "ID =", "a paragraph has no 'ID'" })

-- ---- rulesets -----------------------------------------------------------------------------------

plant("ini", { "mine.quick = on", "mine.quik = on" },
  { "mine.quik", "unknown module 'mine.quik'; did you mean 'mine.quick'?" })
plant("ini", { "mine.quick = on", "mine.quick = onn" },
  { "onn", "'mine.quick' is 'onn', expected on or off" })
plant("ini", { "kingdom1 = Q", "kingdom1 = G" },
  { "= G", "'kingdom1' is 'G', expected one of: F, I, S, T, B, Q" })
plant("ini", { "kingdom1 = Q", "kingdom = Q" },
  { "kingdom = Q", "unknown key 'kingdom' in [warline]; did you mean 'kingdom1'?" })
plant("ini", { "[dune]", "[dun]" }, { "[dun]", "unknown section [dun]; did you mean '[dune]'?" })
plant("ini", { "tunnel_cost = 3", "tunnel_cost = 8" },
  { "= 8", "'tunnel_cost' is '8', expected a whole number from 0 to 7" })
plant("ini", { "warline-tactical", "warline-tacticl" },
  { "tacticl", "nothing to inherit: cannot read" })
plant("ini", { "kingdom2 = F", "kingdom2 F" },
  { "kingdom2 F", "neither a '[section]' nor a 'key = value'; did you mean 'kingdom2 = F'?" })
plant("ini", { "kingdom2 = F", "kingdom2 = F\nkingdom2 = I" },
  { "kingdom2 = I", "'kingdom2' is set twice in [warline], first at line 8" })

-- ---- terrain, variants, games -------------------------------------------------------------------

plant("fen", { "== marsh", "== mrash" }, { "mrash", "unknown name 'mrash'; did you mean 'marsh'?" })
plant("calm", { 'forbid("stall"', 'forbid("stal"' },
  { "stal\"", "no move is called 'stal'; did you mean 'stall'?" })
plant("calm", { "calm_allows == 1", "calm_alows == 1" },
  { "calm_alows", "unknown name 'calm_alows'; did you mean 'calm_allows'?" })
plant("calm", { "why =", "wy =" }, { "  wy =", "muster.forbid has no 'wy'" })
plant("calm", { "muster.rules {", 'muster.on("routd", "turn = 1")\n'
  .. 'muster.permit("stall", { where = "true", rule = "WT-STALL-99" })\n'
  .. 'muster.forbid("stal", { where = "true", why = "x" })\nmuster.amend("landd", "nothing")\n'
  .. 'muster.move { "dance", at = "ordr", text = "dance", apply = "pop()" }\nmuster.rules {' },
  { "routd", "no event is called 'routd'; did you mean 'routed'?", "WT-STALL-99",
    "move 'stall' has no condition with the rule 'WT-STALL-99'", '"stal"',
    "no move is called 'stal'",
    "landd", "no query is called 'landd'; did you mean 'land'?", "ordr",
    "no decision is called 'ordr'; did you mean 'order'?" })
plant("plot", { "tops(stone, me)", "tops(stoen, me)" },
  { "stoen", "unknown name 'stoen'; did you mean 'stone'?" })
plant("plot", { "turn = 1 - turn", "turn = 2" }, { "turn = 2", "'turn' must be 0 to 1, found 2" })
plant("plot", { "apply =", "aply =" },
  { "aply", "muster.move has no 'aply'; did you mean 'apply'?" })

local CHAPTER <const> = 'muster.rules { title = "How'
local MOVE <const> = 'muster.move { "pass", at = "place", text = "pass{x}", apply = "turn = 0", '
plant("plot", { CHAPTER, MOVE .. '{ each = "x" } }\n' .. CHAPTER },
  { MOVE, "the clause of parameter 'x' needs 'of' (zones), 'pieces', 'subset', or 'from'" })
plant("plot", { CHAPTER, MOVE .. '{ each = "x", of = "zones", where = "1 > 0" } }\n' .. CHAPTER },
  { MOVE, "a clause has 'where' or 'each', not both: write two clauses" })
plant("plot", { CHAPTER, MOVE .. '"row(1) == 1" }\n' .. CHAPTER },
  { MOVE, "a clause of move 'pass' must be a table, found a string" })
plant("plot", { CHAPTER, 'muster.on("sown")\n' .. CHAPTER },
  { 'on("sown', "to 'on' (string expected" })
plant("plot", { "title = \"Plot\", section", 'title = "Plot", sektion' },
  { "sektion", "muster.module has no 'sektion'; did you mean 'section'?" })
plant("calm", { "options = {\n",
  'options = {\n    { key = "allowed", type = "bool", default = true },\n' },
  { "local options", "option 'allowed' is declared twice in [calm]" })
plant("plot", { "marks =", "mark =" }, { "mark =", "a scene has no 'mark'; did you mean 'marks'?" })

capture("rm -r " .. quoted(home))
print(("%d cases, %d faults"):format(cases, faults))
os.exit(faults == 0)
