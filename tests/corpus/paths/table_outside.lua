--- A table that is read outside of its range gives nil, not 0.
--> => legal a1-0 b1-1 c1-1 d1-1 d1-2
muster.module { title = "Table outside" }
muster.game { title = "Table outside", seats = 2 }
muster.grid { columns = 4, rows = 1 }
local now = muster.state { { "turn", max = 1 } }
local PRICE = { [0] = 0, 6, 7 } -- none for column 3
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "{zone}-{n}",
  legal = function()
    local zone = choose("zone", zones)
    local n = choose("n", range(0, 2))
    local price = PRICE[column(zone)]
    if n == 0 then need(price == 0, "R-1", "it costs something") end
    if n == 1 then need(price ~= 0, "R-2", "it costs nothing") end
    if n == 2 then need(price == nil, "R-3", "it has a price") end
    return zone, n
  end,
  apply = function()
    now.turn = 1 - now.turn
  end }
muster.setup(function() go(turn) end)
