-- Phase 3: movement abilities (FL-MOV, FL-RUL-42, FL-RUL-43). The players take turns, each with one
-- ability of one Character, until both have passed.

local characters = require("fantasy_line.characters")
local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local battle = require("fantasy_line.line")
local moves = {}
local options, now, line = state.options, require("fantasy_line.now"), state.line

local KIND = muster.enum { none = 0, step = 1, swap = 2, leap = 3, shift = 4, drag = 5 }
local MOVE = { [0] = 0 }
for n, card in ipairs(characters) do MOVE[n] = KIND[card.move or "none"] end

local PLAYER = muster.letters("12")

-- In `legal`: the Character that uses its ability.
local function choose_user(kind_of_move, why)
  local seat = me()
  need(choose("who", PLAYER) == seat, "FL-MOV-1", "you move Characters of your own")
  local at = choose("at", range(1, count(line[seat]), 15), "FL-MOV-1", "nobody stands there")
  local unit = state.live_at(seat, at)
  need(unit, "FL-RUL-43", "a Dying Character uses no ability")
  need(MOVE[state.design[unit]] == kind_of_move, "FL-RUL-42", why)
  need(not state.stunned(unit), "FL-RUL-28", "a stunned Character uses no ability")
  need(not state.mired(seat), "FL-RUL-42", "your Characters cannot move today")
  need(state.moved[unit] < options.movesPerDay, "FL-RUL-42", "it has used its ability this Day")
  return unit
end

-- In `legal`: another place of the line of `unit`.
local function choose_to(unit)
  local to = choose("to", range(1, count(line[owner[unit]]), 15), "FL-RUL-42",
    "the line has no such place")
  need(to ~= level(unit), "FL-RUL-42", "a move changes the order of a line")
  return to
end

local function is_neighbour(unit, to) return to == level(unit) + 1 or to == level(unit) - 1 end

local function turn_taken(seat)
  now.last = seat
  battle.settle()
  go(flow.next_move)
end

local function use(unit, mover, to)
  local seat = me()
  state.moved[unit] = state.moved[unit] + 1
  battle.move(mover, to)
  turn_taken(seat)
end

muster.move { "step", at = flow.moving, title = "Step", text = "m{who}.{at}>{to}",
  legal = function()
    local unit = choose_user(KIND.step, "it cannot step")
    local to = choose_to(unit)
    need(is_neighbour(unit, to), "FL-RUL-42", "a step is one place long")
    return unit, unit, to
  end, apply = use }

muster.move { "leap", at = flow.moving, title = "Leap", text = "m{who}.{at}>{to}",
  legal = function()
    local unit = choose_user(KIND.leap, "it cannot leap")
    return unit, unit, choose_to(unit)
  end, apply = use }

muster.move { "swap", at = flow.moving, title = "Trade places", text = "m{who}.{at}~{own}.{to}",
  legal = function()
    local unit = choose_user(KIND.swap, "it cannot trade places")
    need(choose("own", PLAYER) == me(), "FL-RUL-42", "it trades places with a Friend")
    local to = choose_to(unit)
    need(is_neighbour(unit, to), "FL-RUL-42", "it trades places with a neighbour")
    need(state.live_at(me(), to), "FL-RUL-43", "a Dying Character is not moved")
    return unit, unit, to
  end, apply = use }

muster.move { "shift", at = flow.moving, title = "Move a Friend",
  text = "m{who}.{at}:{own}.{from}>{to}",
  legal = function()
    local unit = choose_user(KIND.shift, "it cannot move a Friend")
    need(choose("own", PLAYER) == me(), "FL-RUL-42", "it moves a Friend")
    local friend = state.live_at(me(), choose("from", range(1, count(line[me()]), 15)))
    need(friend, "FL-RUL-43", "a Dying Character is not moved")
    need(friend ~= unit, "FL-RUL-42", "it moves another Friend")
    local to = choose_to(friend)
    need(is_neighbour(friend, to), "FL-RUL-42", "a Friend is moved one place")
    return unit, friend, to
  end, apply = use }

muster.move { "drag", at = flow.moving, title = "Drag an enemy", text = "m{who}.{at}:{foe}.{from}",
  legal = function()
    local unit = choose_user(KIND.drag, "it cannot drag an enemy")
    need(state.in_range(unit), "FL-RUL-42", "it is out of its range")
    local enemy = 1 - me()
    need(choose("foe", PLAYER) == enemy, "FL-RUL-42", "it drags an enemy")
    local victim = state.live_at(enemy, choose("from", range(1, count(line[enemy]), 15)))
    need(victim, "FL-RUL-43", "a Dying Character is not moved")
    need(level(victim) > 1, "FL-RUL-42", "who stands at the Front is not dragged")
    return unit, victim, level(victim) - 1
  end, apply = use }

local function pass()
  local seat = now.turn
  state.passed[seat] = true
  battle.passed:emit(seat)
  now.last = seat
  go(flow.next_move)
end
muster.move { "pass_moving", at = flow.moving, title = "Pass", text = "p", apply = pass }

-- ---- whose turn (FL-ORD-1, FL-CST-4, FL-RUL-12) -------------------------------------------------

-- Can this Character do anything with its ability?
local function can_use(unit)
  local ability, seat = MOVE[state.design[unit]], owner[unit]
  if ability == KIND.none or not state.live(unit) or state.stunned(unit)
    or state.mired(seat) or state.moved[unit] >= options.movesPerDay then return false end
  local at, size = level(unit), count(line[seat])
  if ability == KIND.step or ability == KIND.leap then return size > 1 end
  if ability == KIND.swap then
    return range(1, size):some(function(k)
      return is_neighbour(unit, k) and state.live_at(seat, k) ~= nil
    end)
  end
  if ability == KIND.shift then
    return range(1, size):some(function(k) return k ~= at and state.live_at(seat, k) ~= nil end)
  end
  return state.in_range(unit)
    and range(2, count(line[1 - seat])):some(function(k)
      return state.live_at(1 - seat, k) ~= nil
    end)
end

function flow.next_move()
  if state.passed[0] and state.passed[1] then return go(flow.phase_end) end
  now.turn = battle.due()
  if pieces(line[now.turn]):some(can_use) then
    go(flow.moving)
  else
    pass()
  end
end

return moves
