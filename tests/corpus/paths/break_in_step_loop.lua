--- `break` leaves a loop whose step is not 1, and `return` leaves its function.
--> go => events note(0) note(2) note(4) note(8) note(7)
muster.module { title = "Break in step loop" }
muster.game { title = "Break in step loop", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "most", max = 9, initial = 8 } }
local note = muster.event { "note", "n" }
local function first_above(n)
  for i = 0, now.most + 6, 4 do
    if i > n then return i end
  end
  return 0
end
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  for i = 0, now.most, 2 do
    note:emit(i)
    if i == 4 then break end
  end
  note:emit(first_above(7))
  note:emit(now.most - 1)
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
