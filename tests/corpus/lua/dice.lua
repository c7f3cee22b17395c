--- Three seats race along a row of seven; a weighted die says how far one may go.
muster.module { title = "Dice" }
muster.game { title = "Dice", seats = 3 }
muster.grid { columns = 7, rows = 1 }
muster.pieces { "runner", count = 3 }
local RUNNER = { [0] = 0, 1, 2 } -- the piece of each seat
local now = muster.state { { "turn", max = 2 }, { "eyes", max = 3 } }
local way = muster.field { "way", of = "seat", max = 6 }
--- A runner ran.
local ran = muster.event { "ran", "seat", "far" }
local roll = muster.decision { "roll", title = "the die", chance = true }
local run = muster.decision { "run", title = "run", seat = function() return now.turn end }

muster.move { "die", at = roll, title = "the die", text = "die{number}",
  legal = function() return choose("number", range(1, 3)) end,
  weight = function(number)
    if number == 1 then return 6 end
    return number == 2 and 2 or 1
  end,
  apply = function(number)
    now.eyes = number
    go(run)
  end }

muster.move { "run", at = run, title = "run", text = "run{far}",
  legal = function()
    return choose("far", range(0, now.eyes), "DICE-1", "no farther than the die says")
  end,
  apply = function(far)
    local seat = me()
    way[seat] = math.min(6, way[seat] + math.max(far, 1))
    ran:emit(seat, far)
    put(RUNNER[seat], way[seat])
    now.eyes = 0
    if way[seat] == 6 then return over("there", seat) end
    now.turn = (now.turn + 1) % 3
    go(roll)
  end }

muster.setup(function()
  for seat = 0, 2 do
    owner[RUNNER[seat]] = seat
    put(RUNNER[seat], 0)
  end
  go(roll)
end)
muster.scene(function(seat) return { title = "Dice", status = tostring(seat), items = {} } end)
