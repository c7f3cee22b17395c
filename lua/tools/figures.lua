-- The figures of a report of `muster balance`, from what the games brought: findings, lengths of
-- games, and what is counted by name. The facts are those of engine/lab/balance_report.c; the
-- figures are added to them. `keys` lists what the JSON file has of each table.
local findings, shares = require("findings"), require("shares")

local KEYS = { "muster", "version", "ruleset", "title", "computers", "seed", "games", "plies",
  "arrangements", "refused", "varied", "error_of_all", "error_of_each", "findings", "unfinished",
  "turns", "turns_by_option", "endings", "moves", "events", "grounds", "decisions" }
local AXIS_KEYS = { "name", "by_seat", "values" }
local TURNS_KEYS = { "games", "least", "quarter", "half", "three_quarters", "most", "option",
  "value" }
local ENDING_KEYS = { "name", "games" }
local USE_KEYS = { "name", "title", "count", "games", "seats", "seats_won", "interval_95" }
local DECISION_KEYS = { "name", "count", "without_choice", "moves" }

local figures = {}

local facts -- of the report

-- ---- games --------------------------------------------------------------------------------------

-- Counts come as lists of { name, value }: scripts have no order for the keys of a table.
local function named(list)
  local values = {}
  for _, pair in ipairs(list) do values[pair[1]] = pair[2] end
  return values
end

-- The side that won, or nil: none, or several.
local function winning_side(winners)
  local found
  for seat, side in ipairs(facts.sides) do
    if winners >> (seat - 1) & 1 == 1 then
      if found and found ~= side then return nil end
      found = side
    end
  end
  return found
end

-- The games of each arrangement by who won them, and by their turns.
local function read_games()
  facts.games, facts.groups, facts.lengths = 0, {}, {}
  for _, pair in ipairs(facts.counts.cells) do
    local cell, counts = facts.cells[tonumber(pair[1]) + 1], named(pair[2])
    for _, pair_of in ipairs(counts.winners) do
      local winners = tonumber(pair_of[1])
      facts.games = facts.games + pair_of[2]
      table.insert(facts.groups, { cell = cell, winners = winners, side = winning_side(winners),
        games = pair_of[2] })
    end
    for _, turns in ipairs(counts.turns) do
      table.insert(facts.lengths, { cell = cell, turns = tonumber(turns[1]), games = turns[2] })
    end
  end
  table.sort(facts.lengths, function(a, b) return a.turns < b.turns end)
end

-- ---- lengths ------------------------------------------------------------------------------------

-- The turns below which a part (0 to 1) of the games ended.
local function quantile(counts, games, part)
  local index = math.min(math.floor(part * games), games - 1) -- part 1 is behind the last one
  for _, pair in ipairs(counts) do
    index = index - pair[2]
    if index < 0 then return pair[1] end
  end
  return 0
end

-- The lengths of games: of those in which an axis has a value, or of all.
local function turns_of(axis, value)
  local counts, games = {}, 0
  for _, length in ipairs(facts.lengths) do
    if not axis or length.cell.value[axis] == value then
      local last = counts[#counts]
      if last and last[1] == length.turns then
        last[2] = last[2] + length.games
      else
        counts[#counts + 1] = { length.turns, length.games }
      end
      games = games + length.games
    end
  end
  local function below(part) return quantile(counts, games, part) end
  return { keys = { table.unpack(TURNS_KEYS, 1, axis and 8 or 6) }, counts = counts, games = games,
    least = below(0), quarter = below(0.25), half = below(0.5), three_quarters = below(0.75),
    most = below(1) }
end

local function add_lengths()
  facts.turns, facts.turns_by_option = turns_of(), {}
  for i, axis in ipairs(facts.varied) do
    for v, value in ipairs(axis.by_seat and {} or axis.values) do
      local turns = turns_of(i, v)
      turns.option, turns.value = axis.name, value
      table.insert(facts.turns_by_option, turns)
    end
  end
end

-- ---- what is counted by name --------------------------------------------------------------------

-- The most frequent first.
local function sorted(list, number)
  table.sort(list, function(a, b)
    if a[number] ~= b[number] then return a[number] > b[number] end
    return a.name < b.name
  end)
  return list
end

local function add_endings()
  facts.endings, facts.unfinished = {}, 0
  for i, pair in ipairs(facts.counts.endings) do
    facts.endings[i] = { keys = ENDING_KEYS, name = pair[1], games = pair[2] }
    if pair[1] == "unfinished" then facts.unfinished = pair[2] end
  end
  sorted(facts.endings, "games")
end

-- The seats that did something in games that one side won, and those of them that won.
local function count_seats(use, by_winners)
  for _, pair in ipairs(by_winners) do
    local winners = tonumber(pair[1])
    for seat in ipairs(winning_side(winners) and facts.sides or {}) do
      use.seats = use.seats + pair[2][seat]
      use.seats_won = use.seats_won + pair[2][seat] * (winners >> (seat - 1) & 1)
    end
  end
end

-- What was counted of a group, with those of `kinds` that no game had.
local function uses_of(counts, kinds)
  local list, known = {}, {}
  local function use_of(name)
    if not known[name] then
      known[name] = { keys = USE_KEYS, name = name, title = "", count = 0, games = 0, seats = 0,
        seats_won = 0 }
      list[#list + 1] = known[name]
    end
    return known[name]
  end

  for _, kind in ipairs(kinds) do use_of(kind[1]).title = kind[2] end
  for _, pair in ipairs(counts) do
    local use, met = use_of(pair[1]), named(pair[2])
    use.count, use.games = met.count, met.games
    count_seats(use, met.winners)
  end
  return sorted(list, "count")
end

local function add_decisions()
  facts.decisions = {}
  for i, pair in ipairs(facts.counts.asked) do
    facts.decisions[i] = { keys = DECISION_KEYS, name = pair[1], count = pair[2][1],
      without_choice = pair[2][2], moves = pair[2][3] }
  end
  sorted(facts.decisions, "count")
end

---Add the figures to the facts, but for the intervals of what is counted by name.
---@param given table the facts
---@return table facts
function figures.add(given)
  facts = given
  facts.keys, facts.muster, facts.version = KEYS, "balance", 1
  facts.arrangements, facts.counts = #facts.cells, named(facts.counts)
  for _, axis in ipairs(facts.varied) do axis.keys = AXIS_KEYS end
  read_games()
  facts.findings, facts.error_of_all, facts.error_of_each = findings(facts)
  add_lengths()
  add_endings()
  facts.moves = uses_of(facts.counts.moves, facts.kinds)
  facts.events = uses_of(facts.counts.events, {})
  facts.grounds = uses_of(facts.counts.grounds, {})
  add_decisions()
  return facts
end

---The same with these intervals, which take the longest and which the summary does not need.
---@param given table the facts
---@return table facts
function figures.add_all(given)
  figures.add(given)
  for _, uses in ipairs { facts.moves, facts.events, facts.grounds } do
    for _, use in ipairs(uses) do
      use.interval_95 = shares.exact(use.seats_won, use.seats, 0.05)
    end
  end
  return facts
end

return figures
