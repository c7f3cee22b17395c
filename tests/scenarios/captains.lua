--- Two captains among battalions that look alike: a scenario that names pieces of WARLINE.
local LINE = "WT1 7x7 2,2I4n,1,2I4s,2/7/3,2I2s,3/3,1F3n,3/2,1F3n,1,1F3n,2/7/7 "

return {
  title = "The Two Captains", author = "Muster", difficulty = 1,
  game = "warline-tactical",
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        .    .    2I4n .    2I4s .    .
        .    .    .    .    .    .    .
        .    .    .    2I2s .    .    .
        .    .    .    1F3n .    .    .
        .    .    1F3n .    1F3n .    .
        .    .    .    .    .    .    .
        .    .    .    .    .    .    .
      ]], rs = "1F5,2I5" })
    local captains = scenario.heroes { names = { "kay", "bors", "ice" },
      at = { kay = "d4", bors = "e3", ice = "d5" } }
    scenario.goal { "kay_lives", seat = 0, text = "Kay must not fall",
      failed = function() return not captains.on_board(captains.kay) end }
    scenario.goal { "captive", seat = 0, text = "Take Ice captive",
      done = function() return captains.lies_in(captains.ice, w.state.prison[0]) end }
    scenario.trigger { "news", says = "Ice is nowhere to be seen.",
      when = function() return not captains.on_board(captains.ice) end }
  end,
  expect = {
    { "names who lies there at the start", goals = { kay_lives = "open", captive = "open" },
      untold = "news", values = { ["hero[top(d4)]"] = 1, ["hero[top(e3)]"] = 2,
        ["hero[top(c3)]"] = 0, ["hero[top(d5)]"] = 3 } },
    { "lets the name go where the battalion goes", moves = "M:d4 l f .",
      values = { ["hero[top(c4)]"] = 1 }, goals = { kay_lives = "open" } },
    { "knows a captive among those who look alike", start = LINE .. "pr=A:2I2+2I2 gy=B:1F*2 "
        .. "rs=1F5,2I5 hero[prison[0]/1]=3 hero[graveyard[1]/2]=1",
      goals = { captive = "done", kay_lives = "failed" }, told = "news" },
    { "and who is not among them", start = LINE .. "pr=A:2I2+2I2 gy=B:1F*2 rs=1F5,2I5 hero[d4/1]=1",
      goals = { captive = "open", kay_lives = "open" }, told = "news" },
  },
}
