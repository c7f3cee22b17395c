-- Several orders in one turn, for variants that have them: they go to different battalions, count
-- as one turn, and nothing is looked at between them (WT-DT-4, WT-DT-5, WT-RUL-171).
--
-- `orders_done` of `orders_due` are given, in deployment so many placements; `all_stalls`: all of
-- those were Stalls. The mark `ordered` is on battalions that carried one out in this turn. The
-- module that has them says so in its manifest: `offers = { orders = { by = its name } }`.

local text = require("muster.text")
local w = require("warline.tactical")
local flow, now, ordered, stalls = w.flow, w.state.now, w.state.ordered, w.state.stalls
local any_two_stalls = muster.options().dt_stall == "any_two_orders"

local book = muster.state {
  { "orders_done", max = 8, help = "Orders carried out in this turn." },
  { "orders_due", max = 8, initial = 1,
    help = "Orders that this turn has; one in the turn that opens the battle (WT-DT-10)." },
  { "all_stalls", help = "Were all orders of this turn Stalls?" },
}
w.state.traits.orders_done = function() return book.orders_done end

---@class warline.orders.plan
---@field orders fun(side: muster.Seat): integer orders in a turn of that side
---@field placements (fun(seat: muster.Seat): integer)? battalions it places in a deployment turn;
---none where the variant deploys and writes `od` in a way of its own
---@field gone (fun(side: muster.Seat): boolean)? has it nobody left who could give an order?

local function forget_orders()
  for unit = 0, w.state.battalions - 1 do ordered[unit] = false end
end

-- ---- giving orders ------------------------------------------------------------------------------

local function declare_orders(plan)
  for _, name in ipairs { "maneuver", "sacrifice", "lighten", "transfer", "stall_turn" } do
    muster.move_named(name):forbid("WT-DT-5",
      "this battalion has carried out an order in this turn",
      function(zone) return ordered[top(zone)] end)
  end
  w.orders.extricated:on(function(unit) ordered[unit] = true end) -- WT-RUL-168
  w.orders.dedicated:on(function(unit) ordered[unit] = true end)
  w.orders.lightened:on(function(unit) ordered[unit] = true end)
  local orders_of = plan.orders
  w.steps.turn_began:on(function(seat)
    book.orders_done, book.orders_due, book.all_stalls = 0, orders_of(seat), false
  end)
  w.ending.closings:on(function()
    forget_orders()
    book.orders_done, book.orders_due, book.all_stalls = 0, 1, false
  end)
end

-- Two Stalls, or two turns of Stalls, in a row lose (WT-RUL-164, WT-RUL-246).
local function count_stall(stalled, last)
  if stalled then
    if book.orders_done == 1 then book.all_stalls = true end
  else
    book.all_stalls = false
  end
  if any_two_stalls and stalled or not any_two_stalls and last and book.all_stalls then
    stalls[now.active] = stalls[now.active] + 1
  end
end

--- The step after an order has been carried out, and the step that ends the turn.
---@return fun(stalled: boolean): boolean close says whether another order comes
---@return muster.Decision turn_over
local function declare_closing()
  local turn_over = muster.step { "turn_over",
    title = "the orders of a turn are done: see who has won", run = w.steps.turn_over }
  local function close(stalled)
    book.orders_done = book.orders_done + 1
    local last = book.orders_done == book.orders_due
    count_stall(stalled, last)
    if stalls[now.active] > 1 then
      flow.second_stall()
    elseif last then
      forget_orders()
      go(turn_over)
    else
      go(flow.order)
      return true
    end
    return false
  end
  return close, turn_over
end

-- ---- placing battalions -------------------------------------------------------------------------

-- A side that has fewer left places those (WT-RUL-165).
local function declare_placing(placements)
  w.queries.more_placements:amend("or", function() return book.orders_done > 0 end)
  w.deploy.deployed:on(function(unit)
    local seat = owner[unit]
    if book.orders_done + 1 < placements(seat) and count(w.state.undeployed[seat]) > 0 then
      book.orders_done = book.orders_done + 1
    else
      book.orders_done = 0
    end
  end)
  if w.options.short_army then
    w.deploy.left_out:on(function() book.orders_done = 0 end)
  end
end

-- ---- the line: od (WT-DATA-12, WT-RUL-249) ------------------------------------------------------

local function print_od(placements)
  local phase = w.notation.phase()
  if phase == "OVER" then return nil end
  if phase == "DEP" then return book.orders_done .. "/" .. placements(now.active) end
  local line = book.orders_done .. "/" .. book.orders_due .. (book.all_stalls and "s" or "")
  return line ~= "0/1" and line or nil
end

local function read_od(value)
  local done, due = text.number(text.sign(value, 1), 8), text.number(text.sign(value, 3), 8, 1)
  local tail = value:sub(4)
  if not done or not due or text.sign(value, 2) ~= "/" or done > due
    or tail ~= "" and (tail ~= "s" or done == 0) then
    text.expected("od", "orders done and due, as in 1/2 or 1/2s", value)
  end
  book.orders_done, book.orders_due, book.all_stalls = done, due, tail == "s"
end

local function demand(good, what, found) text.demand(good, "od", what, found) end

-- What is wrong with the marks of those who carried out an order in this turn (WT-INV-11)?
local function wrong_marks()
  local number = 0
  for unit = 0, w.state.battalions - 1 do
    if ordered[unit] then
      number = number + 1
      if w.generals.side_of(unit) ~= now.active then return "an enemy carried out an order" end
    end
  end
  if w.options.stall_faces == "one" and number > book.orders_done then
    return "more battalions were ordered than orders given"
  end
end

local IN_ORDERS, BEYOND = text.set "ORD MAN STALL", text.set "OVER FIRST COIN"

-- A phase in the midst of a turn.
local function check_turn(phase)
  local done = book.orders_done
  demand(done < book.orders_due, "no order is due any more")
  demand(done == 0 or IN_ORDERS[phase],
    "an order was done before ph=" .. phase)
  local wrong = wrong_marks()
  if wrong then text.fault("the mark '", wrong .. " (WT-INV-11)") end
  local fought = done > 0 and not book.all_stalls and (not any_two_stalls or done == 1)
  text.demand(not fought or stalls[now.active] == 0, "st",
    "an order of this turn that is no Stall has set the count of side "
    .. w.notation.side_names[now.active] .. " back (WT-RUL-90)")
end

local function check_placing(placements, values)
  demand(not values.od or book.orders_due == placements(now.active)
    and book.orders_done < book.orders_due and not book.all_stalls, "a deployment turn has "
    .. placements(now.active) .. " placements", values.od)
  demand(book.orders_done == 0 or count(w.state.undeployed[now.active]) > 0,
    "side " .. w.notation.side_names[now.active] .. " has no battalion left to place, so its "
    .. "deployment turn is over (WT-RUL-165)", values.od)
  book.orders_due = 1
end

---@param plan warline.orders.plan
---@param turn_over muster.Decision
local function declare_line(plan, turn_over)
  local entry = w.notation.key("od")
  entry.print, entry.read = function() return print_od(plan.placements) end, read_od

  local known = {} -- phases of the core rules
  for phase in pairs(w.reading.begin) do known[phase] = true end
  local function check(phase, values)
    if not known[phase] then return end
    if phase == "DEP" and plan.placements then
      check_placing(plan.placements, values)
    elseif phase == "END" then
      local acting = values.pc and 1 - now.active or now.active
      demand(book.orders_done == book.orders_due or plan.gone and plan.gone(acting),
        "all orders of the turn are done at ph=END")
    elseif phase == "DEP" then
      demand(not book.all_stalls, "nobody stalls in deployment")
    elseif BEYOND[phase] then
      demand(not values.od, "does not belong to ph=" .. phase)
    else
      check_turn(phase)
    end
  end
  w.reading.readings:on(check)

  local claim = w.reading.begin.END
  if claim then
    w.reading.begin.END = function(values)
      if values.pc then return claim(values) end
      go(turn_over)
    end
  end
end

-- ---- scenes and invariants ----------------------------------------------------------------------

local function progress(placements)
  local pending = muster.decision_name()
  if pending == "deployment" then
    return placements
      and " (" .. book.orders_done + 1 .. " of " .. placements(now.active) .. ")" or ""
  end
  if book.orders_due < 2 or pending == "claim" then return "" end
  return ", order " .. book.orders_done + 1 .. " of " .. book.orders_due
end

local function declare_views(plan)
  w.scene.progress:on(function(line) return line .. progress(plan.placements) end)
  w.verify.checks:on(function(check)
    local wrong, deploying = wrong_marks(), muster.decision_name() == "deployment"
    check(not wrong or deploying, "WT-INV-11", wrong)
    check(book.orders_done <= book.orders_due or deploying, "WT-DATA-12",
      "more orders are done than due")
  end)
end

---Give the turns of a battle several orders.
---@param plan warline.orders.plan
---@return fun(stalled: boolean): boolean close the procedure that `flow.close_order` calls: says
---whether another order comes
---@return muster.Decision turn_over the step that ends a turn
local function declare(plan)
  local close, turn_over = declare_closing()
  declare_orders(plan)
  if plan.placements then declare_placing(plan.placements) end
  declare_line(plan, turn_over)
  declare_views(plan)
  return close, turn_over
end

return { book = book, declare = declare }
