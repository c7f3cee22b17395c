-- The set-up (FL-SEL, FL-REV): both players lay a line face down. They take turns with single
-- actions (FL-RUL-44): lay a card, turn up a Farseer, or lock the line. Player 1 draws from the top
-- of the deck and player 2 from its bottom, so that it does not matter who acts first. With
-- `recruitEachDay` they do so again on later Days (fantasy_line/recruiting.lua): then those who
-- stood in the line lie among the others, seen by all and paid.

local characters = require("fantasy_line.characters")
local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local setup = {}
local options, now, design = state.options, require("fantasy_line.now"), state.design
local deck, hand, laid, passed = state.deck, state.hand, state.laid, state.passed
local HAND = 5

--- A Farseer is turned up.
setup.turned_up = muster.event { "turned_up", "seat", "unit",
  says = function(seat, unit)
    return telling.player(seat) .. " turns up " .. telling.name(unit)
  end }
--- A seat has locked its line.
setup.locked = muster.event { "locked", "seat",
  says = function(seat) return telling.player(seat) .. " locks the line" end }
--- The Characters of a seat are turned up.
setup.revealed = muster.event { "revealed", "seat",
  says = function() return "A line is turned up" end }

local HANDS, SHOWS = { [0] = 0 }, { [0] = false }
for n, card in ipairs(characters) do
  HANDS[n] = card.hand or 0
  SHOWS[n] = card.shows or false
end
local function hands(unit) return HANDS[design[unit]] end
local function shows(unit) return SHOWS[design[unit]] end

-- ---- hands (FL-NUM-3, FL-SEL-1, FL-SEL-2, FL-SEL-8) ---------------------------------------------

--- How many Characters the hand of a seat holds.
local function hand_limit(seat) return HAND + pieces(laid[seat]):sum(hands) end
local function open_cost(unit) return state.is_new(unit) and state.cost(unit) or 0 end
--- The cost of the cards that a seat has laid down. It can pay them, unless `overspendUntilReveal`
--- is
--- on. But a player who must guess a hidden line may guess one that is too dear, and goes on with
--- it.
local function committed(seat) return pieces(laid[seat]):sum(open_cost) end
local function money_left(seat) return state.money[seat] - committed(seat) end

local function refill(seat)
  for _ = count(hand[seat]) + 1, hand_limit(seat) do
    local card = top(deck)
    if seat == 1 then card = piece_at(deck, 1) end
    if card then
      owner[card] = seat
      put(card, hand[seat])
    end
  end
end

muster.setup(function()
  for card in pieces(box) do
    if kind(card) == state.character then put(card, deck) end
    for _, school in ipairs(state.schools) do
      if kind(card) == state.spell and state.school_of(card) == school.number then
        put(card, school.deck)
      end
    end
  end
  go(flow.deal_characters)
end)

muster.move { "deal_characters", at = flow.deal_characters, title = "Shuffle the Characters",
  text = "seed:{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    refill(0)
    refill(1)
    go(flow.select)
  end }

-- ---- whose action (FL-RUL-44, FL-RUL-46) --------------------------------------------------------

-- Turn up the line of a seat. On later Days it is paid at once.
local function show_line(seat)
  if state.recruits_on(now.day) then state.money[seat] = math.max(0, money_left(seat)) end
  for _ = 1, count(laid[seat]) do
    local unit = piece_at(laid[seat], 1)
    put(unit, state.line[seat])
    if options.recruitEachDay then state.stood[unit] = false end
  end
  setup.revealed:emit(seat)
end

-- The next action is the other seat's, unless it has locked, or a Farseer lets one seat go on
-- alone.
local function next_action()
  local other = 1 - now.turn
  now.fresh = 0
  if passed[0] and passed[1] then return go(flow.reveal) end
  if now.seer and not passed[1 - now.seer] then
    now.turn = 1 - now.seer
  elseif not passed[other] and (options.setupSchedule == "alternate" or passed[now.turn]) then
    now.turn = other
  end
  go(flow.select)
end

-- ---- the Merchant's refund (FL-SEL-9, FL-RUL-48, FL-RUL-49) -------------------------------------

-- May the Merchant that has just been laid discard that card of its line?
local function may_leave(unit)
  return level(unit) ~= now.fresh and state.is_new(unit)
    and not (now.seer == owner[unit] and level(unit) == now.seer_at)
end
-- A card that was laid leaves the line; a Merchant takes its two cards of the hand along.
local function leave(card)
  local seat = me()
  if now.seer == seat and level(card) < now.seer_at then now.seer_at = now.seer_at - 1 end
  put(card, state.refused[seat])
  now.fresh = 0
  if hands(card) > 0 and count(hand[seat]) > hand_limit(seat) then
    go(flow.trim)
  else
    next_action()
  end
end
local function can_refund(seat) return pieces(laid[seat]):some(may_leave) end

muster.move { "refund", at = flow.refund, title = "Discard a Character", text = "-{card}",
  secret = true,
  legal = function()
    local card = choose("card", pieces(laid[me()]), "FL-SEL-9",
      "that Character is not in your line")
    need(level(card) ~= now.fresh, "FL-RUL-48", "the Merchant discards another Character")
    need(state.is_new(card), "FL-RUL-1", "that Character is paid")
    need(may_leave(card), "FL-RUL-49", "the Farseer that was turned up stays")
    return card
  end,
  apply = leave }
muster.move { "no_refund", at = flow.refund, title = "Discard none", text = "-0",
  apply = next_action }

-- Discard down to the limit of the hand.
muster.move { "trim", at = flow.trim, title = "Discard Characters", text = "x{cards}",
  secret = true,
  legal = function()
    local cards = choose("cards", subsets(hand[me()]), "FL-RUL-49", "those are not in your hand")
    need(chosen(hand[me()], cards):tally(function() return true end)
      == count(hand[me()]) - hand_limit(me()), "FL-RUL-49", function()
        return "discard " .. count(hand[me()]) - hand_limit(me()) .. " of your hand"
      end)
    return cards
  end,
  apply = function(cards)
    local seat = me()
    for card in chosen(hand[seat], cards) do put(card, state.refused[seat]) end
    next_action()
  end }

-- ---- actions ------------------------------------------------------------------------------------

-- A card was laid, and the hand filled: perhaps it is a Merchant.
local function after_laying()
  local seat = me()
  local card = piece_at(laid[seat], now.fresh)
  if card and hands(card) > 0 and can_refund(seat) then
    go(flow.refund)
  else
    next_action()
  end
end

muster.move { "lay", at = flow.select, title = "Lay a Character", text = "+{card}@{at}",
  secret = true,
  legal = function()
    local seat = me()
    local left = money_left(seat)
    local card = choose("card", pieces(hand[seat]), "FL-SEL-3",
      "that Character is not in your hand")
    local cost = state.cost(card)
    need(count(laid[seat]) < state.LONGEST, "FL-RUL-45",
      "your line has no room for another Character")
    need(options.overspendUntilReveal or cost <= left, "FL-SEL-4", function()
      return "this costs " .. cost .. ", and you have " .. left .. " left"
    end)
    return card, choose("at", range(1, count(laid[seat]) + 1, 15), "FL-RUL-45",
      "your line has no such place")
  end,
  apply = function(card, at)
    local seat = me()
    insert(card, laid[seat], at)
    if now.seer == seat and at <= now.seer_at then now.seer_at = now.seer_at + 1 end
    now.fresh = at
    if options.drawOptional and count(hand[seat]) < hand_limit(seat) and count(deck) > 0 then
      return go(flow.drawing_characters)
    end
    refill(seat)
    after_laying()
  end }

if options.drawOptional then
  muster.move { "draw_characters", at = flow.drawing_characters, title = "Draw", text = "draw",
    apply = function()
      refill(me())
      after_laying()
    end }
  muster.move { "draw_none", at = flow.drawing_characters, title = "Draw nothing", text = "d0",
    apply = after_laying }
end

-- A line that costs too much cannot be locked: then cards can be discarded as for a Merchant.
if options.overspendUntilReveal then
  muster.move { "drop", at = flow.select, title = "Discard a Character", text = "-{card}",
    secret = true,
    legal = function()
      need(money_left(me()) < 0, "FL-RUL-3", "your line does not cost too much")
      local card = choose("card", pieces(laid[me()]), "FL-SEL-9",
        "that Character is not in your line")
      need(state.is_new(card), "FL-RUL-1", "that Character is paid")
      need(may_leave(card), "FL-RUL-49", "the Farseer that was turned up stays")
      return card
    end,
    apply = leave }
end

-- A Farseer that lies face down in the line of the seat.
local function is_hidden_farseer(unit) return shows(unit) and state.is_new(unit) end
local function hidden_farseer(seat) return pieces(laid[seat]):pick(is_hidden_farseer) end

-- All see that Character, which stays in its place.
local function show(unit)
  local seat, at = owner[unit], level(unit)
  put(unit, box) -- where all see it
  insert(unit, laid[seat], at)
end

-- A position line does not say who has seen a card.
function flow.see_lines()
  for seat = 0, 1 do
    for at = 1, count(laid[seat]) do
      local unit = piece_at(laid[seat], at)
      if not state.is_new(unit) or now.seer == seat and now.seer_at == at then show(unit) end
    end
  end
  pop()
end

muster.move { "turn_up", at = flow.select, title = "Turn up the Farseer", text = "F!",
  legal = function()
    need(not now.seer, "FL-RUL-47", "a Farseer was turned up already")
    local unit = hidden_farseer(me())
    need(unit, "FL-SEL-7", "no Farseer lies in your line")
    need(state.cost(unit) <= state.money[me()], "FL-SEL-4", "it would stay, and you cannot pay it")
  end,
  apply = function()
    local seat = me()
    local unit = hidden_farseer(seat)
    show(unit)
    now.seer = seat
    now.seer_at = level(unit)
    setup.turned_up:emit(seat, unit)
    if passed[1 - seat] then show_line(1 - seat) end
    next_action()
  end }

--- In `legal`: the seat can pay what it has laid.
function setup.need_payable()
  need(not options.overspendUntilReveal or money_left(me()) >= 0, "FL-SEL-4", function()
    return "your line costs " .. -money_left(me()) .. " more than you have"
  end)
end
--- The line of the seat that decides is complete.
function setup.lock()
  local seat = me()
  passed[seat] = true
  setup.locked:emit(seat)
  if now.seer == 1 - seat then show_line(seat) end
  next_action()
end
muster.move { "lock", at = flow.select, title = "Lock the line", text = "lock",
  legal = function()
    need(count(laid[me()]) > 0 or now.day > 0, "FL-RUL-45", "lay at least one Character")
    setup.need_payable()
  end,
  apply = setup.lock }

-- ---- the reveal (FL-REV-1, FL-RUL-3) ------------------------------------------------------------

function flow.reveal()
  for seat = 0, 1 do
    if count(laid[seat]) > 0 then show_line(seat) end
    if now.day == 0 then
      state.money[seat] = math.max(0, state.money[seat] - pieces(state.line[seat]):sum(state.cost))
    end
    passed[seat] = false
  end
  now.seer, now.seer_at, now.turn = nil, 0, 0
  if state.recruits_on(now.day) then return go(flow.recruited) end
  go(flow.deal_spells)
end

return setup
