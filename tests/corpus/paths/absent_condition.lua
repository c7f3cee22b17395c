--- A condition that is no value at all is an error of `need`, also where the compiler knows that nothing comes.
muster.module { title = "Absent condition" }
muster.game { title = "Absent condition", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }
local NEVER = { [0] = 1 }

local function holds() if now.n > 1 then return nil end if NEVER[0] == 2 then return true end end

muster.move { "add", at = turn, text = "add", apply = function() now.n = now.n + 1 now.turn = 1 - now.turn end }
muster.move { "ask", at = turn, text = "ask", legal = function() if now.n > 0 then need(holds()) end end,
  apply = function() over("won") end }

muster.ending("won")
muster.setup(function() go(turn) end)
