-- The kingdoms whose battalions and ramparts exist: all that the core rules must know about them.
-- Arts are in the module of the kingdom, which may also bring a kingdom that is not listed here, by
-- `offers = { kingdom = { letter = , word = , name = , colour = } }` in its muster.module.

---@class warline.kingdom
---@field letter string in moves and positions
---@field word string its name in the files of modules
---@field name string
---@field colour string of its pieces in scenes

---@type warline.kingdom[] in the order of their numbers, from 0
local kingdoms = {
  { letter = "F", name = "Flaym", colour = "red" },
  { letter = "I", name = "Frost", colour = "blue" },
  { letter = "S", name = "Sey", colour = "cyan" },
  { letter = "T", name = "Timber", colour = "green" },
  { letter = "B", name = "Blak", colour = "grey" },
}

for _, kingdom in ipairs(kingdoms) do kingdom.word = kingdom.name:lower() end
return require("muster.offers")(kingdoms, "kingdom",
  { letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", texts = "colour", needed = "colour" })
