-- How a Spell is cast: of which category, with which kind of targets, doubled, forked, in a turn or
-- as an answer. Each such form is a move of its own; this says what all of them ask.

local spells = require("fantasy_line.spells")
local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local effects = require("fantasy_line.effects")
local words = require("fantasy_line.words")
local casting = require("fantasy_line.casting")
local forms = {}
local word, mana = state.word, state.mana
local BIT = { [0] = 1, 2, 4, 8, 16, 32, 64, 128, 256 } -- by kind of targets
local OFFERS = {} -- by category, then by whether the Spell is an answer

---@class fantasy_line.form
---@field school table
---@field shape integer of words.SHAPE
---@field twice boolean is the Spell doubled?
---@field again boolean is it forked?
---@field answers boolean is it an answer?
---@field always boolean? Twist the Word: it is forked by what it answers, and pays nothing for it
---@field cheapest integer? the least price of a Spell of this form
---@field window integer? the window of all Spells of this form, if it is the same

-- Can the Spell of that number be cast in that form?
local function takes(n, form)
  local spell = spells[n]
  return spell.school == form.school.number and words.shape[n] == form.shape
    and (words.can_double[n] or not form.twice) and (words.can_fork[n] or not form.again)
    and (form.answers and spell.interrupt ~= nil or not form.answers and words.in_turn[n])
end

--- Complete a form with what its Spells have in common. Returns nil if there is none.
---@param form fantasy_line.form
---@return fantasy_line.form?
function forms.complete(form)
  for n = 1, #spells do
    if takes(n, form) then
      local price = words.cost[n] * (form.twice and 2 or 1) * (form.again and 2 or 1)
      form.cheapest = math.min(form.cheapest or price, price)
      form.window = (not form.window or form.window == words.timing[n]) and words.timing[n] or 0
    end
  end
  return form.cheapest and form
end

-- Does the card itself allow to cast it now?
local function can_matter(card)
  for _, each in ipairs(words.castables) do
    if each.number == word[card] and not each.ask(owner[card]) then return false end
  end
  return true
end

-- May that card answer that Spell in the present window?
local function may_answer(card, spell)
  if words.timing[word[card]] ~= now.window then return false end
  for _, each in ipairs(words.answering) do
    if each.number == word[card] and not each.ask(spell) then return false end
  end
  return true
end

-- Which kinds of targets the Spells of a category have that the seat could pay, in a turn or as
-- answers: the sum of their bits. One look at the hand spares most forms a look of their own.
local function offers_of(school, answers)
  return muster.once(function()
    local seat, sum = now.turn, 0
    for card in pieces(school.book[seat]) do
      local n = word[card]
      if words.cost[n] <= mana[seat]
        and (answers and words.timing[n] == now.window or not answers and words.in_turn[n]) then
        sum = sum | BIT[words.shape[n]]
      end
    end
    return sum
  end)
end
for _, school in ipairs(state.schools) do
  OFFERS[school.number] = { [true] = offers_of(school, true), [false] = offers_of(school, false) }
end

--- In `legal`: a Spell of the hand that can be cast so.
---@param form fantasy_line.form
function forms.choose_spell(form)
  local book, twice, again, answers = form.school.book, form.twice, form.again, form.answers
  local offers, bit = OFFERS[form.school.number][answers], BIT[form.shape]
  local seat = now.turn
  need(not answers or state.options.interruptAfterPass or not state.passed[seat], "FL-RUL-32",
    "you have passed, and play no Spell any more in this phase")
  need(form.cheapest <= mana[seat], "FL-MAN-1", function()
    return "a Spell cast so costs at least " .. form.cheapest .. " mana, and you have "
      .. mana[seat]
  end)
  need(not form.answers or form.window == 0 or form.window == now.window, "FL-RUL-33",
    "this Spell does not answer that one now")
  need(count(book[seat]) > 0, "FL-CST-2", "you hold no Spell of this category")
  local card = choose("card", pieces(book[seat]), "FL-CST-2",
    "you hold no such Spell, or it is not cast in this way")
  local number = word[card]
  local forked = again and not form.always
  if twice then need(words.can_double[number], "FL-TRM-1", "this Spell cannot be doubled") end
  if forked then need(words.can_fork[number], "FL-TRM-2", "this Spell cannot be forked") end
  local price = casting.price(card, twice, forked)
  need(price <= mana[seat], "FL-MAN-1", function()
    return "this costs " .. price .. " mana, and you have " .. mana[seat]
  end)
  need(words.shape[number] == form.shape, "FL-RUL-55", "this Spell has other targets")
  if answers then
    need(may_answer(card, top(state.stack)), "FL-RUL-33", "this Spell does not answer that one now")
  else
    need(words.in_turn[number], "FL-TRM-8", "this Spell only answers another one")
    need(not words.first[number] or state.casts[seat] == 0, "FL-CST-9",
      "you have cast a Spell today, and this may only be the first")
  end
  need(not words.lasts[number] or effects.has_room(), "FL-RUL-51", "no more effects can last")
  need(can_matter(card), "FL-RUL-55", "this Spell has no target")
  -- what the others imply: it does not depend on the card, so it is asked before the card
  need(offers() & bit ~= 0, "FL-CST-2", "you hold no Spell that is cast in this way")
  return card
end

--- All forms that are neither doubled nor forked, for turns and for answers: `ask` is the
--- `possible` of each, which is in vain where nothing with its `bit` is on `offers`.
forms.in_turn, forms.as_answer = {}, {}

--- Declare the move that casts a Spell in that form.
---@param form fantasy_line.form
---@param what string its kind of targets, for the name of the move
---@param targets string what follows the Spell in the text of the move
---@param legal function
---@param apply function
function forms.declare(form, what, targets, legal, apply)
  local name = ("%s_%s%s%s%s"):format(what, form.school.letter, form.twice and "_x2" or "",
    form.again and "_fork" or "", form.answers and "_a" or "")
  muster.move { name, at = form.answers and flow.answering or flow.casting,
    title = form.answers and "Answer" or "Cast a Spell",
    text = (form.answers and "!" or "") .. "{card}" .. (form.twice and "*2" or "") .. targets,
    legal = legal, apply = apply }
  if form.always or not form.twice and not form.again then
    table.insert(form.answers and forms.as_answer or forms.in_turn,
      { offers = OFFERS[form.school.number][form.answers], bit = BIT[form.shape],
        ask = possible(legal) })
  end
end

return forms
