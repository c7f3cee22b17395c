-- The battle arts of Timber (chapter 40). Ramparts may lie on each other: such a pile belongs, for
-- links, prices and all else, to its topmost one (WT-RUL-145), which the core rules ask about.

muster.module {
  title = "WARLINE: battle arts of Timber",
  requires = { "warline.arts" },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local timber = arts.kingdom("timber")
local rampart, stock = w.state.rampart, w.state.stock
w.state.traits.has_piles = true

-- An action that takes a rampart from the supply to the zone that `site` lets choose; where
-- ramparts of several kingdoms lie there it names one, as building does.
local function building_art(art, site)
  art.cost, art.aimless = 1, true
  function art.legal(unit)
    need(w.queries.may_build(unit), "WT-RUL-70", "no rampart is left in the supply")
    return site(unit)
  end
  local ask = art.legal
  local function plain(unit)
    local dest = ask(unit)
    if w.options.build_kingdom == "any" then w.maneuver.need_single_make(unit) end
    return dest, w.queries.spare_wall(unit)
  end
  local function named(unit)
    local dest = ask(unit)
    local _, wall = w.maneuver.choose_make(unit)
    return dest, wall
  end
  art.forms = { { text = art.text, legal = plain, apply = w.maneuver.build } }
  if w.options.build_kingdom == "any" then
    art.forms[2] = { text = art.text .. "{kingdom}", legal = named, apply = w.maneuver.build }
  end
  timber.art(art)
end

-- ---- Flourish -----------------------------------------------------------------------------------

building_art({ "flourish", text = "fh:{dest}", title = "Flourish: build anywhere",
  rule = "WT-ART-TIMBER-1", least = 6 }, function(unit)
  local dest = choose("dest", zones - occupied(), "WT-ART-TIMBER-2",
    "a rampart flourishes on a zone without battalion or rampart")
  need(w.queries.building_ground(unit)[dest], "WT-RUL-143", "no rampart is built on that terrain")
  return dest
end)

-- ---- Overgrow -----------------------------------------------------------------------------------

-- Whose rampart is topmost decides how far one may build: own ones within the reach of building,
-- all others on the zones beside the battalion.
local function overgrown_by(unit)
  return (tops(rampart, owner[unit]) & w.queries.building_span(unit))
    | (tops(rampart) & near(place(unit)))
end
building_art({ "overgrow", text = "ov:{dest}", title = "Overgrow a rampart",
  rule = "WT-ART-TIMBER-7" }, function(unit)
  local dest = choose("dest", tops(rampart), "WT-ART-TIMBER-8",
    "only a rampart without a battalion can be overgrown")
  local sites = overgrown_by(unit)
  need(sites[dest] or owner[top(dest)] == owner[unit], "WT-ART-TIMBER-10",
    "a rampart of another General can be overgrown only from the zones beside it")
  need(sites[dest], "WT-ART-TIMBER-9",
    "your ramparts can be overgrown where building reaches: beside "
    .. "the battalion, or where your ramparts link it to the battalion")
  return dest
end)

-- ---- Harvest ------------------------------------------------------------------------------------

-- Only who carries a war hammer destroys by the Destroy action, and that is who harvests.
w.maneuver.demolished:on(function(wall, _, unit)
  if timber.has(unit) and owner[unit] == owner[wall] then
    w.state.ruined[wall] = false
    stock[owner[wall]] = stock[owner[wall]] + 1
  end
end)

-- ---- Forestry -----------------------------------------------------------------------------------

timber.terrain_art("flatland", {
  "forestry", text = "fy", title = "Forestry: grow Forest", rule = "WT-ART-TIMBER-13",
  apply = arts.turn_patch("forest"),
})

-- ---- Forest March, Natural Architect ------------------------------------------------------------

timber.march("forest", 1)
timber.builds_on("crag")
timber.builds_on("marsh")

-- ---- what it is worth, and what it can still do -------------------------------------------------

local function has_rampart(side)
  return w.sides.supply(side) > 0 or tops(rampart):some(function(zone)
    return pieces(zone):some(function(wall) return w.generals.side_of(wall) == side end)
  end)
end
local has_hammer = w.sides.has_unit(function(unit)
  return timber.has(unit) and w.state.arms[unit] >= 4
end)
-- With a hammer and a rampart of its own, wherever it lies, it builds, destroys and builds again
-- without end (WT-RUL-235).
arts.capable(function(side) return has_rampart(side) and has_hammer(side) end, true)
-- To build elsewhere is of no use to what is walled in.
timber.abilities(function() return false, false, false end)

local forest = ground.kind("forest")
timber.worth(function(unit, zone)
  local worth = ground.terrain_at(zone) == forest and 4 or 0 -- dear to those who follow
  if w.state.arms[unit] == 6 and level(unit) == 1 then worth = worth + 2 * stock[owner[unit]] end
  return worth
end)

muster.rules { title = "Battle arts of Timber",
  { id = "WT-ART-TIMBER-1", text = "Flourish, Arms 6, for 1 action: build from afar." },
  { id = "WT-ART-TIMBER-2", text = "The rampart goes on any zone without battalion or rampart." },
  { id = "WT-RUL-143", text = "Flourish goes anywhere but where the terrain bears no rampart." },
  { id = "WT-ART-TIMBER-7", text = "Overgrow, all Arms, for 1 action." },
  { id = "WT-ART-TIMBER-8", text = "It builds a rampart on top of another one." },
  { id = "WT-ART-TIMBER-9", text = "Your ramparts can be overgrown as far as building reaches." },
  { id = "WT-ART-TIMBER-10", text = [[A rampart of others is overgrown only beside the
    battalion.]] },
  { id = "WT-ART-TIMBER-12", text = [[Of ramparts that lie on each other only the topmost is met,
    and whose it is, theirs are all.]] },
  { id = "WT-ART-TIMBER-13", text = [[Forestry, Arms 4 to 6 on Flatland, for all actions left: it
    and adjacent Flatland become Forest.]] },
  { id = "WT-ART-TIMBER-5", text = [[Harvest, always: a rampart of the same General that a Timber
    battalion destroys goes back to the supply.]] },
  { id = "WT-ART-TIMBER-17", text = [[Forest March, always: entering Forest costs Timber 1
    action.]] },
  { id = "WT-ART-TIMBER-18", text = "Natural Architect, always: Timber builds ramparts on Crag." },
  { id = "WT-ART-TIMBER-19", text = "It builds them on Marsh too." },
}
