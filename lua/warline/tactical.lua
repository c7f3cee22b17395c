-- WARLINE: Tactical, the core rules: what both Generals may do with battalions and ramparts alone.
--
-- The chapters stand in files of their own, each of which puts what it offers into one table, `w`.
-- Modules that add to this one get it by require("warline.tactical").

muster.module {
  title = "WARLINE: Tactical, core rules",
  section = "warline",
  options = function() return require("warline.tactical.options") end,
}

-- In this order fields, events, decisions and kinds of moves are declared.
for _, chapter in ipairs {
  "generals", "board", "state", "sides", "refusals", "queries", "combat", "flow", "ending",
  "deploy", "orders", "maneuver", "reface", "stacks", "capability", "steps", "solo", "victory",
  "harm", "notation", "reading", "start", "actions", "scene", "worth", "verify", "reface_line",
} do
  require("warline.tactical." .. chapter)
end

return require("warline.tactical.core")
