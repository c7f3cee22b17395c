-- Writing a position on one line (section 19), also as one seat sees it: then the decks, and a hand
-- that holds a card whose face he does not know, are written as `?` and numbers. What he knows of a
-- deck through a Scout is not written.

local options = muster.options()
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local now, hand, ground = state.now, state.hand, state.ground
local troop_deck, tactics_deck = state.troop_deck, state.tactics_deck

-- The letter of the phase, of each decision.
local phases = { deal = "S", before = "A", scouting = "D", returning = "R", after = "B",
  losing = "M" }

local function cards_text(list)
  local parts = {}
  for i, card in ipairs(list) do parts[i] = muster.piece_text(card) end
  return table.concat(parts)
end

local function hidden(list)
  for _, card in ipairs(list) do
    if not known(card) then return true end
  end
  return false
end

-- Is this what one seat sees, and not the whole?
local function masked()
  for _, where in ipairs { troop_deck, tactics_deck, hand[0], hand[1] } do
    if hidden(muster.pieces_in(where)) then return true end
  end
  return false
end

local function hand_text(seat)
  local list = muster.pieces_in(hand[seat])
  if #list == 0 then return "." end
  if not hidden(list) then return cards_text(list) end
  local troops = 0
  for _, card in ipairs(list) do
    if cards.is_troop(card) then troops = troops + 1 end
  end
  return "?" .. troops .. "t" .. #list - troops .. "x"
end

local function deck_text(deck)
  if count(deck) == 0 then return "." end
  if masked() then return "?" .. count(deck) end
  local parts = {}
  for card in pieces(deck) do parts[#parts + 1] = muster.piece_text(card) end
  return table.concat(parts) -- the top first
end

local function ground_text(k)
  local text = ""
  for _, card in ipairs(muster.pieces_in(ground(k))) do
    text = text .. muster.piece_text(card) .. owner[card] + 1
  end
  return text == "" and "" or "[" .. text .. "]"
end

local function flag_text(k)
  local list = {} -- by arrival, each after the sign of its side
  for seat = 0, 1 do
    for card in pieces(state.side(seat, k)) do
      list[state.arrival[card]] = (seat == 0 and "+" or "-") .. muster.piece_text(card)
    end
  end
  local holder = state.holder[ground(k)]
  return (holder and tostring(holder + 1) or "o") .. ground_text(k) .. table.concat(list)
end

local function turn_text()
  local winners = muster.over_by()
  if winners then return "-X" .. (winners == 0 and "=" or winners) end
  local pending = muster.decision_name()
  if pending == "deal" then return "-S" end
  local left = (pending == "scouting" or pending == "returning") and now.left or ""
  return now.turn + 1 .. phases[pending] .. left
end

-- Toggles that differ from their defaults, in the order of their list.
local toggles = {}
for _, option in ipairs(require("battle_line.options")) do
  local key, value = option.key, options[option.key]
  if value ~= option.default and key ~= "version" and key ~= "dealer" then
    local word = tostring(value)
    if key == "courtValues" then word = value and "on" or "off" end
    toggles[#toggles + 1] = key .. "=" .. word
  end
end

-- What is known of the turn: word, field; and the decision it is written at, if only at one.
local marks = { { "q1", "quiet" }, { "a1", "claimed" }, { "p1", "passed", "after" },
  { "s1", "scouted", "after" }, { "r1", "refilled", "after" } }

local function add_marks(parts)
  for _, mark in ipairs(marks) do
    local here = not mark[3] or muster.decision_name() == mark[3]
    if here and now[mark[2]] then parts[#parts + 1] = mark[1] end
  end
  if now.drawn > 0 then parts[#parts + 1] = "d" .. now.drawn end
  for _, toggle in ipairs(toggles) do parts[#parts + 1] = toggle end
end

---@return string
local function print_line()
  local flags = {}
  for k = 1, state.flags do flags[k] = flag_text(k) end
  local parts = { "BL", cards.long and "L" or "S", turn_text(), table.concat(flags, "/"),
    hand_text(0), hand_text(1), deck_text(troop_deck), deck_text(tactics_deck) }
  for seat = 0, 1 do
    parts[#parts + 1] = cards_text(muster.pieces_in(state.display[seat])) .. "|"
      .. cards_text(muster.pieces_in(state.discard[seat]))
  end
  parts[#parts + 1] = state.played[0] .. "," .. state.played[1]
  add_marks(parts)
  return table.concat(parts, " ")
end

return { phases = phases, toggles = toggles, marks = marks, print = print_line }
