-- What formations are worth, what can be proven of them, and who has won (FRM, TIE, CLM-3 to
-- CLM-6, OBJ; sections 16.1 to 16.5).
--
-- A rank is 1000 times the category (5 Straight Flush ... 1 Sum) plus the total. What a claim may
-- reckon with is public, so its legality depends on what both see and on nothing else (BL-RUL-12).

local game = require("battle_line.core")
local options, side, foggy, slots = game.options, game.side, game.foggy, game.slots
local complete = game.complete
local morale = options.proofTactics == "morale"

-- ---- ranks --------------------------------------------------------------------------------------

local function ranking(name, categories)
  return muster.ranking { name, suits = game.suits, low = game.low, high = game.high,
    type = game.troop, pool = { game.hand, game.troop_deck }, categories = categories,
    duplicate = options.wildMayDuplicate, partial = options.mudPartial and 3 or nil,
    around = options.aceHigh and 10 or nil,
    wild_type = morale and game.tactics or nil,
    wild_pool = morale and { game.hand, game.tactics_deck } or nil }
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
  return game.cunning(1 - seat) + 1 - game.cunning(seat)
end

--- The best rank that a player can still come to at a flag; the cards of `shown` are not to be
--- reckoned with.
---@param seat muster.Seat
---@param k integer the flag
---@param shown muster.Place?
game.prospect = muster.query(function(seat, k, shown)
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
function game.prospect_cards(seat, k, shown)
  local ranks = foggy(k) and total or formation
  return ranks:list(side(seat, k), slots(k), shown, morale and wilds_to_come(seat) or nil)
end

--- Is it a morale card, which stands for other cards?
function game.is_wild(card) return game.forms(card) and game.is_tactics(card) end
--- How many morale cards that seat has at flag k.
function game.wilds(seat, k) return pieces(side(seat, k)):tally(game.is_wild) end

-- ---- claims -------------------------------------------------------------------------------------

--- Did the opponent lay the last card at flag k? (BL-TIE-2, BL-RUL-19)
function game.came_first(seat, k)
  return game.arrival[top(side(1 - seat, k))] > game.arrival[top(side(seat, k))]
end

--- Of two complete sides, is this the better?
function game.beats(seat, k)
  local mine, his = rank(seat, k, slots(k)), rank(1 - seat, k, slots(k))
  return mine > his or mine == his and game.came_first(seat, k)
end

--- May flag k be claimed at all? (BL-RUL-11)
function game.ready(seat, k)
  return complete(seat, k)
    or not options.fogNeedsComplete and foggy(k) and count(side(seat, k)) > 0
end

-- With fogNeedsComplete = off a side may claim with what lies there. As it would have to add the
-- last card, it must be better, not equal (BL-TIE-3).
local function ahead_already(seat, k, shown)
  local mine = rank(seat, k, count(side(seat, k)))
  if complete(1 - seat, k) then return mine > rank(1 - seat, k, slots(k)) end
  return mine > game.prospect(1 - seat, k, shown)
end

--- Is it certain that the other side cannot become better? Both players see the cards of `shown`.
function game.proven(seat, k, shown)
  if not options.fogNeedsComplete and not complete(seat, k) then
    return ahead_already(seat, k, shown)
  end
  if complete(1 - seat, k) then return game.beats(seat, k) end
  return game.prospect(1 - seat, k, shown) <= rank(seat, k, slots(k))
end

--- Can this player claim the flag with what both see?
---@param seat muster.Seat
---@param k integer the flag
game.provable = muster.query(function(seat, k)
  return game.ready(seat, k) and game.proven(seat, k, nil)
end)

-- ---- winning ------------------------------------------------------------------------------------

muster.ending("flags", "breakthrough", "envelopment", "break+envelopment", "majority", "deadlock")

--- How many flags the seat has claimed.
function game.owned(seat)
  return game.row_of_flags:tally(function(zone) return game.holder[zone] == seat end)
end
local function owns(seat, k) return game.holder[game.ground(k)] == seat end

local function envelops(seat) return game.owned(seat) >= (game.long and 5 or 3) end

-- Three neighbouring flags, in the long version.
local function breaks(seat)
  return game.long and range(1, game.flags - 2):some(function(k)
    return owns(seat, k) and owns(seat, k + 1) and owns(seat, k + 2)
  end)
end

--- Has this player won with the flags that he owns?
function game.won(seat) return envelops(seat) or breaks(seat) end

--- End the game for the player who has won (BL-RUL-38).
function game.win(seat)
  if not game.long then
    over("flags", seat)
  elseif not breaks(seat) then
    over("envelopment", seat)
  elseif envelops(seat) then
    over("break+envelopment", seat)
  else
    over("breakthrough", seat)
  end
end

game.rank = rank
