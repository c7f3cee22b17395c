--- Breakthrough again, the slow way: Lua is asked about every candidate move and plays every move.
-- What small/breakthrough.lua says with sets is said step by step here, with texts made on the way
-- so that nothing can be compiled; both must give the same game.
local options = muster.module { title = "Breakthrough in functions", section = "breakthrough",
  conflicts = { "small.breakthrough" }, options = {
    { key = "size", type = "int", default = 8, min = 5, max = 26, help = "columns and rows" },
  } }
local size = options.size
muster.game { title = "Breakthrough in functions", seats = 2 }
muster.grid { columns = size, rows = size, diagonal = true }
local pawn_kind = muster.pieces { "pawn", count = 4 * size }
local now = muster.state { { "turn", max = 1 } }

local function may(from, to)
  local seat = now.turn
  local ahead, aside = row(to) - row(from), column(to) - column(from)
  if ahead ~= (seat == 0 and 1 or -1) or aside < -1 or aside > 1 then return false end
  local there = top(to)
  if not there then return true end
  return aside ~= 0 and owner[there] ~= seat and tostring(aside) ~= "0"
end

local function has_pawns(seat)
  for zone in zones do
    local pawn = top(zone)
    if pawn and owner[pawn] == seat then return true end
  end
  return false
end

local function play(from, to)
  local seat, pawn, taken = now.turn, top(from), top(to)
  if taken then
    put(taken, box)
    owner[taken] = nil
  end
  put(pawn, to)
  if row(to) == (seat == 0 and size - 1 or 0) then
    over("breakthrough", seat)
  elseif taken and not has_pawns(1 - seat) then
    over("annihilation", seat)
  else
    now.turn = 1 - seat
  end
  return tostring(to)
end

muster.ending("breakthrough", "annihilation")
local move = muster.decision { "move", title = "move a pawn",
  seat = function() return now.turn end }
muster.move { "pawn", at = move, title = "move a pawn", text = "{from}{to}",
  choices = { from = "zone", to = "zone" },
  legal = function()
    local from = choose("from", tops(pawn_kind, me()))
    local to = choose("to", near(only(from)))
    need(may(from, to))
    return from, to
  end,
  apply = play }

muster.setup(function()
  for zone in zones do
    if row(zone) <= 1 or row(zone) >= size - 2 then
      local pawn = top(box)
      owner[pawn] = row(zone) <= 1 and 0 or 1
      put(pawn, zone)
    end
  end
  go(move)
end)
