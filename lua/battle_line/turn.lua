-- The turn (TRN, PLC; section 17): claims, one card, claims, one draw. Every decision is a move of
-- its own, also where there is only one (BL-RUL-43).

---@param w battle_line
return function(w)
  local options = w.options
  local text = w.text

  muster.event("laid(card, flag)", { help = "A card is laid at a flag." })
  muster.event("drew(seat, deck)", { help = "A player draws from this deck." })
  muster.event("passed_play(seat)", { help = "A player lays no card in this turn." })

  -- Tactics cards that count against the limit (BL-TAC-4, BL-RUL-28).
  muster.define("cunning(p)", options.tacticsCount == "played" and "played(p)" or [[
    sum(z in line(p): tally(x of z: type(x) == tactics)) + count(display(p))
    + sum(z in row_of_flags: tally(x of z: owner(x) == p))]])

  -- ---- the deal (SET) --------------------------------------------------------------------------

  muster.setup [[
    for x of box do put(x, if type(x) == troop then troop_deck else tactics_deck) end
    go(deal)]]
  muster.decision { "deal", title = "Shuffle and deal", chance = true }
  muster.move { "seed", at = "deal", title = "Shuffle and deal", text = "seed:{n}",
    { sample = "n" },
    apply = [[
      shuffle(troop_deck, n)
      shuffle(tactics_deck, n)
      for i in 1 .. 7 do for p in 0 .. 1 do
        owner(top(troop_deck)) = p
        put(top(troop_deck), hand(p))
      end end
      go(before)]] }

  -- ---- the end of a turn -----------------------------------------------------------------------

  local next_turn = "turn = 1 - turn claimed = 0 passed = 0 "
    .. (options.scoutSkipsDraw and "" or "scouted = 0 ")
    .. (options.drawToSeven and "refilled = 0 " or "")
    .. (options.autoClaim and options.claimWindow == "startOfTurn" and "go(claim_before) "
      or "go(before) ")
  text.turn_done = "quiet = 0 " .. next_turn
  -- The end of a turn without a draw: was it quiet? (BL-RUL-31)
  text.turn_over = "if passed == 1 and claimed == 0 "
    .. (options.drawToSeven and "and refilled == 0 " or "") .. "then if quiet == 1 then deadlock() "
    .. "else quiet = 1 " .. next_turn .. "end else " .. text.turn_done .. "end "
  text.play_done = options.autoClaim and options.claimWindow ~= "startOfTurn"
      and "go(claim_after) " or "go(after) "

  -- ---- before the play -------------------------------------------------------------------------

  muster.define("playable_ground(k)", "open(k)"
    .. (options.envStack and "" or " and count(ground(k)) == 0")
    .. (options.envOnComplete and "" or " and not complete(0, k) and not complete(1, k)"))
  muster.decision { "before", title = "Play a card", seat = "turn", let = {
    { "spots", "spots_of(me)" },
    { "fields", "{z in row_of_flags: playable_ground(flag_of(z))}" },
    { "unbarred", "cunning(me) <= cunning(1 - me)" },
  } }
  muster.decision { "after", title = "Claim, draw, end the turn", seat = "turn" }

  -- ---- playing troops, morale and environment cards --------------------------------------------

  w.held = { each = "card", pieces = "hand(me)", rule = "BL-TRN-2",
    why = "that card is not in your hand" }
  w.unbarred = { where = "unbarred", rule = "BL-TAC-4",
    why = "you have played more tactics cards than your opponent: no other before he plays one" }
  local may_play = { where = "type(card) == troop or unbarred", rule = w.unbarred.rule,
    why = w.unbarred.why }
  ---@param name string
  ---@return table a clause: a flag, by its number
  function w.each_flag(name)
    return { each = name, from = "1", to = "flags", min = 1, max = w.flags, rule = "BL-PLC-1",
      why = "the flags are numbered 1 to " .. w.flags }
  end
  ---@param k string
  ---@return table a clause: that flag is not claimed
  function w.is_open(k)
    return { where = "open(" .. k .. ")", rule = "BL-RUL-21",
      why = "that flag is claimed: nothing there is added, taken or moved" }
  end
  text.count_tactics = "played(me) = played(me) + 1 "
  local led = "tally(z in line(me): some(x of z: role(x) == leader)) "
    .. "+ tally(x of discard(me): role(x) == leader)"
  muster.define("one_leader_more", options.leaderCap == "none" and "true" or led .. " == 0")

  muster.move { "lay", at = "before", title = "Lay a card at a flag", text = "{card}@{flag}",
    w.held,
    { where = "forms(card) or role(card) == fog or role(card) == mud", rule = "BL-TAC-6",
      why = "a guile card is not laid at a flag" },
    { where = "forms(card)" },
    may_play,
    { where = "role(card) ~= leader or one_leader_more", rule = "BL-RUL-9",
      why = "each player uses one Leader only" },
    w.each_flag("flag"),
    { where = "open(flag)", rule = "BL-PLC-5", why = "that flag is claimed: no card comes there" },
    { where = "side(me, flag) in spots", rule = "BL-PLC-2", why = function(_, flag)
      return "all " .. w.need(flag) .. " slots of your side of flag " .. flag .. " are taken"
    end },
    apply = "if type(card) == tactics then " .. text.count_tactics .. "end "
      .. text.enter("card", "me", "flag") .. "emit(laid, card, flag) " .. text.play_done }

  muster.move { "lay_ground", at = "before", title = "Lay an environment card",
    text = "{card}@{flag}",
    w.held,
    { where = "role(card) == fog or role(card) == mud", rule = "BL-TAC-6",
      why = "Fog and Mud alone are laid so" },
    { where = "not forms(card)" },
    w.unbarred,
    w.each_flag("flag"),
    { where = "open(flag)", rule = "BL-ENV-1", why = "an environment card needs an open flag" },
    { where = "ground(flag) in fields", rule = options.envStack and "BL-RUL-29" or "BL-RUL-41",
      why = "no environment card can come to that flag" },
    apply = text.count_tactics .. "put(card, ground(flag)) emit(laid, card, flag) "
      .. text.play_done }

  -- ---- passing (BL-RUL-23) ---------------------------------------------------------------------

  local redeployable = "some(z in line(me): open(flag_of(z)) and count(z) > 0)"
    .. (options.envMovable and " or some(z in row_of_flags: open(flag_of(z)) "
      .. "and some(x of z: owner(x) == me))" or "")
  muster.define("has_own_cards", redeployable)
  muster.define("has_victims(troops_only)", "some(z in line(1 - me): open(flag_of(z)) "
    .. "and some(x of z: not troops_only or type(x) == troop))"
    .. (options.envMovable and " or not troops_only and some(z in row_of_flags: "
      .. "open(flag_of(z)) and some(x of z: owner(x) == 1 - me))" or ""))
  local fizzle = options.guileMayFizzle and "true" or nil
  muster.define("can_desert", fizzle or "has_victims(false)")
  muster.define("can_betray", fizzle or "has_victims(true) and size(spots_of(me)) > 0")
  muster.define("can_scout", options.scoutNeedsCard and "cards_left > 0" or "true")
  muster.define("can_lay(card)", "size(spots_of(me)) > 0 and (type(card) == troop "
    .. "or role(card) ~= leader or one_leader_more)")
  muster.define("can_play(card)", [[
    (type(card) == troop or cunning(me) <= cunning(1 - me))
    and (if forms(card) then can_lay(card)
      else if role(card) == scout then can_scout
      else if role(card) == redeploy then has_own_cards
      else if role(card) == deserter then can_desert
      else if role(card) == traitor then can_betray
      else some(k in 1 .. flags: playable_ground(k)))]])
  local passing = {
    forcedOnly = { "not some(x of hand(me): can_play(x))",
      "a card of your hand can be played, so you may not pass" },
    noTroopPlayable = { "not some(x of hand(me): can_play(x) and type(x) == troop)",
      "a troop of your hand can be played, so you may not pass" },
    free = { "true", "" },
  }
  local when = passing[options.passRule]
  muster.move { "pass", at = "before", title = "Pass", text = "pass",
    { where = when[1], rule = "BL-RUL-23", why = when[2] },
    apply = "passed = 1 emit(passed_play, me) " .. text.play_done }

  -- ---- after the play: the draw (BL-TRN-4) -----------------------------------------------------

  muster.define("draw_due", "cards_left > 0 and (count(hand(me)) < 7"
    .. (options.scoutSkipsDraw and ")" or " or scouted == 1)"))

  ---Effects: `me` draws from the deck.
  ---@param deck string
  ---@return string
  function text.draw(deck)
    return "owner(top(" .. deck .. ")) = me emit(drew, me, " .. deck .. ") put(top(" .. deck
      .. "), hand(me)) "
  end
  ---A kind of move that draws from each deck.
  ---@param at string
  ---@param clauses table[]
  ---@param apply string effects after the draw
  function w.declare_draws(at, clauses, apply)
    for _, deck in ipairs { { "T", "troop" }, { "X", "tactics" } } do
      local place = deck[2] .. "_deck"
      local move = { "draw_" .. deck[2] .. "_" .. at, at = at, title = "Draw a " .. deck[2]
        .. " card", text = "d" .. deck[1] }
      move[#move + 1] = { where = "count(" .. place .. ") > 0", rule = "BL-RUL-24",
        why = "that deck is used up" }
      for _, clause in ipairs(clauses) do move[#move + 1] = clause end
      move.apply = text.draw(place) .. apply
      muster.move(move)
    end
  end

  local refill = options.drawToSeven and "scouted = 0 if count(hand(me)) < 7 and cards_left > 0 "
    .. "then refilled = 1 else " .. text.turn_done .. "end" or text.turn_done
  w.declare_draws("after", { { where = "draw_due", rule = "BL-TRN-4",
    why = "your hand holds seven cards: nothing is drawn, end the turn" } }, refill)
  muster.move { "end_turn", at = "after", title = "End the turn", text = "end",
    { where = options.drawOptional and "true" or "not draw_due", rule = "BL-RUL-24",
      why = "a card must be drawn: dT from the troop deck, dX from the tactics deck" },
    apply = text.turn_over }

  if options.autoClaim then
    muster.step { "claim_before", title = "claim before a card is played", run = function()
      if w.claim_all() then muster.go("before") end
    end }
    muster.step { "claim_after", title = "claim after a card was played", run = function()
      if w.claim_all() then muster.go("after") end
    end }
  end
end
