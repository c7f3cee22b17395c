-- Twist the Word: new targets for the Spell that it answers (FL-RUL-31). They are named as that
-- Spell would name them.

local state = require("fantasy_line.state")
local words = require("fantasy_line.words")
local targets = require("fantasy_line.targets")
local casting = require("fantasy_line.casting")
local forks = require("fantasy_line.forks")
local forms = require("fantasy_line.forms")
local dead, stack, word, SHAPE = state.dead, state.stack, state.word, words.SHAPE
local forked = casting.forked
local aim1, other1, aim2, other2 = casting.aim1, casting.other1, casting.aim2, casting.other2

local function shape_of(card) return words.shape[word[card]] end
local function needs_unit(card)
  local shape = shape_of(card)
  return shape == SHAPE.enemy or shape == SHAPE.friend or shape == SHAPE.dying
end
local function line_of_targets(card)
  if shape_of(card) == SHAPE.enemy then return 1 - owner[card] end
  return owner[card]
end

-- In `legal`: the Spell that is twisted, with as many instances as the form names targets.
local function need_twisted(form, fits_shape)
  local spell = top(stack)
  need(fits_shape, "FL-RUL-55", "that Spell has other targets, or none")
  need(forked[spell] == form.again, "FL-RUL-31", "name a target for every instance of that Spell")
  return spell
end
local SAME = "at least one target must be another one"

-- May the targets of further forks be other ones still? Where forks differ in target, the last one
-- may have no choice.
local function may_differ_later(spell)
  if not forks.allowed then return false end
  local left = forks.number(spell)
  if left == 0 then return false end
  local choice = targets.how_many(spell, below(spell))
  if words.differs[word[spell]] then
    return choice >= left + 2 and (left > 1 or choice > left + 2)
  end
  return choice > 1
end

local function declare_twist_unit(form)
  if not form.again then
    return forms.declare(form, "twist", ">{who}.{target}", function()
      local card = forms.choose_spell(form)
      local spell = need_twisted(form, needs_unit(top(stack)))
      local a = targets.choose_unit("who", "target", line_of_targets(spell), shape_of(spell), spell,
        below(spell))
      need(a ~= aim1[spell], "FL-RUL-31", SAME)
      return card, a
    end, function(card, a)
      casting.announce(card, false, false, true)
      aim1[card] = a
    end)
  end
  forms.declare(form, "twist", ">{who}.{target}&{whom}.{other}", function()
    local card = forms.choose_spell(form)
    local spell = need_twisted(form, needs_unit(top(stack)))
    local at, answered = line_of_targets(spell), below(spell)
    local a = targets.choose_unit("who", "target", at, shape_of(spell), spell, answered)
    local b = targets.choose_unit("whom", "other", at, shape_of(spell), spell, answered)
    need(a ~= aim1[spell] or b ~= aim2[spell] or may_differ_later(spell), "FL-RUL-31", SAME)
    need(not words.differs[word[spell]] or a ~= b, "FL-RUL-31", "its fork needs another target")
    return card, a, b
  end, function(card, a, b)
    casting.announce(card, false, false, true)
    aim1[card], aim2[card] = a, b
  end)
end

local function declare_twist_dead(form)
  forms.declare(form, "twist_dead", ">{who}d{dead}", function()
    local card = forms.choose_spell(form)
    local spell = need_twisted(form, shape_of(top(stack)) == SHAPE.dead)
    local seat = owner[spell]
    need(choose("who", targets.PLAYER) == seat, "FL-RUL-55", "the dead of its caster return")
    local a = piece_at(dead[seat], choose("dead", range(1, count(dead[seat]), 15)))
    need(a and a ~= aim1[spell], "FL-RUL-31", SAME)
    return card, a
  end, function(card, a)
    casting.announce(card, false, false, true)
    aim1[card] = a
  end)
end

local function declare_twist_entry(form)
  if not form.again then
    return forms.declare(form, "twist_entry", ">#{effect}", function()
      local card = forms.choose_spell(form)
      local spell = need_twisted(form, shape_of(top(stack)) == SHAPE.entry)
      local a = targets.choose_entry("effect")
      need(a ~= aim1[spell], "FL-RUL-31", SAME)
      return card, a
    end, function(card, a)
      casting.announce(card, false, false, true)
      aim1[card] = a
    end)
  end
  forms.declare(form, "twist_entry", ">#{effect}&#{other}", function()
    local card = forms.choose_spell(form)
    local spell = need_twisted(form, shape_of(top(stack)) == SHAPE.entry)
    local a = targets.choose_entry("effect")
    local b = targets.choose_entry("other")
    need(a ~= aim1[spell] or b ~= aim2[spell] or may_differ_later(spell), "FL-RUL-31", SAME)
    return card, a, b
  end, function(card, a, b)
    casting.announce(card, false, false, true)
    aim1[card], aim2[card] = a, b
  end)
end

-- Both stand in the line of the seat that twists.
local function declare_twist_pair(form, at)
  local first = (">%d.{first}-%d.{second}"):format(at + 1, at + 1)
  local function is_here()
    return shape_of(top(stack)) == SHAPE.pair and owner[top(stack)] ~= at
  end
  if not form.again then
    return forms.declare(form, "twist_pair" .. at + 1, first, function()
      local card = forms.choose_spell(form)
      local spell = need_twisted(form, is_here())
      local a, b = targets.choose_pair("first", "second", at, spell)
      need(a ~= aim1[spell], "FL-RUL-31", SAME)
      return card, a, b
    end, function(card, a, b)
      casting.announce(card, false, false, true)
      aim1[card], other1[card] = a, b
    end)
  end
  local both = first .. ("&%d.{third}-%d.{fourth}"):format(at + 1, at + 1)
  forms.declare(form, "twist_pair" .. at + 1, both,
    function()
      local card = forms.choose_spell(form)
      local spell = need_twisted(form, is_here())
      local a, b = targets.choose_pair("first", "second", at, spell)
      local c, d = targets.choose_pair("third", "fourth", at, spell)
      need(a ~= aim1[spell] or c ~= aim2[spell] or may_differ_later(spell), "FL-RUL-31", SAME)
      return card, a, b, c, d
    end, function(card, a, b, c, d)
      casting.announce(card, false, false, true)
      aim1[card], other1[card], aim2[card], other2[card] = a, b, c, d
    end)
end

local function declare_twist(form)
  declare_twist_unit(form)
  declare_twist_entry(form)
  if not form.again then declare_twist_dead(form) end
  for at = 0, 1 do declare_twist_pair(form, at) end
end
--- As a form it is forked where the Spell that it twists is.
---@param form fantasy_line.form
return function(form)
  for _, again in ipairs { false, true } do
    declare_twist { school = form.school, shape = form.shape, twice = false, again = again,
      answers = true, always = true, cheapest = form.cheapest, window = form.window }
  end
end
