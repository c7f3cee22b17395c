-- The turn (TRN, PLC; section 17): claims, one card, claims, one draw. Every decision is a move of
-- its own, also where there is only one (BL-RUL-43).

local options = muster.options()
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local now, flags, role, ROLE = state.now, state.flags, cards.role,
  cards.ROLE
local hand, played, troop_deck = state.hand, state.played, state.troop_deck
local tactics_deck, line = state.tactics_deck, state.line
local row_of_flags, discard = state.row_of_flags, state.discard
local side, ground, flag_of = state.side, state.ground, state.flag_of
local open, slots, cunning = state.open, state.slots, state.cunning
local cards_left, complete = state.cards_left, state.complete
local is_troop, is_tactics = cards.is_troop, cards.is_tactics
local is_leader, forms = cards.is_leader, cards.forms

--- A card is laid at a flag.
local laid = muster.event { "laid", "card", "flag" }
--- A player draws from this deck.
local drew = muster.event { "drew", "seat", "deck" }
--- A player lays no card in this turn.
local passed_play = muster.event { "passed_play", "seat" }

-- ---- the deal (SET) -----------------------------------------------------------------------------

muster.setup(function()
  for card in pieces(box) do put(card, state.deck_of(card)) end
  go(flow.deal)
end)

local function deal()
  for _ = 1, 7 do
    for seat = 0, 1 do
      local card = top(troop_deck)
      owner[card] = seat
      put(card, hand[seat])
    end
  end
end

local seed = muster.move { "seed", at = flow.deal, title = "Shuffle and deal",
  text = "seed:{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(troop_deck, n)
    shuffle(tactics_deck, n)
    deal()
    go(flow.before)
  end }

-- ---- the end of a turn --------------------------------------------------------------------------

local claims_before = options.autoClaim and options.claimWindow == "startOfTurn"
local claims_after = options.autoClaim and options.claimWindow ~= "startOfTurn"

local function next_turn()
  now.turn = 1 - now.turn
  now.claimed, now.passed = false, false
  if not options.scoutSkipsDraw then now.scouted = false end
  if options.drawToSeven then now.refilled = false end
  if claims_before then go(flow.claim_before) else go(flow.before) end
end

local function turn_done()
  now.quiet = false
  next_turn()
end

-- The end of a turn without a draw: was it quiet? (BL-RUL-31)
local function turn_over()
  if not now.passed or now.claimed or options.drawToSeven and now.refilled then
    turn_done()
  elseif now.quiet then
    flow.deadlock()
  else
    now.quiet = true
    next_turn()
  end
end

local function play_done()
  if claims_after then go(flow.claim_after) else go(flow.after) end
end

-- ---- what moves ask -----------------------------------------------------------------------------

local function choose_card()
  return choose("card", pieces(hand[me()]), "BL-TRN-2", "that card is not in your hand")
end

--- A flag, by its number.
---@param name string what the move calls it
local function choose_flag(name)
  return choose(name, range(1, flags), "BL-PLC-1", "the flags are numbered 1 to " .. flags)
end

local function need_open(k)
  need(open(k), "BL-RUL-21", "that flag is claimed: nothing there is added, taken or moved")
end

local NO_TACTICS = [[you have played more tactics cards than your opponent: no other before
  he plays one]]
local unbarred = muster.once(function() return cunning(me()) <= cunning(1 - me()) end)
local function need_unbarred() need(unbarred(), "BL-TAC-4", NO_TACTICS) end

local function count_tactics() played[me()] = played[me()] + 1 end

-- ---- playing troops, morale and environment cards -----------------------------------------------

local spots = muster.once(function() return state.spots_of(me()) end)

-- Can an environment card be laid at that flag?
local function playable_ground(k)
  return open(k) and (options.envStack or count(ground(k)) == 0)
    and (options.envOnComplete or not complete(0, k) and not complete(1, k))
end
local fields = muster.once(function()
  return row_of_flags:where(function(zone) return playable_ground(flag_of(zone)) end)
end)

-- May another Leader be played? (BL-RUL-9)
local function one_leader_more()
  if options.leaderCap == "none" then return true end
  local function led(zone) return pieces(zone):some(is_leader) end
  return not line[me()]:some(led) and not pieces(discard[me()]):some(is_leader)
end

local lay = muster.move { "lay", at = flow.before, title = "Lay a card at a flag",
  text = "{card}@{flag}",
  legal = function()
    local card = choose_card()
    need(forms(card) or cards.is_ground(card), "BL-TAC-6", "a guile card is not laid at a flag")
    need(forms(card))
    need(is_troop(card) or unbarred(), "BL-TAC-4", NO_TACTICS)
    need(not is_leader(card) or one_leader_more(), "BL-RUL-9", "each player uses one Leader only")
    local flag = choose_flag("flag")
    need(open(flag), "BL-PLC-5", "that flag is claimed: no card comes there")
    need(spots()[side(me(), flag)], "BL-PLC-2", function()
      return "all " .. slots(flag) .. " slots of your side of flag " .. flag .. " are taken"
    end)
    return card, flag
  end,
  apply = function(card, flag)
    if is_tactics(card) then count_tactics() end
    state.enter(card, me(), flag)
    laid:emit(card, flag)
    play_done()
  end }

local NO_FIELD = options.envStack and "BL-RUL-29" or "BL-RUL-41"
local lay_ground = muster.move { "lay_ground", at = flow.before,
  title = "Lay an environment card", text = "{card}@{flag}",
  legal = function()
    local card = choose_card()
    need(cards.is_ground(card), "BL-TAC-6", "Fog and Mud alone are laid so")
    need(not forms(card))
    need_unbarred()
    local flag = choose_flag("flag")
    need(open(flag), "BL-ENV-1", "an environment card needs an open flag")
    need(fields()[ground(flag)], NO_FIELD, "no environment card can come to that flag")
    return card, flag
  end,
  apply = function(card, flag)
    count_tactics()
    put(card, ground(flag))
    laid:emit(card, flag)
    play_done()
  end }

-- ---- passing (BL-RUL-23) ------------------------------------------------------------------------

-- Has a player environment cards in play, where cards can be moved at all?
local function has_ground(seat)
  return options.envMovable and row_of_flags:some(function(zone)
    return open(flag_of(zone)) and pieces(zone):some(function(card) return owner[card] == seat end)
  end)
end
local function has_own_cards()
  return line[me()]:some(function(zone) return open(flag_of(zone)) and count(zone) > 0 end)
    or has_ground(me())
end
local function has_victims()
  return line[1 - me()]:some(function(zone) return open(flag_of(zone)) and count(zone) > 0 end)
    or has_ground(1 - me())
end
local function has_troop_victims()
  return line[1 - me()]:some(function(zone)
    return open(flag_of(zone)) and pieces(zone):some(is_troop)
  end)
end

local function can_desert() return options.guileMayFizzle or has_victims() end
local function can_betray()
  return options.guileMayFizzle or has_troop_victims() and #spots() > 0
end
local function can_scout() return not options.scoutNeedsCard or cards_left() > 0 end
local function can_lay(card)
  return #spots() > 0 and (is_troop(card) or not is_leader(card) or one_leader_more())
end

-- What a card that is no part of formations can do.
local function can_act(card)
  local what = role[card]
  if what == ROLE.scout then return can_scout() end
  if what == ROLE.redeploy then return has_own_cards() end
  if what == ROLE.deserter then return can_desert() end
  if what == ROLE.traitor then return can_betray() end
  return range(1, flags):some(playable_ground)
end
local function can_play(card)
  if is_tactics(card) and not unbarred() then return false end
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

local pass = muster.move { "pass", at = flow.before, title = "Pass", text = "pass",
  legal = need_nothing_to_play,
  apply = function()
    now.passed = true
    passed_play:emit(me())
    play_done()
  end }

-- ---- after the play: the draw (BL-TRN-4) --------------------------------------------------------

local function draw_due()
  return cards_left() > 0
    and (count(hand[me()]) < 7 or not options.scoutSkipsDraw and now.scouted)
end

local function draw(deck)
  local card = top(deck)
  owner[card] = me()
  drew:emit(me(), deck)
  put(card, hand[me()])
end

--- A kind of move that draws from each deck.
---@param where string the decision
---@param legal fun() what else it needs
---@param apply fun() what is done after the draw
local function declare_draws(where, legal, apply)
  local decks = { { "troop", "dT", troop_deck }, { "tactics", "dX", tactics_deck } }
  for _, each in ipairs(decks) do
    local deck = each[3]
    muster.move { "draw_" .. each[1] .. "_" .. where, at = flow[where],
      title = "Draw a " .. each[1] .. " card", text = each[2],
      legal = function()
        need(count(deck) > 0, "BL-RUL-24", "that deck is used up")
        legal()
      end,
      apply = function()
        draw(deck)
        apply()
      end }
  end
end

declare_draws("after", function()
  need(draw_due(), "BL-TRN-4", "your hand holds seven cards: nothing is drawn, end the turn")
end, function()
  if options.drawToSeven then
    now.scouted = false
    if count(hand[me()]) < 7 and cards_left() > 0 then
      now.refilled = true
      return
    end
  end
  turn_done()
end)

local end_turn = muster.move { "end_turn", at = flow.after, title = "End the turn",
  text = "end",
  legal = function()
    need(options.drawOptional or not draw_due(), "BL-RUL-24",
      "a card must be drawn: dT from the troop deck, dX from the tactics deck")
  end,
  apply = turn_over }

return {
  laid = laid, drew = drew, passed_play = passed_play,
  choose_card = choose_card, choose_flag = choose_flag, need_open = need_open,
  need_unbarred = need_unbarred, spots = spots, fields = fields, can_scout = can_scout,
  count_tactics = count_tactics, play_done = play_done, turn_over = turn_over, draw = draw,
  declare_draws = declare_draws,
  moves = { seed = seed, lay = lay, lay_ground = lay_ground, pass = pass, end_turn = end_turn },
}
