-- Reading a position line (section 19). Every fault is said with the word where it stands and with
-- what would be right. Cards that a line as one seat sees it does not show (`?5t2x`, `?26`) are
-- those that it names nowhere, given out in a fixed order: the position is one of those that it may
-- be.

local number = require("muster.text").number
local options = muster.options()
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local formations = require("battle_line.formations")
local notation = require("battle_line.notation")
local now, hand, holder = state.now, state.hand, state.holder
local troop, tactics, role = cards.troop, cards.tactics, cards.role
local ROLE, flags, ground = cards.ROLE, state.flags, state.ground

local function fault(where, what)
  error(where .. ": " .. what, 0)
end

local function sign(text, index)
  return string.sub(text, index, index)
end

---@class battle_line.reader
---@field taken table<integer, boolean> pieces that the line has named
---@field unseen table[] places of cards that it does not show: {place, kind, count, seat, where}

-- The next piece of that code word.
local function take(reader, word, where)
  local list = cards.cards_of[word]
  if not list then
    fault(where, "'" .. word .. "' is no card: value A 2 ... 9 T J Q K and suit s h d c")
  end
  for _, piece in ipairs(list) do
    if not reader.taken[piece] then
      reader.taken[piece] = true
      return piece
    end
  end
  fault(where, word .. " is there more often than " .. (#list > 1 and "twice" or "once"))
end

---@return integer[] pieces of a word of cards
local function take_all(reader, text, where)
  local list = {}
  if #text % 2 == 1 then
    fault(where, "expected cards of two signs each, found '" .. text .. "'")
  end
  for from = 1, #text, 2 do
    list[#list + 1] = take(reader, string.sub(text, from, from + 1), where)
  end
  return list
end

local function give(piece, where, seat)
  owner[piece] = seat
  put(piece, where)
end

-- ---- the flags ----------------------------------------------------------------------------------

local seat_of = { ["1"] = 0, ["2"] = 1 }

local function read_ground(reader, text, k, where)
  for from = 1, #text, 3 do
    local card = take(reader, string.sub(text, from, from + 1), where)
    local seat = seat_of[sign(text, from + 2)]
    if not seat or not cards.is_ground(card) then
      fault(where, "expected environment cards and who laid them, as in [Ks1], found '[" .. text
        .. "]'")
    end
    give(card, ground(k), seat)
  end
end

-- The owner of a flag and its environment cards; returns where the cards of the sides begin.
local function read_flag_head(reader, text, k, where)
  local first = sign(text, 1)
  if first ~= "o" and not seat_of[first] then
    fault(where, "begins with o, 1 or 2, found '" .. text .. "'")
  end
  holder[ground(k)] = seat_of[first]
  if sign(text, 2) ~= "[" then return 2 end
  local close = string.find(text, "]", 2, true)
  if not close then fault(where, "the bracket is not closed by ]") end
  read_ground(reader, string.sub(text, 3, close - 1), k, where)
  return close + 1
end

local sides = { ["+"] = 0, ["-"] = 1 }

local function read_flag(reader, text, k)
  local where = "flag " .. k
  local arrival = 0
  for from = read_flag_head(reader, text, k, where), #text, 3 do
    local seat = sides[sign(text, from)]
    if not seat then
      fault(where, "expected + or - and a card, found '" .. string.sub(text, from) .. "'")
    end
    local card = take(reader, string.sub(text, from + 1, from + 2), where)
    if not cards.forms(card) then
      fault(where, muster.piece_text(card) .. " is no part of a formation")
    end
    arrival = arrival + 1
    if arrival > 8 then fault(where, "more than eight cards") end
    state.arrival[card] = arrival
    give(card, state.side(seat, k), seat)
  end
end

local function read_flags(reader, text)
  local items = string.split(text, "/")
  if #items ~= flags then
    fault("flags", #items .. " of them, expected " .. flags .. " with / between them")
  end
  for k, item in ipairs(items) do read_flag(reader, item, k) end
end

-- ---- hands, decks and displays ------------------------------------------------------------------

local function read_hand(reader, text, seat)
  local where = "hand of P" .. seat + 1
  if text == "." then return end
  if sign(text, 1) ~= "?" then
    for _, card in ipairs(take_all(reader, text, where)) do give(card, hand[seat], seat) end
    return
  end
  local t = string.find(text, "t", 1, true) or 1
  local troops = number(string.sub(text, 2, t - 1), 99)
  local others = number(string.sub(text, t + 1, -2), 99)
  if not troops or not others or sign(text, #text) ~= "x" then
    fault(where, "expected cards, or as in ?5t2x, found '" .. text .. "'")
  end
  reader.unseen[#reader.unseen + 1] = { hand[seat], troop, troops, seat, where }
  reader.unseen[#reader.unseen + 1] = { hand[seat], tactics, others, seat, where }
end

local function read_deck(reader, text, deck, back, where)
  if text == "." then return end
  if sign(text, 1) == "?" then
    local size = number(string.sub(text, 2), 99)
    if not size then fault(where, "expected cards, or as in ?26, found '" .. text .. "'") end
    reader.unseen[#reader.unseen + 1] = { deck, back, size, nil, where }
    return
  end
  local list = take_all(reader, text, where)
  for i = #list, 1, -1 do
    if kind(list[i]) ~= back then
      fault(where, muster.piece_text(list[i]) .. " belongs to the other deck")
    end
    give(list[i], deck, nil)
  end
end

local function read_display(reader, text, seat)
  local where = "display of P" .. seat + 1
  local bar = string.find(text, "|", 1, true)
  if not bar then fault(where, "expected guile cards, |, discards, found '" .. text .. "'") end
  for _, card in ipairs(take_all(reader, string.sub(text, 1, bar - 1), where)) do
    if role[card] < ROLE.scout then
      fault(where, muster.piece_text(card) .. " is no guile card")
    end
    give(card, state.display[seat], seat)
  end
  for _, card in ipairs(take_all(reader, string.sub(text, bar + 1), where)) do
    if role[card] >= ROLE.scout then
      fault(where, muster.piece_text(card) .. " is a guile card: it stands before the |")
    end
    give(card, state.discard[seat], seat)
  end
end

-- ---- cards that the line does not show ----------------------------------------------------------

-- Give out what is unseen: the lowest numbers first.
local function give_unseen(reader)
  local next_of = { [troop] = 0, [tactics] = cards.troop_count }
  local last = { [troop] = cards.troop_count - 1,
    [tactics] = cards.troop_count + cards.tactics_count - 1 }
  for _, entry in ipairs(reader.unseen) do
    local back = entry[2]
    for _ = 1, entry[3] do
      while reader.taken[next_of[back]] do next_of[back] = next_of[back] + 1 end
      if next_of[back] > last[back] then
        fault(entry[5], "more " .. (back == troop and "troops" or "tactics cards")
          .. " than the game has left")
      end
      reader.taken[next_of[back]] = true
      give(next_of[back], entry[1], entry[4])
    end
  end
end

local function fill_unseen(reader)
  give_unseen(reader)
  local lost = {}
  for piece = 0, cards.troop_count + cards.tactics_count - 1 do
    if not reader.taken[piece] then lost[#lost + 1] = muster.piece_text(piece) end
  end
  if #lost > 0 then
    fault("cards", "of " .. cards.troop_count .. " troops and " .. cards.tactics_count
      .. " tactics cards these are nowhere: " .. table.concat(lost, " ", 1, math.min(#lost, 10))
      .. (#lost > 10 and " ..." or ""))
  end
end

-- ---- counts -------------------------------------------------------------------------------------

--- Tactics cards that a seat has played, by what lies on the table.
---@param seat integer
---@return integer
local function tactics_laid(seat)
  return state.tactics_in_play(seat) + pieces(state.discard[seat]):tally(cards.is_tactics)
end

local function read_played(text)
  local words = string.split(text, ",")
  local played = state.played
  for seat = 0, 1 do
    local said = #words == 2 and number(words[seat + 1], cards.tactics_count)
    if not said then
      fault("played", "expected two numbers as in 1,0, found '" .. text .. "'")
    end
    if said ~= tactics_laid(seat) then
      fault("played", "P" .. seat + 1 .. " has " .. tactics_laid(seat) .. " tactics cards on the "
        .. "table, the line says that he played " .. said)
    end
    played[seat] = said
  end
  if options.tacticsCount == "played" and (played[0] - played[1]) ^ 2 > 1 then
    fault("played", "the two counts never differ by more than one (BL-TAC-5)")
  end
end

local function check_side(seat, k, decision)
  local size, slots = count(state.side(seat, k)), state.slots(k)
  if size > slots and not (decision == "losing" and state.open(k) and size == 4) then
    fault("flag " .. k, "P" .. seat + 1 .. " has " .. size .. " cards there, at most " .. slots
      .. " find room")
  end
end

local function check_sizes(decision)
  for k = 1, flags do
    for seat = 0, 1 do check_side(seat, k, decision) end
  end
  local most = state.most_in_hand
  for seat = 0, 1 do
    local here = (decision == "scouting" or decision == "returning") and seat == now.turn
    if count(hand[seat]) > (here and most + 2 or most) then
      fault("hand of P" .. seat + 1, "more than " .. most .. " cards")
    end
  end
end

-- ---- turn and phase -----------------------------------------------------------------------------

local decisions = {}
for name, letter in pairs(notation.phases) do decisions[letter] = name end
local most_left = { scouting = 3, returning = 2 }

-- Can this ruleset be at a decision of that name?
local function can_be_at(name)
  return name and name ~= "deal" and (name ~= "losing" or options.envMovable)
    and (name ~= "scouting" or options.scoutSequential)
end

-- The decision of a phase, with what is left to draw or to return.
local function read_turn(text)
  local seat, name = seat_of[sign(text, 1)], decisions[sign(text, 2)]
  if text == "-S" then return "deal" end
  if not seat or not can_be_at(name) then
    fault("turn", "expected a player and a phase, as in 1A, 2B, 1D2, 2R1 or -X1, found '" .. text
      .. "'")
  end
  now.turn = seat
  local most = most_left[name]
  local left = most and number(string.sub(text, 3), most)
  if most and (not left or left == 0) or not most and #text > 2 then
    fault("turn", "'" .. text .. "': " .. (most and "expected 1 to " .. most .. " after the phase"
      or "nothing stands after this phase"))
  end
  if left then now.left = left end
  return name
end

local function read_result(text)
  local winner = seat_of[sign(text, 3)]
  if #text ~= 3 or not winner and sign(text, 3) ~= "=" then
    fault("turn", "expected -X1, -X2 or -X=, found '" .. text .. "'")
  end
  if not winner then return over("deadlock") end
  if formations.won(winner) and not formations.won(1 - winner) then
    return formations.win(winner)
  end
  if formations.owned(winner) <= formations.owned(1 - winner) then
    fault("turn", "P" .. winner + 1 .. " has not won with these flags")
  end
  over("majority", winner)
end

-- ---- what follows the counts --------------------------------------------------------------------

local function read_mark(word, decision, ended)
  for _, mark in ipairs(notation.marks) do
    if mark[1] == word then
      if ended or mark[3] and mark[3] ~= decision then
        fault(word, "belongs to another phase")
      end
      now[mark[2]] = true
      return
    end
  end
  local drawn = sign(word, 1) == "d" and number(string.sub(word, 2), 3)
  if drawn and options.scoutReturn == "drawnMinus1" and most_left[decision] then
    now.drawn = drawn
    return
  end
  fault("'" .. word .. "'", "unknown; after the counts stand q1 a1 p1 and toggles as "
    .. "leaderMax=13")
end

local function check_toggles(found)
  local wanted = { table.unpack(notation.toggles) }
  table.sort(found)
  table.sort(wanted)
  if table.concat(found, " ") ~= table.concat(wanted, " ") then
    fault("toggles", "this ruleset plays with '" .. table.concat(notation.toggles, " ")
      .. "', the line wants '" .. table.concat(found, " ") .. "'")
  end
end

local function read_extra(words, decision, ended)
  local toggles, met = {}, {}
  for i = 12, #words do
    local word = words[i]
    if met[word] then fault(word, "stands twice") end
    met[word] = true
    if string.find(word, "=", 1, true) then
      toggles[#toggles + 1] = word
    else
      read_mark(word, decision, ended)
    end
  end
  check_toggles(toggles)
end

-- ---- the line -----------------------------------------------------------------------------------

-- The words of a line, of which the first two and their number are right.
local function words_of(line)
  local words = {}
  for _, word in ipairs(string.split(line, " ")) do
    if word ~= "" then words[#words + 1] = word end
  end
  if words[1] ~= "BL" then
    fault("position", "a line begins with BL, found '" .. tostring(words[1]) .. "'")
  end
  local version = cards.long and "L" or "S"
  if words[2] ~= version then
    fault("version", "this ruleset is " .. version .. ", found '" .. tostring(words[2]) .. "'")
  end
  if #words < 11 then
    fault("position", #words .. " words, expected BL, version, turn, flags, two hands, two "
      .. "decks, two displays and the counts")
  end
  return words
end

local function read_cards(words)
  ---@type battle_line.reader
  local reader = { taken = {}, unseen = {} }
  read_flags(reader, words[4])
  read_hand(reader, words[5], 0)
  read_hand(reader, words[6], 1)
  read_deck(reader, words[7], state.troop_deck, troop, "troop deck")
  read_deck(reader, words[8], state.tactics_deck, tactics, "tactics deck")
  read_display(reader, words[9], 0)
  read_display(reader, words[10], 1)
  fill_unseen(reader)
end

-- What comes up first: claims that are made by themselves go before the decision.
local function go_on(decision)
  local claims = decision == "after" and options.autoClaim and not now.refilled
    and options.claimWindow ~= "startOfTurn"
  go(flow[claims and "claim_after" or decision])
end

---@param line string
local function parse(line)
  local words = words_of(line)
  read_cards(words)
  read_played(words[11])
  local ended = string.sub(words[3], 1, 2) == "-X"
  local decision = not ended and read_turn(words[3]) or nil
  check_sizes(decision)
  read_extra(words, decision, ended)
  if ended then return read_result(words[3]) end
  go_on(decision)
end

muster.notation { print = notation.print, parse = parse }

return { tactics_laid = tactics_laid }
