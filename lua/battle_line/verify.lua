-- What no rule can produce: cards where none can be, too many of them, numbers with gaps, a game
-- that goes on.

---@param w battle_line
return function(w)
  local get = w.get
  local options = w.options

  local function demand(good, id, what)
    if not good then error(id .. ": " .. what, 0) end
  end

  -- Every card is where one of its type and class can be, owned by whom it should be.
  local function check_card(card)
    local place, owner, role = muster.place(card), muster.owner(card), get.role(card)
    local type = muster.type(card)
    local column, row = muster.column(place), muster.row(place)
    local on_line = place < muster.zones()
    local guile = role >= w.role.scout
    if on_line and row == 1 then
      demand(role == w.role.fog or role == w.role.mud, "BL-ENV-1", "no environment card at a flag")
      demand(owner >= 0, "BL-ENV-1", "an environment card is nobody's")
    elseif on_line then
      demand(get.high(card) > 0, "BL-PLC-1", "no formation card in column " .. column)
      demand(owner * 2 == row, "BL-PLC-1", "a card lies on the other side")
    elseif place == w.troop_deck() or place == w.tactics_deck() then
      demand(owner < 0, "BL-SET-7", "a card of a deck is somebody's")
      demand((place == w.troop_deck()) == (type == w.TROOP), "BL-SET-8", "a card in the other deck")
    else
      demand(owner >= 0, "BL-CMP-1", "a card is nowhere")
      demand(place == w.hand(owner) or place == w.display(owner) and guile
        or place == w.discard(owner) and not guile, "BL-GUI-1", "a card is in a wrong place")
    end
    demand(on_line and row ~= 1 or get.arrival(card) == 0, "BL-RUL-19",
      "an arrival number outside of the formations")
  end

  -- The arrival numbers of a flag are 1, 2 ... and rise in each stack.
  local function check_flag(k)
    local seen, cards = {}, 0
    local losing = muster.decision_name() == "losing"
    for seat = 0, 1 do
      local before = 0
      local stack = muster.pieces_in(w.side(seat, k))
      demand(#stack <= (losing and 4 or w.need(k)), "BL-PLC-2", "too many cards at flag " .. k)
      for _, card in ipairs(stack) do
        local arrival = get.arrival(card)
        demand(arrival > before and not seen[arrival], "BL-RUL-19", "arrival numbers of flag " .. k)
        before, seen[arrival], cards = arrival, true, cards + 1
      end
    end
    for arrival = 1, cards do
      demand(seen[arrival], "BL-RUL-19", "a gap in the arrival numbers of flag " .. k)
    end
  end

  local function check_hands(now)
    local most = w.most_in_hand
    for seat = 0, 1 do
      local scout = (now == "scouting" or now == "returning") and seat == get.turn()
      demand(muster.count(w.hand(seat)) <= (scout and most + 2 or most), "BL-TRN-5",
        "too many cards in a hand")
    end
  end

  muster.verify(function()
    local now = muster.decision_name()
    for card = 0, w.troops + w.tactics - 1 do check_card(card) end
    for k = 1, w.flags do check_flag(k) end
    check_hands(now)
    for seat = 0, 1 do
      demand(get.played(seat) == w.tactics_laid(seat), "BL-RUL-28", "the count of tactics cards")
      demand(not now or not w.won(seat), "BL-END-3", "the game goes on after a victory")
    end
    if options.tacticsCount == "played" then
      local ahead = get.played(0) - get.played(1)
      demand(ahead * ahead <= 1, "BL-TAC-5", "the counts differ by more than one")
    end
    local scout = now == "scouting" or now == "returning"
    demand((get.left() > 0) == scout, "BL-GUI-3", "a Scout is or is not at work")
    demand(now or get.quiet() + get.claimed() + get.passed() == 0, "BL-END-1",
      "a turn goes on after the end")
    return true
  end)
end
