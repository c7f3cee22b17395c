-- The stack: Spells are announced, resolve, and are finished (FL-CST, section 21). How a player
-- casts one is in fantasy_line/forms.lua and shapes.lua, who may in fantasy_line/windows.lua.
--
-- A Spell on the stack keeps what was announced: whether it is doubled and forked, and the targets
-- of both of its instances; further forks are pieces that keep theirs (fantasy_line/forks.lua). A
-- target is a Character or an effect, and not the place where it stands (FL-RUL-31).

local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local ask = require("fantasy_line.ask")
local now = require("fantasy_line.now")
local battle = require("fantasy_line.line")
local effects = require("fantasy_line.effects")
local words = require("fantasy_line.words")
local targets = require("fantasy_line.targets")
local forks = require("fantasy_line.forks")
local casting = {}
local stack, word, mana = state.stack, state.word, state.mana
local options, SHAPE = state.options, words.SHAPE

--- A seat has announced a Spell, doubled (1), forked (2) or both (3), and its targets.
casting.announced = muster.event { "announced", "seat", "spell", "how", "first", "second", "third",
  "fourth",
  says = function(seat, spell, how, ...)
    return telling.player(seat) .. " announces " .. telling.spell(spell)
      .. telling.cast(how, ...)
  end }
--- An answer has given a Spell other targets.
casting.twisted = muster.event { "twisted", "spell", "first", "second", "third", "fourth",
  says = function(spell, ...) return telling.spell(spell) .. " is now" .. telling.on(...) end }
if forks.allowed then
  --- A Spell is forked beyond the first time.
  casting.forked_more = muster.event { "forked_more", "spell", "first", "second",
    says = function(spell, ...)
      return telling.spell(spell) .. " is forked once more" .. telling.on(...)
    end }
end
--- A Spell takes effect.
casting.resolved = muster.event { "resolved", "spell",
  says = function(spell) return telling.spell(spell) .. " takes effect" end }
--- A Spell is cancelled.
casting.cancelled = muster.event { "cancelled", "spell",
  says = function(spell) return telling.spell(spell) .. " is cancelled" end }

--- Is the Spell doubled?
local doubled = muster.field { "doubled", of = "piece" }
--- Is the Spell forked?
local forked = muster.field { "forked", of = "piece" }
--- Has the Spell resolved?
local done = muster.field { "done", of = "piece" }
--- Was the Spell cancelled?
local void = muster.field { "void", of = "piece" }
--- Points of damage of the Spell that are prevented.
local shield = muster.field { "shield", of = "piece", max = 99 }
--- The target of the Spell.
local aim1 = muster.field { "aim1", of = "piece", holds = "piece" }
--- The second one of a pair that is its target.
local other1 = muster.field { "other1", of = "piece", holds = "piece" }
--- The target of the second instance of a forked Spell.
local aim2 = muster.field { "aim2", of = "piece", holds = "piece" }
--- The second one of a pair that is the target of the second instance.
local other2 = muster.field { "other2", of = "piece", holds = "piece" }
casting.doubled, casting.forked, casting.done, casting.void = doubled, forked, done, void
casting.aim1, casting.other1, casting.aim2, casting.other2 = aim1, other1, aim2, other2
--- The order that a Spell gives to a line: a digit for each old place.
casting.order = muster.field { "order", of = "piece", max = 999999999 }

-- ---- the stack ----------------------------------------------------------------------------------

--- The cost of a Spell.
function casting.price(card, twice, again)
  local cost = words.cost[word[card]]
  if twice then cost = 2 * cost end
  if again then cost = 2 * cost end
  return cost
end

--- Announce a Spell and pay it. An interrupt is no turn (FL-RUL-32).
function casting.announce(card, twice, again, answers)
  local seat = me()
  mana[seat] = mana[seat] - casting.price(card, twice, again)
  put(card, stack)
  doubled[card], forked[card] = twice, again
  if not answers or options.hurricaneInterruptCounts then
    state.casts[seat] = state.casts[seat] + 1
  end
  if not answers then now.last = seat end
  if not forks.allowed then return casting.complete() end
  now.window = 0
  go(flow.forks)
end

--- The Spell on top is announced in full.
function casting.complete()
  if options.refill == "afterStack" then return go(flow.before) end
  now.window, now.fill_by_seat = 0, true
  go(flow.fill)
end

-- Tell of the forks of a Spell beyond the first.
local function tell_forks(card)
  if not forks.allowed then return end
  for k = 1, forks.number(card) do
    local fork = forks.nth(card, k)
    casting.forked_more:emit(card, aim1[fork], other1[fork])
  end
end

--- The Spell on top has its targets.
function casting.tell()
  local card = top(stack)
  local how = (doubled[card] and 1 or 0) + (forked[card] and 2 or 0)
  casting.announced:emit(owner[card], card, how, aim1[card], other1[card], aim2[card],
    other2[card])
  tell_forks(card)
end

-- The forks of a Spell are gone, and their targets.
local function drop_forks(card)
  if not forks.allowed then return end
  for k = 1, forks.number(card) do
    local fork = forks.nth(card, k)
    aim1[fork], other1[fork] = nil, nil
  end
  forks.drop(card)
end

--- A Spell is finished: it goes to the discards of its category.
function casting.discard(card)
  doubled[card], forked[card], done[card], void[card] = false, false, false, false
  aim1[card], other1[card], aim2[card], other2[card] = nil, nil, nil, nil
  shield[card], casting.order[card] = 0, 0
  drop_forks(card)
  for _, school in ipairs(state.schools) do
    if state.school_of(card) == school.number then put(card, school.pile) end
  end
  owner[card] = nil
end

--- Does the Spell give an order to a line?
function casting.takes_order(card) return words.shape[word[card]] == SHAPE.order end

--- Does the Spell give the one that it answers other targets? It is not forked then, but that one.
function casting.twists(card) return words.shape[word[card]] == SHAPE.twist end

--- The effect of a resolved answer on the Spell under it, which a position line does not say.
function casting.apply_answers(card)
  local under = below(card)
  if not under or not done[card] then return end
  local number = word[card]
  if words.cancels[number] then void[under] = true end
  shield[under] = words.prevents[number]
end

-- ---- resolving ----------------------------------------------------------------------------------

local function strength_of(card) return doubled[card] and 2 or 1 end

local function run(card)
  if words.lasts[word[card]] then effects.begin(card, strength_of(card), nil) end
  for _, each in ipairs(words.plain_deeds) do
    if each.number == word[card] then each.run(card, strength_of(card)) end
  end
end
local function run_on(card, unit)
  if words.lasts[word[card]] then effects.begin(card, strength_of(card), unit) end
  for _, each in ipairs(words.deeds) do
    if each.number == word[card] then each.run(card, strength_of(card), unit) end
  end
end
local function run_on_pair(card, unit, other)
  for _, each in ipairs(words.pair_deeds) do
    if each.number == word[card] then each.run(card, strength_of(card), unit, other) end
  end
end

-- One instance of a Spell. If its target is not legal any more, it does nothing.
local function instance(card, unit, other)
  local shape = words.shape[word[card]]
  if shape == SHAPE.none or shape == SHAPE.twist then
    run(card)
  elseif shape == SHAPE.order then
    flow.arrange(owner[card], casting.order[card])
  elseif shape == SHAPE.pair then
    if unit and other and targets.is_pair(card, unit, other) then run_on_pair(card, unit, other) end
  elseif shape == SHAPE.entry then
    if unit and place(unit) == state.effects then run_on(card, unit) end
  elseif unit and targets.may_target(card, unit, nil) then
    run_on(card, unit)
  end
  battle.settle()
end

local function resolve_forks(card)
  if not forks.allowed then return end
  for k = 1, forks.number(card) do
    local fork = forks.nth(card, k)
    instance(card, aim1[fork], other1[fork])
  end
end

function flow.resolve()
  local card = top(stack)
  if void[card] then return go(flow.close) end
  now.gained = false
  instance(card, aim1[card], other1[card])
  if forked[card] then instance(card, aim2[card], other2[card]) end
  resolve_forks(card)
  done[card] = true
  shield[card] = 0 -- what is left of it prevents nothing any more
  casting.resolved:emit(card)
  now.turn = owner[card]
  local spends = now.gained and battle.can_spend(now.turn)
  now.gained, now.window = false, 0
  if spends then
    go(flow.spending)
  else
    go(flow.afterwards)
  end
end

-- ---- what Spells do -----------------------------------------------------------------------------

-- What is left of an amount after what was prevented (W03).
local function unprevented(card, amount)
  local lost = math.min(shield[card], amount)
  shield[card] = shield[card] - lost
  return amount - lost
end

function flow.deal(card, amount)
  battle.add_damage(1 - owner[card], unprevented(card, amount))
end
function flow.take_aim(card, amount)
  local seat, gained = owner[card], unprevented(card, amount)
  if gained == 0 then return end
  state.aimed[seat] = state.aimed[seat] + gained
  battle.aims:emit(seat, gained)
  now.gained = true
end
function ask.deals(card) return words.deals[word[card]] end
function ask.printed_cost(card) return words.cost[word[card]] end
function flow.cancel_below(card)
  void[below(card)] = true
  casting.cancelled:emit(below(card))
end
function flow.shield_below(card) shield[below(card)] = words.prevents[word[card]] end
-- The target after that effect has ended: an effect behind it becomes the piece before.
local function aim_without(unit, entry)
  if unit == entry then return nil end
  if unit and place(unit) == state.effects and level(unit) > level(entry) then
    return piece_at(state.effects, level(unit) - 1)
  end
  return unit
end
--- End an effect. The Spells that it is a target of have none there any more.
function flow.end_effect(entry)
  for card in pieces(stack) do
    aim1[card], aim2[card] = aim_without(aim1[card], entry), aim_without(aim2[card], entry)
  end
  if forks.allowed then
    for fork in pieces(forks.list) do aim1[fork] = aim_without(aim1[fork], entry) end
  end
  effects.finish(entry)
end
-- The further forks of a Spell get the targets of those of another one.
local function twist_forks(under, card)
  if not forks.allowed then return end
  for k = 1, forks.number(under) do
    local fork, other = forks.nth(under, k), forks.nth(card, k)
    if other then aim1[fork], other1[fork] = aim1[other], other1[other] end
  end
end
function flow.twist_below(card)
  local under = below(card)
  aim1[under], other1[under] = aim1[card], other1[card]
  aim2[under], other2[under] = aim2[card], other2[card]
  twist_forks(under, card)
  casting.twisted:emit(under, aim1[under], other1[under], aim2[under], other2[under])
  tell_forks(under)
end

return casting
