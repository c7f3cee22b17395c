-- The cards (CMP, SET, DATA-1 to DATA-3): what they are called and what they may stand for.
--
-- A card's face is fixed. `code` orders the cards of a hand and tells like cards from others: 1 to
-- 40 for troops, by value, then suit; 41 to 52 for tactics cards, in the order of the table below.
-- `suits`, `low` and `high` say what a card may count as in a formation; cards that are no part of
-- one have 0 there.

local text = require("muster.text")
local cards = {}
local options, sign = muster.options(), text.sign
cards.long = options.version == "long"
if not cards.long and options.longTactics ~= "12" then
  error("longTactics: the short version has one deck, with twelve tactics cards (BL-RUL-2)", 0)
end
cards.VALUES, cards.SUITS = "?A23456789TJQK", "?shdc"
local copies = { troop = cards.long and 2 or 1, tactics = options.longTactics == "24" and 2 or 1 }

-- ---- what the court cards are (DATA-2, BL-RUL-1) ------------------------------------------------

local ROLE = muster.enum { unseen = 0, soldier = 1, leader = 2, fog = 3, mud = 4,
  cavalry = 5, shields = 6, scout = 7, redeploy = 8, deserter = 9, traitor = 10 }
cards.titles = {} -- by role
for name, title in pairs { leader = "Leader", fog = "Fog", mud = "Mud",
  cavalry = "Companion Cavalry", shields = "Shield Bearers", scout = "Scout", redeploy = "Redeploy",
  deserter = "Deserter", traitor = "Traitor" } do
  cards.titles[ROLE[name]] = title
end
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
  local card, what = text.cut(part, ":")
  if not is[card] then
    fault(part, "expected a court card and what it is, as in Jc:traitor")
  end
  local names = of_rank[sign(card, 1)]
  if not (" " .. names .. " "):find(" " .. what .. " ") then
    fault(part, "expected one of: " .. names)
  end
  is[card] = what
end
for _, part in ipairs(text.words(options.courtMap, ", ")) do remap(part) end

-- Court cards in the order of the table, with what each is, for the rulebook.
cards.court = {}
for i, card in ipairs(court_cards) do
  cards.court[i] = { card = card, is = cards.titles[ROLE[is[card]]] }
end

-- ---- faces --------------------------------------------------------------------------------------

local faces = { troop = {}, tactics = {} } -- of all cards of a deck

local function add(deck, face)
  for _ = 1, copies[deck] do table.insert(faces[deck], face) end
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
  local pips = text.index(cards.VALUES, sign(card, 1))
  local suit = text.index(cards.SUITS, sign(card, 2))
  local what = is[card]
  local reach = span[what] or { 0, 0 }
  if span[what] and options.courtValues then reach = { pips, pips } end -- BL-RUL-4
  add("tactics", { pips = pips, suit = suit, role = ROLE[what], code = code,
    suits = suits_of(what, suit), low = reach[1], high = reach[2] })
end

add_troops()
for i, card in ipairs(court_cards) do add_court(card, 40 + i) end

cards.troop_count, cards.tactics_count = #faces.troop, #faces.tactics
cards.card_count = cards.troop_count + cards.tactics_count
--- Troop cards.
cards.troop = muster.pieces { "troop", count = #faces.troop, text = "{pips}{suit}" }
--- Tactics cards.
cards.tactics = muster.pieces { "tactics", count = #faces.tactics, text = "{pips}{suit}" }

---@param name string
---@param max integer
---@param help string
---@param letters string?
local function face_field(name, max, help, letters)
  local each = { troop = {}, tactics = {} }
  for deck, values in pairs(each) do
    for i, face in ipairs(faces[deck]) do values[i] = face[name] end
  end
  return muster.field { name, of = "piece", seen = "face", max = max, letters = letters,
    each = each, help = help }
end
cards.pips = face_field("pips", 13,
  "Value on the card, from 1 (ace) to 13 (king); 0 if the viewer does not know it.", cards.VALUES)
cards.suit = face_field("suit", 4, "Suit of the card, from 1; 0 if the viewer does not know it.",
  cards.SUITS)
cards.role = face_field("role", ROLE.traitor, "The effect of the card: see `ROLE`.")
cards.code = face_field("code", 52, "Position in the order in which cards are listed.")
cards.suits = face_field("suits", ANY, "Suits that the card may count as, as bits.")
cards.low = face_field("low", 13, "Lowest value that the card may count as.")
cards.high = face_field("high", 13, "Highest value that the card may count as.")

---The code word of a card.
---@param pips integer
---@param suit integer
---@return string
function cards.word_of(pips, suit)
  return sign(cards.VALUES, pips + 1) .. sign(cards.SUITS, suit + 1)
end

-- Every card of a code word, as numbers of pieces.
cards.cards_of = {}
local function note_words(deck, first)
  for i, face in ipairs(faces[deck]) do
    local word = cards.word_of(face.pips, face.suit)
    cards.cards_of[word] = cards.cards_of[word] or {}
    table.insert(cards.cards_of[word], first + i - 1)
  end
end
note_words("troop", 0)
note_words("tactics", cards.troop_count)

-- ---- what rules ask of a card -------------------------------------------------------------------

--- Is it a troop card?
function cards.is_troop(card) return kind(card) == cards.troop end
--- Is it a tactics card?
function cards.is_tactics(card) return kind(card) == cards.tactics end
--- Is it a Leader?
function cards.is_leader(card) return cards.role[card] == ROLE.leader end
--- Is it a guile card?
function cards.is_guile(card) return cards.role[card] >= ROLE.scout end

--- Is it an environment card, Fog or Mud?
function cards.is_ground(card)
  return cards.role[card] == ROLE.fog or cards.role[card] == ROLE.mud
end

--- Can it be part of a formation, as troops and morale cards can?
function cards.forms(card) return cards.high[card] > 0 end

local function alike(a, b) return a ~= b and cards.code[a] == cards.code[b] end

--- Does a card of the same face lie in the same place?
function cards.twinned(card)
  return pieces(place(card)):some(function(other) return alike(other, card) end)
end

--- Is it the newest card of its face in its place?
function cards.newest(card)
  return not pieces(place(card)):some(function(other)
    return alike(other, card) and level(other) > level(card)
  end)
end

--- Of two cards of one face in a place, of which `card` is the newer: the older for 1, the newer
--- for 2.
function cards.twin(card, nth)
  if nth == 2 then return card end
  return pieces(place(card)):pick(function(other) return alike(other, card) end)
end

cards.options, cards.ROLE, cards.copies = options, ROLE, copies.troop
cards.flags, cards.twins = cards.long and 9 or 5, copies.troop == 2 or copies.tactics == 2

return cards
