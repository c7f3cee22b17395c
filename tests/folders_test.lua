-- Checks folders of authors: rules, rulesets and scenarios that do not lie in Muster's folder.
-- Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/folders_test.lua

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, capture = shell.read, shell.write, shell.quoted, shell.capture
local check, BIN, SPECS = shell.check, shell.BIN, shell.SPECS

local folder = capture("mktemp -d"):gsub("\n", "")
local data = folder .. "/data"
local mine, other = folder .. "/mine", data .. "/muster"
for _, path in ipairs { mine .. "/lua/house", mine .. "/rulesets", mine .. "/scenarios",
  other .. "/lua/house", other .. "/rulesets" } do
  capture("mkdir -p " .. quoted(path))
end

local with = "XDG_DATA_HOME=" .. quoted(data) .. " "
local function muster(arguments, lines)
  local command = ("%s%s --folder %s %s"):format(with, quoted(BIN), quoted(mine), arguments)
  if not lines then return capture(command) end
  for i, line in ipairs(lines) do lines[i] = quoted(line) end
  local typed = "printf '%s\\n' " .. table.concat(lines, " ")
  return capture("sh -c " .. quoted(typed .. " | " .. command))
end

local function has(arguments, text, status)
  local output, got = muster(arguments)
  check(got == (status or 0), "%s: status %d:\n%s", arguments, got, output)
  check(output:find(text, 1, true), "%s: expected '%s', found:\n%s", arguments, text, output)
end

local CALM = [[
--- Calm: column a is left alone.
muster.module { title = "Calm", requires = { "small.clobber" } }
muster.move_named("clobber"):forbid("CALM-1", "column a is calm",
  function(from) return column(from) == 0 end)
]]
local INI = "inherits = clobber.ini\n\n[game]\ntitle = Calm clobber\n\n[modules]\nhouse.calm = on\n"

write(mine .. "/lua/house/calm.lua", CALM)
write(mine .. "/rulesets/calm.ini", "; Clobber without column a.\n" .. INI)
write(other .. "/lua/house/wild.lua", (CALM:gsub("Calm", "Wild"):gsub("CALM", "WILD"):gsub("calm",
  "wild"):gsub("column%(from%) == 0", "row(from) == 0")))
write(other .. "/rulesets/both.ini",
  (INI:gsub("Calm clobber", "Calm and wild"):gsub("house.calm", "house.wild = on\nhouse.calm")))

-- Every command sees them.
has("check calm", "rulesets/calm.ini: ok (Calm clobber)")
has("check both", "Calm and wild")
has("check house/calm.lua", "there is no file", 1)
has("check lua/house/calm.lua", "lua/house/calm.lua: ok")
has("list rulesets", "Clobber without column a")
has("list rulesets", "Calm and wild")
has("perft calm --depth 1", "1 41")
has("rules calm", "CLOB-1")
has("options calm", "")

-- Muster's own scripts, which lie beside its modules, are none.
write(mine .. "/rulesets/scripts.ini", (INI:gsub("house.calm", "tools.plots")))
has("check scripts", "unknown module 'tools.plots'", 1)
os.remove(mine .. "/rulesets/scripts.ini")

local output = muster("play calm --line --seed 1", { "a1b1", "quit", "y" })
check(output:find("column a is calm", 1, true), "play: %s", output)
output = muster("engine calm", { '{"op":"new"}', '{"op":"play","move":"a1b1"}' })
check(output:find('"at":"' .. mine .. "/lua/house/calm.lua:3", 1, true), "engine: %s", output)
check(not capture(quoted(BIN) .. " list rulesets"):find("Calm", 1, true), "list without a folder")

-- A fault names the file, its line and the text there.
write(mine .. "/lua/house/faulty.lua", CALM:gsub("column%(from%)", "colum(from)"))
write(mine .. "/rulesets/faulty.ini", (INI:gsub("house.calm", "house.faulty")))
has("check faulty", mine .. "/lua/house/faulty.lua:4:25: error:", 1)
has("check faulty", "did you mean 'column'?", 1)
has("check lua/house/faulty.lua", mine .. "/lua/house/faulty.lua:4:25: error:", 1)
write(mine .. "/lua/house/syntax.lua", CALM .. "local = 3\n")
write(mine .. "/rulesets/syntax.ini", (INI:gsub("house.calm", "house.syntax")))
has("check syntax", mine .. "/lua/house/syntax.lua:5", 1)
write(mine .. "/rulesets/unknown.ini", (INI:gsub("house.calm", "house.clam")))
has("check unknown", "house.calm", 1)

-- A module that is in two folders is refused; a ruleset is that of the first folder.
write(other .. "/lua/house/calm.lua", CALM)
has("check calm", "the module 'house.calm' is in two folders, " .. mine
  .. "/lua/house/calm.lua and " .. other .. "/lua/house/calm.lua: rename one of them", 1)
os.remove(other .. "/lua/house/calm.lua")
write(mine .. "/lua/house/tic.lua", "return 1\n")
capture("mkdir " .. quoted(mine .. "/lua/small"))
write(mine .. "/lua/small/clobber.lua", "--- Not this one.\n")
has("check calm", "the module 'small.clobber' is in two folders, lua/small/clobber.lua and", 1)
os.remove(mine .. "/lua/small/clobber.lua")
write(mine .. "/rulesets/clobber.ini", (INI:gsub("inherits[^\n]*", ""):gsub("house.calm",
  "small.clobber = on\nhouse.calm")))
has("check clobber", "(Clobber)")
has("check " .. mine .. "/rulesets/clobber.ini", "(Calm clobber)")
os.remove(mine .. "/rulesets/clobber.ini")

-- A link that leads out of the folder is not read, and no line of it is shown.
write(folder .. "/secret.lua", "password = swordfish\n")
capture(("ln -s %s/secret.lua %s/lua/house/leak.lua"):format(folder, mine))
write(mine .. "/rulesets/leak.ini", (INI:gsub("house.calm", "house.leak")))
has("check leak", "it is a link that leads out of", 1)
check(not muster("check leak"):find("swordfish", 1, true), "a line of a linked file is shown")

-- `new` writes there; what it writes is good as it stands.
for _, kind in ipairs { "game", "variant" } do
  local name = "house.new_" .. kind
  has("new " .. kind .. " " .. name .. (kind == "variant" and " --of clobber" or ""), "Written:")
  local file = mine .. "/lua/house/new_" .. kind .. ".lua"
  check(read(file), "new %s wrote no %s", kind, file)
  check(not read("lua/house/new_" .. kind .. ".lua"), "new %s wrote into Muster's folder", kind)
  has("check --strict new-" .. kind, "ok")
  local spec = mine .. "/tests/rules/house/new_" .. kind .. "_spec.lua"
  local said, status = capture(("%sMUSTER_FOLDERS=%s %s %s"):format(with, quoted(mine),
    quoted(SPECS), quoted(spec)))
  check(status == 0, "the spec of the new %s: %s", kind, said)
end

-- Scenarios: by name, with a game of the folder, with their cases, and probed.
has("new scenario first --of calm", "--of is only for variants", 2)
has("new scenario ford", "Written:")
has("check scenarios/mine/ford.lua", "ok")
has("list scenarios", "mine/ford")
has("probe mine/ford --games 2", "Ford: 2 games", 1) -- two games do not reach all goals
local said, status = capture(("%sMUSTER_FOLDERS=%s %s %s"):format(with, quoted(mine), quoted(SPECS),
  quoted(mine .. "/scenarios/mine/ford.lua")))
check(status == 0, "the cases of the new scenario: %s", said)

-- A match is saved and replayed.
output = muster("engine calm",
  { '{"op":"new","seed":3}', '{"op":"play","move":"b1b2"}', '{"op":"transcript"}' })
check(output:find("ruleset " .. mine .. "/rulesets/calm.ini", 1, true), "transcript: %s", output)

-- Paths that cannot be folders are refused.
local function refused(path, text)
  local answer, code = capture(quoted(BIN) .. " --folder " .. quoted(path) .. " list")
  check(code == 2 and answer:find(text, 1, true), "--folder %s: %d: %s", path, code, answer)
end
refused(folder .. "/none", "there is no such folder")
refused(folder .. "/secret.lua", "there is no such folder")
capture("mkdir " .. quoted(folder .. "/a b"))
refused(folder .. "/a b", "its path has a blank or a colon")
capture("mkdir -p " .. quoted(folder .. "/" .. ("x"):rep(120)))
refused(folder .. "/" .. ("x"):rep(120), "its path is too long")

capture("rm -rf " .. quoted(folder))
shell.finish()
