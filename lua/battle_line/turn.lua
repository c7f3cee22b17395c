-- The turn (TRN, PLC; section 17): claims, one card, claims, one draw. Every decision is a move of
-- its own, also where there is only one (BL-RUL-43).

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local turn = {}
local options, now, ROLE, hand = cards.options, state.now, cards.ROLE, state.hand
local line, flag_of, open, is_troop = state.line, state.flag_of, state.open, cards.is_troop
local is_leader, forms = cards.is_leader, cards.forms

--- A card is laid at a flag.
turn.laid = muster.event { "laid", "card", "flag",
  tell = "{card} is laid at flag {flag}" }
--- A player draws from this deck.
turn.drew = muster.event { "drew", "seat", "deck",
  says = function(seat) return "P" .. seat + 1 .. " draws a card" end }
--- A player lays no card in this turn.
turn.passed_play = muster.event { "passed_play", "seat",
  says = function(seat) return "P" .. seat + 1 .. " plays no card" end }

-- ---- the deal (SET) -----------------------------------------------------------------------------

muster.setup(function()
  for card in pieces(box) do put(card, state.deck_of(card)) end
  go(flow.deal)
end)

local function deal()
  for _ = 1, 7 do
    for seat = 0, 1 do
      local card = top(state.troop_deck)
      owner[card] = seat
      put(card, hand[seat])
    end
  end
end

muster.move { "seed", at = flow.deal, title = "Shuffle and deal",
  text = "seed:{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(state.troop_deck, n)
    shuffle(state.tactics_deck, n)
    deal()
    go(flow.before)
  end }

-- ---- the end of a turn --------------------------------------------------------------------------

local at_start = options.claimWindow == "startOfTurn"
local first = options.autoClaim and at_start and flow.claim_before or flow.before
local after_play = options.autoClaim and not at_start and flow.claim_after or flow.after

local function next_turn()
  now.turn = 1 - now.turn
  now.claimed, now.passed = false, false
  if not options.scoutSkipsDraw then now.scouted = false end
  if options.drawToSeven then now.refilled = false end
  go(first)
end

local function turn_done()
  now.quiet = false
  next_turn()
end

--- End a turn without a draw. Was it quiet? (BL-RUL-31)
function turn.turn_over()
  if not now.passed or now.claimed or options.drawToSeven and now.refilled then
    turn_done()
  elseif now.quiet then
    flow.deadlock()
  else
    now.quiet = true
    next_turn()
  end
end

--- The card is played: go on with claims, or the draw.
function turn.play_done() go(after_play) end

-- ---- what moves ask -----------------------------------------------------------------------------

--- A card of the hand.
---@param name string what the move calls it
function turn.choose_held(name)
  return choose(name, pieces(hand[me()]), "BL-TRN-2", "that card is not in your hand")
end
--- In `legal`: a card of the hand.
function turn.choose_card() return turn.choose_held("card") end

--- A flag, by its number.
---@param name string what the move calls it
function turn.choose_flag(name)
  return choose(name, range(1, cards.flags), "BL-PLC-1",
    "the flags are numbered 1 to " .. cards.flags)
end

--- In `legal`: flag k must be unclaimed.
function turn.need_open(k)
  need(open(k), "BL-RUL-21", "that flag is claimed: nothing there is added, taken or moved")
end

local NO_TACTICS = [[you have played more tactics cards than your opponent: no other before
  he plays one]]
local unbarred = muster.once(function() return state.cunning(me()) <= state.cunning(1 - me()) end)
--- In `legal`: the player may play another tactics card.
function turn.need_unbarred() need(unbarred(), "BL-TAC-4", NO_TACTICS) end

--- Note that the player has played a tactics card.
function turn.count_tactics() state.played[me()] = state.played[me()] + 1 end

-- ---- playing troops, morale and environment cards -----------------------------------------------

--- The zones of the player's side with a free slot.
turn.spots = muster.once(function() return state.spots_of(me()) end)

-- Can an environment card be laid at that flag?
local function playable_ground(k)
  return open(k) and (options.envStack or count(state.ground(k)) == 0)
    and (options.envOnComplete or not state.complete(0, k) and not state.complete(1, k))
end
--- The zones of flags at which an environment card may be laid.
turn.fields = muster.once(function()
  return state.row_of_flags:where(function(zone) return playable_ground(flag_of(zone)) end)
end)

-- May another Leader be played? (BL-RUL-9)
local function one_leader_more(seat)
  if options.leaderCap == "none" then return true end
  local function led(zone) return pieces(zone):some(is_leader) end
  return not line[seat]:some(led) and not pieces(state.discard[seat]):some(is_leader)
end

muster.move { "lay", at = flow.before, title = "Lay a card at a flag",
  text = "{card}@{flag}",
  legal = function()
    local card = turn.choose_card()
    need(forms(card) or cards.is_ground(card), "BL-TAC-6", "a guile card is not laid at a flag")
    need(forms(card))
    need(is_troop(card) or unbarred(), "BL-TAC-4", NO_TACTICS)
    need(not is_leader(card) or one_leader_more(me()), "BL-RUL-9",
      "each player uses one Leader only")
    local flag = turn.choose_flag("flag")
    need(open(flag), "BL-PLC-5", "that flag is claimed: no card comes there")
    need(turn.spots()[state.side(me(), flag)], "BL-PLC-2", function()
      return "all " .. state.slots(flag) .. " slots of your side of flag " .. flag .. " are taken"
    end)
    return card, flag
  end,
  apply = function(card, flag)
    if cards.is_tactics(card) then turn.count_tactics() end
    state.enter(card, me(), flag)
    turn.laid:emit(card, flag)
    turn.play_done()
  end }

local NO_FIELD = options.envStack and "BL-RUL-29" or "BL-RUL-41"
muster.move { "lay_ground", at = flow.before,
  title = "Lay an environment card", text = "{card}@{flag}",
  legal = function()
    local card = turn.choose_card()
    need(cards.is_ground(card), "BL-TAC-6", "Fog and Mud alone are laid so")
    need(not forms(card))
    turn.need_unbarred()
    local flag = turn.choose_flag("flag")
    need(open(flag), "BL-ENV-1", "an environment card needs an open flag")
    need(turn.fields()[state.ground(flag)], NO_FIELD, "no environment card can come to that flag")
    return card, flag
  end,
  apply = function(card, flag)
    turn.count_tactics()
    put(card, state.ground(flag))
    turn.laid:emit(card, flag)
    turn.play_done()
  end }

-- ---- passing (BL-RUL-23) ------------------------------------------------------------------------

-- Has a player environment cards in play, where cards can be moved at all?
local function has_ground(seat)
  return options.envMovable and state.row_of_flags:some(function(zone)
    return open(flag_of(zone)) and pieces(zone):some(function(card) return owner[card] == seat end)
  end)
end
local function has_cards(seat)
  return line[seat]:some(function(zone) return open(flag_of(zone)) and count(zone) > 0 end)
    or has_ground(seat)
end
local function has_troop_victims(seat)
  return line[1 - seat]:some(function(zone)
    return open(flag_of(zone)) and pieces(zone):some(is_troop)
  end)
end

local function can_desert(seat) return options.guileMayFizzle or has_cards(1 - seat) end
local function can_betray(seat, room)
  return options.guileMayFizzle or has_troop_victims(seat) and room
end
--- May a Scout be played?
function turn.can_scout() return not options.scoutNeedsCard or state.cards_left() > 0 end

-- Can a card of that seat that is not part of a formation act?
local function can_act(card, seat, room)
  local what = cards.role[card]
  if what == ROLE.scout then return turn.can_scout() end
  if what == ROLE.redeploy then return has_cards(seat) end
  if what == ROLE.deserter then return can_desert(seat) end
  if what == ROLE.traitor then return can_betray(seat, room) end
  return range(1, cards.flags):some(playable_ground)
end
-- `room`: has the seat's line a free slot? `free`: may the seat play another tactics card?
local function can_play(card, seat, room, free)
  if cards.is_tactics(card) and not free then return false end
  if forms(card) then return room and (not is_leader(card) or one_leader_more(seat)) end
  return can_act(card, seat, room)
end

-- Must that seat play a card, as far as cards of its hand go?
local function must_play(seat, room, free)
  if options.passRule == "forcedOnly" then
    return pieces(hand[seat]):some(function(card) return can_play(card, seat, room, free) end)
  end
  return options.passRule == "noTroopPlayable" and pieces(hand[seat]):some(function(card)
    return is_troop(card) and can_play(card, seat, room, free)
  end)
end

--- Had that seat a card to play, so that it may not have passed in the present position?
---@param seat muster.Seat
function turn.could_play(seat)
  return must_play(seat, #state.spots_of(seat) > 0,
    state.cunning(seat) <= state.cunning(1 - seat))
end

local function need_nothing_to_play()
  need(not must_play(me(), #turn.spots() > 0, unbarred()), "BL-RUL-23",
    options.passRule == "noTroopPlayable"
    and "a troop of your hand can be played, so you may not pass"
    or "a card of your hand can be played, so you may not pass")
end

muster.move { "pass", at = flow.before, title = "Pass", text = "pass",
  legal = need_nothing_to_play,
  apply = function()
    now.passed = true
    turn.passed_play:emit(me())
    turn.play_done()
  end }

-- ---- after the play: the draw (BL-TRN-4) --------------------------------------------------------

local function draw_due()
  return state.cards_left() > 0
    and (count(hand[me()]) < 7 or not options.scoutSkipsDraw and now.scouted)
end

--- The player draws the top card of a deck.
function turn.draw(deck)
  local card = top(deck)
  owner[card] = me()
  turn.drew:emit(me(), deck)
  put(card, hand[me()])
end

--- A kind of move that draws from each deck.
---@param where string the decision
---@param legal fun() what else it needs
---@param apply fun() what is done after the draw
function turn.declare_draws(where, legal, apply)
  local decks = { { "troop", "dT", state.troop_deck }, { "tactics", "dX", state.tactics_deck } }
  for _, each in ipairs(decks) do
    local deck = each[3]
    muster.move { "draw_" .. each[1] .. "_" .. where, at = flow[where],
      title = "Draw a " .. each[1] .. " card", text = each[2],
      legal = function()
        need(count(deck) > 0, "BL-RUL-24", "that deck is used up")
        legal()
      end,
      apply = function()
        turn.draw(deck)
        apply()
      end }
  end
end

turn.declare_draws("after", function()
  need(draw_due(), "BL-TRN-4", "your hand holds seven cards: nothing is drawn, end the turn")
end, function()
  if options.drawToSeven then
    now.scouted = false
    if count(hand[me()]) < 7 and state.cards_left() > 0 then
      now.refilled = true
      return
    end
  end
  turn_done()
end)

muster.move { "end_turn", at = flow.after, title = "End the turn",
  text = "end",
  legal = function()
    need(options.drawOptional or not draw_due(), "BL-RUL-24",
      "a card must be drawn: dT from the troop deck, dX from the tactics deck")
  end,
  apply = turn.turn_over }

return turn
