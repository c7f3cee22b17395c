--- Is not for a tone in the middle.
local loud = muster.module { title = "Mute", requires = { "row" },
  options = { { key = "loud", type = "bool", default = false, help = "Nothing comes of it." } } }
local options = require("row")
if options.tone == "middle" then
  error("tone = middle and mute cannot be heard together (ROW-2)", 0)
end
return loud
