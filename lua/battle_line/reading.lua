-- Reading a position line (section 19). Every fault is said with the word where it stands and with
-- what would be right. Cards that a line as one seat sees it does not show (`?5t2x`, `?26`) are
-- those that it names nowhere, given out in a fixed order: the position is one of those that it may
-- be.

local text = require("muster.text")
local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local formations = require("battle_line.formations")
local turn = require("battle_line.turn")
local notation = require("battle_line.notation")
local reading = {}
local options, now, hand = cards.options, state.now, state.hand
local fault, demand, expected = text.fault, text.demand, text.expected
local number, sign = text.number, text.sign

-- The next piece of that code word.
local function take(word, where)
  local list = cards.cards_of[word]
  demand(list, where, "'" .. word .. "' is no card: value A 2 ... 9 T J Q K and suit s h d c")
  for _, piece in ipairs(list) do
    if place(piece) == box then return piece end
  end
  fault(where, word .. " is there more often than " .. (#list > 1 and "twice" or "once"))
end

-- The code words of a row of cards.
local function words_in(line, where)
  if #line % 2 == 1 then expected(where, "cards of two signs each", line) end
  return text.chunks(line, 2)
end

local function give(piece, where, seat)
  owner[piece] = seat
  put(piece, where)
end

local function seat_of(letter) return text.index("12", letter) end

-- ---- the flags ----------------------------------------------------------------------------------

local function read_ground(line, k, where)
  for _, part in ipairs(text.chunks(line, 3)) do
    local card = take(part:sub(1, 2), where)
    local seat = seat_of(sign(part, 3))
    if not seat or not cards.is_ground(card) then
      expected(where, "environment cards and who laid them, as in [Ks1]", "[" .. line .. "]")
    end
    give(card, state.ground(k), seat)
  end
end

-- The owner of a flag and its environment cards; returns where the cards of the sides begin.
local function read_flag_head(line, k, where)
  local first = sign(line, 1)
  demand(first == "o" or seat_of(first), where, "begins with o, 1 or 2", line)
  state.holder[state.ground(k)] = seat_of(first)
  if sign(line, 2) ~= "[" then return 2 end
  local close = line:find("]")
  demand(close, where, "the bracket is not closed by ]")
  read_ground(line:sub(3, close - 1), k, where)
  return close + 1
end

local function read_flag(line, k)
  local where = "flag " .. k
  local arrival = 0
  for from = read_flag_head(line, k, where), #line, 3 do
    local seat = text.index("+-", sign(line, from))
    if not seat then expected(where, "+ or - and a card", line:sub(from)) end
    local card = take(line:sub(from + 1, from + 2), where)
    demand(cards.forms(card), where, muster.piece_text(card) .. " is no part of a formation")
    arrival = arrival + 1
    demand(arrival <= 8, where, "more than eight cards")
    state.arrival[card] = arrival
    give(card, state.side(seat, k), seat)
  end
end

local function read_flags(line)
  local items = line:split("/")
  demand(#items == cards.flags, "flags",
    #items .. " of them, expected " .. cards.flags .. " with / between them")
  for k, item in ipairs(items) do read_flag(item, k) end
end

-- ---- hands, decks and displays ------------------------------------------------------------------

---@class battle_line.unseen cards that the line does not show
---@field [1] muster.Place
---@field [2] muster.Kind
---@field [3] integer how many
---@field [4] muster.Seat?
---@field [5] string where the line says so

---@param unseen battle_line.unseen[] gets those of this hand
local function read_hand(line, seat, unseen)
  local where = "hand of P" .. seat + 1
  if line == "." then return end
  if sign(line, 1) ~= "?" then
    for _, word in ipairs(words_in(line, where)) do give(take(word, where), hand[seat], seat) end
    return
  end
  local t = line:find("t") or 1
  local troops = number(line:sub(2, t - 1), 99)
  local others = number(line:sub(t + 1, -2), 99)
  if not troops or not others or sign(line, #line) ~= "x" then
    expected(where, "cards, or as in ?5t2x", line)
  end
  table.insert(unseen, { hand[seat], cards.troop, troops, seat, where })
  table.insert(unseen, { hand[seat], cards.tactics, others, seat, where })
end

local function read_deck(line, deck, back, where, unseen)
  if line == "." then return end
  if sign(line, 1) == "?" then
    local size = number(line:sub(2), 99)
    if not size then expected(where, "cards, or as in ?26", line) end
    table.insert(unseen, { deck, back, size, nil, where })
    return
  end
  local words = words_in(line, where)
  for i = #words, 1, -1 do
    local card = take(words[i], where)
    demand(kind(card) == back, where, muster.piece_text(card) .. " belongs to the other deck")
    give(card, deck, nil)
  end
end

-- Cards in front of a seat, all of them guile cards or none.
local function read_pile(line, where, to, seat, guile)
  for _, word in ipairs(words_in(line, where)) do
    local card = take(word, where)
    demand(cards.is_guile(card) == guile, where,
      word .. (guile and " is no guile card" or " is a guile card: it stands before the |"))
    give(card, to, seat)
  end
end

local function read_display(line, seat)
  local where = "display of P" .. seat + 1
  local shown, gone = text.cut(line, "|")
  if not shown then expected(where, "guile cards, |, discards", line) end
  read_pile(shown, where, state.display[seat], seat, true)
  read_pile(gone, where, state.discard[seat], seat, false)
end

-- ---- cards that the line does not show ----------------------------------------------------------

-- Give out what is unseen: the lowest numbers first.
local function give_unseen(to, back, missing, seat, where)
  for piece = 0, cards.card_count - 1 do
    if missing > 0 and kind(piece) == back and place(piece) == box then
      give(piece, to, seat)
      missing = missing - 1
    end
  end
  demand(missing == 0, where,
    "more " .. (back == cards.troop and "troops" or "tactics cards") .. " than the game has left")
end

local function demand_none_lost()
  local lost = {}
  for piece = 0, cards.card_count - 1 do
    if place(piece) == box then lost[#lost + 1] = muster.piece_text(piece) end
  end
  demand(#lost == 0, "cards",
    "of " .. cards.troop_count .. " troops and " .. cards.tactics_count
    .. " tactics cards these are nowhere: " .. table.concat(lost, " ", 1, math.min(#lost, 10))
    .. (#lost > 10 and " ..." or ""))
end

-- ---- counts -------------------------------------------------------------------------------------

--- Tactics cards that a seat has played, by what lies on the table.
---@param seat integer
---@return integer
function reading.tactics_laid(seat)
  return state.tactics_in_play(seat) + pieces(state.discard[seat]):tally(cards.is_tactics)
end

local function read_played(line)
  local words, played = line:split(","), state.played
  for seat = 0, 1 do
    local said = #words == 2 and number(words[seat + 1], cards.tactics_count)
    local laid = reading.tactics_laid(seat)
    if not said then expected("played", "two numbers as in 1,0", line) end
    demand(said == laid, "played",
      "P" .. seat + 1 .. " has " .. laid .. " tactics cards on the "
      .. "table, the line says that he played " .. said)
    played[seat] = said
  end
  if options.tacticsCount == "played" and math.abs(played[0] - played[1]) > 1 then
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
  for seat = 0, 1 do
    for k = 1, cards.flags do check_side(seat, k, decision) end
    local most = state.most_held(seat, decision)
    demand(count(hand[seat]) <= most, "hand of P" .. seat + 1, "more than " .. most .. " cards")
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
local function read_turn(line)
  local seat, name = seat_of(sign(line, 1)), decisions[sign(line, 2)]
  if line == "-S" then return "deal" end
  if not seat or not can_be_at(name) then
    expected("turn", "a player and a phase, as in 1A, 2B, 1D2, 2R1 or -X1", line)
  end
  now.turn = seat
  local most = most_left[name]
  local left = most and number(line:sub(3), most)
  if most and (not left or left == 0) or not most and #line > 2 then
    fault("turn", "'" .. line .. "': " .. (most and "expected 1 to " .. most .. " after the phase"
      or "nothing stands after this phase"))
  end
  if left then now.left = left end
  return name
end

-- An end after two quiet turns: no player has won alone, and of the open flags none was left
-- that could be awarded (BL-RUL-31).
local function check_deadlock()
  local resolved = options.deadlockRule == "resolve"
  for seat = 0, 1 do
    demand(not formations.won(seat) or resolved and formations.won(1 - seat), "turn",
      "P" .. seat + 1 .. " has won with these flags (BL-END-3)")
    for k = 1, cards.flags do
      demand(not resolved or not state.open(k) or not state.complete(seat, k), "flag " .. k,
        "P" .. seat + 1 .. " has a complete formation there, so the flag is awarded (BL-RUL-31)")
    end
  end
end

local function read_result(line)
  local winner = seat_of(sign(line, 3))
  if #line ~= 3 or not winner and sign(line, 3) ~= "=" then
    expected("turn", "-X1, -X2 or -X=", line)
  end
  if winner and formations.won(winner) and not formations.won(1 - winner) then
    return formations.win(winner)
  end
  local ahead = formations.owned(winner or 0) - formations.owned(1 - (winner or 0))
  local drawn = options.deadlockRule == "draw"
  demand(not winner or ahead > 0 and not drawn, "turn",
    "P" .. (winner or 0) + 1 .. " has not won with these flags")
  check_deadlock()
  demand(winner or ahead == 0 or drawn, "turn",
    "a draw, but P" .. (ahead > 0 and 1 or 2) .. " has more flags and wins (BL-RUL-31)")
  if winner then over("majority", winner) else over("deadlock") end
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
  local drawn = sign(word, 1) == "d" and number(word:sub(2), 3)
  if not drawn or options.scoutReturn ~= "drawnMinus1" or not most_left[decision] then
    fault("'" .. word .. "'", "unknown; after the counts stand q1 a1 p1 and toggles as "
      .. "leaderMax=13")
  end
  now.drawn = drawn
end

local function read_extra(words, decision, ended)
  local toggles, met = {}, {}
  for i = 12, #words do
    local word = words[i]
    demand(not met[word], word, "stands twice")
    met[word] = true
    if word:find("=") then
      toggles[#toggles + 1] = word
    else
      read_mark(word, decision, ended)
    end
  end
  text.demand_same("toggles", toggles, notation.toggles, " ")
end

-- ---- the line -----------------------------------------------------------------------------------

-- The words of a line, of which the first two and their number are right.
local function words_of(line)
  local words = text.words(line, " ")
  demand(words[1] == "BL", "position", "a line begins with BL", words[1])
  local version = cards.long and "L" or "S"
  demand(words[2] == version, "version", "this ruleset is " .. version, words[2])
  demand(#words >= 11, "position",
    #words .. " words, expected BL, version, turn, flags, two hands, two "
    .. "decks, two displays and the counts")
  return words
end

local function read_cards(words)
  local unseen = {}
  read_flags(words[4])
  read_hand(words[5], 0, unseen)
  read_hand(words[6], 1, unseen)
  read_deck(words[7], state.troop_deck, cards.troop, "troop deck", unseen)
  read_deck(words[8], state.tactics_deck, cards.tactics, "tactics deck", unseen)
  read_display(words[9], 0)
  read_display(words[10], 1)
  for _, entry in ipairs(unseen) do give_unseen(table.unpack(entry, 1, 5)) end
  demand_none_lost()
end

-- ---- what no game leads to ----------------------------------------------------------------------

-- Whoever claimed a flag had a formation there, from which nothing is taken any more (BL-RUL-21).
local function check_claimed(k)
  local seat = state.holder[state.ground(k)]
  local least = options.fogNeedsComplete and 3 or 1
  if not seat or count(state.side(seat, k)) >= least then return end
  fault("flag " .. k, "P" .. seat + 1 .. " has no complete formation there, so he cannot have "
    .. "claimed it (BL-CLM-3)")
end

-- Was the last guile card of that seat a Scout?
local function scouted(seat)
  local shown = top(state.display[seat])
  return shown and cards.role[shown] == cards.ROLE.scout
end

-- While a Scout is at work it lies topmost in the display, and a card is there to draw or return.
local function check_scout(decision)
  local seat = now.turn
  demand(scouted(seat), "display of P" .. seat + 1,
    "the last card is no Scout, and one is at work (BL-GUI-3)")
  local held, most = count(hand[seat]), state.most_held(seat, nil)
  local where = "hand of P" .. seat + 1
  if decision == "scouting" then
    demand(state.cards_left() >= now.left, "turn", "more cards to draw than the decks have")
    demand(held <= most + 2 - now.left, where, "more than " .. most + 2 - now.left
      .. " cards before so many are drawn (BL-TRN-5)")
  else
    demand(held >= now.left, where, "fewer cards than are to be returned (BL-GUI-3)")
    demand(held <= most + now.left, where, "more than " .. most + now.left
      .. " cards before so many are returned (BL-TRN-5)")
  end
end

-- A card was played, so one is missing, unless a Scout brought others or the seat passed.
local function check_played(decision)
  local seat, most = now.turn, state.most_held(now.turn, decision)
  if decision ~= "after" and decision ~= "losing" or now.passed or scouted(seat) then return end
  demand(count(hand[seat]) < most, "hand of P" .. seat + 1, count(hand[seat])
    .. " cards, though one was played in this turn (BL-TRN-2)")
end

-- A passing seat had nothing to play (BL-RUL-23). Claims since have left no more to play; draws may
-- have. Of a hand that the line does not show nothing is known.
local function check_passes(decision, shown)
  local seat = now.turn
  if decision == "after" and now.passed and not now.refilled and shown[seat] then
    demand(not turn.could_play(seat), "p1",
      "P" .. seat + 1 .. " has a card that he can play, and may not pass (BL-RUL-23)")
  elseif decision == "before" and now.quiet and shown[1 - seat]
    and options.falseClaim ~= "loseTurn" then -- such a claim costs the play
    demand(not turn.could_play(1 - seat), "q1",
      "P" .. 2 - seat .. " has a card that he can play and may not have passed (BL-RUL-23)")
  end
end

local function check_running(decision, shown)
  for seat = 0, 1 do
    demand(not formations.won(seat), "flags",
      "P" .. seat + 1 .. " has won with these, so the game is over (BL-END-3)")
  end
  demand(not now.claimed or formations.owned(now.turn) > 0, "a1",
    "P" .. now.turn + 1 .. " owns no flag")
  demand(decision ~= "losing" or state.crowded(0) or state.crowded(1), "turn",
    "no side has a card too many")
  if most_left[decision] then check_scout(decision) end
  check_played(decision)
  check_passes(decision, shown)
end

-- The first step: automatic claims come before the decision.
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
  local ended = words[3]:starts("-X")
  local decision = not ended and read_turn(words[3]) or nil
  check_sizes(decision)
  read_extra(words, decision, ended)
  for k = 1, cards.flags do check_claimed(k) end
  if ended then return read_result(words[3]) end
  check_running(decision, { [0] = sign(words[5], 1) ~= "?", sign(words[6], 1) ~= "?" })
  go_on(decision)
end

muster.notation { print = notation.print, parse = parse }

return reading
