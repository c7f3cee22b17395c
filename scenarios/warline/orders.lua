--- Sealed orders: each side writes down one of three aims, and the other one does not know which.
local AIMS = {
  { "fords", "Stand on both fords, b4 and f4" },
  { "breach", "Bring a battalion to the enemy's edge of the field" },
  { "captives", "Take a prisoner" },
}
-- Positions for the cases below.
local FORDS = "WT1 7x7 3,2I3s,3/7/7/5,1F4n,1/1,1F3n,5/7/7 rs=1F6,2I6 sealed[0]="
local EDGE = "WT1 7x7 7/3,1F3n,3/7/7/7/1,2I3s,5/7 rs=1F6,2I6 "
local CAPTIVES = "WT1 7x7 3,2I4s,3/7/7/7/2I3s,1F4w,5/7/7 rs=1F6,2I6 sealed[0]=3"

return {
  title = "Sealed Orders", author = "Muster", difficulty = 3,
  game = "warline-tactical",
  story = [[Two armies have camped on the same river. Each has an order from home, which its general
alone has read.

In the tent lie three orders: fords (stand on both fords, b4 and f4), breach (bring a battalion to
the enemy's edge of the field), captives (take a prisoner). Seal one of them. Then watch what the
other side wants. It watches you.]],
  seats = { { name = "The southern army" }, { name = "The northern army", computer = "level3" } },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .    2I2s .    2I4s .    2I1s .
        .    .    2I5s .    2I3s .    .
        .    .    .    .    .    .    .
        .    .    .    .    .    .    .
        .    .    .    .    .    .    .
        .    .    1F3n .    1F5n .    .
        .    1F1n .    1F4n .    1F2n .
      ]], rs = "1F6,2I6" })
    -- 0 until it is sealed, then the number of the aim.
    local sealed = muster.field { "sealed", of = "seat", max = #AIMS, seen = "owner",
      prior = function(_, aim) return (aim > 0) == (scenario.turn() > 0) and 1 or 0 end }
    local fords = { scenario.region("b4"), scenario.region("f4") }
    local edge = { [0] = scenario.region("a7 b7 c7 d7 e7 f7 g7"),
      scenario.region("a1 b1 c1 d1 e1 f1 g1") }

    -- Has a seat what it wants? By the number of the aim.
    local function reached(seat)
      local function stands_on(where) return #(tops(w.state.battalion, seat) & where) > 0 end
      return {
        function() return stands_on(fords[1]) and stands_on(fords[2]) end,
        function() return stands_on(edge[seat]) end,
        function() return count(w.state.prison[seat]) > 0 end,
      }
    end
    for seat = 0, 1 do
      local has = reached(seat)
      for number, aim in ipairs(AIMS) do
        local name = aim[1] .. "_" .. seat + 1
        scenario.goal { name, seat = seat, text = aim[2], wins = true, secret = true,
          given = function() return sealed[seat] == number end,
          done = has[number] }
      end
    end

    local ask = {}
    for seat = 1, 0, -1 do
      local answers = { "seal_" .. seat + 1, seat = seat, title = "Seal an order", secret = true }
      for number, aim in ipairs(AIMS) do
        answers[#answers + 1] = { aim[1], aim[2], function()
          sealed[seat] = number
          if seat == 0 then ask[1]() end
        end }
      end
      ask[seat] = scenario.choice(answers)
    end
    scenario.prepare(ask[0])
    scenario.goal { "winter", seats = { 0, 1 }, text = "Be done before turn 120",
      failed = function() return scenario.turn() >= 120 end, loses = true }
    local both_fords = fords[1] | fords[2]
    scenario.favour(function(seat)
      if sealed[seat] == 1 then return 8 * #(tops(w.state.battalion, seat) & both_fords) end
      if sealed[seat] == 3 then return 8 * count(w.state.prison[seat]) end
      return 0
    end)
  end,
  expect = {
    { "asks the south", decision = "seal_1", to_move = 0,
      legal = { "fords", "breach", "captives" }, goals = { fords_1 = "open" } },
    { "asks the north", moves = "fords", decision = "seal_2", to_move = 1,
      values = { ["sealed[0]"] = 1, ["sealed[1]"] = 0 } },
    { "then the battle begins", moves = "fords breach", decision = "order", to_move = 0 },
    { "ends on both fords", start = FORDS .. "1", moves = "M:b3 f",
      goals = { fords_1 = "done" }, ending = "fords_1", winner = 0 },
    { "goes on where others have another aim", start = FORDS .. "2", moves = "M:b3 f .",
      goals = { fords_1 = "open" }, to_move = 1 },
    { "ends at the edge, south", start = EDGE .. "sealed[0]=2", moves = "M:d6 f",
      ending = "breach_1", winner = 0 },
    { "ends at the edge, north", start = EDGE .. "sealed[1]=2", moves = "Z M:b2 f",
      ending = "breach_2", winner = 1 },
    { "ends with a prisoner", start = CAPTIVES, moves = "M:b3 u:out",
      ending = "captives_1", winner = 0 },
    { "ends on both fords, north", start = "WT1 7x7 7/7/5,2I3s,1/1,2I4s,5/7/7/3,1F3n,3 "
      .. "rs=1F6,2I6 sealed[0]=2 sealed[1]=1", moves = "Z M:f5 f",
      ending = "fords_2", winner = 1 },
    { "ends for both before winter", start = "WT1 7x7 3,2I3s,3/7/7/7/7/7/3,1F3n,3 tn=119 "
      .. "rs=1F6,2I6 scenario_turn=119 scenario_seat=1 sealed[0]=1 sealed[1]=1", moves = "Z",
      ending = "winter_failed", goals = { winter = "failed" } },
  },
  -- Aims that games of chance do not reach are cases above.
  probe = { wins = { { 35, 65 }, { 35, 65 } }, unreached = { "fords_1", "fords_2", "breach_1",
    "breach_2", "captives_1", "captives_2", "winter" } },
}
