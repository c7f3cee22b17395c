-- What a seat sees: the line with its flags, both displays, the hands and the decks. The cards that
-- the seat does not see are backs.

---@param w battle_line
return function(w)
  local get = w.get

  local SUIT_NAMES = { "spades", "hearts", "diamonds", "clubs" }
  local VALUE_NAMES = { "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    "ten", "jack", "queen", "king" }

  ---@param card integer
  ---@return table one card of a scene
  function w.card_scene(card)
    local type = muster.type(card)
    if not muster.known(card) then
      return { face = false, text = type == w.TACTICS and "X" or "T", seat = muster.owner(card),
        name = type == w.TACTICS and "a tactics card" or "a troop" }
    end
    local pips, suit, role = get.pips(card), get.suit(card), get.role(card)
    local name = VALUE_NAMES[pips] .. " of " .. SUIT_NAMES[suit]
    local caption = w.titles[role]
    return { value = pips == 10 and "10" or string.sub(w.VALUES, pips + 1, pips + 1),
      suit = string.sub(w.SUITS, suit + 1, suit + 1), seat = muster.owner(card), caption = caption,
      name = caption and name .. ", " .. caption or name, zone = muster.piece_text(card) }
  end

  local function cards_of(place)
    local list = {}
    for i, card in ipairs(muster.pieces_in(place)) do list[i] = w.card_scene(card) end
    return list
  end

  -- Backs of one kind become one pile.
  local function piled(cards)
    local list = {}
    for _, card in ipairs(cards) do
      local last = list[#list]
      if card.face == false and last and last.face == false and last.text == card.text then
        last.count = last.count + 1
      else
        if card.face == false then card.count = 1 end
        list[#list + 1] = card
      end
    end
    return list
  end

  local function lanes(viewer)
    local list = {}
    for k = 1, w.flags do
      local ground, sides = w.ground(k), {}
      for seat = 0, 1 do
        local front = {}
        for _, card in ipairs(muster.pieces_in(ground)) do
          if muster.owner(card) == seat then front[#front + 1] = w.card_scene(card) end
        end
        sides[seat + 1] = { cards = cards_of(w.side(seat, k)), slots = w.need(k), front = front }
      end
      list[k] = { name = tostring(k), marker = { seat = get.holder(ground), text = "o",
        name = "flag " .. k }, sides = sides }
    end
    return { type = "lanes", name = "line", lanes = list, near = viewer == 1 and 1 or 0,
      sides = { { seat = 0, title = "P1" }, { seat = 1, title = "P2" } } }
  end

  local asks = {
    deal = "the cards are shuffled and dealt", before = "claims flags and plays a card",
    scouting = "draws for the Scout", returning = "puts cards back for the Scout",
    after = "claims flags, then draws or ends the turn", losing = "discards a card, as Mud is gone",
  }
  local endings = { flags = "three flags", breakthrough = "a breakthrough",
    envelopment = "an envelopment", ["break+envelopment"] = "breakthrough and envelopment",
    majority = "more flags, as play is stuck" }

  local function status()
    local winners, ending = muster.over_by()
    if winners == 0 then return "Drawn: play is stuck" end
    if winners then return "P" .. winners .. " wins: " .. endings[ending] end
    local now = muster.decision_name()
    if muster.me() < 0 then return asks[now] or "" end
    local text = "P" .. muster.me() + 1 .. " " .. (asks[now] or now)
    if now == "scouting" or now == "returning" then text = text .. ", " .. get.left() .. " left" end
    return text
  end

  local function add_cards(items, title, seat, cards, always)
    if #cards > 0 or always then
      items[#items + 1] = { type = "cards", title = title, seat = seat, cards = cards }
    end
  end

  muster.scene(function(viewer)
    local near = viewer == 1 and 1 or 0
    local far = 1 - near
    local items = {}
    add_cards(items, "Hand of P" .. far + 1, far, piled(cards_of(w.hand(far))), true)
    items[#items + 1] = lanes(viewer)
    add_cards(items, "Hand of P" .. near + 1, near, piled(cards_of(w.hand(near))), true)
    add_cards(items, "Decks", -1, {
      { face = false, text = "T", count = muster.count(w.troop_deck()), name = "troop deck",
        move = "dT" },
      { face = false, text = "X", count = muster.count(w.tactics_deck()), name = "tactics deck",
        move = "dX" },
    })
    for _, seat in ipairs { near, far } do
      local cards = cards_of(w.display(seat))
      for _, card in ipairs(cards_of(w.discard(seat))) do cards[#cards + 1] = card end
      add_cards(items, "Display of P" .. seat + 1, seat, cards)
    end
    items[#items + 1] = { type = "text", title = "Tactics played",
      lines = { "P1 " .. get.played(0) .. ", P2 " .. get.played(1) } }
    return { title = "Battle Line", status = status(), to_move = muster.me(),
      seats = { { name = "P1", letter = "1" }, { name = "P2", letter = "2" } }, items = items }
  end)
end
