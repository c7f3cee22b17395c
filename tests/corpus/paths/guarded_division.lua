--- A value that an `if` guards in `legal` is not computed where the condition does not hold.
--> => legal a1-0 a1-2 b1-0 b1-2 c1-0 c1-2
muster.module { title = "Guarded division" }
muster.game { title = "Guarded division", seats = 2 }
muster.grid { columns = 3, rows = 1 }
local now = muster.state { { "turn", max = 1 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "{zone}-{n}",
  legal = function()
    local zone = choose("zone", zones)
    local n = choose("n", range(0, 2))
    local part, rest, each = 0, 0, 0
    if n > 0 then part = 3 // n end
    if n > 0 then rest = 7 % n end
    if top(zone) then each = 3 // count(zone) end
    need(part < 3 and rest + each < 9, "R-1", "too much")
    return zone, n
  end,
  apply = function()
    now.turn = 1 - now.turn
  end }
muster.setup(function() go(turn) end)
