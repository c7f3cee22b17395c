-- A greedy player of Battle Line, to measure computer players with: it claims what it can, lays
-- each troop where it makes the best formation of its own, and draws troops. It plans nothing, and
-- answers to nothing.
--
-- Returns a function of the line of the position as the seat sees it, the legal moves and the
-- seat; its result is one of the moves.

local VALUE = { A = 1, T = 10 }
for pips = 2, 9 do VALUE[tostring(pips)] = pips end

-- The possible formations of troops that lie together: a category from 5 to 1, and then the total.
-- A single one begins a side: better than to spoil another.
local function formation(cards)
  local suit, equal, total, low, high, twice = true, true, 0, 99, 0, false
  local seen = {}
  for _, card in ipairs(cards) do
    local value = VALUE[card:sub(1, 1)]
    total, low, high = total + value, math.min(low, value), math.max(high, value)
    suit = suit and card:sub(2) == cards[1]:sub(2)
    equal = equal and card:sub(1, 1) == cards[1]:sub(1, 1)
    twice = twice or seen[value]
    seen[value] = true
  end
  local run = not twice and high - low < 3
  if #cards == 1 then return 2500 + total end
  return 1000 * (suit and run and 5 or equal and 4 or suit and 3 or run and 2 or 1) + total
end

-- The troops of a seat at each flag.
local function sides(line, seat)
  local flags, own = {}, seat == 0 and "+" or "-"
  for flag in (line:match("^BL %S+ %S+ (%S+)") .. "/"):gmatch("(.-)/") do
    local cards = {}
    for side, card in flag:gsub("%b[]", ""):gmatch("([+-])(%w%w)") do
      if side == own and VALUE[card:sub(1, 1)] then cards[#cards + 1] = card end
    end
    flags[#flags + 1] = cards
  end
  return flags
end

return function(line, moves, seat)
  local flags, best, most = sides(line, seat), moves[1], -1
  for _, move in ipairs(moves) do
    local card, flag = move:match("^(%w%w)@(%d)$")
    local worth = move:find("^c%d") and 9000 or move == "dT" and 1 or 0
    if card and VALUE[card:sub(1, 1)] then
      worth = formation({ card, table.unpack(flags[tonumber(flag)]) })
    end
    if worth > most then best, most = move, worth end
  end
  return best
end
