-- What a side can still do, found by trying it out, with the enemy frozen (WT-RUL-98). The lists of
-- the chapters take a side for able too often; that may end a battle late, but it must not name the
-- wrong winner (WT-RUL-241). So before a battle ends both sides are looked at here.
--
-- Tried out is what a side does that cannot move yet: counter attacks, sacrifices with their fires,
-- Lighten and transfers, Closure. Turning is free, for a Stall is. Where anything else is open to a
-- battalion, it moves; or it may do more than is tried out here, and nothing is known. A bound on
-- the work leaves the question open too.

local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local able = require("warline.ground.able")
local fireproof = require("warline.ground.deeds").fireproof
local stacks = require("warline.tactical.stacks")
local options, allowance = w.options, w.state.allowance
local search_options = muster.options()
local whole_stack = search_options.area_hits_stack
local pierces = search_options.forest_fire_pierces_vigor
local forest = facts.kind("forest")
local dearest = 1 -- of all steps
for i = 0, #facts.kinds do dearest = math.max(dearest, facts.kinds[i].entry) end
local wet = facts.lying(function(kind) return kind.wet end)
local WORK = 1000 -- battalions and zones looked at, and states made, for a side

---@class warline.trial
---@field side integer whose trial it is
---@field ask_moves boolean must it be known whether it moves?
---@field ask_strikes boolean
---@field sites muster.Zone[] zones with battalions, which stay there
---@field moves boolean
---@field strikes boolean
---@field doubt boolean may it move, or strike, in a way that is not tried out?
---@field strike_doubt boolean may it strike so?
---@field left integer work that is left

---@class warline.trial_state
---@field stacks table<muster.Zone, warline.soldier[]> states share those that are alike
---@field burnt muster.Set
---@field closed boolean has Closure removed all terrain?
---@field living table<integer, integer>

-- ---- states -------------------------------------------------------------------------------------

local function copy(trial, state)
  local new = { stacks = {}, burnt = state.burnt, closed = state.closed,
    living = { [0] = state.living[0], state.living[1] } }
  for _, zone in ipairs(trial.sites) do new.stacks[zone] = state.stacks[zone] end
  trial.left = trial.left - #trial.sites
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

local function key_of(trial, state)
  local parts = { state.closed and "c" or "o" }
  for _, zone in ipairs(trial.sites) do
    parts[#parts + 1] = state.burnt[zone] and ";" or "," -- a fire begins where a battalion is
    for _, b in ipairs(state.stacks[zone]) do
      parts[#parts + 1] = b.unit * 32 + b.arms * 4 + b.facing
    end
  end
  return table.concat(parts, " ")
end

local function begin(trial)
  local state = { stacks = {}, burnt = nothing, closed = false, living = { [0] = 0, 0 } }
  for side = 0, 1 do state.living[side] = count(w.state.prison[1 - side]) end
  trial.sites = {}
  for zone in tops(w.state.battalion) do
    local stack = stacks.stack_on(zone)
    state.stacks[zone] = stack
    trial.sites[#trial.sites + 1] = zone
    for _, b in ipairs(stack) do state.living[b.side] = state.living[b.side] + 1 end
  end
  return state
end

-- ---- the ground ---------------------------------------------------------------------------------

-- Can somebody be on that zone now?
local function firm(trial, state, zone)
  return zone and not trial.walls[zone] and (state.closed or not trial.abyss[zone])
end
-- Is that an abyss, over which arts may reach?
local function gapes(trial, state, zone)
  return zone ~= nil and not state.closed and trial.abyss[zone] and not trial.walls[zone]
end
local function burns(trial, state, zone)
  return trial.forests[zone] and not state.burnt[zone] and not state.closed
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
local function try_step(trial, state, b, zone, most, least)
  if most < least or not firm(trial, state, zone) then return end
  if not affords(state, b, zone, most, least) or not state.closed
    and not w.queries.may_enter(b.unit, zone) then
    trial.doubt = true
    return
  end
  trial.moves = true
  local there = top_of(state, zone)
  if there and there.side ~= b.side then trial.strikes = true end
end

-- A war hammer breaks the rampart ahead.
local function try_hammer(trial, state, b, zone)
  if b.arms < 4 or not trial.walls[zone] then return end
  if allowance[b.arms] < 1 then
    trial.doubt = true
    return
  end
  trial.strikes = true
  if state.closed or not trial.abyss[zone] then trial.moves = true else trial.doubt = true end
end

-- By arts it may do more than it could without.
local function try_arts(trial, state, b, zone)
  local reckon = able.reckonings[w.state.kingdom[b.unit]]
  if not reckon then return end
  local over = false
  for way = 0, 3 do over = over or gapes(trial, state, step(zone, way)) end
  local moves, strikes, doubt = reckon(b, zone, over)
  trial.moves, trial.strikes = trial.moves or moves, trial.strikes or strikes
  trial.doubt = trial.doubt or doubt
  if trial.damage then trial.strike_doubt = true end
end

local function try_topmost(trial, state, zone, stack)
  local b, height = stack[#stack], #stack
  local on_friend = height > 1 and stack[height - 1].side == b.side
  if height > 1 then
    local turns = on_friend and options.stall_face_on_friend
    for way = 0, 3 do -- who is lightened turns
      local most = (turns or way == b.facing) and b.arms or b.arms - 1
      try_step(trial, state, b, step(zone, way), most, math.min(most, 1))
    end
    if trial.leaps and able.reckonings[w.state.kingdom[b.unit]] and b.arms == 6 then
      trial.doubt = true
    end
    return
  end
  for way = 0, 3 do
    try_step(trial, state, b, step(zone, way), b.arms, 1)
    try_hammer(trial, state, b, step(zone, way))
  end
  try_arts(trial, state, b, zone)
end

-- A battalion of the side on a rampart leaves it by arts alone: it flies to another of its General,
-- or steps down. If it is the last of its side and no rampart is beside it, it can do no more.
local function try_perched(trial, state, zone)
  local b = top_of(state, zone)
  if #tops(w.state.rampart, b.owner) > 0 then trial.moves = true end
  trial.doubt = trial.doubt or trial.moves or state.living[b.side] > 1
  for way = 0, 3 do
    local beside = step(zone, way)
    if firm(trial, state, beside) then trial.moves = true end
    if beside and trial.walls[beside] then trial.doubt = true end
  end
end

-- Room for one that is held in Prison.
local function try_extricate(trial, state)
  if not trial.held then return end
  for zone in trial.home do
    local stack = state.stacks[zone]
    if firm(trial, state, zone) and not (stack and stack[1]) then trial.strikes = true end
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

local function scorch(trial, state, zone)
  local stack = own_stack(state, zone)
  for i, b in ipairs(stack) do
    if (whole_stack or i == #stack) and not fireproof(b.unit) then
      local loss = 2
      if b.vigor > 0 and not pierces and b.side ~= trial.side then
        loss = b.vigor == 1 and 1 or 0
      end
      b.arms = b.arms - loss
    end
  end
  bury_dead(state, zone)
end

-- The Forest of that zone burns down, with all that hangs together with it.
local function burn(trial, state, zone)
  local ring = flood(only(zone), trial.forests - state.burnt)
  state.burnt = state.burnt | ring
  for _, each in ipairs(trial.sites) do
    if ring[each] then scorch(trial, state, each) end
  end
end

-- The battalion at that height dies by its ritual (WT-RUL-154).
local function give_up(trial, state, zone, height)
  local b = table.remove(own_stack(state, zone), height)
  state.living[b.side] = state.living[b.side] - 1
  if burns(trial, state, zone) then burn(trial, state, zone) end
end

-- Step 1: counter attacks that are due.
local function strike_back(trial, state)
  for _, zone in ipairs(trial.sites) do
    local height = not trial.walls[zone]
      and stacks.counter_level(state.stacks[zone], trial.side)
    if height then
      trial.strikes = true
      local stack = own_stack(state, zone)
      local before = #stack
      stacks.counter_in(stack, height)
      state.living[1 - trial.side] = state.living[1 - trial.side] - (before - #stack)
    end
  end
end

-- Closure comes if it must; it may come where the enemy's prisoners can be tormented to death.
local function closing(trial, state)
  local own, foes = state.living[trial.side], state.living[1 - trial.side]
  if not trial.closes or state.closed or own > 2 or foes - trial.captives > 2 then return false end
  return foes <= 2 and "now" or "later"
end

-- ---- the search ---------------------------------------------------------------------------------

local function add(trial, state)
  local when = closing(trial, state)
  if when then
    local closed = copy(trial, state)
    closed.closed = true
    trial.open[#trial.open + 1] = closed
  end
  if when ~= "now" then trial.open[#trial.open + 1] = state end
end

local function try_sacrifice(trial, state, zone, fires)
  if trial.wet[zone] and not state.closed and not state.burnt[zone] then
    -- arts may make the ground dry beneath one on bare ground
    local kingdom = w.state.kingdom[top_of(state, zone).unit]
    if #state.stacks[zone] > 1 or not able.reckonings[kingdom] then
      return
    end
    trial.doubt = trial.doubt or trial.closes
    return
  end
  local new = copy(trial, state)
  local stack = own_stack(new, zone)
  local b, heir = stack[#stack], stack[#stack - 1]
  if not fires and heir and heir.owner == b.owner then -- more Arms are never worse
    heir.arms = math.min(6, heir.arms + b.arms - 1)
  end
  give_up(trial, new, zone, #stack)
  strike_back(trial, new)
  add(trial, new)
end

-- Lighten matters by itself where fires may kill, or Closure may open a way.
local function lighten(trial, state, zone, left, gift, way)
  local new = copy(trial, state)
  local stack = own_stack(new, zone)
  local b, heir = stack[#stack], stack[#stack - 1]
  b.arms, b.facing = left, way
  if gift > 0 then heir.arms = heir.arms + gift end
  add(trial, new)
end
local function try_lighten(trial, state, zone)
  local stack = state.stacks[zone]
  local b, heir = stack[#stack], stack[#stack - 1]
  if not heir or b.arms < 2 then return end
  local most = heir.owner == b.owner and 6 - heir.arms or 0
  for way = 0, 3 do
    if way == b.facing or gapes(trial, state, step(zone, way)) then
      for left = 1, b.arms - 1 do
        for gift = 0, math.min(most, b.arms - left) do
          lighten(trial, state, zone, left, gift, way)
        end
      end
    end
  end
end

-- Is there Forest left on which somebody stands?
local function may_burn(trial, state)
  if not trial.fires or state.closed then return false end
  for _, zone in ipairs(trial.sites) do
    if burns(trial, state, zone) and top_of(state, zone) then return true end
  end
  return false
end

-- Is nothing left to be found? A side that moves, or may do more than is tried out, may always find
-- a way to strike: that cannot be denied it.
local function settled(trial)
  return trial.moves or not trial.ask_moves and (trial.strikes or trial.doubt)
end

-- Calls visit_one with each zone on which a battalion of the side is topmost, and its stack.
local function each_own(trial, state, visit_one)
  for _, zone in ipairs(trial.sites) do
    local b = top_of(state, zone)
    if b and b.side == trial.side and not settled(trial) then
      trial.left = trial.left - 1
      visit_one(zone, state.stacks[zone])
    end
  end
end

local function visit(trial, state)
  try_extricate(trial, state)
  each_own(trial, state, function(zone, stack)
    if trial.walls[zone] then try_perched(trial, state, zone)
    else try_topmost(trial, state, zone, stack) end
  end)
  local fires = may_burn(trial, state)
  each_own(trial, state, function(zone)
    if not trial.walls[zone] then
      try_sacrifice(trial, state, zone, fires)
      if fires then try_lighten(trial, state, zone) end
    end
  end)
end

-- The first turn: counter attacks and fire meet Vigor, and a mark that lies there is honoured.
local function first_turn(trial, state)
  strike_back(trial, state)
  local marked = w.state.marked_bearer[trial.side]
  for _, zone in ipairs(w.state.marked[marked] and trial.sites or {}) do
    local soaked = trial.wet[zone] and not state.closed and not trial.walls[zone]
    for height = #state.stacks[zone], 1, -1 do
      if state.stacks[zone][height].unit == marked and not soaked then
        give_up(trial, state, zone, height)
        break
      end
    end
  end
  for _, zone in ipairs(trial.sites) do
    for _, b in ipairs(state.stacks[zone]) do b.vigor = 0 end
  end
  strike_back(trial, state)
end

local function explore(trial, start)
  local met = {}
  trial.open = {}
  if closing(trial, start) == "now" then start.closed = true end
  first_turn(trial, start)
  add(trial, start)
  while #trial.open > 0 and trial.left > 0 do
    local state = table.remove(trial.open)
    local key = key_of(trial, state)
    if not met[key] then
      met[key] = true
      visit(trial, state)
      if settled(trial) then break end
    end
  end
  return #trial.open == 0
end

-- ---- a battalion that is free to go -------------------------------------------------------------

-- Can it go there with such Arms, from beside?
local function enters(trial, state, b, zone, strength)
  return firm(trial, state, zone) and allowance[strength] >= fee_of(state, b, zone)
    and w.queries.may_enter(b.unit, zone)
end

-- Does it find somebody or something to strike from there?
local function finds_prey(trial, state, b, zone, strength)
  for way = 0, 3 do
    local near_by = step(zone, way)
    if near_by and trial.walls[near_by] then
      if strength >= 4 then return true end
    elseif firm(trial, state, near_by) then
      local there = top_of(state, near_by)
      if there and there.side ~= b.side and enters(trial, state, b, near_by, strength) then
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

-- The zones that it can step onto, lightened to such Arms.
local function roams(trial, state, b, zone, strength, stacked)
  local found, further = {}, {}
  local function reach(at)
    if at and not found[at] and not top_of(state, at) and enters(trial, state, b, at, strength) then
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
  while #further > 0 and trial.left > 0 do
    local at = table.remove(further)
    trial.left = trial.left - 1
    if finds_prey(trial, state, b, at, strength) then return true end
    for way = 0, 3 do reach(step(at, way)) end
  end
  return false
end

-- May it find prey, on its way over free ground? This is asked of sets, because roaming is dear.
local function may_hunt(trial, b, zone, foes)
  local around = near(flood(only(zone), trial.free | only(zone)))
  return #(around & foes) > 0
    or b.arms >= 4 and (#(around & trial.walls) > 0 or w.state.stock[b.owner] > 0)
end

local function hunts(trial, begun)
  local foes = nothing -- also those beneath a battalion of the side
  for _, zone in ipairs(trial.sites) do
    local stack = begun.stacks[zone]
    local second = stack[#stack - 1]
    if not trial.walls[zone] and (stack[#stack].side ~= trial.side
        or second and second.side ~= trial.side) then
      foes = foes | only(zone)
    end
  end
  for _, zone in ipairs(trial.sites) do
    local state, b = begun, top_of(begun, zone)
    if b.side == trial.side and not trial.walls[zone] and may_hunt(trial, b, zone, foes) then
      local stacked = #begun.stacks[zone] > 1
      if stacked then -- where it came from, whoever is beneath it is topmost then
        state = copy(trial, begun)
        table.remove(own_stack(state, zone))
      end
      -- as it is, lightened to keep its hammer, or as far as can be
      if roams(trial, state, b, zone, b.arms, stacked)
        or b.arms > 4 and roams(trial, state, b, zone, 4, stacked)
        or b.arms > 1 and roams(trial, state, b, zone, 1, stacked) then
        return true
      end
    end
  end
  return false
end

-- ---- the outlook of a side ----------------------------------------------------------------------

local function trial_of(side, moves, strikes)
  local extra = options.aggressive_extra
  local walls = w.queries.walls()
  local torments = (extra == "torment" or extra == "both") and count(w.state.prison[side]) > 0
  return { side = side, ask_moves = moves, ask_strikes = strikes, moves = false, strikes = torments,
    doubt = options.ctr_through_cover or facts.traits.holds_over_abyss,
    strike_doubt = false, left = WORK, walls = walls, abyss = facts.abyss(),
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

w.steps.wide:amend("or", function() return true end)
-- Where the price of terrain can be beyond a battalion of Arms 1, no step is plain.
if dearest > allowance[1] then
  w.steps.surely_moves:amend("and", function() return false end)
  w.steps.surely_strikes:amend("and", function() return false end)
end
-- A fire would burn it.
w.steps.unstacked:amend("and", function() return zones - facts.open(forest) end)

local function known(found, ruled_out)
  if found then return true end
  if ruled_out then return false end
  return nil
end

w.victory.closer_look:on(function(side, moves, strikes)
  local trial = trial_of(side, moves, strikes)
  local start = begin(trial)
  if strikes and not trial.strikes then trial.strikes = hunts(trial, start) end
  local whole = (moves or not trial.strikes) and explore(trial, start)
  local sure = whole and not trial.doubt and not any_holds(able.unreckoned, side)
  local idle = sure and not trial.moves and not trial.strike_doubt
    and not any_holds(able.unreckoned_strikes, side)
  if trial.held then -- a prisoner bars Paralyze (WT-RUL-100)
    trial.moves = trial.moves or not options.paralyze_needs_room
    sure = false
  end
  return { moves = known(trial.moves, sure), strikes = known(trial.strikes, idle) }
end)
