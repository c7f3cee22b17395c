-- Battle Line, with one deck and five flags (short) or with two decks and nine flags (long).
--
-- The chapters stand in files of their own, each of which requires those that it uses. What can be
-- pending in a game is listed in battle_line/flow.lua, and what the cards are in
-- battle_line/cards.lua.

muster.module {
  title = "Battle Line",
  section = "battle_line",
  options = require("battle_line.options"),
}

muster.game { title = "Battle Line", seats = 2 }

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local formations = require("battle_line.formations")
local turn = require("battle_line.turn")
local claims = require("battle_line.claims")
require("battle_line.announce")
local tactics = require("battle_line.tactics")
require("battle_line.environment")
require("battle_line.out_of_turn")
require("battle_line.reading")
require("battle_line.scene")
require("battle_line.worth")
require("battle_line.verify")
require("battle_line.texts")

return { cards = cards, state = state, flow = flow, formations = formations, turn = turn,
  claims = claims, tactics = tactics }
