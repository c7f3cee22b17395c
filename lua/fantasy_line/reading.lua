-- Reading a position line (section 24). Every fault is said with the word where it stands and with
-- what would be right. Cards that a line does not show (`?4`, `c31`) are those that it names
-- nowhere, given out in a fixed order: the position is one of those that it may be.

local text = require("muster.text")
local state = require("fantasy_line.state")
local flow = require("fantasy_line.flow")
local now = require("fantasy_line.now")
local effects = require("fantasy_line.effects")
local forks = require("fantasy_line.forks")
local casting = require("fantasy_line.casting")
local notation = require("fantasy_line.notation")
local reading = {}
local schools, line = state.schools, state.line
local demand, expected, number, sign = text.demand, text.expected, text.number, text.sign
local MOST = 9999

-- ---- cards --------------------------------------------------------------------------------------

local function is_card(piece)
  return kind(piece) == state.character or kind(piece) == state.spell
end

-- All pieces of a card, by how it is written.
local function pieces_by_text()
  local by_text = {}
  for _, piece in ipairs(muster.pieces_in(box)) do
    if is_card(piece) then
      local word = muster.piece_text(piece)
      by_text[word] = by_text[word] or {}
      table.insert(by_text[word], piece)
    end
  end
  return by_text
end

-- The next piece of a card that the line has not named yet.
local function take(line_of, word, where)
  local list = line_of.cards[word]
  demand(list, where, "expected a Character as in C04a, or a Spell as in E02", word)
  local piece = table.remove(list, 1)
  demand(piece, where, word .. " is there more often than it has copies (FL-RUL-60)")
  return piece
end

local function give(piece, where, seat)
  owner[piece] = seat
  put(piece, where)
end

local function is_character(piece) return kind(piece) == state.character end

-- A card of a hand, a deck or a pile.
local function take_card(parts, word, where, school)
  local piece = take(parts, word, where)
  local wanted = school and "a Spell of " .. school.letter or "a Character"
  demand(school and not is_character(piece) and state.school_of(piece) == school.number
    or not school and is_character(piece), where, "expected " .. wanted, word)
  return piece
end

local function read_cards(parts, words, where, to, seat, school)
  if words == "" then return end
  if sign(words, 1) == "?" then
    local amount = number(words:sub(2), 99)
    if not amount then expected(where, "cards, or their number as in ?4", words) end
    table.insert(parts.unseen, { to = to, amount = amount, seat = seat, school = school,
      where = where })
    return
  end
  for _, word in ipairs(words:split(",")) do
    give(take_card(parts, word, where, school), to, seat)
  end
end

-- ---- the head -----------------------------------------------------------------------------------

local decisions = {}
for name, code in pairs(notation.phases) do decisions[code] = name end

-- Cards that both players refuse to draw are at the end. Returns the text before them.
local function read_refused(word)
  for seat = 0, 1 do
    state.refuses[seat] = number(sign(word, #word - 1 + seat), 7)
      or expected("phase", "what both refuse to draw, as 0 to 7, at the end", word)
  end
  return word:sub(1, -3)
end

-- The decision of a phase code, and what it says besides.
local function read_phase(code)
  local rest = code:sub(3)
  if code:starts("S1r") then
    now.fresh = number(code:sub(4), 15, 1) or expected("phase", "a place behind S1r", code)
    return "refund"
  elseif code == "2b" or code == "2a" then
    now.window = code == "2b" and 1 or 2
    return "answering"
  elseif code == "2f" and forks.allowed then
    return "forking"
  elseif code == "2k" or code == "2e" then
    now.ending = code == "2e"
    return "spending"
  elseif code == "4t" and state.options.tdPhase4 == "allAtOnce" then
    return "spending"
  elseif sign(code, 1) == "x" then
    now.phase = number(code:sub(2), 5, state.recruits_on(now.day) and 0 or 1)
      or expected("phase", "x and a phase from 1 to 5", code)
    return "discarding"
  elseif code:starts("S1d") then
    now.fresh = number(code:sub(4), 15, 1) or expected("phase", "a place behind S1d", code)
    return "drawing_characters"
  elseif sign(code, 1) == "R" or sign(code, 1) == "F" then
    local school = number(sign(code, 2), 3, 1) or expected("phase", "R or F and a category", code)
    if state.options.drawOptional then rest = read_refused(rest) end
    now.fill_by_seat = rest == "t"
    now.phase = rest == "t" and 2 or number(rest:sub(2), 5)
      or expected("phase", "t, or x and a phase, behind the category", code)
    if sign(code, 1) == "F" then now.asked = school else now.shuffling = school end
    return now.asked > 0 and "drawing" or "reshuffle"
  end
  local name = decisions[code]
  demand(name, "phase", "expected one of S1, S1r, S1x, 2, 2t, 2b, 2k, 2a, 2e, 3, 4d, 4t, DE, "
    .. "x1 to x5, over1, over2 and over=", code)
  return name
end

local PHASES = { ["2"] = 2, ["3"] = 3, ["4"] = 4, D = 5 }

local function cut(line_part, mark, where, example)
  local before, behind = text.cut(line_part, mark)
  demand(before, where, "expected something like " .. example, line_part)
  return before, behind
end
local function flag_of(word, where)
  demand(word == "0" or word == "1", where, "expected 0 or 1", word)
  return word == "1"
end
local EXAMPLE = "D2.3:2L1x00g0i0h1,5k0"

-- Returns the name of the decision and its seat, or the result.
local function read_head(word)
  local front, rest = cut(word, "L", "head", EXAMPLE)
  local day, code = cut(front, ".", "head", EXAMPLE)
  demand(sign(day, 1) == "D", "head", "expected something like " .. EXAMPLE, word)
  now.day = number(day:sub(2), state.options.maxDays)
    or expected("day", "D and 0 to " .. state.options.maxDays, day)
  local last, passed, grace, idle, marks, death, killer
  last, rest = cut(rest, "x", "head", EXAMPLE)
  passed, rest = cut(rest, "g", "head", EXAMPLE)
  grace, rest = cut(rest, "i", "head", EXAMPLE)
  idle, rest = cut(rest, "h", "head", EXAMPLE)
  marks, rest = cut(rest, "k", "head", EXAMPLE)
  death, killer = text.cut(rest, "w")
  death = death or rest
  demand(not killer or text.index("12", killer), "w", "expected 1 or 2", killer)
  now.killer = killer and text.index("12", killer) or nil
  demand(#last == 1 and text.index("012", last), "L", "expected 0, 1 or 2", last)
  now.last = last ~= "0" and text.index("12", last) or nil
  for seat = 0, 1 do
    state.passed[seat] = flag_of(sign(passed, seat + 1), "x")
    state.mark[seat] = number(marks:split(",")[seat + 1] or "", MOST)
      or expected("h", "two marks as in 1,5", marks)
  end
  now.grace, now.death = flag_of(grace, "g"), flag_of(death, "k")
  now.idle = number(idle, 20) or expected("i", "the idle Days, 0 to 20", idle)
  if code:starts("over") then return nil, nil, code end
  local phase, decider = text.cut(code, ":")
  phase = phase or code
  now.phase = PHASES[sign(phase, 1)] or 0
  local seat = decider and text.index("12", decider)
  demand(not decider or seat, "player", "expected 1 or 2 behind the colon", decider)
  return read_phase(phase), seat
end

-- ---- the players --------------------------------------------------------------------------------

local function read_marks(parts, unit, marks, where)
  local at = 1
  while at <= #marks do
    local c, two = sign(marks, at), marks:sub(at, at + 1)
    if two == ":T" or two == ":N" then
      local kept = parts.sealed and state.sealed or state.declared
      kept[unit] = two == ":T" and state.DECLARED.generates or state.DECLARED.holds
      at = at + 2
    elseif c == "~" then
      state.dying[unit], state.felled[unit] = true, two == "~~"
      at = at + (two == "~~" and 2 or 1)
    elseif c == "^" then
      state.moved[unit] = state.moved[unit] + 1
      at = at + 1
    elseif c == "!" then
      local behind = at + 1
      while text.index("0123456789", sign(marks, behind)) do behind = behind + 1 end
      state.stunned_to[unit] = number(marks:sub(at + 1, behind - 1), 63)
        or expected(where, "the last Day of the stun behind !", marks)
      at = behind
    else
      expected(where, "marks as ~ ~~ !3 ^ :T :N", marks:sub(at))
    end
  end
end

-- A Character that nobody sees who reads the line, at the k-th place of those that are laid.
local function read_hidden(parts, where, seat, k)
  table.insert(parts.unseen,
    { to = state.laid[seat], amount = 1, seat = seat, where = where, level = k })
end

-- A Character of a line that may be in the middle of a selection on a later Day: one that stood
-- there before, or a new one, in brackets or with an F for a Farseer that was turned up.
local function read_selected(parts, word, where, seat, k)
  if sign(word, 1) == "(" then
    local code = word:sub(2, -2)
    demand(sign(word, #word) == ")", where, "the bracket is not closed", word)
    if code == "" then return read_hidden(parts, where, seat, k) end
    return give(take_card(parts, code, where), state.laid[seat], seat)
  end
  local unit = take_card(parts, word:sub(1, 4), where)
  give(unit, state.laid[seat], seat)
  if sign(word, 5) == "F" then
    now.seer, now.seer_at = seat, k
  else
    state.stood[unit] = true
    read_marks(parts, unit, word:sub(5), where)
  end
end

-- A seat that must finish for a Farseer has shown its line when it was locked.
local function show_finished(parts)
  local seat = now.seer and 1 - now.seer
  if not seat or not state.recruiting() or not state.passed[seat] then return end
  local hidden = false
  for _, entry in ipairs(parts.unseen) do hidden = hidden or entry.to == state.laid[seat] end
  for _, unit in ipairs(muster.pieces_in(state.laid[seat])) do
    demand(state.stood[unit] and not hidden, "line of P" .. seat + 1,
      "it is locked and shown, without brackets")
    state.stood[unit] = false
    give(unit, line[seat], seat)
  end
end

local function read_laid(parts, word, where, seat, k)
  local shut = sign(word, 1) == "("
  local code = shut and word:sub(2, -2) or word
  demand(not shut or sign(word, #word) == ")", where, "the bracket is not closed", word)
  if code == "" then return read_hidden(parts, where, seat, k) end
  local unit = take_card(parts, code, where)
  if not shut and state.passed[seat] then -- its line was shown for a Farseer
    return give(unit, line[seat], seat)
  end
  give(unit, state.laid[seat], seat)
  if not shut then now.seer, now.seer_at = seat, k end
end

local SELECTING = { select = true, refund = true, trim = true, drawing_characters = true }

local function read_line(parts, words, seat)
  local where = "line of P" .. seat + 1
  if words == "" then return end
  for k, word in ipairs(words:split(",")) do
    if SELECTING[parts.decision] and state.recruiting() then
      read_selected(parts, word, where, seat, k)
    elseif now.day == 0 and parts.decision ~= "deal_spells" and parts.decision ~= "drawing" then
      read_laid(parts, word, where, seat, k)
    else
      local unit = take_card(parts, word:sub(1, 4), where)
      give(unit, line[seat], seat)
      read_marks(parts, unit, word:sub(5), where)
    end
  end
end

local function read_counts(word, seat)
  local where = "counts of P" .. seat + 1
  local example = "$1m3t0f0c1"
  demand(sign(word, 1) == "$", where, "expected something like " .. example, word)
  local parts, rest = {}, word:sub(2)
  for _, mark in ipairs { "m", "t", "f", "c" } do
    parts[#parts + 1], rest = cut(rest, mark, where, example)
  end
  parts[5] = rest
  local fields = { { state.money, state.money_until(state.options.maxDays) },
    { state.mana, MOST }, { state.aimed, MOST }, { state.pool, MOST }, { state.casts, 99 } }
  for i, field in ipairs(fields) do
    field[1][seat] = number(parts[i], field[2])
      or expected(where, "numbers as in " .. example, word)
  end
end

local KEYS = { "L", "X", "C", "E", "W", "B", "R" }

-- The items of a player by their keys, which come in that order; R may be missing.
local function keyed(items, where)
  local values = {}
  for i = 2, #items do
    local key, value = text.cut(items[i], "=")
    demand(key == KEYS[i - 1], where, "expected " .. (KEYS[i - 1] or "nothing more"), items[i])
    values[key] = value
  end
  return values
end

local function read_player(parts, word, seat)
  local items = word:split(";")
  demand(#items >= 7, "P" .. seat + 1, "expected counts, L=, X=, C=, E=, W= and B=", word)
  read_counts(items[1], seat)
  local values = keyed(items, "P" .. seat + 1)
  read_line(parts, values.L, seat)
  read_cards(parts, values.X, "dead of P" .. seat + 1, state.dead[seat], seat)
  read_cards(parts, values.C, "Characters in hand of P" .. seat + 1, state.hand[seat], seat)
  for _, school in ipairs(schools) do
    read_cards(parts, values[school.letter], school.letter .. " of P" .. seat + 1,
      school.book[seat], seat, school)
  end
  read_cards(parts, values.R or "", "R of P" .. seat + 1, state.refused[seat], seat)
end

-- ---- targets, effects and the stack -------------------------------------------------------------

-- The piece that a target names: 2.3, 1d2 or #1.
local function target_of(word, where)
  local piece
  if sign(word, 1) == "#" then
    piece = piece_at(state.effects, number(word:sub(2), 99) or 0)
  else
    local seat = text.index("12", sign(word, 1))
    local nth = number(word:sub(3), 15)
    if seat and nth and sign(word, 2) == "." then piece = piece_at(line[seat], nth) end
    if seat and nth and sign(word, 2) == "d" then piece = piece_at(state.dead[seat], nth) end
  end
  demand(piece, where, "expected a target as 2.3, 1d2 or #1 that is there", word)
  return piece
end

local function read_end(word, where)
  if word == "tl" then return effects.never end
  if word == "m" then return effects.next_dawn() end
  if word == "p" then return effects.this_phase() end
  if word == "d" then return effects.end_of(now.day) end
  local day, phase = text.cut(word, ".")
  day = sign(word, 1) == "d" and number((day or word):sub(2), 63, now.day)
  local moment = day and (phase and number(phase, 5, 1) and effects.moment(day, number(phase, 5, 1))
    or not phase and effects.end_of(day))
  demand(moment and moment >= effects.this_phase(), where,
    "expected an end as p, d, d3, d3.2, tl or m that is still to come", word)
  return moment
end

-- W08@1>C04a=+2/tl
local function read_effect(word)
  local where, example = "effects", "W08@1>C04a=+2/tl"
  local source, rest = cut(word, "@", where, example)
  local seat, target, amount, last
  seat, rest = cut(rest, ">", where, example)
  target, rest = cut(rest, "=", where, example)
  amount, last = cut(rest, "/", where, example)
  local less = sign(amount, 1) == "-"
  local value = number((less or sign(amount, 1) == "+") and amount:sub(2) or amount, 99)
  demand(value, where, "expected an amount", amount)
  local unit
  for at = 0, 1 do
    for _, where_it_lies in ipairs { line[at], state.laid[at] } do
      for _, other in ipairs(muster.pieces_in(where_it_lies)) do
        if muster.piece_text(other) == target then unit = other end
      end
    end
  end
  demand(unit or target == "-", where,
    "expected a Character of a line: an effect ends when its Character dies (FL-RUL-51)", target)
  local spell = state.spell_named(source)
  demand(spell and effects.can_last(spell), where, "expected a Spell that lasts", source)
  demand(effects.has_target(spell) == (unit ~= nil), where, unit and source .. " is on no Character"
    or source .. " is on a Character", target)
  effects.place(spell, text.index("12", seat) or expected(where, "a player, 1 or 2", seat), unit,
    less and -value or value, read_end(last, where))
end

-- The target of one instance, or two that stand side by side as in 1.2-1.3.
local function read_target(spell, aim, partner, word, where)
  if word == "-" then return end -- it is gone
  local one, other = text.cut(word, "-")
  aim[spell] = target_of(one or word, where)
  if one then partner[spell] = target_of(other, where) end
end

-- One more fork of a Spell, beyond the first.
local function read_fork(spell, where)
  demand(forks.allowed and forks.has_room(), where, "a Spell is not forked so often (FL-RUL-30)")
  return forks.add(spell)
end

local function read_targets(spell, targets, where)
  if casting.takes_order(spell) then
    local order = 0
    for _, place_text in ipairs(targets:split(",")) do
      order = order * 10
        + (number(place_text, 9, 1) or expected(where, "old places as in 3,1,2", targets))
    end
    casting.order[spell] = order
    return
  end
  local words = targets:split("&")
  read_target(spell, casting.aim1, casting.other1, words[1], where)
  if words[2] then read_target(spell, casting.aim2, casting.other2, words[2], where) end
  casting.forked[spell] = words[2] ~= nil and not casting.twists(spell)
  for k = 3, #words do
    read_target(read_fork(spell, where), casting.aim1, casting.other1, words[k], where)
  end
end

-- `*2` and as many `&` as there are forks, where no targets say it. Returns their number.
local function read_form(form, where)
  local signs = form:starts("*2") and form:sub(3) or form
  demand(signs == ("&"):rep(#signs), where, "expected *2 and &", form)
  return #signs
end

-- E06*2@1>2.3&2.1'
local function read_cast(parts, word)
  local where = "stack"
  local done = sign(word, #word) == "'"
  local code, rest = cut(done and word:sub(1, -2) or word, "@", where, "E02*2@1>-")
  local seat, targets = cut(rest, ">", where, "E02*2@1>-")
  local piece = take(parts, code:sub(1, 3), where)
  demand(not is_character(piece), where, "expected Spells", code)
  give(piece, state.stack, text.index("12", seat) or expected(where, "a player, 1 or 2", seat))
  local form = code:sub(4)
  casting.doubled[piece] = form:starts("*2")
  local signs = read_form(form, where)
  if targets == "-" then
    casting.forked[piece] = signs > 0
    for _ = 2, signs do read_fork(piece, where) end
  else
    read_targets(piece, targets, where)
  end
  casting.done[piece] = done
  casting.apply_answers(piece)
end

-- The items of a list in brackets.
local function items_of(word, open, close, where, mark)
  demand(sign(word, 1) == open and sign(word, #word) == close, where,
    "expected " .. open .. "..." .. close, word)
  local inner = word:sub(2, -2)
  return inner == "" and {} or inner:split(mark)
end

-- ---- decks --------------------------------------------------------------------------------------

local function read_deck(parts, word, deck, where, school)
  local inner = sign(word, 1) == "("
  if not inner then
    read_cards(parts, "?" .. word, where, deck, nil, school)
    return
  end
  demand(sign(word, #word) == ")", where, "the bracket is not closed", word)
  local cards = word:sub(2, -2)
  local list = cards == "" and {} or cards:split(",")
  for i = #list, 1, -1 do give(take_card(parts, list[i], where, school), deck, nil) end
end

local function read_decks(parts, word)
  local front, piles = cut(word, "/", "decks", "c31e18w18b24/E08")
  demand(sign(front, 1) == "c", "decks", "expected something like c31e18w18b24/E08", word)
  local characters, rest = cut(front:sub(2), "e", "decks", "c31e18w18b24/E08")
  local words = {}
  words[1], rest = cut(rest, "w", "decks", "c31e18w18b24/E08")
  words[2], words[3] = cut(rest, "b", "decks", "c31e18w18b24/E08")
  read_deck(parts, characters, state.deck, "deck of Characters")
  for n, school in ipairs(schools) do
    read_deck(parts, words[n], school.deck, "deck " .. school.letter, school)
  end
  for _, code in ipairs(piles == "" and {} or piles:split(",")) do
    local piece = take(parts, code, "discards")
    demand(not is_character(piece), "discards", "expected Spells", code)
    give(piece, schools[state.school_of(piece)].pile, nil)
  end
end

-- ---- cards that the line does not show ----------------------------------------------------------

local function give_unseen(parts)
  for _, entry in ipairs(parts.unseen) do
    local left = entry.amount
    for _, piece in ipairs(muster.pieces_in(box)) do
      if left > 0 and is_card(piece) and is_character(piece) == not entry.school
        and (not entry.school or state.school_of(piece) == entry.school.number) then
        give(piece, entry.to, entry.seat)
        if entry.level then insert(piece, entry.to, entry.level) end
        left = left - 1
      end
    end
    demand(left == 0, entry.where, "more cards than the game has left")
  end
  local lost = {}
  for _, piece in ipairs(muster.pieces_in(box)) do
    if is_card(piece) then lost[#lost + 1] = muster.piece_text(piece) end
  end
  demand(#lost == 0, "cards", "these are nowhere: "
    .. table.concat(lost, " ", 1, math.min(#lost, 10)) .. (#lost > 10 and " ..." or ""))
end

-- ---- what no game leads to ----------------------------------------------------------------------

-- The cost of a Character that was in the line before others are laid on a later Day.
local function cost_of_old(unit) return state.is_new(unit) and 0 or state.cost(unit) end

local function check_money(seat)
  local spent = pieces(line[seat]):sum(state.cost) + pieces(state.dead[seat]):sum(state.cost)
    + pieces(state.laid[seat]):sum(cost_of_old)
  local given = state.money_until(now.day)
  local revealed = count(line[seat]) + count(state.dead[seat]) + count(state.laid[seat]) > 0
  demand(not revealed or now.day == 0 or state.money[seat] == given - spent,
    "counts of P" .. seat + 1, "$" .. state.money[seat] .. ", but its Characters cost " .. spent
      .. " of " .. given .. " (FL-RUL-3)")
end

local function is_dying(unit) return state.dying[unit] end
local FILLING = { discarding = true, reshuffle = true, drawing = true }
local function check_hands(seat, decision)
  -- a hand shrinks when the phase ends, and a Dying Character's limit before
  if not state.options.dyingGivesAccess and pieces(line[seat]):some(is_dying) then return end
  if FILLING[decision] or SELECTING[decision] or count(state.stack) > 0 then return end
  for _, school in ipairs(schools) do
    local held = count(school.book[seat])
    demand(held <= school.limit(seat), school.letter .. " of P" .. seat + 1, held
      .. " Spells, and the limit is " .. school.limit(seat) .. " (FL-DRW-2)")
  end
end

local function check_lines(seat)
  local front, options = state.front(seat), state.options
  local waits = not options.convertedKillsNow and now.phase == 4 -- FL-RUL-17
  -- a line that is shown for a Farseer may still be ahead of its pool (FL-RUL-1)
  if front and options.frontKill == "immediate" and not waits and not state.recruiting() then
    local damage, health = state.pool[seat], state.health(front)
    demand(damage < health, "counts of P" .. seat + 1, "f" .. damage
      .. " kills the Front, which has a health of " .. health .. " (FL-RUL-16)")
  end
end

local function check_forking(card)
  demand(card and (casting.forked[card] or casting.twists(card) and below(card)), "stack",
    "2f asks how often the Spell on top is forked, or for targets of the one that it twists")
end

local ANNOUNCED = { forking = true, answering = true, spending = true, reshuffle = true,
  drawing = true }
local function check(decision)
  demand(not SELECTING[decision] or now.day == 0 or state.recruiting(), "phase",
    "Characters are laid on Day 0" .. (state.recruits_on(2) and ", and from Day 2 on" or ""))
  for seat = 0, 1 do
    check_money(seat)
    if now.day > 0 then
      check_hands(seat, decision)
      check_lines(seat)
    end
  end
  demand(count(state.stack) == 0 or ANNOUNCED[decision], "stack",
    "a Spell is announced in 2b, 2k and 2a only")
  demand(decision ~= "answering" or count(state.stack) > 0, "stack", "no Spell is announced")
  if decision == "forking" then check_forking(top(state.stack)) end
end

local function read_result(code)
  local winner = text.index("12", sign(code, 5))
  demand(#code == 5 and (winner or sign(code, 5) == "="), "phase",
    "expected over1, over2 or over=", code)
  local wiped_out = count(line[0]) == 0 or count(line[1]) == 0
  local ended = flow[wiped_out and "phase_end" or "night"]
  go(ended)
  if winner then
    over(wiped_out and "wiped out" or "survival", winner)
  else
    over(wiped_out and "wiped out" or "no progress")
  end
end

-- Where the flow goes on: turns and windows in which nothing can be cast pass by themselves.
local function entry_of(decision)
  if decision == "casting" then return "next_cast" end
  if decision == "forking" then return "forks" end
  if decision == "answering" then return now.window == 1 and "before" or "afterwards" end
  return decision
end

-- ---- the line -----------------------------------------------------------------------------------

local function parse(whole)
  local words = text.words(whole, " ")
  demand(words[1] == "FL", "position", "a line begins with FL", words[1])
  demand(#words == 7, "position", #words .. " words, expected FL, the head, two players, effects, "
    .. "the stack and decks")
  local parts = { cards = pieces_by_text(), unseen = {} }
  local decision, seat, result = read_head(words[2])
  parts.decision = decision
  parts.sealed = decision == "declaring" and state.options.tdDeclare == "secret"
  read_player(parts, words[3], 0)
  read_player(parts, words[4], 1)
  show_finished(parts)
  for _, item in ipairs(items_of(words[5], "[", "]", "effects", ",")) do read_effect(item) end
  for _, item in ipairs(items_of(words[6], "{", "}", "stack", ";")) do read_cast(parts, item) end
  read_decks(parts, words[7])
  give_unseen(parts)
  if result then return read_result(result) end
  check(decision)
  if seat then now.turn = seat end
  local asked = flow[entry_of(decision)]
  go(asked)
  if SELECTING[decision] then push(flow.see_lines) end
end

muster.notation { print = notation.print, parse = parse }

return reading
