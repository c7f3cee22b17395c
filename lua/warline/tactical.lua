-- WARLINE: Tactical, the core rules: what both Generals may do with battalions and ramparts alone.
--
-- Each chapter is a file that returns what it offers. All of that is
-- joined here into one table, `w`. Modules that add to this one get it by
-- require("warline.tactical"), and its kinds of moves by muster.move_named.

muster.module {
  title = "WARLINE: Tactical, core rules",
  section = "warline",
  options = function() return require("warline.tactical.options") end,
}

-- In this order fields, events, decisions and kinds of moves are declared.
---@class warline.tactical
return require("muster.chapters").joined("warline.tactical", {
  "generals", "board", "state", "sides", "refusals", "queries", "combat", "flow", "ending",
  "deploy", "orders", "maneuver", "reface", "capability", "steps", "solo", "victory", "harm",
  "notation", "reading", "start", "actions", "scene", "worth", "verify", "reface_line",
})
