--- Two or three seats lay cards openly at three lanes, or bury them unseen; then they draw.
local cards = require "muster.cards"

muster.module { title = "Ambush" }
muster.game { title = "Ambush", seats = 2 }
muster.grid { columns = 3, rows = 2 }
muster.pieces { name = "card", count = 12, text = "{value}{suit}" }

local values <const>, suits <const> = {}, {}
for i = 0, 11 do
  values[i + 1] = i % 6 + 1
  suits[i + 1] = i // 6 + 1
end
local value = muster.field { of = "piece", name = "value", max = 6, letters = "?A23456",
  seen = "face", each = { card = values } }
local suit = muster.field { of = "piece", name = "suit", max = 2, letters = "?sh",
  seen = "face", each = { card = suits } }
muster.field { of = "game", name = "turn", max = 1 }
muster.field { of = "seat", name = "word", max = 3, seen = "owner" }

local hand = muster.container { name = "hand", per_seat = true, faces = "owner",
  sort = { "suit", "value" } }
local deck = muster.container { name = "deck", ordered = true, faces = "none" }
local pit = muster.container { name = "pit", ordered = true, faces = "none" }

muster.decision { "deal", title = "the deal", chance = true }
muster.move { "deal", at = "deal", title = "Deal", text = "deal{n}", { sample = "n" },
  apply = [[
    shuffle(deck, n)
    for i in 0 .. 5 do put(top(deck), hand(i % 2)) end
    go(turn_of)]] }

muster.decision { "turn_of", title = "lay or bury a card", seat = "turn" }
local function done(text)
  return text .. [[
    if count(deck) > 0 then put(top(deck), hand(me)) end
    if count(hand(1 - me)) == 0 then over(0, 'empty hands') else turn = 1 - turn end]]
end
muster.move { "lay", at = "turn_of", title = "Lay", text = "{card}@{lane}",
  { each = "card", pieces = "hand(me)" },
  { each = "lane", from = "1", to = "3", min = 1, max = 3 },
  apply = done "put(card, at(lane - 1, me)) " }
muster.move { "bury", at = "turn_of", title = "Bury", text = "bury:{card}",
  { each = "card", pieces = "hand(me)" }, apply = done "put(card, pit) " }

muster.move { "whisper", at = "turn_of", title = "Whisper", text = "word:{n}", secret = true,
  { each = "n", from = "1", to = "3", min = 1, max = 3 }, apply = done "word(me) = n " }

muster.setup [[
  for card in 0 .. 11 do put(card, deck) end
  go(deal)]]

local suit_letters <const> = { "s", "h" }
local look = {
  face = function(piece)
    return { value = tostring(value(piece)), suit = suit_letters[suit(piece)],
      zone = muster.piece_text(piece) }
  end,
  back = function() return { name = "card" } end,
}
local names <const> = { "Ann", "Bob" }

muster.scene(function(seat)
  local over = select(2, muster.over_by())
  local function lane(k)
    return { zone = tostring(k), sides = { { cards = muster.at(k - 1, 0) },
      { cards = muster.at(k - 1, 1) } } }
  end
  return {
    title = "Ambush", to_move = muster.me(), seats = { { name = "Ann", letter = "A" },
      { name = "Bob", letter = "B" } },
    status = over or names[muster.me() + 1] .. " to play",
    items = {
      cards.row(hand(1), { title = "Bob's hand", seat = 1, look = look }),
      cards.lanes { count = 3, sides = { { seat = 0 }, { seat = 1 } }, near = seat == 1 and 1 or 0,
        look = look, lane = lane },
      cards.row(hand(0), { title = "Ann's hand", seat = 0, look = look }),
      cards.row(pit(), { title = "Pit", look = look }),
      cards.row({ cards.count(deck(), { text = "D", name = "card" }) }, { title = "Deck" }),
    },
  }
end)
