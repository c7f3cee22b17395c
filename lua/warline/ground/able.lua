-- What a side can still do, where the lists of the core rules are too short (WT-RUL-241): modules
-- name conditions under which it can. Such a condition may hold too often, and never too seldom.
-- A `seat` is a side here.

local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local fireproof = require("warline.ground.deeds").fireproof
local battalion, side_of = w.battalion, w.side_of
local forest = facts.kind("forest")
local through_cover = w.options.ctr_through_cover

---A side for which this holds can still strike.
---@param condition fun(seat: integer): boolean
local function may_strike(condition) w.still_strikes:amend("or", condition) end

---A side for which this holds can still move, and strike.
---@param condition fun(seat: integer): boolean
local function capable(condition)
  w.fit:amend("or", condition)
  w.still_moves:amend("or", condition)
  may_strike(condition)
end

--- Is this battalion of that side free of enemies above it, or will a counter attack free it? With
--- ctr_through_cover every battalion of the stack is freed.
local function comes_free(unit, zone, seat)
  return side_of(unit) == seat and kind(unit) == battalion
    and (through_cover or level(unit) >= w.lid(zone, seat) - 1)
end

--- Arms that the free battalions around could gather on one of them, beyond its first.
local function hoard(zone, seat)
  return (tops(battalion) & (w.pocket(zone) | only(zone))):sum(function(near_by)
    return pieces(near_by):sum(function(unit)
      return comes_free(unit, near_by, seat) and w.arms[unit] - 1 or 0
    end)
  end)
end

-- ---- the fire of a sacrifice --------------------------------------------------------------------

local lies_deep = w.has_unit(function(unit, zone, seat)
  return not comes_free(unit, zone, seat)
end)
---Has this side a battalion on which several lie, an enemy topmost of them?
---@param seat integer
---@return boolean
local function smothered(seat) return lies_deep(seat) end

-- Can it be sacrificed? A mark that was set before holds beneath any number of others.
local function may_burn(unit, zone, seat)
  return comes_free(unit, zone, seat) or w.marked[unit] and side_of(unit) == seat
end

---Could a sacrifice of this side set fire to an enemy?
---@param seat integer
---@return boolean
local function kindles(seat)
  local function reaches_enemy(zone) return w.enemy_in(zone, seat) end
  return facts.open(forest):some(function(zone)
    return pieces(zone):some(function(unit) return may_burn(unit, zone, seat) end)
      and (facts.crowds() & facts.expanse(zone)):some(reaches_enemy)
  end)
end

--- Could this side kill enemies that it cannot attack?
local slays = muster.query(kindles)

---Has this side, in a Forest, a battalion on an enemy, or one whose counter attack takes it there,
---that can survive the fire?
---@param seat integer
---@return boolean
local function raised(seat)
  return (facts.open(forest) & facts.crowds()):some(function(zone)
    return w.enemy_in(zone, seat) and pieces(zone):some(function(unit)
      return comes_free(unit, zone, seat) and (fireproof(unit) or hoard(zone, seat) >= 2)
    end)
  end)
end

-- It may free a battalion from all enemies on it but one, bring one down on bare ground, and clear
-- a zone for one held in Prison.
capable(function(seat)
  return kindles(seat) and (smothered(seat) or raised(seat) or count(w.prison[1 - seat]) > 0)
end)

return { may_strike = may_strike, capable = capable, comes_free = comes_free, hoard = hoard,
  smothered = smothered, kindles = kindles, slays = slays, raised = raised }
