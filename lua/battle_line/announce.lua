-- The other reading of how wild cards are fixed (wildAuto = off, BL-RUL-8): who claims says what
-- each of his wild cards stands for, as in c4=9s,3h, in the order in which they came to the flag.
-- Any identities are good that still prove the claim.

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local formations = require("battle_line.formations")
local claims = require("battle_line.claims")
local options = cards.options
if options.wildAuto then return end

-- What a card is, is a number: 0 for the ace of spades ... 3 for the ace of clubs, 4 ...
local most = options.courtValues and 52 or 4 * options.leaderMax
local function value_of(number) return number // 4 + 1 end
local function suit_of(number) return number % 4 + 1 end

local words = ""
for number = 0, most - 1 do words = words .. cards.word_of(value_of(number), suit_of(number)) end
local WORD = muster.letters { letters = words, width = 2 }

-- ---- what a wild card may stand for -------------------------------------------------------------

-- Copies of a troop that lie open.
local function in_sight(number)
  local function is_it(card) return cards.code[card] == number + 1 end
  return zones:sum(function(zone) return pieces(zone):tally(is_it) end)
    + range(0, 1):sum(function(seat) return pieces(state.discard[seat]):tally(is_it) end)
end

local BIT = {}
for n = 0, 25 do BIT[n] = 1 << n end -- tables of compiled rules hold no larger numbers
local function bit_of(number) return BIT[number % 26] * (number < 26 and 1 or 67108864) end

-- The troops of which a copy is unseen: a bit for each.
local function unseen()
  return range(0, 39):sum(function(number)
    return in_sight(number) < cards.copies and bit_of(number) or 0
  end)
end

-- The cards of a side: first the wild ones, in the order in which they came, then the others.
local function before(card, other)
  local wild = formations.is_wild(other)
  if wild == formations.is_wild(card) then return level(other) < level(card) end
  return wild
end
local function nth_card(at, nth)
  return pieces(at):pick(function(card)
    return pieces(at):tally(function(other) return before(card, other) end) == nth - 1
  end)
end

local OTHERWISE = "a wild card cannot stand for that"
local function choose_word(name, wild, free)
  local number = choose(name, WORD)
  need(number >= 4 * cards.low[wild] - 4, "BL-RUL-8", OTHERWISE)
  need(number <= 4 * cards.high[wild] - 1, "BL-RUL-8", OTHERWISE)
  need(cards.suits[wild] // BIT[suit_of(number)] % 2 == 1, "BL-RUL-8", OTHERWISE)
  need(options.wildMayDuplicate or free // bit_of(number) % 2 == 1, "BL-RUL-8", OTHERWISE)
  return number
end

-- ---- what the side is worth so ------------------------------------------------------------------

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

-- Can a side with these two cards reach that rank? Each category but Sum asks something of any two
-- cards; to a Sum the other cards add at most `rest`. So most pairs end the search.
local function agree(first, second, least, rest)
  local a, b = value_of(first), value_of(second)
  local near = math.abs(a - b) <= 3 or options.aceHigh and (a == 1 or b == 1)
  if (a == b or options.mudPartial) and least < 5000 then return true end
  if suit_of(first) == suit_of(second) then return near or least < 4000 end
  return near and least < 3000 or a + b + rest >= least - 1000
end

-- The rank of the own side at flag k, whose cards count as these numbers; d is -1 if there are
-- only three.
local function rank_as(k, a, b, c, d)
  local four = d >= 0
  local last = four and d or c
  local v1, v2 = value_of(a), value_of(b)
  local v3, v4 = value_of(c), value_of(last)
  if state.foggy(k) then return 1000 + v1 + v2 + v3 + (four and v4 or 0) end
  return rank_of(v1, v2, v3, v4, four, equal(suit_of(a), suit_of(b), suit_of(c), suit_of(last)))
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

local UNPROVEN = "with these cards the claim is not proven"

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
    local first, second, third = nth_card(at, 1), nth_card(at, 2), nth_card(at, 3)
    local last = nth_card(at, 4)
    local b, c, d = cards.code[second] - 1, cards.code[third] - 1, cards.code[last] - 1
    local free = options.wildMayDuplicate and 0 or unseen()
    local a = choose_word("a", first, free)
    if number >= 2 then
      b = choose_word("b", second, free)
      need(agree(a, b, least, cards.high[third] + cards.high[last]), "BL-RUL-8", UNPROVEN)
    end
    if number >= 3 then c = choose_word("c", third, free) end
    if number >= 4 then
      need(agree(b, c, least, value_of(a) + cards.high[last]), "BL-RUL-8", UNPROVEN)
      d = choose_word("d", last, free)
    end
    need(rank_as(k, a, b, c, d) >= least, "BL-RUL-8", UNPROVEN)
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
