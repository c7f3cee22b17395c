--- Negative: numbers below zero in choices, facts, options, frames and texts.
local options = muster.module { title = "Negative", section = "negative", options = {
  { key = "lowest", type = "int", default = -2, min = -9, max = 0, help = "the lowest bid" },
} }
local lowest = options.lowest
muster.game { title = "Negative", seats = 2 }
local grid = muster.grid { columns = 3, rows = 1 }
local probe = muster.pieces { "probe", count = 4, text = "{owner}p{sign}{depth}" }

local depth = muster.field { "depth", of = "piece", min = -100, max = 100 }
local sign = muster.field { "sign", of = "piece", min = -1, max = 1, letters = "-0+" }
local ground = muster.field { "ground", of = "zone", min = -3, max = 3 }
local score = muster.field { "score", of = "seat", min = -500, max = 500 }
local secret = muster.field { "secret", of = "seat", min = -5, max = -1, seen = "owner",
  prior = { 1, 2, 3, 2, 1 } }
local now = muster.state { { "turn", max = 1 }, { "plies", max = 40 },
  { "tide", min = -7, max = -1, initial = -4 } }
local hold = muster.container { "hold", per_seat = true, sort = { "-depth" } }

--- The tide changes.
local turned = muster.event { "turned", "by", "seat" }
local act = muster.decision { "act", title = "act", seat = function() return now.turn end }
local answer = muster.decision { "answer", title = "answer", seat = function() return now.turn end }
local bid = muster.decision { "bid", title = "bid", together = true,
  reveal = function() now.turn = score[0] < score[1] and 1 or 0 go(act) end }

local function done()
  now.turn = 1 - now.turn
  now.plies = now.plies + 1
  if now.plies == 40 then over("even") return end
  if now.plies % 5 == 0 then go(bid) end
end

muster.move { "bid", at = bid, text = "b{n}",
  legal = function() return choose("n", range(lowest, 1)) end,
  apply = function(n) score[me()] = n end }

--- The bare number is the whole move.
muster.move { "number", at = act, text = "{n}",
  legal = function() return choose("n", range(-3, 3)) end,
  apply = function(n)
    now.tide = math.max(-7, math.min(-1, now.tide + n))
    turned:emit(n, me())
    push(answer, n, -2000000000, 5)
  end }

muster.move { "answer", at = answer, text = "a{n}",
  legal = function()
    local n = choose("n", range(-360, 360))
    need(n == 2 * arg(1) or n == -360, "NEG-1", "twice the number")
    return n
  end,
  apply = function(n) pop() score[me()] = n done() end }

muster.move { "sink", at = act, text = "{zone}{n}",
  legal = function()
    local zone, n = choose("zone", zones), choose("n", range(-2, 2))
    need(ground[zone] ~= n, "NEG-3", "so it is")
    return zone, n
  end,
  apply = function(zone, n)
    ground[zone] = n
    secret[me()] = -1 - (n + 2)
    done()
  end }

muster.move { "dive", at = act, text = "{piece}:{n}-{m}",
  legal = function()
    return choose("piece", pieces(hold[me()])), choose("n", range(-9, -8)), choose("m", range(-1, 1))
  end,
  apply = function(piece, n, m)
    depth[piece] = n * 11 + m
    sign[piece] = m
    done()
  end }

muster.setup(function()
  for seat = 0, 1 do
    for k = 1, 2 do
      local piece = top(box)
      owner[piece] = seat
      depth[piece] = -k
      put(piece, hold[seat])
    end
  end
  go(act)
end)

muster.scene(function(viewer)
  local lines = { "tide " .. now.tide }
  if viewer then lines[2] = "secret " .. secret[0] end
  return { title = "Negative", to_move = muster.me(), seats = { { name = "A" }, { name = "B" } },
    items = { { type = "text", lines = lines } } }
end)
return { grid = grid, probe = probe }
