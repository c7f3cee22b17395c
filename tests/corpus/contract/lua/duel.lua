--- Duel: a deck, two hands, a secret wager, tricks that are kept face down.
muster.module { title = "Duel" }
muster.game { title = "Duel", seats = 2 }
muster.grid { columns = 2, rows = 1 }
muster.pieces { name = "card", count = 16, text = "{suit}{rank}" }
muster.pieces { name = "coin", count = 2 }

local suits <const>, ranks <const> = {}, {}
for i = 0, 15 do
  suits[i + 1] = i // 8 + 1
  ranks[i + 1] = i % 8 + 1
end
muster.field { of = "piece", name = "suit", values = { "unknown", "sun", "moon" }, letters = "?sm",
  seen = "face", each = { card = suits } }
muster.field { of = "piece", name = "rank", max = 8, letters = "?12345678", seen = "face",
  each = { card = ranks } }
muster.field { of = "seat", name = "wager", max = 3, seen = "owner" }
muster.field { of = "seat", name = "score", max = 99 }
muster.field { of = "game", name = "turn", max = 1 }
muster.container { name = "deck", ordered = true, faces = "none" }
local hand = muster.container { name = "hand", per_seat = true, faces = "owner", sort = { "suit", "rank" } }
muster.container { name = "won", per_seat = true, faces = "none" }

muster.event("dealt()")
muster.decision { "deal", title = "the deck is shuffled", chance = true }
muster.move { "shuffled", at = "deal", title = "shuffled", text = "{n}", { sample = "n" },
  apply = [[
    shuffle(deck, n)
    for i in 1 .. 4 do
      put(top(deck), hand(0))
      put(top(deck), hand(1))
    end
    emit(dealt)
    go(bet)]] }

muster.decision { "bet", title = "how many tricks you want, in secret", seat = "turn" }
muster.move { "wager", at = "bet", title = "wager", text = "w{n}",
  { each = "n", from = "0", to = "3", min = 0, max = 3 },
  apply = [[
    wager(me) = n
    turn = 1 - turn
    if me == 1 then go(lead) end]] }

muster.decision { "lead", title = "lead", seat = "turn" }
muster.move { "lead", at = "lead", title = "lead", text = "{card}",
  { each = "card", pieces = "hand(me)" },
  apply = "put(card, at(me, 0)) go(reply)" }

muster.event("taken(seat)")
muster.define("points(seat)", "if wager(seat) == score(seat) then 10 + score(seat) else score(seat)")
muster.decision { "reply", title = "reply", seat = "1 - turn", let = {
  { "led", "suit(top(at(turn, 0)))" },
} }
muster.move { "reply", at = "reply", title = "reply", text = "{card}",
  { each = "card", pieces = "hand(me)" },
  { where = "suit(card) == led or not some(c of hand(me): suit(c) == led)", rule = "DUEL-1",
    why = "who has the suit that was led follows it" },
  apply = [[
    put(card, at(me, 0))
    let won_by = if suit(card) == led and rank(card) > rank(top(at(turn, 0))) then me else turn
    emit(taken, won_by)
    score(won_by) = score(won_by) + 1
    put(top(at(0, 0)), won(won_by))
    put(top(at(1, 0)), won(won_by))
    turn = won_by
    if count(deck) > 4 then
      put(top(deck), hand(turn))
      put(top(deck), hand(1 - turn))
    end
    if count(hand(turn)) > 0 then go(lead)
    elseif points(0) == points(1) then over(0, 'even')
    else over(if points(0) > points(1) then 1 else 2, 'points') end]] }

muster.setup [[
  for p of box do
    if type(p) == card then put(p, deck) end
  end
  go(deal)]]

local score, wager, suit = muster.expr("score(seat)", "seat"), muster.expr("wager(seat)", "seat"),
  muster.expr("suit(piece)", "piece")

local function entries(pieces)
  local list = {}
  for i, piece in ipairs(pieces) do
    list[i] = { text = muster.known(piece) and muster.piece_text(piece) or "back",
      name = "suit " .. suit(piece) }
  end
  return list
end

muster.scene(function(seat)
  local items = {}
  for s = 0, 1 do
    items[#items + 1] = { type = "list", title = "hand", seat = s,
      entries = entries(muster.pieces_in(hand(s))) }
  end
  items[#items + 1] = { type = "text", title = "scores", lines = {
    "seat " .. seat, score(0) .. " of " .. wager(0), score(1) .. " of " .. wager(1) } }
  return { title = "Duel", to_move = muster.me(), seats = { { name = "A" }, { name = "B" } },
    items = items }
end)
