-- The evaluation of a position, for computer players: the chance to win each flag, and in the long
-- version three neighbouring ones. It reads both hands: players search positions in which those of
-- the others are guesses.

local worth_at_end = require("muster.worth")
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local formations = require("battle_line.formations")

local SURE = 1000
local PROVEN = 980 -- it can still be claimed, or lost in another way

--- The chance of a player to win a flag, in thousandths, for computer players.
---@param seat muster.Seat
---@param k integer the flag
local flag_chance = muster.query(function(seat, k)
  local keeper = state.holder[state.ground(k)]
  if keeper then return keeper == seat and SURE or 0 end
  if formations.provable(seat, k) then return PROVEN end
  if formations.provable(1 - seat, k) then return SURE - PROVEN end
  return formations.chance(seat, k)
end)

-- Three flags side by side, which make a Breakthrough.
local function three_worth(one, two, three)
  local own = one * two * three
  local other = (SURE - one) * (SURE - two) * (SURE - three)
  return (own - other) // 2000000
end

local function long_worth(seat)
  local before, last = 0, 0
  local sum = 0
  for k = 1, cards.flags do
    local now = flag_chance(seat, k)
    sum = sum + 2 * now - SURE
    if k > 2 then sum = sum + three_worth(before, last, now) end
    before = last
    last = now
  end
  return sum
end

local function short_worth(seat)
  local sum = 0
  for k = 1, cards.flags do sum = sum + 2 * flag_chance(seat, k) - SURE end
  return sum
end

muster.worth(function(seat)
  local final = worth_at_end(seat, 1000000, 0)
  if final then return final end
  local sum = cards.long and long_worth(seat) or short_worth(seat)
  -- the first tactics card costs the freedom to answer; cards in hand are choices
  sum = sum - 40 * (state.played[seat] - state.played[1 - seat])
  return sum + 20 * (count(state.hand[seat]) - count(state.hand[1 - seat]))
end, { scale = 1500 })
