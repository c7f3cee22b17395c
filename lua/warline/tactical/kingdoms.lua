-- The kingdoms whose battalions and ramparts exist: what the core rules must know of them. What a
-- kingdom can do beside that stands in its own module.

---@class warline.kingdom
---@field letter string in moves and positions
---@field word string its name in expressions
---@field name string
---@field colour string of its pieces in scenes

---@type warline.kingdom[] in the order of their numbers, from 0
return {
  { letter = "F", word = "flaym", name = "Flaym", colour = "red" },
  { letter = "I", word = "frost", name = "Frost", colour = "blue" },
  { letter = "S", word = "sey", name = "Sey", colour = "cyan" },
  { letter = "T", word = "timber", name = "Timber", colour = "green" },
  { letter = "B", word = "blak", name = "Blak", colour = "grey" },
}
