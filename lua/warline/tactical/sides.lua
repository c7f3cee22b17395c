-- What belongs to a side, and which of its Generals acts (chapter 47). A side is 0 or 1; where each
-- is one General, his seat has the same number. warline.alliances decides which of several allies
-- acts.

local facts = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local allied, battalion = facts.allied, state.battalion
local now, stock = state.now, state.stock
local first_north = facts.generals_of[1][1]

--- The side of a General: 0 or 1; of nobody, nil.
---@param seat muster.Seat?
local function side_of_general(seat)
  if not seat then return nil end
  return seat >= first_north and 1 or 0
end
--- The same where each side is one General.
---@param seat muster.Seat?
local function own_side(seat) return seat end
local side = allied and side_of_general or own_side

--- Do these two pieces belong to different sides?
---@param a muster.Piece?
---@param b muster.Piece?
local function foes(a, b) return side(owner[a]) ~= side(owner[b]) end

--- Zones on which a battalion of that side lies topmost.
local function topped_of_all(of)
  local found = nothing
  for seat = 0, facts.generals - 1 do
    if side(seat) == of then found = found | tops(battalion, seat) end
  end
  return found
end
--- Zones on which a battalion of that side lies topmost.
local function topped_of_one(of) return tops(battalion, of) end
--- Zones on which a battalion of that side lies topmost.
---@type fun(side: muster.Seat): muster.Set
local topped = allied and topped_of_all or topped_of_one

--- Ramparts that a side can still build.
local function supply_of_all(of)
  local sum = 0
  for seat = 0, facts.generals - 1 do
    if side(seat) == of then sum = sum + stock[seat] end
  end
  return sum
end
--- Ramparts that a side can still build.
local function supply_of_one(of) return stock[of] end
--- Ramparts that a side can still build.
---@type fun(side: muster.Seat): integer
local supply = allied and supply_of_all or supply_of_one

--- The first General of a side.
local function first_general(of) return of == 0 and 0 or first_north end
--- The first General of a side.
---@type fun(side: muster.Seat): muster.Seat
local lead = allied and first_general or own_side

--- Make the question whether a side has a battalion on the field, at whatever level, that fits.
---@param fits fun(unit: muster.Piece, zone: muster.Zone, side: muster.Seat): boolean
---@return fun(side: muster.Seat): boolean
local function has_unit(fits)
  return function(of)
    return tops(battalion):some(function(zone)
      return pieces(zone):some(function(unit)
        return side(owner[unit]) == of and kind(unit) == battalion and fits(unit, zone, of)
      end)
    end)
  end
end

--- The first battalion of a General in that place, of that kingdom and Arms, or nil.
---@param where muster.Place
---@param seat muster.Seat
---@param make integer
---@param strength integer
local function unit_in(where, seat, make, strength)
  return pieces(where):pick(function(unit)
    return owner[unit] == seat and state.kingdom[unit] == make and state.arms[unit] == strength
  end)
end

-- ---- which General acts -------------------------------------------------------------------------

--- The General who decides, or whose order is carried out.
local function ordering_general() return now.general end
--- The General who decides, or whose order is carried out.
local function active_general() return now.active end
--- The General who decides, or whose order is carried out.
local general = allied and ordering_general or active_general

--- The General whose order is carried out decides from now on.
local function take_command(seat) now.general = seat end
--- Does nothing: only one General decides for a side.
local function need_no_command(_) end
--- Among allies the General who gives an order makes its decisions.
---@type fun(seat: muster.Seat)
local led_by = allied and take_command or need_no_command

--- May this General act now? Among allies warline.alliances says more.
local may_act_now = muster.query(function(seat) return side(seat) == now.active end)

--- May this battalion gain the 8 actions of a sacrifice (WT-RUL-179)?
local gains = muster.query(function(unit)
  return kind(unit) == battalion and side(owner[unit]) == now.active
end)

--- In `legal`: the choice of the General who acts.
local function ask_general()
  local seat = choose("who", state.GENERAL)
  need(may_act_now(seat), "WT-ALLY-21", "this General is not to act now")
  return seat
end
--- Where a side has several Generals, some moves name him, as in the text WHOSE.
local choose_general = allied and ask_general or active_general
local WHOSE = allied and "{who}" or ""

return { side = side, foes = foes, has_unit = has_unit, unit_in = unit_in,
  topped = topped, supply = supply, lead = lead, general = general,
  led_by = led_by, may_act_now = may_act_now, gains = gains, choose_general = choose_general,
  WHOSE = WHOSE }
