--- The steps of a loop do not go round at the ends of 64 bits.
--> once => events note(1)
--> known => events note(2)
--> down => events note(2)
--> most => events note(3)
--> back => events note(1)
muster.module { title = "Loop with a huge step" }
muster.game { title = "Loop with a huge step", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "two", max = 9, initial = 2 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function pass() now.turn = 1 - now.turn end

muster.move { "once", at = turn, text = "once", apply = function()
  local turns = 0
  for _ = 5, 9, math.maxinteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "known", at = turn, text = "known", apply = function()
  local turns = 0
  for _ = math.mininteger + 5, 6, math.maxinteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "down", at = turn, text = "down", apply = function()
  local turns = 0
  for _ = now.two, math.mininteger, math.mininteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "most", at = turn, text = "most", apply = function()
  local turns = 0
  for _ = math.mininteger, math.maxinteger, math.maxinteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.move { "back", at = turn, text = "back", apply = function()
  local turns = 0
  for _ = 9, now.two, math.mininteger do turns = turns + 1 end
  note:emit(turns)
  pass()
end }
muster.setup(function() go(turn) end)
