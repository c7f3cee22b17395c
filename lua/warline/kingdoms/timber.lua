-- The battle arts of Timber (chapter 40). Ramparts may lie on each other: such a pile belongs, for
-- links, prices and all else, to its topmost one (WT-RUL-145), which the core rules ask about.

muster.module {
  title = "WARLINE: battle arts of Timber",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local timber = arts.kingdom("timber")
w.has_piles = true

-- An action that takes a rampart from the supply to one of the zones `sites`; where ramparts of
-- several kingdoms lie there it names one, as building does.
local function building_art(art, sites)
  art.cost, art.aimless = 1, true
  art.needs = {
    { where = "may_build(unit)", rule = "WT-RUL-70", why = "no rampart is left in the supply" },
  }
  art.reach = "size(" .. sites .. ") > 0"
  local function form(text, make, last)
    local clauses = table.move(art.clauses, 1, #art.clauses, 1, {})
    table.move(last, 1, #last, #clauses + 1, clauses)
    return { text = art.text .. text, clauses = clauses,
      effect = w.text.build("unit", "dest", make) }
  end
  if w.options.build_kingdom == "any" then
    art.forms = { form("", nil, { w.unnamed_make("unit") }),
      form("{make}", "make", w.named_make("unit")) }
  else
    art.forms = { form("", nil, {}) }
  end
  timber.art(art)
end

-- ---- Flourish -----------------------------------------------------------------------------------

building_art({ "flourish", text = "fh:{dest}", title = "Flourish: build anywhere",
  rule = "WT-ART-TIMBER-1", least = 6,
  clauses = {
    { each = "dest", of = "zones - occupied", rule = "WT-ART-TIMBER-2",
      why = "a rampart flourishes on a zone without battalion or rampart" },
    { where = "dest in building_ground(unit)", rule = "WT-RUL-143",
      why = "no rampart is built on that terrain" },
  },
}, "building_ground(unit) - occupied")

-- ---- Overgrow -----------------------------------------------------------------------------------

-- Whose rampart is topmost decides how far one may build: own ones within the reach of building,
-- all others on the zones beside the battalion.
muster.define("overgrown_by(unit)", "(tops(rampart, owner(unit)) & building_span(unit)) "
  .. "| (tops(rampart) & near(place(unit)))")
building_art({ "overgrow", text = "ov:{dest}", title = "Overgrow a rampart",
  rule = "WT-ART-TIMBER-7",
  clauses = {
    { each = "dest", of = "tops(rampart)", rule = "WT-ART-TIMBER-8",
      why = "only ramparts are overgrown, and none on which a battalion stands" },
    { let = "sites", be = "overgrown_by(unit)" },
    { where = "dest in sites or owner(top(dest)) == owner(unit)", rule = "WT-ART-TIMBER-10",
      why = "a rampart that is not one's own is overgrown from the zones beside it only" },
    { where = "dest in sites", rule = "WT-ART-TIMBER-9",
      why = "an own rampart is overgrown where building reaches: beside the battalion, or where "
        .. "own ramparts link it to the battalion" },
  },
}, "overgrown_by(unit)")

-- ---- Harvest ------------------------------------------------------------------------------------

-- Only who carries a war hammer destroys by the Destroy action, and that is who harvests.
muster.on("demolished", "if has_arts(unit, timber) and owner(unit) == owner(wall) then "
  .. "ruined(wall) = 0 stock(owner(wall)) = stock(owner(wall)) + 1 end")

-- ---- Forestry -----------------------------------------------------------------------------------

timber.terrain_art("flatland", {
  "forestry", text = "fy", title = "Forestry: grow Forest", rule = "WT-ART-TIMBER-13",
  effect = arts.turn_patch("forest"),
})

-- ---- Forest March, Natural Architect ------------------------------------------------------------

timber.march("forest", 1)
timber.builds_on("crag")
timber.builds_on("marsh")

-- ---- what it is worth, and what it can still do -------------------------------------------------

-- With a hammer and a rampart of its own, wherever it lies, it builds, destroys and builds again
-- without end (WT-RUL-235).
arts.capable("(supply(seat) > 0 "
  .. "or some(z in tops(rampart): some(x of z: side(owner(x)) == seat))) "
  .. "and some(z in tops(battalion): some(x of z: side(owner(x)) == seat and has_arts(x, timber) "
  .. "and arms(x) >= 4))")

timber.worth(function(unit, zone)
  local worth = ground.under(zone) == ground.number.forest and 4 or 0 -- dear to those who follow
  if w.get.arms(unit) == 6 and muster.level(unit) == 1 then
    worth = worth + 2 * w.get.stock(muster.owner(unit))
  end
  return worth
end)

muster.rules { title = "Battle arts of Timber",
  { id = "WT-ART-TIMBER-1", text = "Flourish, Arms 6, for 1 action: build from afar." },
  { id = "WT-ART-TIMBER-2", text = "The rampart goes on any zone without battalion or rampart." },
  { id = "WT-RUL-143", text = "Flourish goes anywhere but where the terrain bears no rampart." },
  { id = "WT-ART-TIMBER-7", text = "Overgrow, all Arms, for 1 action." },
  { id = "WT-ART-TIMBER-8", text = "It builds a rampart on top of another one." },
  { id = "WT-ART-TIMBER-9", text = "An own rampart is overgrown as far as building reaches." },
  { id = "WT-ART-TIMBER-10", text = "A rampart of others is overgrown only beside the "
    .. "battalion." },
  { id = "WT-ART-TIMBER-12", text = "Of ramparts that lie on each other only the topmost is met, "
    .. "and whose it is, theirs are all." },
  { id = "WT-ART-TIMBER-13", text = "Forestry, Arms 4 to 6 on Flatland, for all actions left: it "
    .. "and adjacent Flatland become Forest." },
  { id = "WT-ART-TIMBER-5", text = "Harvest, always: a rampart of the same General that a Timber "
    .. "battalion destroys goes back to the supply." },
  { id = "WT-ART-TIMBER-17", text = "Forest March, always: entering Forest costs Timber 1 "
    .. "action." },
  { id = "WT-ART-TIMBER-18", text = "Natural Architect, always: Timber builds ramparts on Crag." },
  { id = "WT-ART-TIMBER-19", text = "It builds them on Marsh too." },
}
