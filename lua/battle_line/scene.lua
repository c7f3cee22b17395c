-- What a seat sees: the line with its flags, both displays, the hands and the decks. The cards that
-- the seat does not see are backs.

local cards = require("muster.cards")

---@param w battle_line
return function(w)
  local get = w.get

  local SUIT_NAMES = { "spades", "hearts", "diamonds", "clubs" }
  local VALUE_NAMES = { "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    "ten", "jack", "queen", "king" }
  local BACKS = {
    [w.TROOP] = { text = "T", colour = "brown", name = "a troop" },
    [w.TACTICS] = { text = "X", colour = "purple", name = "a tactics card" },
  }

  local look = {
    face = function(card)
      local pips, suit, role = get.pips(card), get.suit(card), get.role(card)
      local name = VALUE_NAMES[pips] .. " of " .. SUIT_NAMES[suit]
      local caption = w.titles[role]
      return { value = pips == 10 and "10" or string.sub(w.VALUES, pips + 1, pips + 1),
        suit = string.sub(w.SUITS, suit + 1, suit + 1), seat = muster.owner(card),
        caption = caption, name = caption and name .. ", " .. caption or name,
        zone = muster.piece_text(card) }
    end,
    back = function(card)
      local back = BACKS[muster.type(card)]
      return { text = back.text, colour = back.colour, name = back.name, seat = muster.owner(card) }
    end,
  }

  local function deck(place, type, name, move)
    local back = BACKS[type]
    return cards.count(place, { text = back.text, colour = back.colour, name = name, move = move })
  end

  local function lane(k)
    local ground, sides = w.ground(k), {}
    for seat = 0, 1 do
      local front = {}
      for _, card in ipairs(muster.pieces_in(ground)) do
        if muster.owner(card) == seat then front[#front + 1] = card end
      end
      sides[seat + 1] = { cards = w.side(seat, k), slots = w.need(k), front = front }
    end
    return { name = tostring(k), sides = sides,
      marker = { seat = get.holder(ground), text = "o", name = "flag " .. k } }
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

  local function hand(seat)
    return cards.row(w.hand(seat), { title = "Hand of P" .. seat + 1, seat = seat, look = look })
  end

  -- Guile cards that were played, then discards; nothing where there are none.
  local function add_display(items, seat)
    local pieces = muster.pieces_in(w.display(seat))
    for _, card in ipairs(muster.pieces_in(w.discard(seat))) do pieces[#pieces + 1] = card end
    if #pieces > 0 then
      items[#items + 1] = cards.row(cards.list(pieces, look),
        { title = "Display of P" .. seat + 1, seat = seat })
    end
  end

  muster.scene(function(viewer)
    local near = viewer == 1 and 1 or 0
    local far = 1 - near
    local items = {
      hand(far),
      cards.lanes { count = w.flags, near = near, look = look, lane = lane,
        sides = { { seat = 0, title = "P1" }, { seat = 1, title = "P2" } } },
      hand(near),
      cards.row({ deck(w.troop_deck(), w.TROOP, "troop deck", "dT"),
        deck(w.tactics_deck(), w.TACTICS, "tactics deck", "dX") }, { title = "Decks", seat = -1 }),
    }
    add_display(items, near)
    add_display(items, far)
    items[#items + 1] = { type = "text", title = "Tactics played",
      lines = { "P1 " .. get.played(0) .. ", P2 " .. get.played(1) } }
    return { title = "Battle Line", status = status(), to_move = muster.me(),
      seats = { { name = "P1", letter = "1" }, { name = "P2", letter = "2" } }, items = items }
  end)
end
