-- WARLINE: what terrain does (chapter 43). Where terrain lies when a battle begins is said by
-- warline.terrain; arts change it during one (WT-RUL-243).

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: what terrain does",
  requires = { "warline.tactical" },
  options = {
    option.no("forest_fire_pierces_vigor",
      "Does Vigor give no protection in the fire of a sacrifice?"),
    option.yes("area_hits_stack",
      "Do effects on a zone reach all levels of a stack, or its topmost battalion only?"),
  },
}
local w = require("warline.tactical")
if w.options.capability_horizon == "next_turn" then
  error("capability_horizon = next_turn does not know terrain and arts, as in warline.ground: "
    .. "use solo (WT-RUL-241)", 0)
end

-- What other modules use, joined into one table: its functions are few, and all are about ground.
---@class warline.ground
local ground = require("muster.chapters").joined("warline.ground", {
  "facts", "effects", "view", "refusals", "able", "search", "texts",
})

local terrain, abyss, terrain_at = ground.terrain, ground.abyss, ground.terrain_at
local lying = ground.lying
local forest, waterbody = ground.kind("forest"), ground.kind("waterbody")
local cliffside, stronghold = ground.kind("cliffside"), ground.kind("stronghold")

-- ---- what the core rules ask --------------------------------------------------------------------

local entry = {}
for i = 0, #ground.kinds do entry[i] = ground.kinds[i].entry end
local mild = lying(function(kind) return kind.entry <= 1 end)
local barren = lying(function(kind) return kind.barren end)
local wet = lying(function(kind) return kind.wet end)
local held = lying(function(kind) return kind.held end)

w.queries.entry_fee:amend(function(_, _, there) return entry[terrain[there]] end)
w.queries.may_enter:amend("and", function(_, there) return not abyss()[there] end)
w.queries.land:amend("and", function() return zones - abyss() end)
w.queries.gentle:amend("and", mild)
w.queries.routable:amend("and", function(unit) return terrain_at(place(unit)) ~= stronghold end)
w.queries.rout_ground:amend("and", function(from)
  if terrain[from] == waterbody then return zones - ground.open(cliffside) end
  return zones
end)
w.queries.building_ground:amend("and", function() return zones - barren() end)
w.queries.altars:amend("and", function() return zones - (wet() - w.queries.walls()) end)
w.queries.ritual_holds:amend("and", function(unit)
  return not (wet() - w.queries.walls())[place(unit)]
end)
w.queries.refuge:amend("and", function() return zones - abyss() end)
w.queries.placeable:amend("and", function(seat)
  return zones - abyss() - held():where(function(zone) return ground.holder[zone] ~= seat + 1 end)
end)

-- A Rout can be in reach where no step is: an enemy ahead on dear ground (WT-RUL-42).
w.queries.may_set_out:amend("or", function(unit, zone, budget)
  if not w.queries.bare(unit) then return false end
  for way = 0, 3 do
    if w.state.turning[(way - w.state.facing[unit]) % 4] < budget
      and w.queries.may_rout(unit, step(zone, way)) then
      return true
    end
  end
  return false
end)

-- ---- what happens -------------------------------------------------------------------------------

-- A battalion routed into a Chasm or over a Cliffside is dead, not captured (WT-RUL-155).
w.maneuver.routed:on(function(unit, _, to)
  if abyss()[to] then w.combat.bury(unit) end
end)

local sacrifice_fire = ground.burning(2, options.forest_fire_pierces_vigor)
w.steps.sacrificed:on(function(_, zone)
  if terrain_at(zone) == forest then sacrifice_fire(zone) end
end)

w.verify.checks:on(function(demand)
  for zone in zones do
    local kind = ground.kinds[terrain_at(zone)]
    demand(not kind.deadly or ground.traits.holds_over_abyss or not top(zone), "WT-INV-5",
      "a battalion is on " .. kind.name)
    demand(ground.holder[zone] == 0 or ground.kinds[terrain[zone]].held, "WT-RUL-156",
      "ground is controlled that nobody can control")
  end
end)

return ground
