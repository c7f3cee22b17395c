--- Duel with a leak: the number of a card that was dealt face down stands where everybody sees it.
muster.module { title = "Duel, by number", requires = { "duel" } }
muster.field { of = "game", name = "marked", min = -1, max = 511 }
muster.on("dealt", "marked = top(hand(1))")
muster.forbid("lead", { where = "place(marked) ~= deck", why = "the marked card was dealt" })
