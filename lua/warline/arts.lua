-- WARLINE: battle arts (chapter 36): what the arts of all kingdoms have in common. A kingdom's own
-- file says which it has; this one turns them into actions of a maneuver, into what is within
-- reach of one (WT-RUL-42) and into what a side can still do (WT-RUL-241). It knows no kingdom.

local settings = {
  { key = "stacked_arts", type = "choice", choices = { "snowblind_only", "movelike" },
    default = "snowblind_only",
    help = "Which arts work on top of another battalion: cheaper Moves, or all kinds of Move." },
  { key = "noop_arts", type = "bool", default = false,
    help = "May an art be done that finds nobody to work on?" },
  { key = "line_blocked_by_friends", type = "bool", default = false,
    help = "Do friends on the line end it for arts that reach the first enemy?" },
  { key = "handicap", type = "choice", choices = { "none", "1", "2", "3", "4" },
    default = "none",
    help = "The General who alone has battle arts, against stronger ones; none: all have them." },
}
local options = muster.module {
  title = "WARLINE: battle arts",
  requires = { "warline.tactical", "warline.ground" },
  options = settings,
}
local w = require("warline.tactical")
local ground = require("warline.ground")
w.note_variant("a")
w.note_options(settings, options)

---@class warline.arts
local arts = { options = options }

-- Whose battalions have arts at all (WT-RUL-7), and which of them those of a kingdom (WT-RUL-112).
local alone = tonumber(options.handicap) -- the General who alone has them, or nil
if alone and alone > w.generals then
  error("handicap = " .. alone .. ": this battle has " .. w.generals .. " Generals, as sides = "
    .. w.options.sides .. " says (WT-RUL-7)", 0)
end
local schooled = alone and "owner(unit) == " .. alone - 1
muster.define("has_arts(unit, made)", "kingdom(unit) == made"
  .. (schooled and " and " .. schooled or ""),
  { help = "Has it the arts of this kingdom?" })

require("warline.arts.reach")(w, ground, arts)

-- ---- an art -------------------------------------------------------------------------------------

---@class warline.art
---@field [1] string its name, a word of its own
---@field text string how it is written, without parameters
---@field title string what a menu calls it
---@field rule string id of the rule that says who has it
---@field least integer? lowest Arms that have it; 1 when left out
---@field cost integer|string "all", a number, or an expression in `unit` and `way`
---@field dear table? rule and why of a refusal for want of actions, where the price differs
---@field aimless boolean? the facing does not matter
---@field stacked boolean? it works on top of another battalion
---@field needs table[]? conditions, as clauses with `where`, in `unit`, `way` and `left`
---@field reach string? what beside the needs must hold for it to be within reach
---@field clauses table[]? its parameters, as clauses of a move; they may use `unit`, `way`, `left`
---@field effect string|function? effects, or a function of the unit and the parameters
---@field asks boolean? its effect ends in a decision, from which the maneuver goes on
---@field forms table[]? several ways to write it: a list of { text, clauses, effect, asks }

-- What an art may say; a key that is not named here is refused.
local ART <const> = { text = "text", title = "text", rule = "text", least = "number",
  cost = "number|text", dear = "table|flag", aimless = "flag", stacked = "flag",
  needs = "list", reach = "text", clauses = "list", effect = "text|function", asks = "flag",
  forms = "list" }
local FORM <const> = { text = "text", clauses = "list", effect = "text|function", asks = "flag" }
local NEED <const> = { where = "text", rule = "text", why = "text|function" }

-- Everything that can be said of an art before it is compiled. Faults stand where it is declared.
local function check(art)
  if not muster.shape("an art", art, ART, { "title", "rule", "cost" }) then return false end
  if type(art[1]) ~= "string" then
    return muster.fault("an art needs a name, as its first entry")
  end
  local function wrong(text, ...)
    return muster.fault(("art '%s': "):format(art[1]) .. text:format(...))
  end
  local least = art.least or 1
  if least < 1 or least > 6 then return wrong("'least' is %d; Arms are 1 to 6", least) end
  if type(art.cost) == "number" and (art.cost < 0 or art.cost > w.most_actions) then
    return wrong("'cost' is %d; no battalion ever has more than %d actions", art.cost,
      w.most_actions)
  end
  for _, need in ipairs(art.needs or {}) do
    if not muster.shape("a need", need, NEED, { "where", "why" }) then return false end
  end
  for _, form in ipairs(art.forms or { art }) do
    if form ~= art and not muster.shape("a form", form, FORM) then return false end
    if not (form.text or art.text) then return wrong("it needs a 'text': how it is written") end
    if not form.effect then return wrong("it needs an 'effect': what it does") end
  end
  return true
end

local function all_needs(made, art)
  local least = art.least or 1
  local needs = {
    { where = "kingdom(unit) == " .. made, rule = "WT-RUL-112",
      why = "only battalions of another kingdom have this art" },
    { where = "arms(unit) >= " .. least, rule = art.rule,
      why = "this art needs Arms " .. least .. (least < 6 and " or more" or "") },
  }
  if schooled then
    needs[#needs + 1] = { where = schooled, rule = "WT-RUL-7",
      why = "in this battle only General " .. alone .. " has battle arts" }
  end
  if not art.stacked then
    needs[#needs + 1] = { where = "bare(unit)", rule = "WT-RUL-39",
      why = "a battalion on top of another has no use of this art" }
  end
  for _, need in ipairs(art.needs or {}) do needs[#needs + 1] = need end
  return needs
end

local function price(art)
  if art.cost == "all" then return "left", tostring(w.options.all_ma_min) end
  return tostring(art.cost), tostring(art.cost)
end

-- The whole of the conditions as one expression, for what may be done and what is within reach.
local function ready(art, needs)
  local parts = {}
  for i, need in ipairs(needs) do parts[i] = "(" .. need.where .. ")" end
  if art.reach then parts[#parts + 1] = "(" .. art.reach .. ")" end
  local _, least = price(art)
  parts[#parts + 1] = "(left >= " .. least .. ")"
  muster.define(art[1] .. "_ready(unit, way, left)", table.concat(parts, " and "))
end

local function within_reach(art)
  local call = art[1] .. "_ready(unit, "
  local free = art.stacked or art.cost == 0 or (type(art.cost) == "string" and art.cost ~= "all")
    or (art.cost == "all" and w.options.all_ma_min == 0)
  if free then muster.amend("may_act", call .. "facing(unit), ma)", "or") end
  if art.aimless then
    muster.amend("may_set_out", call .. "facing(unit), budget)", "or")
  else
    local turns = "turning((d - facing(unit)) % 4)"
    muster.amend("may_set_out", "some(d in 0 .. 3: (d == facing(unit) or bare(unit)) and "
      .. turns .. " <= budget and " .. call .. "d, budget - " .. turns .. "))", "or")
  end
end

-- The effect as text: a function is called with the unit and the parameters in their order.
local function effect_text(name, form)
  if type(form.effect) ~= "function" then return form.effect .. " " end
  local names = { "unit" }
  for _, clause in ipairs(form.clauses or {}) do
    if clause.each then names[#names + 1] = clause.each end
  end
  local call = name .. "(" .. table.concat(names, ", ") .. ")"
  muster.func(call, function(...)
    form.effect(...)
    return 0
  end)
  return call .. " "
end

-- For scenes: where it is open, and its price.
local function tell(art)
  local fee = price(art)
  w.add_price(art.title, art[1] .. "_ready(unit, way, left)", fee,
    { all = art.cost == "all", planned = true })
end

local function declare(art, form, number, needs)
  local name = art[1] .. (number > 1 and "_" .. number or "")
  local fee, least = price(art)
  local move = { name, at = "maneuvering", title = art.title, text = form.text or art.text,
    { let = "unit", be = "actor" }, { let = "way", be = "facing(actor)" },
    { let = "left", be = "ma" } }
  for _, need in ipairs(needs) do move[#move + 1] = need end
  move[#move + 1] = { let = "fee", be = fee }
  local dear = art.dear or { rule = art.cost == "all" and "WT-RUL-36" or art.rule,
    why = "not enough maneuver actions are left for this art" }
  move[#move + 1] = { where = "left >= " .. (art.cost == "all" and least or "fee"),
    rule = dear.rule, why = dear.why }
  for _, clause in ipairs(form.clauses or {}) do move[#move + 1] = clause end
  local effect = effect_text(name .. "_done", form)
  -- Who died by its own art is no longer there, and earns nothing (WT-RUL-40).
  local over = "if place(unit) ~= man_zone then go(maneuver_over) else "
  local onward = art.cost == "all" and over .. "go(maneuver_over) " .. w.text.reface("0") .. "end"
    or form.asks and "" or over .. (w.options.reface_any_loss and "if may_act(actor) then "
      .. w.text.reface("1") .. "else go(maneuver_over) " .. w.text.reface("0") .. "end end"
      or w.text.go_on .. "end")
  move.apply = (art.cost == "all" and w.text.paid_all or w.text.paid) .. effect .. onward
  muster.move(move)
end

-- ---- a kingdom ----------------------------------------------------------------------------------

local claimed = {}

---What a kingdom's own file declares its arts with.
---@param word string the kingdom, by its name in expressions
---@return warline.kingdom_arts
function arts.kingdom(word)
  ---@class warline.kingdom_arts
  local kingdom = { word = word }
  if claimed[word] then error("the arts of " .. word .. " are declared twice", 0) end
  claimed[word] = true
  local number
  for i, each in ipairs(w.kingdom_words) do
    if each == word then number = i - 1 end
  end
  if not number then error("no kingdom is called '" .. word .. "'", 0) end
  kingdom.number = number

  ---Declare an active art: an action of a maneuver.
  ---@param art warline.art
  function kingdom.art(art)
    if not check(art) then return end
    if not w.in_play[number] then return end -- nobody could ever use it
    local needs = all_needs(word, art)
    ready(art, needs)
    for i, form in ipairs(art.forms or { art }) do declare(art, form, i, needs) end
    within_reach(art)
    tell(art)
  end

  ---Declare an art that works on the terrain on which its battalion stands: Arms 4 to 6, all that
  ---is left.
  ---@param kind string
  ---@param art warline.art its name, text, title, rule and effect
  function kingdom.terrain_art(kind, art)
    art.least, art.cost, art.aimless = 4, "all", true
    art.needs = {
      { where = "terrain(place(unit)) == " .. kind, rule = art.rule,
        why = "this art needs a battalion that stands on "
          .. (ground.kinds[ground.number[kind]] or { name = kind }).name },
    }
    kingdom.art(art)
  end

  ---A march: entering a kind of terrain costs its battalions only `fee`.
  ---@param kind string
  ---@param fee integer
  function kingdom.march(kind, fee)
    muster.amend("entry_fee", "if has_arts(unit, " .. word .. ") and ground(there) == " .. kind
      .. " then " .. fee .. " else 99", "min")
  end

  ---Its battalions build on a kind of terrain on which others may not.
  ---@param kind string
  function kingdom.builds_on(kind)
    muster.amend("building_ground", "if has_arts(unit, " .. word
      .. ") then {z in zones: ground(z) == " .. kind .. "} else nothing", "or")
  end

  ---What a battalion of the kingdom on the field is worth more, for computer players.
  ---@param worth fun(unit: integer, zone: integer): integer
  function kingdom.worth(worth)
    local standing = muster.expr("tops(battalion)")
    w.worths[#w.worths + 1] = function(seat)
      local sum = 0
      for zone in muster.each(standing()) do
        local unit = muster.top(zone)
        if w.get.kingdom(unit) == number and (not alone or muster.owner(unit) == alone - 1) then
          local own = w.side_of[muster.owner(unit)] == w.side_of[seat]
          sum = sum + (own and 1 or -1) * worth(unit, zone)
        end
      end
      return sum
    end
  end

  return kingdom
end

---The effect of a terrain art that turns the terrain beneath its battalion into another kind, and
---that of neighbour zones of the same kind (WT-RUL-118).
---@param into string
---@return fun(unit: integer)
function arts.turn_patch(into)
  return function(unit)
    local zone = muster.place(unit)
    ground.turn(ground.patch(zone, ground.under(zone)), ground.number[into])
  end
end

local by_friends, noop = options.line_blocked_by_friends, options.noop_arts
muster.rules { title = "Battle arts",
  { id = "WT-RUL-112", text = "Battle arts are further actions of a maneuver, and some always "
    .. "hold. A battalion has those of its own kingdom and of the Arms that it has now." },
  { id = "WT-RUL-7", option = "handicap", text = alone and "In this battle General " .. alone
    .. " alone has battle arts." or "All Generals have battle arts." },
  { id = "WT-RUL-39", option = "stacked_arts", text = "A battalion that lies on another has no "
    .. "use of them, but for those that are a cheaper Move"
    .. (options.stacked_arts == "movelike" and " or another kind of Move." or ".") },
  { id = "WT-RUL-115", option = "line_blocked_by_friends", text = "Where an art reaches the first "
    .. "enemy ahead, a rampart or a missing zone ends the line" .. (by_friends
    and ", and so does a friend." or ". Zones with a friend on top are passed over.") },
  { id = "WT-RUL-113", option = "noop_arts", text = noop and "An art that only does harm may be "
    .. "done where it meets nobody." or "An art needs somebody or something to work on." },
  { id = "WT-RUL-117", text = "Vigor protects from harm by arts too, but where the art says that "
    .. "it does not." },
  { id = "WT-ART-4", text = "Where an art and the rules of terrain disagree, the art prevails." },
}

return arts
