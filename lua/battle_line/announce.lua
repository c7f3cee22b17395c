-- The other reading of how wild cards are fixed (wildAuto = off, BL-RUL-8): who claims says what
-- each of his wild cards stands for, as in c4=9s,3h, in the order in which they came to the flag.
-- Any identities are good that still prove the claim.

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local formations = require("battle_line.formations")
local claims = require("battle_line.claims")
local options = cards.options
if options.wildAuto then return end

-- What a card is, is a number, its code: 1 for the ace of spades ... 4 of the ace of clubs, 5 ...
local most = options.courtValues and 52 or 4 * options.leaderMax
local function value_of(number) return (number + 3) // 4 end
local function suit_of(number) return (number - 1) % 4 + 1 end

local words = ""
for number = 1, most do words = words .. cards.word_of(value_of(number), suit_of(number)) end
local WORD = muster.letters { letters = words, width = 2 }

-- ---- what a wild card may stand for -------------------------------------------------------------

-- Copies of a troop that lie open.
local function in_sight(number)
  local function is_it(card) return cards.code[card] == number end
  return zones:sum(function(zone) return pieces(zone):tally(is_it) end)
    + range(0, 1):sum(function(seat) return pieces(state.discard[seat]):tally(is_it) end)
end

local SUIT_BIT = { 2, 4, 8, 16 }
local function stands_for(card, number)
  local value = value_of(number)
  return value >= cards.low[card] and value <= cards.high[card]
    and cards.suits[card] // SUIT_BIT[suit_of(number)] % 2 == 1
    and (options.wildMayDuplicate or value <= 10 and in_sight(number) < cards.copies)
end

-- How many wild cards came to its side before this one?
local function wilds_before(card)
  return pieces(place(card)):tally(function(other)
    return formations.is_wild(other) and level(other) < level(card)
  end)
end
local function nth_wild(at, nth)
  return pieces(at):pick(function(card)
    return formations.is_wild(card) and wilds_before(card) == nth - 1
  end)
end

local function choose_word(name, wild)
  local number = choose(name, WORD) + 1
  need(stands_for(wild, number), "BL-RUL-8", "a wild card cannot stand for that")
  return number
end

-- ---- what the side is worth so ------------------------------------------------------------------

-- The card that a card of the side counts as; a, b, c, d are the announced wild cards.
local function number_of(card, a, b, c, d)
  if not formations.is_wild(card) then return cards.code[card] end
  local nth = wilds_before(card)
  if nth == 0 then return a end
  if nth == 1 then return b end
  if nth == 2 then return c end
  return d
end

-- All of these look at the values of four cards, or of three, the last of which stands for the
-- fourth as well.
local function apart(a, b, c, d, four)
  return a ~= b and a ~= c and b ~= c and (not four or a ~= d and b ~= d and c ~= d)
end
local function follow(a, b, c, d, four)
  return apart(a, b, c, d, four)
    and math.max(a, b, c, d) - math.min(a, b, c, d) == (four and 3 or 2)
end
local function equal(a, b, c, d) return a == b and b == c and c == d end
local function three_equal(a, b, c, d)
  return a == b and (a == c or a == d) or c == d and (a == c or b == c)
end
local function high_ace(value) return value == 1 and 11 or value end

local function of_a_kind(a, b, c, d, four)
  return equal(a, b, c, d) or options.mudPartial and four and three_equal(a, b, c, d)
end
local function follow_high(a, b, c, d, four)
  return options.aceHigh and follow(high_ace(a), high_ace(b), high_ace(c), high_ace(d), four)
end

-- The rank of such values, where the cards are of one suit or not.
local function rank_of(a, b, c, d, four, suited)
  local total = a + b + c + (four and d or 0)
  local above = follow_high(a, b, c, d, four)
  local run = above or follow(a, b, c, d, four)
  local aces = above and (a == 1 or b == 1 or c == 1 or d == 1)
  local run_total = aces and total + 10 or total
  if suited and run then return 5000 + run_total end
  if of_a_kind(a, b, c, d, four) then return 4000 + total end
  if suited then return 3000 + total end
  if run then return 2000 + run_total end
  return 1000 + total
end

local function card_at(at, height)
  return pieces(at):pick(function(card) return level(card) == height end)
end

-- The rank of the own side at flag k, where a, b, c, d are what its wild cards stand for.
local function rank_as(k, a, b, c, d)
  local at = state.side(me(), k)
  local four = count(at) == 4
  local first = number_of(card_at(at, 1), a, b, c, d)
  local second = number_of(card_at(at, 2), a, b, c, d)
  local third = number_of(card_at(at, 3), a, b, c, d)
  local last = number_of(top(at), a, b, c, d)
  local v1, v2 = value_of(first), value_of(second)
  local v3, v4 = value_of(third), value_of(last)
  if state.foggy(k) then return 1000 + v1 + v2 + v3 + (four and v4 or 0) end
  return rank_of(v1, v2, v3, v4, four,
    equal(suit_of(first), suit_of(second), suit_of(third), suit_of(last)))
end

-- The least rank that proves flag k.
local function least_rank(k, shown)
  local foe, done = 1 - me(), state.complete(me(), k)
  if state.complete(foe, k) then
    return formations.rank(foe, k, state.slots(k))
      + (done and formations.came_first(me(), k) and 0 or 1)
  end
  return formations.prospect(foe, k, shown) + (done and 0 or 1)
end

-- ---- claims -------------------------------------------------------------------------------------

-- The hand that is shown with a claim, or none.
local function hand_shown(shows)
  if shows then return state.hand[me()] end
  return nil
end

--- The questions of a claim that announces so many wild cards.
---@param number integer
---@param shows boolean is the hand shown?
---@return fun(): integer
local function announcing(number, shows)
  return function()
    local k = claims.choose_ready()
    claims.need_proof(k, hand_shown(shows))
    need(formations.wilds(me(), k) == number, "BL-RUL-8",
      "name one card for each of your wild cards there, no more and no fewer")
    local at, least = state.side(me(), k), least_rank(k, hand_shown(shows))
    local a = choose_word("a", nth_wild(at, 1))
    local b, c, d = 0, 0, 0
    if number >= 2 then b = choose_word("b", nth_wild(at, 2)) end
    if number >= 3 then c = choose_word("c", nth_wild(at, 3)) end
    if number >= 4 then d = choose_word("d", nth_wild(at, 4)) end
    need(rank_as(k, a, b, c, d) >= least, "BL-RUL-8",
      "with these cards the claim is not proven")
    return k
  end
end

local names = { "a", "b", "c", "d" }
for number = 1, 4 do
  local text = "c{k}={a}"
  for n = 2, number do text = text .. ",{" .. names[n] .. "}" end
  claims.declare_claim("announce" .. number, text, announcing(number, false), claims.claim)
  if options.proofInfo == "publicPlusHand" then
    claims.declare_claim("announce_shown" .. number, text .. "+", announcing(number, true),
      claims.claim_shown)
  end
end
