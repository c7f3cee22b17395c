-- Phase 2: casting Spells (FL-CST, section 21). Spells that were announced lie on the stack. Before
-- the Spell on top resolves and after it, its opponent may answer it with an interrupt, which goes on
-- top and runs through the same steps (FL-RUL-33).
--
-- A Spell on the stack keeps what was announced: whether it is doubled and forked, and the targets of
-- both of its instances. A target is a Character or an effect, and not the place where it stands
-- (FL-RUL-31).

local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local ask = require("fantasy_line.ask")
local now = require("fantasy_line.now")
local battle = require("fantasy_line.line")
local effects = require("fantasy_line.effects")
local casting = {}
local line, dead, stack, word = state.line, state.dead, state.stack, state.word
local mana, passed, schools = state.mana, state.passed, state.schools

--- A seat announces a Spell.
casting.announced = muster.event { "announced", "seat", "spell" }
--- A Spell takes effect.
casting.resolved = muster.event { "resolved", "spell" }
--- A Spell is cancelled.
casting.cancelled = muster.event { "cancelled", "spell" }

local doubled = muster.field { "doubled", of = "piece" }
local forked = muster.field { "forked", of = "piece" }
local done = muster.field { "done", of = "piece" } -- has it resolved?
local void = muster.field { "void", of = "piece" } -- was it cancelled?
local shield = muster.field { "shield", of = "piece", max = 99 } -- points that are prevented
-- the targets of both instances; `other` is the second one of a pair
local aim1 = muster.field { "aim1", of = "piece", holds = "piece" }
local other1 = muster.field { "other1", of = "piece", holds = "piece" }
local aim2 = muster.field { "aim2", of = "piece", holds = "piece" }
local other2 = muster.field { "other2", of = "piece", holds = "piece" }
casting.doubled, casting.forked, casting.done, casting.void = doubled, forked, done, void
casting.aim1, casting.other1, casting.aim2, casting.other2 = aim1, other1, aim2, other2
--- The order that a Spell gives to a line: a digit for each old place.
casting.order = muster.field { "order", of = "piece", max = 999999999 }

-- ---- what the cards say -------------------------------------------------------------------------

local SHAPE = muster.enum { none = 0, enemy = 1, friend = 2, dying = 3, dead = 4, pair = 5,
  entry = 6, order = 7, twist = 8 }
local COST, SHAPE_OF, LASTS, DEALS = { [0] = 0 }, { [0] = 0 }, { [0] = false }, { [0] = false }
local CAN_DOUBLE, CAN_FORK, DIFFERS = { [0] = false }, { [0] = false }, { [0] = false }
local FIRST, IN_TURN, CANCELS = { [0] = false }, { [0] = false }, { [0] = false }
local aiming, answer_aiming, answering, castables = {}, {}, {}, {}
local plain_deeds, deeds, pair_deeds = {}, {}, {} -- by what they are about
for n, spell in ipairs(spells) do
  COST[n], SHAPE_OF[n] = spell.mana, SHAPE[spell.target or "none"]
  LASTS[n], DEALS[n] = spell.lasts ~= nil, spell.deals or false
  CAN_DOUBLE[n], CAN_FORK[n] = spell.doubleable or false, spell.fork or false
  DIFFERS[n], FIRST[n] = spell.differs or false, spell.first or false
  IN_TURN[n] = spell.turn or not spell.interrupt
  CANCELS[n] = spell.cancels or false
  if spell.aim then aiming[#aiming + 1] = { number = n, ask = spell.aim } end
  if spell.answer_aim then
    answer_aiming[#answer_aiming + 1] = { number = n, ask = spell.answer_aim }
  end
  if spell.answers then answering[#answering + 1] = { number = n, ask = spell.answers } end
  if spell.castable then castables[#castables + 1] = { number = n, ask = spell.castable } end
  local of = SHAPE_OF[n] == SHAPE.pair and pair_deeds
    or (SHAPE_OF[n] == SHAPE.none or SHAPE_OF[n] == SHAPE.twist) and plain_deeds or deeds
  if spell.resolve then of[#of + 1] = { number = n, run = spell.resolve } end
end

-- ---- targets ------------------------------------------------------------------------------------

-- What the card itself says of a target. `answers`: is it played as an answer?
local function fits(card, unit, answers)
  for _, each in ipairs(aiming) do
    if each.number == word[card] and not each.ask(unit) then return false end
  end
  for _, each in ipairs(answer_aiming) do
    if answers and each.number == word[card] and not each.ask(unit) then return false end
  end
  return true
end

-- May the Spell have that Character as its target (FL-RUL-55)?
local function may_target(card, unit, answers)
  local shape, seat = SHAPE_OF[word[card]], owner[card]
  if shape == SHAPE.enemy then
    return state.live(unit) and owner[unit] ~= seat and fits(card, unit, answers)
  elseif shape == SHAPE.friend then
    return state.live(unit) and owner[unit] == seat and fits(card, unit, answers)
  elseif shape == SHAPE.dying then
    return state.dying[unit] and owner[unit] == seat and fits(card, unit, answers)
  end
  return place(unit) == dead[seat]
end

-- Do two live enemies stand side by side?
local function is_pair(card, unit, other)
  local enemy = 1 - owner[card]
  return state.live(unit) and state.live(other) and owner[unit] == enemy and owner[other] == enemy
    and (level(other) - level(unit) == 1 or level(unit) - level(other) == 1)
end

-- ---- the stack ----------------------------------------------------------------------------------

--- What a Spell costs.
local function price(card, twice, again)
  local cost = COST[word[card]]
  if twice then cost = 2 * cost end
  if again then cost = 2 * cost end
  return cost
end

-- Announce a Spell and pay it. An interrupt is no turn (FL-RUL-32).
local function announce(card, twice, again, answers)
  local seat = me()
  mana[seat] = mana[seat] - price(card, twice, again)
  put(card, stack)
  doubled[card], forked[card] = twice, again
  state.casts[seat] = state.casts[seat] + 1
  if not answers then now.last = seat end
  casting.announced:emit(seat, card)
  go(flow.before)
end

-- A Spell is finished: it goes to the discards of its category.
local function discard(card)
  doubled[card], forked[card], done[card], void[card] = false, false, false, false
  aim1[card], other1[card], aim2[card], other2[card] = nil, nil, nil, nil
  shield[card], casting.order[card] = 0, 0
  for _, school in ipairs(schools) do
    if state.school_of(card) == school.number then put(card, school.pile) end
  end
  owner[card] = nil
end

function flow.close()
  discard(top(stack))
  local under = top(stack)
  if not under then
    for seat = 0, 1 do
      for unit in pieces(line[seat]) do state.felled[unit] = false end
    end
    now.window, now.fill_by_seat = 0, true
    return go(flow.fill)
  end
  -- what it answered goes on
  if done[under] then go(flow.close) else go(flow.resolve) end
end

--- Does the Spell give an order to a line?
function casting.takes_order(card) return SHAPE_OF[word[card]] == SHAPE.order end

--- What an answer that has resolved did to the Spell under it, which a position line does not say.
function casting.apply_answers(card)
  local under = below(card)
  if not under or not done[card] then return end
  local number = word[card]
  if CANCELS[number] then void[under] = true end
end

-- ---- resolving ----------------------------------------------------------------------------------

local function strength_of(card) return doubled[card] and 2 or 1 end

local function run(card)
  if LASTS[word[card]] then effects.begin(card, strength_of(card), nil) end
  for _, each in ipairs(plain_deeds) do
    if each.number == word[card] then each.run(card, strength_of(card)) end
  end
end
local function run_on(card, unit)
  if LASTS[word[card]] then effects.begin(card, strength_of(card), unit) end
  for _, each in ipairs(deeds) do
    if each.number == word[card] then each.run(card, strength_of(card), unit) end
  end
end
local function run_on_pair(card, unit, other)
  for _, each in ipairs(pair_deeds) do
    if each.number == word[card] then each.run(card, strength_of(card), unit, other) end
  end
end

-- One instance of a Spell. If its target is not legal any more, it does nothing.
local function instance(card, unit, other)
  local shape = SHAPE_OF[word[card]]
  if shape == SHAPE.none or shape == SHAPE.twist then
    run(card)
  elseif shape == SHAPE.order then
    flow.arrange(owner[card], casting.order[card])
  elseif shape == SHAPE.pair then
    if unit and other and is_pair(card, unit, other) then run_on_pair(card, unit, other) end
  elseif shape == SHAPE.entry then
    if unit and place(unit) == state.effects then run_on(card, unit) end
  elseif unit and may_target(card, unit, false) then
    run_on(card, unit)
  end
  battle.settle()
end

function flow.resolve()
  local card = top(stack)
  if void[card] then return go(flow.close) end
  now.gained = false
  instance(card, aim1[card], other1[card])
  if forked[card] then instance(card, aim2[card], other2[card]) end
  done[card] = true
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
  now.gained = true
end
function ask.deals(card) return DEALS[word[card]] end
function ask.printed_cost(card) return COST[word[card]] end
function flow.cancel_below(card)
  void[below(card)] = true
  casting.cancelled:emit(below(card))
end
function flow.shield_below(card, amount) shield[below(card)] = shield[below(card)] + amount end
function flow.twist_below(card)
  local under = below(card)
  aim1[under], other1[under] = aim1[card], other1[card]
  aim2[under], other2[under] = aim2[card], other2[card]
end

--- The piece at that level of an ordered place, or nil.
function casting.nth(where, n)
  return pieces(where):pick(function(piece) return level(piece) == n end)
end

-- ---- the moves ----------------------------------------------------------------------------------

-- Does the card itself allow to cast it now?
local function can_matter(card)
  for _, each in ipairs(castables) do
    if each.number == word[card] and not each.ask(owner[card]) then return false end
  end
  return true
end

-- In `legal`: a Spell of the hand that can be cast so.
local function choose_spell(form)
  local book, twice, again, answers = form.school.book, form.twice, form.again, form.answers
  local seat = me()
  local card = choose("card", pieces(book[seat]), "FL-CST-2", "that Spell is not in your hand")
  local number = word[card]
  need(SHAPE_OF[number] == form.shape, "FL-RUL-55", "this Spell has other targets")
  if twice then need(CAN_DOUBLE[number], "FL-TRM-1", "this Spell cannot be doubled") end
  if again and not form.always then need(CAN_FORK[number], "FL-TRM-2", "this Spell cannot be forked") end
  if answers then
    local spell = top(stack)
    need(casting.may_answer(card, spell), "FL-RUL-33", "this Spell does not answer that one now")
  else
    need(IN_TURN[number], "FL-TRM-8", "this Spell only answers another one")
    need(not FIRST[number] or state.casts[seat] == 0, "FL-CST-9",
      "you have cast a Spell today, and this may only be the first")
  end
  local paid_twice = again and not form.always
  need(price(card, twice, paid_twice) <= mana[seat], "FL-MAN-1", function()
    return "this costs " .. price(card, twice, paid_twice) .. " mana, and you have " .. mana[seat]
  end)
  need(not LASTS[number] or effects.has_room(), "FL-RUL-51", "no more effects can last")
  need(can_matter(card), "FL-RUL-55", "this Spell has no target")
  return card
end

local PLAYER = muster.letters("12")

-- In `legal`: a Character of a line that the Spell may have as its target.
local function choose_unit(who, name, seat, card, answers)
  need(choose(who, PLAYER) == seat, "FL-RUL-55", "its targets stand in the other line")
  local unit = state.unit_at(seat, choose(name, range(1, count(line[seat]), 15), "FL-RUL-55",
    "nobody stands there"))
  need(unit and may_target(card, unit, answers), "FL-RUL-55", "this is no target of the Spell")
  return unit
end
local function choose_dead(name, card)
  local seat = me()
  need(choose("who", PLAYER) == seat, "FL-RUL-55", "your own dead return")
  local unit = casting.nth(dead[seat], choose(name, range(1, count(dead[seat]), 15), "FL-RUL-55",
    "so many are not dead"))
  need(unit and may_target(card, unit, false), "FL-RUL-55", "this is no target of the Spell")
  return unit
end
local function choose_entry(name)
  return casting.nth(state.effects, choose(name, range(1, count(state.effects), 63), "FL-RUL-55",
    "there is no such effect"))
end
-- Two enemies, of which the second stands right behind the first.
local function choose_pair(first, second, seat, card)
  local at = choose(first, range(1, count(line[seat]), 15), "FL-RUL-55", "nobody stands there")
  local unit, other = state.unit_at(seat, at), state.unit_at(seat, at + 1)
  need(choose(second, range(1, count(line[seat]), 15)) == at + 1, "FL-RUL-55",
    "name two neighbours, the foremost first")
  need(unit and other and is_pair(card, unit, other), "FL-RUL-55", "both must be live")
  return unit, other
end

-- ---- declaring the moves ------------------------------------------------------------------------

-- A form is one way to cast: of which category, with which kind of targets, doubled,
-- forked, in a turn or as an answer.
---@class fantasy_line.form
---@field school table
---@field shape integer of SHAPE
---@field twice boolean
---@field again boolean
---@field answers boolean
---@field always boolean? Twist the Word: it is forked by what it answers, and pays nothing for it

local asking = {} -- `possible` of all forms that are neither doubled nor forked, by `answers`
asking[true], asking[false] = {}, {}

local function declare(form, what, targets, legal, apply)
  local name = ("%s_%s%s%s%s"):format(what, form.school.letter, form.twice and "_x2" or "",
    form.again and "_fork" or "", form.answers and "_a" or "")
  muster.move { name, at = form.answers and flow.answering or flow.casting,
    title = form.answers and "Answer" or "Cast a Spell",
    text = (form.answers and "!" or "") .. "{card}" .. (form.twice and "*2" or "") .. targets,
    legal = legal, apply = apply }
  if form.always or not form.twice and not form.again then
    local list = asking[form.answers]
    list[#list + 1] = possible(legal)
  end
end

local function declare_plain(form)
  declare(form, "plain", form.again and "&" or "", function() return choose_spell(form) end,
    function(card) announce(card, form.twice, form.again, form.answers) end)
end

-- The seat in whose line the targets stand.
local function target_seat(form)
  if form.shape == SHAPE.enemy then return 1 - me() end
  return me()
end

local function declare_unit(form, what)
  if not form.again then
    return declare(form, what, ">{who}.{a}", function()
      local card = choose_spell(form)
      return card, choose_unit("who", "a", target_seat(form), card, form.answers)
    end, function(card, a)
      announce(card, form.twice, form.again, form.answers)
      aim1[card] = a
    end)
  end
  declare(form, what, ">{who}.{a}&{whom}.{b}", function()
    local card = choose_spell(form)
    local a = choose_unit("who", "a", target_seat(form), card, form.answers)
    local b = choose_unit("whom", "b", target_seat(form), card, form.answers)
    need(not DIFFERS[word[card]] or a ~= b, "FL-RUL-31", "its fork needs another target")
    return card, a, b
  end, function(card, a, b)
    announce(card, form.twice, form.again, form.answers)
    aim1[card], aim2[card] = a, b
  end)
end

local function declare_dead(form)
  declare(form, "dead", ">{who}d{a}", function()
    local card = choose_spell(form)
    return card, choose_dead("a", card)
  end, function(card, a)
    announce(card, form.twice, form.again, form.answers)
    aim1[card] = a
  end)
end

local function declare_entry(form)
  if not form.again then
    return declare(form, "entry", ">#{a}", function()
      local card = choose_spell(form)
      return card, choose_entry("a")
    end, function(card, a)
      announce(card, form.twice, form.again, form.answers)
      aim1[card] = a
    end)
  end
  declare(form, "entry", ">#{a}&#{b}", function()
    local card = choose_spell(form)
    local a = choose_entry("a")
    return card, a, choose_entry("b")
  end, function(card, a, b)
    announce(card, form.twice, form.again, form.answers)
    aim1[card], aim2[card] = a, b
  end)
end

local function declare_pair_of(form, seat)
  local at = 1 - seat
  local first = (">%d.{a}-%d.{b}"):format(at + 1, at + 1)
  if not form.again then
    return declare(form, "pair" .. at + 1, first, function()
      need(me() == seat)
      local card = choose_spell(form)
      local a, b = choose_pair("a", "b", at, card)
      return card, a, b
    end, function(card, a, b)
      announce(card, form.twice, form.again, form.answers)
      aim1[card], other1[card] = a, b
    end)
  end
  declare(form, "pair" .. at + 1, first .. ("&%d.{c}-%d.{d}"):format(at + 1, at + 1), function()
    need(me() == seat)
    local card = choose_spell(form)
    local a, b = choose_pair("a", "b", at, card)
    local c, d = choose_pair("c", "d", at, card)
    return card, a, b, c, d
  end, function(card, a, b, c, d)
    announce(card, form.twice, form.again, form.answers)
    aim1[card], other1[card], aim2[card], other2[card] = a, b, c, d
  end)
end
local function declare_pair(form)
  for seat = 0, 1 do declare_pair_of(form, seat) end
end

local function has_digit(number, digit)
  local left = number
  while left > 0 do
    if left % 10 == digit then return true end
    left = left // 10
  end
  return false
end
-- Parade Order names the old place of every live Character in the new order.
local function choose_place(name, taken)
  local seat = me()
  local at = choose(name, range(1, count(line[seat]), 9), "FL-RUL-55", "nobody stands there")
  need(not has_digit(taken, at), "FL-RUL-55", "name every place once")
  need(state.live_at(seat, at), "FL-RUL-43", "a Dying Character keeps its place")
  return at
end
local LETTERS = { "a", "b", "c", "d", "e", "f", "g", "h", "i" }
local function ask_places(k, size)
  if k > size then return function(order) return order end end
  local rest, name = ask_places(k + 1, size), LETTERS[k]
  return function(order)
    return rest(order * 10 + choose_place(name, order))
  end
end

local function declare_order(form)
  for size = 2, #LETTERS do
    local choose_places = ask_places(1, size)
    local parts = {}
    for k = 1, size do parts[k] = "{" .. LETTERS[k] .. "}" end
    declare(form, "order_" .. size, ">" .. table.concat(parts, ","), function()
      local card = choose_spell(form)
      need(state.live_count(me()) == size, "FL-RUL-55", function()
        return "name the places of all " .. state.live_count(me()) .. " live Characters"
      end)
      return card, choose_places(0)
    end, function(card, order)
      announce(card, false, false, form.answers)
      casting.order[card] = order
    end)
  end
end

local by_shape = {
  [SHAPE.order] = declare_order,
  [SHAPE.none] = declare_plain,
  [SHAPE.enemy] = function(form) declare_unit(form, "enemy") end,
  [SHAPE.friend] = function(form) declare_unit(form, "friend") end,
  [SHAPE.dying] = function(form) declare_unit(form, "dying") end,
  [SHAPE.dead] = declare_dead,
  [SHAPE.entry] = declare_entry,
  [SHAPE.pair] = declare_pair,
}

-- ---- Twist the Word: new targets for the Spell that it answers ----------------------------------

local function needs_unit(card)
  local shape = SHAPE_OF[word[card]]
  return shape == SHAPE.enemy or shape == SHAPE.friend or shape == SHAPE.dying
end
local function line_of_targets(card)
  if SHAPE_OF[word[card]] == SHAPE.enemy then return 1 - owner[card] end
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

local function declare_twist_unit(form)
  if not form.again then
    return declare(form, "twist", ">{who}.{a}", function()
      local card = choose_spell(form)
      local spell = need_twisted(form, needs_unit(top(stack)))
      local a = choose_unit("who", "a", line_of_targets(spell), spell, below(spell) ~= nil)
      need(a ~= aim1[spell], "FL-RUL-31", SAME)
      return card, a
    end, function(card, a)
      announce(card, false, false, true)
      aim1[card] = a
    end)
  end
  declare(form, "twist", ">{who}.{a}&{whom}.{b}", function()
    local card = choose_spell(form)
    local spell = need_twisted(form, needs_unit(top(stack)))
    local at, answers = line_of_targets(spell), below(spell) ~= nil
    local a = choose_unit("who", "a", at, spell, answers)
    local b = choose_unit("whom", "b", at, spell, answers)
    need(a ~= aim1[spell] or b ~= aim2[spell], "FL-RUL-31", SAME)
    need(not DIFFERS[word[spell]] or a ~= b, "FL-RUL-31", "its fork needs another target")
    return card, a, b
  end, function(card, a, b)
    announce(card, false, false, true)
    aim1[card], aim2[card] = a, b
  end)
end

local function declare_twist_dead(form)
  declare(form, "twist_dead", ">{who}d{a}", function()
    local card = choose_spell(form)
    local spell = need_twisted(form, SHAPE_OF[word[top(stack)]] == SHAPE.dead)
    local seat = owner[spell]
    need(choose("who", PLAYER) == seat, "FL-RUL-55", "the dead of its caster return")
    local a = casting.nth(dead[seat], choose("a", range(1, count(dead[seat]), 15)))
    need(a and a ~= aim1[spell], "FL-RUL-31", SAME)
    return card, a
  end, function(card, a)
    announce(card, false, false, true)
    aim1[card] = a
  end)
end

local function declare_twist_entry(form)
  if not form.again then
    return declare(form, "twist_entry", ">#{a}", function()
      local card = choose_spell(form)
      local spell = need_twisted(form, SHAPE_OF[word[top(stack)]] == SHAPE.entry)
      local a = choose_entry("a")
      need(a ~= aim1[spell], "FL-RUL-31", SAME)
      return card, a
    end, function(card, a)
      announce(card, false, false, true)
      aim1[card] = a
    end)
  end
  declare(form, "twist_entry", ">#{a}&#{b}", function()
    local card = choose_spell(form)
    local spell = need_twisted(form, SHAPE_OF[word[top(stack)]] == SHAPE.entry)
    local a = choose_entry("a")
    local b = choose_entry("b")
    need(a ~= aim1[spell] or b ~= aim2[spell], "FL-RUL-31", SAME)
    return card, a, b
  end, function(card, a, b)
    announce(card, false, false, true)
    aim1[card], aim2[card] = a, b
  end)
end

-- Both stand in the line of the seat that twists.
local function declare_twist_pair(form, at)
  local first = (">%d.{a}-%d.{b}"):format(at + 1, at + 1)
  local function is_here()
    return SHAPE_OF[word[top(stack)]] == SHAPE.pair and owner[top(stack)] ~= at
  end
  if not form.again then
    return declare(form, "twist_pair" .. at + 1, first, function()
      local card = choose_spell(form)
      local spell = need_twisted(form, is_here())
      local a, b = choose_pair("a", "b", at, spell)
      need(a ~= aim1[spell], "FL-RUL-31", SAME)
      return card, a, b
    end, function(card, a, b)
      announce(card, false, false, true)
      aim1[card], other1[card] = a, b
    end)
  end
  declare(form, "twist_pair" .. at + 1, first .. ("&%d.{c}-%d.{d}"):format(at + 1, at + 1),
    function()
      local card = choose_spell(form)
      local spell = need_twisted(form, is_here())
      local a, b = choose_pair("a", "b", at, spell)
      local c, d = choose_pair("c", "d", at, spell)
      need(a ~= aim1[spell] or c ~= aim2[spell], "FL-RUL-31", SAME)
      return card, a, b, c, d
    end, function(card, a, b, c, d)
      announce(card, false, false, true)
      aim1[card], other1[card], aim2[card], other2[card] = a, b, c, d
    end)
end

local function declare_twist(form)
  declare_twist_unit(form)
  declare_twist_entry(form)
  if not form.again then declare_twist_dead(form) end
  for at = 0, 1 do declare_twist_pair(form, at) end
end
-- As a form it is forked where the Spell that it twists is.
by_shape[SHAPE.twist] = function(form)
  for _, again in ipairs { false, true } do
    declare_twist { school = form.school, shape = form.shape, twice = false, again = again,
      answers = true, always = true }
  end
end

-- Has the category a Spell that can be cast in that form?
local function has_form(school, shape, twice, again, answers)
  for n, spell in ipairs(spells) do
    if spell.school == school.number and SHAPE_OF[n] == shape and (CAN_DOUBLE[n] or not twice)
      and (CAN_FORK[n] or not again)
      and (answers and spell.interrupt ~= nil or not answers and IN_TURN[n]) then
      return true
    end
  end
  return false
end

local either = { false, true }
local function declare_forms(school, shape)
  for _, twice in ipairs(either) do
    for _, again in ipairs(either) do
      for _, answers in ipairs(either) do
        if has_form(school, shape, twice, again, answers) then
          by_shape[shape] { school = school, shape = shape, twice = twice, again = again,
            answers = answers }
        end
      end
    end
  end
end
for _, school in ipairs(schools) do
  for shape = SHAPE.none, SHAPE.twist do declare_forms(school, shape) end
end

-- ---- turns and windows --------------------------------------------------------------------------

-- Could the seat that decides cast something now, or answer?
local function any_of(list)
  return function()
    for _, ask in ipairs(list) do
      if ask() then return true end
    end
    return false
  end
end
local can_cast, can_answer = any_of(asking[false]), any_of(asking[true])

local TIMING = { [0] = 0 }
for n, spell in ipairs(spells) do
  TIMING[n] = spell.interrupt == "before" and 1 or spell.interrupt == "after" and 2 or 0
end

--- May that card answer that Spell in the present window?
function casting.may_answer(card, spell)
  if TIMING[word[card]] ~= now.window then return false end
  for _, each in ipairs(answering) do
    if each.number == word[card] and not each.ask(spell) then return false end
  end
  return true
end

-- Offer a window to the opponent of the Spell on top.
local function open_window(window)
  now.window = window
  now.turn = 1 - owner[top(stack)]
  go(flow.answering)
end
function flow.before() open_window(1) end
function flow.afterwards() open_window(2) end

-- The window closes without an answer.
local function decline()
  if now.window == 1 then go(flow.resolve) else go(flow.close) end
end
flow.answering.empty = decline
muster.move { "decline", at = flow.answering, title = "No answer", text = "!0",
  legal = function() need(can_answer(), "FL-RUL-69", "there is nothing to decline") end,
  apply = decline }

local function pass()
  local seat = now.turn
  passed[seat] = true
  now.last = seat
  battle.passed:emit(seat)
  go(flow.next_cast)
end
flow.casting.empty = pass
muster.move { "pass_casting", at = flow.casting, title = "Pass", text = "p",
  legal = function() need(can_cast(), "FL-RUL-69", "the pass goes by itself") end,
  apply = pass }

function flow.next_cast()
  if passed[0] and passed[1] then
    passed[0], passed[1] = false, false
    now.ending = true
    return go(flow.last_windows)
  end
  now.turn = battle.due()
  go(flow.casting)
end

return casting
