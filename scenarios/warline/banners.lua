--- Two banners: one General holds a hill against two allies, who both want to be the first on it.
local HILL = "c3 d3 e3"

-- Positions for the cases below.
local BEFORE = "WT1 7x7 7/7/7/3,2I3s,3S3s,2/7/1,1F3n,5/7 vr=3 sd=A:1,B:2+3 rs=1F6,2I4,3S4 "
local HELD = "WT1 7x7 7/7/7/2,2I3s,4/3,1F3n,3S3s,2/7/7 vr=3 sd=A:1,B:2+3 rs=1F6,2I4,3S4 "

return {
  title = "Two Banners", author = "Muster", difficulty = 3,
  game = "warline-1v2",
  story = [[The Duke of the south has fortified the low hill by the road, c3 to e3. Two banners come
against him: Frost from the north west and Sey from the north east.

They are allies for as long as the hill is not taken. The emperor rewards the banner that stands on
it first.]],
  seats = { { name = "The Duke" }, { name = "The banner of Frost", computer = "level3" },
    { name = "The banner of Sey", computer = "level3" } },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        2I6s 2I4s .    .    .    3S4s 3S6s
        2I3s .    .    .    .    .    3S3s
        .    .    .    .    .    .    .
        .    .    [1F] [1F] [1F] .    .
        .    .    1F3n 1F5n 1F4n .    .
        .    1F2n .    1F6n .    1F1n .
        .    .    .    .    .    .    .
      ]], rs = "1F3,2I4,3S4" })
    local hill = scenario.region(HILL)
    local now = muster.state { { "first", max = seats, help = "on the hill, a seat from 1" } }

    local function stands(seat) return #(tops(w.state.battalion, seat) & hill) > 0 end
    scenario.after_ply(function()
      if now.first == 0 then
        if stands(1) then now.first = 2 elseif stands(2) then now.first = 3 end
      end
    end)
    scenario.goal { "taken", seats = { 1, 2 }, wins = true,
      text = "Stand on the hill, both banners, while no battalion of the Duke does",
      done = function() return stands(1) and stands(2) and not stands(0) end }
    for seat, name in ipairs { "frost", "sey" } do
      scenario.goal { name, seat = seat, text = "Be the first banner on the hill",
        done = function() return now.first == seat + 1 end,
        failed = function() return now.first > 0 and now.first ~= seat + 1 end }
    end
    scenario.goal { "held", seat = 0, text = "Hold the hill until turn 30", wins = true,
      progress = function() return "turn " .. scenario.turn() end,
      done = function() return scenario.turn() >= 30 end }
    scenario.favour(function(seat)
      local own = 3 * #(tops(w.state.battalion, seat) & (hill | near(hill)))
      if now.first == seat + 1 then return own + 6 end
      return own
    end)
  end,
  expect = {
    { "begins with the Duke", to_move = 0, goals = { taken = "open", held = "open" },
      values = { first = 0 } },
    { "the first banner is seen", start = BEFORE .. "mv=B", moves = "M:d4 f .",
      goals = { frost = "done", sey = "failed", taken = "open" }, values = { first = 2 } },
    { "both banners take the hill", start = BEFORE .. "mv=B first=2 goal_frost=1 goal_sey=2",
      moves = "M:d4 f . Z1 M:b2 f . next:3 M:e4 f", goals = { taken = "done" }, ending = "taken",
      winner = { 1, 2 } },
    { "not while the Duke stands there", start = HELD .. "mv=B", moves = "M:c4 f",
      goals = { taken = "open", sey = "done" } },
    { "the Duke wins in turn 30", start = BEFORE .. "mv=B tn=29 scenario_turn=29 scenario_seat=2",
      moves = "Z2", ending = "held", winner = 0 },
  },
  probe = { wins = { { 15, 75 }, { 25, 85 }, { 25, 85 } },
    unreached = { "taken", "frost", "sey" } },
}
