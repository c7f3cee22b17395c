-- Reasons for refusals that concern a zone. The core rules know where a move may lead and not
-- what lies there: a module that brings terrain names it.

local hook = require("muster.reasons").hook

-- By what is refused, listeners that give a better sentence, or nothing.
local hindered = {
  --- Why nobody deploys there: the zone, or nil where there is none, and the General.
  deploy = hook("hindered.deploy"),
  --- Why nobody comes back from Prison there: the zone, or nil where there is none.
  extricate = hook("hindered.extricate"),
  --- Why no ritual begins there: the zone, or nil where there is none.
  sacrifice = hook("hindered.sacrifice"),
  --- Why no rampart is built there: the zone, or nil where there is none.
  build = hook("hindered.build"),
  --- Why the battalion that maneuvers may not enter the zone ahead.
  enter = hook("hindered.enter"),
  --- Why it cannot pay for a Move there.
  pay = hook("hindered.pay"),
  --- Why the enemy there cannot be routed.
  rout = hook("hindered.rout"),
  --- Why the routed battalion does not land there: the zone, or nil where there is none.
  land = hook("hindered.land"),
}

return { hindered = hindered }
