--- The ice ford: the first scenario of a campaign. Whoever holds the ford at dusk goes on.
local FORD = "c4 d4 e4"
local DUSK = 18

-- The part of a position line below that is about the last turn before dusk, in which the south
-- moves.
local LATE = " tn=17 rs=1F6,2I6 scenario_turn=17 scenario_seat=1 told_snow=1"

return {
  title = "The Ice Ford", author = "Muster", difficulty = 2,
  campaign = "The Winter Road",
  game = "warline-tactical",
  story = [[The king is dead, and the army of the south must be at the Salt Gate before the
snow. Three days up the road the river has frozen at the ford, c4 to e4, and nowhere else.

An army of Frost has seen the smoke of your camp. The side with more battalions on the ford at dusk,
after turn 17, has it. Over there, on d7, stands their standard.]],
  seats = { { name = "The southern army" }, { name = "The watch of Frost", computer = "level3" } },
  carries = {
    veterans = { max = 6, help = "veterans" },
    standard = { help = "the standard of Frost" },
  },
  links = {
    { winner = 0, to = "gate",
      says = "The ford is yours, and the road to the Salt Gate lies open." },
    { to = "rearguard", says = "The ford is lost. There is another way, over the hills, if "
      .. "somebody holds the road behind the wagons." },
  },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .     .     .     .     .     .     .
        .     .     2I2s  .     2I1s  .     .
        .     2I4s  .     2I3s  2I6s  .     .
        .     .     1F6n  .     2I5s  .     .
        .     .     1F3n  1F5n  .     1F4n  .
        .     .     1F1n  .     1F2n  .     .
        .     .     .     .     .     .     .
      ]], rs = "1F6,2I6" })
    for _, deaths in pairs { w.state.needs.overpower, w.state.needs.crush } do
      for seat = 0, 1 do deaths[seat] = 99 end
    end
    local ford, hill = scenario.region(FORD), scenario.region("d7")
    local now = muster.state { { "standard", help = "taken" } }
    local function on_ford(seat) return #(tops(w.state.battalion, seat) & ford) end
    local function is_dusk() return scenario.turn() >= DUSK end
    for seat, text in pairs { [0] = "Hold the ford at dusk", "Hold the ford against the south" } do
      scenario.goal { seat == 0 and "ford" or "watch", seat = seat, text = text, wins = true,
        progress = function() return "turn " .. scenario.turn() .. " of " .. DUSK - 1 end,
        done = function() return is_dusk() and on_ford(seat) > on_ford(1 - seat) end }
    end
    scenario.goal { "dusk", seats = { 0, 1 }, text = "Have more battalions on the ford than they",
      loses = true, laments = "Dusk, and nobody has the ford.",
      failed = function() return is_dusk() and on_ford(0) == on_ford(1) end }
    scenario.trigger { "standard", says = "A battalion of the south has taken the standard!",
      when = function() return #(tops(w.state.battalion, 0) & hill) > 0 end,
      deed = function() now.standard = true end }
    scenario.trigger { "snow", turn = 8, says = "It begins to snow." }
    scenario.carry("veterans", function() return #tops(w.state.battalion, 0) end)
    scenario.carry("standard", function() return now.standard end)
    scenario.favour(function(seat) return 10 * (on_ford(seat) - on_ford(1 - seat)) end)
  end,
  expect = {
    { "both armies stand before the ford", to_move = 0, goals = { ford = "open", watch = "open" },
      untold = { "snow", "standard" } },
    { "the ford at dusk leads to the gate", start = "WT1 7x7 3,2I3s,3/7/7/2,1F6n,4/7/7/3,1F3n,3"
      .. LATE, moves = "Z", goals = { ford = "done" }, ending = "ford", winner = 0, leads = "gate",
      carries = { veterans = 2, standard = false }, says = "Goal reached: Hold the ford at dusk" },
    { "the watch on the ford leads to the hills", start = "WT1 7x7 7/7/7/3,2I6s,3/7/7/3,1F3n,3"
      .. LATE, moves = "Z", ending = "watch", winner = 1, leads = "rearguard",
      carries = { veterans = 1 } },
    { "an empty ford too", start = "WT1 7x7 3,2I3s,3/7/7/7/7/7/3,1F3n,3" .. LATE, moves = "Z",
      goals = { dusk = "failed" }, ending = "dusk_failed", leads = "rearguard" },
    { "one battalion against one is not more", start = "WT1 7x7 7/7/7/2,1F6n,1,2I6s,2/7/7/7"
      .. LATE, moves = "Z", goals = { ford = "open", dusk = "failed" } },
    { "the standard is taken on d7", start = "WT1 7x7 7/3,1F3n,3/7/7/7/1,2I3s,5/7 tn=9 rs=1F6,2I6 "
      .. "scenario_turn=9 scenario_seat=1", moves = "M:d6 f", told = { "standard", "snow" },
      values = { standard = true } },
  },
  probe = { wins = { { 10, 40 }, { 10, 40 } }, levels = { { 35, 70 }, { 20, 55 } },
    unreached = { "standard" } },
}
