-- What a side can still do, where the lists of the core rules are too short (WT-RUL-241): modules
-- name conditions under which it can. Such a condition may hold too often, and never too seldom.

local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local fireproof = require("warline.ground.effects").fireproof
local battalion, side_of = w.state.battalion, w.generals.side_of
local forest = facts.kind("forest")
local through_cover = w.options.ctr_through_cover

--- Conditions that the bounded search does not try (warline.ground.search): of a side for which one
--- holds it is unknown whether it can move, or strike.
local unsearched, unsearched_strikes = {}, {}

---A side for which this holds can still strike.
---@param condition fun(side: integer): boolean
local function may_strike(condition)
  w.capability.still_strikes:amend("or", condition)
  unsearched_strikes[#unsearched_strikes + 1] = condition
end

---A side for which this holds can still move, and strike.
---@param condition fun(side: integer): boolean
---@param searched boolean? the bounded search tries it
local function capable(condition, searched)
  w.steps.still_fit:amend("or", condition)
  w.capability.still_moves:amend("or", condition)
  w.capability.still_strikes:amend("or", condition)
  if not searched then unsearched[#unsearched + 1] = condition end
end

--- What the bounded search asks of a battalion on bare ground that has arts, by its kingdom:
--- functions of it, its zone, and whether an abyss lies beside it. They return whether by its arts
--- it can move, whether it can strike, and whether it may do more, so that the answer is unknown.
local abilities = {}

--- Is this battalion of that side free of enemies above it, or will a counter attack free it? With
--- ctr_through_cover every battalion of the stack is freed.
local function comes_free(unit, zone, side)
  return side_of(unit) == side and kind(unit) == battalion
    and (through_cover or level(unit) >= w.capability.lid(zone, side) - 1)
end

--- Arms that the free battalions around could gather on one of them, beyond its first.
local function hoard(zone, side)
  return (tops(battalion) & (w.capability.pocket(zone) | only(zone))):sum(function(near_by)
    return pieces(near_by):sum(function(unit)
      return comes_free(unit, near_by, side) and w.state.arms[unit] - 1 or 0
    end)
  end)
end

-- ---- the fire of a sacrifice --------------------------------------------------------------------

local lies_deep = w.sides.has_unit(function(unit, zone, side)
  return not comes_free(unit, zone, side)
end)
---Has this side a battalion on which several lie, an enemy topmost of them?
---@param side integer
---@return boolean
local function smothered(side) return lies_deep(side) end

-- Can it be sacrificed? A mark that was set before holds beneath any number of others.
local function may_burn(unit, zone, side)
  return comes_free(unit, zone, side) or w.state.marked[unit] and side_of(unit) == side
end

---Could a sacrifice of this side set fire to an enemy?
---@param side integer
---@return boolean
local function kindles(side)
  local function reaches_enemy(zone) return w.capability.enemy_in(zone, side) end
  return facts.open(forest):some(function(zone)
    return pieces(zone):some(function(unit) return may_burn(unit, zone, side) end)
      and (facts.crowds() & facts.expanse(zone)):some(reaches_enemy)
  end)
end

--- Could this side kill enemies that it cannot attack?
local slays = muster.query(kindles)

---Has this side, in a Forest, a battalion on an enemy, or one whose counter attack takes it there,
---that can survive the fire?
---@param side integer
---@return boolean
local function raised(side)
  return (facts.open(forest) & facts.crowds()):some(function(zone)
    return w.capability.enemy_in(zone, side) and pieces(zone):some(function(unit)
      return comes_free(unit, zone, side) and (fireproof(unit) or hoard(zone, side) >= 2)
    end)
  end)
end

-- It may free a battalion from all enemies on it but one, bring one down on bare ground, and clear
-- a zone for one held in Prison.
capable(function(side)
  return kindles(side) and (smothered(side) or raised(side) or count(w.state.prison[1 - side]) > 0)
end, true)

return { unsearched = unsearched, unsearched_strikes = unsearched_strikes,
  abilities = abilities, may_strike = may_strike, capable = capable, comes_free = comes_free,
  hoard = hoard,
  smothered = smothered, kindles = kindles, slays = slays, raised = raised }
