--- @TITLE@: battle arts of a kingdom, as we play them.
---
--- Whose arts they are is said once, below. A kingdom with a letter of its own is one more line in
--- lua/warline/tactical/kingdoms.lua. What an art consists of: docs/warline-variants.md.
local options = muster.module { title = "@TITLE@", section = "@WORD@",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  options = {
    { key = "cost", type = "int", default = 2, min = 0, max = 6,
      help = "Actions that the art costs." },
  } }
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local kingdom = arts.kingdom("frost")

local ahead = muster.expr("only(ahead(unit))", "unit")

kingdom.art {
  "@WORD@", text = "@WORD@", title = "@TITLE@", rule = "@ID@-1", least = 4, cost = options.cost,
  needs = {
    { where = "if_foe(step(place(unit), way)) ~= none", rule = "@ID@-2",
      why = "no enemy battalion stands ahead" },
  },
  effect = function(unit)
    local enemies = ground.crowd(ahead(unit), function(other)
      return muster.owner(other) ~= muster.owner(unit)
    end)
    w.harm(enemies, 1, false)
  end,
}

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "cost", text = "@TITLE@ is an art of Frost battalions of Arms 4 to 6, "
    .. "for " .. options.cost .. " actions." },
  { id = "@ID@-2", text = "Each enemy battalion on the zone straight ahead loses 1 Arms." },
}
