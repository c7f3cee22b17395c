-- What a game consists of beside the cards: the line with its flags, hands, decks and displays,
-- and what is known of the turn. A column of the board is a flag: row 0 is the side of P1, row 1
-- holds the flag with its environment cards, row 2 is the side of P2; each is a stack in order of
-- arrival.
--
-- A card is owned by the seat that holds it, on whose side it lies, or that laid it as environment;
-- cards of the decks are nobody's. `arrival` numbers the formation cards of a flag, both sides
-- together, 1, 2 ... without gaps: who came last loses a tie, and nothing else of the past counts.

local options = muster.options()
local cards = require("battle_line.cards")
local flags, role, ROLE = cards.flags, cards.role, cards.ROLE
local is_tactics = cards.is_tactics

local grid = muster.grid { columns = flags, rows = 3 }
local arrival = muster.field { "arrival", of = "piece", max = 8 }
-- row 1: who owns the flag
local holder = muster.field { "holder", of = "zone", holds = "seat", max = 1 }
-- tactics cards played so far
local played = muster.field { "played", of = "seat", max = cards.tactics_count }

local now = muster.state {
  { "turn", max = 1 }, -- whose turn it is
  { "quiet" },         -- was the turn before a quiet one?
  { "claimed" },       -- has a claim been made in this turn?
  { "passed" },        -- was this turn's play a pass?
  { "scouted" },       -- scoutSkipsDraw = off: was it a Scout?
  { "refilled" },      -- drawToSeven: has a card been drawn already?
  { "left", max = 3 }, -- Scout: cards still to draw, or to return
  { "drawn", max = 3 }, -- scoutReturn = drawnMinus1: cards it drew
}

-- Between two moves a hand has no more; where a draw follows a Scout, each of them may leave one
-- card more (BL-TRN-5).
local most_in_hand = options.scoutSkipsDraw and 7 or options.longTactics == "24" and 9 or 8
local hand = muster.container { "hand", per_seat = true, faces = "owner",
  sort = { "code" } }
local troop_deck = muster.container { "troop_deck", ordered = true, faces = "none" }
local tactics_deck = muster.container { "tactics_deck", ordered = true, faces = "none" }
local display = muster.container { "display", per_seat = true, ordered = true }
local discard = muster.container { "discard", per_seat = true, ordered = true }

local line = { [0] = grid.row(0), grid.row(2) } -- of each seat
local row_of_flags = grid.row(1)

-- ---- reading the line; k is the number of a flag ------------------------------------------------

local function side(seat, k) return at(k - 1, 2 * seat) end
local function ground(k) return at(k - 1, 1) end
local function flag_of(zone) return column(zone) + 1 end
local function open(k) return not holder[ground(k)] end

local function muddy(k)
  return pieces(ground(k)):some(function(card) return role[card] == ROLE.mud end)
end
local function foggy(k)
  return pieces(ground(k)):some(function(card) return role[card] == ROLE.fog end)
end

-- How many cards a formation has there.
local function slots(k) return muddy(k) and 4 or 3 end
local function complete(seat, k) return count(side(seat, k)) == slots(k) end

-- The zones of a side with a free slot.
local function spots_of(seat)
  return line[seat]:where(function(zone)
    return open(flag_of(zone)) and count(zone) < slots(flag_of(zone))
  end)
end

-- Does a side hold a card too many, as Mud is gone?
local function crowded(seat)
  return line[seat]:some(function(zone)
    return open(flag_of(zone)) and count(zone) > slots(flag_of(zone))
  end)
end

local function cards_left() return count(troop_deck) + count(tactics_deck) end
local function deck_of(card) return cards.is_troop(card) and troop_deck or tactics_deck end

-- Tactics cards of a seat that lie on the table.
local function tactics_in_play(seat)
  return line[seat]:sum(function(zone) return pieces(zone):tally(is_tactics) end)
    + count(display[seat])
    + row_of_flags:sum(function(zone)
      return pieces(zone):tally(function(card) return owner[card] == seat end)
    end)
end

-- Those that count against the limit (BL-TAC-4, BL-RUL-28).
local function cunning(seat)
  if options.tacticsCount == "played" then return played[seat] end
  return tactics_in_play(seat)
end

-- ---- deeds that several chapters share ----------------------------------------------------------

-- Take a formation card from flag k: those that came after it move up.
local function leave(card, k)
  for seat = 0, 1 do
    for other in pieces(side(seat, k)) do
      if arrival[other] > arrival[card] then arrival[other] = arrival[other] - 1 end
    end
  end
  arrival[card] = 0
  put(card, box)
end

-- Lay a card on the side of a seat as the newest there.
local function enter(card, seat, k)
  arrival[card] = count(side(0, k)) + count(side(1, k)) + 1
  owner[card] = seat
  put(card, side(seat, k))
end

return {
  flags = flags, arrival = arrival, holder = holder, played = played, now = now,
  most_in_hand = most_in_hand, hand = hand, troop_deck = troop_deck, tactics_deck = tactics_deck,
  display = display, discard = discard, line = line, row_of_flags = row_of_flags,
  side = side, ground = ground, flag_of = flag_of, open = open, foggy = foggy, slots = slots,
  complete = complete, spots_of = spots_of, crowded = crowded, cards_left = cards_left,
  deck_of = deck_of, tactics_in_play = tactics_in_play, cunning = cunning,
  leave = leave, enter = enter,
}
