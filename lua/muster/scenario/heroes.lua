--- Heroes of a scenario: names for pieces of the game.

local heroes = require("muster.heroes")
local parts = require("muster.scenario.parts")

---Name pieces of the game: { names = { "kay" }, at = { kay = "c3" } }.
---@param form muster.HeroesForm
---@return muster.Heroes
function parts.scenario.heroes(form)
  local band = heroes.declare(form)
  parts.placing[#parts.placing + 1] = band.place
  parts.bands[#parts.bands + 1] = band
  return band
end
