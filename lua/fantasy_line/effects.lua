-- Lasting effects (FL-RUL-51): each has the Spell that it came from, an owner, perhaps a Character
-- that it is on, an amount, and an end. Equal effects add up. An effect is a piece of its own, so
-- the card goes back to its deck (FL-KIT-2).

local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local now = require("fantasy_line.now")
local words = require("fantasy_line.words")
local PHASES = 5

-- The changes of effects. A card of another module may change something of its own, by its word.
local numbers, most = { nothing = 0, health = 1, damage = 2, mana = 3, rot = 4, silence = 5,
  mire = 6, truce = 7, sanctuary = 8 }, 8
for _, spell in ipairs(spells) do
  if spell.changes and not numbers[spell.changes] then
    most = most + 1
    numbers[spell.changes] = most
  end
end
local WHAT = muster.enum(numbers)
local CHANGES, AMOUNT = { [0] = 0 }, { [0] = 0 } -- by the number of the Spell
for n, spell in ipairs(spells) do
  CHANGES[n] = WHAT[spell.changes or "nothing"]
  AMOUNT[n] = spell.amount or 0
end

-- "Wither on Bog Brute", and what it changes: ": -3 health".
local function effect_name(source, unit)
  return telling.source(source) .. (unit and " on " .. telling.name(unit) or "")
end
local CHANGED = { health = "health", damage = "normal damage", mana = "mana a Day",
  rot = "damage to the enemy Front a Day" }
local function change_of(source, amount)
  local spell = spells[source]
  local what = spell and CHANGED[spell.changes]
  return what and (": %s%d %s"):format(amount > 0 and "+" or "", amount, what) or ""
end

local effects = require("muster.lasting").of { kind = state.effect, list = state.effects,
  most = state.MOST_EFFECTS, sources = #spells, changes = CHANGES, greatest = 99, phases = PHASES,
  rounds = 63,
  begins = function(source, _, unit, amount)
    return effect_name(source, unit) .. " is in force" .. change_of(source, amount)
  end,
  ends = function(source, _, unit) return effect_name(source, unit) .. " ends" end }
effects.WHAT = WHAT
--- In a scene: what an effect changes, as in ": -3 health", or "".
function effects.change_text(entry)
  return change_of(effects.source[entry], effects.amount[entry])
end

-- ---- begin and end ------------------------------------------------------------------------------

--- Can the Spell of that number last; is its effect on a Character?
function effects.can_last(number) return spells[number].lasts ~= nil end
function effects.has_target(number) return spells[number].target ~= nil end

--- Is there room for so many more effects?
function effects.has_room_for(number) return count(state.effects) + number <= state.MOST_EFFECTS end

--- The end of the present phase, and of the next phase 1.
function effects.this_phase() return effects.moment(now.day, now.phase) end
function effects.next_dawn()
  return effects.moment(state.recruiting() and now.day or now.day + 1, 1)
end

-- How many Days after the present one the effects of a Spell end, and with which phase of it: 0 is
-- the present one. AGES is the end of the game.
local AGES = 63
local ENDS = { phase = { days = 0, phase = 0 }, day = { days = 0, phase = PHASES },
  dawn = { days = 1, phase = 1 }, timeline = { days = AGES, phase = PHASES } }
local DAYS, PHASE = { [0] = 0 }, { [0] = 0 }
for n, spell in ipairs(spells) do
  local lasts = ENDS[spell.lasts or "phase"] or spell.lasts
  DAYS[n], PHASE[n] = lasts.days, lasts.phase
end

-- When an effect of that Spell ends that begins now.
local function end_of(number)
  if DAYS[number] == AGES then return effects.never end
  if PHASE[number] == 0 then return effects.this_phase() end
  return effects.moment(now.day + DAYS[number], PHASE[number])
end

--- Begin the effect of a Spell, on a Character or on nobody.
---@param spell muster.Piece
---@param strength integer
---@param unit muster.Piece?
function effects.begin(spell, strength, unit)
  local number = state.word[spell]
  effects.start(number, owner[spell], unit, AMOUNT[number] * strength, end_of(number))
end

-- What a Spell does when its effect comes to its end; an effect that is ended before does nothing,
-- nor does one on a Character that another one has killed just now.
local function last_words(entry)
  local unit = effects.on[entry]
  if unit and not state.live(unit) then return end
  for _, each in ipairs(words.endings) do
    if each.number == effects.source[entry] then
      each.run(owner[entry], effects.amount[entry], unit)
    end
  end
end

--- Does an effect end with this phase?
function effects.end_now() return effects.any_due(effects.this_phase()) end
--- End the effects that last until the end of this phase.
function effects.expire_now() effects.expire(effects.this_phase(), last_words) end

-- ---- what is in force ---------------------------------------------------------------------------

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
