--- Nil, which a table gives outside of its range, is no number.
--> a1 => legal a1 b1 c1 d1
--> d1 => error arithmetic on a nil value
muster.module { title = "Table outside fails" }
muster.game { title = "Table outside fails", seats = 2 }
muster.grid { columns = 4, rows = 1 }
local now = muster.state { { "turn", max = 1 } }
local sum = muster.field { "sum", of = "seat", min = -100, max = 100 }
local PRICE = { [0] = 5, 6, 7 } -- none for column 3
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "{zone}",
  legal = function()
    return choose("zone", zones)
  end,
  apply = function(zone)
    sum[me()] = PRICE[column(zone)] - 1
    now.turn = 1 - now.turn
  end }
muster.setup(function() go(turn) end)
