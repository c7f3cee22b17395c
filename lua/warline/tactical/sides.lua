-- What belongs to a side, and which of its Generals acts (chapter 47). A side is 0 or 1; where each
-- is one General, his seat has the same number. warline.alliances decides which of several allies
-- acts.

local sides = {}
local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local allied, battalion, now = generals.allied, state.battalion, state.now
local side, side_of = generals.side, generals.side_of
local first_north = generals.generals_of[1][1]

--- Do these two pieces belong to different sides?
---@param a muster.Piece?
---@param b muster.Piece?
function sides.foes(a, b) return side_of(a) ~= side_of(b) end

--- Zones on which a battalion of that side lies topmost.
---@param of muster.Seat a side
---@return muster.Set
function sides.topped(of)
  if not allied then return tops(battalion, of) end
  local found = nothing
  for seat = 0, seats - 1 do
    if side(seat) == of then found = found | tops(battalion, seat) end
  end
  return found
end

--- Ramparts that a side can still build.
---@param of muster.Seat a side
---@return integer
function sides.supply(of)
  local sum = 0
  for seat = 0, seats - 1 do
    if side(seat) == of then sum = sum + state.stock[seat] end
  end
  return sum
end

--- The first General of a side.
---@param of muster.Seat a side
---@return muster.Seat
function sides.lead(of)
  if not allied then return of end
  return of == 0 and 0 or first_north
end

--- Make the question whether a side has a battalion on the field, at whatever level, that fits.
---@param fits fun(unit: muster.Piece, zone: muster.Zone, side: muster.Seat): boolean
---@return fun(side: muster.Seat): boolean
function sides.has_unit(fits)
  return function(of)
    return tops(battalion):some(function(zone)
      return pieces(zone):some(function(unit)
        return side_of(unit) == of and kind(unit) == battalion and fits(unit, zone, of)
      end)
    end)
  end
end

--- The first battalion of a General in that place, of that kingdom and Arms, or nil.
---@param where muster.Place
---@param seat muster.Seat
---@param make integer
---@param strength integer
function sides.unit_in(where, seat, make, strength)
  return pieces(where):pick(function(unit)
    return owner[unit] == seat and state.kingdom[unit] == make and state.arms[unit] == strength
  end)
end

-- ---- which General acts -------------------------------------------------------------------------

--- The General who decides, or whose order is carried out.
---@return muster.Seat
function sides.general()
  if allied then return now.general end
  return now.active
end

--- Among allies the General who gives an order makes its decisions.
---@param seat muster.Seat
function sides.led_by(seat)
  if allied then now.general = seat end
end

--- May this General act now? Among allies warline.alliances says more.
sides.may_act_now = muster.query(function(seat) return side(seat) == now.active end)

--- May this battalion gain the 8 actions of a sacrifice (WT-RUL-179)?
sides.gains = muster.query(function(unit)
  return kind(unit) == battalion and side_of(unit) == now.active
end)

--- In `legal`: the General who acts. Where a side has several, some moves name him, as in the text
--- WHOSE.
---@return muster.Seat
function sides.choose_general()
  if not allied then return now.active end
  local seat = choose("who", state.GENERAL)
  need(sides.may_act_now(seat), "WT-ALLY-21", "this General is not to act now")
  return seat
end
sides.WHOSE = allied and "{who}" or ""

return sides
