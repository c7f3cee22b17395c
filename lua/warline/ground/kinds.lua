-- The kinds of terrain (chapter 43, WT-DATA-3): one line each. Effects that a line cannot express
-- are in warline.ground. A module brings a kind of its own by `offers = { terrain = { letter = ,
-- word = , name = , entry = } }` in its muster.module; it comes behind these.

---@class warline.terrain_kind
---@field word string its name in rules and modules
---@field rule string? id of the rule that says what entering costs
---@field letter string? in positions; Flatland has none
---@field name string
---@field colour string? in scenes
---@field label string? in a zone of a scene: 7 letters, or 5 where a General controls it
---@field entry integer actions to move onto it
---
---What it forbids is the id of the rule that says so.
---@field deadly string? nobody enters or deploys there; who is routed there dies
---@field lost string? nobody comes back there from Prison: where it is deadly
---@field barren string? no rampart is built there
---@field wet string? no Sacrifice Ritual
---@field held string? only the General who controls it deploys there
---@field module string? the module that offers it; of the kinds of the book nil
---@field at string? where it does

---@type warline.terrain_kind[] in the order of their numbers, from 0
local kinds = {
  { name = "Flatland", entry = 1, rule = "WT-TERR-7" },
  { letter = "m", name = "Mountain", label = "Mount.", colour = "grey",
    entry = 3, rule = "WT-TERR-8" },
  { letter = "h", name = "Hills", colour = "yellow", entry = 2, rule = "WT-TERR-9" },
  { letter = "v", name = "Valley", colour = "white", entry = 0, rule = "WT-TERR-10" },
  { letter = "f", name = "Forest", colour = "green", entry = 3, rule = "WT-TERR-11" },
  { letter = "a", name = "Marsh", colour = "brown",
    entry = 4, barren = "WT-TERR-16", wet = "WT-TERR-17", rule = "WT-TERR-15" },
  { letter = "w", name = "Waterbody", label = "Water", colour = "blue",
    entry = 5, barren = "WT-TERR-19", wet = "WT-TERR-20", rule = "WT-TERR-18" },
  { letter = "c", name = "Chasm", colour = "black",
    entry = 0, barren = "WT-TERR-23", deadly = "WT-TERR-21", lost = "WT-TERR-24" },
  { letter = "i", name = "Ice", colour = "cyan", entry = 4, rule = "WT-TERR-25" },
  { letter = "g", name = "Crag", colour = "orange",
    entry = 3, barren = "WT-TERR-27", rule = "WT-TERR-26" },
  { letter = "l", name = "Cliffside", label = "Cliff", colour = "black",
    entry = 0, barren = "WT-TERR-31", deadly = "WT-TERR-28", lost = "WT-TERR-32" },
  { letter = "p", name = "Populace", label = "Pop.", colour = "purple",
    entry = 2, held = "WT-TERR-34", rule = "WT-TERR-33" },
  { letter = "s", name = "Stronghold", label = "Str.", colour = "red",
    entry = 6, held = "WT-TERR-36", rule = "WT-TERR-35" },
}

-- ---- the kinds that modules bring ---------------------------------------------------------------

for _, kind in ipairs(kinds) do kind.word = kind.name:lower() end
require("muster.offers")(kinds, "terrain", { letters = "abcdefghijklmnopqrstuvwxyz",
  texts = "label colour rule deadly lost barren wet held", numbers = "entry", needed = "entry" })
for _, kind in ipairs(kinds) do kind.label = kind.label or kind.name:sub(1, 7) end
return kinds
