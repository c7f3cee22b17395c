--- Playing a move never comes to an end.
muster.module { title = "Endless" }
require("line") { apply = function()
  owner[0] = 1
  local turns = 0
  while me() do turns = turns + 1 end
end }
