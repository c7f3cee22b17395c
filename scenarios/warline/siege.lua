--- A siege with reserves on both sides: Flaym storms the walls of Frost, and both wait for help.

local KEEP = "WT1 7x7 2I6s,6/7/3,1F3n,3/7/7/7/7"

return {
  title = "The Walls of Ebersend", author = "Muster", difficulty = 3,
  game = "warline-tactical",
  story = [[The southern army stands before Ebersend. Behind the walls there are four battalions of
Frost, hungry and cold.

A rider has seen two columns on the road: one of Flaym from the south, one of Frost from the north.
The southern one is nearer.]],
  seats = { { name = "The besiegers" }, { name = "Ebersend", computer = "level3" } },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .     .     .     2I6s  .     .     .
        .     .     2I3s  .     2I2s  .     .
        .     [2I]  [2I]  2I1s  [2I]  [2I]  .
        .     .     .     .     .     .     .
        .     .     .     .     .     .     .
        .     1F4n  .     1F6n  .     1F3n  .
        .     .     1F2n  .     .     .     .
      ]], un = "1:F1F5,2:I4I5", rs = "1F6,2I2" })
    local keep = scenario.region("c6 d6 e6 c7 d7 e7")
    scenario.reserve { "column", place = w.state.undeployed[0], to = "a1 d1 g1", turn = 5,
      enters = function(unit) w.state.facing[unit] = 0 end,
      says = "Dust in the south: the column of Flaym is here." }
    scenario.reserve { "relief", place = w.state.undeployed[1], to = "a7 b7 f7 g7", turn = 14,
      enters = function(unit) w.state.facing[unit] = 2 end,
      says = "Horns in the north: the relief has come." }
    local now = muster.state { { "held" } }
    w.steps.turn_began:on(function(side)
      if side == 0 and #(tops(w.state.battalion, 0) & keep) > 0 then now.held = true end
    end)
    scenario.goal { "keep", seat = 0, text = "Hold the keep (c6 to e7) for an enemy turn",
      wins = true, done = function() return now.held end }
    scenario.goal { "hold", seat = 1, text = "Hold the keep until turn 36", wins = true,
      progress = function() return "turn " .. scenario.turn() end,
      done = function() return scenario.turn() >= 36 end }
    scenario.goal { "walls", seat = 1, text = "Keep two of the four walls",
      failed = function() return #tops(w.state.rampart, 1) < 2 end }
    scenario.favour(function(seat)
      local close = 10 * #(tops(w.state.battalion, 0) & near(keep))
      if seat == 0 then return close end
      return 0 - close
    end)
  end,
  expect = {
    { "both armies stand before the walls", to_move = 0, decision = "order",
      goals = { keep = "open", hold = "open", walls = "open" }, untold = { "column", "relief" } },
    { "a battalion in the keep is not enough", start = KEEP, moves = "M:d5 f .",
      goals = { keep = "open" }, to_move = 1 },
    { "it wins after an enemy turn", start = KEEP, moves = "M:d5 f . Z", goals = { keep = "done" },
      ending = "keep", winner = 0, says = "Goal reached: Hold the keep" },
    { "ends in turn 36", start = "WT1 7x7 2I6s,6/7/7/7/3,1F3n,3/7/7 mv=B tn=35 "
      .. "rs=1F6,2I2 scenario_turn=35 scenario_seat=2 told_column=1 told_relief=1", moves = "Z",
      goals = { hold = "done" }, ending = "hold", winner = 1 },
    { "fewer than two walls are too few",
      start = "WT1 7x7 2I6s,6/7/1,[2I],2,1F4n,[2I],1/7/7/7/7 rd=2I1", moves = "M:e5 r x .",
      goals = { walls = "failed" } },
  },
  probe = { wins = { { 30, 55 }, { 45, 70 } }, levels = { { 30, 60 }, { 40, 70 } },
    unreached = { "keep", "walls" } },
}
