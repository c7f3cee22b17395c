-- What the phases of the naive Fantasy Line Battle share: whose turn it is, hands and decks; see
-- fantasy_line.lua. The chunk is called with the cards.
local C = ...
local H = {}
local CATEGORIES = C.CATEGORIES

function H.copy(value)
  if type(value) ~= "table" then return value end
  local result = {}
  for key, item in pairs(value) do result[key] = H.copy(item) end
  return result
end

function H.append(list, more) table.move(more, 1, #more, #list + 1, list) end

function H.take(list, item)
  for i, other in ipairs(list) do
    if other == item then return table.remove(list, i) end
  end
  error("no " .. item .. " there")
end

-- The player who did not take the last turn (FL-ORD-1).
function H.due(s) return s.last == 0 and 1 or 3 - s.last end

-- The due player first, or the other one where `over` holds for him; nil where it does for both.
function H.next_player(s, over)
  local p = H.due(s)
  if not over[p] then return p end
  if not over[3 - p] then return 3 - p end
end

function H.go(s, phase, who)
  s.phase, s.who = phase, who
end

---------------------------------------------------------------------------------------------
-- Hands and decks
---------------------------------------------------------------------------------------------

-- FL-SEL-8, FL-RUL-48: the size of the Character hand.
function H.hand_size(s, p)
  local size = 5
  for _, c in ipairs(s.pl[p].line) do
    if C.is(c, "C02") then size = size + 2 end
  end
  return size
end

-- FL-RUL-44: player 1 draws from the top, player 2 from the bottom.
function H.fill_character_hand(s, p)
  local deck, hand = s.decks.C, s.pl[p].hand
  while #hand < H.hand_size(s, p) and #deck > 0 do
    hand[#hand + 1] = table.remove(deck, p == 1 and 1 or #deck)
  end
end

local function gives(list, category, fits)
  for _, c in ipairs(list) do
    if C.card(c).access:find(category, 1, true) and (not fits or fits(c)) then return true end
  end
  return false
end

-- FL-NUM-5..7, FL-RUL-39
function H.limit(s, p, category)
  local me = s.pl[p]
  local function counts(c) return s.opt.dyingGivesAccess or not c.dying end -- FL-RUL-13
  if gives(me.line, category, counts) then
    local size = 4
    for _, c in ipairs(me.line) do
      if C.is(c, "C20") then size = size + 1 end
    end
    return size
  end
  -- who is Dying and does not count as live counts as dead
  return (gives(me.dead, category) or gives(me.line, category)) and 2 or 0
end

-- FL-RUL-36. A shuffled deck may be `loose`: chance then says which card is the next.
function H.draw_up(s, p, category, chance)
  local hand = s.pl[p].spells[category]
  while #hand < H.limit(s, p, category) do
    if #s.decks[category] == 0 then
      if #s.discards[category] == 0 then return end
      s.decks[category] = chance.shuffle(s.discards[category], category)
      s.discards[category] = {}
    end
    local deck = s.decks[category]
    hand[#hand + 1] = table.remove(deck, deck.loose and chance.pick(s, p, category) or 1)
  end
  table.sort(hand)
end

-- All ways to choose n of a sorted list, each set of cards once.
function H.choices(list, n)
  local found, chosen = {}, {}
  local function choose(from)
    if #chosen == n then
      found[#found + 1] = H.copy(chosen)
      return
    end
    for i = from, #list do
      if i == from or list[i] ~= list[i - 1] then
        chosen[#chosen + 1] = list[i]
        choose(i + 1)
        chosen[#chosen] = nil
      end
    end
  end
  choose(1)
  return found
end

-- The moves by which p discards down to his limits (FL-RUL-38); none where he need not.
function H.discards(s, p)
  local moves, any = { "x" }, false
  for _, category in ipairs(CATEGORIES) do
    local hand = s.pl[p].spells[category]
    table.sort(hand)
    local n = #hand - H.limit(s, p, category)
    if n > 0 then
      any = true
      local longer = {}
      for _, move in ipairs(moves) do
        for _, cards in ipairs(H.choices(hand, n)) do
          longer[#longer + 1] = move .. (move == "x" and "" or ",") .. table.concat(cards, ",")
        end
      end
      moves = longer
    end
  end
  return any and moves or {}
end

function H.discard(s, p, move)
  for card in move:sub(2):gmatch("[^,;]+") do
    local category = card:sub(1, 1)
    if category == "C" then
      table.insert(s.pl[p].refunded, H.take(s.pl[p].hand, card))
    else
      table.insert(s.discards[category], H.take(s.pl[p].spells[category], card))
    end
  end
end

return H
