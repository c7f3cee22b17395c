--- A puzzle: Flaym wins within this turn.
return {
  title = "The Last Wall", author = "Muster", difficulty = 1,
  game = "warline-tactical",
  story = [[Two of their three walls have fallen, and their last two battalions are far apart.
One of them dies today, and the war with it.]],
  seats = { { name = "Flaym" }, { name = "Frost", computer = "level5" } },
  puzzle = { turns = 1, seat = 0 },
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .    .    .    .    .    .    .
        [2I] 2I1w .    .    .    [2I] [2I]
        .    .    .    .    .    2I1s [2I]
        .    .    .    [1F] [1F] .    .
        .    [1F] [1F] 1F1w [1F] .    .
        .    1F1w 1F1e .    .    .    .
        .    .    .    .    [1F] .    .
      ]],
      tn = 35, gy = "A:2I*4,B:1F*3", rd = "2I2" })
  end,
  expect = {
    { "the key wins", moves = "M:c2 f f f l f f f-", ending = "overpower", winner = 0 },
    { "a Stall does not", moves = "Z", goals = { solved = "open" } },
  },
}
