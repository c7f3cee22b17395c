-- Several orders in one turn, for variants that have them: they go to different battalions, count
-- as one turn, and nothing is looked at between them (WT-DT-4, WT-DT-5, WT-RUL-171).
--
-- Fields: `orders_done` of `orders_due` are given, in deployment so many placements; `all_stalls`:
-- all of those were Stalls. The mark `ordered` is on battalions that carried one out in this turn.

---@class warline.orders.plan
---@field module string its name
---@field orders string expression in `seat`: orders in a turn of that side
---@field placements string? expression in `seat`: battalions it places in a deployment turn; none
---where the variant deploys and writes `od` in a way of its own
---@field gone (fun(side: integer): boolean)? has the side nobody left who could give an order?
---@field any_two_stalls boolean two Stalls one after the other lose; else two turns of Stalls only
---@field rule string id of the rule that an order to a battalion that had one offends

local w = require("warline.tactical")
local get, set = w.get, w.set

for _, field in ipairs({ { name = "orders_done", max = 8 },
  { name = "orders_due", max = 8, initial = 1 }, -- one in the turn that opens (WT-DT-10)
  { name = "all_stalls" } }) do
  field.of = "game"
  get[field.name], set[field.name] = muster.field(field)
end
w.orders_done = get.orders_done

local function forget_orders()
  for unit = 0, w.battalions - 1 do set.ordered(unit, 0) end
end

local function to_number(text)
  local digit = #text == 1 and string.byte(text) - 48
  return digit and digit >= 0 and digit <= 8 and digit or nil
end

-- What is wrong with the marks of those who carried out an order in this turn (WT-INV-11)?
local function wrong_marks()
  local ordered = 0
  for unit = 0, w.battalions - 1 do
    if get.ordered(unit) > 0 then
      ordered = ordered + 1
      if w.side_of[muster.owner(unit)] ~= get.active() then
        return "an enemy carried out an order"
      end
    end
  end
  if w.options.stall_faces == "one" and ordered > get.orders_done() then
    return "more battalions were ordered than orders given"
  end
end

---@param plan warline.orders.plan
return function(plan)
  if w.options.capability_horizon == "next_turn" then
    error("capability_horizon = next_turn knows turns of one order only, not those of "
      .. plan.module .. ": use solo (WT-RUL-98)", 0)
  end
  if w.orders_by then
    error(w.orders_by .. " and " .. plan.module .. " both say how many orders a turn has: "
      .. "switch one of them off (WT-RUL-187)", 0)
  end
  w.orders_by = plan.module
  local placements = plan.placements and muster.expr(plan.placements, "seat")

  -- ---- giving orders ---------------------------------------------------------------------------

  muster.amend("several_orders", "true")
  muster.define("orders_of(seat)", plan.orders)
  muster.step { "turn_over", title = "the orders of a turn are done: see who has won",
    run = w.text.turn_over }
  for _, kind in ipairs({ "maneuver", "sacrifice", "lighten", "transfer", "stall_turn" }) do
    muster.forbid(kind, { where = "ordered(top(zone)) == 0", rule = plan.rule,
      why = "this battalion has carried out an order in this turn" })
  end
  muster.on("extricated", "ordered(unit) = 1") -- WT-RUL-168
  muster.on("dedicated", "ordered(unit) = 1")
  muster.on("lightened", "ordered(unit) = 1")
  muster.on("turn_began", "orders_done = 0 orders_due = orders_of(seat) all_stalls = 0")

  ---An order of this turn has been carried out (WT-RUL-164, WT-RUL-246).
  ---@param stalled integer 1 for a Stall
  function w.close_order(stalled)
    local seat = get.active()
    set.orders_done(get.orders_done() + 1)
    set.all_stalls(stalled == 1 and (get.orders_done() == 1 or get.all_stalls() == 1) and 1 or 0)
    local last = get.orders_done() == get.orders_due()
    if plan.any_two_stalls and stalled == 1 or not plan.any_two_stalls and last
      and get.all_stalls() == 1 then
      set.stalls(seat, get.stalls(seat) + 1)
    end
    if get.stalls(seat) > 1 then
      w.finish(1 - seat, "forced")
    elseif last then
      forget_orders()
      muster.go("turn_over")
    else
      muster.go("order")
    end
  end

  w.closings[#w.closings + 1] = function()
    forget_orders()
    set.orders_done(0)
    set.orders_due(1)
    set.all_stalls(0)
  end

  -- ---- placing battalions ----------------------------------------------------------------------

  -- A side that has fewer left places those (WT-RUL-165).
  if plan.placements then
    muster.define("placements_of(seat)", plan.placements)
    muster.amend("more_placements", "orders_done > 0")
    muster.on("deployed", "orders_done = if orders_done + 1 < placements_of(owner(unit)) "
      .. "and count(undeployed(owner(unit))) > 0 then orders_done + 1 else 0")
    if w.options.short_army then muster.on("left_out", "orders_done = 0") end
  end

  -- ---- the line: od (WT-DATA-12, WT-RUL-249) ---------------------------------------------------

  local function print_od()
    local phase = w.phase()
    if phase == "OVER" then return nil end
    if phase == "DEP" then return get.orders_done() .. "/" .. placements(get.active()) end
    local text = get.orders_done() .. "/" .. get.orders_due()
      .. (get.all_stalls() > 0 and "s" or "")
    return text ~= "0/1" and text or nil
  end

  local function read_od(value)
    local done, due = to_number(string.sub(value, 1, 1)), to_number(string.sub(value, 3, 3))
    local tail = string.sub(value, 4)
    if not done or not due or string.sub(value, 2, 2) ~= "/" or tail ~= "" and tail ~= "s"
      or due < 1 or done > due or tail == "s" and done == 0 then
      error("od: expected orders done and due, as in 1/2 or 1/2s, found '" .. value .. "'", 0)
    end
    set.orders_done(done)
    set.orders_due(due)
    set.all_stalls(tail == "s" and 1 or 0)
  end

  for _, key in ipairs(w.keys) do
    if key[1] == "od" then key.print, key.read = print_od, read_od end
  end

  local function demand(good, what)
    if not good then error("od: " .. what, 0) end
  end
  for phase, begin in pairs(w.begin) do
    w.begin[phase] = function(values)
      if phase == "DEP" and plan.placements then
        demand(not values.od or get.orders_due() == placements(get.active())
          and get.orders_done() < get.orders_due()
          and get.all_stalls() == 0, "a deployment turn has "
          .. placements(get.active()) .. " placements, found '" .. tostring(values.od) .. "'")
        set.orders_due(1)
      elseif phase == "END" then
        local acting = values.pc and 1 - get.active() or get.active()
        demand(get.orders_done() == get.orders_due() or plan.gone and plan.gone(acting),
          "all orders of the turn are done at ph=END")
        if not values.pc then return muster.go("turn_over") end
      elseif phase == "DEP" then
        demand(get.all_stalls() == 0, "nobody stalls in deployment")
      elseif phase == "OVER" or phase == "FIRST" or phase == "COIN" then
        demand(not values.od, "does not belong to ph=" .. phase)
      else
        demand(get.orders_done() < get.orders_due(), "no order is due any more")
        demand(get.orders_done() == 0 or phase == "ORD" or phase == "MAN" or phase == "STALL",
          "an order was done before ph=" .. phase)
        local wrong = wrong_marks()
        if wrong then error("the mark ': " .. wrong .. " (WT-INV-11)", 0) end
        local fought = get.orders_done() > 0 and get.all_stalls() == 0
          and (not plan.any_two_stalls or get.orders_done() == 1)
        if fought and get.stalls(get.active()) > 0 then
          error("st: an order of this turn that is no Stall has set the count of side "
            .. w.side_names[get.active()] .. " back (WT-RUL-90)", 0)
        end
      end
      return begin(values)
    end
  end

  -- ---- what is to be seen, what can never be ---------------------------------------------------

  function w.progress()
    local now = muster.decision_name()
    if now == "deployment" then
      return placements
        and " (" .. get.orders_done() + 1 .. " of " .. placements(get.active()) .. ")" or ""
    end
    if get.orders_due() < 2 or now == "claim" then return "" end
    return ", order " .. get.orders_done() + 1 .. " of " .. get.orders_due()
  end

  w.checks[#w.checks + 1] = function(check)
    local wrong = wrong_marks()
    check(not wrong or muster.decision_name() == "deployment", "WT-INV-11", wrong)
    check(get.orders_done() <= get.orders_due() or muster.decision_name() == "deployment",
      "WT-DATA-12", "more orders are done than due")
  end
end
