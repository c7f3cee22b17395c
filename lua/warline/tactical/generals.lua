-- Who fights whom (chapters 1 and 47): Generals, each a seat of the match, and the two sides on
-- which they stand. Armies, supplies, orders and links belong to a General; turns, tokens, Prisons,
-- Graveyards, Stalls and victory to a side. Side 0 is A, in the south; its Generals come first.
-- Where each side is one General both have the same numbers.

local options = muster.options()

local south = tonumber(options.sides:sub(1, 1))
local north = tonumber(options.sides:sub(3, 3))
local count = south + north
local allied = count > 2

--- The side of a General: 0 or 1; of nobody, nil.
---@param seat muster.Seat?
local function side(seat)
  if not allied or not seat then return seat end
  return seat >= south and 1 or 0
end

--- The side of a piece's General; of nobody's, nil.
---@param piece muster.Piece?
local function side_of(piece) return side(owner[piece]) end

local generals_of = { [0] = {}, {} }
for seat = 0, count - 1 do table.insert(generals_of[side(seat)], seat) end

-- Arms with which each General begins (WT-SET-10, WT-RUL-172).
local function army_of(seat)
  if count == 4 then return { 4, 5, 6 } end
  if count == 3 and side(seat) == 1 then return { 3, 4, 5, 6 } end
  local army = { 1, 2, 3, 4, 5, 6 }
  if not allied then -- beyond six it is recruiting that gives Arms
    for i = 7, options.battalions do army[i] = 1 end
  end
  return army
end
local armies = {}
for seat = 0, count - 1 do armies[seat] = army_of(seat) end

---Bits of the Generals of a side, as muster.over_by gives winners.
---@param of integer the side
---@return integer
local function bits_of(of)
  local bits = 0
  for _, seat in ipairs(generals_of[of]) do bits = bits | 1 << seat end
  return bits
end

-- Modules in which a turn has several orders say so in their manifests.
local plans = muster.offers("orders")
if #plans > 1 then
  error(plans[1].module .. " and " .. plans[2].module .. " both say how many orders a turn has: "
    .. "switch one of them off (WT-RUL-187)", 0)
end
if #plans == 1 and options.capability_horizon == "next_turn" then
  error("capability_horizon = next_turn knows turns of one order only, not those of "
    .. plans[1].module .. ": use solo (WT-RUL-98)", 0)
end

return { count = count, allied = allied, side = side, side_of = side_of,
  generals_of = generals_of, armies = armies, bits_of = bits_of, several_orders = #plans == 1 }
