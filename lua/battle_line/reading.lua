-- Reading a position line (section 19). Every fault is said with the word where it stands and with
-- what would be right. Cards that a line as one seat sees it does not show (`?5t2x`, `?26`) are
-- those that it names nowhere, given out in a fixed order: the position is one of those that it may
-- be.

local number = require("muster.text").number

---@param w battle_line
return function(w)
  local get, set = w.get, w.set

  local function fault(where, what)
    error(where .. ": " .. what, 0)
  end

  local function sign(text, at)
    return string.sub(text, at, at)
  end

  ---@class battle_line.reader
  ---@field taken table<integer, boolean> pieces that the line has named
  ---@field unseen table[] places of cards that it does not show: {place, type, count, seat}

  -- The next piece of that code word.
  local function take(reader, code, where)
    local list = w.cards_of[code]
    if not list then
      fault(where, "'" .. code .. "' is no card: value A 2 ... 9 T J Q K and suit s h d c")
    end
    for _, piece in ipairs(list) do
      if not reader.taken[piece] then
        reader.taken[piece] = true
        return piece
      end
    end
    fault(where, code .. " is there more often than " .. (#list > 1 and "twice" or "once"))
  end

  ---@return integer[] pieces of a word of cards
  local function take_all(reader, text, where)
    local pieces = {}
    if #text % 2 == 1 then
      fault(where, "expected cards of two signs each, found '" .. text .. "'")
    end
    for at = 1, #text, 2 do
      pieces[#pieces + 1] = take(reader, string.sub(text, at, at + 1), where)
    end
    return pieces
  end

  local function give(piece, place, seat)
    muster.set_owner(piece, seat)
    muster.put(piece, place)
  end

  -- ---- the line --------------------------------------------------------------------------------

  local owners = { o = -1, ["1"] = 0, ["2"] = 1 }

  local function read_ground(reader, text, k, where)
    for at = 1, #text, 3 do
      local card = take(reader, string.sub(text, at, at + 1), where)
      local seat = sign(text, at + 2) ~= "o" and owners[sign(text, at + 2)]
      local role = get.role(card)
      if not seat or (role ~= w.role.fog and role ~= w.role.mud) then
        fault(where, "expected environment cards and who laid them, as in [Ks1], found '[" .. text
          .. "]'")
      end
      give(card, w.ground(k), seat)
    end
  end

  local function read_flag(reader, text, k)
    local where = "flag " .. k
    local owner, at = owners[sign(text, 1)], 2
    if not owner then fault(where, "begins with o, 1 or 2, found '" .. text .. "'") end
    set.holder(w.ground(k), owner)
    if sign(text, at) == "[" then
      local close = string.find(text, "]", at, true)
      if not close then fault(where, "the bracket is not closed by ]") end
      read_ground(reader, string.sub(text, at + 1, close - 1), k, where)
      at = close + 1
    end
    local arrival = 0
    while at <= #text do
      local seat = ({ ["+"] = 0, ["-"] = 1 })[sign(text, at)]
      if not seat then
        fault(where, "expected + or - and a card, found '" .. string.sub(text, at) .. "'")
      end
      local card = take(reader, string.sub(text, at + 1, at + 2), where)
      if get.high(card) == 0 then
        fault(where, muster.piece_text(card) .. " is no part of a formation")
      end
      arrival = arrival + 1
      if arrival > 8 then fault(where, "more than eight cards") end
      set.arrival(card, arrival)
      give(card, w.side(seat, k), seat)
      at = at + 3
    end
  end

  local function read_flags(reader, text)
    local items = string.split(text, "/")
    if #items ~= w.flags then
      fault("flags", #items .. " of them, expected " .. w.flags .. " with / between them")
    end
    for k, item in ipairs(items) do read_flag(reader, item, k) end
  end

  local function read_hand(reader, text, seat)
    local where = "hand of P" .. seat + 1
    if text == "." then return end
    if sign(text, 1) ~= "?" then
      for _, card in ipairs(take_all(reader, text, where)) do give(card, w.hand(seat), seat) end
      return
    end
    local t = string.find(text, "t", 1, true) or 1
    local troops = number(string.sub(text, 2, t - 1), 99)
    local tactics = number(string.sub(text, t + 1, -2), 99)
    if not troops or not tactics or sign(text, #text) ~= "x" then
      fault(where, "expected cards, or as in ?5t2x, found '" .. text .. "'")
    end
    reader.unseen[#reader.unseen + 1] = { w.hand(seat), w.TROOP, troops, seat, where }
    reader.unseen[#reader.unseen + 1] = { w.hand(seat), w.TACTICS, tactics, seat, where }
  end

  local function read_deck(reader, text, place, type, where)
    if text == "." then return end
    if sign(text, 1) == "?" then
      local count = number(string.sub(text, 2), 99)
      if not count then fault(where, "expected cards, or as in ?26, found '" .. text .. "'") end
      reader.unseen[#reader.unseen + 1] = { place, type, count, -1, where }
      return
    end
    local cards = take_all(reader, text, where)
    for i = #cards, 1, -1 do
      if muster.type(cards[i]) ~= type then
        fault(where, muster.piece_text(cards[i]) .. " belongs to the other deck")
      end
      give(cards[i], place, -1)
    end
  end

  local function read_display(reader, text, seat)
    local where = "display of P" .. seat + 1
    local bar = string.find(text, "|", 1, true)
    if not bar then fault(where, "expected guile cards, |, discards, found '" .. text .. "'") end
    for _, card in ipairs(take_all(reader, string.sub(text, 1, bar - 1), where)) do
      if get.role(card) < w.role.scout then
        fault(where, muster.piece_text(card) .. " is no guile card")
      end
      give(card, w.display(seat), seat)
    end
    for _, card in ipairs(take_all(reader, string.sub(text, bar + 1), where)) do
      if get.role(card) >= w.role.scout then
        fault(where, muster.piece_text(card) .. " is a guile card: it stands before the |")
      end
      give(card, w.discard(seat), seat)
    end
  end

  -- The cards that the line does not show: the lowest numbers first.
  local function fill_unseen(reader)
    local at = { [w.TROOP] = 0, [w.TACTICS] = w.troops }
    local last = { [w.TROOP] = w.troops - 1, [w.TACTICS] = w.troops + w.tactics - 1 }
    for _, entry in ipairs(reader.unseen) do
      local type = entry[2]
      for _ = 1, entry[3] do
        while reader.taken[at[type]] do at[type] = at[type] + 1 end
        if at[type] > last[type] then
          fault(entry[5], "more " .. (type == w.TROOP and "troops" or "tactics cards")
            .. " than the game has left")
        end
        reader.taken[at[type]] = true
        give(at[type], entry[1], entry[4])
      end
    end
    local lost = {}
    for piece = 0, w.troops + w.tactics - 1 do
      if not reader.taken[piece] then lost[#lost + 1] = muster.piece_text(piece) end
    end
    if #lost > 0 then
      fault("cards", "of " .. w.troops .. " troops and " .. w.tactics .. " tactics cards these are "
        .. "nowhere: " .. table.concat(lost, " ", 1, math.min(#lost, 10))
        .. (#lost > 10 and " ..." or ""))
    end
  end

  -- ---- counts ----------------------------------------------------------------------------------

  local laid = muster.expr([[
    sum(z in line(p): tally(x of z: type(x) == tactics)) + count(display(p))
    + sum(z in row_of_flags: tally(x of z: owner(x) == p))
    + tally(x of discard(p): type(x) == tactics)]], "p")
  w.tactics_laid = laid

  local function read_played(text)
    local words = string.split(text, ",")
    for seat = 0, 1 do
      local played = #words == 2 and number(words[seat + 1], w.tactics)
      if not played then
        fault("played", "expected two numbers as in 1,0, found '" .. text .. "'")
      end
      if played ~= laid(seat) then
        fault("played", "P" .. seat + 1 .. " has " .. laid(seat) .. " tactics cards on the table, "
          .. "the line says that he played " .. played)
      end
      set.played(seat, played)
    end
    if w.options.tacticsCount == "played" and (get.played(0) - get.played(1)) ^ 2 > 1 then
      fault("played", "the two counts never differ by more than one (BL-TAC-5)")
    end
  end

  local function check_sizes(decision)
    for k = 1, w.flags do
      for seat = 0, 1 do
        local count, need = muster.count(w.side(seat, k)), w.need(k)
        if count > need and not (decision == "losing" and w.open(k) ~= 0 and count == 4) then
          fault("flag " .. k, "P" .. seat + 1 .. " has " .. count .. " cards there, at most "
            .. need .. " find room")
        end
      end
    end
    local most = w.most_in_hand
    for seat = 0, 1 do
      local here = (decision == "scouting" or decision == "returning") and seat == get.turn()
      if muster.count(w.hand(seat)) > (here and most + 2 or most) then
        fault("hand of P" .. seat + 1, "more than " .. most .. " cards")
      end
    end
  end

  -- ---- turn and phase --------------------------------------------------------------------------

  local decisions = {}
  for _, name in ipairs { "deal", "before", "scouting", "returning", "after", "losing" } do
    decisions[w.phases[name]] = name
  end
  local most_left = { scouting = 3, returning = 2 }

  -- The decision of a phase, with what is left to draw or to return.
  local function read_turn(text)
    local seat, phase = owners[sign(text, 1)], sign(text, 2)
    local name = decisions[phase]
    if text == "-S" then return "deal" end
    local known = name and name ~= "deal" and not (name == "losing" and not w.options.envMovable)
      and not (name == "scouting" and not w.options.scoutSequential)
    if not seat or seat < 0 or not known then
      fault("turn", "expected a player and a phase, as in 1A, 2B, 1D2, 2R1 or -X1, found '" .. text
        .. "'")
    end
    set.turn(seat)
    local most = most_left[name]
    local left = most and number(string.sub(text, 3), most)
    if most and (not left or left == 0) or not most and #text > 2 then
      fault("turn", "'" .. text .. "': " .. (most and "expected 1 to " .. most .. " after the phase"
        or "nothing stands after this phase"))
    end
    if left then set.left(left) end
    return name
  end

  local function read_result(text)
    local sign_of_winner = sign(text, 3)
    local winner = sign_of_winner ~= "o" and owners[sign_of_winner]
    if #text ~= 3 or not winner and sign_of_winner ~= "=" then
      fault("turn", "expected -X1, -X2 or -X=, found '" .. text .. "'")
    end
    if not winner then return muster.over(0, "deadlock") end
    local ending = w.won(winner)
    if ending and w.won(1 - winner) then ending = nil end
    local owned = { [0] = 0, 0 }
    for k = 1, w.flags do
      local holder = get.holder(w.ground(k))
      if holder >= 0 then owned[holder] = owned[holder] + 1 end
    end
    if not ending and owned[winner] <= owned[1 - winner] then
      fault("turn", "P" .. winner + 1 .. " has not won with these flags")
    end
    muster.over(1 << winner, ending or "majority")
  end

  -- ---- what follows the counts -----------------------------------------------------------------

  local function read_mark(word, decision, over)
    for _, mark in ipairs(w.marks) do
      if mark[1] == word then
        if over or mark[3] and mark[3] ~= decision then
          fault(word, "belongs to another phase")
        end
        return set[mark[2]](1)
      end
    end
    local drawn = sign(word, 1) == "d" and number(string.sub(word, 2), 3)
    if drawn and w.options.scoutReturn == "drawnMinus1" and most_left[decision] then
      return set.drawn(drawn)
    end
    fault("'" .. word .. "'", "unknown; after the counts stand q1 a1 p1 and toggles as "
      .. "leaderMax=13")
  end

  local function read_extra(words, decision, over)
    local toggles, seen = {}, {}
    for i = 12, #words do
      local word = words[i]
      if seen[word] then fault(word, "stands twice") end
      seen[word] = true
      if string.find(word, "=", 1, true) then
        toggles[#toggles + 1] = word
      else
        read_mark(word, decision, over)
      end
    end
    table.sort(toggles)
    local wanted = { table.unpack(w.toggles) }
    table.sort(wanted)
    if table.concat(toggles, " ") ~= table.concat(wanted, " ") then
      fault("toggles", "this ruleset plays with '" .. table.concat(w.toggles, " ")
        .. "', the line wants '" .. table.concat(toggles, " ") .. "'")
    end
  end

  ---@param line string
  function w.parse(line)
    local words = {}
    for _, word in ipairs(string.split(line, " ")) do
      if word ~= "" then words[#words + 1] = word end
    end
    if words[1] ~= "BL" then
      fault("position", "a line begins with BL, found '" .. tostring(words[1]) .. "'")
    end
    local version = w.long and "L" or "S"
    if words[2] ~= version then
      fault("version", "this ruleset is " .. version .. ", found '" .. tostring(words[2]) .. "'")
    end
    if #words < 11 then
      fault("position", #words .. " words, expected BL, version, turn, flags, two hands, two "
        .. "decks, two displays and the counts")
    end
    ---@type battle_line.reader
    local reader = { taken = {}, unseen = {} }
    read_flags(reader, words[4])
    read_hand(reader, words[5], 0)
    read_hand(reader, words[6], 1)
    read_deck(reader, words[7], w.troop_deck(), w.TROOP, "troop deck")
    read_deck(reader, words[8], w.tactics_deck(), w.TACTICS, "tactics deck")
    read_display(reader, words[9], 0)
    read_display(reader, words[10], 1)
    fill_unseen(reader)
    read_played(words[11])
    local over = string.sub(words[3], 1, 2) == "-X"
    local decision = not over and read_turn(words[3]) or nil
    check_sizes(decision)
    read_extra(words, decision, over)
    if over then return read_result(words[3]) end
    local stale = get.refilled() == 1
    if decision == "after" and w.options.autoClaim and not stale then
      decision = w.options.claimWindow ~= "startOfTurn" and "claim_after" or decision
    end
    muster.go(decision)
  end

  muster.notation { print = w.print, parse = w.parse }
end
