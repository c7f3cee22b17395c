-- What a side can still do, found by a bounded search in which the enemy never moves (WT-RUL-98).
-- The lists of the chapters are an upper bound: they may call a side able that is not. That may end
-- a battle late, but it must not name the wrong winner (WT-RUL-241). So before a battle ends, both
-- sides are searched here.
--
-- The search tries what a side does that cannot move yet: counter attacks, sacrifices with their
-- fires, Lighten and transfers, Closure. Turning is free, for a Stall is. Where anything else is
-- open to a battalion, it moves; or it may do more than is tried here, and the answer is unknown.
-- It is also unknown where the bound on the work is reached.

local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local able = require("warline.ground.able")
local fireproof = require("warline.ground.effects").fireproof
local stacks = require("warline.tactical.stacks")
local options, allowance = w.options, w.state.allowance
local own_options = muster.options()
local whole_stack = own_options.area_hits_stack
local pierces = own_options.forest_fire_pierces_vigor
local forest = facts.kind("forest")
local dearest = 1 -- of all steps
for i = 0, #facts.kinds do dearest = math.max(dearest, facts.kinds[i].entry) end
local wet = facts.lying(function(kind) return kind.wet end)
local BOUND = 1000 -- battalions and zones looked at, and states made, for a side

---@class warline.search
---@field side integer whose abilities are searched
---@field ask_moves boolean must it be known whether it moves?
---@field ask_strikes boolean
---@field sites muster.Zone[] zones with battalions, which stay there
---@field moves boolean
---@field strikes boolean
---@field unknown boolean may it move, or strike, in a way that is not tried?
---@field strike_unknown boolean may it strike so?
---@field bound integer the work that is left

---@class warline.search_state
---@field stacks table<muster.Zone, warline.soldier[]> states share those that are alike
---@field burnt muster.Set
---@field closed boolean has Closure removed all terrain?
---@field living table<integer, integer>

-- ---- states -------------------------------------------------------------------------------------

local function copy(search, state)
  local new = { stacks = {}, burnt = state.burnt, closed = state.closed,
    living = { [0] = state.living[0], state.living[1] } }
  for _, zone in ipairs(search.sites) do new.stacks[zone] = state.stacks[zone] end
  search.bound = search.bound - #search.sites
  return new
end

-- The stack of a zone, to be changed in this state alone.
local function own_stack(state, zone)
  local list = {}
  for i, b in ipairs(state.stacks[zone]) do
    list[i] = { unit = b.unit, side = b.side, owner = b.owner, arms = b.arms, facing = b.facing,
      vigor = b.vigor }
  end
  state.stacks[zone] = list
  return list
end

local function key_of(search, state)
  local parts = { state.closed and "c" or "o" }
  for _, zone in ipairs(search.sites) do
    parts[#parts + 1] = state.burnt[zone] and ";" or "," -- a fire begins where a battalion is
    for _, b in ipairs(state.stacks[zone]) do
      parts[#parts + 1] = b.unit * 32 + b.arms * 4 + b.facing
    end
  end
  return table.concat(parts, " ")
end

local function begin(search)
  local state = { stacks = {}, burnt = nothing, closed = false, living = { [0] = 0, 0 } }
  for side = 0, 1 do state.living[side] = count(w.state.prison[1 - side]) end
  search.sites = {}
  for zone in tops(w.state.battalion) do
    local stack = stacks.stack_on(zone)
    state.stacks[zone] = stack
    search.sites[#search.sites + 1] = zone
    for _, b in ipairs(stack) do state.living[b.side] = state.living[b.side] + 1 end
  end
  return state
end

-- ---- the ground ---------------------------------------------------------------------------------

-- Can somebody be on that zone now?
local function firm(search, state, zone)
  return zone and not search.walls[zone] and (state.closed or not search.abyss[zone])
end
-- Is that an abyss, over which arts may reach?
local function is_abyss(search, state, zone)
  return zone ~= nil and not state.closed and search.abyss[zone] and not search.walls[zone]
end
local function burns(search, state, zone)
  return search.forests[zone] and not state.burnt[zone] and not state.closed
end
local function fee_of(state, b, zone)
  if state.closed or state.burnt[zone] then return 1 end
  return w.queries.entry_fee(b.unit, zone)
end

-- Can it pay for a step there, with Arms from `most` down to `least`?
local function affords(state, b, zone, most, least)
  local fee = fee_of(state, b, zone)
  for strength = most, least, -1 do
    if allowance[strength] >= fee then return true end
  end
  return false
end

-- ---- what one battalion can do at once ----------------------------------------------------------

local function top_of(state, zone)
  local stack = state.stacks[zone]
  return stack and stack[#stack]
end

-- A step there is possible with such Arms, or nothing is known.
local function try_step(search, state, b, zone, most, least)
  if most < least or not firm(search, state, zone) then return end
  if not affords(state, b, zone, most, least) or not state.closed
    and not w.queries.may_enter(b.unit, zone) then
    search.unknown = true
    return
  end
  search.moves = true
  local there = top_of(state, zone)
  if there and there.side ~= b.side then search.strikes = true end
end

-- A war hammer breaks the rampart ahead.
local function try_hammer(search, state, b, zone)
  if b.arms < 4 or not search.walls[zone] then return end
  if allowance[b.arms] < 1 then
    search.unknown = true
    return
  end
  search.strikes = true
  if state.closed or not search.abyss[zone] then search.moves = true else search.unknown = true end
end

-- By arts it may do more than it could without.
local function try_arts(search, state, b, zone)
  local abilities = able.abilities[w.state.kingdom[b.unit]]
  if not abilities then return end
  local over = false
  for way = 0, 3 do over = over or is_abyss(search, state, step(zone, way)) end
  local moves, strikes, unknown = abilities(b, zone, over)
  search.moves, search.strikes = search.moves or moves, search.strikes or strikes
  search.unknown = search.unknown or unknown
  if search.damage then search.strike_unknown = true end
end

local function try_topmost(search, state, zone, stack)
  local b, height = stack[#stack], #stack
  local on_friend = height > 1 and stack[height - 1].side == b.side
  if height > 1 then
    local turns = on_friend and options.stall_face_on_friend
    for way = 0, 3 do -- who is lightened turns
      local most = (turns or way == b.facing) and b.arms or b.arms - 1
      try_step(search, state, b, step(zone, way), most, math.min(most, 1))
    end
    if search.leaps and able.abilities[w.state.kingdom[b.unit]] and b.arms == 6 then
      search.unknown = true
    end
    return
  end
  for way = 0, 3 do
    try_step(search, state, b, step(zone, way), b.arms, 1)
    try_hammer(search, state, b, step(zone, way))
  end
  try_arts(search, state, b, zone)
end

-- A battalion of the side on a rampart leaves it by arts alone: it flies to another of its General,
-- or steps down. If it is the last of its side and no rampart is beside it, it can do no more.
local function try_perched(search, state, zone)
  local b = top_of(state, zone)
  if #tops(w.state.rampart, b.owner) > 0 then search.moves = true end
  search.unknown = search.unknown or search.moves or state.living[b.side] > 1
  for way = 0, 3 do
    local beside = step(zone, way)
    if firm(search, state, beside) then search.moves = true end
    if beside and search.walls[beside] then search.unknown = true end
  end
end

-- Room for one that is held in Prison.
local function try_extricate(search, state)
  if not search.held then return end
  for zone in search.home do
    local stack = state.stacks[zone]
    if firm(search, state, zone) and not (stack and stack[1]) then search.strikes = true end
  end
end

-- ---- what changes the state ---------------------------------------------------------------------

local function bury_dead(state, zone)
  local stack = state.stacks[zone]
  for i = #stack, 1, -1 do
    if stack[i].arms <= 0 then
      state.living[stack[i].side] = state.living[stack[i].side] - 1
      table.remove(stack, i)
    end
  end
end

local function scorch(search, state, zone)
  local stack = own_stack(state, zone)
  for i, b in ipairs(stack) do
    if (whole_stack or i == #stack) and not fireproof(b.unit) then
      local loss = 2
      if b.vigor > 0 and not pierces and b.side ~= search.side then
        loss = b.vigor == 1 and 1 or 0
      end
      b.arms = b.arms - loss
    end
  end
  bury_dead(state, zone)
end

-- The Forest of that zone burns down, with all that hangs together with it.
local function burn(search, state, zone)
  local ring = flood(only(zone), search.forests - state.burnt)
  state.burnt = state.burnt | ring
  for _, each in ipairs(search.sites) do
    if ring[each] then scorch(search, state, each) end
  end
end

-- The battalion at that height dies by its ritual (WT-RUL-154).
local function give_up(search, state, zone, height)
  local b = table.remove(own_stack(state, zone), height)
  state.living[b.side] = state.living[b.side] - 1
  if burns(search, state, zone) then burn(search, state, zone) end
end

-- Step 1: counter attacks that are due.
local function strike_back(search, state)
  for _, zone in ipairs(search.sites) do
    local height = not search.walls[zone]
      and stacks.counter_level(state.stacks[zone], search.side)
    if height then
      search.strikes = true
      local stack = own_stack(state, zone)
      local before = #stack
      stacks.counter_in(stack, height)
      state.living[1 - search.side] = state.living[1 - search.side] - (before - #stack)
    end
  end
end

-- Closure comes if it must; it may come where the enemy's prisoners can be tormented to death.
local function closing(search, state)
  local own, foes = state.living[search.side], state.living[1 - search.side]
  if not search.closes or state.closed or own > 2 or foes - search.captives > 2 then
    return false
  end
  return foes <= 2 and "now" or "later"
end

-- ---- the search ---------------------------------------------------------------------------------

local function add(search, state)
  local when = closing(search, state)
  if when then
    local closed = copy(search, state)
    closed.closed = true
    search.open[#search.open + 1] = closed
  end
  if when ~= "now" then search.open[#search.open + 1] = state end
end

local function try_sacrifice(search, state, zone, fires)
  if search.wet[zone] and not state.closed and not state.burnt[zone] then
    -- arts may make the ground dry beneath one on bare ground
    local kingdom = w.state.kingdom[top_of(state, zone).unit]
    if #state.stacks[zone] > 1 or not able.abilities[kingdom] then
      return
    end
    search.unknown = search.unknown or search.closes
    return
  end
  local new = copy(search, state)
  local stack = own_stack(new, zone)
  local b, heir = stack[#stack], stack[#stack - 1]
  if not fires and heir and heir.owner == b.owner then -- more Arms are never worse
    heir.arms = math.min(6, heir.arms + b.arms - 1)
  end
  give_up(search, new, zone, #stack)
  strike_back(search, new)
  add(search, new)
end

-- Lighten matters by itself where fires may kill, or Closure may open a way.
local function lighten(search, state, zone, left, gift, way)
  local new = copy(search, state)
  local stack = own_stack(new, zone)
  local b, heir = stack[#stack], stack[#stack - 1]
  b.arms, b.facing = left, way
  if gift > 0 then heir.arms = heir.arms + gift end
  add(search, new)
end
local function try_lighten(search, state, zone)
  local stack = state.stacks[zone]
  local b, heir = stack[#stack], stack[#stack - 1]
  if not heir or b.arms < 2 then return end
  local most = heir.owner == b.owner and 6 - heir.arms or 0
  for way = 0, 3 do
    if way == b.facing or is_abyss(search, state, step(zone, way)) then
      for left = 1, b.arms - 1 do
        for gift = 0, math.min(most, b.arms - left) do
          lighten(search, state, zone, left, gift, way)
        end
      end
    end
  end
end

-- Is there Forest left on which somebody stands?
local function may_burn(search, state)
  if not search.fires or state.closed then return false end
  for _, zone in ipairs(search.sites) do
    if burns(search, state, zone) and top_of(state, zone) then return true end
  end
  return false
end

-- Is nothing left to be found? A side that moves, or may do more than is tried, may always find
-- a way to strike: that cannot be denied it.
local function settled(search)
  return search.moves or not search.ask_moves and (search.strikes or search.unknown)
end

-- Calls visit_one with each zone on which a battalion of the side is topmost, and its stack.
local function each_own(search, state, visit_one)
  for _, zone in ipairs(search.sites) do
    local b = top_of(state, zone)
    if b and b.side == search.side and not settled(search) then
      search.bound = search.bound - 1
      visit_one(zone, state.stacks[zone])
    end
  end
end

local function visit(search, state)
  try_extricate(search, state)
  each_own(search, state, function(zone, stack)
    if search.walls[zone] then try_perched(search, state, zone)
    else try_topmost(search, state, zone, stack) end
  end)
  local fires = may_burn(search, state)
  each_own(search, state, function(zone)
    if not search.walls[zone] then
      try_sacrifice(search, state, zone, fires)
      if fires then try_lighten(search, state, zone) end
    end
  end)
end

-- The first turn: counter attacks and fire meet Vigor, and a mark that lies there is honoured.
local function first_turn(search, state)
  strike_back(search, state)
  local marked = w.state.marked_bearer[search.side]
  for _, zone in ipairs(w.state.marked[marked] and search.sites or {}) do
    local soaked = search.wet[zone] and not state.closed and not search.walls[zone]
    for height = #state.stacks[zone], 1, -1 do
      if state.stacks[zone][height].unit == marked and not soaked then
        give_up(search, state, zone, height)
        break
      end
    end
  end
  for _, zone in ipairs(search.sites) do
    for _, b in ipairs(state.stacks[zone]) do b.vigor = 0 end
  end
  strike_back(search, state)
end

local function explore(search, start)
  local met = {}
  search.open = {}
  if closing(search, start) == "now" then start.closed = true end
  first_turn(search, start)
  add(search, start)
  while #search.open > 0 and search.bound > 0 do
    local state = table.remove(search.open)
    local key = key_of(search, state)
    if not met[key] then
      met[key] = true
      visit(search, state)
      if settled(search) then break end
    end
  end
  return #search.open == 0
end

-- ---- a battalion that is free to go -------------------------------------------------------------

-- Can it go there with such Arms, from beside?
local function enters(search, state, b, zone, strength)
  return firm(search, state, zone) and allowance[strength] >= fee_of(state, b, zone)
    and w.queries.may_enter(b.unit, zone)
end

-- Can it strike somebody or something from there?
local function strikes_from(search, state, b, zone, strength)
  for way = 0, 3 do
    local near_by = step(zone, way)
    if near_by and search.walls[near_by] then
      if strength >= 4 then return true end
    elseif firm(search, state, near_by) then
      local there = top_of(state, near_by)
      if there and there.side ~= b.side and enters(search, state, b, near_by, strength) then
        return true
      end
      if not there and strength >= 4 and w.state.stock[b.owner] > 0
        and w.queries.building_ground(b.unit)[near_by] and w.queries.may_build(b.unit) then
        return true
      end
    end
  end
  return false
end

-- Can it strike from a zone that it reaches step by step, lightened to such Arms?
local function strikes_after_steps(search, state, b, zone, strength, stacked)
  local found, further = {}, {}
  local function reach(at)
    if at and not found[at] and not top_of(state, at)
      and enters(search, state, b, at, strength) then
      found[at] = true
      further[#further + 1] = at
    end
  end
  if not stacked then
    further[1], found[zone] = zone, true
  else
    for way = 0, 3 do
      if strength < b.arms or way == b.facing then reach(step(zone, way)) end
    end
  end
  while #further > 0 and search.bound > 0 do
    local at = table.remove(further)
    search.bound = search.bound - 1
    if strikes_from(search, state, b, at, strength) then return true end
    for way = 0, 3 do reach(step(at, way)) end
  end
  return false
end

-- May it strike after steps over free ground? This upper bound takes a few sets, the search of its
-- steps much more.
local function may_strike(search, b, zone, foes)
  local around = near(flood(only(zone), search.free | only(zone)))
  return #(around & foes) > 0
    or b.arms >= 4 and (#(around & search.walls) > 0 or w.state.stock[b.owner] > 0)
end

-- Can a battalion that is free to move strike?
local function free_one_strikes(search, begun)
  local foes = nothing -- also those beneath a battalion of the side
  for _, zone in ipairs(search.sites) do
    local stack = begun.stacks[zone]
    local second = stack[#stack - 1]
    if not search.walls[zone] and (stack[#stack].side ~= search.side
        or second and second.side ~= search.side) then
      foes = foes | only(zone)
    end
  end
  for _, zone in ipairs(search.sites) do
    local state, b = begun, top_of(begun, zone)
    if b.side == search.side and not search.walls[zone] and may_strike(search, b, zone, foes) then
      local stacked = #begun.stacks[zone] > 1
      if stacked then -- where it came from, whoever is beneath it is topmost then
        state = copy(search, begun)
        table.remove(own_stack(state, zone))
      end
      -- as it is, lightened to keep its hammer, or as far as can be
      if strikes_after_steps(search, state, b, zone, b.arms, stacked)
        or b.arms > 4 and strikes_after_steps(search, state, b, zone, 4, stacked)
        or b.arms > 1 and strikes_after_steps(search, state, b, zone, 1, stacked) then
        return true
      end
    end
  end
  return false
end

-- ---- the answer for a side ----------------------------------------------------------------------

local function search_for(side, moves, strikes)
  local extra = options.aggressive_extra
  local walls = w.queries.walls()
  local torments = (extra == "torment" or extra == "both") and count(w.state.prison[side]) > 0
  return { side = side, ask_moves = moves, ask_strikes = strikes, moves = false, strikes = torments,
    unknown = options.ctr_through_cover or facts.traits.holds_over_abyss,
    strike_unknown = false, bound = BOUND, walls = walls, abyss = facts.abyss(),
    free = w.queries.passable() - occupied(), forests = facts.open(forest),
    fires = #(facts.open(forest) & tops(w.state.battalion)) > 0,
    wet = wet(), closes = facts.traits.closes, captives = count(w.state.prison[side]),
    held = count(w.state.prison[1 - side]) > 0, home = w.queries.home_row(side),
    damage = extra == "damage_arts" or extra == "both", leaps = facts.traits.leaps }
end

-- Does any of these conditions hold for that side?
local function any_holds(conditions, side)
  for _, condition in ipairs(conditions) do
    if condition(side) then return true end
  end
  return false
end

w.steps.bounds_only:amend("or", function() return true end)
-- Where the price of terrain can be beyond a battalion of Arms 1, no step is plain.
if dearest > allowance[1] then
  w.steps.known_to_move:amend("and", function() return false end)
  w.steps.known_to_strike:amend("and", function() return false end)
end
-- A fire would burn it.
w.steps.unstacked:amend("and", function() return zones - facts.open(forest) end)

local function known(found, ruled_out)
  if found then return true end
  if ruled_out then return false end
  return nil
end

w.victory.bounded_search:on(function(side, moves, strikes)
  local search = search_for(side, moves, strikes)
  local start = begin(search)
  if strikes and not search.strikes then search.strikes = free_one_strikes(search, start) end
  local whole = (moves or not search.strikes) and explore(search, start)
  local sure = whole and not search.unknown and not any_holds(able.unsearched, side)
  local idle = sure and not search.moves and not search.strike_unknown
    and not any_holds(able.unsearched_strikes, side)
  if search.held then -- a prisoner bars Paralyze (WT-RUL-100)
    search.moves = search.moves or not options.paralyze_needs_room
    sure = false
  end
  return { moves = known(search.moves, sure), strikes = known(search.strikes, idle) }
end)
