-- The evaluation of a position, for players that look one move ahead. It reads what both see,
-- and of the seat's own hand how many cards it holds.

local worth_at_end = require("muster.worth")
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local formations = require("battle_line.formations")

local certainty = { [0] = 100, 70, 48, 34, 24 } -- by the number of cards that are missing
local FLAG = 300

-- The rank of the side, or the best rank that it can reach.
local function best_rank(seat, k, size)
  if size >= state.slots(k) then return formations.rank(seat, k, size) end
  return formations.prospect(seat, k, nil)
end

-- How much the side promises: the more cards are missing, the less certain.
local function promise(seat, k)
  local size = count(state.side(seat, k))
  local missing, rank = math.max(state.slots(k) - size, 0), best_rank(seat, k, size)
  if rank < 0 then return 0 end
  return (rank // 1000 * 18 + rank % 1000) * certainty[missing] // 100
end

--- The value of a flag to a player, for computer players: 300 if he owns it.
---@param seat muster.Seat
---@param k integer the flag
local flag_worth = muster.query(function(seat, k)
  local keeper = state.holder[state.ground(k)]
  if keeper then return keeper == seat and FLAG or -FLAG end
  if formations.provable(seat, k) then return FLAG - 30 end
  if formations.provable(1 - seat, k) then return 30 - FLAG end
  return promise(seat, k) - promise(1 - seat, k)
end)

-- Three flags side by side: own ones alone, or those of the enemy alone, are steps to a
-- Breakthrough.
local function three_worth(seat, first)
  local own, other = 0, 0
  for k = first, first + 2 do
    local keeper = state.holder[state.ground(k)]
    if keeper == seat then own = own + 1 elseif keeper then other = other + 1 end
  end
  return (other == 0 and 40 * own * own or 0) - (own == 0 and 40 * other * other or 0)
end

local function row_worth(seat)
  local sum = 0
  for first = 1, cards.flags - 2 do sum = sum + three_worth(seat, first) end
  return sum
end

muster.worth(function(seat)
  local final = worth_at_end(seat, 1000000, 0)
  if final then return final end
  local sum = cards.long and row_worth(seat) or 0
  for k = 1, cards.flags do sum = sum + flag_worth(seat, k) end
  -- the first tactics card costs the freedom to answer; cards in hand are choices
  sum = sum - 12 * (state.played[seat] - state.played[1 - seat])
  return sum + 6 * (count(state.hand[seat]) - count(state.hand[1 - seat]))
end)
