--- Loops end at the first and the last number of 64 bits.
--> last => events note(1)
--> two => events note(2)
--> least => events note(1)
--> down => events note(2)
--> from => events note(3)
muster.module { title = "Loop at the ends" }
muster.game { title = "Loop at the ends", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "two", max = 9, initial = 2 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function pass() now.turn = 1 - now.turn end

muster.move { "last", at = turn, text = "last", apply = function()
  local turns = 0
  for _ = math.maxinteger, math.maxinteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "two", at = turn, text = "two", apply = function()
  local turns = 0
  for _ = math.maxinteger - 1, math.maxinteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "least", at = turn, text = "least", apply = function()
  local turns = 0
  for _ = math.mininteger, math.mininteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "down", at = turn, text = "down", apply = function()
  local turns = 0
  for _ = math.mininteger + 1, math.mininteger, -1 do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "from", at = turn, text = "from", apply = function()
  local turns = 0
  for _ = math.maxinteger - now.two, math.maxinteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.setup(function() go(turn) end)
