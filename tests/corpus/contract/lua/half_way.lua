--- Playing a move breaks after it has written.
muster.module { title = "Half way" }
require("line") { apply = function(cell)
  local piece = top(box)
  owner[piece] = me()
  put(piece, cell)
  error("broken half way")
end }
