-- What arts of several kingdoms ask: whose they are, lines along a facing (WT-RUL-3, WT-RUL-115),
-- and what a side can still do (WT-RUL-241).

local along = require("muster.lines").along
local options = muster.options()
local w = require("warline.tactical")
local able = require("warline.ground.able")
local battalion, side_of = w.state.battalion, w.generals.side_of

-- The General whose battalions alone have arts (WT-RUL-7), as a seat, or nil.
local alone = tonumber(options.handicap) and tonumber(options.handicap) - 1 or nil
if alone and alone >= seats then
  error("handicap = " .. alone + 1 .. ": this battle has " .. seats .. " Generals, as sides = "
    .. w.options.sides .. " says (WT-RUL-7)", 0)
end

---Has its General battle arts at all? (WT-RUL-7)
---@param unit muster.Piece?
---@return boolean
local function schooled(unit) return alone == nil or owner[unit] == alone end

---Has it the arts of this kingdom? (WT-RUL-112)
---@param unit muster.Piece?
---@param made integer
---@return boolean
local function has_arts(unit, made) return w.state.kingdom[unit] == made and schooled(unit) end

-- ---- lines --------------------------------------------------------------------------------------

local longest = math.max(w.board.columns, w.board.rows)

---The enemy that lies topmost on a zone and can be reached, or nil.
---@param zone muster.Zone?
---@return muster.Piece?
local function foe_at(zone)
  if w.queries.hostile(top(zone)) and not w.queries.walled(zone) then return top(zone) end
  return nil
end

-- Is that an enemy of the battalion? Computer players ask it for both sides, whoever is to move.
local function is_foe(unit, other)
  if side_of(unit) == w.state.now.active then return w.queries.hostile(other) end
  return side_of(other) == w.state.now.active
end

---The zone of the first enemy battalion straight ahead, whoever is to move; nil where a rampart or
---a void comes first.
---@param unit muster.Piece
---@param way integer
---@return muster.Zone?
local function first_foe(unit, way)
  for far = 1, longest do
    local zone = along(place(unit), way, far)
    if not zone or w.queries.walled(zone) then return nil end
    if is_foe(unit, top(zone)) then return zone end
    if options.line_blocked_by_friends and kind(top(zone)) == battalion then return nil end
  end
  return nil
end

-- ---- what a side can still do -----------------------------------------------------------------

local on_field = w.sides.has_unit(function() return true end)
---Has the other side a battalion on the field?
---@param side integer
---@return boolean
local function foe_on_field(side) return on_field(1 - side) end

---Has the stack of a zone a battalion with the arts of that kingdom that is free, or comes free?
---@param zone muster.Zone
---@param side integer
---@param made integer
---@return boolean
local function frees(zone, side, made)
  return pieces(zone):some(function(unit)
    return able.comes_free(unit, zone, side) and has_arts(unit, made)
  end)
end

---Can that side ever use arts of this kingdom?
---@param side integer
---@param made integer
---@return boolean
local function has_free(side, made)
  return tops(battalion):some(function(zone) return frees(zone, side, made) end)
end

---Can that side ever have such a battalion of so many Arms?
---@param side integer
---@param made integer
---@param strength integer
---@return boolean
local function can_have(side, made, strength)
  return tops(battalion):some(function(zone)
    return frees(zone, side, made) and 1 + able.hoard(zone, side) >= strength
  end)
end

return { alone = alone or false, schooled = schooled, has_arts = has_arts, along = along,
  foe_at = foe_at, first_foe = first_foe, foe_on_field = foe_on_field, frees = frees,
  has_free = has_free, can_have = can_have }
