-- The battle arts of Sey (chapter 39).

local settings = {
  { key = "surge_needs_clear_path", type = "bool", default = false,
    help = "Must the zone between be free where a Surge shoves by two zones?" },
  { key = "surge_two_off_edge", type = "bool", default = false,
    help = "Does a Surge capture from the second line too, two zones off the field?" },
  { key = "undertow_is_rout", type = "bool", default = true,
    help = "Is an Undertow a rout in all that the rules say of routs?" },
}
local options = muster.module {
  title = "WARLINE: battle arts of Sey",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  options = settings,
}
local w = require("warline.tactical")
local arts = require("warline.arts")
local sey = arts.kingdom("sey")
w.note_options(settings, options)

-- ---- Surge --------------------------------------------------------------------------------------

-- Two zones from `from` in a direction; a void between does not matter (WT-RUL-137, WT-RUL-244).
muster.define("shove_passes(from, way)", options.surge_needs_clear_path
  and "step(from, way) in land - occupied" or "true")
muster.define("two_off(from, way)",
  "if shove_passes(from, way) then only(along(from, way, 2)) else nothing")
muster.define("surge_zones(from)", "((near(from) | two_off(from, n) | two_off(from, e) "
  .. "| two_off(from, s) | two_off(from, w)) - occupied) & rout_ground(from)")
muster.define("surge_way(from, dest)",
  "pick(d in 0 .. 3: step(from, d) == dest or along(from, d, 2) == dest)")
-- Whether a Surge can take one from there off the field (WT-RUL-138).
local over_edge = "from in border"
if options.surge_two_off_edge then
  over_edge = over_edge
    .. " or some(d in 0 .. 3: along(from, d, 2) == none and shove_passes(from, d))"
end
if w.options.rout_edge_needs_free_zone then
  over_edge = "size(surge_zones(from)) > 0 and (" .. over_edge .. ")"
end
muster.define("surges_out(from)", over_edge)

w.capture_kinds[1] = "surge"
local prey = { let = "prey", be = "first_foe(unit, way)" }

sey.art {
  "surge", title = "Surge", rule = "WT-ART-SEY-1", least = 6, cost = 1,
  needs = {
    { where = "first_foe(unit, way) ~= none", rule = "WT-ART-SEY-3",
      why = "no enemy battalion stands ahead before a rampart, a void or the end of the field" },
    { where = "routable(top(first_foe(unit, way)))", rule = "WT-RUL-65",
      why = "the first enemy battalion ahead cannot be routed" },
  },
  reach = "surges_out(first_foe(unit, way)) or size(surge_zones(first_foe(unit, way))) > 0",
  forms = {
    { text = "su:{dest}",
      clauses = {
        prey,
        { each = "dest", of = "surge_zones(prey)", rule = "WT-ART-SEY-2",
          why = "a Surge shoves onto a free zone beside the enemy, or two zones away in line" },
      },
      effect = w.text.rout("top(prey)", "prey", "dest", "surge_way(prey, dest)") },
    { text = "su:out",
      clauses = {
        prey,
        { where = "surges_out(prey)", rule = "WT-RUL-138",
          why = "only a battalion at the edge of the field can be shoved over it" },
      },
      effect = w.text.capture("top(prey)", "prey", true), asks = true },
  },
}

-- ---- Undertow -----------------------------------------------------------------------------------

-- The enemy of zone `from` comes to lie on `dest`, beside the one who pulls.
local may_pull, pull
if options.undertow_is_rout then
  may_pull = "routable(top(from)) and dest in rout_ground(from)"
  pull = w.text.rout("top(from)", "from", "dest", "away")
else
  muster.event("pulled(unit, from, to)",
    { help = "A battalion was pulled by an Undertow that is no rout." })
  may_pull = "true"
  pull = "let victim = top(from) facing(victim) = away " .. w.text.stun("victim")
    .. "put(victim, dest) emit(pulled, victim, from, dest) "
    .. "if deadly(ground(dest)) then idle = -1 " .. w.text.bury("victim") .. "end "
end
muster.define("may_pull(from, dest)", may_pull)
muster.define("behind(unit, dest)", "step(dest, rout_way(place(unit), dest))")

sey.art {
  "undertow", text = "un:{dest}", title = "Undertow", rule = "WT-ART-SEY-10", cost = "all",
  aimless = true,
  reach = "some(z in near(place(unit)) - walls: if_foe(behind(unit, z)) ~= none "
    .. "and may_pull(behind(unit, z), z))",
  clauses = {
    { each = "dest", of = "near(place(unit))", rule = "WT-ART-SEY-13",
      why = "an Undertow pulls onto the zone between, beside the one who pulls" },
    { let = "away", be = "rout_way(place(unit), dest)" },
    { let = "from", be = "behind(unit, dest)" },
    { where = "not walled(dest)", rule = "WT-ART-SEY-16",
      why = "a rampart stands between" },
    { where = "if_foe(from) ~= none", rule = "WT-ART-SEY-11",
      why = "no enemy battalion lies topmost two zones away in that direction" },
    { where = "may_pull(from, dest)", rule = "WT-RUL-140",
      why = "the battalion there cannot be routed to that zone" },
  },
  effect = pull,
}

-- ---- Flood and Water March ----------------------------------------------------------------------

sey.terrain_art("valley", {
  "flood", text = "fd", title = "Flood the Valley", rule = "WT-ART-SEY-20",
  effect = arts.turn_patch("waterbody"),
})
sey.march("waterbody", 1)

-- ---- what it is worth, and what it can still do -------------------------------------------------

arts.capable("has_free(seat, sey) and foe_on_field(seat)")

local side = w.text.side
local in_pull = muster.expr("some(d in 0 .. 3: not walled(step(place(unit), d)) "
  .. "and step(place(unit), d) ~= none and not walled(along(place(unit), d, 2)) "
  .. "and " .. side("owner(top(along(place(unit), d, 2)))") .. " == 1 - "
  .. side("owner(unit)") .. ")", "unit")
sey.worth(function(unit)
  if muster.level(unit) > 1 then return 0 end
  return (w.get.arms(unit) == 6 and 6 or 0) + (in_pull(unit) > 0 and 3 or 0)
end)

local clear, off_edge = options.surge_needs_clear_path, options.surge_two_off_edge
local is_rout = options.undertow_is_rout
muster.rules { title = "Battle arts of Sey",
  { id = "WT-ART-SEY-1", text = "Surge, Arms 6, for 1 action: a rout from afar, after which the "
    .. "maneuver goes on." },
  { id = "WT-ART-SEY-3", text = "It meets the first enemy battalion straight ahead, however far." },
  { id = "WT-ART-SEY-2", text = "You choose a free zone beside that enemy, or one two zones away "
    .. "from it in line." },
  { id = "WT-RUL-137", option = "surge_needs_clear_path", text = "Of the zone between "
    .. (clear and "it must be free too, and neither Chasm nor Cliffside."
    or "nothing is demanded: the enemy passes over whatever is there.") },
  { id = "WT-RUL-138", option = "surge_two_off_edge", text = "A Surge captures from the edge of "
    .. "the field" .. (off_edge and ", and where two zones in line lead off it." or " only.") },
  { id = "WT-ART-SEY-8", text = "Of several Surges the victim of the last one is stunned, or "
    .. "nobody if it is captured or killed." },
  { id = "WT-ART-SEY-10", text = "Undertow, all Arms, for all actions left." },
  { id = "WT-ART-SEY-11", text = "It pulls an enemy battalion that stands two zones away in any of "
    .. "the four directions." },
  { id = "WT-ART-SEY-16", text = "A rampart between bars an Undertow." },
  { id = "WT-ART-SEY-13", text = "The enemy comes to lie on the zone between, on top of whoever is "
    .. "there." },
  { id = "WT-ART-SEY-14", text = "It faces away from the battalion that pulled it, and is "
    .. "stunned." },
  { id = "WT-RUL-140", option = "undertow_is_rout", text = is_rout
    and "An Undertow is a rout: nobody is pulled who cannot be routed to that zone."
    or "An Undertow is no rout: what forbids or follows a rout does not count for it." },
  { id = "WT-ART-SEY-20", text = "Flood, Arms 4 to 6 on Valley, for all actions left: it and "
    .. "adjacent Valleys become Waterbody." },
  { id = "WT-ART-SEY-24", text = "Water March, always: entering Waterbody costs Sey 1 action." },
}
