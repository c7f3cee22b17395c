-- WARLINE: what terrain does (chapter 43). Where terrain lies when a battle begins is said by
-- warline.terrain; arts change it during one (WT-RUL-243). A zone under a rampart keeps its
-- terrain, but while the rampart stands nothing comes of it (WT-RUL-157).

local sources = { "warline.tactical" }
local settings = {
  { key = "forest_fire_pierces_vigor", type = "bool", default = false,
    help = "Does Vigor give no protection in the fire of a sacrifice?" },
  { key = "area_hits_stack", type = "bool", default = true,
    help = "Do effects on a zone reach all levels of a stack, or its topmost battalion only?" },
}
local options = muster.module {
  title = "WARLINE: what terrain does",
  requires = sources,
  options = settings,
}
local w = require("warline.tactical")
local kinds = require("warline.ground.kinds")
w.note_options(settings, options)

if w.options.capability_horizon == "next_turn" then
  error("capability_horizon = next_turn does not know terrain and arts, as in warline.ground: "
    .. "use solo (WT-RUL-241)", 0)
end

---@class warline.ground
---@field kinds warline.terrain_kind[] from 0
---@field number table<string, integer> of a kind, by its word
---@field get fun(zone: integer): integer the kind that lies there, covered or not
---@field holder fun(zone: integer): integer who controls the zone: 1 or 2, or 0 for nobody
---@field capable fun(condition: string) in `seat`: where it holds, that side can move and strike
---@field may_strike fun(condition: string) in `seat`: where it holds, that side can strike
---@field holds_over_abyss boolean? set by a module that lets battalions stay on Chasm, Cliffside
local ground = { kinds = {}, number = {} }

-- ---- facts --------------------------------------------------------------------------------------

local words = {}
local function table_of(name, value)
  local values = {}
  for i, kind in ipairs(kinds) do values[i - 1] = value(kind) end
  muster.values(name, values)
end
for i, kind in ipairs(kinds) do
  words[i], ground.kinds[i - 1], ground.number[kind.word] = kind.word, kind, i - 1
end
local set_ground, set_holder
ground.get, set_ground = muster.field { of = "zone", name = "ground", values = words,
  indexed = true }
muster.repetition("ground") -- other terrain is another position (WT-RUL-109)
ground.holder, set_holder = muster.field { of = "zone", name = "holder", max = w.generals }
table_of("entry", function(kind) return kind.entry end)
table_of("mild", function(kind) return kind.entry <= 1 and 1 or 0 end)
for _, trait in ipairs({ "deadly", "barren", "wet", "held" }) do
  table_of(trait, function(kind) return kind[trait] and 1 or 0 end)
end

muster.define("terrain(zone)", "if walled(zone) then flatland else ground(zone)",
  { help = "The kind of terrain in force on a zone: Flatland beneath a rampart." })
muster.define("abyss", "{z in zones: deadly(ground(z))}",
  { help = "Zones of a kind that kills, covered or not." })
-- Zones on which terrain of a kind lies open, and those of one kind that hang together.
muster.define("open_ground(kind)", "{z in zones: ground(z) == kind} - walls",
  { help = "Zones on which terrain of that kind lies open." })
muster.define("expanse(zone)", "flood(only(zone), open_ground(ground(zone)))",
  { help = "The open zones of the kind of this one that hang together with it." })
-- The zone itself and its neighbours, as far as they are of that kind.
muster.define("patch(zone, kind)", "open_ground(kind) & (only(zone) | near(zone))",
  { help = "The zone and its neighbours, as far as they are open and of that kind." })
-- Where battalions stand that an effect on their zone reaches (WT-RUL-131).
muster.define("crowds", "tops(battalion) - walls",
  { help = "Zones with battalions that an effect on their zone reaches." })
-- Does burning and scalding cost this battalion nothing?
muster.query("fireproof(unit)", "false", { help = "Does burning and scalding cost it nothing?" })

-- ---- what the core rules ask --------------------------------------------------------------------

muster.amend("entry_fee", "entry(ground(there))")
muster.amend("may_enter", "not deadly(ground(there))", "and")
muster.amend("land", "zones - abyss", "and")
muster.amend("gentle", "{z in zones: mild(ground(z))}", "and")
muster.amend("routable", "terrain(place(unit)) ~= stronghold", "and")
muster.amend("rout_ground", "if ground(from) == waterbody then zones - open_ground(cliffside) "
  .. "else zones", "and")
muster.amend("building_ground", "zones - {z in zones: barren(ground(z))}", "and")
muster.amend("altars", "zones - ({z in zones: wet(ground(z))} - walls)", "and")
muster.amend("ritual_holds", "not wet(terrain(place(unit)))", "and")
muster.amend("refuge", "zones - abyss", "and")
muster.amend("placeable", "zones - abyss "
  .. "- {z in {y in zones: held(ground(y))}: holder(z) ~= seat + 1}", "and")
-- A Rout can be in reach where no step is: an enemy ahead on dear ground (WT-RUL-42).
muster.amend("may_set_out", "bare(unit) and some(d in 0 .. 3: "
  .. "turning((d - facing(unit)) % 4) < budget and may_rout(unit, step(zone, d)))", "or")

-- ---- what happens -------------------------------------------------------------------------------

muster.event("ground_turned(zone, before, after)",
  { help = "The terrain of a zone became another kind." })

-- Who is routed into a Chasm or over a Cliffside is dead, and no prisoner (WT-RUL-155).
muster.on("routed", "if deadly(ground(to)) then " .. w.text.bury("unit") .. "end")

local is_fireproof = muster.expr("fireproof(unit)", "unit")
local reached = muster.expr("crowds")
ground.expanse = muster.expr("expanse(zone)", "zone")
ground.patch = muster.expr("patch(zone, kind)", "zone", "kind")
ground.under = muster.expr("terrain(zone)", "zone")

---Lay terrain of a kind on a zone, before a battle.
---@param zone integer
---@param kind integer
---@param holder integer? General who controls it
function ground.lay(zone, kind, holder)
  set_ground(zone, kind)
  set_holder(zone, holder or 0)
end

---Turn the terrain of all these zones into another kind. The turn is not idle (WT-RUL-109).
---@param zones integer|muster.Set
---@param kind integer
function ground.turn(zones, kind)
  for zone in muster.each(zones) do
    local before = ground.get(zone)
    if before ~= kind then
      ground.lay(zone, kind)
      w.set.idle(-1)
      muster.emit("ground_turned", zone, before, kind)
    end
  end
end

---The same as effects.
---@param zones string
---@param kind string
---@return string
function ground.turn_text(zones, kind)
  return "for z in " .. zones .. " - {y in zones: ground(y) == " .. kind .. "} do "
    .. "let before = ground(z) ground(z) = " .. kind .. " holder(z) = 0 idle = -1 "
    .. "emit(ground_turned, z, before, " .. kind .. ") end "
end

local function levels(zone)
  return options.area_hits_stack and muster.pieces_in(zone) or { muster.top(zone) }
end

---The battalions on these zones that an effect on their zones reaches, at all levels (WT-RUL-116).
---@param zones integer|muster.Set
---@param takes (fun(unit: integer): any)? which of them
---@return integer[]
function ground.crowd(zones, takes)
  local units, open = {}, reached()
  for zone in muster.each(zones) do
    for _, unit in ipairs(muster.has(open, zone) and levels(zone) or {}) do
      if not takes or takes(unit) then units[#units + 1] = unit end
    end
  end
  return units
end

---Is this battalion hurt by burning and scalding?
---@param unit integer
---@return boolean
function ground.burns(unit)
  return is_fireproof(unit) == 0
end

---Burn down the Forest on a zone and all that hangs together with it (WT-TERR-13, WT-RUL-119).
---@param zone integer
---@param loss integer Arms that each battalion on it loses
---@param pierces boolean Vigor gives no protection
function ground.burn_forest(zone, loss, pierces)
  local forest = ground.expanse(zone)
  local burnt = ground.crowd(forest, ground.burns)
  ground.turn(forest, ground.number.flatland)
  w.harm(burnt, loss, pierces)
end

muster.func("forest_fire(zone)", function(zone)
  ground.burn_forest(zone, 2, options.forest_fire_pierces_vigor)
  return 0
end)
muster.on("sacrificed", "if terrain(zone) == forest then forest_fire(zone) end")

w.checks[#w.checks + 1] = function(demand)
  for zone = 0, w.zone_count - 1 do
    local kind = ground.kinds[ground.under(zone)]
    demand(not kind.deadly or ground.holds_over_abyss or muster.top(zone) < 0, "WT-INV-5",
      "a battalion stands on " .. kind.name)
    demand(ground.holder(zone) == 0 or ground.kinds[ground.get(zone)].held, "WT-RUL-156",
      "ground is controlled that nobody can control")
  end
end

require("warline.ground.view")(w, ground)
require("warline.ground.refusals")(w, ground)
require("warline.ground.able")(w, ground)
require("warline.ground.texts")(options)

return ground
