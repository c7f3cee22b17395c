-- The evaluation of a position, for players that look one move ahead. It reads what both see, and
-- of the set-up the Characters that the seat itself has laid: unknown ones count nothing.

local worth_at_end = require("muster.worth")
local state = require("fantasy_line.state")
local access = require("fantasy_line.hands").access

local MANA, POOL, AIMED, EFFECT, SPELL, BOOK = 2, 4, 5, 5, 4, 15

-- A live Character: its health, what it deals from its place, and what it produces.
local function character_worth(unit)
  if state.dying[unit] then return 0 end
  local deals = state.stunned(unit) and 0 or state.damage(unit) + state.targeted(unit)
  return 4 * state.printed_health(unit) + (state.in_range(unit) and 10 or 2) * deals
    + 8 * state.mana_of(unit) + 3 * state.survival_of(unit)
end

local function opens_school(school, unit)
  return not state.dying[unit] and access[school.number][state.design[unit]]
end

local function own_effect(seat)
  return function(entry) return owner[entry] == seat end
end

-- The Spells that a seat holds, and the categories that its Characters open; in the set-up those
-- that the laid ones will.
local function spells_worth(seat)
  local sum = 0
  for _, school in ipairs(state.schools) do
    local opens = false
    for unit in pieces(state.line[seat]) do opens = opens or opens_school(school, unit) end
    for unit in pieces(state.laid[seat]) do opens = opens or opens_school(school, unit) end
    sum = sum + SPELL * count(school.book[seat]) + (opens and BOOK or 0)
  end
  return sum
end

local function side_worth(seat)
  return spells_worth(seat) + pieces(state.line[seat]):sum(character_worth)
    + pieces(state.laid[seat]):sum(character_worth)
    + EFFECT * pieces(state.effects):tally(own_effect(seat))
    + MANA * state.mana[seat] + AIMED * state.aimed[seat] - POOL * state.pool[seat]
end

muster.worth(function(seat)
  local final = worth_at_end(seat, 1000000, 0)
  if final then return final end
  return side_worth(seat) - side_worth(1 - seat)
end, { playouts = true })
