-- The other reading of how wild cards are fixed (wildAuto = off, BL-RUL-8): who claims says what
-- each of his wild cards stands for, as in c4=9s,3h, in the order in which they came to the flag.
-- Any identities are good that still prove the claim.

---@param w battle_line
return function(w)
  if w.options.wildAuto then return end
  local options = w.options

  muster.define("wild(card)", "forms(card) and type(card) == tactics")
  muster.define("wilds(p, k)", "tally(x of side(p, k): wild(x))")
  muster.define("nth_wild(z, n)",
    "pick(x of z: wild(x) and tally(y of z: wild(y) and level(y) < level(x)) == n - 1)")

  -- An identity is a number: 1 for the ace of spades ... 4 of the ace of clubs, 5 ...
  local letters, most = "", options.courtValues and 52 or 4 * options.leaderMax
  for code = 1, most do
    local value, suit = (code + 3) // 4, (code - 1) % 4 + 1
    letters = letters .. string.sub(w.VALUES, value + 1, value + 1)
      .. string.sub(w.SUITS, suit + 1, suit + 1)
  end
  local copies = w.long and 2 or 1
  muster.values("suit_bit", { [0] = 0, 2, 4, 8, 16 })
  muster.define("value_of(id)", "(id + 3) // 4")
  muster.define("suit_of(id)", "(id - 1) % 4 + 1")
  muster.define("in_sight(id)", [[
    sum(z in zones: tally(x of z: code(x) == id and type(x) == troop))
    + sum(p in 0 .. 1: tally(x of discard(p): code(x) == id))]])
  muster.define("stands_for(card, id)", "value_of(id) >= low(card) and value_of(id) <= high(card) "
    .. "and suits(card) // suit_bit(suit_of(id)) % 2 == 1"
    .. (options.wildMayDuplicate and "" or " and value_of(id) <= 10 and in_sight(id) < " .. copies))

  muster.define("more(a, b)", "if a > b then a else b")
  muster.define("less(a, b)", "if a < b then a else b")
  -- Of the values of four cards, or of three, the last of which stands for the fourth as well.
  muster.define("apart(a, b, c, d, four)", "a ~= b and a ~= c and b ~= c "
    .. "and (not four or a ~= d and b ~= d and c ~= d)")
  muster.define("spread(a, b, c, d)", "more(more(a, b), more(c, d)) - less(less(a, b), less(c, d))")
  muster.define("follow(a, b, c, d, four)",
    "apart(a, b, c, d, four) and spread(a, b, c, d) == (if four then 3 else 2)")
  muster.define("equal4(a, b, c, d)", "a == b and b == c and c == d")
  muster.define("three_equal(a, b, c, d)",
    "a == b and (a == c or a == d) or c == d and (a == c or b == c)")
  muster.define("high_ace(v)", "if v == 1 then 11 else v")

  -- The card of the side on level i with the identities that the wilds are given.
  local names <const> = { "a", "b", "c", "d" }
  local function identity(i, number, of_wild, of_other)
    local text = ""
    for n = 1, number do
      text = text .. "if card" .. i .. " == wild" .. n .. " then " .. of_wild .. "(" .. names[n]
        .. ") else "
    end
    return text .. of_other .. "(card" .. i .. ")"
  end

  ---The clauses of a claim in which `number` wilds are announced.
  ---@param number integer
  ---@param shown string
  ---@return table[]
  local function announcing(number, shown)
    local clauses = w.claim_clauses(shown)
    local function let(name, text) clauses[#clauses + 1] = { let = name, be = text } end
    clauses[#clauses + 1] = { where = "wilds(me, k) == " .. number, rule = "BL-RUL-8",
      why = "name one card for each of your wild cards there, no more and no fewer" }
    let("z", "side(me, k)")
    let("four", "count(z) == 4")
    let("floor", "if complete(1 - me, k) then rank(1 - me, k, need(k)) "
      .. "+ (if came_first(me, k) and complete(me, k) then 0 else 1) "
      .. "else prospect(1 - me, k, " .. shown .. ") + (if complete(me, k) then 0 else 1)")
    for i = 1, 4 do
      let("card" .. i, "pick(x of z: level(x) == " .. (i == 4 and "count(z)" or i) .. ")")
    end
    for n = 1, number do
      let("wild" .. n, "nth_wild(z, " .. n .. ")")
      clauses[#clauses + 1] = { each = names[n], from = "1", to = tostring(most), min = 1,
        max = most, letters = letters, width = 2 }
      clauses[#clauses + 1] = { where = "stands_for(wild" .. n .. ", " .. names[n] .. ")",
        rule = "BL-RUL-8", why = "a wild card cannot stand for that" }
    end
    local suits = {}
    for i = 1, 4 do
      let("v" .. i, identity(i, number, "value_of", "pips"))
      suits[i] = "(" .. identity(i, number, "suit_of", "suit") .. ")"
    end
    let("total", "(if count(z) > 0 then v1 else 0) + (if count(z) > 1 then v2 else 0) "
      .. "+ (if count(z) > 2 then v3 else 0) + (if four then v4 else 0)")
    let("one_suit", "equal4(" .. table.concat(suits, ", ") .. ")")
    let("one_value", "equal4(v1, v2, v3, v4)"
      .. (options.mudPartial and " or four and three_equal(v1, v2, v3, v4)" or ""))
    let("run_low", "follow(v1, v2, v3, v4, four)")
    let("run_high", options.aceHigh
      and "follow(high_ace(v1), high_ace(v2), high_ace(v3), high_ace(v4), four)" or "false")
    let("run_total", "if run_high and (v1 == 1 or v2 == 1 or v3 == 1 or v4 == 1) "
      .. "then total + 10 else total")
    let("value", "if foggy(k) then 1000 + total "
      .. "else if one_suit and (run_low or run_high) then 5000 + run_total "
      .. "else if one_value then 4000 + total else if one_suit then 3000 + total "
      .. "else if run_low or run_high then 2000 + run_total else 1000 + total")
    clauses[#clauses + 1] = { where = "value >= floor", rule = "BL-RUL-8",
      why = "with these cards the claim is not proven" }
    return clauses
  end

  for number = 1, 4 do
    local text = "c{k}={a}"
    for n = 2, number do text = text .. ",{" .. names[n] .. "}" end
    w.declare_claim("announce" .. number, text, announcing(number, "none"), "take(me, k)")
    if options.proofInfo == "publicPlusHand" then
      w.declare_claim("announce_shown" .. number, text .. "+", announcing(number, "hand(me)"),
        w.text.claim_shown)
    end
  end
end
