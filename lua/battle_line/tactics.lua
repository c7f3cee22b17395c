-- Guile tactics (GUI): Scout, Redeploy, Deserter, Traitor. A played guile card lies in its player's
-- display; cards that Redeploy and Deserter take from a flag lie on the discard pile there.

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local turn = require("battle_line.turn")
local tactics = {}
local options, now, side, ROLE = cards.options, state.now, state.side, cards.ROLE
local play_done = turn.play_done

--- A player plays a guile card.
tactics.played_guile = muster.event { "played_guile", "seat", "card",
  says = function(seat, card) return "P" .. seat + 1 .. " plays " .. (card or "a card") end }
--- A card moves from one flag to another.
tactics.moved = muster.event { "moved", "card", "from", "to",
  tell = "{card} goes from flag {from} to flag {to}" }
--- A card is put on the discards of that player.
tactics.discarded = muster.event { "discarded", "card", "seat",
  tell = "{card} is discarded" }
--- A player puts a card back on this deck.
tactics.returned = muster.event { "returned", "seat", "deck",
  says = function(seat) return "P" .. seat + 1 .. " puts a card back on its deck" end }

-- ---- playing a guile card -----------------------------------------------------------------------

--- A guile card of the hand that does this.
---@param what integer of ROLE
---@param why string what to write instead
---@return muster.Piece
local function choose_guile(what, why)
  local guile = turn.choose_held("guile")
  need(cards.role[guile] == what, "BL-TAC-7", why)
  turn.need_unbarred()
  return guile
end

--- Play a guile card: it goes to its player's display.
local function play_guile(guile)
  turn.count_tactics()
  tactics.played_guile:emit(me(), guile)
  put(guile, state.display[me()])
end

-- ---- cards that a guile card takes --------------------------------------------------------------

-- Where like cards can lie on one side, a move that takes one is of three kinds: the card is the
-- only one of its like there; it has a twin and is named #1 (the older) or #2; or it has one and is
-- not named, which means the older. The last is not listed, so that each move is listed
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

--- Declare a kind of move that takes a card, for each way to name that.
---@param name string
---@param at muster.Decision
---@param title string
---@param text string with %s for the card
---@param asking fun(choose_card: function): function what it asks, by how the card is chosen
---@param apply function
function tactics.declare_taking(name, at, title, text, asking, apply)
  for _, naming in ipairs(namings) do
    muster.move { name .. naming.suffix, at = at, title = title .. naming.title,
      text = text:format(naming.card), unlisted = naming.unlisted,
      legal = asking(naming.choose), apply = apply }
  end
end

--- In `legal`: the flag that a card is taken from.
local function choose_from()
  local from = turn.choose_flag("from")
  turn.need_open(from)
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
  now.left = math.min(count(state.hand[me()]), number)
  if now.left > 0 then go(flow.returning) else scout_done() end
end

local function declare_scouting()
  muster.move { "scout", at = flow.before, title = "Scout", text = "{guile}",
    legal = choose_scout,
    apply = function(guile)
      play_guile(guile)
      now.left = math.min(state.cards_left(), 3)
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
---@param others integer tactics cards
local function declare_split(split, troops, others)
  local number = troops + others
  muster.move { "scout_" .. split, at = flow.before, title = "Scout",
    text = split == "" and "{guile}" or "{guile}:" .. split,
    legal = function()
      local guile = choose_scout()
      need(count(state.troop_deck) >= troops and count(state.tactics_deck) >= others, "BL-RUL-26",
        "a deck has not that many cards")
      need(number == 3 or state.cards_left() == number, "BL-GUI-3",
        "a Scout draws three cards, or all that are left: write Jc:TTX")
      return guile
    end,
    apply = function(guile)
      play_guile(guile)
      for _ = 1, troops do turn.draw(state.troop_deck) end
      for _ = 1, others do turn.draw(state.tactics_deck) end
      if minus then now.drawn = number end
      give_back(number)
    end }
end

if options.scoutSequential then
  declare_scouting()
else
  for _, split in ipairs { "TTT", "TTX", "TXX", "XXX", "TT", "TX", "XX", "T", "X", "" } do
    local troops = (split:find("X") or #split + 1) - 1
    declare_split(split, troops, #split - troops)
  end
end

muster.move { "return_card", at = flow.returning, title = "Put a card on its deck",
  text = "r{card}",
  legal = turn.choose_card,
  apply = function(card)
    owner[card] = nil
    now.left = now.left - 1
    tactics.returned:emit(me(), state.deck_of(card))
    put(card, state.deck_of(card))
    if now.left == 0 then scout_done() end
  end }

-- ---- Redeploy -----------------------------------------------------------------------------------

--- In `legal`: a Redeploy of the hand.
function tactics.choose_redeploy()
  return choose_guile(ROLE.redeploy,
    "only Redeploy moves a card of yours, as in Jd:5h@2>4 or Jd:5h@2>x")
end
local function need_room(to)
  turn.need_open(to)
  need(turn.spots()[side(me(), to)], "BL-PLC-2",
    "your side of the flag that it is to go to has no free slot")
end

-- Play the guile card, and take a card from one flag to the own side of another.
local function carry_over(guile, unit, from, to)
  play_guile(guile)
  state.leave(unit, from)
  state.enter(unit, me(), to)
  tactics.moved:emit(unit, from, to)
  play_done()
end

-- Play the guile card, and put a card on the discards of that player.
local function throw_out(guile, unit, from, seat)
  play_guile(guile)
  state.leave(unit, from)
  put(unit, state.discard[seat])
  tactics.discarded:emit(unit, seat)
  play_done()
end

local NOT_YOURS = "no such card lies on your side of that flag"
tactics.declare_taking("redeploy", flow.before, "Redeploy", "{guile}:%s@{from}>{to}",
  function(choose_card)
    return function()
      local guile, from = tactics.choose_redeploy(), choose_from()
      local unit = choose_card(side(me(), from), "BL-GUI-5", NOT_YOURS)
      local to = turn.choose_flag("to")
      if not options.redeploySameFlag then
        need(to ~= from, "BL-RUL-16", "the card goes to another flag")
      end
      need_room(to)
      return guile, unit, from, to
    end
  end, carry_over)

tactics.declare_taking("redeploy_off", flow.before, "Redeploy: discard", "{guile}:%s@{from}>x",
  function(choose_card)
    return function()
      local guile, from = tactics.choose_redeploy(), choose_from()
      return guile, choose_card(side(me(), from), "BL-GUI-5", NOT_YOURS), from
    end
  end, function(guile, unit, from) throw_out(guile, unit, from, me()) end)

-- ---- Deserter and Traitor -----------------------------------------------------------------------

local NOT_HIS = "no such card lies on the opponent's side of that flag"
tactics.declare_taking("desert", flow.before, "Deserter", "{guile}:%s@{from}",
  function(choose_card)
    return function()
      local guile = choose_guile(ROLE.deserter,
        "only the Deserter takes a card away, as in Jh:9c@5 or Jh:-")
      local from = choose_from()
      return guile, choose_card(side(1 - me(), from), "BL-GUI-7", NOT_HIS), from
    end
  end, function(guile, unit, from) throw_out(guile, unit, from, 1 - me()) end)

tactics.declare_taking("betray", flow.before, "Traitor", "{guile}:%s@{from}>{to}",
  function(choose_card)
    return function()
      local guile = choose_guile(ROLE.traitor,
        "only the Traitor takes a troop over, as in Js:9c@5>2 or Js:-")
      local from = choose_from()
      local unit = choose_card(side(1 - me(), from), "BL-GUI-9", NOT_HIS)
      need(cards.is_troop(unit), "BL-GUI-10", "the Traitor takes troops only")
      local to = turn.choose_flag("to")
      need_room(to)
      return guile, unit, from, to
    end
  end, carry_over)

muster.move { "fizzle", at = flow.before, title = "Deserter or Traitor in vain",
  text = "{guile}:-",
  legal = function()
    local guile = turn.choose_held("guile")
    need(cards.role[guile] == ROLE.deserter or cards.role[guile] == ROLE.traitor, "BL-RUL-15",
      "only Deserter and Traitor may be played for nothing")
    turn.need_unbarred()
    need(options.guileMayFizzle, "BL-RUL-15", "the card must have a victim")
    return guile
  end,
  apply = function(guile)
    play_guile(guile)
    play_done()
  end }

tactics.choose_guile, tactics.choose_from = choose_guile, choose_from
tactics.play_guile = play_guile

return tactics
