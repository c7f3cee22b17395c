-- The findings of `muster balance`: comparisons with their intervals and verdicts. The facts are
-- those of engine/lab/balance_report.c, with the groups of games that lua/tools/figures.lua makes.
--
-- F1 All comparisons of a report share one error, and are made whatever the games bring: with m of
-- them, each at an error of ERROR / m, the chance that any is wrong is at most ERROR (Bonferroni),
-- however they depend on each other. F2 Whatever is stated follows from the interval: it excludes
-- what is expected, or it lies within MARGIN around it, or there are too few games.
local shares = require("shares")

local ERROR = 0.01   -- the chance that any statement of a report is wrong
local MARGIN = 0.05  -- a difference that matters
local KEYS = { "topic", "subject", "verdict", "share", "interval", "expected", "count", "games",
  "needed", "text" }
local OPTION_KEYS = { table.unpack(KEYS) } -- only a change of an option has two groups of games
table.move({ "base_count", "base_games" }, 1, 2, #OPTION_KEYS + 1, OPTION_KEYS)
local WORDS = { option = { more = "more", less = "fewer" } }
WORDS.other = { more = "stronger", less = "weaker" }

local facts, list -- of the report, and its comparisons so far

-- ---- counting -----------------------------------------------------------------------------------

local function has_won(group, seat) return group.winners >> (seat - 1) & 1 end

-- The only seat that has a value of the axis by seats, or nil.
local function only_seat(cell, value)
  local found
  for seat, own in ipairs(cell.by_seat) do
    if own == value then
      if found then return nil end
      found = seat
    end
  end
  return found
end

-- Count games, with a value of an axis or (nil) all: `result` says of a group whether it was won,
-- 1 or 0, and what an average seat wins; nil: it does not count.
local function count_games(filter, result)
  local count, of, expected = 0, 0, 0.0
  for _, group in ipairs(facts.groups) do
    local is_in = not filter or group.cell.value[filter.axis] == filter.value
    local won, average
    if is_in then won, average = result(group) end
    if won then
      count, of = count + won * group.games, of + group.games
      expected = expected + average * group.games
    end
  end
  -- Without games there is no average seat: half, about which the interval says nothing.
  return { count = count, games = of, expected = of > 0 and expected / of or 0.5 }
end

-- Games that nobody won, or several sides, say nothing about the sides.
local function count_side(side, filter)
  return count_games(filter, function(group)
    if not group.side then return nil end
    return group.side == side and 1 or 0, 1 / facts.side_count
  end)
end

-- The wins of the seat with a value. Between them, the values have every seat equally often (P1 of
-- engine/lab/plan.h), so that equal values win what an average seat wins.
local function count_value(value, filter)
  return count_games(filter, function(group)
    local seat = only_seat(group.cell, value)
    if not seat or not group.side then return nil end
    -- Allies win together: of four seats in two sides, an average seat wins half.
    local winners = 0
    for other in ipairs(facts.sides) do winners = winners + has_won(group, other) end
    return has_won(group, seat), winners / #facts.sides
  end)
end

-- The games in which one of two values won and the other lost: where both won or neither did, as
-- allies or in a draw, none of them beat the other.
local function count_pair(value, other)
  return count_games(nil, function(group)
    local a, b = only_seat(group.cell, value), only_seat(group.cell, other)
    if not a or not b or has_won(group, a) == has_won(group, b) then return nil end
    return has_won(group, a), 0.5
  end)
end

local function count_drawn(filter)
  return count_games(filter, function(group) return group.winners == 0 and 1 or 0, 0.0 end)
end

-- ---- the comparisons ----------------------------------------------------------------------------

local function append(topic, subject, comparison, axis, value, other)
  comparison.topic, comparison.subject, comparison.label = topic, subject, ""
  comparison.axis, comparison.value, comparison.other = axis, value, other
  comparison.keys = topic == "option" and OPTION_KEYS or KEYS
  list[#list + 1] = comparison
  return comparison
end

local function name_of_side(side)
  local seats = {}
  for seat, own in ipairs(facts.sides) do
    if own == side then seats[#seats + 1] = seat end
  end
  return (#seats > 1 and "seats " or "seat ") .. table.concat(seats, " and ")
end

-- How many sides to compare: of two, the second has what the first has not.
local function compared_sides()
  return facts.side_count > 2 and facts.side_count or facts.side_count - 1
end

-- The values that each seat has one of, and the number of their axis; none if no such is varied.
local function values_by_seat()
  for i, axis in ipairs(facts.varied) do
    if axis.by_seat then return axis.values, i end
  end
  return {}
end

local function add_values()
  local values, axis = values_by_seat()
  -- Of two values, each against all others is what the pair says.
  for i = 1, #values > 2 and #values or 0 do
    append("value", values[i], count_value(i), axis, i)
  end
  for i = 1, #values do
    for j = i + 1, #values do
      append("pair", values[i] .. " against " .. values[j], count_pair(i, j), axis, i, j)
    end
  end
end

-- How a value of an option changes the shares that it has with its first value.
local function add_changes(i, value)
  local axis = facts.varied[i]
  local function add(what, count)
    local before = count { axis = i, value = 1 }
    local c = append("option", ("%s with %s = %s instead of %s"):format(what, axis.name,
      axis.values[value], axis.values[1]), count { axis = i, value = value }, i, value)
    c.label = ("%s: %s"):format(axis.values[value], what)
    c.base_count, c.base_games, c.expected = before.count, before.games, 0.0
  end

  for side = 1, compared_sides() do
    add("wins of " .. name_of_side(side), function(filter) return count_side(side, filter) end)
  end

  -- Where seats have values of their own, the option may help one of them; of two, what one wins
  -- the other loses.
  local values = values_by_seat()
  for own = 1, #values == 2 and 1 or #values do
    add("wins of " .. values[own], function(filter) return count_value(own, filter) end)
  end
  add("games nobody won", count_drawn)
end

-- ---- verdicts -----------------------------------------------------------------------------------

-- F2: what the interval excludes is found; what it keeps within the margin does not matter.
local function verdict_of(low, high, expected)
  if low > expected then return "more" end
  if high < expected then return "less" end
  if low >= expected - MARGIN and high <= expected + MARGIN then return "even" end
  return "too few"
end

-- The part of games that were won; `none`, if there are no games.
local function share_of(count, games, none) return games > 0 and count / games or none end

local function judge(c, error)
  if c.topic == "option" then
    local share = share_of(c.count, c.games, 0.0)
    c.interval = shares.difference(c.count, c.games, c.base_count, c.base_games, error)
    c.share = share - share_of(c.base_count, c.base_games, share) -- without games before, no change
    c.needed = 4 * shares.games_needed(0.5, MARGIN, error) -- of two groups, each uncertain
  else
    c.interval = shares.exact(c.count, c.games, error)
    c.share = share_of(c.count, c.games, c.expected)
    c.needed = shares.games_needed(c.expected, MARGIN, error)
  end
  c.verdict = verdict_of(c.interval[1], c.interval[2], c.expected)
end

-- ---- words --------------------------------------------------------------------------------------

local function words_of(c)
  local points = 100 * MARGIN
  if c.verdict == "even" then
    return ("no difference of more than %.0f points"):format(points)
  elseif c.verdict == "too few" then
    return ("too few games: a difference of %.0f points needs about %d"):format(points, c.needed)
  end
  return WORDS[c.topic == "option" and "option" or "other"][c.verdict]
end

local function percent(count, of) return of > 0 and 100 * count / of or 0 end

local function sentence_of(c)
  local low, high = 100 * c.interval[1], 100 * c.interval[2]
  if c.topic == "option" then
    return ("%s: %.1f %% of %d against %.1f %% of %d, a change of %+.1f points [%+.1f, %+.1f]: %s")
      :format(c.subject, percent(c.count, c.games), c.games, percent(c.base_count, c.base_games),
        c.base_games, 100 * c.share, low, high, words_of(c))
  end
  return ("%s %s %.1f %% [%.1f, %.1f] of %d games, expected %.1f %%: %s"):format(c.subject,
    c.subject:find("^seats ") and "win" or "wins", 100 * c.share, low, high, c.games,
    100 * c.expected, words_of(c))
end

---All comparisons.
---@param given table the facts
---@return table[] findings
---@return number error_of_all the chance that any of them is wrong
---@return number error_of_each
return function(given)
  facts, list = given, {}
  for side = 1, compared_sides() do
    append("seat", name_of_side(side), count_side(side), nil, side)
  end
  add_values()
  for i, axis in ipairs(facts.varied) do
    for value = 2, axis.by_seat and 0 or #axis.values do add_changes(i, value) end
  end

  -- F1: only now is known how many comparisons share the error.
  local each = ERROR / math.max(#list, 1)
  for _, c in ipairs(list) do
    judge(c, each)
    c.text = sentence_of(c)
  end
  return list, ERROR, each
end
