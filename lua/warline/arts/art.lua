-- From what a kingdom says of an art to a move of a maneuver, to what is within reach of one before
-- it is ordered (WT-RUL-42), and to what scenes tell of its price.

local w = require("warline.tactical")
local reach = require("warline.arts.reach")
local now, facing, flow = w.state.now, w.state.facing, w.flow
local least_for_all = w.options.all_ma_min

---@alias warline.art_question fun(unit: muster.Piece, way: integer): ...

---@class warline.art
---@field [1] string its name, a word of its own
---@field text string how it is written, with `{choices}`
---@field title string what a menu calls it
---@field rule string id of the rule that says who has it
---@field least integer? lowest Arms that have it; 1 when left out
---@field cost integer|"all"|fun(unit: muster.Piece, way: integer): integer actions that it takes
---@field dear table? rule and why of a refusal for want of actions, where the price differs
---@field aimless boolean? the facing does not matter
---@field stacked boolean? it works on top of another battalion
---@field legal warline.art_question? what it needs and lets choose; `way` is the facing
---@field apply fun(unit: muster.Piece, ...)? what it does, with what `legal` returned
---@field asks boolean? it ends in a decision, from which the maneuver goes on
---@field forms warline.form[]? several ways to write it; then `legal` says only what is in reach

---@class warline.form
---@field text string
---@field legal warline.art_question?
---@field apply fun(unit: muster.Piece, ...)
---@field asks boolean?

-- ---- what may be said ---------------------------------------------------------------------------

-- A key that is not named here is refused.
local ART = { text = "text", title = "text", rule = "text", least = "number",
  cost = "number|text|function", dear = "table|flag", aimless = "flag", stacked = "flag",
  legal = "function", apply = "function", asks = "flag", forms = "list" }
local DEAR = { rule = "text", why = "text" }
local FORM = { text = "text", legal = "function", apply = "function", asks = "flag" }

---Is all that is said of an art sound? Faults stand where it is declared.
---@param art warline.art
---@return boolean
local function check(art)
  if not muster.shape("an art", art, ART, { "title", "rule", "cost" }) then return false end
  if type(art[1]) ~= "string" then
    return muster.fault("an art needs a name, as its first entry")
  end
  local function wrong(text, ...)
    return muster.fault(text:format(art[1], ...))
  end
  local least, cost = art.least or 1, art.cost
  if least < 1 or least > 6 then
    return wrong("'least' of art '%s' is %d; Arms are 1 to 6", least)
  end
  if type(cost) == "number" and (cost < 0 or cost > w.state.most_actions) then
    return wrong("'cost' of art '%s' is %d; no battalion ever has more than %d actions", cost,
      w.state.most_actions)
  end
  if type(cost) == "string" and cost ~= "all" then
    return wrong("'cost' of art '%s' is '%s', expected a number, 'all' or a function", cost)
  end
  if art.dear and not muster.shape("dear", art.dear, DEAR, { "rule", "why" }) then return false end
  for _, form in ipairs(art.forms or { art }) do
    if form ~= art and not muster.shape("a form", form, FORM) then return false end
    if not (form.text or art.text) then
      return wrong("art '%s' lacks 'text', its notation, as in text = \"sh\"")
    end
    if not form.apply then
      return wrong("art '%s' lacks 'apply', what it does, as in apply = function(unit) ... end")
    end
  end
  return true
end

-- ---- who may begin it ---------------------------------------------------------------------------

local ALONE = reach.alone and "in this battle only General " .. reach.alone + 1
  .. " has battle arts"

-- Its requirement: a function of the unit, its facing and the actions left.
local function price_of(cost)
  if cost == "all" then return function(_, _, left) return left end end
  if type(cost) == "number" then return function(_, _, _) return cost end end
  return cost
end

-- A function that needs what every art needs, and returns the price.
local function beginning(made, art, price)
  local least, rule, stacked = art.least or 1, art.rule, art.stacked
  local too_weak = "this art needs Arms " .. least .. (least < 6 and " or more" or "")
  local takes_all = art.cost == "all"
  local dear = art.dear or { rule = takes_all and "WT-RUL-36" or rule,
    why = "not enough maneuver actions are left for this art" }
  local dear_rule, dear_why = dear.rule, dear.why
  local foreign = "only battalions of " .. w.state.kingdom_names[made] .. " have this art"
  return function(unit, way, left)
    need(w.state.kingdom[unit] == made, "WT-RUL-112", foreign)
    need(w.state.arms[unit] >= least, rule, too_weak)
    need(reach.schooled(unit), "WT-RUL-7", ALONE)
    if not stacked then
      need(w.queries.bare(unit), "WT-RUL-39", "a battalion on top of another cannot use this art")
    end
    local fee = price(unit, way, left)
    need(left >= (takes_all and least_for_all or fee), dear_rule, dear_why)
    return fee
  end
end

-- ---- the move -----------------------------------------------------------------------------------

local function nothing_else(_, _) end

-- How the maneuver goes on: a function of the unit, after its effect. Who died by its own art is no
-- longer there, and earns nothing (WT-RUL-40).
local function going_on(art, form)
  if form.asks then return function(_) end end
  local ends = art.cost == "all"
  return function(unit)
    if place(unit) ~= now.acting_zone then return go(flow.maneuver_over) end
    if not ends and w.queries.may_act(unit) then return w.reface.ask_reface(1) end
    go(flow.maneuver_over)
    w.reface.ask_reface(0)
  end
end

local function declare(art, form, number, may_begin)
  local ask, effect = form.legal or nothing_else, form.apply
  local go_on = going_on(art, form)
  local pay = art.cost == "all" and function(_) w.maneuver.pay_all() end or w.maneuver.pay
  muster.move { art[1] .. (number > 1 and "_" .. number or ""), at = flow.maneuvering,
    title = art.title, text = form.text or art.text,
    legal = function()
      local unit = w.maneuver.actor()
      local fee = may_begin(unit, facing[unit], now.actions_left)
      return unit, fee, ask(unit, facing[unit])
    end,
    apply = function(unit, fee, ...)
      pay(fee)
      effect(unit, ...)
      go_on(unit)
    end }
end

-- ---- what is within reach -----------------------------------------------------------------------

-- Could it be done by this battalion, facing that way, with so many actions?
local function readiness(art, may_begin)
  local ask = art.legal or nothing_else
  ---@param unit muster.Piece
  ---@param way integer
  ---@param left integer
  local ready = possible(function(unit, way, left)
    may_begin(unit, way, left)
    ask(unit, way)
  end)
  return ready
end

-- Is it there for somebody who has nothing left, or lies on top of another?
local function is_free(art)
  return art.stacked or art.cost == 0 or type(art.cost) == "function"
    or art.cost == "all" and least_for_all == 0
end

local function bring_within_reach(art, ready)
  if is_free(art) then
    w.queries.may_act:amend("or", function(unit)
      return ready(unit, facing[unit], now.actions_left)
    end)
  end
  if art.aimless then
    w.queries.may_set_out:amend("or", function(unit, _, budget)
      return ready(unit, facing[unit], budget)
    end)
    return
  end
  w.queries.may_set_out:amend("or", function(unit, _, budget)
    for way = 0, 3 do
      local turns = w.state.turning[(way - facing[unit]) % 4]
      if (turns == 0 or w.queries.bare(unit)) and turns <= budget
        and ready(unit, way, budget - turns) then
        return true
      end
    end
    return false
  end)
end

---Declare an art of the kingdom with that number.
---@param made integer
---@param art warline.art
return function(made, art)
  if not check(art) then return end
  if not w.state.in_play[made] then return end -- nobody could ever use it
  local price = price_of(art.cost)
  local may_begin = beginning(made, art, price)
  for i, form in ipairs(art.forms or { art }) do declare(art, form, i, may_begin) end
  local ready = readiness(art, may_begin)
  bring_within_reach(art, ready)
  w.actions.add_price(art.title, function(unit, way, left)
    if ready(unit, way, left) then return price(unit, way, left) end
    return nil
  end, { all = art.cost == "all", planned = true, aimless = art.aimless,
    suits = function(unit)
      return w.state.kingdom[unit] == made and w.state.arms[unit] >= (art.least or 1)
    end })
end
