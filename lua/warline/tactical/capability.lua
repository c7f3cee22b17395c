-- Which side can still move or strike (chapters 30, 31; WT-RUL-98, WT-DATA-11). These
-- lists are exact for the core rules. They are read only where the cheap look at a turn's end was
-- not enough. Whose ability is asked for is a side everywhere.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")
local stacks = require("warline.tactical.stacks")

local battalion, prison, arms, facing = state.battalion, state.prison, state.arms, state.facing
local options, side_of, topped = muster.options(), generals.side_of, sides.topped
local passable = q.passable

-- ---- Paralyze -----------------------------------------------------------------------------------

-- Can who stands there, facing that way, with such Arms, alone in its zone or not, leave it?
local function gets_out(zone, way, force, alone)
  local beside = near(passable())[zone]
  if alone then return force >= 4 and near(q.land())[zone] or beside end
  return passable()[step(zone, way)] or force >= 2 and beside
end

-- The plain answer of question Q (WT-DATA-11): a topmost battalion of the side that leaves its
-- zone.
local function can_leave(zone)
  local unit = top(zone)
  return gets_out(zone, facing[unit], arms[unit], level(unit) == 1)
end

--- Can that side move, as far as is seen at a glance? It must never be true wrongly.
---@param side muster.Seat
local plainly_mobile = muster.query(function(side)
  return topped(side):some(can_leave)
end)

-- Question Q with all that may happen to a stack: can a battalion of the side ever leave this zone?
-- Enemies on top are struck from right beneath, in the first Step 1 with their Vigor and later
-- without. Then the topmost goes, and all Arms that may do so pass on, for more are never worse.

local function under(unit)
  local next_one = below(unit)
  if kind(next_one) == battalion then return next_one end
end

local function loss(victim, force, shielded)
  return shielded and q.blow(victim, force) or force
end

-- What a blow on an enemy with so many Arms leaves: the survivor, be it nobody, his Arms, and who
-- lies beneath them all.
local function survivors(force, victim, strength, beneath, shielded)
  local foe, left, rest = victim, strength - loss(victim, force, shielded), beneath
  while foe and left <= 0 do
    if kind(rest) == battalion and side_of(rest) == side_of(victim) then
      foe, left, rest = rest, arms[rest] - loss(rest, force, shielded), under(rest)
    else
      foe = nil
    end
  end
  return foe, left, rest
end

-- Arms of the next one down, when who lay on it has gone.
local function inherited(heir, unit, force)
  if owner[heir] ~= owner[unit] then return arms[heir] end
  return math.min(arms[heir] + force - 1, 6)
end

-- Topmost lies `unit` with `force` Arms, then `foe`, if any, a survivor with `left`, then `rest`.
local function leaves_some_day(zone, side)
  local unit, force, shielded = top(zone), arms[top(zone)], true
  local foe, left, rest = nil, 0, under(unit)
  while unit do
    if side_of(unit) ~= side then
      local striker = rest
      if side_of(striker) ~= side then return false end
      foe, left, rest = survivors(arms[striker], unit, force, under(striker), shielded)
      unit, force = striker, arms[striker]
    end
    shielded = false
    if gets_out(zone, facing[unit], force, not foe and not rest) then return true end
    if foe then
      unit, force, foe = foe, left, nil
    elseif rest then
      unit, force, rest = rest, inherited(rest, unit, force), under(rest)
    else
      return false
    end
  end
  return false
end

-- The same where covered enemies are struck too: then a stack can become anything.
local function leaves_through_cover(zone, side)
  local stack = stacks.stack_on(zone)
  local height = stacks.counter_level(stack, side)
  if height then stacks.counter_in(stack, height) end
  for _, b in ipairs(stack) do b.vigor = 0 end
  while #stack > 0 do
    height = stacks.counter_level(stack, side)
    while height do
      stacks.counter_in(stack, height)
      height = stacks.counter_level(stack, side)
    end
    local unit = table.remove(stack)
    if unit.side ~= side then return false end
    if gets_out(zone, unit.facing, unit.arms, #stack == 0) then return true end
    local heir = stack[#stack]
    if heir and heir.owner == unit.owner then heir.arms = math.min(heir.arms + unit.arms - 1, 6) end
  end
  return false
end
local leaves = options.ctr_through_cover and leaves_through_cover or leaves_some_day

-- ---- Blunt --------------------------------------------------------------------------------------

--- The level of the highest enemy in a stack: the battalions above it are free.
local function lid(zone, side)
  return level(pieces(zone):pick(function(unit) return side_of(unit) ~= side end))
end

--- Does a stack hold an enemy of that side?
local function enemy_in(zone, side)
  return pieces(zone):some(function(unit) return side_of(unit) == 1 - side end)
end

--- Arms that the free battalions of a General in a stack can give away: they pass between those of
--- one General only (WT-RUL-174).
---@param zone muster.Zone
---@param general muster.Seat
local spare = muster.query(function(zone, general)
  local highest = lid(zone, generals.side(general))
  return pieces(zone):sum(function(unit)
    return owner[unit] == general and level(unit) > highest and arms[unit] - 1 or 0
  end)
end)

local function can_gather(side, zones)
  for general = 0, seats - 1 do
    if generals.side(general) == side
        and zones:sum(function(zone) return spare(zone, general) end) >= 3 then
      return true
    end
  end
  return false
end

--- Does a stack hold a battalion of that side that can move?
local function mobile_in(zone, side)
  local highest = lid(zone, side)
  return pieces(zone):some(function(unit)
    return level(unit) > highest
      and (level(unit) == 1 or arms[unit] >= 2 or passable()[step(zone, facing[unit])])
  end)
end

--- The zone and all that hang together with it and bear no rampart.
---@param zone muster.Zone
local pocket = muster.query(function(zone) return flood(only(zone), passable()) end)

--- Has the home row a zone without rampart and enemy, whose battalions can leave or be given up?
local function home_can_open(side)
  return (q.home_row(side) & passable()):some(function(zone) return not enemy_in(zone, side) end)
end

local function counter_in_store(zone, side)
  if options.ctr_through_cover then
    return pieces(zone):some(function(unit)
      return side_of(unit) == 1 - side and side_of(q.beneath(unit)) == side
    end)
  end
  local foe = pieces(zone):pick(function(unit) return side_of(unit) ~= side end)
  return side_of(q.beneath(foe)) == side
end

--- Has any stack of the field a counter attack in store?
local function counters_in_store(side)
  return tops(battalion):some(function(zone) return counter_in_store(zone, side) end)
end
local function may_extricate(side) return count(prison[1 - side]) > 0 and home_can_open(side) end
local function may_attack(side)
  return (topped(side) & near(passable())):some(function(from)
    return mobile_in(from, side)
      and (tops(battalion) & pocket(from)):some(function(zone) return enemy_in(zone, side) end)
  end)
end
--- Can it gather Arms for a hammer where there are ramparts to destroy, or to build first?
---@param side muster.Seat
local may_make_hammer = muster.query(function(side)
  return (topped(side) & near(passable())):some(function(zone)
    return can_gather(side, topped(side) & pocket(zone))
      and (sides.supply(side) > 0 or #(near(pocket(zone)) & q.walls()) > 0)
  end)
end)
--- Can a stack that is shut in gather Arms for a hammer to break out?
---@param side muster.Seat
local may_strike_at_walls = muster.query(function(side)
  return (topped(side) - near(passable())):some(function(zone)
    return not enemy_in(zone, side) and can_gather(side, only(zone))
      and #(near(zone) & q.walls()) > 0
  end)
end)
local extra = options.aggressive_extra
local by_torment = extra == "torment" or extra == "both"

--- Can that side ever attack, rout, destroy or free anybody (WT-VIC-7)?
---@param side muster.Seat
local aggressive = muster.query(function(side)
  return by_torment and count(prison[side]) > 0 or may_attack(side) or counters_in_store(side)
    or may_make_hammer(side) or may_extricate(side) or may_strike_at_walls(side)
end)

local hammer_on_field = sides.has_unit(function(unit) return arms[unit] >= 4 end)
--- Has it a living battalion with a war hammer (WT-BLU-2, WT-RUL-105)?
---@param side muster.Seat
local armed = muster.query(function(side)
  return pieces(prison[1 - side]):some(function(unit) return arms[unit] >= 4 end)
    or hammer_on_field(side)
end)

-- ---- what a turn's end asks, all that modules know included -------------------------------------

--- Can that side still move for a reason that the core rules do not know? It may be true too often.
---@param side muster.Seat
local still_moves = muster.query(function(side) -- luacheck: no unused args
  return false
end)
--- Can it still strike for such a reason?
---@param side muster.Seat
local still_strikes = muster.query(function(side) -- luacheck: no unused args
  return false
end)

--- Can that side never move one of its battalions again (WT-RUL-99, WT-RUL-100, WT-RUL-101)?
---@param side muster.Seat
local is_paralyzed = muster.query(function(side)
  if still_moves(side) or plainly_mobile(side) then return false end
  if count(prison[1 - side]) > 0 and (not options.paralyze_needs_room or home_can_open(side)) then
    return false
  end
  return not tops(battalion):some(function(zone) return leaves(zone, side) end)
end)

--- Can it ever take an Aggressive Action (WT-VIC-7, WT-RUL-103)?
---@param side muster.Seat
local is_aggressive = muster.query(function(side)
  return still_strikes(side) or aggressive(side)
end)

local solo = options.capability_horizon == "solo"
local ever = solo and "ever" or "in its next turn"
local others = { none = "Nothing else is one.", torment = "Torment is one too.",
  damage_arts = "Arts that do damage are others.",
  both = "Torment and arts that do damage are others." }
muster.rules { title = "Able to move, able to strike", place = 11,
  { id = "WT-RUL-98", option = "capability_horizon", text = solo
    and [[A side is able to do what it could do at some time if the enemy skipped all his turns from
      now on, with as many Stalls as it likes.]]
    or "A side is able to do what it could do in its very next turn." },
  { id = "WT-RUL-99", option = "capability_horizon", text = "It is paralyzed if none of its "
    .. "battalions can " .. ever .. " leave its zone by an action of its own. " .. (solo
    and [[Turning, tearing down walls, lightening, sacrifice and counter attacks may all help it
      first.]]
    or "Its counter attacks, a completed sacrifice and walls torn down in that turn count.") },
  { id = "WT-PAR-2", option = "paralyze_needs_room", text = "It is not paralyzed while one of its "
    .. "battalions is a prisoner" .. (options.paralyze_needs_room
      and " and its home row can have room to extricate it."
      or ", for that one could be extricated.") },
  { id = "WT-VIC-7", option = "aggressive_extra", text = [[Aggressive Actions are attacks, counter
    attacks, routs, the destruction of ramparts and Extricate. ]] .. others[extra] },
  { id = "WT-RUL-103", option = "capability_horizon", text = "It is blunted if it can take none of "
    .. "them " .. ever .. ". Extricate counts only where the home row "
    .. (solo and "has room or can get it." or "has room.") },
}

return { plainly_mobile = plainly_mobile, aggressive = aggressive, pocket = pocket, lid = lid,
  spare = spare, enemy_in = enemy_in, counters_in_store = counters_in_store, armed = armed,
  still_moves = still_moves, still_strikes = still_strikes, is_paralyzed = is_paralyzed,
  is_aggressive = is_aggressive,
  by_torment = by_torment }
