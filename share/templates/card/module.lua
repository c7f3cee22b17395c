--- @TITLE@: a Spell of our own.
---
--- `offers` says what the card is: its numbers and the sentence that players read. What it does is
--- given to fl.card, in functions; lua/fantasy_line/spells.lua lists the keys of both, and
--- lua/fantasy_line/flow.lua what functions can do. docs/first-card.md goes on from here.
muster.module { title = "@TITLE@", section = "@WORD@", requires = { "fantasy_line" },
  offers = { spell = { word = "@WORD@", name = "@TITLE@", school = "black", mana = 2,
    doubleable = true, lasts = { days = 1, phase = 3 }, amount = 4,
    text = "At the end of phase 3 of the next Day, 4 damage to the enemy Front; doubled 8." } } }
local fl = require("fantasy_line")
local flow = fl.flow

fl.card("@WORD@", {
  ends = function(seat, amount) flow.hit_front(1 - seat, amount) end,
})

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", text = "@TITLE@ costs 2 mana. At the end of phase 3 of the next Day "
    .. "it deals 4 damage to the enemy Front, doubled 8." },
  { id = "@ID@-2", text = "It lasts until then. If it is ended before, nothing "
    .. "happens." },
}
