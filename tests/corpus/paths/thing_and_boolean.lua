--- `nil and flag` is nil, not false.
--> go => events note(2) note(3)
muster.module { title = "Thing and boolean" }
muster.game { title = "Thing and boolean", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "open" }, { "spot", holds = "zone" } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  local value = now.spot and now.open
  if value == false then note:emit(1) else note:emit(2) end
  if value == nil then note:emit(3) else note:emit(4) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
