--- Two or three seats lay cards openly at three lanes, or bury them unseen; then they draw.
local cards = require "muster.cards"

muster.module { title = "Ambush" }
muster.game { title = "Ambush", seats = 2 }
muster.grid { columns = 3, rows = 2 }
muster.pieces { "card", count = 12, text = "{value}{suit}" } -- the pieces 0 to 11

local values, suits = {}, {}
for i = 0, 11 do
  values[i + 1] = i % 6 + 1
  suits[i + 1] = i // 6 + 1
end
local value = muster.field { "value", of = "piece", max = 6, letters = "?A23456",
  seen = "face", each = { card = values } }
local suit = muster.field { "suit", of = "piece", max = 2, letters = "?sh",
  seen = "face", each = { card = suits } }
local now = muster.state { { "turn", max = 1 } }
local word = muster.field { "word", of = "seat", max = 3, seen = "owner" }

local hand = muster.container { "hand", per_seat = true, faces = "owner",
  sort = { "suit", "value" } }
local deck = muster.container { "deck", ordered = true, faces = "none" }
local pit = muster.container { "pit", ordered = true, faces = "none" }

local deal = muster.decision { "deal", title = "the deal", chance = true }
local turn_of = muster.decision { "turn_of", title = "lay or bury a card",
  seat = function() return now.turn end }

muster.move { "deal", at = deal, title = "Deal", text = "deal{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    for i = 0, 5 do put(top(deck), hand[i % 2]) end
    go(turn_of)
  end }

local function done()
  if count(deck) > 0 then put(top(deck), hand[me()]) end
  if count(hand[1 - me()]) == 0 then over("empty hands") else now.turn = 1 - now.turn end
end
local function choose_card() return choose("card", pieces(hand[me()])) end

muster.move { "lay", at = turn_of, title = "Lay", text = "{card}@{lane}",
  legal = function()
    local card = choose_card()
    return card, choose("lane", range(1, 3))
  end,
  apply = function(card, lane)
    put(card, at(lane - 1, me()))
    done()
  end }
muster.move { "bury", at = turn_of, title = "Bury", text = "bury:{card}",
  legal = choose_card,
  apply = function(card)
    put(card, pit)
    done()
  end }
muster.move { "whisper", at = turn_of, title = "Whisper", text = "word:{n}", secret = true,
  legal = function() return choose("n", range(1, 3)) end,
  apply = function(n)
    word[me()] = n
    done()
  end }

muster.setup(function()
  for card = 0, 11 do put(card, deck) end
  go(deal)
end)

local suit_letters = { "s", "h" }
local look = {
  face = function(piece)
    return { value = tostring(value[piece]), suit = suit_letters[suit[piece]],
      zone = muster.piece_text(piece) }
  end,
  back = function() return { name = "card" } end,
}
local names = { "Ann", "Bob" }

muster.scene(function(seat)
  local over = select(2, muster.over_by())
  local function lane(k)
    return { zone = tostring(k), sides = { { cards = at(k - 1, 0) },
      { cards = at(k - 1, 1) } } }
  end
  return {
    title = "Ambush", to_move = muster.me(), seats = { { name = "Ann", letter = "A" },
      { name = "Bob", letter = "B" } },
    status = over or names[muster.me() + 1] .. " to play",
    items = {
      cards.row(hand[1], { title = "Bob's hand", seat = 1, look = look }),
      cards.lanes { count = 3, sides = { { seat = 0 }, { seat = 1 } }, near = seat == 1 and 1 or 0,
        look = look, lane = lane },
      cards.row(hand[0], { title = "Ann's hand", seat = 0, look = look }),
      cards.row(pit, { title = "Pit", look = look }),
      cards.row({ cards.count(deck, { text = "D", name = "card" }) }, { title = "Deck" }),
    },
  }
end)
