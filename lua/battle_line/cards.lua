-- The cards (CMP, SET, DATA-1 to DATA-3): what they are called and what they may stand for.
--
-- A card's face is fixed. `code` orders the cards of a hand and tells like cards from others: 1 to
-- 40 for troops, by value, then suit; 41 to 52 for tactics cards, in the order of the table below.
-- `suits`, `low` and `high` say what a card may count as in a formation; cards that are no part of
-- one have 0 there.

local options = muster.options()
local long = options.version == "long"
if not long and options.longTactics ~= "12" then
  error("longTactics: the short version has one deck, with twelve tactics cards (BL-RUL-2)", 0)
end
local VALUES, SUITS = "?A23456789TJQK", "?shdc"
local copies = { troop = long and 2 or 1, tactics = options.longTactics == "24" and 2 or 1 }

-- ---- what the court cards are (DATA-2, BL-RUL-1) ------------------------------------------------

local ROLE = muster.enum { unseen = 0, soldier = 1, leader = 2, fog = 3, mud = 4,
  cavalry = 5, shields = 6, scout = 7, redeploy = 8, deserter = 9, traitor = 10 }
local titles = { [ROLE.leader] = "Leader", [ROLE.fog] = "Fog", [ROLE.mud] = "Mud",
  [ROLE.cavalry] = "Companion Cavalry", [ROLE.shields] = "Shield Bearers",
  [ROLE.scout] = "Scout", [ROLE.redeploy] = "Redeploy", [ROLE.deserter] = "Deserter",
  [ROLE.traitor] = "Traitor" }
local of_rank = { K = "leader fog mud", Q = "cavalry shields",
  J = "scout redeploy deserter traitor" }

local court_cards = { "Kh", "Kd", "Ks", "Kc", "Qh", "Qd", "Qs", "Qc", "Jc", "Jd", "Jh",
  "Js" }
local is = { Kh = "leader", Kd = options.fourthKing, Ks = "fog", Kc = "mud",
  Qh = "cavalry", Qd = "cavalry", Qs = "shields", Qc = "shields", Jc = "scout", Jd = "redeploy",
  Jh = "deserter", Js = "traitor" }

local function fault(part, what)
  error("courtMap: '" .. part .. "': " .. what .. " (BL-RUL-1)", 0)
end

-- Read a part of courtMap, as Jc:traitor.
local function remap(part)
  local card, what = string.sub(part, 1, 2), string.sub(part, 4)
  if not is[card] or string.sub(part, 3, 3) ~= ":" then
    fault(part, "expected a court card and what it is, as in Jc:traitor")
  end
  local names = of_rank[string.sub(card, 1, 1)]
  if not string.find(" " .. names .. " ", " " .. what .. " ", 1, true) then
    fault(part, "expected one of: " .. names)
  end
  is[card] = what
end

local from = 1
for i = 1, #options.courtMap + 1 do
  local sign = string.sub(options.courtMap, i, i)
  if sign == "" or sign == "," or sign == " " then
    if i > from then remap(string.sub(options.courtMap, from, i - 1)) end
    from = i + 1
  end
end

-- Court cards in the order of the table, with what each is, for the rulebook.
local court = {}
for i, card in ipairs(court_cards) do court[i] = { card = card, is = titles[ROLE[is[card]]] } end

-- ---- faces --------------------------------------------------------------------------------------

local FACES = { "pips", "suit", "role", "code", "suits", "low", "high" }
local faces, numbers = { troop = {}, tactics = {} }, { troop = 0, tactics = 0 }
for _, name in ipairs(FACES) do faces.troop[name], faces.tactics[name] = {}, {} end

local function add(deck, face)
  for _ = 1, copies[deck] do
    numbers[deck] = numbers[deck] + 1
    for _, name in ipairs(FACES) do faces[deck][name][numbers[deck]] = face[name] end
  end
end

local function add_troops()
  for value = 1, 10 do
    for suit = 1, 4 do
      add("troop", { pips = value, suit = suit, role = ROLE.soldier, code = value * 4 + suit - 4,
        suits = 1 << suit, low = value, high = value })
    end
  end
end

local ANY = 30 -- a bit for each suit, from 1 to 4
local span = { leader = { 1, options.leaderMax }, cavalry = { 8, 8 }, shields = { 1, 3 } }

-- The suits that a court card may count as, as bits.
local function suits_of(what, suit)
  if not span[what] then return 0 end
  if what == "leader" or options.colourIs ~= "redblack" then return ANY end
  return (suit == 2 or suit == 3) and 12 or 18 -- BL-RUL-7
end

local function add_court(card, code)
  local pips = string.find(VALUES, string.sub(card, 1, 1), 1, true) - 1
  local suit = string.find(SUITS, string.sub(card, 2, 2), 1, true) - 1
  local what = is[card]
  local reach = span[what] or { 0, 0 }
  if span[what] and options.courtValues then reach = { pips, pips } end -- BL-RUL-4
  add("tactics", { pips = pips, suit = suit, role = ROLE[what], code = code,
    suits = suits_of(what, suit), low = reach[1], high = reach[2] })
end

add_troops()
for i, card in ipairs(court_cards) do add_court(card, 40 + i) end

local troop = muster.pieces { "troop", count = numbers.troop, text = "{pips}{suit}" }
local tactics = muster.pieces { "tactics", count = numbers.tactics, text = "{pips}{suit}" }

local function each(name)
  return { troop = faces.troop[name], tactics = faces.tactics[name] }
end
local pips = muster.field { "pips", of = "piece", seen = "face", max = 13,
  letters = VALUES, each = each("pips") }
local suit = muster.field { "suit", of = "piece", seen = "face", max = 4, letters = SUITS,
  each = each("suit") }
local role = muster.field { "role", of = "piece", seen = "face", max = ROLE.traitor,
  each = each("role") }
local code = muster.field { "code", of = "piece", seen = "face", max = 52,
  each = each("code") }
local suits = muster.field { "suits", of = "piece", seen = "face", max = ANY,
  each = each("suits") }
local low = muster.field { "low", of = "piece", seen = "face", max = 13,
  each = each("low") }
local high = muster.field { "high", of = "piece", seen = "face", max = 13,
  each = each("high") }

-- Every card of a code word, as numbers of pieces.
local cards_of = {}
local function note_words(deck, first)
  for i = 1, numbers[deck] do
    local value, colour = faces[deck].pips[i] + 1, faces[deck].suit[i] + 1
    local word = string.sub(VALUES, value, value) .. string.sub(SUITS, colour, colour)
    local list = cards_of[word] or {}
    list[#list + 1] = first + i - 1
    cards_of[word] = list
  end
end
note_words("troop", 0)
note_words("tactics", numbers.troop)

-- ---- what rules ask of a card -------------------------------------------------------------------

local function is_troop(card) return kind(card) == troop end
local function is_tactics(card) return kind(card) == tactics end
local function is_leader(card) return role[card] == ROLE.leader end

-- Fog and Mud are environment cards.
local function is_ground(card) return role[card] == ROLE.fog or role[card] == ROLE.mud end

-- Troops and morale cards are parts of formations.
local function forms(card) return high[card] > 0 end

local function alike(a, b) return a ~= b and code[a] == code[b] end

-- Is there another like it in its place?
local function twinned(card)
  return pieces(place(card)):some(function(other) return alike(other, card) end)
end

-- Is it the newest of its like in its place?
local function newest(card)
  return not pieces(place(card)):some(function(other)
    return alike(other, card) and level(other) > level(card)
  end)
end

-- Of two like cards in a place, of which this is the newer, the older for 1 and the newer for 2.
local function twin(card, nth)
  if nth == 2 then return card end
  return pieces(place(card)):pick(function(other) return alike(other, card) end)
end

return {
  long = long, flags = long and 9 or 5, copies = copies.troop,
  twins = copies.troop == 2 or copies.tactics == 2,
  troop_count = numbers.troop, tactics_count = numbers.tactics,
  VALUES = VALUES, SUITS = SUITS, ROLE = ROLE, titles = titles, court = court,
  cards_of = cards_of, troop = troop, tactics = tactics,
  pips = pips, suit = suit, role = role, code = code, suits = suits, low = low, high = high,
  is_troop = is_troop, is_tactics = is_tactics, is_leader = is_leader, is_ground = is_ground,
  forms = forms, twinned = twinned, newest = newest, twin = twin,
}
