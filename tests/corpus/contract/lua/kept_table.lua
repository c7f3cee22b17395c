--- The scene remembers in a table what it has shown, and shows it.
muster.module { title = "Kept table" }
local shown = {}
require("line") { scene = function()
  shown[#shown + 1] = #occupied()
  return { title = "Line", status = tostring(#shown), items = {} }
end }
