--- A function with a long source has its value among the questions of a move, too.
--> => legal 2
muster.module { title = "Legal lost value" }
muster.game { title = "Legal lost value", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 } }
local function sum(n)
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  -- Comments count: a function whose source has 700 bytes or more is called, not put in its place.
  for i = 1, 20 do n = n + i end
  return n
end
local turn = muster.decision { "turn", seat = function() return now.turn end }

muster.move { "go", at = turn, text = "{n}",
  legal = function()
    local n = choose("n", range(0, 3))
    local all = sum(n)
    need(all == 212, "R-1", "not this one")
    return n
  end,
  apply = function()
    now.turn = 1 - now.turn
  end }
muster.setup(function() go(turn) end)
