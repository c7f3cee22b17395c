-- What formations are worth, what can be proven of them, and who has won (FRM, TIE, CLM-3 to
-- CLM-6, OBJ; sections 16.1 to 16.5).
--
-- A rank is 1000 times the category (5 Straight Flush ... 1 Sum) plus the total. What a claim may
-- reckon with is public, so its legality depends on what both see and on nothing else (BL-RUL-12).

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local formations = {}
local options, side, foggy, slots = cards.options, state.side, state.foggy, state.slots
local complete = state.complete
local morale = options.proofTactics == "morale"

-- ---- ranks --------------------------------------------------------------------------------------

local function ranking(name, categories)
  return muster.ranking { name, suits = cards.suits, low = cards.low, high = cards.high,
    type = cards.troop, pool = { state.hand, state.troop_deck }, categories = categories,
    duplicate = options.wildMayDuplicate, partial = options.mudPartial and 3 or nil,
    around = options.aceHigh and 10 or nil,
    wild_type = morale and cards.tactics or nil,
    wild_pool = morale and { state.hand, state.tactics_deck } or nil }
end
local formation = ranking("formation", {
  { "straight flush", run = true, suit = true },
  { "three of a kind", equal = true },
  { "flush", suit = true },
  { "straight", run = true },
  { "sum" },
})
local total = ranking("total", { { "sum" } }) -- in Fog (BL-ENV-4)

--- The rank of the cards of that player at a flag, if there are so many of them.
---@param seat muster.Seat
---@param k integer the flag
---@param size integer
local rank = muster.query(function(seat, k, size)
  if foggy(k) then return total(side(seat, k), size) end
  return formation(side(seat, k), size)
end)

-- How many wild cards may still come to a side (proofTactics = morale).
local function wilds_to_come(seat)
  return state.cunning(1 - seat) + 1 - state.cunning(seat)
end

--- The best rank that a player can still come to at a flag; the cards of `shown` are not to be
--- reckoned with.
---@param seat muster.Seat
---@param k integer the flag
---@param shown muster.Place?
formations.prospect = muster.query(function(seat, k, shown)
  local at, size = side(seat, k), slots(k)
  if morale then
    local wilds = wilds_to_come(seat)
    if foggy(k) then return total:best(at, size, shown, wilds) end
    return formation:best(at, size, shown, wilds)
  end
  if foggy(k) then return total:best(at, size, shown) end
  return formation:best(at, size, shown)
end)

--- Cards that reach the best rank, for an explanation.
---@param seat integer
---@param k integer
---@param shown integer?
---@return integer[]
function formations.prospect_cards(seat, k, shown)
  local ranks = foggy(k) and total or formation
  return ranks:list(side(seat, k), slots(k), shown, morale and wilds_to_come(seat) or nil)
end

--- Is it a morale card, which stands for other cards?
function formations.is_wild(card) return cards.forms(card) and cards.is_tactics(card) end
--- How many morale cards that seat has at flag k.
function formations.wilds(seat, k) return pieces(side(seat, k)):tally(formations.is_wild) end

-- ---- claims -------------------------------------------------------------------------------------

--- Did the opponent lay the last card at flag k? (BL-TIE-2, BL-RUL-19)
function formations.came_first(seat, k)
  return state.arrival[top(side(1 - seat, k))] > state.arrival[top(side(seat, k))]
end

--- Of two complete sides, is this the better?
function formations.beats(seat, k)
  local mine, his = rank(seat, k, slots(k)), rank(1 - seat, k, slots(k))
  return mine > his or mine == his and formations.came_first(seat, k)
end

--- May flag k be claimed at all? (BL-RUL-11)
function formations.ready(seat, k)
  return complete(seat, k)
    or not options.fogNeedsComplete and foggy(k) and count(side(seat, k)) > 0
end

-- With fogNeedsComplete = off a side may claim with what lies there. As it would have to add the
-- last card, it must be better, not equal (BL-TIE-3).
local function ahead_already(seat, k, shown)
  local mine = rank(seat, k, count(side(seat, k)))
  if complete(1 - seat, k) then return mine > rank(1 - seat, k, slots(k)) end
  return mine > formations.prospect(1 - seat, k, shown)
end

--- Is it certain that the other side cannot become better? Both players see the cards of `shown`.
function formations.proven(seat, k, shown)
  if not options.fogNeedsComplete and not complete(seat, k) then
    return ahead_already(seat, k, shown)
  end
  if complete(1 - seat, k) then return formations.beats(seat, k) end
  return formations.prospect(1 - seat, k, shown) <= rank(seat, k, slots(k))
end

--- Can this player claim the flag with what both see?
---@param seat muster.Seat
---@param k integer the flag
formations.provable = muster.query(function(seat, k)
  return formations.ready(seat, k) and formations.proven(seat, k, nil)
end)

--- An estimate of the chance that the side of a player becomes the better one, in thousandths.
---@param seat muster.Seat
---@param k integer the flag
function formations.chance(seat, k)
  local mine, size, other = side(seat, k), slots(k), side(1 - seat, k)
  if foggy(k) then
    return total:chance(mine, size, other, state.hand[seat], state.hand[1 - seat])
  end
  return formation:chance(mine, size, other, state.hand[seat], state.hand[1 - seat])
end

-- ---- winning ------------------------------------------------------------------------------------

muster.ending("flags", "breakthrough", "envelopment", "break+envelopment", "majority", "deadlock")

--- How many flags the seat has claimed.
function formations.owned(seat)
  return state.row_of_flags:tally(function(zone) return state.holder[zone] == seat end)
end
local function owns(seat, k) return state.holder[state.ground(k)] == seat end

local function envelops(seat) return formations.owned(seat) >= (cards.long and 5 or 3) end

-- Three neighbouring flags, in the long version.
local function breaks(seat)
  return cards.long and range(1, cards.flags - 2):some(function(k)
    return owns(seat, k) and owns(seat, k + 1) and owns(seat, k + 2)
  end)
end

--- Has this player won with the flags that he owns?
function formations.won(seat) return envelops(seat) or breaks(seat) end

--- End the game for the player who has won (BL-RUL-38).
function formations.win(seat)
  if not cards.long then
    over("flags", seat)
  elseif not breaks(seat) then
    over("envelopment", seat)
  elseif envelops(seat) then
    over("break+envelopment", seat)
  else
    over("breakthrough", seat)
  end
end

formations.rank = rank

return formations
