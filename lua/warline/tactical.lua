-- WARLINE: Tactical, the core rules: what both Generals may do with battalions and ramparts alone.
--
-- Each chapter is a file that returns what it offers. Modules that add to this one get all of them
-- by require("warline.tactical"), as groups: `w.state.arms` is the field `arms` of state.lua. Kinds
-- of moves are found by muster.move_named.

local options = muster.module {
  title = "WARLINE: Tactical, core rules",
  section = "warline",
  options = function() return require("warline.tactical.options") end,
}

-- In this order fields, events, decisions and kinds of moves are declared.
---@class warline.tactical
return require("muster.chapters").grouped("warline.tactical", {
  "generals", "board", "state", "sides", "refusals", "queries", "stacks", "combat", "flow",
  "ending", "deploy", "orders", "maneuver", "reface", "capability", "steps", "solo", "victory",
  "harm", "notation", "reading", "start", "actions", "scene", "evaluation", "verify",
  "reface_line",
}, { options = options })
