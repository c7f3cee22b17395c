--- The dam: a choice that floods the valley, and another one that burns the bridge.
local SOUTH, NORTH = 0, 1

-- Positions for the cases below: after the question about the dam, with few battalions.
local FIELD = "WT1 7x7 3,2I6s,3/7/{f},5,{f}/3,{v},3/3,1F4n,3/7/3,1F3n,3 vr=t "
local NORTH_TO_MOVE = FIELD .. "mv=B tn=6 rs=1F6,2I4 scenario_turn=6 scenario_seat=2 told_miller=1 "
local ASKED = FIELD .. "tn=7 rs=1F6,2I4 scenario_turn=7 scenario_seat=1 told_miller=1 "
local FLOODED = ASKED .. "gate=1 rises=7 told_flood=1"
local GRANARY = "WT1 7x7 2,1F4n,2,2I5s,1/7/{f},5,{f}/3,{v},3/7/7/7 vr=t tn=9 rs=1F6,2I4 "
  .. "scenario_turn=9 scenario_seat=2 gate=2 told_miller=1"

return {
  title = "The Dam of Aldermoor", author = "Muster", difficulty = 2,
  game = "warline-terrain",
  options = { ["warline.terrain"] = { layout = "none", zones = "f:a5,g5 v:d4" } },
  story = [[The ford at Aldermoor is dry: upstream the southern army holds the
dam. The northern army holds the far bank, and the only bridge.

The south is to hold the granary on d7 from one turn of its own to the next, before turn 40. In turn
3 the miller asks what to do with the dam. On the other bank they have pitch and torches.]],
  seats = { { name = "The southern army" }, { name = "The northern army", computer = "level3" } },
  load = function(scenario)
    local w = require("warline.tactical")
    local ground = require("warline.ground")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .     .     2I4s  2I6s  2I5s  .     .
        .     .     2I1s  [2I]  2I2s  .     .
        {f}   .     2I3s  [2I]  .     .     {f}
        .     .     .     {v}   .     .     .
        .     .     .     .     .     .     .
        .     1F2n  1F4n  1F5n  .     .     .
        .     .     1F1n  1F6n  .     .     .
      ]], rs = "1F6,2I4" })
    local flatland, water = ground.kind("flatland"), ground.kind("waterbody")
    local river = scenario.region("a4 b4 c4 e4 f4 g4")
    local bridge, granary = scenario.region("d4"), scenario.region("d7")
    local now = muster.state { { "gate", max = 2, help = "of the dam; 1: opened, 2: kept shut" },
      { "rises", max = 60, help = "the turn in which the water comes; 0 if it does not" },
      { "burnt" }, { "held" } }

    scenario.trigger { "miller", turn = 3, deed = scenario.choice { "dam_gate", seat = SOUTH,
      title = "Open the dam?",
      { "open", "Open it: the river rises in turn 7", function()
        now.gate, now.rises = 1, 7
      end },
      { "keep", "Keep it shut", function() now.gate = 2 end } } }
    scenario.trigger { "flood", says = "The river rises. Only the bridge on d4 is dry.",
      when = function() return now.rises > 0 and scenario.turn() >= now.rises end,
      deed = function() ground.turn(river, water) end }
    scenario.trigger { "ebb", turn = 21, says = "The reservoir is empty: the river falls again.",
      when = function() return now.gate == 1 end,
      deed = function() ground.turn(river, flatland) end }
    scenario.trigger { "torches", turn = 8, when = function() return now.gate == 1 end,
      deed = scenario.choice { "bridge", seat = NORTH, title = "Burn the bridge on d4?",
        { "burn", "Burn it: d4 becomes water", function()
          now.burnt = true
          ground.turn(bridge, water)
        end },
        { "spare", "Spare it", nil } } }

    w.steps.turn_began:on(function(side)
      if side == SOUTH and #(tops(w.state.battalion, SOUTH) & granary) > 0 then now.held = true end
    end)
    scenario.goal { "granary", seat = SOUTH, text = "Hold the granary, d7, for an enemy turn",
      wins = true, done = function() return now.held end }
    scenario.goal { "night", seat = NORTH, text = "Hold out until turn 40", wins = true,
      progress = function() return "turn " .. scenario.turn() end,
      done = function() return scenario.turn() >= 40 end }
    scenario.goal { "dry", seat = NORTH, text = "Do not burn the bridge",
      failed = function() return now.burnt end }
    scenario.favour(function(seat)
      local close = 6 * #(tops(w.state.battalion, SOUTH) & near(granary))
      return seat == SOUTH and close or 0 - close
    end)
  end,
  expect = {
    { "asks the miller's question in turn 3", moves = "M:b2 f . M:c5 f .", told = "miller",
      decision = "dam_gate", to_move = SOUTH, legal = { "open", "keep" } },
    { "keeps the dam", moves = "M:b2 f . M:c5 f . keep", decision = "order", to_move = SOUTH,
      values = { gate = 2, rises = 0 } },
    { "floods the river, and not the bridge", start = NORTH_TO_MOVE .. "gate=1 rises=7",
      moves = "Z", told = "flood", says = "The river rises.",
      values = { ["ground[at(0, 3)] == ground[at(6, 3)]"] = true,
        ["ground[at(3, 3)] == ground[at(0, 3)]"] = false,
        ["ground[at(3, 2)] == ground[at(0, 3)]"] = false } },
    { "keeps the river dry if the dam is shut", start = NORTH_TO_MOVE .. "gate=2", moves = "Z",
      untold = { "flood", "torches" },
      values = { ["ground[at(0, 3)] == ground[at(0, 2)]"] = true } },
    { "asks about the bridge once the river has risen", start = FLOODED,
      moves = "M:d1 f .", decision = "bridge", to_move = NORTH },
    { "burns the bridge", start = FLOODED, moves = "M:d1 f . burn",
      goals = { dry = "failed" }, decision = "order", values = { burnt = true } },
    { "spares the bridge", start = FLOODED,
      moves = "M:d1 f . spare", goals = { dry = "open" }, values = { burnt = false } },
    { "lets the river fall", start = FIELD .. "mv=B tn=20 rs=1F6,2I4 scenario_turn=20 "
      .. "scenario_seat=2 told_miller=1 told_flood=1 told_torches=1 gate=1 rises=7", moves = "Z",
      told = "ebb", says = "The reservoir is empty" },
    { "counts the granary after an enemy turn", start = GRANARY, moves = "M:c7 r f .",
      goals = { granary = "open" }, to_move = NORTH },
    { "ends when it was held", start = GRANARY, moves = "M:c7 r f . Z",
      goals = { granary = "done" }, ending = "granary", winner = SOUTH },
    { "ends at night", start = FIELD .. "mv=B tn=39 rs=1F6,2I4 scenario_turn=39 scenario_seat=2 "
      .. "told_miller=1 gate=2", moves = "Z", goals = { night = "done" }, winner = NORTH },
  },
  probe = { wins = { { 25, 50 }, { 50, 75 } }, levels = { { 40, 65 }, { 35, 60 } },
    unreached = { "granary" } },
}
