-- Campaigns: what is said of faults in their links, how a campaign is played and kept, and that a
-- match of it replays alone. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/campaign_test.lua

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local write, quoted, check = shell.write, shell.quoted, shell.check
local home = shell.scratch_home()
local FOLDER = home .. "/scenarios/road"
os.execute("mkdir -p " .. quoted(FOLDER) .. " && mkdir -p " .. quoted(home .. "/state"))

local function muster(command)
  return shell.capture(("sh -c %s"):format(quoted(
    ("cd %s && export MUSTER_HOME=%s XDG_STATE_HOME=%s && %s"):format(quoted(home), quoted(home),
      quoted(home .. "/state"),
      (command:gsub("muster", function() return quoted(shell.BIN) end))))))
end

local FILES = {
  ford = [[
return {
  title = "The Ford", game = "breakthrough-6x6", campaign = "The Road",
  carries = { veterans = { max = 12, help = "pawns that go on" }, relic = {} },
  links = {
    { ending = "breakthrough", winner = 0, to = "hill", says = "You are across." },
    { failed = "all", to = "swamp", says = "Through the swamp, then." },
    { says = "It is over." },
  },
  load = function(scenario)
    local game = require("small.breakthrough")
    scenario.goal { "across", seat = 0, text = "Cross", ending = "breakthrough" }
    scenario.goal { "all", seat = 0, text = "Lose nobody",
      failed = function() return #tops(game.pawn, 0) < 12 end }
    scenario.carry("veterans", function() return #tops(game.pawn, 0) end)
    scenario.carry("relic", function() return #tops(game.pawn, 1) < 11 end)
  end,
  expect = { { "begins", to_move = 0 } },
}
]],
  hill = [[
return {
  title = "The Hill", game = "breakthrough-6x6", story = "They wait on the hill.",
  brings = { veterans = { max = 12, default = 6, help = "pawns of the ford" } },
  links = { { winner = 1, to = "ford", says = "Back to the ford." }, { to = "town" } },
  load = function(scenario)
    local game = require("small.breakthrough")
    local veterans = scenario.brought.veterans
    scenario.goal { "across", seat = 0, text = "Cross with " .. veterans, ending = "breakthrough" }
    scenario.prepare(function()
      for _ = veterans + 1, 12 do put(top(tops(game.pawn, 0):first()), box) end
    end)
  end,
  expect = { { "begins", to_move = 0 } },
}
]],
  swamp = [[
return {
  title = "The Swamp", game = "breakthrough-6x6",
  carries = { veterans = { min = 3, max = 9 } },
  links = { { to = "town", says = "You are through." } },
  load = function(scenario)
    scenario.carry("veterans", function() return 4 end)
  end,
  expect = { { "begins", to_move = 0 } },
}
]],
  town = [[
return {
  title = "The Town", game = "breakthrough-6x6",
  brings = {
    veterans = { max = 12 },
    relic = { help = "the relic" },
  },
  load = function(scenario)
    scenario.goal { "seen", seat = 0, done = function() return true end,
      text = "Veterans " .. scenario.brought.veterans
        .. (scenario.brought.relic and ", relic" or "") }
  end,
  expect = { { "begins", to_move = 0 } },
}
]],
}
local function file(name) return FOLDER .. "/" .. name .. ".lua" end
local function write_all()
  for name, text in pairs(FILES) do write(file(name), text) end
end
write_all()

-- ---- in order -----------------------------------------------------------------------------------

for name in pairs(FILES) do
  local said, status = muster("muster check --strict road/" .. name)
  check(status == 0, "%s: check says\n%s", name, said)
end
local said = muster("muster list campaigns")
check(said:find("road/ford +The Road, 4 scenarios: not begun\n"), "list says:\n%s", said)
said = muster("muster options road/hill --set brings.veterans=7")
check(said:find("brings.veterans = 7", 1, true) and said:find("pawns of the ford", 1, true),
  "options say:\n%s", said)

-- ---- faults -------------------------------------------------------------------------------------

-- What is planted: the file, a part of it, what it becomes; then what is said, in which file, and a
-- part of the line.
local FAULTS = {
  { "a link to nowhere", "ford", '"hill"', '"hlil"',
    "no scenario 'hlil', and no file 'hlil.lua' beside it; did you mean 'hill'?",
    "ford", "hlil" },
  { "a misspelt ending", "ford", '"breakthrough", winner', '"breakthruogh", winner',
    "no ending 'breakthruogh'; did you mean 'breakthrough'?", "ford", "breakthruogh" },
  { "a link on no goal", "ford", 'failed = "all", to', 'failed = "al", to', "there is no goal 'al'",
    "ford", "" },
  { "an unknown key of a link", "ford", "winner = 0, to", "winer = 0, to",
    "link 1 of 'links' has no 'winer'",
    "ford", "winer" },
  { "a value that nobody writes", "ford", ", relic = {} }", " }",
    "'relic' is read here, but no scenario on the path scenarios/road/ford.lua > "
    .. "scenarios/road/hill.lua > scenarios/road/town.lua carries it", "town", "relic = {", "ford",
    'scenario.carry("relic", function() return #tops(game.pawn, 1) < 11 end)', "" },
  { "a value of another type", "ford", "relic = {}", "relic = { max = 3 }",
    "'relic' is a flag here, but a number in scenarios/road/ford.lua", "town", "relic = {" },
  { "a range that is too narrow", "town", "veterans = { max = 12 }", "veterans = { max = 8 }",
    "'veterans' is 0 to 8 here, but scenarios/road/ford.lua carries 0 to 12", "town", "veterans" },
  { "a cycle without an end", "town", "  load =", '  links = { { to = "town" } },\n  load =',
    "the campaign never ends", "town", "links" },
  { "a scenario that nothing leads to", "ford", 'to = "swamp", ', "",
    "no path of the campaign leads here from scenarios/road/ford.lua", "swamp", "" },
  { "a value without its rule", "swamp", 'scenario.carry("veterans", function() return 4 end)', "",
    "'carries' names 'veterans'", "swamp", "" },
  { "a rule without its value", "swamp", 'carry("veterans"', 'carry("vetterans"',
    "does not carry 'vetterans'", "swamp", "vetterans" },
  { "a rule of another type than its value", "swamp", "return 4 end", "return true end",
    "carry: 'veterans' is a number, but its function returns true", "swamp", "scenario.carry" },
  { "a rule that returns nothing", "swamp", "return 4 end", "end",
    "carry: 'veterans' is a number, but its function returns nothing", "swamp", "scenario.carry" },
  { "a flag whose rule counts", "ford", "return #tops(game.pawn, 1) < 11 end",
    "return #tops(game.pawn, 1) end", "carry: 'relic' is a flag, but its function returns ", "ford",
    'scenario.carry("relic"' },
  { "a rule out of its range", "swamp", "return 4 end", "return 40 end",
    "carry: 'veterans' is 40, outside of its range, 3 to 9", "swamp", "scenario.carry" },
  { "a default out of its range", "hill", "default = 6", "default = 16",
    "'veterans' in brings has the default 16, outside of 0 to 12", "hill", "veterans" },
  { "a misspelt key of a value", "hill", "default = 6", "defualt = 6",
    "'veterans' in brings has no 'defualt'", "hill", "veterans" },
  { "a value read that is not brought", "hill", "scenario.brought.veterans",
    "scenario.brought.vetrans", "there is no 'scenario.brought.vetrans'; did you mean "
    .. "'scenario.brought.veterans'?", "hill", "vetrans" },
}
local function plant(name, from, to)
  write(file(name), shell.planted(shell.read(file(name)), from, to))
end
for _, case in ipairs(FAULTS) do
  write_all()
  plant(case[2], case[3], case[4])
  if case[8] then plant(case[8], case[9], case[10]) end
  local whole, status = muster("muster check road/ford road/" .. case[6])
  check(status == 1 and whole:find(case[5], 1, true), "%s: check says\n%s", case[1], whole)
  local line = case[7] ~= "" and shell.line_of(shell.read(file(case[6])), case[7])
  if line then
    check(whole:find(("scenarios/road/%s.lua:%d:"):format(case[6], line), 1, true),
      "%s: not at line %d, but\n%s", case[1], line, whole)
  end
end
write_all()

-- ---- playing ------------------------------------------------------------------------------------

local function campaign(typed, options)
  return muster(("printf '%s' | muster campaign road/ford --hotseat --seed 1 --autosave %s"):format(
    typed, options or ""))
end
local WON = "a2a3\\nf5f4\\na3a4\\nf4f3\\na4b5\\nf3e2\\nb5a6\\n"

said = campaign(WON .. "next\\nb2b3\\nquit\\n")
check(said:find("You are across.", 1, true) and said:find("pawns that go on: 11", 1, true)
  and said:find("next goes on to the next scenario", 1, true), "the debriefing:\n%s", said)
check(said:find("They wait on the hill.", 1, true) and said:find("[ ] Cross with 11", 1, true),
  "the next scenario:\n%s", said)
check(said:find("muster campaign scenarios/road/ford.lua continues it", 1, true),
  "quit says:\n%s", said)
said = muster("muster list campaigns && muster list matches")
check(said:find("The Road, 4 scenarios: 1 played, then The Hill", 1, true)
  and said:find("muster campaign scenarios/road/ford.lua", 1, true), "list says:\n%s", said)

-- The running match holds what was brought in, and is continued, also by play --resume.
local kept = shell.read(home .. "/state/muster/match-1")
check(kept and kept:find("set brings.veterans = 11\n", 1, true), "the autosave is:\n%s", kept)
said = campaign("log\\nsave alone\\nb5b4\\nquit\\n")
check(said:find("The Road goes on, after 1", 1, true) and said:find("b2b3", 1, true),
  "the match is continued:\n%s", said)
said = muster("muster replay alone")
check(said:find("plies", 1, true) and not said:find("differs", 1, true), "replay says:\n%s", said)
for _, typed in ipairs { "save again\\nquit\\n", "save again\\n" } do -- quit, and the end of input
  said = campaign(typed)
  check(said:find("muster campaign scenarios/road/ford.lua continues it", 1, true),
    "a match that was saved to a file as well is not continued:\n%s", said)
end
said = muster("printf 'c2c3\\nquit\\n' | muster play --resume")
check(said:find("muster campaign scenarios/road/ford.lua continues it", 1, true),
  "play --resume forgets the campaign:\n%s", said)

-- An outcome that leads back, then another one: values stay until they are written anew.
said = campaign("b4a3\\nd2d3\\na3b2\\nd3d4\\nb2a1\\nnext\\nquit\\n")
check(said:find("Back to the ford.", 1, true), "the hill was lost:\n%s", said)
said = muster("muster list campaigns")
check(said:find("2 played, then The Ford", 1, true), "list says:\n%s", said)
said = campaign("a2a3\\nb5b4\\na3a4\\nb4c3\\nd2c3\\nquit\\n", "--new")
check(said:find("The Ford", 1, true), "--new begins again:\n%s", said)
check(muster("muster list campaigns"):find("not begun", 1, true), "--new did not begin again")

-- The last scenario ends the campaign.
write(home .. "/state/muster/campaign-scenarios+road+ford.lua",
  "muster campaign 1\nat scenarios/road/town.lua\nvalue relic 1\nvalue veterans 9\n")
said = muster("printf '" .. WON .. "quit\\n' | muster campaign road/ford --hotseat --seed 1")
check(said:find("[x] Veterans 9, relic", 1, true) and said:find("The campaign ends here.", 1, true),
  "the last scenario:\n%s", said)
said = muster("muster list campaigns && muster campaign road/ford")
check(said:find("finished after 1", 1, true) and said:find("The Road is finished.", 1, true),
  "after the end:\n%s", said)

-- After a damaged file a campaign starts again; a name that is none is an error.
write(home .. "/state/muster/campaign-scenarios+road+ford.lua", "\0\0at nowhere\nvalue \n")
check(muster("muster list campaigns"):find("not begun", 1, true), "a damaged file")
said = muster("muster campaign road/hill")
check(said:find("no campaign begins with 'road/hill'", 1, true), "no campaign:\n%s", said)
said = muster("printf 'next\\nquit now\\n' | muster play road/ford --seed 1")
check(said:find("next goes on in a campaign", 1, true), "next in a match:\n%s", said)

os.execute("rm -rf " .. quoted(home))
shell.finish()
