-- What a game consists of beside the cards: the line with its flags, hands, decks and displays,
-- and what is known of the turn. A column of the board is a flag: row 0 is the side of P1, row 1
-- holds the flag with its environment cards, row 2 is the side of P2; each is a stack in order of
-- arrival.
--
-- A card is owned by the seat that holds it, on whose side it lies, or that laid it as environment;
-- cards of the decks are nobody's. `arrival` numbers the formation cards of a flag, both sides
-- together, 1, 2 ... without gaps: who came last loses a tie, and nothing else of the past counts.

local cards = require("battle_line.cards")
local state = {}

local grid = muster.grid { columns = cards.flags, rows = 3 }
--- Place of a formation card in the order of arrival at its flag, both sides together.
local arrival = muster.field { "arrival", of = "piece", max = 8 }
--- Of row 1: the seat that has claimed the flag.
state.holder = muster.field { "holder", of = "zone", holds = "seat", max = 1 }
--- Tactics cards played so far.
state.played = muster.field { "played", of = "seat", max = cards.tactics_count }

state.now = muster.state {
  { "turn", max = 1, help = "The seat whose turn it is." },
  { "quiet", help = "Was the previous turn a quiet one?" },
  { "claimed", help = "Has a claim been made in this turn?" },
  { "passed", help = "Was this turn's play a pass?" },
  { "scouted", help = "Was this turn's play a Scout? (scoutSkipsDraw = off)" },
  { "refilled", help = "Has a card been drawn already? (drawToSeven)" },
  { "left", max = 3, help = "Cards that a Scout still has to draw, or to return." },
  { "drawn", max = 3, help = "Cards that a Scout drew. (scoutReturn = drawnMinus1)" },
}

-- Between two moves a hand has no more; where a draw follows a Scout, each of them may leave one
-- card more (BL-TRN-5).
local most_in_hand = cards.options.scoutSkipsDraw and 7
  or cards.options.longTactics == "24" and 9 or 8

---How many cards a hand can hold; while its Scout is at work two more.
---@param seat muster.Seat
---@param pending string? the decision
---@return integer
function state.most_held(seat, pending)
  local scouting = pending == "scouting" or pending == "returning"
  return most_in_hand + (scouting and seat == state.now.turn and 2 or 0)
end

--- Cards in hand.
state.hand = muster.container { "hand", per_seat = true, faces = "owner",
  sort = { "code" } }
--- The troop deck.
state.troop_deck = muster.container { "troop_deck", ordered = true, faces = "none" }
--- The tactics deck.
state.tactics_deck = muster.container { "tactics_deck", ordered = true, faces = "none" }
--- Tactics cards that lie open in front of a seat.
state.display = muster.container { "display", per_seat = true, ordered = true }
--- Cards that a seat has discarded.
state.discard = muster.container { "discard", per_seat = true, ordered = true }

state.line = { [0] = grid.row(0), grid.row(2) } -- of each seat
state.row_of_flags = grid.row(1)

-- ---- reading the line; k is the number of a flag ------------------------------------------------

--- The zone of a seat's formation at flag k.
local function side(seat, k) return at(k - 1, 2 * seat) end
--- The zone of flag k and its environment cards.
function state.ground(k) return at(k - 1, 1) end
--- The number of the flag to which a zone belongs, from 1.
local function flag_of(zone) return column(zone) + 1 end
--- Is flag k unclaimed?
function state.open(k) return not state.holder[state.ground(k)] end

local function lies_at(k, what)
  return pieces(state.ground(k)):some(function(card) return cards.role[card] == what end)
end
--- Does Fog lie at flag k?
function state.foggy(k) return lies_at(k, cards.ROLE.fog) end

--- How many cards a formation at flag k has.
function state.slots(k) return lies_at(k, cards.ROLE.mud) and 4 or 3 end
--- Is the formation of that seat at flag k complete?
function state.complete(seat, k) return count(side(seat, k)) == state.slots(k) end

-- Free slots of a side at an open flag, which are less than 0 where Mud is gone.
local function free_slots(zone)
  local k = flag_of(zone)
  return state.open(k) and state.slots(k) - count(zone) or 0
end

--- The zones of a seat's side with a free slot.
function state.spots_of(seat)
  return state.line[seat]:where(function(zone) return free_slots(zone) > 0 end)
end

--- Does a seat's side hold a card too many, now that Mud is gone?
function state.crowded(seat)
  return state.line[seat]:some(function(zone) return free_slots(zone) < 0 end)
end

--- How many cards are left in both decks.
function state.cards_left() return count(state.troop_deck) + count(state.tactics_deck) end
--- The deck that a card belongs to.
function state.deck_of(card)
  return cards.is_troop(card) and state.troop_deck or state.tactics_deck
end

--- Tactics cards of a seat that lie on the table.
function state.tactics_in_play(seat)
  return state.line[seat]:sum(function(zone) return pieces(zone):tally(cards.is_tactics) end)
    + count(state.display[seat])
    + state.row_of_flags:sum(function(zone)
      return pieces(zone):tally(function(card) return owner[card] == seat end)
    end)
end

--- Tactics cards of a seat that count against the limit (BL-TAC-4, BL-RUL-28).
function state.cunning(seat)
  if cards.options.tacticsCount == "played" then return state.played[seat] end
  return state.tactics_in_play(seat)
end

-- ---- deeds that several chapters share ----------------------------------------------------------

--- Take a formation card from flag k; those that arrived after it move up.
function state.leave(card, k)
  for seat = 0, 1 do
    for other in pieces(side(seat, k)) do
      if arrival[other] > arrival[card] then arrival[other] = arrival[other] - 1 end
    end
  end
  arrival[card] = 0
  put(card, box)
end

--- Lay a card on the side of a seat at flag k, as the newest there.
function state.enter(card, seat, k)
  local last = count(side(0, k)) + count(side(1, k))
  put(card, side(seat, k))
  arrival[card] = last + 1
  owner[card] = seat
end

state.arrival, state.side, state.flag_of = arrival, side, flag_of

return state
