-- Forking a Spell more than once (`forkMax`, FL-RUL-30): a fork beyond the first is a move of its
-- own, which follows the announcement and is paid like the first one. `&` and a target is one more
-- fork, `&0` is the end of the announcement. Twist the Word names the targets of all the forks of
-- the Spell that it answers in the same way.

local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local effects = require("fantasy_line.effects")
local words = require("fantasy_line.words")
local targets = require("fantasy_line.targets")
local forks = require("fantasy_line.forks")
local casting = require("fantasy_line.casting")
local stack, word, mana, SHAPE = state.stack, state.word, state.mana, words.SHAPE
local aim1, aim2, other1 = casting.aim1, casting.aim2, casting.other1

if not forks.allowed then return {} end

-- The Spell whose targets are named: the one on top, or the one that this gives other targets.
local function aimed()
  local card = top(stack)
  if casting.twists(card) then return below(card) end
  return card
end

-- ---- may it be forked once more? ----------------------------------------------------------------

-- In `legal`: the Spell on top can be forked once more, and that can be paid.
local function need_fork(card)
  local price, number = casting.price(card, casting.doubled[card], false), forks.number(card)
  need(forks.may_grow(number + 1), "FL-RUL-30", "the Spell is forked as often as it may be")
  need(price <= mana[owner[card]], "FL-MAN-1", function()
    return "another fork costs " .. price .. " mana, and you have " .. mana[owner[card]]
  end)
  need(forks.has_room(), "FL-RUL-30", "no more forks fit")
  need(not words.lasts[word[card]] or effects.has_room_for(number + 3), "FL-RUL-51",
    "no more effects can last")
end

-- ---- new targets for a Spell that is answered (FL-RUL-31) ---------------------------------------

-- Has the answer named the targets of the Spell so far as they are?
local function is_same(card, spell)
  if aim1[card] ~= aim1[spell] or aim2[card] ~= aim2[spell] then return false end
  for k = 1, forks.number(card) do
    if aim1[forks.nth(card, k)] ~= aim1[forks.nth(spell, k)] then return false end
  end
  return true
end

-- In `legal`: that target leaves at least one of all the targets another one.
local function need_other(card, spell, unit)
  local named, all = forks.number(card) + 1, forks.number(spell)
  need(unit ~= aim1[forks.nth(spell, named)] or not is_same(card, spell) or named < all
    and (named + 1 < all or not words.differs[word[spell]]
      or targets.how_many(spell, below(spell)) > all + 2), "FL-RUL-31",
    "at least one target must be another one")
end

-- ---- one more instance --------------------------------------------------------------------------

-- In `legal`: the Spell whose targets are named, which has targets of that kind. `fits` says so.
local function choose_spell(fits)
  local card = top(stack)
  local spell = aimed()
  need(fits, "FL-RUL-55", "that Spell has other targets, or none")
  if card == spell then need_fork(card) end
  return spell
end

-- In `legal`: that may be one more target.
local function need_target(spell, unit)
  local card = top(stack)
  need(not words.differs[word[spell]] or unit ~= aim1[card] and unit ~= aim2[card]
    and not pieces(forks.list):some(function(fork)
      return forks.is_of(fork, card) and aim1[fork] == unit
    end), "FL-RUL-31", "its fork needs another target")
  if card ~= spell then need_other(card, spell, unit) end
end

local function shape() return words.shape[word[aimed()]] end

-- One more fork of the Spell on top. An answer pays nothing for those that it twists.
local function fork_on(unit, other)
  local card = top(stack)
  if card == aimed() then
    mana[now.turn] = mana[now.turn] - casting.price(card, casting.doubled[card], false)
  end
  local fork = forks.add(card)
  aim1[fork], other1[fork] = unit, other
  go(flow.forks)
end

local can = {} -- the `possible` of each kind of fork
local function declare(name, text, legal)
  muster.move { name, at = flow.forking, title = "Fork the Spell once more", text = "&" .. text,
    legal = legal, apply = fork_on }
  can[#can + 1] = possible(legal)
end

declare("fork_plain", "", function()
  choose_spell(shape() == SHAPE.none)
  return nil, nil
end)

declare("fork_unit", "{who}.{target}", function()
  local kind_of_target = shape()
  local spell = choose_spell(kind_of_target == SHAPE.enemy or kind_of_target == SHAPE.friend
    or kind_of_target == SHAPE.dying)
  local seat = kind_of_target == SHAPE.enemy and 1 - owner[spell] or owner[spell]
  local unit = targets.choose_unit("who", "target", seat, kind_of_target, spell, below(spell))
  need_target(spell, unit)
  return unit, nil
end)

declare("fork_entry", "#{effect}", function()
  local spell = choose_spell(shape() == SHAPE.entry)
  local entry = targets.choose_entry("effect")
  need_target(spell, entry)
  return entry, nil
end)

for seat = 0, 1 do
  declare("fork_pair" .. seat + 1, ("%d.{first}-%d.{second}"):format(seat + 1, seat + 1), function()
    local spell = choose_spell(shape() == SHAPE.pair and owner[aimed()] ~= seat)
    local unit, other = targets.choose_pair("first", "second", seat, spell)
    need_target(spell, unit)
    return unit, other
  end)
end

muster.move { "fork_no_more", at = flow.forking, title = "No more forks", text = "&0",
  legal = function()
    need(top(stack) == aimed(), "FL-RUL-31", "name a target for every instance of that Spell")
  end,
  apply = casting.complete }

-- ---- the announcement goes on -------------------------------------------------------------------

local function can_fork()
  for _, ask in ipairs(can) do
    if ask() then return true end
  end
  return false
end

function flow.forks()
  local card = top(stack)
  local spell = aimed()
  now.turn = owner[card]
  if card ~= spell and forks.number(card) < forks.number(spell)
    or card == spell and casting.forked[card] and can_fork() then
    go(flow.forking)
  else
    casting.complete()
  end
end

return {}
