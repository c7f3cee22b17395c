-- The questions of the core rules. A `query` may be amended by other modules (arts, terrain,
-- alliances); what only the core needs is a plain function.

local generals = require("warline.tactical.generals")
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local options, rampart, now = muster.options(), state.rampart, state.now
local facing, vigor = state.facing, state.vigor
local kingdom, ruined, yard = state.kingdom, state.ruined, state.yard
local NEVER = 99 -- more than any budget

local q = {}

-- ---- where a battalion is, and what stands around it --------------------------------------------

--- The zone before it, or nil.
---@param unit muster.Piece?
function q.ahead(unit) return step(place(unit), facing[unit]) end

--- Does it lie on no battalion?
---@param unit muster.Piece?
q.bare = muster.query(function(unit) return level(unit) == 1 end)

--- Zones with a rampart that blocks.
q.walls = muster.query(function() return tops(rampart) end)

--- Where a battalion can be, once no rampart stands there.
q.land = muster.query(function() return zones end)

--- Zones where a battalion can be now.
function q.passable() return q.land() - q.walls() end

--- Does a rampart block this zone?
---@param zone muster.Zone?
q.walled = muster.query(function(zone) return kind(top(zone)) == rampart end)

--- The rampart of a walled zone that is met first.
---@param zone muster.Zone?
q.wall_at = muster.query(function(zone) return top(zone) end)

--- The battalion on which it lies, or nil.
---@param unit muster.Piece?
q.beneath = muster.query(function(unit) return below(unit) end)

--- Is it a battalion of the other side, which can be fought?
---@param unit muster.Piece?
q.hostile = muster.query(function(unit) return generals.side_of(unit) == 1 - now.active end)

--- May it destroy ramparts?
---@param unit muster.Piece
q.hammer = muster.query(function(unit) return state.arms[unit] >= 4 end)

-- ---- moving -------------------------------------------------------------------------------------

--- Actions that entering a zone costs it.
---@param unit muster.Piece
---@param there muster.Zone?
q.entry_fee = muster.query(function(unit, there) return 1 end) -- luacheck: no unused args

--- Zones that nobody on the ground needs more than 1 action to enter.
q.gentle = muster.query(function() return zones end)

--- May it enter that zone at all?
---@param unit muster.Piece
---@param there muster.Zone?
q.may_enter = muster.query(function(unit, there) return true end) -- luacheck: no unused args

--- Can it enter that zone with the actions left?
---@param unit muster.Piece
---@param there muster.Zone?
function q.may_step_to(unit, there)
  return there ~= nil and now.actions_left >= q.entry_fee(unit, there) and not q.walled(there)
    and q.may_enter(unit, there)
end

-- ---- fighting (WT-ATK-2, WT-ATK-3, WT-RUL-55) ---------------------------------------------------

--- Arms that the victim loses by an attack of such force.
---@param victim muster.Piece?
---@param force integer
q.blow = muster.query(function(victim, force)
  if vigor[victim] == 0 then return force end
  return vigor[victim] == 1 and math.min(force, 1) or 0
end)

-- ---- routs --------------------------------------------------------------------------------------

--- Can it be routed?
---@param unit muster.Piece?
q.routable = muster.query(function(unit)
  return not options.vigor_blocks_rout or vigor[unit] == 0
end)

--- Where one that is routed from there may land, if nothing is there.
---@param from muster.Zone?
q.rout_ground = muster.query(function(from) return zones end) -- luacheck: no unused args

--- Free zones beside that one to which a battalion there may be routed.
---@param from muster.Zone?
function q.rout_zones(from) return near(from) - occupied() & q.rout_ground(from) end

--- The direction from a zone to its neighbour.
---@param from muster.Zone
---@param dest muster.Zone
function q.rout_way(from, dest)
  for way = 0, 2 do
    if step(from, way) == dest then return way end
  end
  return 3
end

--- Is there somebody on that zone whom a battalion could rout?
---@param there muster.Zone?
function q.may_rout(_, there)
  return not q.walled(there) and q.hostile(top(there)) and q.routable(top(there))
    and (board.border[there] or #q.rout_zones(there) > 0)
end

-- ---- ramparts -----------------------------------------------------------------------------------

--- Ramparts that carry its building further.
---@param unit muster.Piece
q.links = muster.query(function(unit)
  if options.build_link == "owner" then return tops(rampart, owner[unit]) end
  return tops(rampart):where(function(zone) return kingdom[top(zone)] == kingdom[unit] end)
end)

--- Zones on which it may build, if nothing is there.
---@param unit muster.Piece
q.building_ground = muster.query(function(unit) return zones end) -- luacheck: no unused args

--- Zones beside the battalion, or beside ramparts that link to it.
---@param unit muster.Piece
function q.building_span(unit)
  local around = near(place(unit))
  return around | near(flood(around, q.links(unit)))
end

--- Zones on which it may build now.
---@param unit muster.Piece
function q.reach(unit) return q.building_span(unit) - occupied() & q.building_ground(unit) end

--- The rampart that it builds where none is named, or nil.
---@param unit muster.Piece
q.spare_wall = muster.query(function(unit)
  return pieces(yard[owner[unit]]):pick(function(wall)
    return not ruined[wall]
      and (options.build_kingdom ~= "builder" or kingdom[wall] == kingdom[unit])
  end)
end)

--- A rampart of that kingdom in its General's supply, or nil.
---@param unit muster.Piece
---@param make integer
function q.spare_made(unit, make)
  return pieces(yard[owner[unit]]):pick(function(wall)
    return not ruined[wall] and kingdom[wall] == make
  end)
end

--- Is its General's supply of several kingdoms?
---@param unit muster.Piece
function q.mixed_supply(unit)
  local usual = kingdom[q.spare_wall(unit)]
  return pieces(yard[owner[unit]]):some(function(wall)
    return not ruined[wall] and kingdom[wall] ~= usual
  end)
end

--- Is there a rampart in the supply that it may build?
---@param unit muster.Piece
q.may_build = muster.query(function(unit)
  if options.build_kingdom == "builder" then return q.spare_wall(unit) ~= nil end
  return state.stock[owner[unit]] > 0
end)

--- Actions that destroying that rampart costs it.
---@param unit muster.Piece
---@param wall muster.Piece?
q.wall_fee = muster.query(function(unit, wall)
  if kind(wall) ~= rampart then return NEVER end
  if options.demolish_cost == "kingdom" then return kingdom[wall] == kingdom[unit] and 0 or 1 end
  return owner[wall] == owner[unit] and 0 or 1
end)

--- Can it destroy the rampart there with the actions left?
---@param unit muster.Piece
---@param there muster.Zone?
function q.may_demolish(unit, there)
  return q.hammer(unit) and q.wall_fee(unit, q.wall_at(there)) <= now.actions_left
end

-- ---- the other orders, and deployment -----------------------------------------------------------

--- Where a Sacrifice Ritual may be held.
q.altars = muster.query(function() return zones end)

--- Is its ritual completed in Step 4?
---@param unit muster.Piece
q.ritual_holds = muster.query(function(unit) return true end) -- luacheck: no unused args

--- May it be lightened?
---@param unit muster.Piece
q.may_lighten = muster.query(function(unit) return true end) -- luacheck: no unused args

--- The home row of a General.
---@param seat muster.Seat
q.home = muster.query(function(seat) return board.own_edge[seat] end)

--- The home row of a side.
---@param of muster.Seat a side
function q.home_row(of) return q.home(sides.lead(of)) end

--- The part of the field in which a General deploys.
---@param seat muster.Seat
q.ground_of = muster.query(function(seat) return board.nearest_rows[seat] end)

--- Where a General's battalions come back from Prison.
---@param seat muster.Seat
q.refuge = muster.query(function(seat) return q.home(seat) - occupied() end)

--- Zones that admit a General's battalions when he deploys, wherever his part lies.
---@param seat muster.Seat
q.placeable = muster.query(function(seat) return zones end) -- luacheck: no unused args

--- Zones on which a General may deploy, if they are free.
---@param seat muster.Seat
function q.deployable(seat) return q.ground_of(seat) & q.placeable(seat) end

--- The lowest kingdom that a General's battalions may be of.
---@param seat muster.Seat
q.first_make = muster.query(function(seat) return state.army[seat] end)

--- The highest kingdom that a General's battalions may be of.
---@param seat muster.Seat
q.last_make = muster.query(function(seat) return state.army[seat] end)

--- Does the General who placed a battalion place another one at once?
q.more_placements = muster.query(function() return false end)

-- ---- can the battalion that maneuvers do anything at all (WT-RUL-35)? ---------------------------

--- Can the battalion that maneuvers do anything, with the actions left?
---@param unit muster.Piece?
q.may_act = muster.query(function(unit)
  local bare = q.bare(unit)
  if bare and now.actions_left >= 1 then return true end
  local there = q.ahead(unit)
  return q.may_step_to(unit, there)
    or bare and q.may_demolish(unit, there)
    or options.all_ma_min == 0 and bare and q.may_rout(unit, there)
end)

-- ---- is an action other than Face within reach of a maneuver (WT-RUL-42)? -----------------------

--- The price of a Move onto a zone, or of destroying the rampart there.
---@param unit muster.Piece
---@param there muster.Zone?
function q.action_fee(unit, there)
  if not there then return NEVER end
  if q.walled(there) then
    return q.hammer(unit) and q.wall_fee(unit, q.wall_at(there)) or NEVER
  end
  return q.may_enter(unit, there) and q.entry_fee(unit, there) or NEVER
end

--- Is a Move, Destroy or Rout in reach once it has turned?
---@param unit muster.Piece
---@param zone muster.Zone
---@param budget integer
function q.acts_by_turning(unit, zone, budget)
  for way = 0, 3 do
    local turns = state.turning[(way - facing[unit]) % 4]
    local there = step(zone, way)
    if turns <= budget and (turns + q.action_fee(unit, there) <= budget
        or options.all_ma_min == 0 and q.may_rout(unit, there))
    then return true end
  end
  return false
end

--- Is more than Face in reach of a maneuver that begins with such a budget?
---@param unit muster.Piece
---@param zone muster.Zone
---@param budget integer
q.may_set_out = muster.query(function(unit, zone, budget)
  if q.bare(unit) then
    return q.acts_by_turning(unit, zone, budget)
      or budget >= 1 and q.may_build(unit) and #q.reach(unit) > 0
  end
  local there = step(zone, facing[unit])
  return q.action_fee(unit, there) <= budget and not q.walled(there)
end)

return q
