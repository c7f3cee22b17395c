-- Hands of Spells: their limits, filling them up, and discarding (FL-NUM-5 to FL-NUM-7, FL-DRW).

local characters = require("fantasy_line.characters")
local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local hands = {}
local options, schools, line, dead = state.options, state.schools, state.line, state.dead
local LIVE, DEAD = 4, 2

--- A seat draws a Spell of this category.
hands.drew = muster.event { "drew", "seat", "school",
  says = function(seat, school)
    return telling.player(seat) .. " draws a Spell of " .. telling.school(school)
  end }
--- A seat discards Spells of this category.
hands.discarded = muster.event { "discarded", "seat", "school", "amount",
  says = function(seat, school, amount) return telling.player(seat) .. " discards "
    .. telling.amount(amount, "Spell", "Spells") .. " of " .. telling.school(school) end }

-- ---- limits -------------------------------------------------------------------------------------

local ACCESS = {}        -- by category, then by design
--- Which Characters give access to a category: by its number, then by design.
hands.access = ACCESS
for _, school in ipairs(schools) do ACCESS[school.number] = { [0] = false } end
for n, card in ipairs(characters) do
  for _, school in ipairs(schools) do
    ACCESS[school.number][n] = (card.access or ""):find(school.letter) ~= nil
  end
end

-- What a Character gives to its line, in one number: two digits for each category that it gives
-- access to, and above them what it adds to every limit. So one sum over the line tells all.
local DIGITS = 100
local UNIT = { 1, DIGITS, DIGITS * DIGITS }
local MORE = UNIT[3] * DIGITS
local GIVES, ADDS = { [0] = 0 }, { [0] = 0 } -- by design: in full, and of a Dying one
for n, card in ipairs(characters) do
  ADDS[n] = (card.more_spells or 0) * MORE
  GIVES[n] = ADDS[n]
  for _, school in ipairs(schools) do
    if ACCESS[school.number][n] then GIVES[n] = GIVES[n] + UNIT[school.number] end
  end
end
local function gives(unit) return GIVES[state.design[unit]] end
local function gives_now(unit)
  if options.dyingGivesAccess or not state.dying[unit] then return gives(unit) end
  return ADDS[state.design[unit]]
end

-- The income from the line of a seat.
local function sum_of(seat)
  return muster.once(function() return pieces(line[seat]):sum(gives_now) end)
end
local sums = { [0] = sum_of(0), sum_of(1) }
-- The income from all Characters that the seat ever had.
local function sum_of_all(seat)
  return muster.once(function()
    return pieces(line[seat]):sum(gives) + pieces(dead[seat]):sum(gives)
  end)
end
local all = { [0] = sum_of_all(0), sum_of_all(1) }

-- How many Spells of the category the seat may hold.
local function limit_of(school, seat)
  local unit, live, ever = UNIT[school.number], sums[seat], all[seat]
  return function()
    if live() // unit % DIGITS > 0 then return LIVE + live() // MORE end
    if ever() // unit % DIGITS > 0 then return DEAD end
    return 0
  end
end
for _, school in ipairs(schools) do
  local first, second = limit_of(school, 0), limit_of(school, 1)
  --- How many Spells of the category a seat may hold.
  function school.limit(seat)
    if seat == 0 then return first() end
    return second()
  end
end

-- ---- drawing (FL-RUL-36, FL-RUL-37) -------------------------------------------------------------

muster.move { "deal_spells", at = flow.deal_spells, title = "Shuffle the Spells", text = "seed:{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    for _, school in ipairs(schools) do shuffle(school.deck, n) end
    now.fill_by_seat = false
    go(flow.fill)
  end }

muster.move { "reshuffle", at = flow.reshuffle, title = "Shuffle the discards", text = "seed:{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    for _, school in ipairs(schools) do
      if school.number == now.shuffling then
        for card in pieces(school.pile) do put(card, school.deck) end
        shuffle(school.deck, n)
      end
    end
    now.shuffling = 0
    go(flow.fill)
  end }

-- Draw up to the limit. False if the discards have to be shuffled first.
local function draw_up(seat, school)
  for _ = count(school.book[seat]) + 1, school.limit(seat) do
    if count(school.deck) == 0 then
      if count(school.pile) == 0 then return true end
      now.shuffling = school.number
      return false
    end
    local card = top(school.deck)
    owner[card] = seat
    put(card, school.book[seat])
    hands.drew:emit(seat, school.number)
  end
  return true
end

local BIT = { 1, 2, 4 }
local function refuses(seat, school) return state.refuses[seat] // BIT[school.number] % 2 == 1 end

-- Fill a hand, or ask the seat whether it draws (`drawOptional`, FL-RUL-59). False if something has
-- to be done first.
local function fill(seat, school)
  if not options.drawOptional then return draw_up(seat, school) end
  if refuses(seat, school) or count(school.book[seat]) >= school.limit(seat)
    or count(school.deck) + count(school.pile) == 0 then return true end
  now.turn, now.asked = seat, school.number
  return false
end

local function fill_all()
  local due = now.last and 1 - now.last or 0
  if now.fill_by_seat then -- first the caster, who is not due
    for k = 0, 1 do
      local seat = k == 0 and 1 - due or due
      for _, school in ipairs(schools) do
        if not fill(seat, school) then return false end
      end
    end
    return true
  end
  for _, school in ipairs(schools) do
    if not fill(due, school) or not fill(1 - due, school) then return false end
  end
  return true
end

function flow.fill()
  if not fill_all() then
    if now.asked > 0 then return go(flow.drawing) end
    now.turn = 0
    return go(flow.reshuffle)
  end
  state.refuses[0], state.refuses[1] = 0, 0
  if now.fill_by_seat then
    now.fill_by_seat = false
    if count(state.stack) > 0 then return go(flow.before) end -- it was just announced
    go(flow.next_cast)
  elseif now.day == 0 then
    go(flow.dawn)
  else
    go(flow.next_phase)
  end
end

if options.drawOptional then
  muster.move { "draw", at = flow.drawing, title = "Draw", text = "draw",
    apply = function()
      local seat, filled = me(), true
      for _, school in ipairs(schools) do
        if school.number == now.asked then filled = draw_up(seat, school) end
      end
      now.asked = 0
      if filled then return go(flow.fill) end
      now.turn = 0
      go(flow.reshuffle)
    end }
  muster.move { "refuse", at = flow.drawing, title = "Draw nothing", text = "d0",
    apply = function()
      local seat = me()
      state.refuses[seat] = state.refuses[seat] + BIT[now.asked]
      now.asked = 0
      go(flow.fill)
    end }
end

-- ---- discarding (FL-DRW-5, FL-RUL-38) -----------------------------------------------------------

local function excess(seat, school)
  return math.max(0, count(school.book[seat]) - school.limit(seat))
end

local function discard(card, school)
  put(card, school.pile)
  owner[card] = nil
end

-- Where nothing may be kept there is no choice.
local function discard_all(seat, school)
  if count(school.book[seat]) == 0 or school.limit(seat) > 0 then return end
  for card in pieces(school.book[seat]) do discard(card, school) end
end

local function must_discard(seat)
  for _, school in ipairs(schools) do
    if count(school.book[seat]) > DEAD and excess(seat, school) > 0 and school.limit(seat) > 0 then
      return true
    end
  end
  return false
end

function flow.hand_limits()
  local due = now.last and 1 - now.last or 0
  if must_discard(due) then
    now.turn = due
    return go(flow.discarding)
  elseif must_discard(1 - due) then
    now.turn = 1 - due
    return go(flow.discarding)
  end
  for seat = 0, 1 do
    for _, school in ipairs(schools) do discard_all(seat, school) end
  end
  go(flow.fill)
end

local NAMES = { "elementalism", "white", "black" }

-- In `legal`: as many of the category as are too many.
local function choose_cards(school)
  local seat = me()
  local above = excess(seat, school)
  need(above > 0)
  local cards = choose(NAMES[school.number], subsets(school.book[seat]), "FL-DRW-5",
    "those Spells are not in your hand")
  need(chosen(school.book[seat], cards):tally(function() return true end) == above, "FL-DRW-5",
    "discard down to the limit of the hand, and no further")
  return cards
end

local function throw(school, cards)
  local seat = me()
  hands.discarded:emit(seat, school.number, excess(seat, school))
  for card in chosen(school.book[seat], cards) do discard(card, school) end
end

local function need_none(school) need(excess(me(), school) == 0) end

local E, W, B = schools[1], schools[2], schools[3]
local function declare(name, text, legal, apply)
  muster.move { "discard_" .. name, at = flow.discarding, title = "Discard Spells", text = text,
    legal = legal, apply = apply }
end
local function text_of(...)
  local parts = {}
  for _, school in ipairs { ... } do parts[#parts + 1] = "{" .. NAMES[school.number] .. "}" end
  return "x" .. table.concat(parts, ";")
end
for _, one in ipairs { { E, W, B, "e" }, { W, E, B, "w" }, { B, E, W, "b" } } do
  declare(one[4], text_of(one[1]), function()
    need_none(one[2])
    need_none(one[3])
    return choose_cards(one[1])
  end, function(cards)
    throw(one[1], cards)
    go(flow.hand_limits)
  end)
end
for _, two in ipairs { { E, W, B, "ew" }, { E, B, W, "eb" }, { W, B, E, "wb" } } do
  declare(two[4], text_of(two[1], two[2]), function()
    need_none(two[3])
    local cards = choose_cards(two[1])
    return cards, choose_cards(two[2])
  end, function(cards, others)
    throw(two[1], cards)
    throw(two[2], others)
    go(flow.hand_limits)
  end)
end
declare("ewb", text_of(E, W, B), function()
  local e = choose_cards(E)
  local w = choose_cards(W)
  return e, w, choose_cards(B)
end, function(e, w, b)
  throw(E, e)
  throw(W, w)
  throw(B, b)
  go(flow.hand_limits)
end)

return hands
