--- Duel with a leak: a seat may swap a card for one of the other hand, and is shown which there are.
muster.module { title = "Duel, peeking", requires = { "duel" } }
local duel = require("duel")
local hand = duel.hand

muster.move { "swap", at = duel.lead, title = "swap", text = "{mine}x{theirs}",
  legal = function()
    local mine = choose("mine", pieces(hand[me()]))
    return mine, choose("theirs", pieces(hand[1 - me()]))
  end,
  apply = function(mine, theirs)
    local other = 1 - me()
    put(mine, hand[other])
    put(theirs, hand[me()])
    duel.now.turn = other
  end }
