-- The questions of the core rules, as expressions. A `query` may be amended by other modules (arts,
-- terrain, alliances); what only the core needs is a plain `define`.

---@param w warline.tactical
return function(w)
  local options = w.options

  -- Where a battalion is, and what stands around it.
  muster.define("ahead(unit)", "step(place(unit), facing(unit))")
  muster.query("bare(unit)", "level(unit) == 1")                  -- lies on no other battalion
  muster.query("walls", "tops(rampart)")
  muster.query("land", "zones")         -- where a battalion can be, once no rampart stands there
  muster.define("passable", "land - walls")
  muster.query("walled(zone)", "type(top(zone)) == rampart")
  muster.query("wall_at(zone)", "top(zone)")  -- the rampart of a walled zone that is met first
  muster.query("beneath(unit)", "below(unit)")  -- the battalion on which it lies
  muster.query("hostile(unit)", w.text.side("owner(unit)") .. " == 1 - active")
  muster.query("hammer(unit)", "arms(unit) >= 4")

  -- Moving.
  muster.query("entry_fee(unit, there)", "1")
  muster.query("may_enter(unit, there)", "true")
  muster.define("may_step_to(unit, there)",
    "there ~= none and ma >= entry_fee(unit, there) and not walled(there) and may_enter(unit, "
      .. "there)")

  -- Fighting: what a battalion loses to a blow of that force (WT-ATK-2, WT-ATK-3, WT-RUL-55).
  muster.query("blow(victim, force)",
    "if vigor(victim) == 0 then force else if vigor(victim) == 1 then min(force, 1) else 0")

  -- Routs.
  muster.query("routable(unit)", options.vigor_blocks_rout and "vigor(unit) == 0" or "true")
  muster.query("rout_ground(from)", "zones")  -- where one from there may land, if nothing is there
  muster.define("rout_zones(from)", "(near(from) - occupied) & rout_ground(from)")
  muster.define("rout_way(from, dest)", "if dest == step(from, n) then n else "
    .. "if dest == step(from, e) then e else if dest == step(from, s) then s else w")

  -- Ramparts.
  muster.query("links(unit)", options.build_link == "owner" and "tops(rampart, owner(unit))"
    or "{z in tops(rampart): kingdom(top(z)) == kingdom(unit)}")
  muster.query("building_ground(unit)", "zones")
  muster.define("building_span(unit)",   -- beside the builder, or beside ramparts that link to it
    "near(place(unit)) | near(flood(near(place(unit)), links(unit)))")
  muster.define("reach(unit)", "(building_span(unit) - occupied) & building_ground(unit)")
  muster.query("spare_wall(unit)", "pick(r of yard(owner(unit)): ruined(r) == 0"
    .. (options.build_kingdom == "builder" and " and kingdom(r) == kingdom(unit))" or ")"))
  muster.define("spare_made(unit, make)",
    "pick(r of yard(owner(unit)): ruined(r) == 0 and kingdom(r) == make)")
  muster.define("mixed_supply(unit)",
    "some(r of yard(owner(unit)): ruined(r) == 0 and kingdom(r) ~= kingdom(spare_wall(unit)))")
  muster.query("may_build(unit)", options.build_kingdom == "builder" and "spare_wall(unit) ~= none"
    or "stock(owner(unit)) > 0")
  muster.query("wall_fee(unit, wall)", "if type(wall) ~= rampart then 99 else if "
    .. (options.demolish_cost == "kingdom" and "kingdom(wall) == kingdom(unit)"
      or "owner(wall) == owner(unit)") .. " then 0 else 1")
  muster.define("may_demolish(unit, there)",
    "hammer(unit) and wall_fee(unit, wall_at(there)) <= ma")

  -- The other orders.
  muster.query("altars", "zones")                -- where a Sacrifice Ritual may be held
  muster.query("ritual_holds(unit)", "true")     -- and is completed in Step 4
  muster.query("may_lighten(unit)", "true")
  muster.query("home(seat)", "own_edge(seat)")
  muster.query("ground_of(seat)", "nearest_rows(seat)")
  muster.query("refuge(seat)", "home(seat) - occupied")
  muster.query("placeable(seat)", "zones")   -- where a General may deploy in his part of the field
  muster.define("deployable(seat)", "ground_of(seat) & placeable(seat)")
  muster.query("unprepared", "false")        -- is there something to do before deployment?
  muster.query("first_make(seat)", "army(seat)") -- between which kingdoms a General's own are
  muster.query("last_make(seat)", "army(seat)")
  muster.query("more_placements", "false")  -- does the General place another one at once?
  muster.query("several_orders", "false")   -- are orders counted (warline.orders)?

  -- Can the maneuvering battalion do anything at all (WT-RUL-35)?
  local rout = options.all_ma_min == 0
    and " or (bare(unit) and may_rout(unit, ahead(unit)))" or ""
  muster.define("may_rout(unit, there)", "not walled(there) and hostile(top(there)) and "
    .. "routable(top(there)) and (there in border or size(rout_zones(there)) > 0)")
  muster.query("may_act(unit)", "(ma >= 1 and bare(unit)) or may_step_to(unit, ahead(unit))"
    .. " or (bare(unit) and may_demolish(unit, ahead(unit)))" .. rout)

  -- Is an action other than Face within reach of a maneuver that begins with `budget` (WT-RUL-42)?
  -- From a zone of `roomy` it is for sure, given 3 actions: two turns and a step.
  muster.query("roomy", "near(passable)")
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
    .. " or (budget >= 1 and may_build(unit) and size(reach(unit)) > 0)")
end
