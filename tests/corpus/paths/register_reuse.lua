--- A sum keeps its first operand while the second one is computed.
--> go => events note(66)
muster.module { title = "Register reuse" }
muster.game { title = "Register reuse", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 }, { "four", max = 9, initial = 4 } }
local note = muster.event { "note", "n" }
local function walk(n)
  local all = 0
  for i = 1, n do all = all + i end
  return all
end
local function sum(n)
  if n > 2 then return walk(n) end
  return 0
end
local function twice()
  local seven = now.four * 7
  return seven + seven
end
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(sum(now.four) + twice())
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
