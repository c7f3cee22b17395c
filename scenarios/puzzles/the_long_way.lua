--- A puzzle: Frost wins within two turns.
return {
  title = "The Long Way", author = "Muster", difficulty = 5,
  game = "warline-tactical",
  story = [[Frost to move, and to win with its next turn but one.
The shortest way is not the right one.]],
  seats = { { name = "Flaym", computer = "level5" }, { name = "Frost" } },
  puzzle = { turns = 2, seat = 1 },
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .     2I1n^ .     .     .     [2I]  .
        .     .     .     .     .     .     .
        .     .     .     [2I]  .     [1F]  .
        .     .     .     [2I]  2I1w  .     [1F]
        .     .     .     .     [2I]  [2I]  [1F]
        1F1w  .     .     .     [1F]  1F1e% .
        .     .     .     [1F]  1F1n  [1F]  .
      ]],
      mv = "B", tn = 35, gy = "A:2I*4,B:1F*3", rd = "2I1", id = "x" })
  end,
  expect = {
    { "the solver is to move", to_move = 1, goals = { solved = "open" }, decision = "order" },
  },
}
