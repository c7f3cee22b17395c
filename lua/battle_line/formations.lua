-- What formations are worth, what can be proven of them, and who has won (FRM, TIE, CLM-3 to
-- CLM-6, OBJ; sections 16.1 to 16.5).
--
-- A rank is 1000 times the category (5 Straight Flush ... 1 Sum) plus the total. What a claim may
-- reckon with is public, so its legality depends on what both see and on nothing else (BL-RUL-12).

---@param w battle_line
return function(w)
  local options = w.options
  local morale = options.proofTactics == "morale"

  -- ---- ranks -----------------------------------------------------------------------------------

  local function ranking(name, categories)
    local _, _, example = muster.ranking { name, suits = "suits", low = "low", high = "high",
      type = "troop", pool = { "hand", "troop_deck" }, categories = categories,
      duplicate = options.wildMayDuplicate, partial = options.mudPartial and 3 or nil,
      around = options.aceHigh and 10 or nil,
      wild_type = morale and "tactics" or nil,
      wild_pool = morale and { "hand", "tactics_deck" } or nil }
    return example
  end
  local formation_example = ranking("formation", {
    { "straight flush", run = true, suit = true },
    { "three of a kind", equal = true },
    { "flush", suit = true },
    { "straight", run = true },
    { "sum" },
  })
  local total_example = ranking("total", { { "sum" } }) -- in Fog (BL-ENV-4)

  -- The rank of the cards of p at flag k, N of them; and the best that p can still come to there,
  -- where the cards of `shown` are not to be reckoned with.
  w.rank = muster.define("rank(p, k, n)",
    "if foggy(k) then total(side(p, k), n) else formation(side(p, k), n)")
  local more = morale and ", cunning(1 - p) + 1 - cunning(p)" or ""
  w.prospect = muster.define("prospect(p, k, shown)", "if foggy(k) "
    .. "then total_best(side(p, k), need(k), shown" .. more .. ") "
    .. "else formation_best(side(p, k), need(k), shown" .. more .. ")")

  -- The same as a list of cards with which p reaches it, for those who ask why.
  local allowed = muster.expr("cunning(1 - p) + 1 - cunning(p)", "p")
  ---@param p integer
  ---@param k integer
  ---@param shown integer
  ---@return integer[]
  function w.prospect_cards(p, k, shown)
    local example = w.foggy(k) ~= 0 and total_example or formation_example
    return example(w.side(p, k), w.need(k), shown, morale and allowed(p) or nil)
  end

  -- ---- claims ----------------------------------------------------------------------------------

  -- Did p's opponent lay the last of all cards at the flag? (BL-TIE-2, BL-RUL-19)
  muster.define("came_first(p, k)",
    "arrival(top(side(1 - p, k))) > arrival(top(side(p, k)))")
  muster.define("beats(p, k)", [[
    rank(p, k, need(k)) > rank(1 - p, k, need(k))
    or rank(p, k, need(k)) == rank(1 - p, k, need(k)) and came_first(p, k)]])
  w.beats = muster.expr("beats(p, k)", "p", "k")

  -- BL-RUL-11: with fogNeedsComplete = off a side may claim with what lies there. As it would have
  -- to add the last card, it must be better, not equal (BL-TIE-3).
  local early = not options.fogNeedsComplete
  w.ready = muster.define("ready(p, k)", "complete(p, k)"
    .. (early and " or foggy(k) and count(side(p, k)) > 0" or ""))
  local behind = early and "if not complete(p, k) then rank(p, k, count(side(p, k))) > "
    .. "(if complete(1 - p, k) then rank(1 - p, k, need(k)) else prospect(1 - p, k, shown)) else "
    or ""
  w.proven = muster.define("proven(p, k, shown)", behind .. [[
    if complete(1 - p, k) then beats(p, k)
    else prospect(1 - p, k, shown) <= rank(p, k, need(k))]])

  -- ---- winning ---------------------------------------------------------------------------------

  muster.define("owned(p)", "tally(z in row_of_flags: holder(z) == p)")
  muster.define("owns(p, k)", "holder(ground(k)) == p")
  local envelops = muster.define("envelops(p)", w.long and "owned(p) >= 5" or "owned(p) >= 3")
  local breaks = muster.define("breaks(p)", w.long and "some(k in 1 .. flags - 2: owns(p, k) "
    .. "and owns(p, k + 1) and owns(p, k + 2))" or "false")
  muster.ending("flags", "breakthrough", "envelopment", "break+envelopment", "majority",
    "deadlock")

  ---How seat `p` has won with the flags that it owns (BL-RUL-38), or nil.
  ---@param p integer
  ---@return string?
  function w.won(p)
    local broken, enveloped = breaks(p) ~= 0, envelops(p) ~= 0
    if not w.long then return enveloped and "flags" or nil end
    if broken then return enveloped and "break+envelopment" or "breakthrough" end
    return enveloped and "envelopment" or nil
  end
end
