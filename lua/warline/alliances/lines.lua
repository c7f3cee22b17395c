-- Battles of three and four: position lines (WT-DATA-12). `mv` may name the General whose order it
-- is, `od` those who have acted in this turn.

local text = require("muster.text")
local w = require("warline.tactical")
local acting = require("warline.alliances.acting")
local book = require("warline.orders").book
local options = muster.options()
local now, spent, generals_of = w.state.now, acting.spent, w.generals.generals_of
local side_names, demand = w.notation.side_names, text.demand
local several = { [0] = #generals_of[0] > 1, #generals_of[1] > 1 }

-- ---- mv -----------------------------------------------------------------------------------------

local TOLD = text.set "benefit maneuvering capture stalling reface"
TOLD.torment = options.ally_torment == "captor"

-- The side to decide; with the General where the line would not show otherwise who he is.
local function print_mv()
  local pending = muster.decision_name()
  if pending == "claim" then return side_names[now.asked] end
  local told = TOLD[pending]
  if pending == "order" or pending == "deployment" then
    told = now.general ~= acting.next_general(pending == "deployment")
  end
  return side_names[now.active] .. (told and several[now.active] and now.general + 1 or "")
end

---@param value string
---@return integer side
---@return integer? general
local function read_mv(value)
  local side = text.index("AB", text.sign(value, 1))
  local digit = value:sub(2)
  local named = text.index("1234", digit)
  if not side or digit ~= "" and w.generals.side(named) ~= side then
    text.expected("mv", "side A or B, or with one of its Generals as in B3", value)
  end
  return side, named
end

local mv = w.notation.key("mv")
mv.print = print_mv
function mv.read(value) now.active = (read_mv(value)) end

-- ---- od -----------------------------------------------------------------------------------------

local function generals_text()
  local digits = text.join(generals_of[now.active], "", function(seat)
    return spent[seat] > 0 and tostring(seat + 1) or ""
  end)
  return several[now.active] and digits ~= "" and ":" .. digits or ""
end

local od = w.notation.key("od")
local print_od, read_od = od.print, od.read
function od.print()
  if w.notation.phase() == "DEP" then
    return book.orders_done .. "/" .. book.orders_done + acting.remaining(true) .. generals_text()
  end
  local done = print_od()
  return done and done .. generals_text()
end
function od.read(value)
  local done, digits = text.cut(value, ":")
  read_od(done or value)
  for _, digit in ipairs(text.signs(digits or "")) do
    local seat = text.index("1234", digit)
    if w.generals.side(seat) ~= now.active or spent[seat] > 0 then
      text.expected("od", "the Generals of side " .. side_names[now.active] .. " who have acted",
        value)
    end
    spent[seat] = 1
  end
end

-- ---- before a phase begins ----------------------------------------------------------------------

-- Owner of the battalion that a running maneuver names; nobody where there is none.
local function who_maneuvers(value)
  local zone = text.cut(value or "", ":")
  return owner[top(zone and w.notation.zone_called(zone))]
end

local function check_acted(phase)
  local generals = generals_of[now.active]
  if phase == "END" then return end
  if not several[now.active] then spent[generals[1]] = book.orders_done end
  local acted = 0
  for _, seat in ipairs(generals) do acted = acted + spent[seat] end
  demand(acted == book.orders_done, "od",
    "as many Generals have acted as orders are done, as in 1/2:1")
end

local function check_placing(values, left)
  demand(not values.od or book.orders_due == book.orders_done + left, "od",
    "this deployment turn has " .. book.orders_done + left .. " placements")
  book.orders_due = 1
end

local FIRST_ACTS = text.set "CTR TOR RST OVER FIRST COIN END"
local IN_ORDERS = text.set "ORD MAN STALL"
local function check_turn(phase, values)
  check_acted(phase)
  local left, first = acting.remaining(phase == "DEP"), acting.next_general(phase == "DEP")
  if phase == "DEP" then
    check_placing(values, left)
  elseif FIRST_ACTS[phase] then
    first = generals_of[now.active][1]
  elseif book.orders_due > 1 and IN_ORDERS[phase] then
    demand(book.orders_due <= book.orders_done + left, "od",
      "more orders are due than the Generals have")
  end
  return first
end

local known = {} -- phases of the core rules
for phase in pairs(w.reading.begin) do known[phase] = true end
w.reading.readings:on(function(phase, values)
  if not known[phase] then return end
  local first = check_turn(phase, values)
  local _, named = read_mv(values.mv or "A")
  if phase == "MAN" then -- the maneuver says who he is
    local seat = who_maneuvers(values.mn)
    demand(not seat or acting.orders_left(seat) > 0, "mn", "this General has no order left")
    return
  end
  now.general = named or first
  if phase == "ORD" or phase == "STALL" then
    demand(acting.orders_left(now.general) > 0, "mv", "this General has no order left")
  end
end)

local claim = w.reading.begin.END
if claim then
  w.reading.begin.END = function(values)
    claim(values)
    now.general = w.sides.lead(now.active) -- mv is who is asked
  end
end

