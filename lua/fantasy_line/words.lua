-- The texts of Spells, as lists by the number of a Spell. 0 is a Spell that nobody knows.

local spells = require("fantasy_line.spells")
local words = {}

--- The targets of a Spell.
words.SHAPE = muster.enum { none = 0, enemy = 1, friend = 2, dying = 3, dead = 4, pair = 5,
  entry = 6, order = 7, twist = 8 }
--- When a Spell may answer another one: never, before that resolves, after it.
words.TIMING = muster.enum { never = 0, before = 1, after = 2 }

--- Names of the choices of a move that takes several of a kind.
words.ORDINALS = { "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
  "ninth" }

--- The bit of a place in a sum of places.
words.BIT = { 1, 2, 4, 8, 16, 32, 64, 128, 256 }

local function list(absent) return { [0] = absent } end
words.cost, words.shape, words.timing = list(0), list(0), list(0)
words.lasts, words.deals, words.cancels = list(false), list(false), list(false)
words.prevents = list(0)
words.can_double, words.can_fork, words.differs = list(false), list(false), list(false)
words.first, words.in_turn = list(false), list(false)
--- Functions of single Spells, with the number of the Spell: { number =, ask = } or { number =, run
--- = }.
words.aiming, words.answer_aiming, words.answering, words.castables = {}, {}, {}, {}
--- What Spells do, by what they are about: nothing, one target, two neighbours.
words.plain_deeds, words.deeds, words.pair_deeds = {}, {}, {}
--- What Spells do when their effects come to their ends.
words.endings = {}

local SHAPE, TIMING = words.SHAPE, words.TIMING
local asks = { aim = words.aiming, answer_aim = words.answer_aiming, answers = words.answering,
  castable = words.castables }

local function note(n, spell)
  words.cost[n], words.shape[n] = spell.mana, SHAPE[spell.target or "none"]
  words.timing[n] = TIMING[spell.interrupt or "never"]
  words.lasts[n], words.deals[n] = spell.lasts ~= nil, spell.deals or false
  words.can_double[n], words.can_fork[n] = spell.doubleable or false, spell.fork or false
  words.differs[n], words.first[n] = spell.differs or false, spell.first or false
  words.in_turn[n] = spell.turn or not spell.interrupt
  words.cancels[n], words.prevents[n] = spell.cancels or false, spell.prevents or 0
end
local function note_functions(n, spell)
  for _, key in ipairs { "aim", "answer_aim", "answers", "castable" } do
    if spell[key] then table.insert(asks[key], { number = n, ask = spell[key] }) end
  end
  local shape = words.shape[n]
  local deeds = shape == SHAPE.pair and words.pair_deeds
    or (shape == SHAPE.none or shape == SHAPE.twist) and words.plain_deeds or words.deeds
  if spell.resolve then table.insert(deeds, { number = n, run = spell.resolve }) end
  if spell.ends then table.insert(words.endings, { number = n, run = spell.ends }) end
end
for n, spell in ipairs(spells) do
  note(n, spell)
  note_functions(n, spell)
end

local DEEDS = { aim = "function", answer_aim = "function", answers = "function",
  castable = "function", resolve = "function", ends = "function" }
local given = {}

---What a card of a module does: the functions of its entry (see fantasy_line/spells.lua).
---@param word string as the module offers it
---@param deeds { aim: function?, answer_aim: function?, answers: function?, castable: function?,
---resolve: function?, ends: function? }
function words.card(word, deeds)
  for n, spell in ipairs(spells) do
    if spell.word == word then
      if given[word] then error("the card '" .. word .. "' is given twice", 2) end
      given[word] = true
      if muster.shape("a card", deeds, DEEDS) then note_functions(n, deeds) end
      return
    end
  end
  error("no module offers the spell '" .. word .. "'", 2)
end

return words
