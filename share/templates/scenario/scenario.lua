--- @TITLE@: a scenario of our own. docs/first-scenario.md goes on from here.
return {
  title = "@TITLE@", author = "", difficulty = 1,
  game = "breakthrough-6x6",
  story = [[What is at stake, in two sentences.]],
  seats = { { name = "Ours" }, { name = "Theirs", computer = "level2" } },
  load = function(scenario)
    local game = require("small.breakthrough")
    scenario.map([[
      . b b b b .
      . b b b b .
      . . . . . .
      . . . . . .
      . w w w w .
      . w w w w .
    ]], { w = { kind = game.pawn, seat = 0 }, b = { kind = game.pawn, seat = 1 } })
    local middle = scenario.region("c4 d4")
    scenario.goal { "middle", seat = 0, text = "Hold c4 and d4",
      done = function() return #(tops(game.pawn, 0) & middle) == 2 end }
    scenario.goal { "time", seat = 1, text = "Hold out until turn 24", wins = true,
      progress = function() return "turn " .. scenario.turn() end,
      done = function() return scenario.turn() >= 24 end }
    scenario.trigger { "half", turn = 12, says = "Half of the time is over." }
  end,
  expect = {
    { "begins with eight pawns a side", to_move = 0, goals = { middle = "open" },
      untold = "half" },
    { "counts the middle", moves = "c2c3 b5b4 c3c4 b4b3 d2d3 b3a2 d3d4",
      goals = { middle = "done" }, says = "Goal reached" },
  },
}
