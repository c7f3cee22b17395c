--- The least number divided by -1 is itself.
--> go => events note(1) note(2) note(3)
muster.module { title = "Least number divided" }
muster.game { title = "Least number divided", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "none", max = 1 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  local least = math.mininteger + now.none
  if least // -1 == least then note:emit(1) end
  if least % -1 == 0 then note:emit(2) end
  if piece_at(at(0, 0), least) == nil then note:emit(3) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
