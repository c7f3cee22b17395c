--- A function may return fewer values on one way than on another, and a name may get a set on one way only. What lacks
--- a value is nil.
--> few => events note(1)
--> pass => error the event 'pair' takes 2 values
--> none => events note(1)
--> size => error attempt to get length of a nil value
--> same => events note(0)
muster.module { title = "Names that lack a value" }
muster.game { title = "Names that lack a value", seats = 2 }
muster.grid { columns = 3, rows = 3 }
local now = muster.state { { "turn", max = 1 }, { "n", max = 9 } }
local pair = muster.event { "pair", "n", "more" }
local note = muster.event { "note", "n" }
local turn = muster.decision { "turn", seat = function() return now.turn end }

local function values(k)
  if k == 0 then return 1 end
  return 1, 2
end

local function some(k)
  if k == 0 then return end
  return k
end

local function place_of(k)
  local found
  if k == 9 then found = zones end
  return found
end

muster.move { "few", at = turn, text = "few", apply = function()
  local _, second = values(now.n)
  note:emit(second == nil)
end }
muster.move { "pass", at = turn, text = "pass", apply = function() pair:emit(values(now.n)) end }
muster.move { "none", at = turn, text = "none", apply = function() note:emit(some(now.n) == nil) end }
muster.move { "size", at = turn, text = "size", apply = function() note:emit(#place_of(now.n)) end }
muster.move { "same", at = turn, text = "same", apply = function() note:emit(place_of(now.n) == nothing) end }
muster.setup(function() go(turn) end)
