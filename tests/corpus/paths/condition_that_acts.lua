--- A function that writes and returns a seat is called, although a seat is always true. It is so large that it becomes a
--- routine.
--> go => events note(32)
muster.module { title = "Condition that acts" }
muster.game { title = "Condition that acts", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 99 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function count(k)
  now.n = now.n + 1
  if k == 80 then now.n = 0 elseif k == 81 then now.n = 1 elseif k == 82 then now.n = 2 elseif k == 83 then now.n = 3 end
  if k == 84 then now.n = 4 elseif k == 85 then now.n = 5 elseif k == 86 then now.n = 6 elseif k == 87 then now.n = 7 end
  if k == 88 then now.n = 8 elseif k == 89 then now.n = 9 elseif k == 90 then now.n = 10 elseif k == 91 then now.n = 11 end
  if k == 92 then now.n = 12 elseif k == 93 then now.n = 13 elseif k == 94 then now.n = 14 elseif k == 95 then now.n = 15 end
  if k == 96 then now.n = 16 elseif k == 97 then now.n = 17 elseif k == 98 then now.n = 18 elseif k == 99 then now.n = 19 end
  return me()
end

muster.move { "go", at = turn, text = "go", apply = function()
  if count(now.n) then now.n = now.n + 10 end
  if zones:pick(function(zone) return count(column(zone)) end) then now.n = now.n + 20 end
  note:emit(now.n)
  now.turn = 1 - now.turn
end }

muster.setup(function() go(turn) end)
