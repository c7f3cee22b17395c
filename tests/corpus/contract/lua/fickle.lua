--- The same question is answered differently each time.
muster.module { title = "Fickle" }
local count = 0
muster.func("perhaps()", function()
  count = count + 1
  return count % 2
end)
require("line") { where = "cell == 0 or perhaps() == 1" }
