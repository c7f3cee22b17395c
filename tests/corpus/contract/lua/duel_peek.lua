--- Duel with a leak: a seat may swap a card for one of the other hand, and is shown which there are.
muster.module { title = "Duel, peeking", requires = { "duel" } }

muster.move { "swap", at = "lead", title = "swap", text = "{mine}x{theirs}",
  { each = "mine", pieces = "hand(me)" },
  { each = "theirs", pieces = "hand(1 - me)" },
  apply = [[
    let other = 1 - me
    put(mine, hand(other))
    put(theirs, hand(me))
    turn = other]] }
