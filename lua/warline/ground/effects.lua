-- The effects of arts and terrain: change terrain, and harm all battalions on it.

local options = muster.options()
local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local terrain = facts.terrain
local flatland, whole_stack = facts.kind("flatland"), options.area_hits_stack

--- The terrain of a zone became another kind.
local ground_turned = muster.event { "ground_turned", "zone", "before", "after",
  tell = "the terrain of {zone} changes" }
--- Does burning and scalding cost this battalion nothing?
local fireproof = muster.query(function(unit) return false end) -- luacheck: no unused args

---Is this battalion hurt by burning and scalding?
---@param unit muster.Piece
---@return boolean
local function burns(unit) return not fireproof(unit) end

---Turn the terrain of all these zones into another kind. The turn is not idle (WT-RUL-109).
---@param where muster.Set
---@param kind integer
local function turn(where, kind)
  for zone in where - terrain:where(kind) do
    local before = terrain[zone]
    terrain[zone], facts.holder[zone] = kind, 0
    w.state.now.idle = -1
    ground_turned:emit(zone, before, kind)
  end
end

---Does an effect on its zone reach this battalion, or only the one on top? (WT-RUL-116)
---@param unit muster.Piece
---@return boolean
local function reaches(unit) return whole_stack or unit == top(place(unit)) end

---@class warline.harm
---@field loss integer Arms that each loses
---@field pierces boolean? Vigor gives no protection
---@field takes (fun(other: muster.Piece, unit: muster.Piece?): boolean)? whom it hits; all, if nil

-- A key that is not named here is refused.
local HARM = { loss = "number", pierces = "flag", takes = "function|userdata" } -- or a query

---A procedure that harms the battalions on some zones together, at all levels (WT-RUL-116), as far
---as an effect on their zone reaches them. Its second parameter is whoever does it.
---@param harm warline.harm
---@return fun(where: muster.Set, unit: muster.Piece?)
local function harming(harm)
  if not muster.shape("ground.harming", harm, HARM, { "loss" }) then
    return function(_, _) end -- check goes on
  end
  local loss, pierces = harm.loss, harm.pierces or false
  local takes = harm.takes or function(_, _) return true end
  return function(where, unit)
    local hit = where & facts.crowds()
    for zone in hit do
      for other in pieces(zone) do
        if reaches(other) and takes(other, unit) then w.harm.wound(other, loss, pierces) end
      end
    end
    w.harm.bury_fallen(hit)
  end
end

---A procedure that burns down the Forest on a zone and all that hangs together with it
---(WT-TERR-13, WT-RUL-119).
---@param loss integer Arms that each battalion on it loses
---@param pierces boolean Vigor gives no protection
---@return fun(zone: muster.Zone)
local function burning(loss, pierces)
  local scorch = harming { loss = loss, pierces = pierces, takes = burns }
  return function(zone)
    local forest = facts.expanse(zone)
    turn(forest, flatland)
    scorch(forest)
  end
end

return { ground_turned = ground_turned, fireproof = fireproof, burns = burns, turn = turn,
  reaches = reaches, harming = harming, burning = burning }
