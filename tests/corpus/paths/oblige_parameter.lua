--- The function of `oblige` names a choice of the move: on both paths it is the same, or is refused.
muster.module { title = "Oblige parameter" }
muster.game { title = "Oblige parameter", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local stone = muster.pieces { "stone", count = 4 }
local bag = muster.container { "bag", per_seat = true }
local now = muster.state { { "turn", max = 1 } }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function pass() now.turn = 1 - now.turn end

muster.move { "rest", at = turn, text = "rest", apply = pass }
local draw = muster.move { "draw", at = turn, text = "d{piece}",
  legal = function() return choose("piece", pieces(bag[me()])) end,
  apply = pass }
draw:oblige("O-1", "a stone must be drawn", function(piece) return level(piece) == 1 end)

muster.setup(function()
  local n = 0
  for piece in pieces(box) do
    n = n + 1
    if n < 4 then put(piece, bag[n % 2]) else put(piece, at(0, 0)) end
  end
  go(turn)
end)
return { stone = stone }
