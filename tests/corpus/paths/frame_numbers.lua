--- A number of a frame is never nil: nil that was pushed reads as -1.
--> nothing => events note(0, -1)
--> minus => events note(0, -1)
--> four => events note(0, 4)
muster.module { title = "Frame numbers" }
muster.game { title = "Frame numbers", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local note = muster.event { "note", "nil", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }
local tell = muster.step { "tell", title = "tell", run = function()
  local number = arg(1)
  note:emit(number == nil, arg(1))
  pop()
end }

muster.move { "nothing", at = turn, text = "nothing", apply = function() push(tell, top(at(1, 0))) end }
muster.move { "minus", at = turn, text = "minus", apply = function() push(tell, now.n - 1) end }
muster.move { "four", at = turn, text = "four", apply = function() push(tell, now.n + 4) end }
muster.setup(function() go(turn) end)
