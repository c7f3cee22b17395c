-- Fantasy Line Battle: two lines of Characters, three decks of Spells.
--
-- Each chapter is a file that returns what it offers to those behind it. What can be pending is
-- listed in fantasy_line/flow.lua; the cards are in fantasy_line/characters.lua.

muster.module {
  title = "Fantasy Line Battle",
  section = "fantasy_line",
  options = require("fantasy_line.options"),
}

muster.game { title = "Fantasy Line Battle", seats = 2 }

-- In this order fields, events, decisions and kinds of moves are declared.
local groups = require("muster.chapters").grouped("fantasy_line", {
  "now", "flow", "ask", "characters", "spells", "state", "telling", "effects", "setup", "arranging",
  "line", "powers", "words", "targets", "forks", "casting", "forms", "shapes", "windows", "forking",
  "hands", "spending", "moves", "day", "recruiting", "notation", "reading", "scene", "worth",
  "texts",
})

--- The effects of a module's card.
groups.card = groups.words.card
return groups
