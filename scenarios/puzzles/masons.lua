--- A puzzle: Flaym wins within this turn.
return {
  title = "Masons", author = "Muster", difficulty = 3,
  game = "warline-tactical",
  story = [[A wall in the right place takes the point off every lance.]],
  seats = { { name = "Flaym" }, { name = "Frost", computer = "level5" } },
  puzzle = { turns = 1, seat = 0 },
  load = function(scenario)
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        2I1e 2I1w [1F] .    .    .    .
        2I1n [1F] [1F] .    [1F] [2I] .
        .    .    .    .    [2I] [2I] .
        .    .    .    .    .    [2I] .
        .    1F4w .    .    .    .    .
        .    .    .    .    1F1n .    .
        .    .    .    1F1w .    1F5n .
      ]],
      tn = 17, gy = "A:2I*3,B:1F*2", rs = "1F2,2I2" })
  end,
  expect = {
    { "the key wins", moves = "M:b3 f l b:a4 b:a5", ending = "blunt", winner = 0 },
    { "a Stall does not", moves = "Z", goals = { solved = "open" } },
  },
}
