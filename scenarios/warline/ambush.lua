--- The silver road: an escort camps among five woods, and in two of them somebody lies in wait.
local SOUTH, NORTH = 0, 1

-- Positions for the cases below: two battalions of the escort are lost; the night is almost over.
local LOST = "WT1 7x7 3,2I6s,3/7/1,{f},1,{f},1,{f},1/7/1,{f},1,2I5s,1,{f},1/3,1F1n,3/1F6n,6 vr=t "
  .. "mv=B tn=6 gy=B:1F*2 rs=1F6,2I3 scenario_turn=6 scenario_seat=2"
local LATE = "WT1 7x7 3,2I6s,3/7/1,{f},1,{f},1,{f},1/7/1,{f},3,{f},1/7/3,1F6n,3 vr=t mv=B tn=29 "
  .. "rs=1F6,2I3 scenario_turn=29 scenario_seat=2"

return {
  title = "The Silver Road", author = "Muster", difficulty = 3,
  game = "warline-terrain",
  options = { ["warline.terrain"] = { layout = "none", zones = "f:b3,f3,b5,f5,d5" } },
  story = [[Twelve mules carry the pay of a garrison. Every night the escort has counted the
fires of the outlaws. Tonight there are fewer.

Two companies have left their camp: archers (Arms 2 and 3) and axes (Arms 4). Each lies in wait in
one of the five woods. Whoever of the escort comes beside a wood finds who is there, or knows that
nobody is. The outlaws need not wait for that: in a turn of theirs, before their order,
ambush:archers and ambush:axes bring the companies out.

The outlaws want to kill or capture three battalions of the escort. In turn 30 it is morning, and
the garrison comes.]],
  seats = { { name = "The escort" }, { name = "The outlaws", computer = "level3" } },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .     .     .     2I6s  .     .     .
        .     .     2I5s  .     2I1s  .     .
        .     {f}   .     {f}   .     {f}   .
        .     .     .     .     .     .     .
        .     {f}   .     .     .     {f}   .
        .     .     1F4n  1F6n  1F3n  .     .
        .     1F2n  .     1F5n  .     1F1n  .
      ]], un = "2:I2I3I4", rs = "1F6,2I3" })
    local woods = { "b3", "f3", "b5", "d5", "f5" }
    local function finds(lair)
      return #(tops(w.state.battalion, SOUTH) & (lair | near(lair))) > 0
    end
    local function enters(unit) w.state.facing[unit] = column(place(unit)) < 3 and 1 or 3 end
    scenario.ambush { "archers", seat = NORTH, place = w.state.undeployed[NORTH], lairs = woods,
      which = function(unit) return w.state.arms[unit] < 4 end, at = w.flow.order,
      title = "Where do the archers hide?", finds = finds, enters = enters,
      says = "Arrows out of the wood: the archers are here." }
    scenario.ambush { "axes", seat = NORTH, place = w.state.undeployed[NORTH], lairs = woods,
      which = function(unit) return w.state.arms[unit] == 4 end, at = w.flow.order,
      title = "Where do the axes hide?", finds = finds, enters = enters,
      says = "A horn, and the axes come out of the wood." }

    local function lost() return count(w.state.prison[NORTH]) + count(w.state.graveyard[NORTH]) end
    scenario.goal { "silver", seat = NORTH, text = "Kill or capture three battalions of the escort",
      wins = true, progress = function() return lost() .. " of 3" end,
      done = function() return lost() >= 3 end }
    scenario.goal { "morning", seat = SOUTH, text = "Hold out until turn 30", wins = true,
      progress = function() return "turn " .. scenario.turn() end,
      done = function() return scenario.turn() >= 30 end }
    scenario.favour(function(seat) return seat == NORTH and 20 * lost() or 0 - 20 * lost() end)
  end,
  expect = {
    { "asks the outlaws first", to_move = NORTH, decision = "hide_archers",
      legal = { "hide:b3", "hide:d5" }, refused = "hide:d4",
      goals = { silver = "open", morning = "open" } },
    { "then for the axes", moves = "hide:b5", to_move = NORTH, decision = "hide_axes",
      values = { ["lair_archers[1]"] = 3, hidden_archers = true } },
    { "then the escort begins", moves = "hide:b5 hide:d5", to_move = SOUTH, decision = "order",
      untold = { "archers", "axes" }, refused = "ambush:axes",
      values = { scenario_turn = 1, ["count(undeployed[1])"] = 3 } },
    { "the escort finds who is there", moves = "hide:b3 hide:d5 M:b1 f", told = "archers",
      untold = "axes", says = "Arrows out of the wood",
      values = { ["count(undeployed[1])"] = 1, open_archers = 1 } },
    { "two companies in one wood", moves = "hide:b3 hide:b3 M:b1 f", told = { "archers", "axes" },
      values = { ["count(undeployed[1])"] = 0 } },
    { "the escort finds that nobody is there", moves = "hide:b5 hide:d5 M:b1 f",
      untold = { "archers", "axes" }, values = { searched_archers = 1, hidden_archers = true } },
    { "they come out when they like", moves = "hide:b5 hide:d5 Z ambush:axes", told = "axes",
      untold = "archers", says = "A horn", to_move = NORTH, decision = "order",
      refused = "ambush:axes", legal = { "ambush:archers", "M:d5" } },
    { "both of them", moves = "hide:b5 hide:d5 Z ambush:axes ambush:archers",
      told = { "archers", "axes" }, values = { ["count(undeployed[1])"] = 0 } },
    { "three battalions are the silver", start = LOST, moves = "M:d3 f-", ending = "silver",
      goals = { silver = "done" }, winner = NORTH },
    { "ends in the morning", start = LATE, moves = "Z", ending = "morning",
      goals = { morning = "done" }, winner = SOUTH },
  },
  probe = { wins = { { 25, 50 }, { 50, 75 } }, levels = { { 35, 65 }, { 35, 65 } } },
}
