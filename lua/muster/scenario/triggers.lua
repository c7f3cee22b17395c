--- Triggers: what happens once a condition holds. Reserves, which enter so, and choices, which a
--- trigger may ask.

local keys = require("muster.scenario.keys")
local map = require("muster.scenario.map")
local parts = require("muster.scenario.parts")
local scenario, rules, clock = parts.scenario, parts.rules, parts.clock
local teller, nothing_to_do = parts.teller, parts.nothing_to_do

-- The condition of a trigger: all that it says must hold.
local function condition(trigger)
  local when, turn = parts.condition(trigger.when), trigger.turn
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

--- Something that happens once, or with `again` each time: `when` a condition holds after a ply,
--- from a `turn` on. It `says` something and does a `deed`.
---@param declared table
function scenario.trigger(declared)
  local trigger = parts.take("trigger", declared)
  if not trigger.when and not trigger.turn then keys.fault("trigger", "aimless", trigger[1]) end
  if not trigger.when and trigger.again then keys.fault("trigger", "again", trigger[1]) end
  local make = trigger.again and each_time or once
  rules[#rules + 1] = make(trigger[1], condition(trigger), teller(trigger.says),
    trigger.deed or nothing_to_do)
end

-- ---- reserves -----------------------------------------------------------------------------------

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
  parts.placing[#parts.placing + 1] = function()
    for zone in from do take_off(zone, waiting) end
  end
  return waiting
end

--- Pieces that wait until a `turn`, and `when` a condition holds: those in a `place` of the game,
--- or those that lie on the zones `from` at the start. Then they enter, one on each free zone of
--- `to`; `taken` says what happens to those for which none is free: "wait", which is usual, or
--- "lost". `enters` is done to each piece that enters.
---@param declared table
function scenario.reserve(declared)
  local reserve = parts.take("reserve", declared)
  if (reserve.from == nil) == (reserve.place == nil) then
    keys.fault("reserve", "nowhere", reserve[1])
  end
  local taken, to = reserve.taken, map.region(reserve.to)
  if #to == 0 then keys.fault("reserve", "to", reserve[1]) end
  if taken ~= "wait" and taken ~= "lost" then
    keys.fault("reserve", "taken", reserve[1], taken)
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

-- ---- choices ------------------------------------------------------------------------------------

-- Two answers or more, with different words, of which one at least does something.
local function check_answers(choice)
  local known, does = {}, false
  if #choice < 3 then keys.fault("choice", "answers", choice[1]) end
  for i = 2, #choice do
    local answer = choice[i]
    if type(answer) ~= "table" or type(answer[1]) ~= "string" or type(answer[2]) ~= "string" then
      keys.fault("choice", "answer", i - 1, choice[1])
    end
    if known[answer[1]] then keys.fault("choice", "twice", choice[1], answer[1]) end
    known[answer[1]] = true
    does = does or answer[3]
    parts.check_text(answer[2])
  end
  if not does then keys.fault("choice", "idle", choice[1]) end
end

--- A question to a seat, with answers { "word", "what it means", deed }. Returns the procedure that
--- asks it. Of a `secret` one the others learn only that it was answered: all its answers have the
--- title of the question.
---@param declared table
---@return fun()
function scenario.choice(declared)
  local choice = parts.take("choice", declared)
  parts.check_text(choice.title)
  check_answers(choice)
  local seat, tell = choice.seat, teller(choice.says)
  local question = muster.decision { choice[1], title = choice.title,
    seat = function() return seat end }
  for i = 2, #choice do
    local answer = choice[i]
    local deed = answer[3] or nothing_to_do
    muster.move { choice[1] .. "_" .. answer[1], at = question, text = answer[1],
      title = choice.secret and choice.title or answer[2], secret = choice.secret,
      apply = function()
        parts.answered()
        pop()
        deed()
      end }
  end
  return function()
    tell()
    parts.asked()
    push(question)
  end
end
