-- Lasting effects (FL-RUL-51): each has the Spell that it came from, an owner, perhaps a Character
-- that it is on, an amount, and an end. Equal effects add up. An effect is a piece of its own, so
-- the card goes back to its deck (FL-KIT-2).

local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local now = require("fantasy_line.now")
local effects = {}
local list = state.effects

--- A lasting effect begins.
effects.began = muster.event { "effect_began", "source", "seat" }
--- A lasting effect ends.
effects.ended = muster.event { "effect_ended", "source", "seat" }

--- The number of the Spell that the effect came from.
effects.source = muster.field { "source", of = "piece", max = #spells }
--- The Character that the effect is on.
effects.on = muster.field { "on", of = "piece", holds = "piece" }
effects.amount = muster.field { "amount", of = "piece", min = -99, max = 99, initial = 0 }
--- The Day with which the effect ends, or one of LASTS.
effects.last_day = muster.field { "last_day", of = "piece", max = 127 }
local source, on, amount, last_day = effects.source, effects.on, effects.amount, effects.last_day
effects.LASTS = muster.enum { dawn = 126, timeline = 127 }
local LASTS = effects.LASTS

-- What effects change. Others may add to the list.
local WHAT = muster.enum { nothing = 0, health = 1, damage = 2, mana = 3, rot = 4, silence = 5,
  mire = 6, truce = 7, sanctuary = 8 }
effects.WHAT = WHAT
local CHANGES, AMOUNT, LAST = { [0] = 0 }, { [0] = 0 }, { [0] = 0 } -- by the number of the Spell
for n, spell in ipairs(spells) do
  CHANGES[n] = WHAT[spell.changes or "nothing"]
  AMOUNT[n] = spell.amount or 0
  LAST[n] = spell.lasts == "dawn" and LASTS.dawn
    or spell.lasts == "timeline" and LASTS.timeline or 0
end

--- What does the effect change?
function effects.changes(entry) return CHANGES[source[entry]] end

-- ---- begin and end ------------------------------------------------------------------------------

--- Is there room for another effect?
function effects.has_room() return count(list) < state.MOST_EFFECTS end

--- Can the Spell of that number last; is its effect on a Character?
function effects.can_last(number) return spells[number].lasts ~= nil end
function effects.has_target(number) return spells[number].target ~= nil end

--- Lay down an effect of the Spell of that number, on a Character or on nobody.
---@param number integer
---@param seat muster.Seat
---@param unit muster.Piece?
---@param value integer
---@param last integer
function effects.place(number, seat, unit, value, last)
  local entry = pieces(box):pick(function(piece) return kind(piece) == state.effect end)
  owner[entry] = seat
  source[entry] = number
  on[entry] = unit
  amount[entry] = value
  last_day[entry] = last
  put(entry, list)
end

--- Begin the effect of a Spell, on a Character or on nobody.
---@param spell muster.Piece
---@param strength integer
---@param unit muster.Piece?
function effects.begin(spell, strength, unit)
  local number = state.word[spell]
  effects.place(number, owner[spell], unit, AMOUNT[number] * strength,
    LAST[number] > 0 and LAST[number] or now.day)
  effects.began:emit(number, owner[spell])
end

--- End an effect.
function effects.finish(entry)
  effects.ended:emit(source[entry], owner[entry])
  put(entry, box)
  owner[entry], on[entry] = nil, nil
  source[entry], amount[entry], last_day[entry] = 0, 0, 0
end

--- End all effects on a Character, which dies.
function effects.forget(unit)
  for _ = 1, count(list) do
    local entry = pieces(list):pick(function(piece) return on[piece] == unit end)
    if entry then effects.finish(entry) end
  end
end

--- End the effects that last until that Day, or until a moment of LASTS.
function effects.expire(day)
  for _ = 1, count(list) do
    local entry = pieces(list):pick(function(piece) return last_day[piece] == day end)
    if entry then effects.finish(entry) end
  end
end

-- ---- what is in force ---------------------------------------------------------------------------

--- The sum of the effects on a Character that change this.
function effects.sum_on(unit, what)
  return pieces(list):sum(function(entry)
    if on[entry] == unit and CHANGES[source[entry]] == what then return amount[entry] end
    return 0
  end)
end
--- Is there such an effect on a Character?
function effects.is_on(unit, what)
  return pieces(list):some(function(entry)
    return on[entry] == unit and CHANGES[source[entry]] == what
  end)
end
--- The sum of the effects of a seat that change this.
function effects.sum_of(seat, what)
  return pieces(list):sum(function(entry)
    if owner[entry] == seat and CHANGES[source[entry]] == what then return amount[entry] end
    return 0
  end)
end
--- Has a seat such an effect?
function effects.has(seat, what)
  return pieces(list):some(function(entry)
    return owner[entry] == seat and CHANGES[source[entry]] == what
  end)
end

--- Printed health with all that changes it, at least 1 (FL-RUL-58).
state.health = muster.query(function(unit)
  return math.max(1, state.printed_health(unit) + effects.sum_on(unit, WHAT.health))
end)
--- Can nothing with a long range deal damage today (Hurricane)?
state.silenced = muster.query(function(unit)
  return state.first_place(unit) >= 2
    and (effects.has(0, WHAT.silence) or effects.has(1, WHAT.silence))
end)
--- May the Characters of that seat use no movement ability today (Quickmire)?
state.mired = muster.query(function(seat) return effects.has(1 - seat, WHAT.mire) end)
--- Does nobody generate targeted damage in phase 4 today (Truce Flag)?
state.truce = muster.query(function()
  return effects.has(0, WHAT.truce) or effects.has(1, WHAT.truce)
end)
--- Can targeted damage not kill that Character today (Sanctuary)?
state.safe = muster.query(function(unit) return effects.is_on(unit, WHAT.sanctuary) end)

return effects
