--- Pairs: each card is there ten times. A card is touched, shown and taken back, or laid openly.
muster.module { title = "Pairs" }
muster.game { title = "Pairs", seats = 2 }
muster.grid { columns = 2, rows = 1 }
muster.pieces { "card", count = 60, text = "{rank}" }

local ranks = {}
for i = 1, 60 do ranks[i] = (i - 1) % 6 + 1 end
local rank = muster.field { "rank", of = "piece", max = 6, letters = "?123456", seen = "face",
  each = { card = ranks } }
local now = muster.state { { "turn", max = 1 } }
local deck = muster.container { "deck", ordered = true, faces = "none" }
local hand = muster.container { "hand", per_seat = true, faces = "owner", sort = { "rank" } }

--- Events of a card.
local touched = muster.event { "touched", "card" }
local shown = muster.event { "shown", "card" }
local laid = muster.event { "laid", "card" }
local deal = muster.decision { "deal", title = "the deck is shuffled", chance = true }
local act = muster.decision { "act", title = "show or lay", seat = function() return now.turn end }

muster.move { "shuffled", at = deal, text = "{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    for _ = 1, 4 do
      put(top(deck), hand[0])
      put(top(deck), hand[1])
    end
    go(act)
  end }

local function own() return choose("card", pieces(hand[me()])) end

muster.move { "touch", at = act, text = "t{card}", legal = own, apply = function(card)
  touched:emit(card)
  now.turn = 1 - now.turn
end }

muster.move { "show", at = act, text = "s{card}", legal = own, apply = function(card)
  put(card, at(me(), 0))
  shown:emit(card)
  put(card, hand[me()])
  now.turn = 1 - now.turn
end }

muster.move { "lay", at = act, text = "{card}", legal = own, apply = function(card)
  put(card, at(me(), 0))
  laid:emit(card)
  if count(deck) == 0 then over("out", me())
  else put(top(deck), hand[me()]) end
  now.turn = 1 - now.turn
end }

muster.setup(function()
  for card in pieces(box) do put(card, deck) end
  go(deal)
end)

muster.scene(function()
  local entries = {}
  for seat = 0, 1 do
    for card in pieces(hand[seat]) do
      entries[#entries + 1] = { text = known(card) and muster.piece_text(card) or "back" }
    end
  end
  return { title = "Pairs", to_move = muster.me(), seats = { { name = "A" }, { name = "B" } },
    items = { { type = "list", title = "hands", entries = entries } } }
end)
return { shown = shown, laid = laid }
