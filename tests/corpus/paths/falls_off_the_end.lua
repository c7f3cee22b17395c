--- A function that ends without a `return` gives nil, not false.
--> go => events note(1) note(3) note(6)
muster.module { title = "Falls off the end" }
muster.game { title = "Falls off the end", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "open" }, { "five", max = 9, initial = 5 } }
local note = muster.event { "note", "n" }
local function maybe(n)
  if n < 3 then return now.open end
end
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  if maybe(now.five) == nil then note:emit(1) else note:emit(2) end
  if maybe(now.five) == false then note:emit(4) else note:emit(3) end
  if maybe(now.five - 4) == nil then note:emit(5) else note:emit(6) end
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
