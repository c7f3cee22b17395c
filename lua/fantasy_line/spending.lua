-- Targeted damage in phase 2 (FL-TGD-3, FL-CST-6 to FL-CST-8, FL-RUL-19 to FL-RUL-21): right after
-- the Spell that gave it, and once more when the phase ends. Its owner kills any Characters that it
-- covers, or keeps it.

local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local words = require("fantasy_line.words")
local battle = require("fantasy_line.line")
local ORDINALS = words.ORDINALS
local spending = {}
local options, line, aimed, passed = state.options, state.line, state.aimed, state.passed
local MOST_KILLS = 9

--- Targeted damage that was not used becomes damage to the Front of this seat.
spending.converted = muster.event { "converted", "seat", "amount",
  says = function(seat, amount) return amount .. " targeted damage becomes normal damage against "
    .. telling.player(seat) end }

--- What a seat has left becomes damage to the enemy Front (FL-PH4-4, FL-RUL-17).
function spending.convert(seat)
  local rest = aimed[seat]
  if rest == 0 then return end
  aimed[seat] = 0
  spending.converted:emit(1 - seat, rest)
  battle.add_damage(1 - seat, rest)
  battle.settle()
end

-- A seat had its window at the end of phase 2 (FL-RUL-19).
local function close_window(seat)
  passed[seat] = true
  if options.tdPhase2 == "forced" then spending.convert(seat) end
end

-- The one turn of a seat in phase 4 is over (FL-RUL-20).
local function end_turn(seat)
  passed[seat] = true
  now.last = seat
  spending.convert(seat)
  go(flow.next_shot)
end

-- After the Spell, or at the end of the phase; there it is a turn to kill, but not to keep.
local function spent(kills)
  local seat = now.turn
  battle.settle()
  if now.phase == 4 then return end_turn(seat) end
  if not now.ending then return go(flow.afterwards) end
  if kills then now.last = seat end
  close_window(seat)
  go(flow.last_windows)
end

local function kill(unit)
  local seat = 1 - owner[unit]
  aimed[seat] = aimed[seat] - state.health(unit)
  battle.kill(unit)
end

-- In `legal`: one more Character, which stands behind the one before it, and what is left then.
local function choose_kill(name, seat, after, left)
  local at = choose(name, range(1, count(line[seat]), 9), "FL-TGD-3", "nobody stands there")
  need(at > after, "FL-TGD-3", "name the places in ascending order")
  local unit = state.live_at(seat, at)
  need(unit, "FL-RUL-14", "a Dying Character is not killed again")
  need(not state.safe(unit), "FL-RUL-25", "targeted damage cannot kill it today")
  need(state.health(unit) <= left, "FL-TGD-4", function()
    return "its health is " .. state.health(unit) .. ", and " .. left .. " is left"
  end)
  return at, left - state.health(unit)
end


-- A function that asks for the kills from the k-th on. It returns their places as digits.
local function ask_from(k, most, seat)
  if k > most then return function(_, _, places) return places end end
  local rest, name = ask_from(k + 1, most, seat), ORDINALS[k]
  return function(after, left, places)
    local at, lower = choose_kill(name, seat, after, left)
    return rest(at, lower, places * 10 + at)
  end
end

-- The kind of move that kills `number` enemies of the seat.
local function declare(seat, number)
  local enemy, parts = 1 - seat, {}
  for k = 1, number do parts[k] = enemy + 1 .. ".{" .. ORDINALS[k] .. "}" end
  local choose_kills = ask_from(1, number, enemy)
  muster.move { "kill_" .. number .. "_of_" .. enemy + 1, at = flow.spending,
    title = "Kill with targeted damage", text = "k" .. table.concat(parts, "+"),
    legal = function()
      need(me() == seat, "FL-TGD-3", "enemy Characters are killed")
      return choose_kills(0, aimed[seat], 0)
    end,
    apply = function(places)
      local left = places
      while left > 0 do
        kill(state.unit_at(enemy, left % 10))
        left = left // 10
      end
      spent(true)
    end }
end
muster.move { "keep", at = flow.spending, title = "Keep the targeted damage", text = "k0",
  apply = function() spent(false) end }
for seat = 0, 1 do
  for number = 1, MOST_KILLS do declare(seat, number) end
end

-- The windows at the end of the phase, the due player first (FL-RUL-12, FL-RUL-19).
function flow.last_windows()
  for _ = 0, 1 do
    local seat = battle.due()
    if not passed[seat] then
      if battle.can_spend(seat) then
        now.turn = seat
        return go(flow.spending)
      end
      close_window(seat)
    end
  end
  now.ending = false
  go(flow.phase_end)
end

return spending
