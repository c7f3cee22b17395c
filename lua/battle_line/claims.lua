-- Claims (CLM), how a game ends (END), and what happens when play is stuck (BL-RUL-31).

---@param w battle_line
return function(w)
  local get, set = w.get, w.set
  local options = w.options

  ---End the game; what is known of the turn means nothing any more.
  ---@param winner integer? a seat, or nil for a draw
  ---@param ending string
  function w.finish(winner, ending)
    for _, name in ipairs { "turn", "quiet", "claimed", "passed", "scouted", "refilled" } do
      set[name](0)
    end
    muster.pop()
    muster.over(winner and 1 << winner or 0, ending)
  end

  muster.event("claimed_flag(seat, flag)", { help = "A player proves a flag, and takes it." })
  ---A successful claim (BL-CLM-7), which may decide the game at once (BL-END-1, BL-END-2).
  ---@param p integer
  ---@param k integer
  function w.take(p, k)
    set.holder(w.ground(k), p)
    set.claimed(1)
    muster.emit("claimed_flag", p, k)
    local ending = w.won(p)
    if ending then w.finish(p, ending) end
  end
  muster.func("take(p, k)", function(p, k)
    w.take(p, k)
    return 0
  end)

  -- All that can be proven is claimed without a word, the lowest flag first (autoClaim).
  if options.autoClaim then
    local due = muster.expr("open(k) and ready(turn, k) and proven(turn, k, none)", "k")
    ---@return boolean is the game still on?
    function w.claim_all()
      for k = 1, w.flags do
        if due(k) ~= 0 then w.take(get.turn(), k) end
        if muster.over_by() then return false end
      end
      return true
    end
  end

  -- ---- two quiet turns in a row (BL-RUL-31) ----------------------------------------------------

  muster.event("awarded_flag(seat, flag)",
    { help = "A flag nobody proved is given to a player when the game ends." })
  local function award_open_flags()
    local awards = {}
    for k = 1, w.flags do
      if w.open(k) ~= 0 then
        local one, two = w.complete(0, k) ~= 0, w.complete(1, k) ~= 0
        if one and two then
          awards[k] = w.beats(0, k) ~= 0 and 0 or 1
        elseif one or two then
          awards[k] = one and 0 or 1
        end
      end
    end
    for k = 1, w.flags do
      if awards[k] then
        set.holder(w.ground(k), awards[k])
        muster.emit("awarded_flag", awards[k], k)
      end
    end
  end

  local owned = muster.expr("owned(p)", "p")
  muster.func("deadlock", function()
    if options.deadlockRule == "draw" then
      w.finish(nil, "deadlock")
      return 0
    end
    award_open_flags()
    local one, two = w.won(0), w.won(1)
    if one and not two then
      w.finish(0, one)
    elseif two and not one then
      w.finish(1, two)
    elseif owned(0) ~= owned(1) then
      w.finish(owned(0) > owned(1) and 0 or 1, "majority")
    else
      w.finish(nil, "deadlock")
    end
    return 0
  end)

  -- ---- why not ---------------------------------------------------------------------------------

  local CATEGORIES = { "Sum", "Straight", "Flush", "Three of a Kind", "Straight Flush" }

  -- A rank at flag k as people write it: category and total, and what that is called.
  local function rank_text(rank, k)
    local category = rank // 1000
    local name = CATEGORIES[category]
    if w.foggy(k) ~= 0 then
      name = "Fog"
    elseif category == 4 and w.need(k) == 4 and not options.mudPartial then
      name = "Four of a Kind"
    end
    return category .. ":" .. rank % 1000 .. " (" .. name .. ")"
  end

  ---Why `p` cannot prove flag `k`. `shown` is the hand that is shown with the claim, or -1.
  ---@param p integer
  ---@param k integer
  ---@param shown integer
  ---@return string
  function w.why_unproven(p, k, shown)
    local need = w.need(k)
    local mine = w.rank(p, k, muster.count(w.side(p, k)))
    if w.complete(1 - p, k) ~= 0 then
      local his = w.rank(1 - p, k, need)
      if his > mine then
        return "at flag " .. k .. " the other side has " .. rank_text(his, k) .. ", yours is "
          .. rank_text(mine, k)
      end
      return "at flag " .. k .. " both sides have " .. rank_text(his, k)
        .. ", and the card that came last is yours (BL-TIE-2)"
    end
    local cards = {}
    for i, card in ipairs(w.prospect_cards(1 - p, k, shown)) do
      cards[i] = muster.piece_text(card)
    end
    return "at flag " .. k .. " the other side may still become "
      .. rank_text(w.prospect(1 - p, k, shown), k) .. " with " .. table.concat(cards, " ")
      .. "; yours is " .. rank_text(mine, k)
  end

  ---The conditions of a claim of flag `k` by the seat that decides, as clauses.
  ---@param shown string the place of the hand that is shown, or "none"
  ---@return table[]
  function w.claim_clauses(shown)
    return {
      w.each_flag("k"),
      { where = "open(k)", rule = "BL-CLM-8", why = "that flag is claimed already" },
      { where = "ready(me, k)", rule = "BL-CLM-3", why = function(k)
        return "your side of flag " .. k .. " is not complete: it needs " .. w.need(k) .. " cards"
      end },
      { where = "proven(me, k, " .. shown .. ")", rule = "BL-CLM-4", why = function(k)
        local p = muster.me()
        return w.why_unproven(p, k, shown == "none" and -1 or w.hand(p))
      end },
    }
  end

  ---Declare a kind of claim at each decision at which flags are claimed (claimWindow).
  ---@param name string
  ---@param format string
  ---@param clauses table[]
  ---@param apply string|table<string, string> effects, or those of each decision
  function w.declare_claim(name, format, clauses, apply)
    for _, at in ipairs { "before", "after" } do
      local never = at == "before" and "afterPlay" or "startOfTurn"
      local closed = { where = "false", rule = "BL-RUL-20", why = "flags are claimed only "
        .. (at == "before" and "after" or "before") .. " the play" }
      local late = { where = "refilled == 0", rule = "BL-TRN-7",
        why = "a card has been drawn: nothing is claimed any more" }
      local first = options.claimWindow == never and closed
        or at == "after" and options.drawToSeven and late or nil
      local move = { name .. "_" .. at, at = at, title = "Claim a flag", text = format,
        apply = type(apply) == "table" and apply[at] or apply, first }
      for _, clause in ipairs(clauses) do move[#move + 1] = clause end
      muster.move(move)
    end
  end

  local function plain(shown)
    local clauses = w.claim_clauses(shown)
    if not options.wildAuto then
      clauses[#clauses + 1] = { where = "wilds(me, k) == 0", rule = "BL-RUL-8", why = "say what "
        .. "your wild cards stand for, in the order in which they came: as in c4=9s,3h" }
    end
    return clauses
  end
  w.declare_claim("claim", "c{k}", plain("none"), "take(me, k)")

  -- The hand that is shown goes past the open table, where both see it.
  w.text.claim_shown = "for x of hand(me) do put(x, box) end for x of box do put(x, hand(me)) end "
    .. "take(me, k)"
  if options.proofInfo == "publicPlusHand" then
    w.declare_claim("claim_shown", "c{k}+", plain("hand(me)"), w.text.claim_shown)
  end

  if options.falseClaim == "loseTurn" then
    local false_claim = w.claim_clauses("none")
    false_claim[#false_claim] = { where = "not proven(me, k, none)", rule = "BL-RUL-40",
      why = "that claim is proven" }
    w.declare_claim("claim_falsely", "c{k}", false_claim,
      { before = "passed = 1 " .. w.text.turn_over, after = w.text.turn_over })
  end
end
