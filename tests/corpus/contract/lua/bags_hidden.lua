--- Hidden bags: each seat sees the cards of its hand, and what lies on those of the other.
muster.module { title = "Hidden bags" }
muster.game { title = "Hidden bags", seats = 2 }
local grid = muster.grid { columns = 2, rows = 1 }
muster.pieces { "card", count = 8, text = "{rank}{tag}" }
muster.pieces { "coin", count = 2, text = "coin{tag}" }

local rank = muster.field { "rank", of = "piece", max = 4, letters = "?1234", seen = "face",
  each = { card = { 3, 1, 4, 2, 1, 3, 2, 4 } } }
local tag = muster.field { "tag", of = "piece", max = 3 }
local now = muster.state { { "turn", max = 1 }, { "plies", max = 40 } }
local deck = muster.container { "deck", ordered = true, faces = "none" }
local hand = muster.container { "hand", per_seat = true, faces = "owner", sort = { "-rank" } }

local deal = muster.decision { "deal", title = "deal", chance = true }
local act = muster.decision { "act", title = "act", seat = function() return now.turn end }

local function done()
  now.turn = 1 - now.turn
  now.plies = now.plies + 1
  if now.plies == 40 then over("even") end
end

muster.move { "dealt", at = deal, text = "{n}",
  legal = function() return choose("n", sample) end,
  apply = function(n)
    shuffle(deck, n)
    for _ = 1, 4 do
      for seat = 0, 1 do put(top(deck), hand[seat]) end
    end
    go(act)
  end }

muster.move { "tag", at = act, text = "t{n}/{card}",
  legal = function() return choose("n", range(0, 3)), choose("card", pieces(hand[me()])) end,
  apply = function(n, card)
    tag[card] = n
    done()
  end }

--- The card on top of the own hand, which its seat sees.
muster.move { "top", at = act, text = "top{n}",
  legal = function()
    local card = top(hand[me()])
    need(card, "BAGS-1", "the hand is empty")
    return choose("n", range(rank[card], rank[card]))
  end,
  apply = function()
    put(top(hand[me()]), hand[1 - me()])
    done()
  end }

--- The tag on the first card of the other hand that has one: all see that.
muster.move { "look", at = act, text = "look{n}",
  legal = function()
    local card = pieces(hand[1 - me()]):pick(function(it) return tag[it] > 0 end)
    need(card, "BAGS-2", "nothing lies on them")
    return choose("n", range(tag[card], tag[card]))
  end,
  apply = function() done() end }

muster.setup(function()
  for piece in pieces(box) do put(piece, rank[piece] > 0 and deck or hand[0]) end
  go(deal)
end)

muster.scene(function()
  return { title = "Hidden bags", to_move = muster.me(), seats = { { name = "A" }, { name = "B" } },
    items = {} }
end)
return { grid = grid }
