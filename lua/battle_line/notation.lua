-- Writing a position on one line (section 19), also as one seat sees it: then the decks, and a hand
-- that holds a card whose face he does not know, are written as `?` and numbers. What he knows of a
-- deck through a Scout is not written.

---@param w battle_line
return function(w)
  local get = w.get

  ---The letter of the phase, of each decision.
  w.phases = { deal = "S", before = "A", scouting = "D", returning = "R", after = "B",
    losing = "M" }

  local function cards_text(cards)
    local parts = {}
    for i, card in ipairs(cards) do parts[i] = muster.piece_text(card) end
    return table.concat(parts)
  end

  local function hidden(cards)
    for _, card in ipairs(cards) do
      if not muster.known(card) then return true end
    end
    return false
  end

  -- Is this what one seat sees, and not the whole?
  local function masked()
    for _, place in ipairs { w.troop_deck(), w.tactics_deck(), w.hand(0), w.hand(1) } do
      if hidden(muster.pieces_in(place)) then return true end
    end
    return false
  end

  local function hand_text(seat)
    local cards = muster.pieces_in(w.hand(seat))
    if #cards == 0 then return "." end
    if not hidden(cards) then return cards_text(cards) end
    local troops = 0
    for _, card in ipairs(cards) do
      if muster.type(card) == w.TROOP then troops = troops + 1 end
    end
    return "?" .. troops .. "t" .. #cards - troops .. "x"
  end

  local function deck_text(place)
    local cards = muster.pieces_in(place)
    if #cards == 0 then return "." end
    if masked() then return "?" .. #cards end
    local parts = {}
    for i, card in ipairs(cards) do parts[#cards + 1 - i] = muster.piece_text(card) end
    return table.concat(parts) -- the top first
  end

  local OWNER = { [-1] = "o", [0] = "1", "2" }
  local function flag_text(k)
    local ground = ""
    for _, card in ipairs(muster.pieces_in(w.ground(k))) do
      ground = ground .. muster.piece_text(card) .. muster.owner(card) + 1
    end
    local cards = {} -- by arrival, each after the sign of its side
    for seat = 0, 1 do
      for _, card in ipairs(muster.pieces_in(w.side(seat, k))) do
        cards[get.arrival(card)] = (seat == 0 and "+" or "-") .. muster.piece_text(card)
      end
    end
    return OWNER[get.holder(w.ground(k))] .. (ground ~= "" and "[" .. ground .. "]" or "")
      .. table.concat(cards)
  end

  local function turn_text()
    local winners = muster.over_by()
    if winners then return "-X" .. (winners == 0 and "=" or winners) end
    local now = muster.decision_name()
    if now == "deal" then return "-S" end
    local left = (now == "scouting" or now == "returning") and get.left() or ""
    return get.turn() + 1 .. w.phases[now] .. left
  end

  -- Toggles that differ from their defaults, in the order of their list.
  local toggles = {}
  for _, option in ipairs(require("battle_line.options")) do
    local key, value = option.key, w.options[option.key]
    if value ~= option.default and key ~= "version" and key ~= "dealer" then
      local word = tostring(value)
      if key == "courtValues" then word = value and "on" or "off" end
      toggles[#toggles + 1] = key .. "=" .. word
    end
  end
  w.toggles = toggles

  -- What is known of the turn: word, field; and the decision it is written at, if only at one.
  w.marks = { { "q1", "quiet" }, { "a1", "claimed" }, { "p1", "passed", "after" },
    { "s1", "scouted", "after" }, { "r1", "refilled", "after" } }

  local function extra(parts)
    for _, mark in ipairs(w.marks) do
      local here = not mark[3] or muster.decision_name() == mark[3]
      if here and get[mark[2]]() == 1 then parts[#parts + 1] = mark[1] end
    end
    if get.drawn() > 0 then parts[#parts + 1] = "d" .. get.drawn() end
    for _, toggle in ipairs(toggles) do parts[#parts + 1] = toggle end
  end

  ---@return string
  function w.print()
    local flags = {}
    for k = 1, w.flags do flags[k] = flag_text(k) end
    local parts = { "BL", w.long and "L" or "S", turn_text(), table.concat(flags, "/"),
      hand_text(0), hand_text(1), deck_text(w.troop_deck()), deck_text(w.tactics_deck()) }
    for seat = 0, 1 do
      parts[#parts + 1] = cards_text(muster.pieces_in(w.display(seat))) .. "|"
        .. cards_text(muster.pieces_in(w.discard(seat)))
    end
    parts[#parts + 1] = get.played(0) .. "," .. get.played(1)
    extra(parts)
    return table.concat(parts, " ")
  end
end
