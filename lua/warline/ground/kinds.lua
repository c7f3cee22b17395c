-- The kinds of terrain (chapter 43, WT-DATA-3): a line each. What a line cannot say stands in
-- warline.ground.

---@class warline.terrain_kind
---@field word string its name in expressions
---@field letter string? in positions; Flatland has none
---@field name string
---@field colour string? in scenes
---@field label string? in a zone of a scene: 7 letters, or 5 where a General controls it
---@field entry integer actions to move onto it
---@field deadly boolean? nobody enters, deploys or comes back there; who is routed there dies
---@field barren boolean? no rampart is built there
---@field wet boolean? no Sacrifice Ritual
---@field held boolean? only the General who controls it deploys there

---@type warline.terrain_kind[] in the order of their numbers, from 0
return {
  { word = "flatland", name = "Flatland", entry = 1 },
  { word = "mountain", letter = "m", name = "Mountain", label = "Mount.", colour = "grey",
    entry = 3 },
  { word = "hills", letter = "h", name = "Hills", label = "Hills", colour = "yellow", entry = 2 },
  { word = "valley", letter = "v", name = "Valley", label = "Valley", colour = "white", entry = 0 },
  { word = "forest", letter = "f", name = "Forest", label = "Forest", colour = "green", entry = 3 },
  { word = "marsh", letter = "a", name = "Marsh", label = "Marsh", colour = "brown", entry = 4,
    barren = true,
    wet = true },
  { word = "waterbody", letter = "w", name = "Waterbody", label = "Water", colour = "blue",
    entry = 5,
    barren = true, wet = true },
  { word = "chasm", letter = "c", name = "Chasm", label = "Chasm", colour = "black", entry = 0,
    barren = true,
    deadly = true },
  { word = "ice", letter = "i", name = "Ice", label = "Ice", colour = "cyan", entry = 4 },
  { word = "crag", letter = "g", name = "Crag", label = "Crag", colour = "orange", entry = 3,
    barren = true },
  { word = "cliffside", letter = "l", name = "Cliffside", label = "Cliff", colour = "black",
    entry = 0,
    barren = true, deadly = true },
  { word = "populace", letter = "p", name = "Populace", label = "Pop.", colour = "purple",
    entry = 2,
    held = true },
  { word = "stronghold", letter = "s", name = "Stronghold", label = "Str.", colour = "red",
    entry = 6,
    held = true },
}
