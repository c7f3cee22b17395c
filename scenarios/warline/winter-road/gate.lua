--- The Salt Gate: the last scenario of a campaign. Veterans stand before the gate from the start,
--- recruits come later; who has seen the standard of Frost fall fights with less heart.
local SNOW = 22
local GATE = "d7"

-- Where veterans stand, the strongest first; the others of six are recruits.
local ARMS = { 6, 5, 4, 3, 2, 1 }
local FRONT = { "d2", "c2", "e2", "b2", "f2", "d1" }

-- The southern rows of the field, with as many veterans.
local function southern(veterans)
  local at, drawn = {}, ""
  for i = 1, veterans do at[FRONT[i]] = "1F" .. ARMS[i] .. "n" end
  for _, number in ipairs { "2", "1" } do
    for _, letter in ipairs { "a", "b", "c", "d", "e", "f", "g" } do
      drawn = drawn .. " " .. (at[letter .. number] or ".")
    end
    drawn = drawn .. "\n"
  end
  return drawn
end

return {
  title = "The Salt Gate", author = "Muster", difficulty = 4,
  game = "warline-tactical",
  story = [[The Salt Gate stands open, for there is nobody in the north who would attack it at
this time of the year.

Hold the gate, d7, from one turn of your own to the next, before the snow closes the road. The
recruits are a day behind you.]],
  seats = { { name = "The southern army" }, { name = "The Salt Gate", computer = "level3" } },
  brings = {
    veterans = { max = 6, default = 5, help = "veterans of the road" },
    standard = { help = "the standard of Frost, taken at the ford" },
  },
  links = {
    { winner = 0, says = "The gate is yours. In spring they will call it a miracle." },
    { says = "The snow comes, and the gate is shut. The road home is long." },
  },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    local veterans, standard = scenario.brought.veterans, scenario.brought.standard
    local wing, recruits = standard and "." or "2I1s", {}
    for i = veterans + 1, 6 do recruits[#recruits + 1] = "F" .. ARMS[i] end
    scenario.start(battle { field = [[
        .     .     [2I]  2I3s  [2I]  .     .
        .     ]] .. wing .. [[  2I5s  2I6s  2I4s  2I2s  .
        .     .     .     .     .     .     .
        .     .     .     .     .     .     .
        .     .     .     .     .     .     .
]] .. southern(veterans), rs = "1F3,2I2",
      un = #recruits > 0 and "1:" .. table.concat(recruits) or nil })
    for _, deaths in pairs { w.state.needs.overpower, w.state.needs.crush } do
      for seat = 0, 1 do deaths[seat] = 99 end
    end
    local gate = scenario.region(GATE)
    local now = muster.state { { "held", help = "the gate, for a turn of the watch" } }
    w.steps.turn_began:on(function(side)
      if side == 0 and #(tops(w.state.battalion, 0) & gate) > 0 then now.held = true end
    end)
    if standard then
      scenario.trigger { "dismay", turn = 2,
        says = "The watch sees its own standard before the gate. Some have gone home." }
    end
    scenario.reserve { "recruits", place = w.state.undeployed[0], to = "a1 b1 c1 d1 e1 f1 g1",
      turn = 5, enters = function(unit) w.state.facing[unit] = 0 end,
      says = "The recruits have caught up." }
    scenario.goal { "gate", seat = 0, text = "Hold the gate, d7, for an enemy turn",
      wins = true, done = function() return now.held end }
    scenario.goal { "snow", seat = 1, text = "Hold the gate until the snow", wins = true,
      progress = function() return "turn " .. scenario.turn() .. " of " .. SNOW - 1 end,
      done = function() return scenario.turn() >= SNOW end }
    scenario.favour(function(seat)
      local close = 8 * #(tops(w.state.battalion, 0) & near(gate))
      return seat == 0 and close or 0 - close
    end)
  end,
  expect = {
    { "begins with five veterans", to_move = 0, goals = { gate = "open", snow = "open" },
      legal = { "M:d2", "M:f2" }, refused = "M:d1", untold = "recruits" },
    { "begins with two veterans", brings = { veterans = 2 }, legal = "M:c2", refused = "M:e2" },
    { "the standard dismays the watch", brings = { standard = true }, moves = "M:d2 f .",
      told = "dismay", says = "Some have gone home", to_move = 1, refused = "M:b6" },
    { "without it the wing stands", moves = "M:d2 f .", to_move = 1, legal = "M:b6" },
    { "the recruits come in turn 5", start = "WT1 7x7 3,2I3s,3/7/7/7/3,1F6n,3/7/7 mv=B tn=4 "
      .. "un=1:F1 rs=1F3,2I2 scenario_turn=4 scenario_seat=2", moves = "Z", told = "recruits",
      legal = "M:a1" },
    { "the gate is held for a turn of the watch", start = "WT1 7x7 3,1F3n,3/7/7/7/7/7/2I3s,6 mv=B "
      .. "tn=8 rs=1F3,2I2 scenario_turn=8 scenario_seat=2", moves = "Z", goals = { gate = "done" },
      ending = "gate", winner = 0, leads = "" },
    { "it is not enough to enter it", start = "WT1 7x7 7/3,1F3n,3/7/7/7/7/2I3s,6 tn=9 rs=1F3,2I2 "
      .. "scenario_turn=9 scenario_seat=1", moves = "M:d6 f .", goals = { gate = "open" },
      to_move = 1 },
    { "the snow comes", start = "WT1 7x7 3,2I3s,3/7/7/7/3,1F6n,3/7/7 tn=21 rs=1F3,2I2 "
      .. "scenario_turn=21 scenario_seat=1", moves = "Z", goals = { snow = "done" }, winner = 1,
      leads = "" },
  },
  -- Chance seldom takes a gate.
  probe = { wins = { { 0, 15 }, { 85, 100 } }, levels = { { 35, 65 }, { 35, 65 } },
    unreached = { "gate" } },
}
