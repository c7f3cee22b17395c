-- The report of `muster balance` as one page: HTML with SVG plots and a table behind each, without
-- scripts. It is well-formed XML as well.
local figures, html, plots = require("figures"), require("html"), require("plots")

local MOST_OPEN, MOST_BARS, MOST_BINS = 3, 24, 24
local SIGN = { more = "▲", less = "▼", even = "=", ["too few"] = "?" }
local MIRRORED = { more = "less", less = "more", even = "even", ["too few"] = "too few" }
local SHARES = { least = 0, most = 1, step = 0.25, scale = 100, unit = " %" }
local CHANGES = { least = -0.5, most = 0.5, step = 0.25, scale = 100, unit = "" }

local facts, page -- of the report, and its parts so far

local function add(text) page[#page + 1] = text end
local function element(name, text) add(html.element(name, text)) end

local function percent(count, of) return 100 * count / of end

-- ---- findings -----------------------------------------------------------------------------------

-- The findings with one of these verdicts.
local function with_verdict(one, other)
  local list = {}
  for _, f in ipairs(facts.findings) do
    if f.verdict == one or f.verdict == other then list[#list + 1] = f end
  end
  return list
end

local function list_findings(list, kind)
  add('<ul class="findings">\n')
  for _, f in ipairs(list) do
    add(('<li class="%s">%s</li>\n'):format(kind,
      html.element("span", SIGN[f.verdict] .. " " .. f.text)))
  end
  add("</ul>\n")
end

local function write_findings()
  local found, even = with_verdict("more", "less"), with_verdict("even")
  local few = with_verdict("too few")
  element("h2", "What the games say")
  element("p", ("%d of %d comparisons show a difference. Intervals, in square brackets, hold "
    .. "together in 99 of 100 runs, however many there are."):format(#found, #facts.findings))
  if #found > 0 then list_findings(found, "found") end
  if #even > 0 then
    element("h3", "No difference that matters")
    list_findings(even, "even")
  end
  if #few == 0 then return end
  add(("<details%s><summary>Too few games for a conclusion: %d</summary>\n"):format(
    #few <= MOST_OPEN and ' open="open"' or "", #few))
  list_findings(few, "few")
  add("</details>\n")
end

-- ---- comparisons --------------------------------------------------------------------------------

-- The findings of a topic; of options only those of one axis.
local function of_topic(topic, axis)
  local list = {}
  for _, f in ipairs(facts.findings) do
    if f.topic == topic and (topic ~= "option" or f.axis == axis) then list[#list + 1] = f end
  end
  return list
end

local function interval_of(f)
  return ("%.1f to %.1f"):format(100 * f.interval[1], 100 * f.interval[2])
end

local function share_row(f)
  return { f.subject, ("%d"):format(f.count), ("%d"):format(f.games),
    ("%.1f"):format(100 * f.share), interval_of(f), ("%.1f"):format(100 * f.expected), f.verdict }
end

local function change_row(f)
  local before = f.base_games > 0 and percent(f.base_count, f.base_games) or 0
  return { f.subject, ("%+.1f"):format(100 * f.share), ("%d"):format(f.games),
    ("%.1f %%"):format(before), ("%d"):format(f.base_games), interval_of(f), f.verdict }
end

local function table_of(list, caption, topic)
  local heads, row, rows = { "", "wins", "games", "share, %", "interval", "expected", "verdict" },
    share_row, {}
  if topic == "option" then
    heads = { "", "points", "of games", "before", "of games", "interval", "verdict" }
    row = change_row
  end
  for i, f in ipairs(list) do rows[i] = row(f) end
  add(html.table(caption, heads, rows))
end

local function bar_of(f)
  return { label = f.label ~= "" and f.label or f.subject, value = f.share, low = f.interval[1],
    high = f.interval[2], expected = f.expected,
    note = ("%.1f %s[%.1f, %.1f] %s"):format(100 * f.share, f.topic == "option" and "" or "% ",
      100 * f.interval[1], 100 * f.interval[2], SIGN[f.verdict]) }
end

-- The comparisons of a topic as bars, with their table.
local function write_topic(title, topic, range, axis)
  local list, bars = of_topic(topic, axis), {}
  for i, f in ipairs(list) do bars[i] = bar_of(f) end
  if #list == 0 then return end
  add(plots.bars(title, bars, range))
  table_of(list, title, topic)
end

local function write_heat(axis)
  local list, cells = of_topic("pair"), {}
  for i in ipairs(axis.values) do cells[i] = {} end
  for _, f in ipairs(list) do
    local doubt = f.verdict == "too few"
    local share = f.games > 0 and f.share or nil
    cells[f.value][f.other] = { share, doubt and "" or SIGN[f.verdict] }
    cells[f.other][f.value] = { share and 1 - share, doubt and "" or SIGN[MIRRORED[f.verdict]] }
  end
  add(plots.heat(("How often the %s of the row wins against that of the column; ▲ more, ▼ fewer "
    .. "than half beyond doubt"):format(axis.name), axis.values, function(row, column)
      return table.unpack(cells[row][column] or {}, 1, 2)
    end))
  table_of(list, "Each against each other", "pair")
end

-- The axis that each seat has a value of, if one is varied.
local function axis_by_seat()
  for _, axis in ipairs(facts.varied) do
    if axis.by_seat then return axis end
  end
  return nil
end

local function write_seats()
  local axis = axis_by_seat()
  element("h2", "Seats")
  write_topic("Win share by seat; the dashed line is an equal share", "seat", SHARES)
  if not axis then return end
  element("h2", axis.name)
  write_topic(("Win share by %s; the dashed line is an equal share"):format(axis.name),
    #axis.values > 2 and "value" or "pair", SHARES)
  if #axis.values > 2 then write_heat(axis) end
end

local function write_options()
  for i, axis in ipairs(facts.varied) do
    if not axis.by_seat then
      element("h2", axis.name)
      write_topic(("Change of a share, in points, against %s = %s"):format(axis.name,
        axis.values[1]), "option", CHANGES, i)
    end
  end
end

-- ---- length -------------------------------------------------------------------------------------

-- Where the bins of all histograms begin, how wide they are, and how many.
local function bins_for(turns)
  local width, step = 1, 0
  while (turns.most - turns.least) // width >= MOST_BINS do
    width = step % 3 == 1 and width * 5 // 2 or width * 2 -- 2, 5, 10, 20, 50
    step = step + 1
  end
  local first = turns.least - turns.least % width
  return first, width, (turns.most - first) // width + 1
end

local function write_histogram(title, turns, first, width, count)
  local bins = {}
  if turns.games == 0 then return end
  for i = 1, count do bins[i] = 0 end
  for _, pair in ipairs(turns.counts) do
    local bin = (pair[1] - first) // width + 1
    bins[bin] = bins[bin] + pair[2]
  end
  add(plots.histogram(title, { first = first, width = width, bins = bins, middle = turns.half }))
end

local function length_row(name, t)
  local row = { name }
  for i, number in ipairs { t.games, t.least, t.quarter, t.half, t.three_quarters, t.most } do
    row[i + 1] = ("%d"):format(number)
  end
  return row
end

local function write_lengths()
  local first, width, count = bins_for(facts.turns)
  local rows = { length_row("all games", facts.turns) }
  element("h2", "Length of games")
  write_histogram("Games by their number of turns", facts.turns, first, width, count)
  for _, turns in ipairs(facts.turns_by_option) do
    local name = ("%s = %s"):format(turns.option, turns.value)
    write_histogram("Games by their number of turns: " .. name, turns, first, width, count)
    rows[#rows + 1] = length_row(name, turns)
  end
  add(html.table("Turns of a game", { "", "games", "least", "a quarter within", "half",
    "three quarters", "most" }, rows))
end

-- ---- what is counted by its name ----------------------------------------------------------------

local function write_endings()
  local title, bars, rows = "Share of games by how they ended", {}, {}
  for i, ending in ipairs(facts.endings) do
    local share = ending.games / facts.games
    if i <= MOST_BARS then
      bars[i] = { label = ending.name, value = share,
        note = ("%.1f %%, %d games"):format(100 * share, ending.games) }
    end
    rows[i] = { ending.name, ("%d"):format(ending.games),
      ("%.1f"):format(percent(ending.games, facts.games)) }
  end
  element("h2", "Ways to end")
  add(plots.bars(title, bars, SHARES))
  add(html.table(title, { "ending", "games", "share, %" }, rows))
end

local function use_row(use)
  local won, interval = "-", "-"
  if use.seats > 0 then
    won = ("%.1f"):format(percent(use.seats_won, use.seats))
    interval = ("%.1f to %.1f"):format(100 * use.interval_95[1], 100 * use.interval_95[2])
  end
  return { use.name .. (use.title ~= "" and ": " or "") .. use.title,
    ("%.3f"):format(use.count / facts.games), ("%.1f"):format(percent(use.games, facts.games)), won,
    interval }
end

-- The axis of numbers up to `most`.
local function up_to(most)
  local step = plots.step(most)
  return { least = 0, most = step * math.ceil(most / step - 1e-9), step = step, scale = 1,
    unit = "" }
end

local function write_uses(heading, title, uses)
  local bars, rows = {}, {}
  for i, use in ipairs(uses) do -- the most frequent first
    local rate = use.count / facts.games
    if i <= MOST_BARS and use.count > 0 then
      bars[i] = { label = use.title ~= "" and use.title or use.name, value = rate,
        note = ("%.2f, in %.0f %% of games"):format(rate, percent(use.games, facts.games)) }
    end
    rows[i] = use_row(use)
  end
  if #bars == 0 then return end
  element("h2", heading)
  if #uses > #bars then
    element("p", "The plot shows the most frequent, the table all of them.")
  end
  add(plots.bars(title, bars, up_to(bars[1].value)))
  add(html.table(title, { "", "times a game", "in % of games", "wins of seats that did it, %",
    "95 % interval" }, rows))
end

local function write_decisions()
  local title = "Share of decisions with one legal move, by decision"
  local bars, rows = {}, {}
  for i, asked in ipairs(facts.decisions) do
    local share, rate = asked.without_choice / asked.count, asked.count / facts.games
    if i <= MOST_BARS then
      bars[i] = { label = asked.name, value = share,
        note = ("%.1f %% of %.1f a game"):format(100 * share, rate) }
    end
    rows[i] = { asked.name, ("%.2f"):format(rate),
      ("%.1f"):format(percent(asked.without_choice, asked.count)),
      ("%.1f"):format(asked.moves / asked.count) }
  end
  element("h2", "Decisions without a real choice")
  add(plots.bars(title, bars, SHARES))
  add(html.table(title, { "decision", "times a game", "one legal move, %",
    "legal moves on average" }, rows))
end

-- ---- the page -----------------------------------------------------------------------------------

local function write_head()
  add('<!DOCTYPE html>\n<html lang="en" xmlns="http://www.w3.org/1999/xhtml">\n<head>\n'
    .. '<meta charset="utf-8"/>\n<meta name="viewport" '
    .. 'content="width=device-width, initial-scale=1"/>\n')
  element("title", facts.title)
  add("<style>\n" .. facts.style .. "</style>\n</head>\n<body>\n")
end

-- The games of the run, in sentences.
local function summary()
  local text = { ("%d games of %s"):format(facts.games,
    table.concat(facts.computers, " against ")) }
  local function say(format, ...) text[#text + 1] = format:format(...) end
  if #facts.varied > 0 then
    say("; %d arrangements with %d games each", facts.arrangements, facts.games_each)
  end
  say(". Ruleset %s, first seed %d.", facts.ruleset, facts.seed)
  for _, axis in ipairs(facts.varied) do
    say(" %s: %s.", axis.name, table.concat(axis.values, ", "))
  end
  if facts.refused > 0 then
    say(" Left out: %d arrangements that the rules refuse.", facts.refused)
  end
  if facts.unfinished > 0 then
    say(" %d games did not end within %d plies.", facts.unfinished, facts.plies)
  end
  return table.concat(text)
end

---The page.
---@param given table the facts of engine/lab/balance_report.c, with a `style`
---@return string
return function(given)
  facts, page = figures.add_all(given), {}
  write_head()
  element("h1", facts.title)
  add('<div class="facts">' .. html.element("p", summary()) .. "</div>\n")
  write_findings()
  write_seats()
  write_options()
  write_lengths()
  write_endings()
  write_uses("Moves", "Moves of each kind in a game", facts.moves)
  write_uses("Events", "Events of each kind in a game", facts.events)
  write_uses("Grounds", "Events on each ground in a game", facts.grounds)
  write_decisions()
  add("<footer>" .. html.element("p", "Signs: ▲ more and ▼ fewer wins than expected, = no "
    .. "difference of more than 5 points, ? too few games. The shares of seats that made a move or "
    .. "met an event describe; they do not tell what caused a win: their intervals hold at 95 % "
    .. "each."))
  add("</footer>\n</body>\n</html>\n")
  return table.concat(page)
end
