--- Duel: a deck, two hands, a secret wager, tricks that are kept face down.
local options = muster.module { title = "Duel", options = {
  { key = "sealed", type = "bool", default = true, help = "does the log hide what is wagered?" },
} }
muster.game { title = "Duel", seats = 2 }
muster.grid { columns = 2, rows = 1 }
local card_kind = muster.pieces { "card", count = 16, text = "{suit}{rank}" }
muster.pieces { "coin", count = 2 }

local suits, ranks = {}, {}
for i = 0, 15 do
  suits[i + 1] = i // 8 + 1
  ranks[i + 1] = i % 8 + 1
end
local suit = muster.field { "suit", of = "piece", values = { "unknown", "sun", "moon" },
  letters = "?sm", seen = "face", each = { card = suits } }
local rank = muster.field { "rank", of = "piece", max = 8, letters = "?12345678",
  seen = "face", each = { card = ranks } }
local wager = muster.field { "wager", of = "seat", max = 3, seen = "owner" }
local score = muster.field { "score", of = "seat", max = 99 }
local now = muster.state { { "turn", max = 1 } }
local deck = muster.container { "deck", ordered = true, faces = "none" }
local hand = muster.container { "hand", per_seat = true, faces = "owner",
  sort = { "suit", "rank" } }
local won = muster.container { "won", per_seat = true, faces = "none" }

--- The hands are dealt.
local dealt = muster.event { "dealt" }
--- A trick is taken.
local taken = muster.event { "taken", "seat" }
local deal = muster.decision { "deal", title = "the deck is shuffled", chance = true }
local bet = muster.decision { "bet", title = "how many tricks you want, in secret",
  seat = function() return now.turn end }
local lead = muster.decision { "lead", title = "lead",
  seat = function() return now.turn end }
local reply = muster.decision { "reply", title = "reply",
  seat = function() return 1 - now.turn end }

muster.move { "shuffled", at = deal, title = "shuffled", text = "{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    for _ = 1, 4 do
      put(top(deck), hand[0])
      put(top(deck), hand[1])
    end
    dealt:emit()
    go(bet)
  end }

muster.move { "wager", at = bet, title = "wager", text = "w{n}", secret = options.sealed,
  legal = function() return choose("n", range(0, 3)) end,
  apply = function(n)
    wager[me()] = n
    now.turn = 1 - now.turn
    if me() == 1 then go(lead) end
  end }

local lead_move = muster.move { "lead", at = lead, title = "lead", text = "{card}",
  legal = function() return choose("card", pieces(hand[me()])) end,
  apply = function(card)
    put(card, at(me(), 0))
    go(reply)
  end }

local function points(seat)
  return wager[seat] == score[seat] and 10 + score[seat] or score[seat]
end
local function led() return suit[top(at(now.turn, 0))] end
local function draw()
  if count(deck) > 4 then
    put(top(deck), hand[now.turn])
    put(top(deck), hand[1 - now.turn])
  end
end
local function take_trick(seat)
  taken:emit(seat)
  score[seat] = score[seat] + 1
  put(top(at(0, 0)), won[seat])
  put(top(at(1, 0)), won[seat])
  now.turn = seat
end

muster.move { "reply", at = reply, title = "reply", text = "{card}",
  legal = function()
    local card = choose("card", pieces(hand[me()]))
    need(suit[card] == led() or not pieces(hand[me()]):some(function(c) return suit[c] == led() end),
      "DUEL-1", "a player who has the suit that was led must follow it")
    return card
  end,
  apply = function(card)
    local seat = me()
    put(card, at(seat, 0))
    if suit[card] == led() and rank[card] > rank[top(at(now.turn, 0))] then take_trick(seat)
    else take_trick(now.turn) end
    draw()
    if count(hand[now.turn]) > 0 then go(lead)
    elseif points(0) == points(1) then over("even")
    else over("points", points(0) > points(1) and 0 or 1) end
  end }

muster.setup(function()
  for p in pieces(box) do
    if kind(p) == card_kind then put(p, deck) end
  end
  go(deal)
end)

local function entries(place_of_cards)
  local list = {}
  for piece in pieces(place_of_cards) do
    list[#list + 1] = { text = known(piece) and muster.piece_text(piece) or "back",
      name = "suit " .. suit[piece] }
  end
  return list
end

muster.scene(function(seat)
  local items = {}
  for s = 0, 1 do
    items[#items + 1] = { type = "list", title = "hand", seat = s, entries = entries(hand[s]) }
  end
  items[#items + 1] = { type = "text", title = "scores", lines = {
    "seat " .. seat, score[0] .. " of " .. wager[0], score[1] .. " of " .. wager[1] } }
  return { title = "Duel", to_move = muster.me(), seats = { { name = "A" }, { name = "B" } },
    items = items }
end)
return { lead = lead, lead_move = lead_move, dealt = dealt, taken = taken, hand = hand, deck = deck,
  now = now, rank = rank, suit = suit }
