-- Battles of three and four: position lines (WT-DATA-12). `mv` may name the General whose order it
-- is, `od` those who have acted in this turn.

---@class warline.alliances.plan
---@field remaining fun(left: function): integer, integer what the side to move has left to do,
---and the first of its Generals who has
---@field places_left fun(seat: integer): integer
---@field orders_left fun(seat: integer): integer

local w = require("warline.tactical")
local get, set = w.get, w.set

---@param plan warline.alliances.plan
return function(plan)
  local remaining, places_left, orders_left = plan.remaining, plan.places_left, plan.orders_left
  local several = { [0] = #w.generals_of[0] > 1, #w.generals_of[1] > 1 }

  -- The side to decide; with the General where the line would not show otherwise who he is.
  local function print_mv()
    local now, side = muster.decision_name(), get.active()
    if now == "claim" then return w.side_names[get.asked()] end
    local told = now == "benefit" or now == "maneuvering" or now == "capture" or now == "stalling"
      or now == "torment" and w.after_torment or now == "reface"
    if now == "order" or now == "deployment" then
      local _, first = remaining(now == "order" and orders_left or places_left)
      told = get.general() ~= first
    end
    return w.side_names[side] .. (told and several[side] and get.general() + 1 or "")
  end

  ---@param value string
  ---@return integer side
  ---@return integer? general
  local function read_mv(value)
    local side = ({ A = 0, B = 1 })[string.sub(value, 1, 1)]
    local digit = string.sub(value, 2)
    local named = #digit == 1 and string.byte(digit) - 49 or nil
    if not side or digit ~= "" and w.side_of[named or w.generals] ~= side then
      error("mv: expected side A or B, or with one of its Generals as in B3, found '" .. value
        .. "'", 0)
    end
    return side, named
  end

  local print_od, read_od
  local function generals_text()
    local text = ""
    for _, seat in ipairs(w.generals_of[get.active()]) do
      if get.spent(seat) > 0 then text = text .. seat + 1 end
    end
    return several[get.active()] and text ~= "" and ":" .. text or ""
  end

  for _, key in ipairs(w.keys) do
    if key[1] == "mv" then
      key.print, key.read = print_mv, function(value) set.active((read_mv(value))) end
    elseif key[1] == "od" then
      print_od, read_od = key.print, key.read
      key.print = function()
        local phase = w.phase()
        if phase == "DEP" then
          return get.orders_done() .. "/" .. get.orders_done() + remaining(places_left)
            .. generals_text()
        end
        local text = print_od()
        return text and text .. generals_text()
      end
      key.read = function(value)
        local at = string.find(value, ":", 1, true)
        read_od(at and string.sub(value, 1, at - 1) or value)
        for i = at and at + 1 or #value + 1, #value do
          local seat = string.byte(value, i) - 49
          if w.side_of[seat] ~= get.active() or seat < 0 or get.spent(seat) > 0 then
            error("od: expected the Generals of side " .. w.side_names[get.active()]
              .. " who have acted, found '" .. value .. "'", 0)
          end
          set.spent(seat, 1)
        end
      end
    end
  end

  local function demand(good, key, what)
    if not good then error(key .. ": " .. what, 0) end
  end

  -- Owner of the battalion that a running maneuver names; nobody where there is none.
  local function who_maneuvers(value)
    local at = value and string.find(value, ":", 1, true)
    local zone = at and muster.zone(string.sub(value, 1, at - 1)) or -1
    return zone >= 0 and muster.owner(muster.top(zone)) or -1
  end

  for phase, begin in pairs(w.begin) do
    w.begin[phase] = function(values)
      local generals = w.generals_of[get.active()]
      if not several[get.active()] and phase ~= "END" then
        set.spent(generals[1], get.orders_done())
      end
      local acted = 0
      for _, seat in ipairs(generals) do acted = acted + get.spent(seat) end
      demand(acted == get.orders_done() or phase == "END", "od",
        "as many Generals have acted as orders are done, as in 1/2:1")
      local left, first = remaining(phase == "DEP" and places_left or orders_left)
      if phase == "DEP" then
        demand(not values.od or get.orders_due() == get.orders_done() + left, "od",
          "this deployment turn has " .. get.orders_done() + left .. " placements")
        set.orders_due(1)
      elseif phase == "CTR" or phase == "TOR" or phase == "RST" or phase == "OVER"
        or phase == "FIRST" or phase == "COIN" or phase == "END" then
        first = generals[1]
      elseif get.orders_due() > 1 and (phase == "ORD" or phase == "MAN" or phase == "STALL") then
        demand(get.orders_due() <= get.orders_done() + left, "od",
          "more orders are due than the Generals have")
      end
      if phase == "MAN" then
        local seat = who_maneuvers(values.mn)
        demand(seat < 0 or orders_left(seat) > 0, "mn", "this General has no order left")
      end
      local _, named = read_mv(values.mv or "A")
      if phase ~= "MAN" then set.general(named or first) end
      begin(values)
      if phase == "END" then set.general(w.generals_of[get.active()][1]) end -- mv is who is asked
      if phase == "ORD" or phase == "STALL" then
        demand(orders_left(get.general()) > 0, "mv", "this General has no order left")
      end
    end
  end
end
