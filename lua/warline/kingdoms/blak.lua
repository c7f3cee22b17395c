-- The battle arts of the Blak (chapter 41).

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: battle arts of the Blak",
  requires = { "warline.arts" },
  options = {
    option.choice("forge_landing", { "any", "unoccupied" },
      "Where a Chasm Forge lands: wherever a Move could, or on unoccupied zones only."),
    option.choice("devastate_scope", { "broad", "own_crag" },
      "Which Crag becomes Chasm: the battalion's own and that around it, or its own only."),
  },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local blak = arts.kingdom("blak")
local arms, facing, walled, along = w.state.arms, w.state.facing, w.queries.walled, arts.along
local chasm, crag = ground.kind("chasm"), ground.kind("crag")
local flatland = ground.kind("flatland")
local noop = arts.options.noop_arts

-- ---- Mortar -------------------------------------------------------------------------------------

-- Does a rampart stand between the battalion and the zone so far ahead? Voids count as distance and
-- stop no shot (WT-RUL-3).
local function is_screened(unit, way, far)
  return range(1, far - 1):some(function(k) return walled(along(place(unit), way, k)) end)
end
-- The zones within range, those of them whose battalions a rampart shields, and the rest with
-- something to hit.
local function lobs(unit, way)
  local found = nothing
  for far = 1, 3 do found = found | only(along(place(unit), way, far)) end
  return found
end
local function shielded(unit, way)
  local found = nothing
  for far = 2, 3 do
    if is_screened(unit, way, far) then found = found | only(along(place(unit), way, far)) end
  end
  return found & ground.crowds()
end
local function shellable(unit, way)
  local aims = lobs(unit, way)
  if not noop then aims = aims & occupied() end
  return aims - shielded(unit, way)
end

local shell = ground.harming { loss = 3 }
blak.art {
  "mortar", text = "mo:{dest}", title = "Mortar", rule = "WT-ART-BLAK-1", least = 6, cost = 1,
  legal = function(unit, way)
    local dest = choose("dest", lobs(unit, way), "WT-ART-BLAK-2",
      "a Mortar reaches the three zones straight ahead")
    need(not shielded(unit, way)[dest], "WT-ART-BLAK-5",
      "a rampart on the way shields the battalion there")
    need(shellable(unit, way)[dest], "WT-RUL-113", "neither battalion nor rampart is there")
    return dest
  end,
  apply = function(_, dest)
    if walled(dest) then w.maneuver.raze(w.queries.wall_at(dest), nil) else shell(only(dest)) end
  end,
}

-- ---- Farshot ------------------------------------------------------------------------------------

-- Where the line of a shot ends: at a rampart or at a battalion, of whatever side.
local function line_end(unit, way)
  for far = 1, 4 do
    local zone = along(place(unit), way, far)
    if top(zone) then return zone end
  end
  return nil
end
local function mark_at(zone)
  if kind(top(zone)) == w.state.battalion and not walled(zone) then return top(zone) end
  return nil
end

blak.art {
  "farshot", text = "fa", title = "Farshot", rule = "WT-ART-BLAK-7", cost = "all",
  legal = not noop and function(unit, way)
    local zone = line_end(unit, way)
    need(zone, "WT-ART-BLAK-8", "no battalion is within four zones ahead")
    need(mark_at(zone), "WT-ART-BLAK-10", "a rampart on the way stops the shot")
  end or nil,
  apply = function(unit)
    local mark = mark_at(line_end(unit, facing[unit]))
    if mark then w.harm.harm(mark, 1, false) end
  end,
}

-- ---- Chasm Forge --------------------------------------------------------------------------------

blak.art(arts.landing {
  "forge", text = "cf", title = "Chasm Forge", rule = "WT-ART-BLAK-12", cost = 5,
  legal = function(unit, way)
    need(ground.terrain_at(step(place(unit), way)) == chasm, "WT-ART-BLAK-16",
      "no Chasm lies directly ahead")
    local goal = along(place(unit), way, 2)
    need(goal, "WT-ART-BLAK-13", "there is no zone on the far side of the Chasm")
    need(not walled(goal), "WT-RUL-148", "there is a rampart on the far side of the Chasm")
    need(w.queries.may_enter(unit, goal), "WT-RUL-148",
      "the zone on the far side of the Chasm cannot be entered")
    need(options.forge_landing == "any" or not top(goal), "WT-RUL-148",
      "the zone on the far side of the Chasm is occupied")
    return goal
  end,
})

-- ---- Devastate, Obliterate ----------------------------------------------------------------------

local own_crag = options.devastate_scope == "own_crag"
local function crags(zone)
  local found = ground.patch(zone, crag)
  if own_crag then return found & only(zone) end
  return found
end

blak.art {
  "devastate", text = "dv", title = "Devastate the ground", rule = "WT-ART-BLAK-17", least = 4,
  cost = "all", aimless = true,
  legal = function(unit)
    local beneath = ground.terrain_at(place(unit))
    need(beneath == flatland or beneath == crag, "WT-ART-BLAK-17",
      "this art needs a battalion on Flatland or Crag")
  end,
  apply = function(unit)
    local here = place(unit)
    local flat, fallen = ground.patch(here, flatland), crags(here) -- as they were (WT-RUL-149)
    ground.turn(flat, crag)
    ground.turn(fallen, chasm)
    for zone in fallen do
      for dead in pieces(zone) do w.combat.bury(dead) end
    end
  end,
}

-- ---- Crag March ---------------------------------------------------------------------------------

blak.march("crag", 1)
blak.builds_on("crag")

-- ---- what it is worth, and what it can still do -------------------------------------------------

arts.capable(function(side)
  return arts.can_have(side, blak.number, 6)
    and (#w.queries.walls() > 0 or w.sides.supply(side) > 0)
end, true)
-- A Chasm beside a battalion's pocket, with a zone behind it, may be crossed.
local function has_crossing(zone)
  local pocket = w.capability.pocket(zone) | only(zone)
  return (near(pocket) & ground.terrain:where(chasm)):some(function(gap)
    return range(0, 3):some(function(way)
      return step(gap, way) and pocket[step(gap, (way + 2) % 4)]
    end)
  end)
end
arts.capable(function(side)
  return tops(w.state.battalion):some(function(zone)
    return arts.frees(zone, side, blak.number) and has_crossing(zone)
  end)
end, true)
-- Shots may free a battalion from all enemies on it but one, and a zone for one held in Prison.
ground.slays:amend("or", function(side)
  return arts.has_free(side, blak.number) and arts.foe_on_field(side)
end)
arts.capable(function(side)
  return arts.has_free(side, blak.number)
    and (ground.smothered(side) or count(w.state.prison[1 - side]) > 0)
end, true)
-- A walled-in battalion shells ramparts, with Arms 6, and shoots or crosses over an abyss alone.
blak.abilities(function(b, zone, over)
  local shells = b.arms == 6 and range(0, 3):some(function(way)
    return range(1, 3):some(function(far) return walled(along(zone, way, far)) end)
  end)
  return false, shells, over or shells
end)
blak.does_damage()

-- The evaluation of harm to all battalions of a zone, by the Arms of each.
local function worth_of(values)
  return function(zone, unit)
    return pieces(zone):sum(function(other)
      return ground.reaches(other)
        and (w.sides.foes(other, unit) and 1 or -1) * values[arms[other]] or 0
    end)
  end
end
local shelled, fallen = worth_of { 3, 6, 9, 9, 9, 9 }, worth_of { 10, 10, 12, 14, 16, 18 }

local function worth_of_mortar(unit)
  local best = 0
  for aim in shellable(unit, facing[unit]) & ground.crowds() do
    best = math.max(best, shelled(aim, unit))
  end
  return best
end
local function worth_of_fall(unit, zone)
  return (crags(zone) & ground.crowds()):sum(function(abyss) return fallen(abyss, unit) end)
end
blak.worth(function(unit, zone)
  if level(unit) > 1 then return 0 end
  local mark = mark_at(line_end(unit, facing[unit]))
  local worth = mark and w.sides.foes(mark, unit) and 2 or 0
  if arms[unit] == 6 then worth = worth + worth_of_mortar(unit) end
  if arms[unit] >= 4 and ground.terrain_at(zone) == flatland then
    worth = worth + worth_of_fall(unit, zone)
  end
  return worth
end)

muster.rules { title = "Battle arts of the Blak",
  { id = "WT-ART-BLAK-1", text = [[Mortar, Arms 6, for 1 action: each battalion on a zone loses 3
    Arms, friends too.]] },
  { id = "WT-ART-BLAK-4", text = "A rampart on that zone is destroyed instead." },
  { id = "WT-ART-BLAK-2", text = "A Mortar aims at one of the three zones straight ahead." },
  { id = "WT-ART-BLAK-5", text = "It does not reach battalions behind a rampart." },
  { id = "WT-ART-BLAK-7", text = [[Farshot, all Arms, for all actions left: 1 Arms from the first
    battalion ahead, friend or enemy.]] },
  { id = "WT-ART-BLAK-8", text = "A Farshot reaches four zones far." },
  { id = "WT-ART-BLAK-10", text = "A rampart stops it." },
  { id = "WT-ART-BLAK-11", text = [[Neither Mortar nor Farshot is an attack: no Vigor comes of
    them.]] },
  { id = "WT-ART-BLAK-12", text = "Chasm Forge, all Arms, for 5 actions: cross a Chasm." },
  { id = "WT-ART-BLAK-16", text = "The Chasm lies directly ahead." },
  { id = "WT-ART-BLAK-13", text = [[The battalion comes to the zone behind it, and keeps its
    facing.]] },
  { id = "WT-RUL-148", option = "forge_landing", text = "It lands "
    .. (options.forge_landing == "unoccupied" and "on unoccupied zones only, and "
    or "where a Move could, also onto battalions, but ")
    .. "never on a rampart, Chasm or Cliffside." },
  { id = "WT-ART-BLAK-17", text = [[Devastate, Arms 4 to 6 on Flatland or Crag, for all actions
    left: there and around, Flatland becomes Crag.]] },
  { id = "WT-RUL-149", option = "devastate_scope", text = [[Crag becomes Chasm, with death for all
    on it]] .. (own_crag and "; of Crag, only that beneath the battalion is affected."
    or ": that beneath the battalion and that around it.") },
  { id = "WT-ART-BLAK-23", text = "Crag March, always: entering Crag costs the Blak 1 action." },
  { id = "WT-ART-BLAK-24", text = "They build ramparts on Crag." },
}
