-- What a game consists of beside the cards: the line with its flags, hands, decks and displays,
-- and what is known of the turn. A column of the board is a flag: row 0 is the side of P1, row 1
-- holds the flag with its environment cards, row 2 is the side of P2; each is a stack in order of
-- arrival.
--
-- A card is owned by the seat that holds it, on whose side it lies, or that laid it as environment;
-- cards of the decks are nobody's. `arrival` numbers the formation cards of a flag, both sides
-- together, 1, 2 ... without gaps: who came last loses a tie, and nothing else of the past counts.

---@param w battle_line
return function(w)
  local get, set = w.get, w.set

  local function field(of, declaration)
    declaration.of = of
    get[declaration.name], set[declaration.name] = muster.field(declaration)
  end

  muster.grid { columns = w.flags, rows = 3 }
  field("piece", { name = "arrival", max = 8 })
  field("zone", { name = "holder", min = -1, max = 1, initial = -1 }) -- row 1: who owns the flag
  field("seat", { name = "played", max = w.tactics }) -- tactics cards played so far
  field("game", { name = "turn", max = 1 })      -- whose turn it is
  field("game", { name = "quiet", max = 1 })     -- was the turn before a quiet one?
  field("game", { name = "claimed", max = 1 })   -- has a claim been made in this turn?
  field("game", { name = "passed", max = 1 })    -- was this turn's play a pass?
  field("game", { name = "scouted", max = 1 })   -- scoutSkipsDraw = off: was it a Scout?
  field("game", { name = "refilled", max = 1 })  -- drawToSeven: has a card been drawn already?
  field("game", { name = "left", max = 3 })      -- Scout: cards still to draw, or to return
  field("game", { name = "drawn", max = 3 })     -- scoutReturn = drawnMinus1: cards it drew

  -- Between two moves a hand has no more; where a draw follows a Scout, each of them may leave one
  -- card more (BL-TRN-5).
  w.most_in_hand = w.options.scoutSkipsDraw and 7 or w.options.longTactics == "24" and 9 or 8
  w.hand = muster.container { name = "hand", per_seat = true, faces = "owner", sort = { "code" } }
  w.troop_deck = muster.container { name = "troop_deck", ordered = true, faces = "none" }
  w.tactics_deck = muster.container { name = "tactics_deck", ordered = true, faces = "none" }
  w.display = muster.container { name = "display", per_seat = true, ordered = true }
  w.discard = muster.container { name = "discard", per_seat = true, ordered = true }

  muster.constant("flags", w.flags)
  local line, row_of_flags = { {}, {} }, {}
  for column = 0, w.flags - 1 do
    line[1][column + 1] = muster.at(column, 0)
    line[2][column + 1] = muster.at(column, 2)
    row_of_flags[column + 1] = muster.at(column, 1)
  end
  muster.region("line", line[1], line[2])
  muster.region("row_of_flags", row_of_flags)

  -- ---- reading the line; k is the number of a flag, p a seat -----------------------------------

  w.side = muster.define("side(p, k)", "at(k - 1, 2 * p)")
  w.ground = muster.define("ground(k)", "at(k - 1, 1)")
  w.flag_of = muster.define("flag_of(zone)", "column(zone) + 1")
  w.open = muster.define("open(k)", "holder(ground(k)) == none")
  w.muddy = muster.define("muddy(k)", "some(x of ground(k): role(x) == mud)")
  w.foggy = muster.define("foggy(k)", "some(x of ground(k): role(x) == fog)")
  w.need = muster.define("need(k)", "if muddy(k) then 4 else 3")
  w.complete = muster.define("complete(p, k)", "count(side(p, k)) == need(k)")
  muster.define("room(p, k)", "open(k) and count(side(p, k)) < need(k)")
  muster.define("cards_left", "count(troop_deck) + count(tactics_deck)")
  muster.define("forms(card)", "high(card) > 0") -- a part of formations: troops and morale cards
  muster.define("spots_of(p)", "{z in line(p): room(p, flag_of(z))}")

  -- Is there another like it in its place? Is it the newest of its like there?
  muster.define("alike(a, b)", "a ~= b and code(a) == code(b)")
  muster.define("twinned(card)", "some(x of place(card): alike(x, card))")
  muster.define("newest(card)",
    "not some(x of place(card): alike(x, card) and level(x) > level(card))")
  -- Of two like cards in a place, the older for 1 and the newer for 2.
  muster.define("twin(card, nth)",
    "if nth == 2 then card else pick(x of place(card): alike(x, card))")

  -- ---- effects that several chapters use -------------------------------------------------------

  ---Take the formation card `card` from flag `k`: those that came after it move up.
  ---@param card string an expression
  ---@param k string an expression
  ---@return string effects
  function w.text.leave(card, k)
    return "for p in 0 .. 1 do for x of side(p, " .. k .. ") do if arrival(x) > arrival(" .. card
      .. ") then arrival(x) = arrival(x) - 1 end end end arrival(" .. card .. ") = 0 put(" .. card
      .. ", box) "
  end

  ---Lay the card on side (p, k) as the newest there.
  ---@param card string an expression
  ---@param p string an expression
  ---@param k string an expression
  ---@return string effects
  function w.text.enter(card, p, k)
    return "arrival(" .. card .. ") = count(side(0, " .. k .. ")) + count(side(1, " .. k
      .. ")) + 1 owner(" .. card .. ") = " .. p .. " put(" .. card .. ", side(" .. p .. ", " .. k
      .. ")) "
  end
end
