-- Chapters 1 to 5 and 13, and the state machine: set-up, the turn, claims in it, and how it ends.
local B = dofile("tests/rules/battle_line/support.lua")

describe("set-up", function()
  -- The line of a fresh deal, and all its cards.
  local function deal(version, seed)
    B.rules(version)
    start(nil, seed)
    return B.now()
  end
  local function cards(text)
    local list = {}
    for card in text:gmatch("%w%w") do list[#list + 1] = card end
    table.sort(list)
    return list
  end

  it("short: 40 troops, 7 and 7 dealt, 26 in the deck, 12 tactics apart, five flags (BL-CMP-1, "
    .. "BL-CMP-2, BL-SET-1, BL-SET-2, BL-SET-4, BL-SET-6, BL-SET-7, BL-SET-8, BL-RUL-1, BL-RUL-3, "
    .. "BL-RUL-34, DATA-1, DATA-2, DATA-3)", function()
    local now = deal("short", 5)
    equal(#now.flags, 5)
    equal({ #cards(now.h1), #cards(now.h2), #cards(now.T), #cards(now.X) }, { 7, 7, 26, 12 })
    ok(not (now.h1 .. now.h2 .. now.T):find("[JQK]"))
    local troops = cards(now.h1 .. now.h2 .. now.T)
    for i = 2, #troops do ok(troops[i] ~= troops[i - 1], troops[i]) end
    equal(table.concat(cards(now.X), " "), "Jc Jd Jh Js Kc Kd Kh Ks Qc Qd Qh Qs")
    equal(now.turn, "1A")
    equal(state().to_move, 0)
  end)

  it("long: 80 troops, each twice, 66 in the deck, the same 12 tactics, nine flags (BL-CMP-3, "
    .. "BL-SET-3, BL-SET-5, BL-RUL-2)", function()
    local now = deal("long", 5)
    equal(#now.flags, 9)
    equal({ #cards(now.h1), #cards(now.h2), #cards(now.T), #cards(now.X) }, { 7, 7, 66, 12 })
    local troops = cards(now.h1 .. now.h2 .. now.T)
    for i = 1, #troops, 2 do equal(troops[i], troops[i + 1]) end
    ok(troops[1] ~= troops[3])
  end)

  it("both decks are shuffled, by one number, and P1 begins (BL-SET-8, BL-SET-9, BL-RUL-33, "
    .. "BL-RUL-35)", function()
    local one, two = deal("short", 1), deal("short", 2)
    ok(one.X ~= two.X)
    ok(one.T ~= two.T)
    start()
    equal(state().chance, true)
    equal(B.now().turn, "-S")
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    play("seed:7")
    local first = position()
    start()
    play("seed:7")
    equal(position(), first)
    start()
    play("seed:8")
    ok(position() ~= first)
    for seed = 1, 4 do equal(deal("short", seed).turn, "1A") end
  end)
end)

describe("a turn", function()
  it("one card, then one draw from either deck, then the other (BL-TRN-1, BL-TRN-2, BL-TRN-3, "
    .. "BL-TRN-4, BL-TRN-5, BL-TRN-7, BL-PLC-1, BL-PLC-6)", function()
    B.rules("short")
    B.begin { h1 = "5h6h7hKhQsJcJd", h2 = "2s3s4s5s6s7s8s", T = nil }
    play("5h@3")
    equal(B.now().turn, "1B")
    equal(B.now().flags[3], "o+5h")
    B.refuses("6h@3", "BL-TRN-2")
    B.refuses("pass", "BL-TRN-2")
    B.refuses("end", "BL-RUL-24")
    equal(B.moves("."), "dT dX")
    local top = B.now().X:sub(1, 2)
    play("dX")
    equal(B.now().turn, "2A")
    ok(B.now().h1:find(top, 1, true))
    equal(#B.now().h1, 14)
    B.refuses("dT", "BL-TRN-7")
    B.refuses("end", "BL-TRN-7")
    B.refuses("r2s", "BL-GUI-4")
    B.refuses("5h@2", "BL-TRN-2", "not in your hand")
    play("2s@3 dT")
    equal(B.now().turn, "1A")
    equal(B.now().flags[3], "o+5h-2s")
  end)

  it("three slots a side, cards also where the other is complete, none at a claimed flag "
    .. "(BL-PLC-2, BL-PLC-5, BL-PLC-6, BL-CLM-8, BL-RUL-21, P-14)", function()
    B.rules("short")
    B.begin { flags = { "o+2s+3h+4d", "o-2h-3d-4c", "o+8s+9s+Ts" }, h1 = "5h6h",
      h2 = "JhJdJsKsQh5c" }
    B.refuses("5h@1", "BL-PLC-2", "all 3 slots")
    ok(B.lists("5h@2"))
    B.refuses("5h@6", "BL-PLC-1")
    play("c3")
    equal(B.now().flags[3], "1+8s+9s+Ts")
    B.refuses("5h@3", "BL-PLC-5")
    equal(B.moves("3$"), "")
    play("5h@2 dT")
    equal(B.moves("[@>]3"), "")
    B.refuses("Jh:8s@3", "BL-RUL-21")
    B.refuses("Js:8s@3>2", "BL-RUL-21")
    B.refuses("Ks@3", "BL-ENV-1")
    B.refuses("5c@3", "BL-PLC-5")
    B.refuses("c3", "BL-CLM-8")
  end)

  it("the order of the cards changes no rank (BL-PLC-3)", function()
    B.rules("short")
    for _, cards in ipairs { "8s 9s Ts", "Ts 8s 9s", "9s Ts 8s" } do
      ok(B.claimable(cards, "", ""), cards)
    end
  end)

  it("a passing player may claim and draws; only who can play nothing passes (BL-RUL-23, "
    .. "BL-RUL-42, P-1)", function()
    B.rules("short")
    local full = { "o+2s+3h+5d", "o+2h+3d+5c", "o+2d+4c+6s", "o+4h+6c+7s", "o+8s+9s+Ts" }
    B.begin { flags = full, h1 = "7h8h" }
    equal(B.moves("."), "pass c5")
    play("pass")
    equal(B.now().turn, "1B")
    ok(B.lists("c5"))
    play("c5 dT")
    equal(B.now().more, "")
    B.begin { flags = full, h1 = "7h8hKs" }
    B.refuses("pass", "BL-RUL-23")
    B.begin { flags = full, h1 = "7hJh" }
    B.refuses("pass", "BL-RUL-23") -- a Deserter can always be played
    ok(B.lists("Jh:-"))
    B.begin { h1 = "KhQsJc", g1 = "Jd|" } -- one ahead, only tactics cards: P-1
    equal(B.moves("."), "pass")
    B.refuses("Kh@1", "BL-TAC-4")
    B.begin { h1 = "KhQsJc", g1 = "Jd|", g2 = "Jh|" }
    ok(B.lists("Kh@1") and B.lists("Qs@5") and B.lists("Jc") and not B.lists("pass"))
    B.begin { turn = "1A" }
    equal(B.moves("."), "pass") -- the hand is empty
  end)

  it("nobody draws from a deck that is used up, and play goes on without decks (BL-TRN-6, "
    .. "BL-RUL-24, BL-RUL-43)", function()
    B.rules("short")
    local gone = "|" -- all troops but a few are discarded
    for value in ("23456789T"):gmatch(".") do
      for suit in ("shdc"):gmatch(".") do gone = gone .. value .. suit end
    end
    B.begin { turn = "1A", h1 = "AsAh", h2 = "Ac", T = "Ad", X = ".",
      g1 = "JcJd" .. gone .. "KhKdKsKc", g2 = "JhJs|QhQdQsQc" }
    play("As@1")
    B.refuses("dX", "BL-RUL-24", "used up")
    equal(B.moves("."), "dT")
    play("dT Ac@1")
    equal(B.moves("."), "end")
    B.refuses("dT", "BL-RUL-24", "used up")
    play("end")
    equal(B.now().turn, "1A")
    equal(B.now().more, "")
  end)
end)

describe("claims in the turn", function()
  it("before the play, after it, several, none, and never at another's turn (BL-CLM-1, BL-CLM-2, "
    .. "BL-RUL-20, BL-RUL-22, BL-CLM-7)", function()
    B.rules("short")
    B.begin { flags = { "o+8s+9s+Ts", "o+8h+9h+Th", "o-8d-9d-Td" }, h1 = "2s3s", h2 = "4s" }
    B.refuses("c3", "BL-CLM-3")
    play("c1 2s@4 c2")
    equal(B.now().more, "a1")
    equal(B.now().flags[1] .. B.now().flags[2], "1+8s+9s+Ts1+8h+9h+Th")
    play("dT")
    equal(B.now().more, "")
    play("4s@4 dT 3s@5 dT") -- P2 did not claim: flag 3 is still open
    equal(B.now().flags[3], "o-8d-9d-Td")
  end)

  it("a claim stands whatever comes later (BL-RUL-22)", function()
    B.rules("short")
    B.begin { flags = { "o+7h+8h+9h-8s-Td", "o-9c" }, h1 = "2s", h2 = "Js3s" }
    play("c1 2s@3 dT Js:- dT")
    equal(B.now().flags[1]:sub(1, 1), "1")
  end)
end)

describe("the end", function()
  it("short: the third flag wins at once, also before the play (BL-OBJ-1, BL-OBJ-2, BL-END-2, "
    .. "BL-RUL-32, P-5)", function()
    B.rules("short")
    B.begin { flags = { "1+2s+3s+4s", "o+8h+9h+Th", "o", "o", "1+5s+6s+7s" }, h1 = "2h" }
    play("c2")
    equal(state().over, true)
    equal(state().winner, { 0 })
    equal(state().by, "flags")
    equal(B.now().turn, "-X1")
    equal(legal(), {})
  end)

  it("nothing is claimed after that (BL-END-3, P-6)", function()
    B.rules("short")
    B.begin { flags = { "1+2s+3s+4s", "o+8h+9h+Th", "o+8d+9d+Td", "o", "1+5s+6s+7s" }, h1 = "2h" }
    play("c3")
    equal(B.now().flags[2], "o+8h+9h+Th")
    equal(state().over, true)
    ok(refused("c2"):find("over", 1, true))
  end)

  local function long_flags(owned, claim)
    local flags = {}
    local suits, n = { "s", "h", "d", "c" }, 0
    for _, k in ipairs(owned) do
      n = n + 1
      local suit = suits[(n - 1) % 4 + 1]
      local base = n <= 4 and { "2", "3", "4" } or { "5", "6", "7" }
      flags[k] = "1+" .. base[1] .. suit .. "+" .. base[2] .. suit .. "+" .. base[3] .. suit
    end
    flags[claim] = "o+8s+9s+Ts"
    return flags
  end

  it("long: three neighbours are a Breakthrough (BL-OBJ-3, BL-END-1, P-7)", function()
    B.rules("long")
    B.begin { flags = long_flags({ 2, 3, 5 }, 4), h1 = "2h" }
    play("c4")
    equal(state().by, "breakthrough")
    B.begin { flags = long_flags({ 1, 3 }, 5), h1 = "2h" }
    play("c5")
    equal(state().over, false)
  end)

  it("long: five anywhere are an Envelopment, both at once are reported (BL-OBJ-4, BL-RUL-38, "
    .. "P-8)", function()
    B.rules("long")
    B.begin { flags = long_flags({ 1, 3, 5, 7 }, 9), h1 = "2h" }
    play("c9")
    equal(state().by, "envelopment")
    B.begin { flags = long_flags({ 1, 2, 4, 5 }, 3), h1 = "2h" }
    play("c3")
    equal(state().by, "break+envelopment")
    equal(state().winner, { 0 })
  end)

  -- Every own slot of P2 is taken, by formations that prove nothing against P1's gaps; P1 is one
  -- tactics card ahead and holds nothing else.
  local function stuck(more)
    local p = { turn = "1A", g1 = "Jd|", h1 = "KhKdKsQhQdQsQc", h2 = "2h3h4h5h6h7h8h", T = nil,
      flags = { "o-2s-4d-6c", "o-3s-5d-7c", "o-2d-4c-6s", "o-3d-5c-7s", "o-9h-8d-Tc+9s" } }
    for key, value in pairs(more or {}) do p[key] = value end
    return p
  end

  it("two quiet turns award the open flags (BL-RUL-31, BL-END-4, P-12)", function()
    B.rules("short")
    B.begin(stuck())
    play("pass end")
    equal(B.now().more, "q1")
    equal(B.moves("."), "pass")
    play("pass")
    equal(B.moves("."), "end")
    play("end")
    equal(state().over, true)
    equal(state().winner, { 1 })
    equal(state().by, "flags")
    for k = 1, 5 do
      equal(B.now().flags[k]:sub(1, 1), "2")
      equal(events()[k].name, "awarded_flag")
      equal(events()[k].seat .. events()[k].flag, "1" .. k)
    end
  end)

  it("two complete sides are compared, none at all is nobody's, more flags win, equal is a draw "
    .. "(BL-RUL-31)", function()
    B.rules("short", { passRule = "free" })
    B.begin { turn = "2B", more = "q1 p1", h1 = "KhKdKsQhQdQsQc", h2 = "2h3h4h5h6h7h8h", g1 = "Jd|",
      flags = { "o+2s+3s+4s-2d-3d-5c", "o+Ts", "o-Td", "o", "o" } }
    play("end")
    equal(state().by, "majority")
    equal(B.now().turn, "-X1")
    equal(B.now().flags[2] .. B.now().flags[4], "o+Tso")
    B.begin { turn = "2B", more = "q1 p1", h1 = "KhKdKsQhQdQsQc", h2 = "2h3h4h5h6h7h8h",
      g1 = "Jd|" }
    play("end")
    equal(state().winner, {})
    equal(B.now().turn, "-X=")
  end)

  it("long: where both would have won, more flags win (BL-RUL-31)", function()
    B.rules("long", { passRule = "free" })
    B.begin { turn = "2B", more = "q1 p1", h1 = "KhKdKsQhQdQsQc", h2 = "2h3h4h5h6h7h8h", g1 = "Jd|",
      flags = { "o+2s+3s+4s", "o+2d+3d+4d", "o+2c+3c+4c", "o-5s-6s-7s", "o-5d-6d-7d",
        "o-5c-6c-7c", "o", "o-8c-9c-Tc", "o" } }
    play("end")
    equal(state().by, "majority")
    equal(state().winner, { 1 })
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    equal(state().by, "majority")
  end)

  it("a turn with a claim or a draw is not quiet (BL-RUL-31, BL-RUL-42, P-15)", function()
    B.rules("short")
    B.begin(stuck { h1 = "KhKdKsQhQdQs" })
    play("pass dT")
    equal(B.now().more, "")
    local claims = { turn = "2A", flags = { "o-8s-9s-Ts", "o-3s-5d-7c", "o-2d-4c-6s", "o-3d-5c-7s",
      "o-9h-8d-Tc" } }
    B.begin(stuck(claims))
    play("c1 pass end")
    equal(B.now().more, "")
    B.begin(stuck(claims))
    play("pass c1 end")
    equal(B.now().more, "")
    B.begin(stuck(claims))
    play("pass end")
    equal(B.now().more, "q1")
  end)
end)
