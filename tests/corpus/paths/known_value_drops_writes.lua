--- Writes before a known value take place.
--> go => events note(16) note(34) note(16) note(33)
muster.module { title = "Known value drops writes" }
muster.game { title = "Known value drops writes", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "left", max = 99, initial = 50 }, { "open" } }
local note = muster.event { "note", "n" }
local function used()
  now.left = now.left - 1
  return nil
end
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(zones:tally(function() now.left = now.left - 1 return true end))
  note:emit(now.left)
  local turns = 0
  zones:every(function() turns = turns + 1 return true end)
  note:emit(turns)
  if now.open or used() == nil then note:emit(now.left) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
