-- The questions of the core rules, as expressions. A `query` may be amended by other modules (arts,
-- terrain, alliances); what only the core needs is a plain `define`.

---@param w warline.tactical
return function(w)
  local options = w.options

  -- Where a battalion is, and what stands around it.
  muster.define("ahead(unit)", "step(place(unit), facing(unit))",
    { help = "The zone before it, or none." })
  muster.query("bare(unit)", "level(unit) == 1", { help = "Does it lie on no battalion?" })
  muster.query("walls", "tops(rampart)", { help = "Zones with a rampart that blocks." })
  muster.query("land", "zones",
    { help = "Where a battalion can be, once no rampart stands there." })
  muster.define("passable", "land - walls", { help = "Zones where a battalion can be now." })
  muster.query("walled(zone)", "type(top(zone)) == rampart",
    { help = "Does a rampart block this zone?" })
  muster.query("wall_at(zone)", "top(zone)",
    { help = "The rampart of a walled zone that is met first." })
  muster.query("beneath(unit)", "below(unit)",
    { help = "The battalion on which it lies, or none." })
  muster.query("hostile(unit)", w.text.side("owner(unit)") .. " == 1 - active",
    { help = "Is it a battalion of the other side, which can be fought?" })
  muster.query("hammer(unit)", "arms(unit) >= 4", { help = "May it destroy ramparts?" })

  -- Moving.
  muster.query("entry_fee(unit, there)", "1", { help = "Actions that entering a zone costs it." })
  muster.query("gentle", "zones",
    { help = "Zones that nobody on the ground needs more than 1 action to enter." })
  muster.query("may_enter(unit, there)", "true", { help = "May it enter that zone at all?" })
  muster.define("may_step_to(unit, there)",
    "there ~= none and ma >= entry_fee(unit, there) and not walled(there) and may_enter(unit, "
      .. "there)")

  -- Fighting: what a battalion loses to a blow of that force (WT-ATK-2, WT-ATK-3, WT-RUL-55).
  muster.query("blow(victim, force)",
    "if vigor(victim) == 0 then force else if vigor(victim) == 1 then min(force, 1) else 0",
    { help = "Arms that the victim loses by an attack of such force." })

  -- Routs.
  muster.query("routable(unit)", options.vigor_blocks_rout and "vigor(unit) == 0" or "true",
    { help = "Can it be routed?" })
  muster.query("rout_ground(from)", "zones",
    { help = "Where one that is routed from there may land, if nothing is there." })
  muster.define("rout_zones(from)", "(near(from) - occupied) & rout_ground(from)",
    { help = "Free zones beside that one to which a battalion there may be routed." })
  muster.define("rout_way(from, dest)", "if dest == step(from, n) then n else "
    .. "if dest == step(from, e) then e else if dest == step(from, s) then s else w")

  -- Ramparts.
  muster.query("links(unit)", options.build_link == "owner" and "tops(rampart, owner(unit))"
    or "{z in tops(rampart): kingdom(top(z)) == kingdom(unit)}",
    { help = "Ramparts that carry its building further." })
  muster.query("building_ground(unit)", "zones",
    { help = "Zones on which it may build, if nothing is there." })
  muster.define("building_span(unit)",   -- beside the builder, or beside ramparts that link to it
    "near(place(unit)) | near(flood(near(place(unit)), links(unit)))",
    { help = "Zones beside the battalion, or beside ramparts that link to it." })
  muster.define("reach(unit)", "(building_span(unit) - occupied) & building_ground(unit)",
    { help = "Zones on which it may build now." })
  muster.query("spare_wall(unit)", "pick(r of yard(owner(unit)): ruined(r) == 0"
    .. (options.build_kingdom == "builder" and " and kingdom(r) == kingdom(unit))" or ")"),
    { help = "The rampart that it builds where none is named." })
  muster.define("spare_made(unit, make)",
    "pick(r of yard(owner(unit)): ruined(r) == 0 and kingdom(r) == make)")
  muster.define("mixed_supply(unit)",
    "some(r of yard(owner(unit)): ruined(r) == 0 and kingdom(r) ~= kingdom(spare_wall(unit)))")
  muster.query("may_build(unit)", options.build_kingdom == "builder" and "spare_wall(unit) ~= none"
    or "stock(owner(unit)) > 0",
    { help = "Is there a rampart in the supply that it may build?" })
  muster.query("wall_fee(unit, wall)", "if type(wall) ~= rampart then 99 else if "
    .. (options.demolish_cost == "kingdom" and "kingdom(wall) == kingdom(unit)"
      or "owner(wall) == owner(unit)") .. " then 0 else 1",
    { help = "Actions that destroying that rampart costs it." })
  muster.define("may_demolish(unit, there)",
    "hammer(unit) and wall_fee(unit, wall_at(there)) <= ma")

  -- The other orders.
  muster.query("altars", "zones", { help = "Where a Sacrifice Ritual may be held." })
  muster.query("ritual_holds(unit)", "true", { help = "Is its ritual completed in Step 4?" })
  muster.query("may_lighten(unit)", "true", { help = "May it be lightened?" })
  muster.query("home(seat)", "own_edge(seat)", { help = "The home row of a General." })
  muster.query("ground_of(seat)", "nearest_rows(seat)",
    { help = "The part of the field in which a General deploys." })
  muster.query("refuge(seat)", "home(seat) - occupied",
    { help = "Where a General's battalions come back from Prison." })
  muster.query("placeable(seat)", "zones",
    { help = "Zones that admit a General's battalions when he deploys, wherever his part lies." })
  muster.define("deployable(seat)", "ground_of(seat) & placeable(seat)",
    { help = "Zones on which a General may deploy, if they are free." })
  muster.query("unprepared", "false",
    { help = "Is there something to do before deployment? What, is an entry of `w.stages`." })
  muster.query("first_make(seat)", "army(seat)",
    { help = "The lowest kingdom that a General's battalions may be of." })
  muster.query("last_make(seat)", "army(seat)",
    { help = "The highest kingdom that a General's battalions may be of." })
  muster.query("more_placements", "false",
    { help = "Does the General who placed a battalion place another one at once?" })
  muster.query("several_orders", "false",
    { help = "Are the orders of a turn counted (`warline.orders`)?" })

  -- Can the maneuvering battalion do anything at all (WT-RUL-35)?
  local rout = options.all_ma_min == 0
    and " or (bare(unit) and may_rout(unit, ahead(unit)))" or ""
  muster.define("may_rout(unit, there)", "not walled(there) and hostile(top(there)) and "
    .. "routable(top(there)) and (there in border or size(rout_zones(there)) > 0)")
  muster.query("may_act(unit)", "(ma >= 1 and bare(unit)) or may_step_to(unit, ahead(unit))"
    .. " or (bare(unit) and may_demolish(unit, ahead(unit)))" .. rout,
    { help = "Can the battalion that maneuvers do anything, with the actions left?" })

  -- Is an action other than Face within reach of a maneuver that begins with `budget` (WT-RUL-42)?
  muster.define("deed_fee(unit, there)", "if there == none then 99 else "
    .. "if walled(there) then (if hammer(unit) then wall_fee(unit, wall_at(there)) else 99) else "
    .. "if may_enter(unit, there) then entry_fee(unit, there) else 99")
  muster.define("deed_by_turning(unit, zone, budget)",
    "some(d in 0 .. 3: turning((d - facing(unit)) % 4) + deed_fee(unit, step(zone, d)) <= budget"
    .. (options.all_ma_min == 0 and " or (turning((d - facing(unit)) % 4) <= budget"
      .. " and may_rout(unit, step(zone, d)))" or "") .. ")")
  muster.query("may_set_out(unit, zone, budget)", "if not bare(unit) then "
    .. "deed_fee(unit, step(zone, facing(unit))) <= budget and not walled(step(zone, facing(unit)))"
    .. " else deed_by_turning(unit, zone, budget)"
    .. " or (budget >= 1 and may_build(unit) and size(reach(unit)) > 0)",
    { help = "Is more than Face in reach of a maneuver that begins with such a budget?" })
end
