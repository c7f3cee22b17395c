--- An operand that is a local is read after the call beside it, as Lua 5.4 does.
--> go => events note(4) note(5)
muster.module { title = "Local before call" }
muster.game { title = "Local before call", seats = 2 }
muster.grid { columns = 4, rows = 4 }
local now = muster.state { { "turn", max = 1 } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "go", apply = function()
  local x = 1
  local function more()
    x = x + 1
    return x
  end
  note:emit(x + more())
  note:emit(more() + x - 1)
  now.turn = 1 - now.turn
end }
muster.setup(function() go(turn) end)
