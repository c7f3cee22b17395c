-- The scene: the line with its flags, both displays, the hands and the decks. The cards that
-- the seat does not see are backs.

local rows = require("muster.cards")
local sign = require("muster.text").sign
local cards = require("battle_line.cards")
local state = require("battle_line.state")

local SUIT_NAMES = { "spades", "hearts", "diamonds", "clubs" }
local VALUE_NAMES = { "ace", "two", "three", "four", "five", "six", "seven", "eight",
  "nine", "ten", "jack", "queen", "king" }
local BACKS = {
  [cards.troop] = { text = "T", colour = "brown", name = "a troop" },
  [cards.tactics] = { text = "X", colour = "purple", name = "a tactics card" },
}

local function face(card)
  local pips, suit = cards.pips[card], cards.suit[card]
  local name = VALUE_NAMES[pips] .. " of " .. SUIT_NAMES[suit]
  local caption = cards.titles[cards.role[card]]
  return { value = pips == 10 and "10" or sign(cards.VALUES, pips + 1),
    suit = sign(cards.SUITS, suit + 1), seat = owner[card] or -1,
    caption = caption, name = caption and name .. ", " .. caption or name,
    zone = muster.piece_text(card) }
end
local function back_of(card)
  local back = BACKS[kind(card)]
  return { text = back.text, colour = back.colour, name = back.name, seat = owner[card] or -1 }
end
local look = { face = face, back = back_of }

local function deck(where, of, name, move)
  local back = BACKS[of]
  return rows.count(where, { text = back.text, colour = back.colour, name = name, move = move })
end

-- The environment cards at a flag that a seat laid.
local function front_of(seat, k)
  local front = {}
  for _, card in ipairs(muster.pieces_in(state.ground(k))) do
    if owner[card] == seat then front[#front + 1] = card end
  end
  return front
end

-- Did flag k decide the game: in a breakthrough one of three neighbours, else any of the winner's?
local function decided(k)
  local winners, ending = muster.over_by()
  if not winners or winners == 0 then return nil end
  local seat = winners - 1
  local function owns(n)
    return n >= 1 and n <= cards.flags and state.holder[state.ground(n)] == seat
  end
  if ending ~= "breakthrough" and ending ~= "break+envelopment" then return owns(k) end
  return owns(k) and (owns(k - 1) and (owns(k - 2) or owns(k + 1)) or owns(k + 1) and owns(k + 2))
end

local function lane(k)
  local sides = {}
  for seat = 0, 1 do
    sides[seat + 1] = { cards = state.side(seat, k), slots = state.slots(k),
      front = front_of(seat, k) }
  end
  return { name = tostring(k), sides = sides, mark = decided(k) and "won" or nil,
    marker = { seat = state.holder[state.ground(k)] or -1, text = "o", name = "flag " .. k } }
end

local asks = {
  deal = "the cards are shuffled and dealt", before = "claims flags and plays a card",
  scouting = "draws for the Scout", returning = "puts cards back for the Scout",
  after = "claims flags, then draws or ends the turn", losing = "discards a card, as Mud is gone",
}
local endings = { flags = "three flags", breakthrough = "a breakthrough",
  envelopment = "an envelopment", ["break+envelopment"] = "breakthrough and envelopment",
  majority = "more flags, as play is stuck" }

-- The pending decision and its seat.
local function asked(pending)
  if pending == "deal" then return asks.deal end
  local text = "P" .. me() + 1 .. " " .. (asks[pending] or pending)
  if pending ~= "scouting" and pending ~= "returning" then return text end
  return text .. ", " .. state.now.left .. " left"
end

local function status()
  local winners, ending = muster.over_by()
  if winners == 0 then return "Drawn: play is stuck" end
  if winners then return "P" .. winners .. " wins: " .. (endings[ending] or ending) end
  return asked(muster.decision_name())
end

local function hand_row(seat)
  return rows.row(state.hand[seat], { title = "Hand of P" .. seat + 1, seat = seat, look = look })
end

-- Guile cards that were played, then discards; nothing where there are none.
local function add_display(items, seat)
  local list = muster.pieces_in(state.display[seat])
  for _, card in ipairs(muster.pieces_in(state.discard[seat])) do list[#list + 1] = card end
  if #list > 0 then
    items[#items + 1] = rows.row(rows.list(list, look),
      { title = "Display of P" .. seat + 1, seat = seat })
  end
end

local function decks()
  return rows.row({ deck(state.troop_deck, cards.troop, "troop deck", "dT"),
    deck(state.tactics_deck, cards.tactics, "tactics deck", "dX") }, { title = "Decks", seat = -1 })
end

muster.scene(function(viewer)
  local near = viewer == 1 and 1 or 0
  local far = 1 - near
  local items = {
    hand_row(far),
    rows.lanes { count = cards.flags, near = near, look = look, lane = lane,
      sides = { { seat = 0, title = "P1" }, { seat = 1, title = "P2" } } },
    hand_row(near),
    decks(),
  }
  add_display(items, near)
  add_display(items, far)
  items[#items + 1] = { type = "text", title = "Tactics played",
    lines = { "P1 " .. state.played[0] .. ", P2 " .. state.played[1] } }
  return { title = "Battle Line", status = status(), to_move = muster.me(),
    seats = { { name = "P1", letter = "1" }, { name = "P2", letter = "2" } }, items = items }
end)
