--- A puzzle: Frost wins within this turn.
return {
  title = "Ice and Fire", author = "Muster", difficulty = 3,
  game = "warline-tactical",
  story = [[Frost to move. The fire burns in three places, and in none of them well.]],
  seats = { { name = "Flaym", computer = "level5" }, { name = "Frost" } },
  puzzle = { turns = 1, seat = 1 },
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        [2I]  [2I]  .     .     .     2I1e  .
        [2I]  [2I]  .     .     .     2I1e  2I1s
        .     [2I]  .     2I1e^ .     .     .
        .     [1F]  .     .     .     .     .
        1F1w  .     [1F]  .     .     .     .
        .     .     .     .     .     .     .
        1F1s  [1F]  [1F]  1F1s  .     .     .
      ]],
      mv = "B", tn = 34, gy = "A:2I*2,B:1F*3", rs = "1F2,2I1", id = "x" })
  end,
  expect = {
    { "the solver is to move", to_move = 1, goals = { solved = "open" }, decision = "order" },
  },
}
