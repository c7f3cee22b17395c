--- Breakthrough again, the slow way: Lua is asked about every candidate move and plays every move.
-- What stands as data in small/breakthrough.lua stands here as code; both must give the same game.
local options = muster.module { title = "Breakthrough in functions", section = "breakthrough",
  conflicts = { "small.breakthrough" }, options = {
    { key = "size", type = "int", default = 8, min = 5, max = 26, help = "columns and rows" },
  } }
local size <const> = options.size
muster.game { title = "Breakthrough in functions", seats = 2 }
muster.grid { columns = size, rows = size, diagonal = true }
muster.pieces { name = "pawn", count = 4 * size }
local turn, set_turn = muster.field { of = "game", name = "turn", max = 1 }
local zones <const> = size * size -- numbered row by row
local box <const> = zones         -- the place after them

muster.func("may(from, to)", function(from, to)
  local me = turn()
  local ahead, aside = to // size - from // size, to % size - from % size
  if ahead ~= (me == 0 and 1 or -1) or aside < -1 or aside > 1 then return 0 end
  local there = muster.top(to)
  if there < 0 then return 1 end
  return aside ~= 0 and muster.owner(there) ~= me and 1 or 0
end)

local function has_pawns(seat)
  for zone = 0, zones - 1 do
    local pawn = muster.top(zone)
    if pawn >= 0 and muster.owner(pawn) == seat then return true end
  end
  return false
end

local function play(from, to)
  local me, pawn, taken = turn(), muster.top(from), muster.top(to)
  if taken >= 0 then
    muster.put(taken, box)
    muster.set_owner(taken, -1)
  end
  muster.put(pawn, to)
  if to // size == (me == 0 and size - 1 or 0) then
    muster.over(1 + me, "breakthrough")
  elseif taken >= 0 and not has_pawns(1 - me) then
    muster.over(1 + me, "annihilation")
  else
    set_turn(1 - me)
  end
end

muster.ending("breakthrough", "annihilation")
muster.decision { "move", title = "move a pawn", seat = "turn" }
muster.move { "pawn", at = "move", title = "move a pawn", text = "{from}{to}",
  { each = "from", of = "tops(pawn, me)" },
  { each = "to", of = "near(from)" },
  { where = "may(from, to) ~= 0" },
  apply = play }

muster.setup(function()
  for zone = 0, zones - 1 do
    local row = zone // size
    if row <= 1 or row >= size - 2 then
      local pawn = muster.top(box)
      muster.set_owner(pawn, row <= 1 and 0 or 1)
      muster.put(pawn, zone)
    end
  end
  muster.go("move")
end)
