--- Scenarios: what a scenario file adds to a game, with map, triggers, goals, choices and story.
---
--- A scenario declares with the functions of this table, which its `load` gets. All that is
--- declared becomes facts, events and decisions like those of any module, so undo, replay, views
--- and search know of it.

local file = require("scenario")

local others = {}
for _, name in ipairs(muster.modules()) do
  if name ~= "muster.scenario" then others[#others + 1] = name end
end
muster.module { title = file.title, requires = others }

local parts = require("muster.scenario.parts")
file.load(parts.scenario)
for key, value in pairs(file) do
  if key == "puzzle" then parts.puzzle(value.turns, value.seat or 0) end
end
parts.finish(file.title)
return parts.scenario
