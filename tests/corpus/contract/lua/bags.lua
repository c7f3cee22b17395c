--- Bags: stones lie in bags, and rules walk the bags in every way.
muster.module { title = "Bags" }
muster.game { title = "Bags", seats = 2 }
local grid = muster.grid { columns = 3, rows = 1 }
local stone = muster.pieces { "stone", count = 5, text = "{name}{owner}.{worth}.{marked}/" }
local gem = muster.pieces { "gem", count = 4, text = "{name}{owner}.{worth}.{marked}/",
  names = { "ruby", "opal" } }

local worth = muster.field { "worth", of = "piece", max = 3 }
local marked = muster.field { "marked", of = "piece" }
local now = muster.state { { "turn", max = 1 }, { "plies", max = 60 }, { "sum", max = 999 } }
local sack = muster.container { "sack" }
local purse = muster.container { "purse", per_seat = true, sort = { "-worth" } }

local act = muster.decision { "act", title = "act", seat = function() return now.turn end }

local function done()
  now.turn = 1 - now.turn
  now.plies = now.plies + 1
  if now.plies == 60 then over("even") end
end

muster.move { "take", at = act, text = "t{piece}{n}",
  legal = function()
    return choose("piece", pieces(sack)), choose("n", range(0, 3))
  end,
  apply = function(piece, n)
    put(piece, purse[me()])
    worth[piece] = n
    done()
  end }

muster.move { "give", at = act, text = "g{piece}",
  legal = function() return choose("piece", pieces(purse[me()])) end,
  apply = function(piece)
    put(piece, sack)
    owner[piece] = me()
    done()
  end }

muster.move { "lose", at = act, text = "x{piece}",
  legal = function() return choose("piece", pieces(purse[me()])) end,
  apply = function(piece)
    put(piece, box)
    marked[piece] = false
    done()
  end }

--- From the box comes what is on top there.
muster.move { "find", at = act, text = "find{n}",
  legal = function()
    local piece = top(box)
    need(piece, "BAGS-1", "the box is empty")
    local n = choose("n", range(worth[piece], worth[piece]))
    return piece, n
  end,
  apply = function(piece)
    put(piece, sack)
    done()
  end }

muster.move { "mark", at = act, text = "m{n}",
  legal = function()
    local piece = pieces(sack):pick(function(p) return not marked[p] end)
    need(piece, "BAGS-2", "all are marked")
    local n = choose("n", range(worth[piece], worth[piece] + 1))
    return piece, n
  end,
  apply = function(piece, n)
    marked[piece] = true
    worth[piece] = n % 4
    done()
  end }

muster.move { "first", at = act, text = "f{n}",
  legal = function()
    local piece = pieces(purse[1 - me()]):first()
    need(piece, "BAGS-3", "there is none")
    local n = choose("n", range(worth[piece] * 10, worth[piece] * 10 + 1))
    return piece, n
  end,
  apply = function(piece)
    worth[piece] = (worth[piece] + 1) % 4
    done()
  end }

--- The pieces under the top count, and their heights.
muster.move { "below", at = act, text = "b{n}",
  legal = function()
    local piece = below(top(sack))
    need(piece, "BAGS-4", "there is none")
    return choose("n", range(worth[piece] * 10 + level(piece), worth[piece] * 10 + level(piece)))
  end,
  apply = function()
    insert(top(sack), purse[me()], 1)
    done()
  end }

--- A walk that changes what it walks over.
muster.move { "walk", at = act, text = "walk",
  legal = function() return need(count(sack) > 1, "BAGS-5", "too few") end,
  apply = function()
    local sum = now.sum
    for piece in pieces(sack) do
      sum = (sum * 3 + worth[piece] + (marked[piece] and 1 or 0)) % 1000
      worth[piece] = sum % 4
      if sum % 3 == 0 then put(piece, purse[sum % 2]) end
    end
    now.sum = sum
    done()
  end }

--- Nobody sees the order in which they arrive.
muster.move { "turn", at = act, text = "turn",
  legal = function() return need(top(at(0, 0)), "BAGS-6", "there is none") end,
  apply = function()
    for piece in pieces(at(0, 0)) do put(piece, sack) end
    done()
  end }

muster.move { "lay", at = act, text = "l{piece}{n}",
  legal = function()
    return choose("piece", pieces(sack)), choose("n", range(0, 1))
  end,
  apply = function(piece, n)
    put(piece, at(0, 0))
    if n == 1 then owner[piece] = nil end
    done()
  end }

muster.setup(function()
  for piece in pieces(box) do
    if kind(piece) == stone or marked[piece] or kind(piece) == gem then put(piece, sack) end
  end
  for piece in pieces(sack) do worth[piece] = level(piece) % 3 end
  go(act)
end)

muster.scene(function()
  local entries = {}
  for piece in pieces(sack) do entries[#entries + 1] = { text = muster.piece_text(piece) } end
  return { title = "Bags", to_move = muster.me(), seats = { { name = "A" }, { name = "B" } },
    items = { { type = "list", title = "sack", entries = entries } } }
end)
return { sack = sack, purse = purse, grid = grid }
