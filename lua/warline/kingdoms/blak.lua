-- The battle arts of the Blak (chapter 41).

local settings = {
  { key = "forge_landing", type = "choice", choices = { "any", "unoccupied" }, default = "any",
    help = "Where a Chasm Forge lands: wherever a Move could, or on unoccupied zones only." },
  { key = "devastate_scope", type = "choice", choices = { "broad", "own_crag" },
    default = "broad",
    help = "Which Crag becomes Chasm: the battalion's own and that around it, or its own only." },
}
local options = muster.module {
  title = "WARLINE: battle arts of the Blak",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  options = settings,
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local blak = arts.kingdom("blak")
w.note_options(settings, options)
local noop = arts.options.noop_arts

-- Does a rampart stand between the battalion and the zone so far ahead? Voids count as distance and
-- stop no shot (WT-RUL-3).
muster.define("screened(unit, way, far)",
  "some(k in 1 .. far - 1: walled(along(place(unit), way, k)))")
muster.define("manned(zone)", "not walled(zone) and type(top(zone)) == battalion")

-- ---- Mortar -------------------------------------------------------------------------------------

muster.define("lob(unit, way, far)", "only(along(place(unit), way, far))")
-- The zones within its range, those of them whose battalions a rampart shields, and the rest with
-- something to hit.
muster.define("lobs(unit, way)", "lob(unit, way, 1) | lob(unit, way, 2) | lob(unit, way, 3)")
muster.define("shielded(unit, way)", "crowds & "
  .. "((if screened(unit, way, 2) then lob(unit, way, 2) else nothing) "
  .. "| (if screened(unit, way, 3) then lob(unit, way, 3) else nothing))")
muster.define("shellable(unit, way)", (noop and "lobs(unit, way)"
  or "(lobs(unit, way) & occupied)") .. " - shielded(unit, way)")

muster.func("shell(zone)", function(zone)
  w.harm(ground.crowd(muster.set({ zone })), 3, false)
  return 0
end)

blak.art {
  "mortar", text = "mo:{dest}", title = "Mortar", rule = "WT-ART-BLAK-1", least = 6, cost = 1,
  reach = "size(shellable(unit, way)) > 0",
  clauses = {
    { each = "dest", of = "lobs(unit, way)", rule = "WT-ART-BLAK-2",
      why = "a Mortar reaches the three zones straight ahead" },
    { where = "not dest in shielded(unit, way)", rule = "WT-ART-BLAK-5",
      why = "a rampart on the way shields the battalion there" },
    { where = "dest in shellable(unit, way)", rule = "WT-RUL-113",
      why = "neither battalion nor rampart is there" },
  },
  effect = "if walled(dest) then " .. w.text.raze("wall_at(dest)", "dest")
    .. "else shell(dest) end",
}

-- ---- Farshot ------------------------------------------------------------------------------------

-- How far away the line of a shot ends: at a rampart or at a battalion, of whatever side.
muster.define("shot_range(unit, way)", "pick(far in 1 .. 4: "
  .. "top(along(place(unit), way, far)) ~= none)")
muster.define("mark_at(unit, way, far)", "if far ~= none and manned(along(place(unit), way, far)) "
  .. "then along(place(unit), way, far) else none")
muster.define("shot_mark(unit, way)", "mark_at(unit, way, shot_range(unit, way))")
local mark_ahead = muster.expr("shot_mark(unit, facing(unit))", "unit")

blak.art {
  "farshot", text = "fa", title = "Farshot", rule = "WT-ART-BLAK-7", cost = "all",
  needs = not noop and {
    { where = "shot_range(unit, way) ~= none", rule = "WT-ART-BLAK-8",
      why = "no battalion is within four zones ahead" },
    { where = "shot_mark(unit, way) ~= none", rule = "WT-ART-BLAK-10",
      why = "a rampart on the way stops the shot" },
  } or nil,
  effect = function(unit)
    local zone = mark_ahead(unit)
    if zone >= 0 then w.harm({ muster.top(zone) }, 1, false) end
  end,
}

-- ---- Chasm Forge --------------------------------------------------------------------------------

local landing = {
  { where = "terrain(step(place(unit), way)) == chasm", rule = "WT-ART-BLAK-16",
    why = "no Chasm lies directly ahead" },
  { where = "along(place(unit), way, 2) ~= none", rule = "WT-ART-BLAK-13",
    why = "there is no zone on the far side of the Chasm" },
  { where = "not walled(along(place(unit), way, 2))", rule = "WT-RUL-148",
    why = "a rampart stands on the far side of the Chasm" },
  { where = "may_enter(unit, along(place(unit), way, 2))", rule = "WT-RUL-148",
    why = "the zone on the far side of the Chasm cannot be entered" },
}
if options.forge_landing == "unoccupied" then
  landing[#landing + 1] = { where = "top(along(place(unit), way, 2)) == none",
    rule = "WT-RUL-148", why = "the zone on the far side of the Chasm is occupied" }
end

blak.art(arts.landing({
  "forge", text = "cf", title = "Chasm Forge", rule = "WT-ART-BLAK-12", cost = 5, needs = landing,
}, "along(place(unit), way, 2)"))

-- ---- Devastate, Obliterate ----------------------------------------------------------------------

local flats = muster.expr("patch(zone, flatland)", "zone")
local crags = muster.expr("patch(zone, crag)"
  .. (options.devastate_scope == "own_crag" and " & only(zone)" or ""), "zone")

blak.art {
  "devastate", text = "dv", title = "Devastate the ground", rule = "WT-ART-BLAK-17", least = 4,
  cost = "all", aimless = true,
  needs = {
    { where = "terrain(place(unit)) == flatland or terrain(place(unit)) == crag",
      rule = "WT-ART-BLAK-17", why = "this art needs a battalion that stands on Flatland or Crag" },
  },
  effect = function(unit)
    local zone = muster.place(unit)
    local flat, crag = flats(zone), crags(zone) -- all at once, by what they were (WT-RUL-149)
    ground.turn(flat, ground.number.crag)
    ground.turn(crag, ground.number.chasm)
    for abyss in muster.each(crag) do
      for _, fallen in ipairs(muster.pieces_in(abyss)) do w.bury(fallen) end
    end
  end,
}

-- ---- Crag March ---------------------------------------------------------------------------------

blak.march("crag", 1)
blak.builds_on("crag")

-- ---- what it is worth, and what it can still do -------------------------------------------------

arts.capable("can_have(seat, blak, 6) and (size(walls) > 0 or supply(seat) > 0)")
-- A Chasm beside a battalion's pocket, with a zone behind it, may be crossed.
muster.define("chasms(zone)", "{z in near(pocket(zone) | only(zone)): ground(z) == chasm}")
muster.define("crossing(zone)", "some(z in chasms(zone): some(d in 0 .. 3: step(z, d) ~= none "
  .. "and step(z, (d + 2) % 4) in pocket(zone) | only(zone)))")
arts.capable("some(a in tops(battalion): frees(a, seat, blak) and crossing(a))")
-- Shots may free a battalion from all enemies on it but one, and a zone for one held in Prison.
muster.amend("slays", "has_free(seat, blak) and foe_on_field(seat)", "or")
arts.capable("has_free(seat, blak) and (smothered(seat) or count(prison(1 - seat)) > 0)")
local extra = w.options.aggressive_extra
if extra == "damage_arts" or extra == "both" then
  arts.may_strike("has_free(seat, blak) and foe_on_field(seat)")
end

local aims = muster.expr("shellable(unit, facing(unit))", "unit")
local value = { 10, 10, 12, 14, 16, 18 } -- of a battalion that falls into a Chasm, by Arms
blak.worth(function(unit, zone)
  if muster.level(unit) > 1 then return 0 end
  local arms, worth = w.get.arms(unit), 0
  local function sign(other) return w.foes(other, unit) and 1 or -1 end
  local mark = mark_ahead(unit)
  if mark >= 0 and w.foes(muster.top(mark), unit) then worth = 2 end
  if arms == 6 then
    local best = 0
    for aim in muster.each(aims(unit)) do
      local harm = 0
      for _, other in ipairs(ground.crowd(muster.set({ aim }))) do
        harm = harm + 3 * sign(other) * math.min(3, w.get.arms(other))
      end
      best = math.max(best, harm)
    end
    worth = worth + best
  end
  if arms >= 4 and ground.under(zone) == ground.number.flatland then
    for _, other in ipairs(ground.crowd(crags(zone))) do
      worth = worth + sign(other) * value[w.get.arms(other)]
    end
  end
  return worth
end)

local own_crag = options.devastate_scope == "own_crag"
muster.rules { title = "Battle arts of the Blak",
  { id = "WT-ART-BLAK-1", text = "Mortar, Arms 6, for 1 action: each battalion on a zone loses 3 "
    .. "Arms, friends too." },
  { id = "WT-ART-BLAK-4", text = "A rampart on that zone is destroyed instead." },
  { id = "WT-ART-BLAK-2", text = "A Mortar aims at one of the three zones straight ahead." },
  { id = "WT-ART-BLAK-5", text = "It does not reach battalions behind a rampart." },
  { id = "WT-ART-BLAK-7", text = "Farshot, all Arms, for all actions left: 1 Arms from the first "
    .. "battalion ahead, friend or enemy." },
  { id = "WT-ART-BLAK-8", text = "A Farshot reaches four zones far." },
  { id = "WT-ART-BLAK-10", text = "A rampart stops it." },
  { id = "WT-ART-BLAK-11", text = "Neither Mortar nor Farshot is an attack: no Vigor comes of "
    .. "them." },
  { id = "WT-ART-BLAK-12", text = "Chasm Forge, all Arms, for 5 actions: cross a Chasm." },
  { id = "WT-ART-BLAK-16", text = "The Chasm lies directly ahead." },
  { id = "WT-ART-BLAK-13", text = "The battalion comes to the zone behind it, and keeps its "
    .. "facing." },
  { id = "WT-RUL-148", option = "forge_landing", text = "It lands " .. (options.forge_landing
    == "unoccupied" and "on unoccupied zones only, and " or "where a Move could, also onto "
    .. "battalions, but ") .. "never on a rampart, Chasm or Cliffside." },
  { id = "WT-ART-BLAK-17", text = "Devastate, Arms 4 to 6 on Flatland or Crag, for all actions "
    .. "left: there and around, Flatland becomes Crag." },
  { id = "WT-RUL-149", option = "devastate_scope", text = "Crag becomes Chasm, with death for all "
    .. "on it" .. (own_crag and "; of Crag, only that beneath the battalion is affected."
    or ": that beneath the battalion and that around it.") },
  { id = "WT-ART-BLAK-23", text = "Crag March, always: entering Crag costs the Blak 1 action." },
  { id = "WT-ART-BLAK-24", text = "They build ramparts on Crag." },
}
