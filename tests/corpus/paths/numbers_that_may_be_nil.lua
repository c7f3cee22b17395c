--- A result that a function does not give on some way is nil, and nil is equal to no zone.
--> go => events note(6) note(1)
muster.module { title = "Numbers that may be nil" }
muster.game { title = "Numbers that may be nil", seats = 2 }
muster.grid { columns = 8, rows = 8 }
local now = muster.state { { "turn", max = 1 }, { "spot", holds = "zone" } }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function two(_, zone)
  if now.spot == zone then return 6, 1 end
  return 1
end

local function read()
  local _, zone = two(1, 1)
  local first = two(1, zone)
  return first
end

muster.move { "go", at = turn, text = "go", apply = function()
  note:emit(read())
  now.spot = at(2, 0)
  note:emit(read())
end }
muster.setup(function() go(turn) end)
