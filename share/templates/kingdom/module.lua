--- @TITLE@: a kingdom of our own.
---
--- `offers` says what the core rules must know of it. The letter and the word must be free: where
--- they are not, `./muster check @RULESET@` says whose they are. For arts of a kingdom that is
--- there, leave `offers` out and name that one below. docs/first-kingdom.md goes on from here.
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

-- Gust: each enemy on the zone ahead loses 1 Arms.
local blow_at = ground.harming { loss = 1, takes = w.sides.foes }

kingdom.art { "gust", text = "gu", title = "Gust", rule = "@ID@-1", least = 4, cost = options.cost,
  legal = function(unit, way)
    need(arts.foe_at(step(place(unit), way)), "@ID@-2", "no enemy battalion stands ahead")
  end,
  apply = function(unit) blow_at(only(w.queries.ahead(unit)), unit) end,
}

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "cost", text = "Gust is an art of Arms 4 to 6, for "
    .. options.cost .. " actions." },
  { id = "@ID@-2", text = "Each enemy battalion on the zone straight ahead loses 1 Arms." },
}
