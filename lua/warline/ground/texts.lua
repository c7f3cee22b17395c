-- The rulebook on terrain.

local options = muster.options()
local facts = require("warline.ground.facts")

-- The price of a Move onto it; modules describe the kinds that they bring.
local function price(word)
  local kind = facts.kinds[facts.kind(word)]
  local entry = kind.entry
  return { id = kind.rule, text = kind.name
    .. (word == "flatland" and ", a zone without anything else" or "") .. ": a Move there costs "
    .. (entry == 0 and "nothing" or entry == 1 and "1 action" or entry .. " actions") .. "." }
end

muster.rules { title = "Terrain",
  { id = "WT-VAR-2", text = [[Where this chapter and those before it differ, it is this one that
    counts.]] },
  { id = "WT-TERR-3", text = "A zone has one kind of terrain." },
  { id = "WT-TERR-38", text = [[Moving onto terrain costs what its kind demands, and so does an
    attack on who stands there. The zone that is left does not matter.]] },
  price("flatland"), price("mountain"), price("hills"), price("valley"), price("forest"),
  price("marsh"), price("waterbody"), price("ice"), price("crag"), price("populace"),
  price("stronghold"),
  { id = "WT-RUL-151", text = "Terrain for which too few actions are left cannot be entered." },
  { id = "WT-TERR-21", text = [[Nobody moves onto a Chasm or deploys there, and nobody is extricated
    to it.]] },
  { id = "WT-TERR-28", text = [[Nobody moves onto a Cliffside or deploys there, and nobody is
    extricated to it.]] },
  { id = "WT-TERR-22", text = "A battalion routed onto a Chasm is dead." },
  { id = "WT-TERR-29", text = "A battalion routed onto a Cliffside is dead." },
  { id = "WT-TERR-30", text = "From Waterbody nobody is routed onto a Cliffside." },
  { id = "WT-TERR-34", text = "On Populace only the General deploys who controls it." },
  { id = "WT-TERR-36", text = "On a Stronghold only the General deploys who controls it." },
  { id = "WT-TERR-37", text = "A battalion on a Stronghold cannot be routed." },
  { id = "WT-TERR-16", text = "No rampart is built on Marsh." },
  { id = "WT-TERR-19", text = "No rampart is built on Waterbody." },
  { id = "WT-TERR-27", text = "No rampart is built on Crag." },
  { id = "WT-TERR-23", text = "No rampart is built on Chasm and Cliffside." },
  { id = "WT-RUL-157", text = "Terrain under a rampart has no effect and does not change." },
  { id = "WT-TERR-17", text = "No Sacrifice Ritual is begun or completed on Marsh." },
  { id = "WT-TERR-20", text = "No Sacrifice Ritual is begun or completed on Waterbody." },
  { id = "WT-TERR-12", text = "A sacrifice completed on Forest sets it on fire." },
  { id = "WT-TERR-13", text = [[The fire of a sacrifice takes all Forest that hangs together with
    it, and Flatland is left.]] },
  { id = "WT-TERR-14", text = "Each battalion on a burned zone loses 2 Arms." },
  { id = "WT-RUL-153", option = "forest_fire_pierces_vigor", text = "Vigor "
    .. (options.forest_fire_pierces_vigor and "gives no protection" or "protects")
    .. " in the fire of a sacrifice." },
  { id = "WT-RUL-116", option = "area_hits_stack", text = "What works on a zone reaches "
    .. (options.area_hits_stack and "all battalions of a stack."
    or "the topmost battalion of a stack alone.") },
}
