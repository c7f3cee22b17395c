-- The battle arts of Sey (chapter 39).

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: battle arts of Sey",
  requires = { "warline.arts" },
  options = {
    option.no("surge_needs_clear_path",
      "Must the zone between be free where a Surge shoves by two zones?"),
    option.no("surge_two_off_edge",
      "Does a Surge capture from the second line too, two zones off the field?"),
    option.yes("undertow_is_rout", "Is an Undertow a rout in all that the rules say of routs?"),
  },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local sey = arts.kingdom("sey")
local walled, along = w.queries.walled, arts.along

-- ---- Surge --------------------------------------------------------------------------------------

-- Does one that is shoved two zones away pass over the first of them? A void between does not
-- matter (WT-RUL-137, WT-RUL-244).
local function passes(from, way)
  return not options.surge_needs_clear_path or (w.queries.land() - occupied())[step(from, way)]
end
-- Where one there can be shoved to.
local function shove_zones(from)
  local found = near(from)
  for way = 0, 3 do
    if passes(from, way) then found = found | only(along(from, way, 2)) end
  end
  return (found - occupied()) & w.queries.rout_ground(from)
end
local function shove_way(from, dest)
  return range(0, 3):pick(function(way)
    return step(from, way) == dest or along(from, way, 2) == dest
  end)
end

-- Do two zones in line lead off the field from there?
local function two_off(from)
  return range(0, 3):some(function(way) return not along(from, way, 2) and passes(from, way) end)
end
-- Can one there be shoved off the field? (WT-RUL-138)
local function goes_over(from)
  if w.options.rout_edge_needs_free_zone and #shove_zones(from) == 0 then return false end
  return w.board.border[from] or options.surge_two_off_edge and two_off(from)
end

-- The zone of whoever is shoved.
local function meet(unit, way)
  local zone = arts.first_foe(unit, way)
  need(zone, "WT-ART-SEY-3",
    "no enemy battalion stands ahead before a rampart, a void or the end of the field")
  need(w.queries.routable(top(zone)), "WT-RUL-65",
    "the first enemy battalion ahead cannot be routed")
  return zone
end

w.notation.capture_kinds[1] = "surge"
sey.art {
  "surge", title = "Surge", rule = "WT-ART-SEY-1", least = 6, cost = 1,
  legal = function(unit, way) -- for what is within reach
    local zone = meet(unit, way)
    need(goes_over(zone) or #shove_zones(zone) > 0)
  end,
  forms = {
    { text = "su:{dest}",
      legal = function(unit, way)
        local zone = meet(unit, way)
        return zone, choose("dest", shove_zones(zone), "WT-ART-SEY-2",
          "a Surge shoves onto a free zone beside the enemy, or two zones away in line")
      end,
      apply = function(_, zone, dest) w.maneuver.rout(top(zone), dest, shove_way(zone, dest)) end },
    { text = "su:out", asks = true,
      legal = function(unit, way)
        local zone = meet(unit, way)
        need(goes_over(zone), "WT-RUL-138",
          "only a battalion at the edge of the field can be shoved over it")
        return zone
      end,
      apply = function(_, zone) w.maneuver.capture(top(zone), true) end },
  },
}

-- ---- Undertow -----------------------------------------------------------------------------------

-- The enemy of zone `from` is moved onto `dest`, beside the puller, and faces `away`.
local may_pull, pull
if options.undertow_is_rout then
  function may_pull(from, dest)
    return w.queries.routable(top(from)) and w.queries.rout_ground(from)[dest]
  end
  function pull(_, victim, dest, away) w.maneuver.rout(victim, dest, away) end
else
  --- A battalion was pulled by an Undertow that is no rout.
  local pulled = muster.event { "pulled", "unit", "from", "to",
    tell = "{unit} is pulled from {from} to {to}" }
  function may_pull(_, _) return true end
  function pull(_, victim, dest, away)
    local from = place(victim)
    w.state.facing[victim] = away
    w.maneuver.stun(victim)
    put(victim, dest)
    pulled:emit(victim, from, dest)
    if ground.abyss()[dest] then
      w.state.now.idle = -1
      w.combat.bury(victim)
    end
  end
end

sey.art {
  "undertow", text = "un:{dest}", title = "Undertow", rule = "WT-ART-SEY-10", cost = "all",
  aimless = true,
  legal = function(unit)
    local dest = choose("dest", near(place(unit)), "WT-ART-SEY-13",
      "an Undertow pulls onto the zone between, beside the puller")
    local away = w.queries.rout_way(place(unit), dest)
    local from = step(dest, away)
    need(not walled(dest), "WT-ART-SEY-16", "a rampart stands between")
    need(arts.foe_at(from), "WT-ART-SEY-11",
      "no enemy battalion lies topmost two zones away in that direction")
    need(may_pull(from, dest), "WT-RUL-140", "the battalion there cannot be routed to that zone")
    return top(from), dest, away
  end,
  apply = pull,
}

-- ---- Flood and Water March ----------------------------------------------------------------------

sey.terrain_art("valley", {
  "flood", text = "fd", title = "Flood the Valley", rule = "WT-ART-SEY-20",
  apply = arts.turn_patch("waterbody"),
})
sey.march("waterbody", 1)

-- ---- what it is worth, and what it can still do -------------------------------------------------

arts.capable(function(side)
  return arts.has_free(side, sey.number) and arts.foe_on_field(side)
end, true)
-- A walled-in battalion can rout over an abyss alone.
sey.abilities(function(_, _, over) return false, false, over end)

-- Does an enemy stand where an Undertow reaches him?
local function has_in_pull(unit)
  return range(0, 3):some(function(way)
    local between, beyond = step(place(unit), way), along(place(unit), way, 2)
    return between and not walled(between) and not walled(beyond)
      and w.generals.side_of(top(beyond)) == 1 - w.generals.side_of(unit)
  end)
end
sey.worth(function(unit)
  if level(unit) > 1 then return 0 end
  return (w.state.arms[unit] == 6 and 6 or 0) + (has_in_pull(unit) and 3 or 0)
end)

local clear, off_edge = options.surge_needs_clear_path, options.surge_two_off_edge
local is_rout = options.undertow_is_rout
muster.rules { title = "Battle arts of Sey",
  { id = "WT-ART-SEY-1", text = [[Surge, Arms 6, for 1 action: a rout from afar, after which the
    maneuver goes on.]] },
  { id = "WT-ART-SEY-3", text = "It meets the first enemy battalion straight ahead, however far." },
  { id = "WT-ART-SEY-2", text = [[You choose a free zone beside that enemy, or one two zones away
    from it in line.]] },
  { id = "WT-RUL-137", option = "surge_needs_clear_path", text = "Of the zone between "
    .. (clear and "it must be free too, and neither Chasm nor Cliffside."
    or "nothing is demanded: the enemy passes over whatever is there.") },
  { id = "WT-RUL-138", option = "surge_two_off_edge", text = [[A Surge captures from the edge of the
    field]] .. (off_edge and ", and where two zones in line lead off it." or " only.") },
  { id = "WT-ART-SEY-8", text = [[Of several Surges the victim of the last one is stunned, or nobody
    if it is captured or killed.]] },
  { id = "WT-ART-SEY-10", text = "Undertow, all Arms, for all actions left." },
  { id = "WT-ART-SEY-11", text = [[It pulls an enemy battalion that stands two zones away in any of
    the four directions.]] },
  { id = "WT-ART-SEY-16", text = "A rampart between bars an Undertow." },
  { id = "WT-ART-SEY-13", text = [[The enemy comes to lie on the zone between, on top of whoever is
    there.]] },
  { id = "WT-ART-SEY-14", text = [[It faces away from the battalion that pulled it, and is
    stunned.]] },
  { id = "WT-RUL-140", option = "undertow_is_rout", text = is_rout
    and "An Undertow is a rout: nobody is pulled who cannot be routed to that zone."
    or "An Undertow is no rout: what forbids or follows a rout does not count for it." },
  { id = "WT-ART-SEY-20", text = [[Flood, Arms 4 to 6 on Valley, for all actions left: it and
    adjacent Valleys become Waterbody.]] },
  { id = "WT-ART-SEY-24", text = "Water March, always: entering Waterbody costs Sey 1 action." },
}
