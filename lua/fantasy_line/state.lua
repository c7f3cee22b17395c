-- The parts of a game: cards, lines, hands and decks, and what is counted.
--
-- A line is an ordered place: level 1 is the Front, so the level of a Character is its place
-- (FL-LIN-1). While the set-up lasts the Characters lie in `laid`, where only their owner sees
-- them; then they go to `line` in the same order. A Character that is killed stays in the line as a
-- Dying one until the phase ends (FL-DYI-1). No damage is ever written on a Character (FL-RUL-26).

local characters = require("fantasy_line.characters")
local spells = require("fantasy_line.spells")
local now = require("fantasy_line.now")
local state = {}
local options = muster.options()
state.options = options

-- ---- the cards ----------------------------------------------------------------------------------

muster.grid { columns = 1, rows = 1 } -- nothing lies on it: lines are places of their own

--- Character cards.
state.character = muster.pieces { "character", count = #characters * options.characterCopies,
  text = "{letter}{tens}{ones}{copy}" }
--- Spell cards.
state.spell = muster.pieces { "spell", count = #spells * options.spellCopies,
  text = "{letter}{tens}{ones}" }
state.MOST_EFFECTS = 64
--- A lasting effect.
state.effect = muster.pieces { "effect", count = state.MOST_EFFECTS }

-- The values of a face, for all copies of the cards of a list.
local function values(list, copies, value)
  local all = {}
  for copy = 1, copies do
    for n, card in ipairs(list) do all[#all + 1] = value(card, n, copy) end
  end
  return all
end

-- A part of the face of Characters and Spells; 0 is unknown.
---@param face { help: string, max: integer, letters: string? }
---@param of_character fun(card: table, number: integer, copy: integer): integer
---@param of_spell fun(card: table, number: integer): integer
local function face_field(name, face, of_character, of_spell)
  return muster.field { name, of = "piece", seen = "face", max = face.max, letters = face.letters,
    help = face.help, each = {
      character = values(characters, options.characterCopies, of_character),
      spell = values(spells, options.spellCopies, of_spell) } }
end
local function none() return 0 end
local function number_of(_, n) return n end
local DIGITS = "?0123456789"
--- The number of a Character, in the order of fantasy_line/characters.lua.
state.design = face_field("design", { help = "The number of a Character.", max = #characters },
  number_of, none)
--- The number of a Spell, in the order of fantasy_line/spells.lua.
state.word = face_field("word", { help = "The number of a Spell.", max = #spells }, none, number_of)
face_field("letter", { help = "The category of a Spell, or C.", max = 4, letters = "?EWBC" },
  function() return 4 end, function(card) return card.school end)
face_field("tens", { help = "The first digit of a card.", max = 10, letters = DIGITS },
  function(_, n) return n // 10 + 1 end, function(card) return card.nth // 10 + 1 end)
face_field("ones", { help = "The second digit of a card.", max = 10, letters = DIGITS },
  function(_, n) return n % 10 + 1 end, function(card) return card.nth % 10 + 1 end)
face_field("copy", { help = "Which copy of a Character it is.", max = 2, letters = "?ab" },
  function(_, _, copy) return copy end, none)

-- A number of every card, by its design; 0 for an unknown one.
local function numbers(key)
  local list = { [0] = 0 }
  for n, card in ipairs(characters) do list[n] = card[key] or 0 end
  return list
end
local COST, HEALTH, DAMAGE = numbers("cost"), numbers("health"), numbers("damage")
local TARGETED, MANA, SURVIVAL = numbers("targeted"), numbers("mana"), numbers("survival")
local FIRST, LAST = { [0] = 1 }, { [0] = 0 } -- the places from which a Character deals damage
for n, card in ipairs(characters) do
  local range = card.range or "1-0"
  FIRST[n] = tonumber(range:sub(1, 1))
  LAST[n] = tonumber(range:sub(3)) or 99
end

local design = state.design
--- The first place of its line from which the Character deals damage.
function state.first_place(unit) return FIRST[design[unit]] end
function state.cost(unit) return COST[design[unit]] end
function state.damage(unit) return DAMAGE[design[unit]] end
function state.targeted(unit) return TARGETED[design[unit]] end
function state.mana_of(unit) return MANA[design[unit]] end
function state.survival_of(unit) return SURVIVAL[design[unit]] end

local SCHOOL = { [0] = 0 }
for n, spell in ipairs(spells) do SCHOOL[n] = spell.school end

-- ---- places -------------------------------------------------------------------------------------

--- The deck of Characters.
state.deck = muster.container { "deck", ordered = true, faces = "none" }
--- Characters in hand.
state.hand = muster.container { "hand", per_seat = true, faces = "owner",
  sort = { "design", "copy" } }
--- Characters that lie face down before a seat during the set-up.
state.laid = muster.container { "laid", per_seat = true, ordered = true, faces = "owner" }
--- Characters that were discarded during the set-up: nobody else ever sees them (FL-RUL-49).
state.refused = muster.container { "refused", per_seat = true, faces = "owner",
  sort = { "design", "copy" } }
--- The greatest number of Characters in a line. A move names each place with one digit. Where
--- lines grow, it is what 13 money buy at most: a Parade Order of 7 is 5,040 moves, and one of 9
--- would be more than a request may list.
state.LONGEST = options.recruitEachDay and 7 or 9
--- The line of a seat.
state.line = muster.container { "line", per_seat = true, ordered = true }
--- The dead Characters of a seat, in the order in which they died.
state.dead = muster.container { "dead", per_seat = true, ordered = true }

--- The places of a category of Spells: the hands, the deck, and the discards.
local function school(name)
  return {
    book = muster.container { name, per_seat = true, faces = "owner", sort = { "word" },
      help = "Spells of this category in hand." },
    deck = muster.container { name .. "_deck", ordered = true, faces = "none",
      help = "The deck of this category." },
    pile = muster.container { name .. "_pile", ordered = true,
      help = "Discards of this category, the newest on top." },
  }
end
state.schools = { school("elementalism"), school("white"), school("black") }
for n, letter in ipairs { "E", "W", "B" } do
  state.schools[n].number, state.schools[n].letter = n, letter
end
--- Spells that were announced and are not finished: the newest lies on top.
state.stack = muster.container { "stack", ordered = true }
--- Lasting effects, in the order in which they began.
state.effects = muster.container { "effects", ordered = true }

-- ---- counts -------------------------------------------------------------------------------------

local MOST = 9999
--- The money that a seat has been given until that Day.
function state.money_until(day) return 13 + options.dayMoney * day end
--- Money left; before the reveal all of it.
state.money = muster.field { "money", of = "seat", max = state.money_until(options.maxDays),
  initial = 13 }
--- Mana.
state.mana = muster.field { "mana", of = "seat", max = MOST }
--- Targeted damage that the seat has gained and not used.
state.aimed = muster.field { "aimed", of = "seat", max = MOST }
--- Damage that threatens the Front of the seat's line.
state.pool = muster.field { "pool", of = "seat", max = MOST }
--- How high the pool stood when progress was last made (FL-RUL-6).
state.mark = muster.field { "mark", of = "seat", max = MOST }
--- Has the seat passed in this phase; has it locked its line during the set-up?
state.passed = muster.field { "passed", of = "seat" }

--- The categories of which the seat has refused to draw, a bit for each, while hands are filled.
state.refuses = muster.field { "refuses", of = "seat", max = 7 }

--- May Characters be laid again on that Day (`recruitEachDay`, FL-RUL-1)?
function state.recruits_on(day) return options.recruitEachDay and day > 1 end
--- Are they laid at the start of a Day just now?
function state.recruiting() return state.recruits_on(now.day) and now.phase == 0 end
if options.recruitEachDay then
  --- While Characters are laid again: did this one stand in its line before?
  state.stood = muster.field { "stood", of = "piece" }
end
--- Is a Character that lies before its owner one that is still to be paid?
function state.is_new(unit)
  if not options.recruitEachDay then return true end
  return not state.stood[unit]
end

--- Is this Character Dying?
state.dying = muster.field { "dying", of = "piece" }
--- The last Day on which the Character is stunned.
state.stunned_to = muster.field { "stunned_to", of = "piece", max = 63 }
--- How often the Character has used its movement ability this Day.
state.moved = muster.field { "moved", of = "piece", max = 9 }
--- Was the Dying Character killed by the lowest Spell of the stack?
state.felled = muster.field { "felled", of = "piece" }
--- What its owner declared for its targeted damage in phase 4.
state.declared = muster.field { "declared", of = "piece", max = 2 }
--- The same, while nobody else may see it.
state.sealed = muster.field { "sealed", of = "piece", max = 2, seen = "owner" }
state.DECLARED = muster.enum { generates = 1, holds = 2 }

--- Spells that the seat has cast this Day.
state.casts = muster.field { "casts", of = "seat", max = 99 }

--- How the Spell of that number is written, as in E02.
function state.spell_text(number)
  local card = spells[number]
  return ("%s%02d"):format(("EWB"):sub(card.school, card.school), card.nth)
end
--- The number of the Spell that is written so, or nil.
function state.spell_named(code)
  for n = 1, #spells do
    if state.spell_text(n) == code then return n end
  end
  return nil
end
--- The category of a Spell: 1 to 3.
function state.school_of(card) return SCHOOL[state.word[card]] end

-- ---- reading the lines --------------------------------------------------------------------------

local line, dying = state.line, state.dying

--- The place of a Character in its line, from 1 at the Front.
function state.place_of(unit) return level(unit) end
--- Is the Character in its line and not Dying?
function state.live(unit) return not dying[unit] and place(unit) == line[owner[unit]] end
local function is_live(unit) return not dying[unit] end
--- How many live Characters has the seat?
function state.live_count(seat) return pieces(line[seat]):tally(is_live) end
--- The Character at that place of a line, or nil.
function state.unit_at(seat, at) return piece_at(line[seat], at) end
--- The live Character at that place of a line, or nil.
function state.live_at(seat, at)
  local unit = piece_at(line[seat], at)
  if unit and not dying[unit] then return unit end
  return nil
end
--- The foremost Character of the line that is not Dying, or nil (FL-RUL-15).
function state.front(seat)
  for at = 1, count(line[seat]) do
    local unit = piece_at(line[seat], at)
    if not dying[unit] then return unit end
  end
  return nil
end

--- The health that is printed on a Character.
function state.printed_health(unit) return HEALTH[design[unit]] end
--- Does the Character stand in its range (FL-RNG-3 to FL-RNG-6)?
function state.in_range(unit)
  return level(unit) >= FIRST[design[unit]] and level(unit) <= LAST[design[unit]]
end
--- Is the Character stunned today?
function state.stunned(unit) return state.stunned_to[unit] >= now.day end

return state
