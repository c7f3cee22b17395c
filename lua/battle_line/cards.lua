-- The cards (CMP, SET, DATA-1 to DATA-3): what they are called and what they may stand for.
--
-- A card's face is fixed. `code` orders the cards of a hand and tells like cards from others: 1 to
-- 40 for troops, by value, then suit; 41 to 52 for tactics cards, in the order of the table below.
-- `suits`, `low` and `high` say what a card may count as in a formation; cards that are no part of
-- one have 0 there.

---@param w battle_line
return function(w)
  local options = w.options
  local long = options.version == "long"
  if not long and options.longTactics ~= "12" then
    error("longTactics: the short version has one deck, with twelve tactics cards (BL-RUL-2)", 0)
  end
  w.VALUES, w.SUITS = "?A23456789TJQK", "?shdc"
  w.long, w.flags = long, long and 9 or 5
  local copies = { troop = long and 2 or 1, tactics = options.longTactics == "24" and 2 or 1 }

  -- ---- what the court cards are (DATA-2, BL-RUL-1) ---------------------------------------------

  local ROLES = { "unseen", "soldier", "leader", "fog", "mud", "cavalry", "shields", "scout",
    "redeploy", "deserter", "traitor" }
  w.role = {}
  for i, name in ipairs(ROLES) do w.role[name] = i - 1 end
  w.titles = { [w.role.leader] = "Leader", [w.role.fog] = "Fog", [w.role.mud] = "Mud",
    [w.role.cavalry] = "Companion Cavalry", [w.role.shields] = "Shield Bearers",
    [w.role.scout] = "Scout", [w.role.redeploy] = "Redeploy", [w.role.deserter] = "Deserter",
    [w.role.traitor] = "Traitor" }
  local of_rank = { K = "leader fog mud", Q = "cavalry shields",
    J = "scout redeploy deserter traitor" }

  local court = { "Kh", "Kd", "Ks", "Kc", "Qh", "Qd", "Qs", "Qc", "Jc", "Jd", "Jh", "Js" }
  local is = { Kh = "leader", Kd = options.fourthKing, Ks = "fog", Kc = "mud", Qh = "cavalry",
    Qd = "cavalry", Qs = "shields", Qc = "shields", Jc = "scout", Jd = "redeploy",
    Jh = "deserter", Js = "traitor" }

  local function fault(part, what)
    error("courtMap: '" .. part .. "': " .. what .. " (BL-RUL-1)", 0)
  end
  local function remap(part)
    local card, role = string.sub(part, 1, 2), string.sub(part, 4)
    if not is[card] or string.sub(part, 3, 3) ~= ":" then
      fault(part, "expected a court card and what it is, as in Jc:traitor")
    end
    local names = of_rank[string.sub(card, 1, 1)]
    if not string.find(" " .. names .. " ", " " .. role .. " ", 1, true) then
      fault(part, "expected one of: " .. names)
    end
    is[card] = role
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
  w.court = {}
  for i, card in ipairs(court) do w.court[i] = { card = card, is = w.titles[w.role[is[card]]] } end

  -- ---- faces -----------------------------------------------------------------------------------

  local FACES = { "pips", "suit", "role", "code", "suits", "low", "high" }
  local faces, numbers = { troop = {}, tactics = {} }, { troop = 0, tactics = 0 }
  for _, name in ipairs(FACES) do faces.troop[name], faces.tactics[name] = {}, {} end
  local function add(type, face)
    for _ = 1, copies[type] do
      numbers[type] = numbers[type] + 1
      for _, name in ipairs(FACES) do faces[type][name][numbers[type]] = face[name] end
    end
  end

  for value = 1, 10 do
    for suit = 1, 4 do
      add("troop", { pips = value, suit = suit, role = w.role.soldier, code = value * 4 + suit - 4,
        suits = 1 << suit, low = value, high = value })
    end
  end
  local ANY <const> = 30 -- a bit for each suit, from 1 to 4
  local span = { leader = { 1, options.leaderMax }, cavalry = { 8, 8 }, shields = { 1, 3 } }
  for i, card in ipairs(court) do
    local pips = string.find(w.VALUES, string.sub(card, 1, 1), 1, true) - 1
    local suit = string.find(w.SUITS, string.sub(card, 2, 2), 1, true) - 1
    local role = is[card]
    local reach = span[role] or { 0, 0 }
    if span[role] and options.courtValues then reach = { pips, pips } end -- BL-RUL-4
    local suits = span[role] and ANY or 0
    if role ~= "leader" and suits > 0 and options.colourIs == "redblack" then -- BL-RUL-7
      suits = (suit == 2 or suit == 3) and 12 or 18
    end
    add("tactics", { pips = pips, suit = suit, role = w.role[role], code = 40 + i, suits = suits,
      low = reach[1], high = reach[2] })
  end
  w.twins = copies.troop == 2 or copies.tactics == 2
  w.troops, w.tactics = numbers.troop, numbers.tactics

  muster.pieces { name = "troop", count = numbers.troop, text = "{pips}{suit}" }
  muster.pieces { name = "tactics", count = numbers.tactics, text = "{pips}{suit}" }
  w.TROOP, w.TACTICS = 0, 1

  local function face(declaration)
    local name = declaration.name
    declaration.of, declaration.seen = "piece", "face"
    declaration.each = { troop = faces.troop[name], tactics = faces.tactics[name] }
    w.get[name] = muster.field(declaration)
  end
  face { name = "pips", max = 13, letters = w.VALUES }
  face { name = "suit", max = 4, letters = w.SUITS }
  face { name = "role", values = ROLES }
  face { name = "code", max = 52 }
  face { name = "suits", max = ANY }
  face { name = "low", max = 13 }
  face { name = "high", max = 13 }

  -- Every card of a code word, as numbers of pieces.
  w.cards_of = {}
  local first = 0
  for _, type in ipairs { "troop", "tactics" } do
    for i = 1, numbers[type] do
      local text = string.sub(w.VALUES, faces[type].pips[i] + 1, faces[type].pips[i] + 1)
        .. string.sub(w.SUITS, faces[type].suit[i] + 1, faces[type].suit[i] + 1)
      local list = w.cards_of[text] or {}
      list[#list + 1] = first + i - 1
      w.cards_of[text] = list
    end
    first = first + numbers[type]
  end
end
