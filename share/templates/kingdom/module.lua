--- @TITLE@: a kingdom of our own.
---
--- `offers` says what the core rules must know of it. The letter and the word must be free: where
--- they are not, `./muster check @RULESET@` says whose they are. For arts of a kingdom that is there,
--- leave `offers` out and name that one below. docs/first-kingdom.md goes on from here.
local options = muster.module { title = "@TITLE@", section = "@WORD@",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  offers = { kingdom = { letter = "X", word = "@WORD@", name = "@TITLE@", colour = "yellow" } },
  options = {
    { key = "cost", type = "int", default = 2, min = 0, max = 6,
      help = "Actions that a Gust costs." },
  } }
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local kingdom = arts.kingdom("@WORD@")

local ahead = muster.expr("only(ahead(unit))", "unit")

kingdom.art {
  "gust", text = "gu", title = "Gust", rule = "@ID@-1", least = 4, cost = options.cost,
  needs = {
    { where = "if_foe(step(place(unit), way)) ~= none", rule = "@ID@-2",
      why = "no enemy battalion stands ahead" },
  },
  effect = function(unit)
    local enemies = ground.crowd(ahead(unit), function(other) return w.foes(other, unit) end)
    w.harm(enemies, 1, false)
  end,
}

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "cost", text = "Gust is an art of Arms 4 to 6, for "
    .. options.cost .. " actions." },
  { id = "@ID@-2", text = "Each enemy battalion on the zone straight ahead loses 1 Arms." },
}
