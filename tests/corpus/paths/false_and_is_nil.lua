--- `false and x` is false, not nil; a flag is never nil.
--> go => events note(1) note(3) note(5)
muster.module { title = "False and is nil" }
muster.game { title = "False and is nil", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "open" }, { "spot", holds = "zone" } }
local note = muster.event { "note", "n" }
local OPTION = false
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  if (OPTION and now.open) == false then note:emit(1) else note:emit(2) end
  if (now.open and now.spot) == nil then note:emit(2) else note:emit(3) end
  local both = now.open and now.open
  if both == nil then note:emit(4) else note:emit(5) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
