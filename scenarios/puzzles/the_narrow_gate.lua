--- A puzzle: Flaym wins within this turn.
return {
  title = "The Narrow Gate", author = "Muster", difficulty = 2,
  game = "warline-tactical",
  story = [[Whoever cannot move any more has lost. They have two battalions left, and two doors.]],
  seats = { { name = "Flaym" }, { name = "Frost", computer = "level5" } },
  puzzle = { turns = 1, seat = 0 },
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .    .    .    1F1s 2I1e .    2I1w
        .    .    .    .    .    .    [2I]
        .    .    .    .    .    [2I] 2I1w
        [1F] .    .    [2I] [2I] [2I] [2I]
        .    .    .    .    1F1e .    .
        .    .    .    [1F] .    [1F] .
        .    [1F] 1F1n .    .    [1F] [1F]
      ]],
      tn = 40, gy = "A:2I*3,B:1F*3" })
  end,
  expect = {
    { "the key wins", moves = "M:d7 l f- f f- l l f", ending = "paralyze", winner = 0 },
    { "a Stall does not", moves = "Z", goals = { solved = "open" } },
  },
}
