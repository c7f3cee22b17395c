-- Questions and actions of cards: the procedures that fantasy_line/flow.lua names. All of them are
-- about any Character or Spell; none knows which card uses it.

local characters = require("fantasy_line.characters")
local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local ask = require("fantasy_line.ask")
local now = require("fantasy_line.now")
local battle = require("fantasy_line.line")
local powers = {}
local line, pool, mana = state.line, state.pool, state.mana
local LAST_DAY = 63

--- A Character is stunned until the end of that Day.
powers.stunned = muster.event { "stunned", "seat", "unit", "day",
  says = function(seat, unit, day)
    return telling.unit(seat, unit) .. " is stunned until the end of Day " .. day
  end }
--- A seat loses mana.
powers.lost_mana = muster.event { "lost_mana", "seat", "amount",
  says = function(seat, amount) return telling.player(seat) .. " loses " .. amount .. " mana" end }
--- Damage that was collected against the Front of a seat goes away.
powers.mended = muster.event { "mended", "seat", "amount",
  says = function(seat, amount)
    return "The damage to the Front of " .. telling.player(seat) .. " falls by " .. amount
  end }
--- The stun of a Character ends.
powers.awoke = muster.event { "awoke", "seat", "unit",
  says = function(seat, unit) return telling.unit(seat, unit) .. " is stunned no longer" end }
--- A Character is live again.
powers.rescued = muster.event { "rescued", "seat", "unit",
  says = function(seat, unit) return telling.unit(seat, unit) .. " is alive again" end }

-- ---- stun (FL-RUL-28) ---------------------------------------------------------------------------

local STEADFAST = { [0] = false }
for n, card in ipairs(characters) do STEADFAST[n] = card.steadfast or false end

function ask.can_be_stunned(unit) return not STEADFAST[state.design[unit]] end
function ask.is_stunned(unit) return state.stunned(unit) end
--- Stun a Character: with a strength of 1 for as many Days as a stun lasts, the present one
--- included. The later end counts.
function flow.stun(unit, strength)
  local last = math.min(now.day + strength * state.options.stunDays - 1, LAST_DAY)
  if state.stunned_to[unit] < last then state.stunned_to[unit] = last end
  powers.stunned:emit(owner[unit], unit, state.stunned_to[unit])
end
function flow.end_stun(unit)
  state.stunned_to[unit] = 0
  powers.awoke:emit(owner[unit], unit)
end
function ask.front_can_be_stunned(seat)
  local front = state.front(seat)
  return front and ask.can_be_stunned(front)
end
function flow.stun_front(seat, strength)
  local front = state.front(seat)
  if front and ask.can_be_stunned(front) then flow.stun(front, strength) end
end

-- ---- lines --------------------------------------------------------------------------------------

--- Does anybody stand behind the Character?
function ask.has_behind(unit) return level(unit) < count(line[owner[unit]]) end
function flow.to_rear(unit) battle.move(unit, count(line[owner[unit]])) end
--- Two neighbours trade places.
function flow.trade_places(unit, other) battle.move(unit, level(other)) end

--- The place that a Character goes to when its line is arranged.
local goal = muster.field { "goal", of = "piece", max = 15, hashed = false }
local function comes_to(seat, at)
  return pieces(line[seat]):pick(function(unit) return goal[unit] == at end)
end

-- Does the order name the places of all live Characters? An answer may have changed the line.
local function fits(seat, order)
  local left, named = order, 0
  while left > 0 do
    if not state.live_at(seat, left % 10) then return false end
    left, named = left // 10, named + 1
  end
  return named == state.live_count(seat)
end

--- Arrange the live Characters of a seat; Dying ones keep their places. `order` has a digit for
--- each live Character, from the Front on: its old place. One that does not fit any more does
--- nothing (FL-RUL-31).
function flow.arrange(seat, order)
  if not fits(seat, order) then return end
  local size, left = count(line[seat]), order
  for unit in pieces(line[seat]) do goal[unit] = level(unit) end
  for unit in pieces(line[seat]) do -- from the Rear to the Front, as the last digit comes first
    if state.live(unit) then
      goal[state.unit_at(seat, left % 10)] = level(unit)
      left = left // 10
    end
  end
  for at = 1, size do
    local unit = comes_to(seat, at)
    if level(unit) ~= at then battle.move(unit, at) end
  end
  for unit in pieces(line[seat]) do goal[unit] = 0 end
end

-- ---- the dying and the dead ---------------------------------------------------------------------

--- Has the line of a seat room for another Character?
function ask.has_place(seat) return count(line[seat]) < state.LONGEST end
function ask.live_count(seat) return state.live_count(seat) end
function ask.dead_count(seat) return count(state.dead[seat]) end
function ask.just_felled(unit, spell) return state.felled[unit] and not below(spell) end
function flow.rescue(unit)
  state.dying[unit], state.felled[unit] = false, false
  powers.rescued:emit(owner[unit], unit)
end
function flow.come_back(unit)
  local seat = owner[unit]
  insert(unit, line[seat], count(line[seat]) + 1)
  powers.rescued:emit(owner[unit], unit)
end
function ask.health_of(unit) return state.health(unit) end
-- Killed by the Spell on top: whoever cast it has made the kill, also one of his own (FL-RUL-9).
local function fell(unit)
  battle.kill(unit)
  if state.options.bothWiped == "lastKill" then now.killer = owner[top(state.stack)] end
end
function flow.fell(unit) fell(unit) end
--- Every live Character with so little health becomes Dying.
function flow.fell_weak(health)
  for seat = 0, 1 do
    for unit in pieces(line[seat]) do
      if state.live(unit) and state.health(unit) <= health then fell(unit) end
    end
  end
end

-- ---- mana and damage ----------------------------------------------------------------------------

function flow.lower_pool(seat, amount)
  local lost = math.min(amount, pool[seat])
  pool[seat] = pool[seat] - lost
  powers.mended:emit(seat, lost)
end
function flow.siphon(seat, amount)
  local lost = math.min(amount, mana[1 - seat])
  mana[1 - seat] = mana[1 - seat] - lost
  powers.lost_mana:emit(1 - seat, lost)
  flow.gain_mana(seat, lost)
end

return powers
