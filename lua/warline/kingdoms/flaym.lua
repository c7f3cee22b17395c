-- The battle arts of Flaym (chapter 37).

local settings = {
  { key = "pounce_cost", type = "choice", choices = { "entry", "flat1" }, default = "entry",
    help = "What a Pounce costs: what entering the zone costs, or 1 action." },
  { key = "pounce_kills_vigor", type = "bool", default = true,
    help = "Is a battalion with Vigor slaughtered by a Pounce too?" },
}
local options = muster.module {
  title = "WARLINE: battle arts of Flaym",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  options = settings,
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local flaym = arts.kingdom("flaym")
w.note_options(settings, options)

-- ---- Pounce -------------------------------------------------------------------------------------

local by_entry = options.pounce_cost == "entry"
flaym.art(arts.landing({
  "pounce", text = "po", title = "Pounce", rule = "WT-ART-FLAYM-1", least = 6,
  stacked = arts.options.stacked_arts == "movelike",
  cost = by_entry and "entry_fee(unit, first_foe(unit, way))" or 1,
  dear = by_entry and { rule = "WT-RUL-120",
    why = "a Pounce costs what a Move onto the zone of its victim would, and fewer actions are left"
  } or nil,
  needs = {
    { where = "first_foe(unit, way) ~= none", rule = "WT-ART-FLAYM-3",
      why = "no enemy battalion stands ahead before a rampart, a void or the end of the field" },
    { where = "may_enter(unit, first_foe(unit, way))", rule = "WT-ART-FLAYM-2",
      why = "the zone of the first enemy ahead cannot be entered" },
  },
}, "first_foe(unit, way)", options.pounce_kills_vigor))

-- ---- Burn ---------------------------------------------------------------------------------------

muster.define("ring(unit)", "near(place(unit)) & crowds")
local ring = muster.expr("ring(unit)", "unit")

flaym.art {
  "burn", text = "bu", title = "Burn all around", rule = "WT-ART-FLAYM-8", cost = "all",
  aimless = true,
  needs = not arts.options.noop_arts and {
    { where = "size(ring(unit)) > 0", rule = "WT-RUL-113",
      why = "no battalion stands on an adjacent zone" },
  } or nil,
  effect = function(unit)
    w.harm(ground.crowd(ring(unit), ground.burns), 2, true)
  end,
}

-- ---- Incinerate, Scald, Melt --------------------------------------------------------------------

flaym.terrain_art("forest", {
  "incinerate", text = "in", title = "Incinerate the Forest", rule = "WT-ART-FLAYM-12",
  effect = function(unit) ground.burn_forest(muster.place(unit), 3, true) end,
})

flaym.terrain_art("marsh", {
  "scald", text = "sc", title = "Scald the Marsh", rule = "WT-ART-FLAYM-18",
  effect = function(unit)
    local marsh = ground.patch(muster.place(unit), ground.number.marsh)
    local scalded = ground.crowd(marsh, function(other)
      return w.foes(other, unit) and ground.burns(other)
    end)
    ground.turn(marsh, ground.number.flatland)
    w.harm(scalded, 2, true)
  end,
})

flaym.terrain_art("ice", {
  "melt", text = "me", title = "Melt the Ice", rule = "WT-ART-FLAYM-25",
  effect = arts.turn_patch("waterbody"),
})

-- ---- Fireproof ----------------------------------------------------------------------------------

muster.amend("fireproof", "has_arts(unit, flaym)", "or")

-- ---- what it is worth, and what it can still do -------------------------------------------------

arts.capable("can_have(seat, flaym, 6) and foe_on_field(seat)")
local extra = w.options.aggressive_extra
if extra == "damage_arts" or extra == "both" then
  arts.may_strike("has_free(seat, flaym) and foe_on_field(seat)")
end

local prey_ahead = muster.expr("arms(top(first_foe(unit, facing(unit))))", "unit")
flaym.worth(function(unit, zone)
  local worth = w.get.arms(unit) == 6 and muster.level(unit) == 1 and 5 * prey_ahead(unit) or 0
  for _, other in ipairs(muster.level(unit) == 1 and ground.crowd(ring(unit), ground.burns) or {})
  do
    worth = worth + (w.foes(other, unit) and 6 or -2)
  end
  return ground.under(zone) == ground.number.flatland and worth or worth - 1
end)

muster.rules { title = "Battle arts of Flaym",
  { id = "WT-ART-FLAYM-1", text = "Pounce, Arms 6: leap straight ahead, however far." },
  { id = "WT-ART-FLAYM-3", text = "It lands on the first enemy battalion there, which dies at "
    .. "once. An enemy right beneath is struck as in an attack." },
  { id = "WT-RUL-120", option = "pounce_cost", when = options.pounce_cost == "entry",
    text = "A Pounce costs what a Move onto the zone of its victim costs." },
  { id = "WT-RUL-120", option = "pounce_cost", when = options.pounce_cost == "flat1",
    text = "A Pounce costs 1 action, whatever the terrain of its victim." },
  { id = "WT-RUL-121", option = "pounce_kills_vigor", when = options.pounce_kills_vigor,
    text = "Vigor does not save the victim of a Pounce." },
  { id = "WT-RUL-121", option = "pounce_kills_vigor", when = not options.pounce_kills_vigor,
    text = "A victim of a Pounce that has Vigor loses 1 Arms at most." },
  { id = "WT-ART-FLAYM-5", text = "Who pounced gains Vigor as after an attack." },
  { id = "WT-ART-FLAYM-2", text = "A Pounce is a kind of Move: a zone that cannot be entered bars "
    .. "it." },
  { id = "WT-ART-FLAYM-8", text = "Burn, all Arms, for all actions left." },
  { id = "WT-ART-FLAYM-10", text = "Every battalion on an adjacent zone loses 2 Arms, friends "
    .. "too. Vigor gives no protection." },
  { id = "WT-ART-FLAYM-12", text = "Incinerate, Arms 4 to 6 on Forest, for all actions left: all "
    .. "connected Forest burns down to Flatland." },
  { id = "WT-ART-FLAYM-15", text = "Each battalion on it loses 3 Arms, with Vigor too." },
  { id = "WT-ART-FLAYM-18", text = "Scald, Arms 4 to 6 on Marsh, for all actions left: it and "
    .. "adjacent Marshes become Flatland." },
  { id = "WT-ART-FLAYM-21", text = "Each enemy on them loses 2 Arms, with Vigor too." },
  { id = "WT-ART-FLAYM-25", text = "Melt, Arms 4 to 6 on Ice, for all actions left: it and "
    .. "adjacent Ice become Waterbody." },
  { id = "WT-ART-FLAYM-24", text = "Fireproof, always: Flaym battalions lose nothing by burning "
    .. "and scalding." },
}
