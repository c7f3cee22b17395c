-- Battle Line, with one deck and five flags (short) or with two decks and nine flags (long).
--
-- The chapters stand in files of their own. They share one table, `w`: the options, readers and
-- writers of fields, and texts that several chapters use. It is filled while loading and never
-- written afterwards. Modules that add to this one get it by require("battle_line").

local options = muster.module {
  title = "Battle Line",
  section = "battle_line",
  options = require("battle_line.options"),
}

muster.game { title = "Battle Line", seats = 2 }

---@class battle_line
---@field options table values of the options by key
---@field text table texts of effects
---@field get table readers of fields
---@field set table writers of fields
local w = { options = options, text = {}, get = {}, set = {} }

local chapters = {
  "cards", "state", "formations", "turn", "claims", "announce", "tactics", "environment",
  "out_of_turn", "notation", "reading", "scene", "worth", "verify", "texts",
}
for _, chapter in ipairs(chapters) do
  require("battle_line." .. chapter)(w)
end

return w
