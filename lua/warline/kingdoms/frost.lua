-- The battle arts of Frost (chapter 38). A battalion that has alighted lies on top of a rampart:
-- for itself that is bare ground without terrain, for all others nothing but the rampart
-- (WT-RUL-130, WT-RUL-131).

local settings = {
  { key = "descend_into_chasm", type = "bool", default = false,
    help = "May a battalion descend onto Chasm and Cliffside?" },
}
local options = muster.module {
  title = "WARLINE: battle arts of Frost",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  options = settings,
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local frost = arts.kingdom("frost")
w.note_options(settings, options)

muster.rules { title = "Battle arts of Frost",
  { id = "WT-ART-FROST-1", text = "Alight, Arms 6, for 1 action: fly onto a rampart." },
  { id = "WT-ART-FROST-3", text = "It is one of the same General's, anywhere on the field, and no "
    .. "other battalion stands on it." },
  { id = "WT-ART-FROST-5", text = "You choose the facing on landing." },
  { id = "WT-ART-FROST-9", text = "The battalion may fly up and come down on the same rampart." },
  { id = "WT-ART-FROST-6", text = "On a rampart it acts as on bare ground without terrain." },
  { id = "WT-ART-FROST-7", text = "Nobody else reaches it, friend or enemy, before the rampart is "
    .. "destroyed." },
  { id = "WT-ART-FROST-8", text = "When the rampart falls, the battalion stands on the terrain "
    .. "beneath." },
  { id = "WT-ART-FROST-10", text = "From a rampart one comes down by Descend only." },
  { id = "WT-ART-FROST-11", text = "A battalion on a rampart is not lightened." },
  { id = "WT-ART-FROST-12", text = "Descend, Arms 6, for 1 action, whatever the terrain." },
  { id = "WT-ART-FROST-13", text = "Only a battalion on a rampart descends." },
  { id = "WT-ART-FROST-14", text = "It comes down on any adjacent zone without a rampart, also "
    .. "onto a battalion there; an enemy is attacked by it." },
  { id = "WT-RUL-134", option = "descend_into_chasm", when = not options.descend_into_chasm,
    text = "Descend lifts the price of terrain, not the ban on Chasm and Cliffside." },
  { id = "WT-RUL-134", option = "descend_into_chasm", when = options.descend_into_chasm,
    text = "Descend lifts the price of terrain, and the ban on Chasm and Cliffside." },
  { id = "WT-ART-FROST-16", text = "Snowblind, all Arms: a Move for nothing." },
  { id = "WT-ART-FROST-17", text = "It leads onto a free zone beside a rampart of the same "
    .. "General." },
  { id = "WT-RUL-135", text = "Snowblind is a Move: it leads ahead, where the battalion may "
    .. "enter." },
  { id = "WT-RUL-242", text = "Where a Move costs nothing, Snowblind is not written." },
  { id = "WT-ART-FROST-19", text = "Freeze, Arms 4 to 6 on Waterbody, for all actions left: it "
    .. "and adjacent Waterbodies become Ice." },
  { id = "WT-ART-FROST-23", text = "Mountain March, always: entering Mountain costs Frost 1 "
    .. "action." },
  { id = "WT-ART-FROST-24", text = "Ice March, always: entering Ice costs Frost 2 actions." },
}

frost.march("mountain", 1)
frost.march("ice", 2)
if not w.in_play[frost.number] then return end -- nobody could ever alight

-- ---- on top of a rampart ------------------------------------------------------------------------

w.has_alighted = true
ground.holds_over_abyss = options.descend_into_chasm
muster.define("alighted(unit)", "type(below(unit)) == rampart and type(unit) == battalion")
muster.define("perches", "{z in tops(battalion): type(below(top(z))) == rampart}")
-- Whose a pile of ramparts is, its topmost one says, with a battalion on it or without
-- (WT-RUL-145).
muster.define("own_walls(seat)",
  "tops(rampart, seat) | {z in perches: owner(below(top(z))) == seat}")

-- for others: the rampart, so that none of them strikes, routs or enters
muster.amend("walls", "perches", "or")
muster.amend("walled", "type(below(top(zone))) == rampart", "or")
muster.amend("wall_at", "if type(top(zone)) == battalion then below(top(zone)) else top(zone)")
muster.amend("links", w.options.build_link == "owner"
  and "{z in perches: owner(below(top(z))) == owner(unit)}"
  or "{z in perches: kingdom(below(top(z))) == kingdom(unit)}", "or")
muster.amend("placeable", "zones - perches", "and")

-- for itself: bare ground, which it leaves by its arts alone
muster.amend("bare", "alighted(unit)", "or")
muster.amend("beneath", "if alighted(unit) then none else below(unit)")
muster.amend("may_enter", "not alighted(unit)", "and")
for _, kind in ipairs({ "step", "attack", "attack_turn" }) do -- refused with the reason that it has
  muster.permit(kind, { where = "alighted(actor)", rule = "WT-MOV-2" })
  muster.forbid(kind, { where = "not alighted(actor)", rule = "WT-ART-FROST-10",
    why = "a battalion on a rampart comes down by Descend only" })
end
for _, kind in ipairs({ "lighten", "transfer" }) do
  muster.forbid(kind, { where = "not alighted(unit)", rule = "WT-ART-FROST-11",
    why = "a battalion on a rampart cannot be lightened" })
end

-- ---- Alight -------------------------------------------------------------------------------------

-- Own ramparts on which nobody stands, and the one on which the battalion stands itself.
muster.define("roosts(unit)", "tops(rampart, owner(unit)) | "
  .. "(own_walls(owner(unit)) & only(place(unit)))")

frost.art {
  "alight", text = "al:{dest}{face}", title = "Alight", rule = "WT-ART-FROST-1", least = 6,
  cost = 1, aimless = true, stacked = arts.options.stacked_arts == "movelike",
  needs = {
    { where = "size(roosts(unit)) > 0", rule = "WT-ART-FROST-3",
      why = "no own rampart stands without another battalion on it" },
  },
  clauses = {
    { each = "dest", of = "roosts(unit)", rule = "WT-ART-FROST-3",
      why = "that is no own rampart without another battalion on it" },
    { each = "face", from = "0", to = "3", min = 0, max = 3, letters = "nesw" },
  },
  effect = "if dest ~= man_zone then emit(moved, unit, man_zone, dest) end "
    .. "put(unit, dest) facing(unit) = face man_zone = dest",
}

-- ---- Descend ------------------------------------------------------------------------------------

muster.define("landings(unit)", "near(place(unit)) & "
  .. (options.descend_into_chasm and "~walls" or "passable"))
local landing = { each = "dest", of = "landings(unit)", rule = "WT-ART-FROST-14",
  why = "one descends to an adjacent zone without a rampart"
    .. (options.descend_into_chasm and "" or ", a Chasm or a Cliffside") }

frost.art(arts.landing({
  "descend", text = "de:{dest}", title = "Descend", rule = "WT-ART-FROST-12", least = 6, cost = 1,
  aimless = true,
  needs = {
    { where = "alighted(unit)", rule = "WT-ART-FROST-13",
      why = "only a battalion that stands on a rampart can descend" },
    { where = "size(landings(unit)) > 0", rule = "WT-ART-FROST-14",
      why = "no adjacent zone can be descended to" },
  },
  clauses = { landing },
}, "dest"))

-- ---- Snowblind ----------------------------------------------------------------------------------

frost.art {
  "snowblind", text = "f0", title = "Snowblind", rule = "WT-ART-FROST-16", cost = 0, stacked = true,
  needs = {
    { where = "step(place(unit), way) in zones - occupied", rule = "WT-ART-FROST-17",
      why = "the zone ahead is not free" },
    { where = "step(place(unit), way) in near(own_walls(owner(unit)))", rule = "WT-ART-FROST-17",
      why = "no own rampart stands beside the zone ahead" },
    { where = "may_enter(unit, step(place(unit), way))", rule = "WT-RUL-135",
      why = "the zone ahead cannot be entered by a Move" },
    { where = "entry_fee(unit, step(place(unit), way)) > 0", rule = "WT-RUL-242",
      why = "a Move there costs nothing: write f" },
  },
  effect = "let goal = step(place(unit), way) emit(moved, unit, man_zone, goal) "
    .. "put(unit, goal) man_zone = goal",
}

-- ---- Freeze -------------------------------------------------------------------------------------

frost.terrain_art("waterbody", {
  "freeze", text = "fr", title = "Freeze the Waterbody", rule = "WT-ART-FROST-19",
  effect = arts.turn_patch("ice"),
})

-- ---- what can be, what it is worth, and what it can still do ------------------------------------

local flies = muster.expr("has_arts(unit, frost) and arms(unit) == 6", "unit")
-- Who may stand on a rampart; says what is wrong with a zone, or nil.
local function fault_on(zone)
  for level, unit in ipairs(muster.pieces_in(zone)) do
    local under = muster.pieces_in(zone)[level - 1]
    if under and muster.type(unit) == w.BATTALION and muster.type(under) == w.RAMPART
      and (flies(unit) == 0 or muster.top(zone) ~= unit) then
      return "nobody but a lone Frost battalion with Arms 6 stands on a rampart"
    end
  end
end

w.checks[#w.checks + 1] = function(demand)
  for zone = 0, w.zone_count - 1 do
    local what = fault_on(zone)
    demand(not what, "WT-INV-5", what or "")
  end
end

local is_alighted = muster.expr("alighted(unit)", "unit")
local piece_scene = w.piece_scene
---@param piece integer
---@return table
function w.piece_scene(piece)
  local seen = piece_scene(piece)
  if is_alighted(piece) > 0 then seen.name = seen.name .. ", on a rampart" end
  return seen
end

local read_cell = w.read_cell
---@param text string
---@param zone integer
---@param where string
function w.read_cell(text, zone, where)
  read_cell(text, zone, where)
  local what = fault_on(zone)
  if what then error(where .. ": " .. what .. ", found '" .. text .. "' (WT-INV-5)", 0) end
  local kind = ground.kinds[ground.get(zone)]
  if kind.deadly and not ground.holds_over_abyss and is_alighted(muster.top(zone)) > 0 then
    error(where .. ": no rampart is built on " .. kind.name .. " (WT-RUL-74)", 0)
  end
end

-- With a rampart to alight on or to come down from it gets anywhere and has something to destroy.
arts.capable("can_have(seat, frost, 6) and (foe_on_field(seat) "
  .. "or some(z in walls: side(owner(wall_at(z))) == seat) "
  .. "or some(z in perches: side(owner(top(z))) == seat))")

-- Who stands on an abyss is routed from beside it, and steps off it to strike: the lists of the
-- core rules, which take an abyss for a missing zone, know of neither. Better late than early.
if options.descend_into_chasm then
  arts.may_strike("size(crowds & abyss) > 0 and foe_on_field(seat) and size(topped(seat)) > 0")
end

frost.worth(function(unit)
  return is_alighted(unit) > 0 and 6 or 0
end)
