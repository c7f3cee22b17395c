--- Goofspiel: bid cards for prizes, all at the same time; the higher bid takes the prize.
local option = require("muster.options")
local cards = require("muster.cards")
local options = muster.module { title = "Goofspiel", section = "goofspiel", options = {
  { key = "cards", type = "int", default = 13, min = 2, max = 13, help = "Cards of each seat." },
  option.choice("prizes", { "drawn", "rising", "falling" }, "In which order prizes come up."),
  option.choice("tie", { "discard", "carry" }, "The fate of a prize after equal bids."),
} }
local count_of = options.cards
muster.game { title = "Goofspiel", seats = 2 }
muster.grid { columns = 1, rows = 1 } -- a game of cards: nothing lies on it
local card = muster.pieces { "card", count = 2 * count_of, text = "{rank}" }
local prize = muster.pieces { "prize", count = count_of, text = "{rank}" }

local BIDS, PRIZES = {}, {}
for n = 1, count_of do
  BIDS[n], BIDS[count_of + n], PRIZES[n] = n, n, n
end
local rank = muster.field { "rank", of = "piece", max = 13, letters = "?A23456789TJQK",
  seen = "face", each = { card = BIDS, prize = PRIZES } }

local deck = muster.container { "deck", ordered = true, faces = "none" }
local up = muster.container { "up", ordered = true }
local hand = muster.container { "hand", per_seat = true, sort = { "rank" } }
local bid = muster.container { "bid", per_seat = true }
local won = muster.container { "won", per_seat = true, sort = { "rank" } }
local gone = muster.container { "gone", sort = { "rank" } }

--- Both cards are turned over.
local revealed = muster.event { "revealed", "first", "second",
  says = function(first, second)
    return "The bids are " .. (first or "none") .. " and " .. (second or "none")
  end }
--- A seat takes all prizes that are up.
local taken = muster.event { "taken", "seat",
  says = function(seat) return "Seat " .. seat + 1 .. " takes the prize" end }

local function points(seat)
  return pieces(won[seat]):sum(function(p) return rank[p] end)
end

local function finish()
  local more = points(0) - points(1)
  if more == 0 then over("even")
  else over("points", more > 0 and 0 or 1) end
end

local function clear(from, to)
  while count(from) > 0 do put(top(from), to) end
end

-- The prize goes to the higher bid, and the next one comes up.
local function settle()
  local first, second = top(bid[0]), top(bid[1])
  local more = rank[first] - rank[second]
  revealed:emit(first, second)
  if more ~= 0 then
    local winner = more > 0 and 0 or 1
    taken:emit(winner)
    clear(up, won[winner])
  elseif options.tie == "discard" then
    clear(up, gone)
  end
  if first then put(first, gone) end
  if second then put(second, gone) end
  if count(deck) == 0 then finish() else put(top(deck), up) end
end

local bidding = muster.decision { "bidding", title = "bid a card", together = true,
  reveal = settle }
local drawing = muster.decision { "drawing", title = "the prizes are shuffled", chance = true }

muster.move { "bid", at = bidding, title = "bid", text = "{card}",
  legal = function()
    return choose("card", pieces(hand[me()]), "GOOF-1", "bid a card of your hand")
  end,
  apply = function(piece) put(piece, bid[me()]) end }

local function begin()
  put(top(deck), up)
  go(bidding)
end

muster.move { "shuffle", at = drawing, title = "shuffle", text = "{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    begin()
  end }

-- A piece of this kind and rank that is still in the box.
local function spare(what, n)
  return pieces(box):pick(function(p) return kind(p) == what and rank[p] == n end)
end

muster.setup(function()
  for n = 1, count_of do
    put(spare(prize, options.prizes == "rising" and count_of + 1 - n or n), deck)
    for seat = 0, 1 do
      local piece = spare(card, n)
      owner[piece] = seat
      put(piece, hand[seat])
    end
  end
  if options.prizes == "drawn" then go(drawing) else begin() end
end)

-- A card is worth the more the higher it is: one that costs as much as the prize is a fair bid.
muster.worth(function(seat)
  local function value(of)
    return count_of * points(of) + pieces(hand[of]):sum(function(p) return rank[p] * rank[p] end)
  end
  return value(seat) - value(1 - seat)
end)

local LETTERS = { "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K" }
local look = {
  face = function(piece) return { value = LETTERS[rank[piece]] } end,
  back = function() return { name = "prize" } end,
}
local function row(place, title, seat)
  return cards.row(place, { title = title, seat = seat, look = look })
end

muster.scene(function(viewer)
  local names = { "A", "B" }
  local items = { row(up, "Prize"), row(deck, "Prizes to come") }
  for seat = 0, 1 do
    items[#items + 1] = row(hand[seat], "Hand of " .. names[seat + 1], seat)
    items[#items + 1] = row(won[seat], "Won by " .. names[seat + 1] .. ", " .. points(seat), seat)
  end
  local winners, by = muster.over_by()
  local status = "A and B bid"
  if by then
    status = winners == 0 and "drawn: even" or names[winners == 1 and 1 or 2] .. " wins: " .. by
  end
  return { title = "Goofspiel", status = status, to_move = muster.me() or -1,
    seats = { { name = "A", letter = "A", colour = "red" },
      { name = "B", letter = "B", colour = "blue" } },
    items = items, viewer = viewer }
end)

local last_rank = LETTERS[count_of]
muster.rules { title = "How to play",
  { id = "GOOF-1", option = "cards", text = "Each seat has " .. count_of .. " cards, A to "
    .. last_rank .. [[. A prize lies face up. Both seats bid a card of their hand at the same
    time.]] },
  { id = "GOOF-2", option = "prizes", text = ({
      drawn = "The prizes, as many cards, are shuffled, and come up one by one.",
      rising = "The prizes come up from A to " .. last_rank .. ".",
      falling = "The prizes come up from " .. last_rank .. " to A." })[options.prizes] },
  { id = "GOOF-3", text = "The higher bid takes the prize. Both cards are spent." },
  { id = "GOOF-4", option = "tie", text = options.tie == "carry"
      and "After equal bids the prize stays, and the next bids are for it and the next one."
      or "After equal bids nobody takes the prize." },
  { id = "GOOF-5", ending = { "points", "even" },
    text = "When no prize is left, the seat with more points wins: A is 1, K is 13." },
}
