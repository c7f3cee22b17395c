-- The turn (TRN, PLC; section 17): claims, one card, claims, one draw. Every decision is a move of
-- its own, also where there is only one (BL-RUL-43).

local game = require("battle_line.core")
local options, flow, now, ROLE, hand = game.options, game.flow, game.now, game.ROLE, game.hand
local line, flag_of, open, is_troop = game.line, game.flag_of, game.open, game.is_troop
local is_leader, forms = game.is_leader, game.forms

--- A card is laid at a flag.
game.laid = muster.event { "laid", "card", "flag" }
--- A player draws from this deck.
game.drew = muster.event { "drew", "seat", "deck" }
--- A player lays no card in this turn.
game.passed_play = muster.event { "passed_play", "seat" }

-- ---- the deal (SET) -----------------------------------------------------------------------------

muster.setup(function()
  for card in pieces(box) do put(card, game.deck_of(card)) end
  go(flow.deal)
end)

local function deal()
  for _ = 1, 7 do
    for seat = 0, 1 do
      local card = top(game.troop_deck)
      owner[card] = seat
      put(card, hand[seat])
    end
  end
end

muster.move { "seed", at = flow.deal, title = "Shuffle and deal",
  text = "seed:{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(game.troop_deck, n)
    shuffle(game.tactics_deck, n)
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
function game.turn_over()
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
function game.play_done() go(after_play) end

-- ---- what moves ask -----------------------------------------------------------------------------

--- A card of the hand.
---@param name string what the move calls it
function game.choose_held(name)
  return choose(name, pieces(hand[me()]), "BL-TRN-2", "that card is not in your hand")
end
--- In `legal`: a card of the hand.
function game.choose_card() return game.choose_held("card") end

--- A flag, by its number.
---@param name string what the move calls it
function game.choose_flag(name)
  return choose(name, range(1, game.flags), "BL-PLC-1",
    "the flags are numbered 1 to " .. game.flags)
end

--- In `legal`: flag k must be unclaimed.
function game.need_open(k)
  need(open(k), "BL-RUL-21", "that flag is claimed: nothing there is added, taken or moved")
end

local NO_TACTICS = [[you have played more tactics cards than your opponent: no other before
  he plays one]]
local unbarred = muster.once(function() return game.cunning(me()) <= game.cunning(1 - me()) end)
--- In `legal`: the player may play another tactics card.
function game.need_unbarred() need(unbarred(), "BL-TAC-4", NO_TACTICS) end

--- Note that the player has played a tactics card.
function game.count_tactics() game.played[me()] = game.played[me()] + 1 end

-- ---- playing troops, morale and environment cards -----------------------------------------------

--- The zones of the player's side with a free slot.
game.spots = muster.once(function() return game.spots_of(me()) end)

-- Can an environment card be laid at that flag?
local function playable_ground(k)
  return open(k) and (options.envStack or count(game.ground(k)) == 0)
    and (options.envOnComplete or not game.complete(0, k) and not game.complete(1, k))
end
--- The zones of flags at which an environment card may be laid.
game.fields = muster.once(function()
  return game.row_of_flags:where(function(zone) return playable_ground(flag_of(zone)) end)
end)

-- May another Leader be played? (BL-RUL-9)
local function one_leader_more()
  if options.leaderCap == "none" then return true end
  local function led(zone) return pieces(zone):some(is_leader) end
  return not line[me()]:some(led) and not pieces(game.discard[me()]):some(is_leader)
end

muster.move { "lay", at = flow.before, title = "Lay a card at a flag",
  text = "{card}@{flag}",
  legal = function()
    local card = game.choose_card()
    need(forms(card) or game.is_ground(card), "BL-TAC-6", "a guile card is not laid at a flag")
    need(forms(card))
    need(is_troop(card) or unbarred(), "BL-TAC-4", NO_TACTICS)
    need(not is_leader(card) or one_leader_more(), "BL-RUL-9", "each player uses one Leader only")
    local flag = game.choose_flag("flag")
    need(open(flag), "BL-PLC-5", "that flag is claimed: no card comes there")
    need(game.spots()[game.side(me(), flag)], "BL-PLC-2", function()
      return "all " .. game.slots(flag) .. " slots of your side of flag " .. flag .. " are taken"
    end)
    return card, flag
  end,
  apply = function(card, flag)
    if game.is_tactics(card) then game.count_tactics() end
    game.enter(card, me(), flag)
    game.laid:emit(card, flag)
    game.play_done()
  end }

local NO_FIELD = options.envStack and "BL-RUL-29" or "BL-RUL-41"
muster.move { "lay_ground", at = flow.before,
  title = "Lay an environment card", text = "{card}@{flag}",
  legal = function()
    local card = game.choose_card()
    need(game.is_ground(card), "BL-TAC-6", "Fog and Mud alone are laid so")
    need(not forms(card))
    game.need_unbarred()
    local flag = game.choose_flag("flag")
    need(open(flag), "BL-ENV-1", "an environment card needs an open flag")
    need(game.fields()[game.ground(flag)], NO_FIELD, "no environment card can come to that flag")
    return card, flag
  end,
  apply = function(card, flag)
    game.count_tactics()
    put(card, game.ground(flag))
    game.laid:emit(card, flag)
    game.play_done()
  end }

-- ---- passing (BL-RUL-23) ------------------------------------------------------------------------

-- Has a player environment cards in play, where cards can be moved at all?
local function has_ground(seat)
  return options.envMovable and game.row_of_flags:some(function(zone)
    return open(flag_of(zone)) and pieces(zone):some(function(card) return owner[card] == seat end)
  end)
end
local function has_cards(seat)
  return line[seat]:some(function(zone) return open(flag_of(zone)) and count(zone) > 0 end)
    or has_ground(seat)
end
local function has_troop_victims()
  return line[1 - me()]:some(function(zone)
    return open(flag_of(zone)) and pieces(zone):some(is_troop)
  end)
end

local function can_desert() return options.guileMayFizzle or has_cards(1 - me()) end
local function can_betray()
  return options.guileMayFizzle or has_troop_victims() and #game.spots() > 0
end
--- May a Scout be played?
function game.can_scout() return not options.scoutNeedsCard or game.cards_left() > 0 end
local function can_lay(card)
  return #game.spots() > 0 and (is_troop(card) or not is_leader(card) or one_leader_more())
end

-- Can a card that is not part of a formation act?
local function can_act(card)
  local what = game.role[card]
  if what == ROLE.scout then return game.can_scout() end
  if what == ROLE.redeploy then return has_cards(me()) end
  if what == ROLE.deserter then return can_desert() end
  if what == ROLE.traitor then return can_betray() end
  return range(1, game.flags):some(playable_ground)
end
local function can_play(card)
  if game.is_tactics(card) and not unbarred() then return false end
  if forms(card) then return can_lay(card) end
  return can_act(card)
end

local function need_nothing_to_play()
  if options.passRule == "forcedOnly" then
    need(not pieces(hand[me()]):some(can_play), "BL-RUL-23",
      "a card of your hand can be played, so you may not pass")
  elseif options.passRule == "noTroopPlayable" then
    need(not pieces(hand[me()]):some(function(card) return is_troop(card) and can_play(card) end),
      "BL-RUL-23", "a troop of your hand can be played, so you may not pass")
  end
end

muster.move { "pass", at = flow.before, title = "Pass", text = "pass",
  legal = need_nothing_to_play,
  apply = function()
    now.passed = true
    game.passed_play:emit(me())
    game.play_done()
  end }

-- ---- after the play: the draw (BL-TRN-4) --------------------------------------------------------

local function draw_due()
  return game.cards_left() > 0
    and (count(hand[me()]) < 7 or not options.scoutSkipsDraw and now.scouted)
end

--- The player draws the top card of a deck.
function game.draw(deck)
  local card = top(deck)
  owner[card] = me()
  game.drew:emit(me(), deck)
  put(card, hand[me()])
end

--- A kind of move that draws from each deck.
---@param where string the decision
---@param legal fun() what else it needs
---@param apply fun() what is done after the draw
function game.declare_draws(where, legal, apply)
  local decks = { { "troop", "dT", game.troop_deck }, { "tactics", "dX", game.tactics_deck } }
  for _, each in ipairs(decks) do
    local deck = each[3]
    muster.move { "draw_" .. each[1] .. "_" .. where, at = flow[where],
      title = "Draw a " .. each[1] .. " card", text = each[2],
      legal = function()
        need(count(deck) > 0, "BL-RUL-24", "that deck is used up")
        legal()
      end,
      apply = function()
        game.draw(deck)
        apply()
      end }
  end
end

game.declare_draws("after", function()
  need(draw_due(), "BL-TRN-4", "your hand holds seven cards: nothing is drawn, end the turn")
end, function()
  if options.drawToSeven then
    now.scouted = false
    if count(hand[me()]) < 7 and game.cards_left() > 0 then
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
  apply = game.turn_over }
