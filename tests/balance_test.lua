-- `muster balance`. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/balance_test.lua [RUNS]
-- A planted advantage is found, and equal sides are not told apart; the report does not depend on
-- the number of processes; its page is well-formed, and its JSON is what was counted.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted, check = shell.read, shell.write, shell.quoted, shell.check
local BIN, RUNS = quoted(shell.BIN), tonumber(arg[1] or 20)
local home = shell.scratch_home()

local function path(name) return home .. "/" .. name end
local function run(command)
  return shell.capture("MUSTER_HOME=" .. quoted(home) .. " " .. BIN .. " " .. command)
end

-- Houses A and B are equal, C and D are faster.
shell.capture("mkdir " .. quoted(path("lua/mine")))
write(path("lua/mine/race.lua"), [[
local houses = { "A", "B", "C", "D" }
local options = muster.module { title = "A race", section = "race", options = {
  { key = "house1", seat = 1, type = "choice", choices = houses, default = "A", help = "first" },
  { key = "house2", seat = 2, type = "choice", choices = houses, default = "A", help = "second" },
  { key = "goal", type = "int", min = 1, max = 40, default = 30, help = "how far" },
  { key = "start", type = "bool", default = false, help = "does the second seat begin ahead?" },
} }
muster.game { title = "A race", seats = 2 }
muster.grid { columns = 2, rows = 1 }
muster.pieces { "runner", count = 2 }
local now = muster.state { { "turn", max = 1 } }
local far = muster.field { "far", of = "seat", max = 60 }
local speed = { A = 0, B = 0, C = 1, D = 1 }
local more1, more2 = speed[options.house1], speed[options.house2]
local went = muster.event { "went", "steps" }
local pace = muster.decision { "pace", title = "run", seat = function() return now.turn end }
muster.move { "run", at = pace, title = "run <fast> & far", text = "{steps}",
  legal = function() return choose("steps", range(1, 9)) end,
  apply = function(steps)
    local seat = me()
    far[seat] = far[seat] + steps + (seat == 0 and more1 or more2)
    went:emit(steps)
    now.turn = 1 - now.turn
    if far[seat] >= options.goal then over("home", seat) end
  end }
muster.setup(function()
  if options.start then far[1] = 10 end
  go(pace)
end)
]])
write(path("rulesets/race.ini"), "[game]\ntitle = A <race> & more\n[modules]\nmine.race = on\n")

local RANDOM = "balance race --computer 1=random,2=random "
local PLANTED = RANDOM .. "--vary race.house=B/C --games 600 "

-- ---- what is found ------------------------------------------------------------------------------

local said, status = run(PLANTED)
check(status == 0 and said:find("B against C wins [%d.]+ %% %[[%d.]+, [%d.]+%] of 600 games, "
  .. "expected 50.0 %%: weaker"), "planted: status %s, says '%s'", status, said)
check(said:find("2 arrangements with 300 games each", 1, true), "arrangements: %s", said)

local silent = 0
for i = 1, RUNS do
  said = run(RANDOM .. "--vary race.house=A/B --games 300 --seed " .. i * 1000)
  check(said:find("A against B wins", 1, true), "equal houses: %s", said)
  if not said:find("A against B wins[^\n]*er\n") then silent = silent + 1 end
end
check(silent >= RUNS * 19 // 20, "equal houses were told apart in %d of %d runs", RUNS - silent,
  RUNS)

said = run(RANDOM .. "--vary race.house --games 2400")
check(said:find("12 arrangements with 200 games each", 1, true), "all houses: %s", said)
for house, word in pairs { A = "weaker", B = "weaker", C = "stronger", D = "stronger" } do
  check(said:find("\n  " .. house .. " wins [^\n]*: " .. word .. "\n"), "house %s: %s", house, said)
end
said = run(RANDOM .. "--vary race.start --games 800")
check(said:find("wins of seat 1 with race.start = on instead of off: [^\n]*: fewer\n"),
  "an option: %s", said)
said = run(RANDOM .. "--vary race.house=A/B --games 40")
check(said:find("too few games: a difference of 5 points needs about %d+\n"), "games: %s", said)
said = run(RANDOM .. "--vary race.goal=20/30 --games 40")
check(said:find("race.goal = 30 instead of 20", 1, true), "--vary with values: %s", said)

-- ---- the reports --------------------------------------------------------------------------------

local function report(name, options)
  run(PLANTED .. options .. " --out " .. quoted(path(name .. ".html")) .. " --json "
    .. quoted(path(name .. ".json")))
  return read(path(name .. ".html")) or "", read(path(name .. ".json")) or ""
end
local page, figures = report("one", "--vary race.start")
local page2, figures2 = report("two", "--vary race.start --jobs 2")
check(#page > 5000 and page == page2, "the page depends on the number of processes")
check(#figures > 1000 and figures == figures2, "the JSON depends on the number of processes")
check(figures:find('"name": "went"', 1, true) and figures:find('"without_choice": 0', 1, true),
  "the JSON lacks events or decisions:\n%s", figures)
check(figures:find('"verdict": "less"', 1, true), "the JSON lacks the finding:\n%s", figures)

-- Every tag that opens closes again, in order.
local open, fault = {}, nil
for closing, name, last in page:gsub("<!DOCTYPE html>", ""):gmatch("<(/?)(%w+)[^>]-(/?)>") do
  if closing == "/" and table.remove(open) ~= name then fault = fault or name end
  if closing == "" and last == "" then open[#open + 1] = name end
end
check(not fault and #open == 0, "the page is not well-formed at '%s'", fault or open[#open])
check(page:find("A &lt;race&gt; &amp; more", 1, true) and page:find("run &lt;fast&gt; &amp; far", 1,
  true) and not page:find("<race>", 1, true), "the page does not escape")
check(not page:find("<script", 1, true) and not page:find("http[^\"]*%.js"), "the page has scripts")
local plots, tables = select(2, page:gsub("<svg ", "")), select(2, page:gsub("<table>", ""))
check(plots >= 7 and tables >= 7, "%d plots, %d tables", plots, tables)
check(page:find("prefers-color-scheme: dark", 1, true), "the page has no style")

-- ---- what is refused ----------------------------------------------------------------------------

for command, says in pairs {
  ["balance"] = "expected a ruleset",
  ["balance race --games 0"] = "--games: expected 1 to",
  ["balance race --vary race.hoose"] = "did you mean 'race.house'?",
  ["balance race --vary race.goal"] = "name them, as in --vary race.goal=30/...",
  ["balance race --vary race.goal=3"] = "expected at least two values",
  ["balance race --vary race.goal=3/3"] = "'3' is there twice",
  ["balance race --vary race.start --vary race.start"] = "it is there twice",
  ["balance race --vary race.house=A/X"] = "'house1' is 'X', expected one of: A, B, C, D",
  ["balance race --vary nothing.here"] = "neither an option of the ruleset",
  ["balance race --out /nowhere/page.html"] = "'/nowhere/page.html' cannot be written",
  ["balance race --computer 1=level9"] = "found '1=level9'",
} do
  local text, how = run(command)
  check(how == 2 and text:lower():find(says:lower(), 1, true), "'%s' says '%s', not '%s'", command,
    text, says)
end
os.execute("rm -rf " .. quoted(home))
shell.finish(silent .. " of " .. RUNS .. " runs told equal houses not apart")
