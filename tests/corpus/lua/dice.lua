--- Three seats race along a row of seven; a die with weights says how far one may go.
muster.module { title = "Dice" }
muster.game { title = "Dice", seats = 3 }
muster.grid { columns = 7, rows = 1 }
muster.pieces { name = "runner", count = 3 }
muster.field { of = "game", name = "turn", max = 2 }
muster.field { of = "game", name = "eyes", max = 3 }
muster.field { of = "seat", name = "way", max = 6 }
muster.event("ran(seat, far)")
muster.decision { "roll", title = "the die", seat = "none", chance = true }
muster.move { "die", at = "roll", title = "the die", text = "die{number}",
  { each = "number", from = "1", to = "3", min = 1, max = 3 },
  weight = "if number == 1 then 6 else if number == 2 then 2 else 1",
  apply = "eyes = number; go(run)" }
muster.decision { "run", title = "run", seat = "turn" }
muster.move { "run", at = "run", title = "run", text = "run{far}",
  { each = "far", from = "0", to = "eyes", min = 0, max = 3, rule = "DICE-1",
    why = "no farther than the die says" },
  apply = [[
    way(me) = min(6, way(me) + max(far, 1))
    emit(ran, me, far)
    put(me, way(me))
    eyes = 0
    if way(me) == 6 then
      over(if me == 0 then 1 else if me == 1 then 2 else 4, 'there')
    else turn = (turn + 1) % 3; go(roll) end]] }
muster.setup [[
  for i in 0 .. 2 do owner(i) = i; put(i, 0) end
  go(roll)]]
muster.scene(function(seat) return { title = "Dice", status = tostring(seat), items = {} } end)
