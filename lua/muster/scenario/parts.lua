--- The functions that a scenario's `load` gets. Each names what it declares; a name is used once.

local map = require("muster.scenario.map")

---@class muster.Scenario
local scenario = {}
local parts = { scenario = scenario }

local names = {}   -- what each name stands for
local rules = {}   -- procedures that run after each ply, in the order of declaration
local texts = {}   -- what the story says, by number: a text, or a table of texts by seat
local goals = {}   -- the goals, for the scene
local favours = {} -- what computer players strive for besides
local placing = {} -- procedures that run after the set-up

local OPEN, DONE, FAILED = 0, 1, 2
local GOAL_WORDS = { [OPEN] = "open", [DONE] = "done", [FAILED] = "failed" }

local function claim(name, what)
  if type(name) ~= "string" or name == "" then
    error("a " .. what .. " begins with its name, such as { \"relief\", ... }", 0)
  end
  if names[name] then
    error(("the name '%s' is used for a %s already"):format(name, names[name]), 0)
  end
  names[name] = what
end

-- ---- the story ----------------------------------------------------------------------------------

--- A part of the story is told.
local story = muster.event { "story", "part", says = function(part, reader)
  local text = texts[part]
  if type(text) == "table" then text = text[reader or "onlooker"] end
  if text and text:sub(-1) == "." then return text:sub(1, -2) end -- whoever prints it adds one
  return text
end }

-- A text that names a zone which the board lacks is a fault: "the bridge on d9".
local function check_text(text)
  if type(text) == "table" then
    for _, one in pairs(text) do check_text(one) end
  elseif type(text) == "string" then
    local word = map.unknown_zone(text)
    if word then error(("a text names the zone '%s', which the board lacks"):format(word), 0) end
  end
end

-- The number of a text; 0 says nothing.
local function text_number(text)
  if text == nil then return 0 end
  check_text(text)
  texts[#texts + 1] = text
  return #texts
end

local function teller(text)
  local part = text_number(text)
  if part == 0 then return function() end end
  return function() story:emit(part) end
end

--- A procedure that tells a part of the story, to all seats, or to each its own: { [0] = ..., ...
--- }.
---@param text string|table<integer|string, string>
---@return fun()
function scenario.tell(text) return teller(text) end

-- ---- the clock ----------------------------------------------------------------------------------

local clock = muster.state { { "scenario_turn", max = 9999 },
  { "scenario_seat", max = seats, help = "who took the last turn, from 1; 0 before the first" },
  { "scenario_asked" } }

local function tick()
  local seat = me()
  if not clock.scenario_asked and clock.scenario_seat ~= seat + 1 then
    clock.scenario_seat = seat + 1
    clock.scenario_turn = clock.scenario_turn + 1
  end
end

--- The number of the running turn, from 1: a turn ends when another seat decides.
---@return integer
function scenario.turn() return clock.scenario_turn end

-- ---- regions and the map ------------------------------------------------------------------------

--- A region: zones by name, "c3 d3 e3", or a set.
---@param zones_of string|muster.Set
---@return muster.Set
function scenario.region(zones_of) return map.region(zones_of) end

--- The start as a drawing, one line a row, the top row first, cells with blanks between them; "."
--- is empty. `legend` says what a cell puts down: { kind = ..., seat = ... }, or a function of the
--- zone. All that lay on the board before goes to the box. Returns the zones of each sign.
---@param drawing string
---@param legend table<string, table|fun(zone: muster.Zone)>
---@return table<string, muster.Set>
function scenario.map(drawing, legend)
  local cells, regions = map.read(drawing, legend)
  placing[#placing + 1] = function() map.lay(cells) end
  return regions
end

--- The start as a position line of the game.
---@param line string
function scenario.start(line) muster.start(line) end

--- A deed to do when the match has been set up.
---@param deed fun()
function scenario.prepare(deed) placing[#placing + 1] = deed end

-- ---- triggers -----------------------------------------------------------------------------------

local function nothing_to_do() end
local function always() return true end
local function never() return false end

-- The condition of a trigger: all that it says must hold.
local function condition(trigger)
  local when, turn = trigger.when or always, trigger.turn
  if not turn then return when end
  return function() return clock.scenario_turn >= turn and when() end
end

local function once(name, holds, tell, deed)
  local fact = muster.state { { "told_" .. name } }
  local key = "told_" .. name
  return function()
    if not fact[key] and holds() then
      fact[key] = true
      tell()
      deed()
    end
  end
end

-- Each time that the condition begins to hold.
local function each_time(name, holds, tell, deed)
  local fact = muster.state { { "told_" .. name }, { "holds_" .. name } }
  local told, held = "told_" .. name, "holds_" .. name
  return function()
    if not holds() then
      if fact[held] then fact[held] = false end
    elseif not fact[held] then
      fact[held], fact[told] = true, true
      tell()
      deed()
    end
  end
end

local TRIGGER = { when = "function", turn = "number", says = "any", deed = "function",
  again = "flag" }

--- Something that happens once, or with `again` each time: `when` a condition holds after a ply,
--- from a `turn` on. It `says` something and does a `deed`.
---@param trigger table
function scenario.trigger(trigger)
  claim(trigger[1], "trigger")
  parts.shape("a trigger", trigger, TRIGGER)
  if not trigger.when and not trigger.turn then
    error(("the trigger '%s' needs 'when' or 'turn': it would fire at once"):format(trigger[1]), 0)
  end
  local make = trigger.again and each_time or once
  rules[#rules + 1] = make(trigger[1], condition(trigger), teller(trigger.says),
    trigger.deed or nothing_to_do)
end

--- A deed to do after the set-up and after each ply, until nothing changes any more.
---@param deed fun()
function scenario.after_ply(deed) rules[#rules + 1] = deed end

-- ---- reserves -----------------------------------------------------------------------------------

local RESERVE = { from = "any", place = "any", to = "any", turn = "number", when = "function",
  taken = "text", says = "any", enters = "function" }

-- Lay the pieces of a zone into a place, the lowest first.
local function take_off(zone, waiting)
  for _ = 1, count(zone) do put(piece_at(zone, 1), waiting) end
end

-- All that wait enter, one on each free zone; the others wait on, or are lost.
local function enter(waiting, to, lost, enters)
  return function()
    for _ = 1, count(waiting) do
      local zone = (to - occupied()):first()
      local piece = pieces(waiting):first()
      if zone then
        put(piece, zone)
        enters(piece)
      elseif lost then
        put(piece, box)
      end
    end
  end
end

-- Where a reserve waits: in a place of the game, or one of its own, which zones fill at the start.
local function waiting_place(reserve)
  if reserve.place then return reserve.place end
  local waiting = muster.container { "reserve_" .. reserve[1], ordered = true }
  local from = map.region(reserve.from)
  placing[#placing + 1] = function()
    for zone in from do take_off(zone, waiting) end
  end
  return waiting
end

--- Pieces that wait until a `turn`, and `when` a condition holds: those in a `place` of the game,
--- or those that lie on the zones `from` at the start. Then they enter, one on each free zone of
--- `to`; `taken` says what happens to those for which none is free: "wait", which is usual, or
--- "lost". `enters` is done to each piece that enters.
---@param reserve table
function scenario.reserve(reserve)
  claim(reserve[1], "reserve")
  parts.shape("a reserve", reserve, RESERVE, { "to" })
  if (reserve.from == nil) == (reserve.place == nil) then
    error(("the reserve '%s' needs 'from' or 'place'"):format(reserve[1]), 0)
  end
  local taken, to = reserve.taken or "wait", map.region(reserve.to)
  if taken ~= "wait" and taken ~= "lost" then
    error(("'taken' of the reserve '%s' is wait or lost, not '%s'"):format(reserve[1], taken), 0)
  end
  local waiting, holds = waiting_place(reserve), condition(reserve)
  local come = enter(waiting, to, taken == "lost", reserve.enters or nothing_to_do)
  local tell = teller(reserve.says)
  rules[#rules + 1] = once(reserve[1], function()
    return holds() and count(waiting) > 0 and (taken == "lost" or #(to - occupied()) > 0)
  end, tell, come)
  rules[#rules + 1] = function()
    if count(waiting) > 0 and #(to - occupied()) > 0 and holds() then come() end
  end
end

-- ---- goals --------------------------------------------------------------------------------------

local ends = {} -- what the endings of the scenario mean, by name

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
  ends[name] = text
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

local GOAL = { seat = "number", seats = "list", text = "text", given = "function",
  done = "function", failed = "function", progress = "function", wins = "flag", loses = "flag",
  secret = "flag", ending = "text", says = "any", laments = "any" }

-- What happens when a goal is settled: it is told, and the match may end.
local function settled(fact, key, value, tell, finish)
  return function()
    fact[key] = value
    tell()
    finish()
  end
end

-- Notice that a goal is given: 1, or 2 if it is done or failed already, which a probe reports.
local function notice_early(name, goal)
  local key = "given_" .. name
  local fact = muster.state { { key, max = 2 } }
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

--- What a seat (or `seats`, who are allies) should reach: `done` when a condition holds, `failed`
--- when another one does, or settled by an `ending` of the game itself. With `wins` it ends the
--- match when it is done, with `loses` when it is failed. Others do not see a `secret` goal before
--- it is settled. While `given` is false, the goal is neither shown nor settled.
---@param goal table
function scenario.goal(goal)
  claim(goal[1], "goal")
  parts.shape("a goal", goal, GOAL, { "text" })
  check_text(goal.text)
  local own = goal.seats or { goal.seat or 0 }
  if not goal.done and not goal.failed and not goal.ending then
    error(("the goal '%s' needs 'done', 'failed' or 'ending'"):format(goal[1]), 0)
  end
  if goal.given and goal.ending then
    error(("the goal '%s' is settled by the game: it cannot be 'given'"):format(goal[1]), 0)
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

-- ---- choices ------------------------------------------------------------------------------------

local CHOICE = { seat = "number", title = "text", says = "any", secret = "flag" }

--- A question to a seat, with answers { "word", "what it means", deed }. Returns the procedure that
--- asks it. Of a `secret` one the others learn only that it was answered: all its answers have the
--- title of the question.
---@param choice table
---@return fun()
function scenario.choice(choice)
  claim(choice[1], "choice")
  parts.shape("a choice", choice, CHOICE, { "title" })
  check_text(choice.title)
  local seat, tell = choice.seat or 0, teller(choice.says)
  local question = muster.decision { choice[1], title = choice.title,
    seat = function() return seat end }
  for i = 2, #choice do
    local answer = choice[i]
    local deed = answer[3] or nothing_to_do
    muster.move { choice[1] .. "_" .. answer[1], at = question, text = answer[1],
      title = choice.secret and choice.title or answer[2], secret = choice.secret,
      apply = function()
        clock.scenario_asked = false
        pop()
        deed()
      end }
  end
  return function()
    tell()
    clock.scenario_asked = true
    push(question)
  end
end

-- ---- computer players ---------------------------------------------------------------------------

--- Tell computer players what else a position is worth: worth(seat). One point is what the game's
--- own evaluation makes of it.
---@param worth fun(seat: muster.Seat): integer
function scenario.favour(worth) favours[#favours + 1] = worth end

-- ---- campaigns ----------------------------------------------------------------------------------

--- The values that the scenario `brings` in, by name.
scenario.brought = {}

local carries = {} -- the values that the file declares, with `value` once it is said

---@param values table[]
function parts.carry(values)
  for _, value in ipairs(values) do
    carries[#carries + 1] = { name = value.name, flag = value.flag, help = value.help }
  end
end

--- Say what a value of `carries` is when the match is over: a number, or a condition.
---@param name string
---@param value fun(): integer|boolean
function scenario.carry(name, value)
  local known = {}
  for i, carried in ipairs(carries) do
    known[i] = carried.name
    if carried.name == name then
      if carried.value then error(("carry: '%s' is said twice"):format(name), 0) end
      carried.value = value
      return
    end
  end
  error(("carry: the scenario does not carry '%s'; 'carries' names %s"):format(tostring(name),
    #known > 0 and table.concat(known, ", ") or "nothing"), 0)
end

local function goal_named(name)
  local known = {}
  for i, goal in ipairs(goals) do
    if goal.name == name then return goal end
    known[i] = goal.name
  end
  error(("links: there is no goal '%s'; there are %s"):format(name, table.concat(known, ", ")), 0)
end

-- Does an outcome take this link?
local function takes(link)
  local done = link.done ~= "" and goal_named(link.done)
  local failed = link.failed ~= "" and goal_named(link.failed)
  return function(winners, by)
    return (link.ending == "" or link.ending == by)
      and (link.winner < 0 or winners >> link.winner & 1 == 1)
      and (not done or done.state() == DONE) and (not failed or failed.state() == FAILED)
  end
end

-- Break a text into lines that fit beside a board.
local function wrap(text, lines)
  local line = ""
  for _, word in ipairs(text:split(" ")) do
    if line ~= "" and #line + #word > 44 then
      lines[#lines + 1] = line
      line = ""
    end
    line = line .. (line == "" and "" or " ") .. word
  end
  if line ~= "" then lines[#lines + 1] = line end
end

---Declare where the outcomes lead, and what is carried on.
---@param list table[]
function parts.link(list)
  local debriefing = {}
  for _, carried in ipairs(carries) do
    if not carried.value then
      error(("'carries' names '%s', but no scenario.carry says what it is"):format(carried.name), 0)
    end
  end
  local tests = {}
  for i, link in ipairs(list) do
    tests[i] = takes(link)
  end
  if #list > 0 then
    --- The number of the link that the outcome takes, or 0.
    local outcome = muster.query(function()
      local winners, by = muster.over_by()
      for i = 1, by and #tests or 0 do
        if tests[i](winners, by) then return i end
      end
      return 0
    end)
    debriefing[1] = function(lines)
      local taken = outcome()
      if taken > 0 then wrap(list[taken].says, lines) end
    end
  end
  if #carries > 0 then
    --- The carried value with this number, by name.
    local carried = muster.query(function(number)
      local value = carries[number].value()
      if value == true then return 1 end
      return value or 0
    end)
    debriefing[#debriefing + 1] = function(lines)
      for i, value in ipairs(carries) do
        local number = carried(i)
        local shown = value.flag and (number == 1 and "yes" or "no") or tostring(number)
        if value.help ~= "" then lines[#lines + 1] = value.help .. ": " .. shown end
      end
    end
  end
  parts.debriefing = debriefing
end

-- ---- the end of loading -------------------------------------------------------------------------

---Check a declaration, whose name is its first entry.
function parts.shape(what, value, types, needed)
  local named = {}
  for key, field in pairs(value) do
    if type(key) == "string" then named[key] = field end
  end
  muster.shape(what .. " '" .. value[1] .. "'", named, types, needed)
end

-- All of them as one procedure; the nesting grows with the logarithm.
local function chain(list, first, last)
  if first > last then return nothing_to_do end
  if first == last then return list[first] end
  local middle = (first + last) // 2
  local a, b = chain(list, first, middle), chain(list, middle + 1, last)
  return function()
    a()
    b()
  end
end

local function sum(list, first, last)
  if first == last then return list[first] end
  local middle = (first + last) // 2
  local a, b = sum(list, first, middle), sum(list, middle + 1, last)
  return function(seat) return a(seat) + b(seat) end
end

local function is_own(goal, seat)
  for _, own in ipairs(goal.own) do
    if own == seat then return true end
  end
  return false
end

local function goal_line(goal, seat)
  local state = goal.state()
  if state == OPEN and (goal.secret and not is_own(goal, seat) or not goal.given()) then
    return nil
  end
  local mark = state == DONE and "[x] " or state == FAILED and "[-] " or "[ ] "
  local progress = goal.progress and state == OPEN and " (" .. goal.progress() .. ")" or ""
  return mark .. goal.text .. progress
end

local function debriefing_of()
  local lines = {}
  for _, add in ipairs(muster.over_by() and parts.debriefing or {}) do add(lines) end
  return lines
end

local function goals_of(seat)
  local lines = {}
  for _, goal in ipairs(goals) do
    local line = goal_line(goal, seat)
    if line then lines[#lines + 1] = line end
  end
  return lines
end

-- A status line names an ending of the scenario; what that means is clearer.
local function explained(status)
  local _, name = muster.over_by()
  local text = name and ends[name]
  local at, last
  if text and status then at, last = status:find(name, 1, true) end
  if not at then return status end
  return status:sub(1, at - 1) .. text .. status:sub(last + 1)
end

---Declare what the scenario has said: called once, after its `load`.
function parts.finish(title, told)
  check_text(told)
  local everything = chain(rules, 1, #rules)
  muster.after_ply(function()
    tick()
    everything()
  end)
  if #placing > 0 then
    local all = chain(placing, 1, #placing)
    muster.after_setup(function() all() end)
  end
  if #favours > 0 then
    local all = sum(favours, 1, #favours)
    muster.worth(function(seat) return all(seat) end)
  end
  muster.scene(function(seat, scene)
    scene.title, scene.status = title, explained(scene.status)
    local function show(name, lines)
      if #lines > 0 then
        scene.items[#scene.items + 1] = { type = "text", title = name, lines = lines }
      end
    end
    show("Goals", goals_of(seat))
    show("Debriefing", debriefing_of())
    return scene
  end)
end

parts.goal_words = GOAL_WORDS
return parts
