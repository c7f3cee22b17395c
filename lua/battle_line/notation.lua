-- Writing a position on one line (section 19), also as one seat sees it: then the decks, and a hand
-- that holds a card whose face he does not know, are written as `?` and numbers. What he knows of a
-- deck through a Scout is not written.

local text = require("muster.text")
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local notation = {}
local now, hand = state.now, state.hand

-- The letter of the phase, of each decision.
notation.phases = { deal = "S", before = "A", scouting = "D", returning = "R", after = "B",
  losing = "M" }

local function cards_text(where)
  return text.join(muster.pieces_in(where), "", muster.piece_text)
end

local function hides(where)
  return pieces(where):some(function(card) return not known(card) end)
end

-- Is this what one seat sees, and not the whole?
local function masked()
  return hides(state.troop_deck) or hides(state.tactics_deck) or hides(hand[0]) or hides(hand[1])
end

local function hand_text(seat)
  local held = hand[seat]
  if count(held) == 0 then return "." end
  if not hides(held) then return cards_text(held) end
  local troops = pieces(held):tally(cards.is_troop)
  return "?" .. troops .. "t" .. count(held) - troops .. "x"
end

local function deck_text(deck)
  if count(deck) == 0 then return "." end
  if masked() then return "?" .. count(deck) end
  local line = "" -- the top first
  for card in pieces(deck) do line = line .. muster.piece_text(card) end
  return line
end

local function ground_text(k)
  if count(state.ground(k)) == 0 then return "" end
  return "[" .. text.join(muster.pieces_in(state.ground(k)), "", function(card)
    return muster.piece_text(card) .. owner[card] + 1
  end) .. "]"
end

local function flag_text(k)
  local list = {} -- by arrival, each after the sign of its side
  for seat = 0, 1 do
    for card in pieces(state.side(seat, k)) do
      list[state.arrival[card]] = (seat == 0 and "+" or "-") .. muster.piece_text(card)
    end
  end
  local holder = state.holder[state.ground(k)]
  return (holder and tostring(holder + 1) or "o") .. ground_text(k) .. table.concat(list)
end

local function turn_text()
  local winners = muster.over_by()
  if winners then return "-X" .. (winners == 0 and "=" or winners) end
  local pending = muster.decision_name()
  if pending == "deal" then return "-S" end
  return now.turn + 1 .. notation.phases[pending] .. (now.left > 0 and now.left or "")
end

-- Toggles that differ from their defaults, in the order of their list.
notation.toggles = {}
for _, option in ipairs(muster.changed_options()) do
  local key, value = option.key, option.value
  if key == "courtValues" then value = "on" end
  if key ~= "version" and key ~= "dealer" then
    notation.toggles[#notation.toggles + 1] = key .. "=" .. value
  end
end

-- Facts of the turn: word, field, and the decision at which they are written, if it is one only.
notation.marks = { { "q1", "quiet" }, { "a1", "claimed" }, { "p1", "passed", "after" },
  { "s1", "scouted", "after" }, { "r1", "refilled", "after" } }

local function add_marks(parts)
  for _, mark in ipairs(notation.marks) do
    local here = not mark[3] or muster.decision_name() == mark[3]
    if here and now[mark[2]] then parts[#parts + 1] = mark[1] end
  end
  if now.drawn > 0 then parts[#parts + 1] = "d" .. now.drawn end
  for _, toggle in ipairs(notation.toggles) do parts[#parts + 1] = toggle end
end

--- The position on one line.
---@return string
function notation.print()
  local flags = {}
  for k = 1, cards.flags do flags[k] = flag_text(k) end
  local parts = { "BL", cards.long and "L" or "S", turn_text(), table.concat(flags, "/"),
    hand_text(0), hand_text(1), deck_text(state.troop_deck), deck_text(state.tactics_deck) }
  for seat = 0, 1 do
    parts[#parts + 1] = cards_text(state.display[seat]) .. "|" .. cards_text(state.discard[seat])
  end
  parts[#parts + 1] = state.played[0] .. "," .. state.played[1]
  add_marks(parts)
  return table.concat(parts, " ")
end

return notation
