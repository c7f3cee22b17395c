--- Dune: a kingdom that fights with sand.
---
--- It brings its own letter, name and colour; docs/first-kingdom.md grows it step by step.
local options = muster.module { title = "Dune", section = "dune",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  offers = { kingdom = { letter = "D", word = "dune", name = "Dune", colour = "yellow" } },
  options = {
    { key = "tunnel_cost", type = "int", default = 3, min = 0, max = 7,
      help = "Actions that a Tunnel costs." },
  } }
local arts = require("warline.arts")
local dune = arts.kingdom("dune")

-- Rooted: from Arms 4 on nobody routs them.
muster.amend("routable", "not (has_arts(unit, dune) and arms(unit) >= 4)", "and")

-- Sandstorm: the first enemy straight ahead turns its back.
dune.art {
  "sandstorm", text = "sa", title = "Sandstorm", rule = "DUNE-2", least = 4, cost = 2,
  needs = {
    { where = "first_foe(unit, way) ~= none", rule = "DUNE-3",
      why = "no enemy battalion stands ahead before a rampart, a void or the end of the field" },
  },
  effect = [[
    let foe = top(first_foe(unit, way))
    facing(foe) = (facing(foe) + 2) % 4]],
}

-- Tunnel: two zones away in line, whatever lies between.
muster.define("tunnels(unit)", [[
  {z in land - occupied: some(d in 0 .. 3: along(place(unit), d, 2) == z)}]])

dune.art {
  "tunnel", text = "tu:{dest}", title = "Tunnel", rule = "DUNE-4", cost = options.tunnel_cost,
  aimless = true,
  needs = {
    { where = "size(tunnels(unit)) > 0", rule = "DUNE-5",
      why = "no zone two zones away in line is free" },
  },
  clauses = {
    { each = "dest", of = "tunnels(unit)", rule = "DUNE-5",
      why = "a Tunnel ends on a free zone two zones away in line" },
  },
  effect = "emit(moved, unit, man_zone, dest) put(unit, dest) man_zone = dest",
}

-- A free battalion of Dune can always get away, and go on fighting.
arts.capable("has_free(seat, dune)")

-- For computer players: a battalion that can turn somebody round is worth a little more.
local aims = muster.expr("arms(unit) >= 4 and first_foe(unit, facing(unit)) ~= none", "unit")
dune.worth(function(unit) return 3 * aims(unit) end)

muster.rules { title = "Dune",
  { id = "DUNE-1", text = "Rooted: Dune battalions of Arms 4 to 6 cannot be routed." },
  { id = "DUNE-2", text = "Sandstorm is an art of Arms 4 to 6, for 2 actions." },
  { id = "DUNE-3", text = "The first enemy battalion straight ahead, however far, turns to face "
    .. "the other way." },
  { id = "DUNE-4", option = "tunnel_cost", text = "Tunnel is an art of all Arms, for "
    .. options.tunnel_cost .. " actions." },
  { id = "DUNE-5", text = "The battalion comes up on a free zone two zones away in line, whatever "
    .. "lies between." },
}
