-- Battle Line, with one deck and five flags (short) or with two decks and nine flags (long).
--
-- Each chapter is a file that returns what it offers to those behind it. The pending decisions are
-- listed in battle_line/flow.lua, the cards in battle_line/cards.lua.

muster.module {
  title = "Battle Line",
  section = "battle_line",
  options = require("battle_line.options"),
}

muster.game { title = "Battle Line", seats = 2 }

-- In this order fields, events, decisions and kinds of moves are declared.
return require("muster.chapters").grouped("battle_line", {
  "cards", "state", "flow", "formations", "turn", "claims", "announce", "tactics", "environment",
  "out_of_turn", "notation", "reading", "scene", "worth", "verify", "texts",
})
