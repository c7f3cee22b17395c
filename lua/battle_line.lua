-- Battle Line, with one deck and five flags (short) or with two decks and nine flags (long).
--
-- Each chapter is a file that puts what it offers into one table,
-- `game`. The pending decisions are listed in battle_line/flow.lua, and the cards
-- in battle_line/cards.lua.

muster.module {
  title = "Battle Line",
  section = "battle_line",
  options = require("battle_line.options"),
}

muster.game { title = "Battle Line", seats = 2 }

-- In this order fields, events, decisions and kinds of moves are declared.
for _, chapter in ipairs {
  "cards", "state", "flow", "formations", "turn", "claims", "announce", "tactics", "environment",
  "out_of_turn", "notation", "reading", "scene", "worth", "verify", "texts",
} do
  require("battle_line." .. chapter)
end

return require("battle_line.core")
