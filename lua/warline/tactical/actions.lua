-- What can be done next and what it costs, for scenes: in a maneuver every action that is open to
-- the battalion; before an order, for each battalion that can take one, what modules add to that.

local scene = require("muster.scene")
local options = muster.options()
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")

local TURNED = { [0] = { 0 }, { 1, 3 }, { 2 } } -- facings, by the turns that they take

---What a battalion that faces that way pays with so many actions left; nil where it cannot be done.
---@alias warline.price fun(unit: muster.Piece, way: integer, left: integer): integer?

---@class warline.priced
---@field title string
---@field all boolean? it costs all that is left
---@field price warline.price
---@field planned boolean? it is also told before an order
---@field suits (fun(unit: muster.Piece): boolean)? at a glance: can it ever be this one's?
---@field aimless boolean? the facing does not matter

---@type warline.priced[] modules add theirs
local priced = {}

--- Add an action to the list of prices.
---@param title string
---@param price warline.price
---@param rest table? further fields of a warline.priced
local function add_price(title, price, rest)
  local entry = rest or {}
  entry.title, entry.price = title, price
  priced[#priced + 1] = entry
end

-- ---- the actions of the core rules --------------------------------------------------------------

local function step_price(unit, attacks)
  local there = q.ahead(unit)
  if q.may_step_to(unit, there) and q.hostile(top(there)) == attacks then
    return q.entry_fee(unit, there)
  end
end
add_price("Move", function(unit) return step_price(unit, false) end)
add_price("Attack", function(unit) return step_price(unit, true) end)
add_price("Turn", function(unit, _, left)
  if left >= 1 and q.bare(unit) then return 1 end
end)
add_price("Rout", function(unit, _, left)
  if left >= options.all_ma_min and q.bare(unit) and q.may_rout(unit, q.ahead(unit)) then
    return left
  end
end, { all = true })
add_price("Build", function(unit, _, left)
  if left >= 1 and q.bare(unit) and q.may_build(unit) and #q.reach(unit) > 0 then return 1 end
end)
add_price("Destroy", function(unit)
  local there = q.ahead(unit)
  if q.bare(unit) and q.walled(there) and q.may_demolish(unit, there) then
    return q.wall_fee(unit, q.wall_at(there))
  end
end)

-- ---- panels -------------------------------------------------------------------------------------

local function maneuver_lines()
  local lines = {}
  local unit = top(state.now.acting_zone)
  for _, entry in ipairs(priced) do
    local price = entry.price(unit, state.facing[unit], state.now.actions_left)
    if price then
      lines[#lines + 1] = string.format("%-3s  %s", entry.all and "all" or price, entry.title)
    end
  end
  return lines
end

-- Its lowest price, with the quarter turns before it, or nil.
local function least_price(entry, unit, left)
  local least
  if entry.suits and not entry.suits(unit) then return nil end
  for turns = 0, q.bare(unit) and not entry.aimless and math.min(left, 2) or 0 do
    for _, way in ipairs(TURNED[turns]) do
      local price = entry.price(unit, (state.facing[unit] + way) % 4, left - turns)
      if price and (not least or turns + price < least) then least = turns + price end
    end
  end
  return least
end

-- Battalions that can take an order.
local function is_ready(zone)
  local unit = top(zone)
  return sides.may_act_now(owner[unit]) and not state.stunned[unit] and not state.ordered[unit]
end

-- Where it is within reach, and for how much unless it costs all.
local function order_line(entry)
  local places = {}
  for zone in tops(state.battalion):where(is_ready) do
    local unit = top(zone)
    local left = state.eight[unit] and 8 or state.allowance[state.arms[unit]]
    local least = least_price(entry, unit, left)
    if least then
      places[#places + 1] = muster.zone_name(zone) .. (entry.all and "" or " " .. least)
    end
  end
  if #places == 0 then return nil end
  return entry.title .. (entry.all and ", all: " or ": ") .. table.concat(places, ", ")
end

local function order_lines()
  local lines = {}
  for _, entry in ipairs(priced) do
    if entry.planned then lines[#lines + 1] = order_line(entry) end
  end
  return lines
end

---Add to the items of a scene what can be done now.
---@param items table[]
local function add_actions(items)
  local pending = muster.decision_name()
  if pending == "maneuvering" then
    scene.add_text(items, "What it costs", maneuver_lines())
  elseif pending == "order" then
    scene.add_text(items, "Arts within reach", order_lines())
  end
end

return { add_price = add_price, add_actions = add_actions }
