--- Goals: what seats should reach, and the endings that follow.

local keys = require("muster.scenario.keys")
local parts = require("muster.scenario.parts")
local scenario, rules, goals, clock = parts.scenario, parts.rules, parts.goals, parts.clock
local teller, nothing_to_do, always = parts.teller, parts.nothing_to_do, parts.always

local OPEN, DONE, FAILED = parts.OPEN, parts.DONE, parts.FAILED
local function never() return false end

-- Who won by an ending of the scenario, as bits and one more; and whether another ending, for
-- others, came at the same time, which a probe reports.
local won = muster.state { { "scenario_won", max = 1 << seats }, { "scenario_clash" } }

local function note_winners(winners)
  local bits = 1
  for _, seat in ipairs(winners) do bits = bits + (1 << seat) end
  return function()
    if won.scenario_won == 0 then
      won.scenario_won = bits
    elseif won.scenario_won ~= bits and not won.scenario_clash then
      won.scenario_clash = true
    end
  end
end

-- A procedure that ends the match; one to three seats win.
local function ending(name, winners, text)
  muster.ending(name)
  parts.ends[name] = text
  local note = note_winners(winners)
  local a, b, c = winners[1], winners[2], winners[3]
  if c then
    return function()
      note()
      over(name, a, b, c)
    end
  end
  if b then
    return function()
      note()
      over(name, a, b)
    end
  end
  if a then
    return function()
      note()
      over(name, a)
    end
  end
  return function()
    note()
    over(name)
  end
end

local function all_but(losers)
  local others_of, lost = {}, {}
  for _, seat in ipairs(losers) do lost[seat] = true end
  for seat = 0, seats - 1 do
    if not lost[seat] then others_of[#others_of + 1] = seat end
  end
  return others_of
end

-- A goal is settled: it is announced, and the match may end.
local function settled(fact, key, value, tell, finish)
  return function()
    fact[key] = value
    tell()
    finish()
  end
end

-- Notice that a goal is given: 1, or 2 if it is done or failed already, which a probe reports. That
-- of a secret goal is hidden: a seat may be given the goal that it has chosen.
local function notice_early(name, goal)
  local key = "given_" .. name
  local fact = muster.state { { key, max = 2, seen = goal.secret and "none" or "all" } }
  local given, done, failed = goal.given, goal.done or never, goal.failed or never
  rules[#rules + 1] = function()
    if fact[key] == 0 and given() then
      fact[key] = 1
      if done() or failed() then fact[key] = 2 end
    end
  end
end

-- A goal with a state of its own, which rules settle.
local function settle_by_rules(goal, own)
  local name, key = goal[1], "goal_" .. goal[1]
  local fact = muster.state { { key, max = FAILED } }
  local given, done, failed = goal.given or always, goal.done, goal.failed
  if goal.given then notice_early(name, goal) end
  local succeed = settled(fact, key, DONE, teller(goal.says or ("Goal reached: " .. goal.text)),
    goal.wins and ending(name, own, goal.text) or nothing_to_do)
  local fail = settled(fact, key, FAILED, teller(goal.laments or ("Goal failed: " .. goal.text)),
    goal.loses and ending(name .. "_failed", all_but(own), goal.text .. ": failed")
      or nothing_to_do)
  if done then
    rules[#rules + 1] = function()
      if fact[key] == OPEN and given() and done() then succeed() end
    end
  end
  if failed then
    rules[#rules + 1] = function()
      if fact[key] == OPEN and given() and failed() then fail() end
    end
  end
  return function() return fact[key] end
end

-- A goal that an ending of the game itself settles.
local function settle_by_ending(goal, own)
  return function()
    local winners, by = muster.over_by()
    if not by then return OPEN end
    return by == goal.ending and winners >> own[1] & 1 == 1 and DONE or FAILED
  end
end

local SETTLING = { "given", "done", "failed", "wins", "loses", "says", "laments" }
local COUNTS_WITH = { wins = "done", says = "done", loses = "failed", laments = "failed" }

-- Would a key of the goal have no effect?
local function check_effects(goal)
  if not goal.done and not goal.failed and not goal.ending then
    keys.fault("goal", "aimless", goal[1])
  end
  for _, key in ipairs(SETTLING) do
    local with = COUNTS_WITH[key]
    if goal[key] and goal.ending then keys.fault("goal", "settled", goal[1], key) end
    if goal[key] and with and not goal[with] then keys.fault("goal", "idle", goal[1], key, with) end
  end
end

--- What a seat (or `seats`, who are allies) should reach: `done` when a condition holds, `failed`
--- when another one does, or settled by an `ending` of the game itself. With `wins` it ends the
--- match when it is done, with `loses` when it is failed. Others do not see a `secret` goal before
--- it is settled. While `given` is false, the goal is neither shown nor settled.
---@param declared table
function scenario.goal(declared)
  local goal = parts.take("goal", declared)
  parts.check_text(goal.text)
  for _, seat in ipairs(goal.seats or {}) do
    keys.check_seat(("the goal '%s'"):format(goal[1]), seat)
  end
  local own = goal.seats or { goal.seat }
  check_effects(goal)
  if goal.ending then muster.needs_ending(goal.ending) end
  for _, key in ipairs { "given", "done", "failed" } do
    if goal[key] then goal[key] = parts.condition(goal[key]) end
  end
  local settle = goal.ending and settle_by_ending or settle_by_rules
  goals[#goals + 1] = { name = goal[1], text = goal.text, own = own, secret = goal.secret,
    given = goal.given or always, progress = goal.progress, state = settle(goal, own) }
end

---The goal of a puzzle: the seat wins within so many turns of its own, or loses.
function parts.puzzle(turns, seat)
  scenario.goal { "solved", seat = seat, loses = true,
    text = turns == 1 and "Win in this turn" or "Win within " .. turns .. " turns",
    laments = "That was not the solution.",
    failed = function() return clock.scenario_turn > turns * seats end }
end
