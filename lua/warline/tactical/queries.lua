-- The questions of the core rules. A `query` may be amended by other modules (arts, terrain,
-- alliances); what only the core needs is a plain function.

local w = require("warline.tactical.core")
local options, rampart, now, kingdom = w.options, w.rampart, w.now, w.kingdom
local NEVER = 99 -- more than any budget

-- ---- where a battalion is, and what stands around it --------------------------------------------

--- The zone before it, or nil.
---@param unit muster.Piece?
function w.ahead(unit) return step(place(unit), w.facing[unit]) end

--- Does it lie on no battalion?
---@param unit muster.Piece?
w.bare = muster.query(function(unit) return level(unit) == 1 end)

--- Zones with a rampart that blocks.
w.walls = muster.query(function() return tops(rampart) end)

--- Where a battalion can be, once no rampart stands there.
w.land = muster.query(function() return zones end)

--- Zones where a battalion can be now.
function w.passable() return w.land() - w.walls() end

--- Does a rampart block this zone?
---@param zone muster.Zone?
w.walled = muster.query(function(zone) return kind(top(zone)) == rampart end)

--- The rampart of a walled zone that is met first.
---@param zone muster.Zone?
w.wall_at = muster.query(function(zone) return top(zone) end)

--- The battalion on which it lies, or nil.
---@param unit muster.Piece?
w.beneath = muster.query(function(unit) return below(unit) end)

--- Is it a battalion of the other side, which can be fought?
---@param unit muster.Piece?
w.hostile = muster.query(function(unit) return w.side(owner[unit]) == 1 - now.active end)

--- May it destroy ramparts?
---@param unit muster.Piece
w.hammer = muster.query(function(unit) return w.arms[unit] >= 4 end)

-- ---- moving -------------------------------------------------------------------------------------

--- Actions that entering a zone costs it.
---@param unit muster.Piece
---@param there muster.Zone?
w.entry_fee = muster.query(function(unit, there) return 1 end) -- luacheck: no unused args

--- Zones that nobody on the ground needs more than 1 action to enter.
w.gentle = muster.query(function() return zones end)

--- May it enter that zone at all?
---@param unit muster.Piece
---@param there muster.Zone?
w.may_enter = muster.query(function(unit, there) return true end) -- luacheck: no unused args

--- Can it enter that zone with the actions left?
---@param unit muster.Piece
---@param there muster.Zone?
function w.may_step_to(unit, there)
  return there ~= nil and now.ma >= w.entry_fee(unit, there) and not w.walled(there)
    and w.may_enter(unit, there)
end

-- ---- fighting (WT-ATK-2, WT-ATK-3, WT-RUL-55) ---------------------------------------------------

--- Arms that the victim loses by an attack of such force.
---@param victim muster.Piece?
---@param force integer
w.blow = muster.query(function(victim, force)
  if w.vigor[victim] == 0 then return force end
  return w.vigor[victim] == 1 and math.min(force, 1) or 0
end)

-- ---- routs --------------------------------------------------------------------------------------

--- Can it be routed?
---@param unit muster.Piece?
w.routable = muster.query(function(unit)
  return not options.vigor_blocks_rout or w.vigor[unit] == 0
end)

--- Where one that is routed from there may land, if nothing is there.
---@param from muster.Zone?
w.rout_ground = muster.query(function(from) return zones end) -- luacheck: no unused args

--- Free zones beside that one to which a battalion there may be routed.
---@param from muster.Zone?
function w.rout_zones(from) return near(from) - occupied() & w.rout_ground(from) end

--- The direction from a zone to its neighbour.
---@param from muster.Zone
---@param dest muster.Zone
function w.rout_way(from, dest)
  for way = 0, 2 do
    if step(from, way) == dest then return way end
  end
  return 3
end

--- Is there somebody on that zone whom a battalion could rout?
---@param there muster.Zone?
function w.may_rout(_, there)
  return not w.walled(there) and w.hostile(top(there)) and w.routable(top(there))
    and (w.border[there] or #w.rout_zones(there) > 0)
end

-- ---- ramparts -----------------------------------------------------------------------------------

--- Ramparts that carry its building further.
---@param unit muster.Piece
w.links = muster.query(function(unit)
  if options.build_link == "owner" then return tops(rampart, owner[unit]) end
  return tops(rampart):where(function(zone) return kingdom[top(zone)] == kingdom[unit] end)
end)

--- Zones on which it may build, if nothing is there.
---@param unit muster.Piece
w.building_ground = muster.query(function(unit) return zones end) -- luacheck: no unused args

--- Zones beside the battalion, or beside ramparts that link to it.
---@param unit muster.Piece
function w.building_span(unit)
  local around = near(place(unit))
  return around | near(flood(around, w.links(unit)))
end

--- Zones on which it may build now.
---@param unit muster.Piece
function w.reach(unit) return w.building_span(unit) - occupied() & w.building_ground(unit) end

--- The rampart that it builds where none is named, or nil.
---@param unit muster.Piece
w.spare_wall = muster.query(function(unit)
  return pieces(w.yard[owner[unit]]):pick(function(wall)
    return not w.ruined[wall]
      and (options.build_kingdom ~= "builder" or kingdom[wall] == kingdom[unit])
  end)
end)

--- A rampart of that kingdom in its General's supply, or nil.
---@param unit muster.Piece
---@param make integer
function w.spare_made(unit, make)
  return pieces(w.yard[owner[unit]]):pick(function(wall)
    return not w.ruined[wall] and kingdom[wall] == make
  end)
end

--- Is its General's supply of several kingdoms?
---@param unit muster.Piece
function w.mixed_supply(unit)
  local usual = kingdom[w.spare_wall(unit)]
  return pieces(w.yard[owner[unit]]):some(function(wall)
    return not w.ruined[wall] and kingdom[wall] ~= usual
  end)
end

--- Is there a rampart in the supply that it may build?
---@param unit muster.Piece
w.may_build = muster.query(function(unit)
  if options.build_kingdom == "builder" then return w.spare_wall(unit) ~= nil end
  return w.stock[owner[unit]] > 0
end)

--- Actions that destroying that rampart costs it.
---@param unit muster.Piece
---@param wall muster.Piece?
w.wall_fee = muster.query(function(unit, wall)
  if kind(wall) ~= rampart then return NEVER end
  if options.demolish_cost == "kingdom" then return kingdom[wall] == kingdom[unit] and 0 or 1 end
  return owner[wall] == owner[unit] and 0 or 1
end)

--- Can it destroy the rampart there with the actions left?
---@param unit muster.Piece
---@param there muster.Zone?
function w.may_demolish(unit, there)
  return w.hammer(unit) and w.wall_fee(unit, w.wall_at(there)) <= now.ma
end

-- ---- the other orders, and deployment -----------------------------------------------------------

--- Where a Sacrifice Ritual may be held.
w.altars = muster.query(function() return zones end)

--- Is its ritual completed in Step 4?
---@param unit muster.Piece
w.ritual_holds = muster.query(function(unit) return true end) -- luacheck: no unused args

--- May it be lightened?
---@param unit muster.Piece
w.may_lighten = muster.query(function(unit) return true end) -- luacheck: no unused args

--- The home row of a General.
---@param seat muster.Seat
w.home = muster.query(function(seat) return w.own_edge[seat] end)

--- The home row of a side.
---@param of muster.Seat a side
function w.home_row(of) return w.home(w.lead(of)) end

--- The part of the field in which a General deploys.
---@param seat muster.Seat
w.ground_of = muster.query(function(seat) return w.nearest_rows[seat] end)

--- Where a General's battalions come back from Prison.
---@param seat muster.Seat
w.refuge = muster.query(function(seat) return w.home(seat) - occupied() end)

--- Zones that admit a General's battalions when he deploys, wherever his part lies.
---@param seat muster.Seat
w.placeable = muster.query(function(seat) return zones end) -- luacheck: no unused args

--- Zones on which a General may deploy, if they are free.
---@param seat muster.Seat
function w.deployable(seat) return w.ground_of(seat) & w.placeable(seat) end

--- The lowest kingdom that a General's battalions may be of.
---@param seat muster.Seat
w.first_make = muster.query(function(seat) return w.army[seat] end)

--- The highest kingdom that a General's battalions may be of.
---@param seat muster.Seat
w.last_make = muster.query(function(seat) return w.army[seat] end)

--- Does the General who placed a battalion place another one at once?
w.more_placements = muster.query(function() return false end)

-- ---- can the battalion that maneuvers do anything at all (WT-RUL-35)? ---------------------------

--- Can the battalion that maneuvers do anything, with the actions left?
---@param unit muster.Piece?
w.may_act = muster.query(function(unit)
  local bare = w.bare(unit)
  if bare and now.ma >= 1 then return true end
  local there = w.ahead(unit)
  return w.may_step_to(unit, there)
    or bare and w.may_demolish(unit, there)
    or options.all_ma_min == 0 and bare and w.may_rout(unit, there)
end)

-- ---- is an action other than Face within reach of a maneuver (WT-RUL-42)? -----------------------

--- The price of a Move onto a zone, or of destroying the rampart there.
---@param unit muster.Piece
---@param there muster.Zone?
local function deed_fee(unit, there)
  if not there then return NEVER end
  if w.walled(there) then
    return w.hammer(unit) and w.wall_fee(unit, w.wall_at(there)) or NEVER
  end
  return w.may_enter(unit, there) and w.entry_fee(unit, there) or NEVER
end

--- Is a Move, Destroy or Rout in reach once it has turned?
---@param unit muster.Piece
---@param zone muster.Zone
---@param budget integer
local function deed_by_turning(unit, zone, budget)
  for way = 0, 3 do
    local turns = w.turning[(way - w.facing[unit]) % 4]
    local there = step(zone, way)
    if turns + deed_fee(unit, there) <= budget
      or options.all_ma_min == 0 and turns <= budget and w.may_rout(unit, there)
    then return true end
  end
  return false
end

--- Is more than Face in reach of a maneuver that begins with such a budget?
---@param unit muster.Piece
---@param zone muster.Zone
---@param budget integer
w.may_set_out = muster.query(function(unit, zone, budget)
  if w.bare(unit) then
    return deed_by_turning(unit, zone, budget)
      or budget >= 1 and w.may_build(unit) and #w.reach(unit) > 0
  end
  local there = step(zone, w.facing[unit])
  return deed_fee(unit, there) <= budget and not w.walled(there)
end)
