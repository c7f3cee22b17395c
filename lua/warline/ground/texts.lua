-- What the rules of terrain say, a sentence each.

local texts = {
  ["WT-TERR-13"] = "The fire of a sacrifice takes all Forest that hangs together with it.",
  ["WT-TERR-14"] = "Each battalion on a burned zone loses 2 Arms.",
  ["WT-TERR-16"] = "No rampart is built on Marsh.",
  ["WT-TERR-17"] = "No Sacrifice Ritual is begun or completed on Marsh.",
  ["WT-TERR-19"] = "No rampart is built on Waterbody.",
  ["WT-TERR-20"] = "No Sacrifice Ritual is begun or completed on Waterbody.",
  ["WT-TERR-21"] = "Nobody moves onto a Chasm or deploys there.",
  ["WT-TERR-22"] = "A battalion routed onto a Chasm is dead.",
  ["WT-TERR-27"] = "No rampart is built on Crag.",
  ["WT-TERR-28"] = "Nobody moves onto a Cliffside or deploys there.",
  ["WT-TERR-29"] = "A battalion routed onto a Cliffside is dead.",
  ["WT-TERR-30"] = "From Waterbody nobody is routed onto a Cliffside.",
  ["WT-TERR-34"] = "On Populace only the General deploys who controls it.",
  ["WT-TERR-36"] = "On a Stronghold only the General deploys who controls it.",
  ["WT-TERR-37"] = "A battalion on a Stronghold cannot be routed.",
  ["WT-TERR-38"] = "Moving onto terrain costs what its kind demands.",
  ["WT-RUL-151"] = "Terrain for which too few actions are left cannot be entered.",
  ["WT-RUL-157"] = "Terrain under a rampart has no effect and does not change.",
}

return function()
  for id, text in pairs(texts) do muster.rule(id, text) end
end
