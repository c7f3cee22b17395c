-- The battle arts of Flaym (chapter 37).

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: battle arts of Flaym",
  requires = { "warline.arts" },
  options = {
    option.choice("pounce_cost", { "entry", "flat1" },
      "Price of a Pounce: the price of entering the zone, or 1 action."),
    option.yes("pounce_kills_vigor", "Is a battalion with Vigor slaughtered by a Pounce too?"),
  },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local flaym = arts.kingdom("flaym")
local arms, facing, first_foe = w.state.arms, w.state.facing, arts.first_foe
local flatland, marsh = ground.kind("flatland"), ground.kind("marsh")

-- ---- Pounce -------------------------------------------------------------------------------------

local by_entry = options.pounce_cost == "entry"
flaym.art(arts.landing({
  "pounce", text = "po", title = "Pounce", rule = "WT-ART-FLAYM-1", least = 6,
  stacked = arts.options.stacked_arts == "movelike",
  cost = by_entry
    and function(unit, way) return w.queries.entry_fee(unit, first_foe(unit, way)) end or 1,
  dear = by_entry and { rule = "WT-RUL-120",
    why = "a Pounce costs what a Move onto the zone of its victim would, and fewer actions are left"
  } or nil,
  legal = function(unit, way)
    local zone = first_foe(unit, way)
    need(zone, "WT-ART-FLAYM-3",
      "no enemy battalion stands ahead before a rampart, a void or the end of the field")
    need(w.queries.may_enter(unit, zone), "WT-ART-FLAYM-2",
      "the zone of the first enemy ahead cannot be entered")
    return zone
  end,
}, options.pounce_kills_vigor))

-- ---- Burn ---------------------------------------------------------------------------------------

-- Zones around with battalions that are burnt.
local function ring(unit) return near(place(unit)) & ground.crowds() end
local burn = ground.harming { loss = 2, pierces = true, takes = ground.burns }

flaym.art {
  "burn", text = "bu", title = "Burn all around", rule = "WT-ART-FLAYM-8", cost = "all",
  aimless = true,
  legal = not arts.options.noop_arts and function(unit)
    need(#ring(unit) > 0, "WT-RUL-113", "there is no battalion on an adjacent zone")
  end or nil,
  apply = function(unit) burn(ring(unit)) end,
}

-- ---- Incinerate, Scald, Melt --------------------------------------------------------------------

local incinerate = ground.burning(3, true)
flaym.terrain_art("forest", {
  "incinerate", text = "in", title = "Incinerate the Forest", rule = "WT-ART-FLAYM-12",
  apply = function(unit) incinerate(place(unit)) end,
})

local scald = ground.harming { loss = 2, pierces = true, takes = function(other, unit)
  return w.sides.foes(other, unit) and ground.burns(other)
end }
flaym.terrain_art("marsh", {
  "scald", text = "sc", title = "Scald the Marsh", rule = "WT-ART-FLAYM-18",
  apply = function(unit)
    local patch = ground.patch(place(unit), marsh)
    ground.turn(patch, flatland)
    scald(patch, unit)
  end,
})

flaym.terrain_art("ice", {
  "melt", text = "me", title = "Melt the Ice", rule = "WT-ART-FLAYM-25",
  apply = arts.turn_patch("waterbody"),
})

-- ---- Fireproof ----------------------------------------------------------------------------------

ground.fireproof:amend("or", flaym.has)

-- ---- what it is worth, and what it can still do -------------------------------------------------

arts.capable(function(side)
  return arts.can_have(side, flaym.number, 6) and arts.foe_on_field(side)
end, true)
-- A walled-in battalion can pounce, or burn anybody, over an abyss alone.
flaym.abilities(function(b, _, over) return false, false, over and b.arms == 6 end)
flaym.does_damage()

-- The evaluation of burning around it.
local function worth_of_fire(unit)
  local function gain(other)
    if not ground.reaches(other) or not ground.burns(other) then return 0 end
    return w.sides.foes(other, unit) and 6 or -2
  end
  return ring(unit):sum(function(zone) return pieces(zone):sum(gain) end)
end
flaym.worth(function(unit, zone)
  local worth = ground.terrain_at(zone) == flatland and 0 or -1
  if level(unit) > 1 then return worth end
  if arms[unit] == 6 then worth = worth + 5 * arms[top(first_foe(unit, facing[unit]))] end
  return worth + worth_of_fire(unit)
end)

muster.rules { title = "Battle arts of Flaym",
  { id = "WT-ART-FLAYM-1", text = "Pounce, Arms 6: leap straight ahead, however far." },
  { id = "WT-ART-FLAYM-3", text = [[It lands on the first enemy battalion there, which dies at once.
    An enemy right beneath is struck as in an attack.]] },
  { id = "WT-RUL-120", option = "pounce_cost", text = by_entry
    and "A Pounce costs what a Move onto the zone of its victim costs."
    or "A Pounce costs 1 action, whatever the terrain of its victim." },
  { id = "WT-RUL-121", option = "pounce_kills_vigor", text = options.pounce_kills_vigor
    and "Vigor does not save the victim of a Pounce."
    or "A victim of a Pounce that has Vigor loses 1 Arms at most." },
  { id = "WT-ART-FLAYM-5", text = "A battalion that pounced gains Vigor as after an attack." },
  { id = "WT-ART-FLAYM-2", text = [[A Pounce is a kind of Move: a zone that cannot be entered bars
    it.]] },
  { id = "WT-ART-FLAYM-8", text = "Burn, all Arms, for all actions left." },
  { id = "WT-ART-FLAYM-10", text = [[Every battalion on an adjacent zone loses 2 Arms, friends too.
    Vigor gives no protection.]] },
  { id = "WT-ART-FLAYM-12", text = [[Incinerate, Arms 4 to 6 on Forest, for all actions left: all
    connected Forest burns down to Flatland.]] },
  { id = "WT-ART-FLAYM-15", text = "Each battalion on it loses 3 Arms, with Vigor too." },
  { id = "WT-ART-FLAYM-18", text = [[Scald, Arms 4 to 6 on Marsh, for all actions left: it and
    adjacent Marshes become Flatland.]] },
  { id = "WT-ART-FLAYM-21", text = "Each enemy on them loses 2 Arms, with Vigor too." },
  { id = "WT-ART-FLAYM-25", text = [[Melt, Arms 4 to 6 on Ice, for all actions left: it and adjacent
    Ice become Waterbody.]] },
  { id = "WT-ART-FLAYM-24", text = [[Fireproof, always: Flaym battalions lose nothing by burning and
    scalding.]] },
}
