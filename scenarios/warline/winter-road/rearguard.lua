--- The rearguard: the second scenario of a campaign, for those who have lost the ford. They keep
--- the pursuers from the wagons until night.
local DUSK = 20
local CAMP = "c1 d1 e1"

-- Where veterans stand, the strongest first; the others of six are recruits, who come later.
local ARMS = { 6, 5, 4, 3, 2, 1 }
local FRONT = { "d4", "c4", "e4", "d3", "c3", "e3" }

-- The southern rows of the field, with as many veterans.
local function field(veterans)
  local rows = { "4", "3" }
  local at = {}
  for i = 1, veterans do at[FRONT[i]] = "1F" .. ARMS[i] .. "n" end
  local drawn = [[
    2I1s  .     2I3s  .     2I6s  .     2I2s
    .     .     2I4s  .     2I5s  .     .
    .     .     .     .     .     .     .
]]
  for _, number in ipairs(rows) do
    for _, letter in ipairs { "a", "b", "c", "d", "e", "f", "g" } do
      drawn = drawn .. " " .. (at[letter .. number] or ".")
    end
    drawn = drawn .. "\n"
  end
  return drawn .. [[
    .     .     .     [1F]  .     .     .
    .     .     .     .     .     .     .
]]
end

return {
  title = "The Rearguard", author = "Muster", difficulty = 3,
  game = "warline-tactical",
  story = [[The ford is lost, and the wagons crawl up the old road over the hills. They need the
day. Whoever is left of the army stays behind.

The watch of Frost has crossed the river. No battalion of theirs may stand in the camp, c1 to e1,
before night. The recruits are on their way down from the wagons.]],
  seats = { { name = "The rearguard" }, { name = "The pursuers", computer = "level3" } },
  brings = {
    veterans = { max = 6, default = 4, help = "veterans of the ford" },
  },
  carries = {
    veterans = { max = 6, help = "veterans" },
  },
  links = {
    { winner = 0, to = "gate",
      says = "Night. The wagons are over the hills, and you follow them." },
    { says = "The camp burns. Of the army that marched north nobody will speak." },
  },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    local veterans = scenario.brought.veterans
    local recruits = {}
    for i = veterans + 1, 6 do recruits[#recruits + 1] = "F" .. ARMS[i] end
    scenario.start(battle { field = field(veterans), rs = "1F3,2I3",
      un = #recruits > 0 and "1:" .. table.concat(recruits) or nil })
    for _, deaths in pairs { w.state.needs.overpower, w.state.needs.crush } do
      for seat = 0, 1 do deaths[seat] = 99 end
    end
    local camp = scenario.region(CAMP)
    scenario.reserve { "recruits", place = w.state.undeployed[0], to = "c2 d1 e2 c1 e1", turn = 5,
      enters = function(unit) w.state.facing[unit] = 0 end, says = "The recruits are here." }
    scenario.goal { "camp", seat = 1, text = "Stand in the camp, c1 to e1", wins = true,
      done = function() return #(tops(w.state.battalion, 1) & camp) > 0 end }
    scenario.goal { "night", seat = 0, text = "Hold the camp until night", wins = true,
      progress = function() return "turn " .. scenario.turn() .. " of " .. DUSK - 1 end,
      done = function() return scenario.turn() >= DUSK end }
    scenario.goal { "half", seat = 0, text = "Lose no more than two battalions",
      failed = function()
        return #tops(w.state.battalion, 0) + count(w.state.undeployed[0]) < 4
      end }
    scenario.carry("veterans", function() return #tops(w.state.battalion, 0) end)
    scenario.favour(function(seat)
      local close = 8 * #(tops(w.state.battalion, 1) & near(camp))
      return seat == 1 and close or 0 - close
    end)
  end,
  expect = {
    { "begins with four veterans", to_move = 0, goals = { night = "open", camp = "open" },
      legal = "M:d4", refused = "M:c3", untold = "recruits" },
    { "begins with six veterans", brings = { veterans = 6 }, legal = { "M:d4", "M:c3", "M:e3" } },
    { "begins with recruits alone", brings = { veterans = 0 }, refused = { "M:d4", "M:c4" } },
    { "the recruits come in turn 5", start = "WT1 7x7 3,2I3s,3/7/7/7/3,1F6n,3/7/7 mv=B tn=4 "
      .. "un=1:F1F2 rs=1F3,2I3 scenario_turn=4 scenario_seat=2", moves = "Z", told = "recruits",
      says = "The recruits are here", legal = "M:c1" },
    { "the camp is lost", start = "WT1 7x7 7/7/7/7/3,1F6n,3/2,2I3s,4/7 mv=B tn=6 rs=1F3,2I3 "
      .. "scenario_turn=6 scenario_seat=2", moves = "M:c2 f", goals = { camp = "done" },
      ending = "camp", winner = 1, leads = "" },
    { "night comes, and the wagons are safe", start = "WT1 7x7 3,2I3s,3/7/7/7/2,1F6n,1F5n,3/7/7 "
      .. "tn=19 rs=1F3,2I3 scenario_turn=19 scenario_seat=1", moves = "Z",
      goals = { night = "done", half = "failed" }, ending = "night", winner = 0, leads = "gate",
      carries = { veterans = 2 } },
  },
  -- Chance does not find the camp.
  probe = { wins = { { 90, 100 }, { 0, 10 } }, levels = { { 35, 65 }, { 35, 65 } },
    unreached = { "camp" } },
}
