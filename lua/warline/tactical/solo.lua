-- The other reading of "able" (option capability_horizon = next_turn): what a side can do in its
-- very next turn. A small search: the steps of that turn on a copy of the stacks, then every path
-- of every battalion that may be ordered.

local options = muster.options()
local state = require("warline.tactical.state")
local q = require("warline.tactical.queries")
local stacks = require("warline.tactical.stacks")
local capability = require("warline.tactical.capability")
if options.capability_horizon ~= "next_turn" then return end

local prison = state.prison

-- The stacks of the field after Steps 1 to 4 of the coming turn of a side; was anybody struck, and
-- was anybody given up?
local function turn_begun(side)
  local field, struck, given = {}, false, false
  for zone in tops(state.battalion) do
    local stack = stacks.stack_on(zone)
    local height = stacks.counter_level(stack, side)
    if height then
      struck = true
      stacks.counter_in(stack, height)
    end
    for i = #stack, 1, -1 do
      if stack[i].side == side and state.marked[stack[i].unit] then
        table.remove(stack, i)
        given = true
      end
    end
    field[zone] = stack
  end
  return field, struck, given
end

local function top_of(field, zone)
  local stack = field[zone]
  return stack and stack[#stack]
end

---@class warline.place_on_path
---@field at muster.Zone
---@field facing integer
---@field bare boolean

-- Every zone and facing that battalion `b` can be in, with the most actions left; calls visit for
-- each. The field is without `b`. Each step costs 1, so what is reached first is reached best.
local function paths(b, zone, budget, field, visit)
  local walls = q.walls()
  local found, further = {}, {}
  local function reach(at, facing, bare)
    local key = at * 8 + facing * 2 + (bare and 1 or 0)
    if found[key] then return end
    found[key] = true
    further[#further + 1] = { at = at, facing = facing, bare = bare }
  end
  local function go_on_from(place)
    if place.bare then
      reach(place.at, (place.facing + 1) % 4, true)
      reach(place.at, (place.facing + 3) % 4, true)
    end
    local front = step(place.at, place.facing)
    if not front or walls[front] then return end
    local there = top_of(field, front)
    if not there or there.side == b.side then reach(front, place.facing, not there) end
  end
  reach(zone, b.facing, #field[zone] == 0)
  for left = budget, 0, -1 do
    local ring = further
    further = {}
    for _, place in ipairs(ring) do
      visit(place, left)
      go_on_from(place)
    end
  end
end

-- Calls visit for each battalion of the side that may be ordered, on each of its paths, with what
-- lies ahead there, a zone.
local function each_way(side, visit)
  local field, struck, given = turn_begun(side)
  for zone in tops(state.battalion) do
    local b = top_of(field, zone)
    if b and b.side == side and not state.stunned[b.unit] then
      table.remove(field[zone])
      paths(b, zone, given and 8 or options.ma_table[b.arms], field, function(place, left)
        local front = step(place.at, place.facing)
        if front then visit(b, front, left, place.bare, field) end
      end)
      table.insert(field[zone], b)
    end
  end
  return struck, field
end

-- Is there room for a prisoner, once Step 4 is done?
local function has_room(side, field)
  for zone in q.home_row(side) do
    if not q.walls()[zone] and not top_of(field, zone) then return true end
  end
  return false
end

capability.is_paralyzed:amend(function(before, side)
  if before then return true end
  local moves = false
  local _, field = each_way(side, function(b, front, left, bare)
    local price = 1
    if q.walls()[front] then -- a hammer breaks it and goes on
      price = bare and b.arms >= 4 and q.wall_fee(b.unit, top(front)) + 1 or left + 1
    end
    moves = moves or left >= price
  end)
  return not moves and (count(prison[1 - side]) == 0
    or options.paralyze_needs_room and not has_room(side, field))
end)

-- Has that battalion an enemy or a rampart to strike ahead, or can it build one and break it?
local function strikes(b, front, left, bare, field)
  if q.walls()[front] then
    return bare and b.arms >= 4 and q.wall_fee(b.unit, top(front)) <= left
  end
  local there = top_of(field, front)
  if there then return there.side ~= b.side and left >= 1 end
  return bare and b.arms >= 4 and left >= 1 and state.stock[b.owner] > 0
end

capability.is_aggressive:amend(function(_, side)
  local able = capability.by_torment and count(prison[side]) > 0
  local struck, field = each_way(side, function(...) able = able or strikes(...) end)
  return able or struck or count(prison[1 - side]) > 0 and has_room(side, field)
end)
