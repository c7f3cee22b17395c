-- What Spells may have as their targets, and how a move names them (FL-RUL-55).

local state = require("fantasy_line.state")
local now = require("fantasy_line.now")
local words = require("fantasy_line.words")
local targets = {}
local line, dead, word, SHAPE = state.line, state.dead, state.word, words.SHAPE

-- The card's own condition for a target. `answered` is the Spell that it answers, if any.
local function fits(card, unit, answered)
  for _, each in ipairs(words.aiming) do
    if each.number == word[card] and not each.ask(unit) then return false end
  end
  for _, each in ipairs(words.answer_aiming) do
    if answered and each.number == word[card] and not each.ask(unit, answered) then return false end
  end
  return true
end

--- May the Spell have that Character as its target, as an answer to that Spell if one is given?
---@param card muster.Piece
---@param unit muster.Piece
---@param answered muster.Piece?
function targets.may_target(card, unit, answered)
  local shape, seat = words.shape[word[card]], owner[card]
  if shape == SHAPE.enemy then
    return state.live(unit) and owner[unit] ~= seat and fits(card, unit, answered)
  elseif shape == SHAPE.friend then
    return state.live(unit) and owner[unit] == seat and fits(card, unit, answered)
  elseif shape == SHAPE.dying then
    return state.dying[unit] and owner[unit] == seat and fits(card, unit, answered)
  end
  return place(unit) == dead[seat]
end

--- Do two live enemies stand side by side?
function targets.is_pair(card, unit, other)
  local enemy = 1 - owner[card]
  return state.live(unit) and state.live(other) and owner[unit] == enemy and owner[other] == enemy
    and (level(other) - level(unit) == 1 or level(unit) - level(other) == 1)
end

-- Does another one stand right behind that live Character, so that they are a pair?
local function heads_pair(card, unit)
  local behind = state.unit_at(owner[unit], level(unit) + 1)
  return behind and targets.is_pair(card, unit, behind)
end
--- How many targets may the Spell have that Characters or effects are?
---@param card muster.Piece
---@param answered muster.Piece? the Spell that it answers
function targets.how_many(card, answered)
  local shape, seat = words.shape[word[card]], owner[card]
  if shape == SHAPE.entry then return count(state.effects) end
  if shape == SHAPE.pair then
    return pieces(line[1 - seat]):tally(function(unit) return heads_pair(card, unit) end)
  end
  return pieces(line[shape == SHAPE.enemy and 1 - seat or seat])
    :tally(function(unit) return targets.may_target(card, unit, answered) end)
end

-- ---- asking for them ----------------------------------------------------------------------------

--- A player in a move.
local PLAYER = muster.letters("12")
targets.PLAYER = PLAYER
local NO_TARGET = "this is no target of the Spell"

--- In `legal`: a Character of a line that the Spell may have as its target. `shape` is that of the
--- Spell, and says in whose line it stands and whether it is Dying.
function targets.choose_unit(who, name, seat, shape, card, answered)
  need(choose(who, PLAYER) == seat, "FL-RUL-55", "its targets stand in the other line")
  local unit = state.unit_at(seat, choose(name, range(1, count(line[seat]), 15), "FL-RUL-55",
    "nobody stands there"))
  need(unit and state.dying[unit] == (shape == SHAPE.dying) and fits(card, unit, answered),
    "FL-RUL-55", NO_TARGET)
  return unit
end
--- In `legal`: one of the dead of the seat whose turn it is.
function targets.choose_dead(name, card)
  local seat = now.turn
  need(choose("who", PLAYER) == seat, "FL-RUL-55", "your own dead return")
  local unit = piece_at(dead[seat], choose(name, range(1, count(dead[seat]), 15), "FL-RUL-55",
    "you have no such dead Character"))
  need(unit and targets.may_target(card, unit, nil), "FL-RUL-55", NO_TARGET)
  return unit
end
--- In `legal`: a lasting effect.
function targets.choose_entry(name)
  return piece_at(state.effects, choose(name, range(1, count(state.effects), 63), "FL-RUL-55",
    "there is no such effect"))
end
--- In `legal`: two enemies, of which the second stands right behind the first.
function targets.choose_pair(first, second, seat, card)
  local at = choose(first, range(1, count(line[seat]), 15), "FL-RUL-55", "nobody stands there")
  need(choose(second, range(1, count(line[seat]), 15)) == at + 1, "FL-RUL-55",
    "name two neighbours, the foremost first")
  local unit, other = state.unit_at(seat, at), state.unit_at(seat, at + 1)
  need(unit and other and targets.is_pair(card, unit, other), "FL-RUL-55", "both must be live")
  return unit, other
end

return targets
