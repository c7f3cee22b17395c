-- What no rule can produce: cards where none can be, too many of them, numbers with gaps, a game
-- that goes on.

local demand = require("muster.text").demand
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local formations = require("battle_line.formations")
local reading = require("battle_line.reading")
local now = state.now

local function check_on_line(card, zone, seat)
  if row(zone) == 1 then
    demand(cards.is_ground(card), "BL-ENV-1", "no environment card at a flag")
    demand(seat, "BL-ENV-1", "an environment card is nobody's")
  else
    demand(cards.forms(card), "BL-PLC-1", "no formation card in column " .. column(zone))
    demand(seat and seat * 2 == row(zone), "BL-PLC-1", "a card lies on the other side")
  end
end

local function check_off_line(card, where, seat)
  local guile = cards.is_guile(card)
  if where == state.troop_deck or where == state.tactics_deck then
    demand(not seat, "BL-SET-7", "a card of a deck is somebody's")
    demand(where == state.deck_of(card), "BL-SET-8", "a card in the other deck")
  else
    demand(seat, "BL-CMP-1", "a card is nowhere")
    demand(where == state.hand[seat] or where == state.display[seat] and guile
      or where == state.discard[seat] and not guile, "BL-GUI-1", "a card is in a wrong place")
  end
end

-- Every card is where one of its type and class can be, owned by whom it should be.
local function check_card(card)
  local where, seat = place(card), owner[card]
  local on_line = where < #zones
  if on_line then check_on_line(card, where, seat) else check_off_line(card, where, seat) end
  demand(on_line and row(where) ~= 1 or state.arrival[card] == 0, "BL-RUL-19",
    "an arrival number outside of the formations")
end

-- The arrival numbers of a flag are 1, 2 ... and rise in each stack.
local function check_flag(k, pending)
  local met, size = {}, 0
  for seat = 0, 1 do
    local before = 0
    local stack = muster.pieces_in(state.side(seat, k))
    demand(#stack <= (pending == "losing" and 4 or state.slots(k)), "BL-PLC-2",
      "too many cards at flag " .. k)
    for _, card in ipairs(stack) do
      local arrival = state.arrival[card]
      demand(arrival > before and not met[arrival], "BL-RUL-19", "arrival numbers of flag " .. k)
      before, met[arrival], size = arrival, true, size + 1
    end
  end
  for arrival = 1, size do
    demand(met[arrival], "BL-RUL-19", "a gap in the arrival numbers of flag " .. k)
  end
end

local function check_counts(pending)
  for seat = 0, 1 do
    demand(count(state.hand[seat]) <= state.most_held(seat, pending), "BL-TRN-5",
      "too many cards in a hand")
    demand(state.played[seat] == reading.tactics_laid(seat), "BL-RUL-28",
      "the count of tactics cards")
    demand(not pending or not formations.won(seat), "BL-END-3",
      "the game goes on after a victory")
  end
  if cards.options.tacticsCount == "played" then
    local ahead = state.played[0] - state.played[1]
    demand(ahead * ahead <= 1, "BL-TAC-5", "the counts differ by more than one")
  end
end

muster.verify(function()
  local pending = muster.decision_name()
  local scouting = pending == "scouting" or pending == "returning"
  for card = 0, cards.card_count - 1 do check_card(card) end
  for k = 1, cards.flags do check_flag(k, pending) end
  check_counts(pending)
  demand((now.left > 0) == scouting, "BL-GUI-3", "a Scout is or is not at work")
  demand(pending or not (now.quiet or now.claimed or now.passed), "BL-END-1",
    "a turn goes on after the end")
  return true
end)
