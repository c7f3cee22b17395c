-- Guile tactics (GUI): Scout, Redeploy, Deserter, Traitor. A played guile card lies in its player's
-- display, and what Redeploy and Deserter take from a flag on the pile of discards beside it.

---@param w battle_line
return function(w)
  local options = w.options
  local text = w.text

  muster.event("played_guile(seat, card)", { help = "A player plays a guile card." })
  muster.event("moved(card, from, to)", { help = "A card moves from one flag to another." })
  muster.event("discarded(card, seat)", { help = "A card is put on the discards of that player." })
  muster.event("returned(seat, deck)", { help = "A player puts a card back on this deck." })

  ---The clauses of a guile card in the hand: `guile` is the card.
  ---@param role string
  ---@param why string what to write instead
  ---@return table, table, table
  function w.guile_clauses(role, why)
    return { each = "guile", pieces = "hand(me)", rule = "BL-TRN-2",
        why = "that card is not in your hand" },
      { where = "role(guile) == " .. role, rule = "BL-TAC-7", why = why }, w.unbarred
  end
  text.play_guile = text.count_tactics .. "emit(played_guile, me, guile) put(guile, display(me)) "

  ---@param name string
  ---@param title string
  ---@param format string
  ---@param clauses table[]
  ---@param apply string
  function w.declare_guile(name, title, format, clauses, apply)
    local move = { name, at = "before", title = title, text = format, apply = apply }
    for _, clause in ipairs(clauses) do move[#move + 1] = clause end
    muster.move(move)
  end

  -- ---- cards that a guile card takes -----------------------------------------------------------

  ---Declare a kind of move that takes `unit`, a formation card of side (`whose`, from). Where like
  ---cards can lie on one side there are three kinds: the card is the only one of its like there; it
  ---has a twin and is named #1 (the older) or #2; or it has one and is not named, which means the
  ---older. The last is not listed, so that each move stands in the list once (BL-RUL-30).
  ---@param take {name: string, at: string?, title: string, format: string, first: table[],
  ---whose: string, rule: string, why: string, last: table[], apply: string}
  function w.declare_taking(take)
    local function kind(name, which, mark, middle, unlisted)
      local at = string.find(take.format, "{card}", 1, true) + 5
      local move = { name, at = take.at or "before", title = take.title .. which,
        unlisted = unlisted,
        text = string.sub(take.format, 1, at) .. mark .. string.sub(take.format, at + 1),
        apply = take.apply }
      for _, clauses in ipairs { take.first, { w.each_flag("from"), w.is_open("from"),
        { each = "card", pieces = "side(" .. take.whose .. ", from)", rule = take.rule,
          why = take.why } }, middle, take.last } do
        for _, clause in ipairs(clauses) do move[#move + 1] = clause end
      end
      muster.move(move)
    end
    if not w.twins then
      kind(take.name, "", "", { { let = "unit", be = "card" } })
      return
    end
    kind(take.name, "", "", {
      { where = "not twinned(card)", rule = "BL-RUL-30", why = "two such cards lie there" },
      { let = "unit", be = "card" },
    })
    local twins = { where = "twinned(card)", rule = "BL-RUL-30",
      why = "only one such card lies there: leave out # and its number" }
    kind(take.name .. "_twin", ", one of twins", "#{nth}", {
      twins,
      { where = "newest(card)" },
      { each = "nth", from = "1", to = "2", min = 1, max = 2, rule = "BL-RUL-30",
        why = "of two like cards the older is #1 and the newer #2" },
      { let = "unit", be = "twin(card, nth)" },
    })
    kind(take.name .. "_older", ", the older twin", "",
      { twins, { let = "unit", be = "twin(card, 1)" } }, true)
  end

  -- ---- Scout -----------------------------------------------------------------------------------

  local scout, is_scout, scout_unbarred = w.guile_clauses("scout",
    "only of the Scout the name is enough; say of others what they do, as in 5h@3, Jd:5h@2>4, "
    .. "Jh:9c@5 or Jh:-")
  local something = { where = "can_scout", rule = "BL-RUL-27",
    why = "both decks are used up: there is nothing to draw" }

  muster.decision { "scouting", title = "Draw for the Scout", seat = "turn" }
  muster.decision { "returning", title = "Put a card back", seat = "turn" }

  local minus = options.scoutReturn == "drawnMinus1"
  local done = (minus and "drawn = 0 " or "") .. (options.scoutSkipsDraw and "" or "scouted = 1 ")
    .. text.play_done
  -- What the Scout drew has been drawn; how many of the hand go back?
  local function give_back(drawn)
    local number = minus and "(if " .. drawn .. " > 1 then " .. drawn .. " - 1 else 0)" or "2"
    return "left = if count(hand(me)) < " .. number .. " then count(hand(me)) else " .. number
      .. " if left > 0 then go(returning) else " .. done .. "end "
  end

  if options.scoutSequential then
    w.declare_guile("scout", "Scout", "{guile}", { scout, is_scout, scout_unbarred, something },
      text.play_guile .. "left = if cards_left < 3 then cards_left else 3 "
      .. "if left > 0 then go(scouting) else " .. give_back("0") .. "end")
    w.declare_draws("scouting", {}, "left = left - 1 " .. (minus and "drawn = drawn + 1 " or "")
      .. "if left == 0 then " .. give_back("drawn") .. "end")
  else
    for _, split in ipairs { "TTT", "TTX", "TXX", "XXX", "TT", "TX", "XX", "T", "X", "" } do
      local troops = 0
      for i = 1, #split do troops = troops + (string.sub(split, i, i) == "T" and 1 or 0) end
      local number, tactics = #split, #split - troops
      local draws = ""
      for i = 1, number do
        draws = draws .. text.draw(i <= troops and "troop_deck" or "tactics_deck")
      end
      w.declare_guile("scout_" .. split, "Scout", split == "" and "{guile}" or "{guile}:" .. split,
        { scout, is_scout, scout_unbarred, something,
          { where = "count(troop_deck) >= " .. troops .. " and count(tactics_deck) >= " .. tactics,
            rule = "BL-RUL-26", why = "a deck has not that many cards" },
          { where = number == 3 and "true" or "cards_left == " .. number, rule = "BL-GUI-3",
            why = "a Scout draws three cards, or all that are left: write Jc:TTX" } },
        text.play_guile .. draws .. (minus and "drawn = " .. number .. " " or "")
        .. give_back(tostring(number)))
    end
  end

  muster.move { "return_card", at = "returning", title = "Put a card on its deck",
    text = "r{card}",
    w.held,
    apply = "owner(card) = none left = left - 1 "
      .. "emit(returned, me, if type(card) == troop then troop_deck else tactics_deck) "
      .. "put(card, if type(card) == troop then troop_deck else tactics_deck) "
      .. "if left == 0 then " .. done .. "end" }

  -- ---- Redeploy --------------------------------------------------------------------------------

  local redeploy, is_redeploy, redeploy_unbarred = w.guile_clauses("redeploy",
    "only Redeploy moves a card of yours, as in Jd:5h@2>4 or Jd:5h@2>x")
  local own = { rule = "BL-GUI-5", why = "no such card lies on your side of that flag" }
  local elsewhere = options.redeploySameFlag and { where = "true" }
    or { where = "to ~= from", rule = "BL-RUL-16", why = "the card goes to another flag" }
  local room = { where = "side(me, to) in spots", rule = "BL-PLC-2",
    why = "your side of the flag that it is to go to has no free slot" }
  w.declare_taking { name = "redeploy", title = "Redeploy", format = "{guile}:{card}@{from}>{to}",
    first = { redeploy, is_redeploy, redeploy_unbarred }, whose = "me", rule = own.rule,
    why = own.why, last = { w.each_flag("to"), elsewhere, w.is_open("to"), room },
    apply = text.play_guile .. text.leave("unit", "from") .. text.enter("unit", "me", "to")
      .. "emit(moved, unit, from, to) " .. text.play_done }
  w.declare_taking { name = "redeploy_off", title = "Redeploy: discard",
    format = "{guile}:{card}@{from}>x",
    first = { redeploy, is_redeploy, redeploy_unbarred }, whose = "me", rule = own.rule,
    why = own.why, last = {},
    apply = text.play_guile .. text.leave("unit", "from")
      .. "put(unit, discard(me)) emit(discarded, unit, me) " .. text.play_done }

  -- ---- Deserter and Traitor --------------------------------------------------------------------

  local deserter, is_deserter, deserter_unbarred = w.guile_clauses("deserter",
    "only the Deserter takes a card away, as in Jh:9c@5 or Jh:-")
  w.declare_taking { name = "desert", title = "Deserter", format = "{guile}:{card}@{from}",
    first = { deserter, is_deserter, deserter_unbarred }, whose = "1 - me", rule = "BL-GUI-7",
    why = "no such card lies on the opponent's side of that flag", last = {},
    apply = text.play_guile .. text.leave("unit", "from")
      .. "put(unit, discard(1 - me)) emit(discarded, unit, 1 - me) " .. text.play_done }

  local traitor, is_traitor, traitor_unbarred = w.guile_clauses("traitor",
    "only the Traitor takes a troop over, as in Js:9c@5>2 or Js:-")
  w.declare_taking { name = "betray", title = "Traitor", format = "{guile}:{card}@{from}>{to}",
    first = { traitor, is_traitor, traitor_unbarred }, whose = "1 - me", rule = "BL-GUI-9",
    why = "no such card lies on the opponent's side of that flag",
    last = {
      { where = "type(unit) == troop", rule = "BL-GUI-10", why = "the Traitor takes troops only" },
      w.each_flag("to"), w.is_open("to"), room },
    apply = text.play_guile .. text.leave("unit", "from") .. text.enter("unit", "me", "to")
      .. "emit(moved, unit, from, to) " .. text.play_done }

  local nothing = { where = options.guileMayFizzle and "true" or "false", rule = "BL-RUL-15",
    why = "the card must have a victim" }
  w.declare_guile("fizzle", "Deserter or Traitor in vain", "{guile}:-", {
    { each = "guile", pieces = "hand(me)", rule = "BL-TRN-2",
      why = "that card is not in your hand" },
    { where = "role(guile) == deserter or role(guile) == traitor", rule = "BL-RUL-15",
      why = "only Deserter and Traitor may be played for nothing" },
    w.unbarred, nothing,
  }, text.play_guile .. text.play_done)

end
