--- @TITLE@: Marsh along a row of the field, and what entering it costs here.
---
--- Every kind of terrain has a line in lua/warline/ground/kinds.lua; the queries with which a
--- module changes what a kind does stand in lua/warline/ground.lua.
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

w.preparations[#w.preparations + 1] = function()
  for column = 1, w.columns - 2 do
    local zone = muster.at(column, options.lane - 1)
    if zone >= 0 then ground.lay(zone, ground.number.marsh) end
  end
end

muster.constant("@WORD@_fee", options.fee)
muster.amend("entry_fee", "if ground(there) == marsh then @WORD@_fee else value")

muster.rules { title = "@TITLE@",
  { id = "@ID@-1", option = "lane", text = "Marsh lies along row " .. options.lane .. ", all but "
    .. "its ends." },
  { id = "@ID@-2", option = "fee", text = "Entering Marsh costs " .. options.fee .. " actions." },
}
