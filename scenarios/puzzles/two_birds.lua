--- A puzzle: Flaym wins within this turn.
return {
  title = "Two Birds", author = "Muster", difficulty = 2,
  game = "warline-tactical",
  story = [[Two of theirs stand on one zone, as if nothing could happen to both.]],
  seats = { { name = "Flaym" }, { name = "Frost", computer = "level5" } },
  puzzle = { turns = 1, seat = 0 },
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .        .        2I1w2I1e .        [2I]     .        .
        [2I]     [2I]     .        .        .        .        [1F]
        [2I]     .        [2I]     [2I]     1F1n     [1F]     1F1s
        .        .        .        .        .        .        [1F]
        .        .        .        .        .        [1F]     .
        .        .        .        1F1w     .        .        [1F]
        .        1F1n     [1F]     1F1s     .        .        .
      ]],
      tn = 33, gy = "A:2I*4,B:1F*1" })
  end,
  expect = {
    { "the key wins", moves = "M:e5 f l f f r f- l", ending = "crush", winner = 0 },
    { "a Stall does not", moves = "Z", goals = { solved = "open" } },
  },
}
