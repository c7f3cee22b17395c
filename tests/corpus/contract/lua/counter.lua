--- A counter is kept in a local, where no undo and no copy reaches it.
muster.module { title = "Counter" }
local count = 0
muster.func("counted()", function()
  count = count + 1
  return 1
end)
require("line") { where = "counted() == 1" }
