--- Scenarios: what a scenario file adds to a game, with map, triggers, goals, choices and story.
---
--- A scenario declares with the functions of this table, which its `load` gets. All that is
--- declared becomes facts, events and decisions like those of any module, so undo, replay, views
--- and search know of it.

local file = require("scenario")

local keys = require("muster.scenario.keys")
local links = require("muster.scenario.links")
local wanted = { "brings", "carries", "expect", "links", "probe", "puzzle", "seats", "story" }
local has = {} -- reading a key that the file lacks is an error
for key, value in pairs(file) do
  for _, name in ipairs(wanted) do
    if key == name then has[key] = value end
  end
end

local others = {}
for _, name in ipairs(muster.modules()) do
  if name ~= "muster.scenario" then others[#others + 1] = name end
end
local brought = muster.module { title = file.title, requires = others, section = "brings",
  options = links.options(has.brings) }

local parts = require("muster.scenario.parts")
require("muster.scenario.triggers")
require("muster.scenario.goals")
require("muster.scenario.ambush")
require("muster.scenario.campaign")
require("muster.scenario.heroes")
local check = require("muster.scenario.checks")
local finish = require("muster.scenario.finish")
parts.scenario.brought = brought
parts.carry(links.values("carries", has.carries))
file.load(parts.scenario)
if has.puzzle then
  keys.check_seat("'puzzle'", has.puzzle.seat)
  parts.puzzle(has.puzzle.turns, has.puzzle.seat or 0)
end
local outcomes = links.list(has.links)
check(has, outcomes)
parts.link(outcomes)
finish(file.title, has.story)
return parts.scenario
