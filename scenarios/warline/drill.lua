--- The drill ground: WARLINE in eight lessons. Each says what to do and waits until it is done;
--- what comes in a later lesson is refused by its number. The dummies only turn, and strike back.
local LESSONS = {
  "Lesson 1 of 8", -- the story tells it
  "Lesson 2. Arms 4 has 4 actions. It faces north, so it moves north: type f",
  "Lesson 3. A battalion turns left or right, an action each: type l or r. Then end the maneuver "
    .. "with . and your turn is over",
  "Lesson 4. Whoever moves onto an enemy strikes it. Order the battalion on d3 again, with M:d3. "
    .. "Turn it north, go to d4 with f, and strike the dummy on d5 with f-",
  "Lesson 5. Walls. In a maneuver a battalion builds a rampart on a zone beside it: end this "
    .. "maneuver with . and type M:b2, then b:b3, then .",
  "Lesson 6. Whoever has no good order stalls: type Z. But beware: the second Stall in a row "
    .. "loses",
  "Lesson 7. Lighten: a battalion may lay down Arms for good, to have more actions in each turn. "
    .. "Arms 5 on f2 becomes Arms 3 with L:f2>3n",
  "Lesson 8. Now win: bring a battalion to the standard on d7",
}
-- The same in a few words, beside the board.
local TASKS = { "type M:d2", "move north: f", "turn: l or r, then .", "strike the dummy on d5",
  "build a rampart: b:b3", "stall: Z", "lighten: L:f2>3n", "bring a battalion to d7" }

return {
  title = "The Drill Ground, a tutorial", author = "Muster", difficulty = 1,
  game = "warline-tactical",
  options = { warline = { declare = "manual" } },
  story = [[The sergeant does not shout. He has seen too many recruits.

Type ? at any time to see what can be done, and undo to take something back.

Lesson 1 of 8. A turn is one order. The usual one is a maneuver: name the zone of a battalion. Type
M:d2.]],
  seats = { { name = "The recruits" }, { name = "The dummies", computer = "random" } },
  load = function(scenario)
    local w = require("warline.tactical")
    local battle = require("warline.drawing")
    scenario.start(battle {
      field = [[
        2I3n 2I6n .    .    2I4n .    2I1n
        .    .    2I5n .    .    .    .
        .    .    .    2I2n .    .    .
        .    .    .    .    .    .    .
        .    .    .    .    .    .    .
        .    1F2n .    1F4n .    1F5n .
        .    .    .    .    .    .    .
      ]], rs = "1F6,2I6" })
    for _, deaths in pairs { w.state.needs.overpower, w.state.needs.crush } do deaths[0] = 99 end
    local drill = muster.state { { "lesson", max = #LESSONS, initial = 1 },
      { "heard", max = #LESSONS } }
    local standard = scenario.region("d7")

    for number, text in ipairs(LESSONS) do
      scenario.trigger { "lesson_" .. number, says = text,
        when = function() return drill.lesson == number end,
        deed = function() drill.heard = number end }
    end

    -- The next lesson, if the recruits have heard that one, and done it.
    local function passed(number, seat)
      if seat == 0 and drill.lesson == number and drill.heard == number then
        drill.lesson = number + 1
      end
    end
    -- A turn without more than turning is a Stall, too: here it costs nothing before lesson 6.
    scenario.after_ply(function()
      if w.state.stalls[1] > 0 then w.state.stalls[1] = 0 end
      if w.state.stalls[0] > 0 and drill.lesson < 6 then w.state.stalls[0] = 0 end
      if w.state.now.acting_zone then passed(1, me()) end
    end)
    w.maneuver.moved:on(function(unit) passed(2, owner[unit]) end)
    w.steps.turn_began:on(function(side) passed(3, 1 - side) end)
    w.combat.struck:on(function(striker) passed(4, owner[striker]) end)
    w.maneuver.built:on(function(wall) passed(5, owner[wall]) end)
    w.orders.stalled:on(function(side) passed(6, side) end)
    w.orders.lightened:on(function(unit) passed(7, owner[unit]) end)

    local function before(lesson)
      return function() return me() == 1 or drill.lesson < lesson end
    end
    local function dummies() return me() == 1 end
    for _, name in ipairs { "lighten", "transfer" } do
      muster.move_named(name):forbid("DRILL-7", "not yet: to lighten is lesson 7", before(7))
    end
    for _, name in ipairs { "maneuver", "lighten", "transfer" } do
      muster.move_named(name):forbid("DRILL-0", "the dummies only turn", dummies)
    end
    muster.move_named("sacrifice"):forbid("DRILL-0", "nobody is sacrificed here",
      function() return true end)

    scenario.goal { "drilled", seat = 0, text = "Pass all lessons", wins = true,
      progress = function() return drill.lesson .. " of 8: " .. TASKS[drill.lesson] end,
      says = "The sergeant nods: that is all he can teach. A whole battle is muster play "
        .. "warline-tactical --quick, and muster list scenarios names more stories",
      done = function()
        return drill.lesson == #LESSONS and #(tops(w.state.battalion, 0) & standard) > 0
      end }
    scenario.goal { "evening", seat = 0, text = "Be done before turn 300", loses = true,
      laments = "It is dark. Come back tomorrow.",
      failed = function() return scenario.turn() >= 300 end }
  end,
  expect = {
    { "begins with the first lesson", told = "lesson_1", untold = "lesson_2",
      refused = { "L:d2>1n", "K:d2" } },
    { "hears an order", moves = "M:d2", told = "lesson_2", untold = "lesson_3" },
    { "sees a move, a turn and the end of a turn", moves = "M:d2 f", told = "lesson_3",
      untold = "lesson_4" },
    { "sees the end of a turn", moves = "M:d2 f l .", told = "lesson_4", to_move = 1 },
    { "sees a strike", moves = "M:d2 f r . Z M:d3 l f f-", told = "lesson_5",
      says = "Lesson 5. Walls" },
    { "keeps the later orders for later", moves = "M:d2 f r . Z M:d3 l f f- . Z",
      refused = "L:f2>3n" },
    { "goes to the last lesson",
      moves = "M:d2 f r . Z M:d3 l f f- . Z M:b2 b:b3 . Z Z Z L:d5>3n Z", told = "lesson_8",
      goals = { drilled = "open" } },
    { "ends at the standard",
      moves = "M:d2 f r . Z M:d3 l f f- . Z M:b2 b:b3 . Z Z Z L:d5>3n Z M:d5 f f",
      goals = { drilled = "done" }, ending = "drilled", winner = 0 },
    { "loses by two Stalls in lesson 6",
      moves = "M:d2 f r . Z M:d3 l f f- . Z M:b2 b:b3 . Z Z Z L:d5>3n Z Z Z Z", ending = "forced",
      winner = 1 },
    { "ends in the evening", start = "WT1 7x7 2I3n,6/7/7/7/7/1,1F2n,3,1F5n,1/7 tn=299 "
      .. "rs=1F6,2I6 op=declare=manual scenario_turn=299 scenario_seat=1 lesson=2 heard=2",
      moves = "M:b2 f l .", goals = { evening = "failed" }, ending = "evening_failed" },
  },
  -- Rare outcomes of chance are cases above.
  probe = { unreached = { "drilled", "evening", "lesson_6", "lesson_7", "lesson_8" } },
}
