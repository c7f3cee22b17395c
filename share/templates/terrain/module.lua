--- @TITLE@: Marsh along a row of the field, and the price of entering it.
---
--- Every kind of terrain has a line in lua/warline/ground/kinds.lua; the queries with which a
--- module changes the effects of a kind are in lua/warline/ground.lua.
local options = muster.module { title = "@TITLE@", section = "@WORD@",
  requires = { "warline.tactical", "warline.ground" },
  options = {
    { key = "lane", type = "int", default = 4, min = 1, max = 26,
      help = "The row that the Marsh runs along, from column b to the last but one." },
    { key = "fee", type = "int", default = 2, min = 0, max = 6,
      help = "Actions that entering Marsh costs." },
  } }
local w = require("warline.tactical")
local ground = require("warline.ground")
local marsh = ground.kind("marsh")

-- Where it lies. A field may lack a zone: then `at` gives nil.
w.start.preparations:on(function()
  for across = 1, w.board.columns - 2 do
    local zone = at(across, options.lane - 1)
    if zone then ground.lay(zone, marsh) end
  end
end)

-- Its effect: `before` is the price of entering without this module.
w.queries.entry_fee:amend(function(before, _, there)
  return ground.terrain[there] == marsh and options.fee or before
end)

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "lane", text = "Marsh lies along row " .. options.lane .. ", all but "
    .. "its ends." },
  { id = "@ID@-2", option = "fee", text = "Entering Marsh costs " .. options.fee .. " actions." },
}
