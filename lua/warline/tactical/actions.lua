-- What can be done next and what it costs, for scenes: in a maneuver every action that is open to
-- the battalion; before an order, for each battalion that can take one, what modules add to that.

---@class warline.priced
---@field title string
---@field all boolean? it costs all that is left
---@field price fun(unit: integer, way: integer, left: integer): integer what it costs where the
---battalion faces that way and so many actions are left, -1 where it cannot be done
---@field planned boolean? it is also told before an order

---@param w warline.tactical
return function(w)
  local get = w.get
  local TURNED = { [0] = { 0 }, { 1, 3 }, { 2 } } -- facings, by the turns that they take

  ---@type warline.priced[] modules add theirs
  w.priced = {}

  ---@param title string
  ---@param can string condition in `unit`, `way` and `left`
  ---@param price string expression in the same
  ---@param rest table? further fields of a warline.priced
  function w.add_price(title, can, price, rest)
    local entry = rest or {}
    entry.title = title
    entry.price = muster.expr("if " .. can .. " then " .. price .. " else 0 - 1", "unit", "way",
      "left")
    w.priced[#w.priced + 1] = entry
  end

  local step = "may_step_to(unit, ahead(unit)) and left >= 0 and way >= 0"
  local foe = "hostile(top(ahead(unit)))"
  w.add_price("Move", step .. " and not " .. foe, "entry_fee(unit, ahead(unit))")
  w.add_price("Attack", step .. " and " .. foe, "entry_fee(unit, ahead(unit))")
  w.add_price("Turn", "left >= 1 and bare(unit) and way >= 0", "1")
  w.add_price("Rout", "left >= " .. w.options.all_ma_min .. " and bare(unit) and way >= 0 and "
    .. "may_rout(unit, ahead(unit))", "left", { all = true })
  w.add_price("Build", "left >= 1 and bare(unit) and way >= 0 and may_build(unit) and "
    .. "size(reach(unit)) > 0", "1")
  w.add_price("Destroy", "left >= 0 and bare(unit) and way >= 0 and walled(ahead(unit)) and "
    .. "may_demolish(unit, ahead(unit))", "wall_fee(unit, wall_at(ahead(unit)))")

  local function maneuver_lines()
    local lines = {}
    local unit = muster.top(get.man_zone())
    for _, entry in ipairs(w.priced) do
      local price = entry.price(unit, get.facing(unit), get.ma())
      if price >= 0 then
        lines[#lines + 1] = string.format("%-3s  %s", entry.all and "all" or price, entry.title)
      end
    end
    return lines
  end

  local bare = muster.expr("bare(unit)", "unit")
  local budget = muster.expr("if eight(unit) == 1 then 8 else allowance(arms(unit))", "unit")
  local takers = muster.expr("{z in tops(battalion): "
    .. (w.allied and "may_act_now(owner(top(z)))" or "owner(top(z)) == active")
    .. " and stunned(top(z)) == 0 and ordered(top(z)) == 0}")

  -- What it costs at least, with the quarter turns before it, or nil.
  local function planned(entry, unit, left)
    local least
    for turns = 0, bare(unit) and math.min(left, 2) or 0 do
      for _, way in ipairs(TURNED[turns]) do
        local price = entry.price(unit, (get.facing(unit) + way) % 4, left - turns)
        if price >= 0 and (not least or turns + price < least) then least = turns + price end
      end
    end
    return least
  end

  -- One line for each: where it is within reach, and for how much unless it costs all.
  local function order_lines()
    local lines, zones = {}, takers()
    for _, entry in ipairs(w.priced) do
      local places = {}
      for zone in muster.each(entry.planned and zones or muster.set({})) do
        local unit = muster.top(zone)
        local least = planned(entry, unit, budget(unit))
        if least then
          places[#places + 1] = muster.zone_name(zone) .. (entry.all and "" or " " .. least)
        end
      end
      if #places > 0 then
        lines[#lines + 1] = entry.title .. (entry.all and ", all: " or ": ")
          .. table.concat(places, ", ")
      end
    end
    return lines
  end

  ---Add to the items of a scene what can be done now.
  ---@param items table[]
  function w.add_actions(items)
    local now = muster.decision_name()
    local lines = now == "maneuvering" and maneuver_lines() or now == "order" and order_lines()
    if not lines or #lines == 0 then return end
    local title = now == "order" and "Arts within reach" or "What it costs"
    items[#items + 1] = { type = "text", name = title, title = title, lines = lines }
  end
end
