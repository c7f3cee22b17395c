-- Reasons for refusals that concern a zone. The core rules know where a move may lead and not
-- what lies there: a module that brings terrain names it.

-- By what is refused, listeners that give a better sentence, or nothing.
local hindered = {
  --- Why nobody deploys there: the zone, or nil where there is none, and the General.
  deploy = muster.hook { "hindered.deploy", fold = "first" },
  --- Why nobody comes back from Prison there: the zone, or nil where there is none.
  extricate = muster.hook { "hindered.extricate", fold = "first" },
  --- Why no ritual begins there: the zone, or nil where there is none.
  sacrifice = muster.hook { "hindered.sacrifice", fold = "first" },
  --- Why no rampart is built there: the zone, or nil where there is none.
  build = muster.hook { "hindered.build", fold = "first" },
  --- Why the battalion that maneuvers may not enter the zone ahead.
  enter = muster.hook { "hindered.enter", fold = "first" },
  --- Why it cannot pay for a Move there.
  pay = muster.hook { "hindered.pay", fold = "first" },
  --- Why the enemy there cannot be routed.
  rout = muster.hook { "hindered.rout", fold = "first" },
  --- Why the routed battalion does not land there: the zone, or nil where there is none.
  land = muster.hook { "hindered.land", fold = "first" },
}

return { hindered = hindered }
