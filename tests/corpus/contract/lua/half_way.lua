--- Playing a move breaks after it has written.
muster.module { title = "Half way" }
require("line") { apply = function(cell)
  local piece = muster.top(muster.zones())
  muster.set_owner(piece, muster.me())
  muster.put(piece, cell)
  error("broken half way")
end }
