-- Guile tactics (GUI): Scout, Redeploy, Deserter, Traitor. A played guile card lies in its player's
-- display, and what Redeploy and Deserter take from a flag on the pile of discards beside it.

local options = muster.options()
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local turn = require("battle_line.turn")
local now, hand, display = state.now, state.hand, state.display
local discard, troop_deck = state.discard, state.troop_deck
local tactics_deck, side = state.tactics_deck, state.side
local role, ROLE, cards_left = cards.role, cards.ROLE, state.cards_left
local choose_flag, need_open = turn.choose_flag, turn.need_open
local play_done, draw = turn.play_done, turn.draw

--- A player plays a guile card.
local played_guile = muster.event { "played_guile", "seat", "card" }
--- A card moves from one flag to another.
local moved = muster.event { "moved", "card", "from", "to" }
--- A card is put on the discards of that player.
local discarded = muster.event { "discarded", "card", "seat" }
--- A player puts a card back on this deck.
local returned = muster.event { "returned", "seat", "deck" }

-- ---- playing a guile card -----------------------------------------------------------------------

local function choose_held()
  return choose("guile", pieces(hand[me()]), "BL-TRN-2", "that card is not in your hand")
end

--- A guile card of the hand that does this.
---@param what integer of ROLE
---@param why string what to write instead
---@return muster.Piece
local function choose_guile(what, why)
  local guile = choose_held()
  need(role[guile] == what, "BL-TAC-7", why)
  turn.need_unbarred()
  return guile
end

local function play_guile(guile)
  turn.count_tactics()
  played_guile:emit(me(), guile)
  put(guile, display[me()])
end

-- ---- cards that a guile card takes --------------------------------------------------------------

-- Where like cards can lie on one side, a move that takes one is of three kinds: the card is the
-- only one of its like there; it has a twin and is named #1 (the older) or #2; or it has one and is
-- not named, which means the older. The last is not listed, so that each move stands in the list
-- once (BL-RUL-30).

local function choose_any(at, rule, why) return choose("card", pieces(at), rule, why) end

local function choose_single(at, rule, why)
  local card = choose_any(at, rule, why)
  need(not cards.twinned(card), "BL-RUL-30", "two such cards lie there")
  return card
end

local function choose_twinned(at, rule, why)
  local card = choose_any(at, rule, why)
  need(cards.twinned(card), "BL-RUL-30",
    "only one such card lies there: leave out # and its number")
  return card
end

local function choose_twin(at, rule, why)
  local card = choose_twinned(at, rule, why)
  need(cards.newest(card))
  return cards.twin(card, choose("nth", range(1, 2), "BL-RUL-30",
    "of two like cards the older is #1 and the newer #2"))
end

local function choose_older(at, rule, why)
  return cards.twin(choose_twinned(at, rule, why), 1)
end

---@class battle_line.naming how a card that is taken is named
---@field suffix string of the kind's name
---@field title string of the kind's title
---@field card string how it is written
---@field choose fun(at: muster.Place, rule: string, why: string): muster.Piece
---@field unlisted boolean?

---@type battle_line.naming[]
local namings = cards.twins and {
  { suffix = "", title = "", card = "{card}", choose = choose_single },
  { suffix = "_twin", title = ", one of twins", card = "{card}#{nth}", choose = choose_twin },
  { suffix = "_older", title = ", the older twin", card = "{card}", choose = choose_older,
    unlisted = true },
} or { { suffix = "", title = "", card = "{card}", choose = choose_any } }

local function choose_from()
  local from = choose_flag("from")
  need_open(from)
  return from
end

-- ---- Scout --------------------------------------------------------------------------------------

local function choose_scout()
  local guile = choose_guile(ROLE.scout, [[only of the Scout the name is enough; say of
    others what they do, as in 5h@3, Jd:5h@2>4, Jh:9c@5 or Jh:-]])
  need(turn.can_scout(), "BL-RUL-27", "both decks are used up: there is nothing to draw")
  return guile
end

local minus = options.scoutReturn == "drawnMinus1"

local function scout_done()
  if minus then now.drawn = 0 end
  if not options.scoutSkipsDraw then now.scouted = true end
  play_done()
end

-- What the Scout drew has been drawn; how many of the hand go back?
local function give_back(drawn)
  local number = minus and math.max(drawn - 1, 0) or 2
  now.left = math.min(count(hand[me()]), number)
  if now.left > 0 then go(flow.returning) else scout_done() end
end

local function declare_scouting()
  muster.move { "scout", at = flow.before, title = "Scout", text = "{guile}",
    legal = choose_scout,
    apply = function(guile)
      play_guile(guile)
      now.left = math.min(cards_left(), 3)
      if now.left > 0 then go(flow.scouting) else give_back(0) end
    end }
  turn.declare_draws("scouting", function() end, function()
    now.left = now.left - 1
    if minus then now.drawn = now.drawn + 1 end
    if now.left == 0 then give_back(now.drawn) end
  end)
end

--- All cards of a Scout at once: "TTX" draws two troops and a tactics card.
---@param split string
---@param troops integer
---@param tactics integer
local function declare_split(split, troops, tactics)
  local number = troops + tactics
  muster.move { "scout_" .. split, at = flow.before, title = "Scout",
    text = split == "" and "{guile}" or "{guile}:" .. split,
    legal = function()
      local guile = choose_scout()
      need(count(troop_deck) >= troops and count(tactics_deck) >= tactics, "BL-RUL-26",
        "a deck has not that many cards")
      need(number == 3 or cards_left() == number, "BL-GUI-3",
        "a Scout draws three cards, or all that are left: write Jc:TTX")
      return guile
    end,
    apply = function(guile)
      play_guile(guile)
      for _ = 1, troops do draw(troop_deck) end
      for _ = 1, tactics do draw(tactics_deck) end
      if minus then now.drawn = number end
      give_back(number)
    end }
end

if options.scoutSequential then
  declare_scouting()
else
  for _, split in ipairs { "TTT", "TTX", "TXX", "XXX", "TT", "TX", "XX", "T", "X", "" } do
    local troops = 0
    for i = 1, #split do
      if string.sub(split, i, i) == "T" then troops = troops + 1 end
    end
    declare_split(split, troops, #split - troops)
  end
end

muster.move { "return_card", at = flow.returning, title = "Put a card on its deck",
  text = "r{card}",
  legal = turn.choose_card,
  apply = function(card)
    owner[card] = nil
    now.left = now.left - 1
    returned:emit(me(), state.deck_of(card))
    put(card, state.deck_of(card))
    if now.left == 0 then scout_done() end
  end }

-- ---- Redeploy -----------------------------------------------------------------------------------

local function choose_redeploy()
  return choose_guile(ROLE.redeploy,
    "only Redeploy moves a card of yours, as in Jd:5h@2>4 or Jd:5h@2>x")
end
local function need_room(to)
  need(turn.spots()[side(me(), to)], "BL-PLC-2",
    "your side of the flag that it is to go to has no free slot")
end

-- Play the guile card, and take a card from one flag to the own side of another.
local function carry_over(guile, unit, from, to)
  play_guile(guile)
  state.leave(unit, from)
  state.enter(unit, me(), to)
  moved:emit(unit, from, to)
  play_done()
end

-- Play the guile card, and put a card on the discards of that player.
local function throw_out(guile, unit, from, seat)
  play_guile(guile)
  state.leave(unit, from)
  put(unit, discard[seat])
  discarded:emit(unit, seat)
  play_done()
end

local NOT_YOURS = "no such card lies on your side of that flag"
for _, naming in ipairs(namings) do
  muster.move { "redeploy" .. naming.suffix, at = flow.before, title = "Redeploy" .. naming.title,
    text = "{guile}:" .. naming.card .. "@{from}>{to}", unlisted = naming.unlisted,
    legal = function()
      local guile, from = choose_redeploy(), choose_from()
      local unit = naming.choose(side(me(), from), "BL-GUI-5", NOT_YOURS)
      local to = choose_flag("to")
      if not options.redeploySameFlag then
        need(to ~= from, "BL-RUL-16", "the card goes to another flag")
      end
      need_open(to)
      need_room(to)
      return guile, unit, from, to
    end,
    apply = carry_over }
end

for _, naming in ipairs(namings) do
  muster.move { "redeploy_off" .. naming.suffix, at = flow.before,
    title = "Redeploy: discard" .. naming.title,
    text = "{guile}:" .. naming.card .. "@{from}>x", unlisted = naming.unlisted,
    legal = function()
      local guile, from = choose_redeploy(), choose_from()
      return guile, naming.choose(side(me(), from), "BL-GUI-5", NOT_YOURS), from
    end,
    apply = function(guile, unit, from) throw_out(guile, unit, from, me()) end }
end

-- ---- Deserter and Traitor -----------------------------------------------------------------------

for _, naming in ipairs(namings) do
  muster.move { "desert" .. naming.suffix, at = flow.before, title = "Deserter" .. naming.title,
    text = "{guile}:" .. naming.card .. "@{from}", unlisted = naming.unlisted,
    legal = function()
      local guile = choose_guile(ROLE.deserter,
        "only the Deserter takes a card away, as in Jh:9c@5 or Jh:-")
      local from = choose_from()
      return guile, naming.choose(side(1 - me(), from), "BL-GUI-7",
        "no such card lies on the opponent's side of that flag"), from
    end,
    apply = function(guile, unit, from) throw_out(guile, unit, from, 1 - me()) end }
end

for _, naming in ipairs(namings) do
  muster.move { "betray" .. naming.suffix, at = flow.before, title = "Traitor" .. naming.title,
    text = "{guile}:" .. naming.card .. "@{from}>{to}", unlisted = naming.unlisted,
    legal = function()
      local guile = choose_guile(ROLE.traitor,
        "only the Traitor takes a troop over, as in Js:9c@5>2 or Js:-")
      local from = choose_from()
      local unit = naming.choose(side(1 - me(), from), "BL-GUI-9",
        "no such card lies on the opponent's side of that flag")
      need(cards.is_troop(unit), "BL-GUI-10", "the Traitor takes troops only")
      local to = choose_flag("to")
      need_open(to)
      need_room(to)
      return guile, unit, from, to
    end,
    apply = carry_over }
end

muster.move { "fizzle", at = flow.before, title = "Deserter or Traitor in vain",
  text = "{guile}:-",
  legal = function()
    local guile = choose_held()
    need(role[guile] == ROLE.deserter or role[guile] == ROLE.traitor, "BL-RUL-15",
      "only Deserter and Traitor may be played for nothing")
    turn.need_unbarred()
    need(options.guileMayFizzle, "BL-RUL-15", "the card must have a victim")
    return guile
  end,
  apply = function(guile)
    play_guile(guile)
    play_done()
  end }

return { played_guile = played_guile, moved = moved, discarded = discarded, returned = returned,
  choose_guile = choose_guile, choose_from = choose_from, play_guile = play_guile,
  namings = namings }
