--- Playing a move never comes to an end.
muster.module { title = "Endless" }
require("line") { apply = function()
  muster.set_owner(0, 1)
  while true do muster.me() end
end }
