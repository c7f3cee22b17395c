-- The evaluation of a position, for players that look one move ahead. Points of about 10 an
-- Arms.

local value_at_end = require("muster.worth")
local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")

local battalion, arms, side_of = state.battalion, state.arms, generals.side_of

local VALUE = { [0] = 0, 24, 32, 40, 54, 64, 74 } -- of a living battalion, by Arms
local PRISONERS = { [0] = 0, 30, 90, 100000 }
local DEAD = { [0] = 0, 20, 50, 95, 170, 100000, 100000 }

-- A covered battalion gives no orders; an enemy right on top of it will be struck back.
local function covered_value(unit, zone, above)
  local struck = side_of(above) ~= side_of(unit) and above == top(zone)
  return -6 + (struck and 4 * math.min(arms[unit], arms[above]) or 0)
end

-- The zone ahead of a topmost battalion: room, or an enemy to strike.
local function ahead_value(unit, zone)
  local front = step(zone, state.facing[unit])
  local there = top(front)
  if not there then return front and 2 or -2 end
  if kind(there) ~= battalion or side_of(there) == side_of(unit) then return 0 end
  local loss = math.min(arms[unit], arms[there])
  if state.vigor[there] > 0 then loss = math.min(loss, 1) end
  return 3 * loss + (loss >= arms[there] and 8 or 0)
end

local function ramparts_beside(zone)
  return #near(zone):where(function(other) return kind(top(other)) == state.rampart end)
end

local function marks_value(unit)
  return (state.stunned[unit] and -10 or 0) + (state.vigor[unit] == 1 and 6 or 0)
    + (state.marked[unit] and 14 - VALUE[arms[unit]] or 0) + (state.eight[unit] and 12 or 0)
end

-- The stack of a zone: its battalions, who covers whom, who can strike next.
local function zone_value(zone, side)
  local sum, above = 0, nil
  for unit in pieces(zone) do
    if kind(unit) == battalion then
      local here = VALUE[arms[unit]] + marks_value(unit)
      if above then
        here = here + covered_value(unit, zone, above)
      else
        here = here + ahead_value(unit, zone)
        -- a battalion on a rampart counts as on bare ground
        local bare = level(unit) == 1 or kind(below(unit)) == state.rampart
        if bare then here = here - 3 * ramparts_beside(zone) end
      end
      sum = sum + (side_of(unit) == side and here or -here)
      above = unit
    end
  end
  return sum
end

-- Tokens, prisoners and supply of a side.
local function holdings(side)
  local caught, dead = count(state.prison[side]), count(state.graveyard[side])
  local sum = PRISONERS[math.min(caught, 3)] + DEAD[math.min(dead, 6)] - 25 * state.stalls[side]
  for unit in pieces(state.prison[side]) do -- it may be freed
    sum = sum - VALUE[arms[unit]] // 2
  end
  for general = 0, seats - 1 do
    if generals.side(general) == side then sum = sum + 2 * state.stock[general] end
  end
  return sum
end

--- Listeners add to the evaluation of a position for a seat.
local terms = muster.hook { "terms", fold = "sum" }

muster.worth(function(seat)
  local final = value_at_end(seat, 1000000, -400000)
  if final then return final end
  local side = generals.side(seat)
  local sum = holdings(side) - holdings(1 - side) + terms(seat)
  for zone in tops(battalion) do sum = sum + zone_value(zone, side) end
  return sum
end, { turns = true, scale = 60 })

-- ---- features -----------------------------------------------------------------------------------
-- The parts of the evaluation, for weights that are learned; Arms, tokens and what lies in Prisons
-- and Graveyards are counted by themselves.

-- The sum of `value` over the topmost battalions of a side; `value` gets unit and zone.
local function over_tops(side, value)
  local sum = 0
  for zone in tops(battalion) do
    local unit = top(zone)
    if side_of(unit) == side then sum = sum + value(unit, zone) end
  end
  return sum
end

-- The Arms that the enemy right ahead of a topmost battalion would lose; 0 if there is none.
local function loss_ahead(unit, zone)
  local there = top(step(zone, state.facing[unit]))
  if not there or kind(there) ~= battalion or side_of(there) == side_of(unit) then return 0 end
  local loss = math.min(arms[unit], arms[there])
  if state.vigor[there] > 0 then loss = math.min(loss, 1) end
  return loss
end

-- Does that loss kill it?
local function kills_ahead(unit, zone)
  local loss = loss_ahead(unit, zone)
  return loss > 0 and loss >= arms[top(step(zone, state.facing[unit]))] and 1 or 0
end

local function is_free_ahead(unit, zone)
  local front = step(zone, state.facing[unit])
  return front and not top(front) and 1 or 0
end

local function is_edge_ahead(unit, zone) return step(zone, state.facing[unit]) and 0 or 1 end

local function bare_ramparts(unit, zone)
  local bare = level(unit) == 1 or kind(below(unit)) == state.rampart
  return bare and ramparts_beside(zone) or 0
end

-- The Arms beside or right ahead of an enemy without being faced by it: it cannot strike
-- back at them in its turn.
local function arms_behind(unit, zone)
  local front = step(zone, state.facing[unit])
  local there = top(front)
  if not there or kind(there) ~= battalion or side_of(there) == side_of(unit) then return 0 end
  return step(front, state.facing[there]) ~= zone and arms[unit] or 0
end

local function feature(name, help, value)
  muster.feature { name, help = help,
    function(seat) return over_tops(generals.side(seat), value) end }
end

feature("strikes", "Arms that enemies right ahead of topmost battalions would lose", loss_ahead)
feature("kills", "enemies right ahead that would die of it", kills_ahead)
feature("behind", "Arms that have an enemy right ahead which faces elsewhere", arms_behind)
feature("room", "topmost battalions with an empty zone right ahead", is_free_ahead)
feature("edge", "topmost battalions that face the edge", is_edge_ahead)
feature("hemmed", "ramparts beside topmost battalions on bare ground", bare_ramparts)

-- The sum of `value` over the covered battalions of a side; `value` gets the unit, what is right on
-- top of it, and the zone.
local function over_covered(side, value)
  local sum = 0
  for zone in tops(battalion) do
    local above = nil
    for unit in pieces(zone) do
      if kind(unit) == battalion then
        if above and side_of(unit) == side then sum = sum + value(unit, above, zone) end
        above = unit
      end
    end
  end
  return sum
end

muster.feature { "covered", help = "Arms of covered battalions",
  function(seat)
    return over_covered(generals.side(seat), function(unit) return arms[unit] end)
  end }
muster.feature { "under_enemy", help = "Arms that enemies on top lose to covered ones",
  function(seat)
    return over_covered(generals.side(seat), function(unit, above, zone)
      if side_of(above) == side_of(unit) or above ~= top(zone) then return 0 end
      return math.min(arms[unit], arms[above])
    end)
  end }

muster.feature { "captive_arms", help = "Arms of the side's prisoners, which may be freed",
  function(seat) return pieces(state.prison[generals.side(seat)]):sum(function(unit)
    return arms[unit]
  end) end }
for needed = 2, 4 do
  muster.feature { "graveyard_" .. needed,
    help = "at least " .. needed .. " dead enemies",
    function(seat) return count(state.graveyard[generals.side(seat)]) >= needed and 1 or 0 end }
end
muster.feature { "prison_2", help = "at least 2 prisoners",
  function(seat) return count(state.prison[generals.side(seat)]) >= 2 and 1 or 0 end }
muster.feature { "terms", help = "what modules add to the evaluation",
  function(seat) return terms(seat) end }

return { terms = terms }
