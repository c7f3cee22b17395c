--- The scene turns a stone.
muster.module { title = "Scene writes" }
require("line") { scene = function()
  owner[0] = 1
  return { title = "Line", status = "", items = {} }
end }
