--- The gate: White wants to bring a pawn over the pass before Black has held out for twenty turns.
return {
  title = "The Gate", author = "Muster", difficulty = 1,
  game = "breakthrough-6x6",
  story = [[The snow will close the pass in a few days. Whoever is not over it by then stays here
until spring. The watch knows that too.]],
  seats = { { name = "The caravan" }, { name = "The watch", computer = "level2" } },
  load = function(scenario)
    local game = require("small.breakthrough")
    scenario.map([[
      . b . . b .
      . b b b b .
      . . . . . .
      . . . . . .
      . w w w w .
      w w w w w w
    ]], { w = { kind = game.pawn, seat = 0 }, b = { kind = game.pawn, seat = 1 } })
    scenario.goal { "over", seat = 0, text = "Bring a pawn to row 6", ending = "breakthrough" }
    scenario.goal { "held", seat = 1, text = "Hold out until turn 20", wins = true,
      progress = function() return scenario.turn() .. " of 20" end,
      done = function() return scenario.turn() >= 20 end }
    scenario.goal { "herd", seat = 0, text = "Lose no more than two pawns on the way",
      failed = function() return #tops(game.pawn, 0) < 8 end,
      laments = "A third of the herd is lost." }
    scenario.trigger { "snow", turn = 11, says = "It begins to snow." }
  end,
  expect = {
    { "ten pawns against six", values = { scenario_turn = 1 },
      goals = { held = "open", herd = "open" }, untold = "snow", to_move = 0 },
    { "snow falls on turn 11", moves = "a1a2 b5a4 f1f2 e5f4 a2a3 d5d4 f2f3 a4b3 a3a4 d4d3",
      told = "snow" },
  },
}
