-- WARLINE: battle arts (chapter 36): what the arts of all kingdoms have in common. A kingdom's own
-- file says which it has; this module turns them into actions of a maneuver, into what is within
-- reach of one (WT-RUL-42) and into what a side can still do (WT-RUL-241). It knows no kingdom.

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: battle arts",
  requires = { "warline.ground" },
  options = {
    option.choice("stacked_arts", { "snowblind_only", "movelike" },
      "Which arts work on top of another battalion: cheaper Moves, or all kinds of Move."),
    option.no("noop_arts", "May an art be done that finds nobody to work on?"),
    option.no("line_blocked_by_friends",
      "Do friends on the line end it for arts that reach the first enemy?"),
    option.choice("handicap", { "none", "1", "2", "3", "4" },
      "The General who alone has battle arts, against stronger ones; none: all have them."),
  },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
w.notation.note_variant("a")
ground.traits.leaps = options.stacked_arts == "movelike"

local reach = require("warline.arts.reach")
local declare = require("warline.arts.art")
local has_arts = reach.has_arts

---@class warline.arts
local arts = { options = options, landing = require("warline.arts.landing"),
  capable = ground.capable, may_strike = ground.may_strike }
for name, value in pairs(reach) do arts[name] = value end

-- ---- a kingdom ----------------------------------------------------------------------------------

-- The sentence about an art on terrain; the rest is given.
local TERRAIN_ART = { text = "text", title = "text", rule = "text", apply = "function" }

local claimed = {}

-- The words of all kingdoms, as a sentence lists them.
local function known_kingdoms()
  local words = {}
  for i, kingdom in ipairs(require("warline.tactical.kingdoms")) do words[i] = kingdom.word end
  return table.concat(words, ", ")
end

-- The number of a kingdom whose arts are not declared yet. Faults stand where it is asked for.
local function claim(word)
  if claimed[word] then error("the arts of " .. word .. " are declared twice", 3) end
  claimed[word] = true
  return w.state.kingdom_called[word]
    or error(("no kingdom is called '%s'; expected one of: %s"):format(word, known_kingdoms()), 3)
end

-- The evaluation that arts add for the battalions of a kingdom on the field.
local function add_evaluation(made, worth)
  w.evaluation.terms:on(function(seat)
    local sum = 0
    for zone in tops(w.state.battalion) do
      local unit = top(zone)
      if has_arts(unit, made) then
        local own = w.generals.side_of(unit) == w.generals.side(seat)
        sum = sum + (own and 1 or -1) * worth(unit, zone)
      end
    end
    return sum
  end)
end

-- A side strikes with arts that do damage, where they are Aggressive Actions.
local function add_damage(made)
  local extra = w.options.aggressive_extra
  if extra ~= "damage_arts" and extra ~= "both" then return end
  ground.may_strike(function(side)
    return reach.has_free(side, made) and reach.foe_on_field(side)
  end)
end

---The functions with which the file of a kingdom declares its arts.
---@param word string the kingdom, as its module or warline.tactical.kingdoms calls it
---@return warline.kingdom_arts
function arts.kingdom(word)
  local number = claim(word)
  ---@class warline.kingdom_arts
  local kingdom = { word = word, number = number }

  ---Has a battalion the arts of this kingdom?
  ---@param unit muster.Piece?
  ---@return boolean
  function kingdom.has(unit) return has_arts(unit, number) end

  ---Declare an active art: an action of a maneuver.
  ---@param art warline.art
  function kingdom.art(art) declare(number, art) end

  ---Declare an art that works on the terrain on which its battalion stands: Arms 4 to 6, all that
  ---is left.
  ---@param kind string
  ---@param art warline.art its name, text, title, rule and apply
  function kingdom.terrain_art(kind, art)
    local beneath = ground.kind(kind)
    local why = "this art needs a battalion on " .. ground.kinds[beneath].name
    if not muster.shape("an art on terrain", art, TERRAIN_ART, { "title", "rule", "apply" }) then
      return
    end
    art.least, art.cost, art.aimless = 4, "all", true
    art.legal = function(unit)
      need(ground.terrain_at(place(unit)) == beneath, art.rule, why)
    end
    declare(number, art)
  end

  ---A march: entering a kind of terrain costs its battalions only `fee`.
  ---@param kind string
  ---@param fee integer
  function kingdom.march(kind, fee)
    local onto = ground.kind(kind)
    w.queries.entry_fee:amend("min", function(unit, there)
      return has_arts(unit, number) and ground.terrain[there] == onto and fee or 99
    end)
  end

  ---Its battalions build on a kind of terrain on which others may not.
  ---@param kind string
  function kingdom.builds_on(kind)
    local onto = ground.kind(kind)
    w.queries.building_ground:amend("or", function(unit)
      if has_arts(unit, number) then return ground.terrain:where(onto) end
      return nothing
    end)
  end

  ---What the bounded search asks of a battalion of the kingdom on bare ground that no step is open
  ---to (WT-RUL-241). `ask` gets it, its zone, and whether an abyss lies beside that; it returns
  ---whether by its arts it can move for sure, whether it can strike for sure, and whether it may do
  ---more. Without it nothing is known of a side with such battalions.
  ---@param ask fun(b: warline.soldier, zone: integer, over: boolean): boolean, boolean, boolean
  function kingdom.abilities(ask)
    ground.abilities[number] = function(b, zone, over)
      if reach.schooled(b.unit) then return ask(b, zone, over) end
      return false, false, false
    end
  end

  ---Its arts do damage: Aggressive Actions, where the option aggressive_extra says so.
  function kingdom.does_damage() add_damage(number) end

  ---What a battalion of the kingdom on the field is worth more, for computer players.
  ---@param worth fun(unit: muster.Piece, zone: muster.Zone): integer
  function kingdom.worth(worth) add_evaluation(number, worth) end

  return kingdom
end

---The effect of an art that turns the terrain beneath its battalion, and on neighbour zones of the
---same kind, into another kind (WT-RUL-118).
---@param into string
---@return fun(unit: muster.Piece)
function arts.turn_patch(into)
  local kind = ground.kind(into)
  return function(unit)
    local zone = place(unit)
    ground.turn(ground.patch(zone, ground.terrain_at(zone)), kind)
  end
end

local alone = reach.alone
local by_friends, noop = options.line_blocked_by_friends, options.noop_arts
muster.rules { title = "Battle arts",
  { id = "WT-RUL-112", text = [[Battle arts are further actions of a maneuver, and some always hold.
    A battalion has those of its own kingdom and of the Arms that it has now.]] },
  { id = "WT-RUL-7", option = "handicap", text = alone and "In this battle General " .. alone + 1
    .. " alone has battle arts." or "All Generals have battle arts." },
  { id = "WT-RUL-39", option = "stacked_arts", text = [[A battalion that lies on another cannot use
    them, except those that are a cheaper Move]]
    .. (options.stacked_arts == "movelike" and " or another kind of Move." or ".") },
  { id = "WT-RUL-115", option = "line_blocked_by_friends", text = [[Where an art reaches the first
    enemy ahead, a rampart or a missing zone ends the line]] .. (by_friends
    and ", and so does a friend." or ". Zones with a friend on top are passed over.") },
  { id = "WT-RUL-113", option = "noop_arts", text = noop and [[An art that only does harm may be
    done where it meets nobody.]] or "An art needs somebody or something to work on." },
  { id = "WT-RUL-117", text = [[Vigor protects from harm by arts too, but where the art says that it
    does not.]] },
  { id = "WT-ART-4", text = "Where an art and the rules of terrain disagree, the art prevails." },
}

return arts
