-- What lies on the field: the kinds of terrain, who controls a zone, and the sets of zones that
-- rules ask for. A zone under a rampart keeps its terrain, but while the rampart stands nothing
-- comes of it (WT-RUL-157).

local w = require("warline.tactical")
local list = require("warline.ground.kinds")

---@type table<integer, warline.terrain_kind>
local kinds = {} -- from 0
---@type table<string, integer>
local number = {} -- of a kind, by its word
for i, kind in ipairs(list) do kinds[i - 1], number[kind.word] = kind, i - 1 end

--- The kind of terrain, by its number in `kinds`; 0 is Flatland.
local terrain = muster.field { "ground", of = "zone", max = #list - 1, indexed = true }
muster.repetition("ground") -- other terrain is another position (WT-RUL-109)
--- The General who controls the terrain, from 1; 0 for nobody.
local holder = muster.field { "holder", of = "zone", max = seats }

---The number of a kind of terrain.
---@param word string
---@return integer
local function kind_called(word)
  if number[word] then return number[word] end
  local words = {}
  for i, kind in ipairs(list) do words[i] = kind.word end
  muster.fault(("no terrain is called '%s'; expected one of: %s"):format(word,
    table.concat(words, ", ")))
  return 0 -- check goes on
end
local flatland = kind_called("flatland")

---The zones, covered or not, with a kind of which `fits` is true.
---@param fits fun(kind: warline.terrain_kind): any
---@return fun(): muster.Set
local function lying(fits)
  local numbers = {}
  for i, kind in ipairs(list) do
    if fits(kind) then numbers[#numbers + 1] = i - 1 end
  end
  return function()
    local found = nothing
    for _, each in ipairs(numbers) do found = found | terrain:where(each) end
    return found
  end
end

--- Zones of a kind that kills, covered or not.
---@type fun(): muster.Set
local abyss = muster.once(lying(function(kind) return kind.deadly end))

---The kind of terrain in force on a zone: Flatland beneath a rampart.
---@param zone muster.Zone?
---@return integer
local function terrain_at(zone)
  if w.queries.walled(zone) then return flatland end
  return terrain[zone]
end

---Zones on which terrain of that kind lies open.
---@param which integer
---@return muster.Set
local function open(which) return terrain:where(which) - w.queries.walls() end

---The open zones of the kind of this one that hang together with it.
---@param zone muster.Zone
---@return muster.Set
local function expanse(zone) return flood(only(zone), open(terrain[zone])) end

---The zone and its neighbours, as far as they are open and of that kind.
---@param zone muster.Zone
---@param which integer
---@return muster.Set
local function patch(zone, which) return open(which) & (only(zone) | near(zone)) end

--- Zones with battalions that an effect on their zone reaches (WT-RUL-131).
---@type fun(): muster.Set
local crowds = muster.once(function() return tops(w.state.battalion) - w.queries.walls() end)

---Lay terrain of a kind on a zone, before a battle.
---@param zone muster.Zone
---@param which integer
---@param general integer? who controls it, from 1
local function lay(zone, which, general)
  terrain[zone] = which
  holder[zone] = general or 0
end

---@class warline.ground_traits written by modules while they load
---@field holds_over_abyss boolean may battalions stay on Chasm and Cliffside, on ramparts?
---@field closes boolean does Closure remove all terrain when few are left?
---@field leaps boolean can arts that are a kind of Move be used on top of another battalion?
local traits = { holds_over_abyss = false, closes = false, leaps = false }

return { kinds = kinds, traits = traits, number = number, kind = kind_called, terrain = terrain,
  holder = holder, lying = lying, abyss = abyss, terrain_at = terrain_at, open = open,
  expanse = expanse, patch = patch, crowds = crowds, lay = lay }
