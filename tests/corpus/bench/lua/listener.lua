--- A move that tells of itself between two looks at a set, and a listener with a set of its own.
muster.module { title = "A listener" }
muster.game { title = "A listener", seats = 1 }
muster.grid { columns = 3, rows = 1 }
muster.field { of = "game", name = "seen", max = 99 }
muster.field { of = "game", name = "heard", max = 99 }
muster.event("told(number)")
muster.decision { "choose", title = "choose", seat = "0" }
muster.move { "tell", at = "choose", title = "tell", text = "tell", apply = [[
  let all = zones
  let seven = 7
  emit(told, 5)
  seen = seven * 10 + size(all)
  go(choose)]] }
muster.on("told", [[
  let none_of_them = nothing
  let nine = 9
  heard = nine * 10 + number + size(none_of_them)]])
muster.setup("go(choose)")
