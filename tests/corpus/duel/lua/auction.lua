--- Auction: in each of seven rounds a prize is turned over. Both seats bid a card of their own for
--- it, sealed; the higher bid takes the prize, of equal bids neither.
muster.module { title = "Auction" }
muster.game { title = "Auction", seats = 2 }
muster.grid { columns = 1, rows = 1 }
local prizes = muster.pieces { "prize", count = 7, text = "{rank}" }
muster.pieces { "card", count = 14, text = "{rank}" }

local RANKS = { 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5, 6, 7 }
local rank = muster.field { "rank", of = "piece", max = 7, seen = "face",
  each = { prize = { 1, 2, 3, 4, 5, 6, 7 }, card = RANKS } }
local bid = muster.field { "bid", of = "seat", max = 7, seen = "owner" }
local points = muster.field { "points", of = "seat", max = 28 }
local now = muster.state { { "turn", max = 1 } }
local hand = muster.container { "hand", per_seat = true } -- open: all know what is left
local deck = muster.container { "deck", ordered = true, faces = "none" }

local deal = muster.decision { "deal", title = "the prizes are shuffled", chance = true }
local bidding = muster.decision { "bidding", title = "bid a card",
  seat = function() return now.turn end }
muster.ending("points")

local function turn_over()
  put(top(deck), at(0, 0))
  go(bidding)
end

muster.move { "shuffled", at = deal, title = "Shuffle", text = "{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    turn_over()
  end }

local show = muster.step { "show", run = function()
  local prize = top(at(0, 0))
  for seat = 0, 1 do
    if bid[seat] > bid[1 - seat] then points[seat] = points[seat] + rank[prize] end
    put(pieces(hand[seat]):pick(function(card) return rank[card] == bid[seat] end), box)
  end
  bid[0], bid[1] = 0, 0
  put(prize, box)
  if count(deck) > 0 then
    turn_over()
  elseif points[0] == points[1] then
    over("points")
  else
    over("points", points[0] > points[1] and 0 or 1)
  end
end }

muster.move { "bid", at = bidding, title = "Bid", text = "{n}", secret = true,
  legal = function()
    local n = choose("n", range(1, 7))
    need(pieces(hand[me()]):some(function(card) return rank[card] == n end), "it is spent")
    return n
  end,
  apply = function(n)
    bid[me()] = n
    now.turn = 1 - now.turn
    if bid[now.turn] > 0 then go(show) end
  end }

muster.setup(function()
  local seat = 0
  for piece in pieces(box) do
    if kind(piece) == prizes then
      put(piece, deck)
    else
      put(piece, hand[seat])
      seat = count(hand[0]) == 7 and 1 or 0
    end
  end
  go(deal)
end)

muster.scene(function(viewer)
  local lines = {}
  for seat = 0, 1 do lines[#lines + 1] = "points " .. points[seat] end
  return { title = "Auction", to_move = muster.me(), viewer = viewer,
    items = { { type = "text", lines = lines } } }
end)
