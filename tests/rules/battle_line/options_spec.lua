-- DATA-5: every toggle, at its default and otherwise.
local B = dofile("tests/rules/battle_line/support.lua")

---Each value of a toggle: what a function finds, beside what it should.
local function both(version, key, expected, find)
  for _, entry in ipairs(expected) do
    B.rules(version, entry[1] ~= nil and { [key] = entry[1] } or nil)
    equal(find(), entry[2], key .. "=" .. tostring(entry[1]))
  end
end

-- The rank of a complete side, off the refusal of a claim against it.
local function rank_of(cards, env)
  B.begin { flags = { "o" .. (env or "") .. B.flag(cards, "-", "Ah Ad 2h" .. (env
    and env:find("Kc") and " Ac" or "")):sub(2) } }
  return refused("c1"):match("the other side has (%d:%d+)")
end

describe("the cards", function()
  it("fourthKing (BL-RUL-1)", function()
    local function find()
      B.begin { h1 = "Kd" }
      play("Kd@1")
      return B.now().flags[1]
    end
    both("short", "fourthKing", { { nil, "o+Kd" }, { "fog", "o[Kd1]" }, { "mud", "o[Kd1]" } }, find)
    B.rules("short", { fourthKing = "mud" })
    B.begin { flags = { "o[Kd2]+5s+5h+5d" } }
    B.refuses("c1", "BL-CLM-3", "needs 4")
  end)

  it("courtMap (BL-RUL-1)", function()
    B.rules("short", { courtMap = "Jc:traitor,Js:scout" })
    B.begin { flags = { "o-9c" }, h1 = "JcJs" }
    equal(B.moves("^J"), "Js Jc:9c@1>1 Jc:9c@1>2 Jc:9c@1>3 Jc:9c@1>4 Jc:9c@1>5 Jc:-")
    local good, message = pcall(B.rules, "short", { courtMap = "Jc:leader" })
    ok(not good and message:find("expected one of: scout redeploy deserter traitor", 1, true))
    good, message = pcall(B.rules, "short", { courtMap = "Xc:scout" })
    ok(not good and message:find("expected a court card", 1, true))
  end)

  it("longTactics (BL-RUL-2, BL-RUL-41)", function()
    both("long", "longTactics", { { nil, 24 }, { "24", 48 } }, function()
      start(nil, 1)
      return #B.now().X
    end)
    B.rules("long", { longTactics = "24" })
    B.begin { flags = { "o[Ks1]", "o-Kh-Kh" }, h1 = "KsJh" }
    play("Ks@1")
    equal(B.now().flags[1], "o[Ks1Ks1]")
    undo()
    equal(B.moves("^Jh:K"), "Jh:Kh#1@2 Jh:Kh#2@2")
    local good, message = pcall(B.rules, "short", { longTactics = "24" })
    ok(not good and message:find("BL-RUL-2", 1, true))
  end)

  it("dealer is read by whoever seats the people: the game is the same (BL-RUL-33)", function()
    for _, value in ipairs { "random", "a", "b", "alternate" } do
      B.rules("short", { dealer = value })
      start(nil, 3)
      equal(B.now().turn, "1A")
      ok(not position():find("dealer", 1, true))
    end
  end)
end)

describe("formations", function()
  it("courtValues (BL-RUL-4, BL-FRM-10)", function()
    both("short", "courtValues", { { nil, "5:24" }, { "on", "3:28" } }, function()
      return rank_of("7s 9s Qh")
    end)
    both("short", "courtValues", { { nil, "5:27" }, { "on", "3:30" } }, function()
      return rank_of("8s 9s Kh")
    end)
  end)
  it("leaderMax (BL-RUL-5)", function()
    both("short", "leaderMax", { { nil, "5:27" }, { 13, "5:30" } }, function()
      return rank_of("Ts 9s Kh")
    end)
    both("short", "leaderMax", { { nil, "1:20" }, { 13, "1:23" } }, function()
      return rank_of("7s 3h Kh", "[Ks2]")
    end)
  end)
  it("aceHigh (BL-RUL-6)", function()
    both("short", "aceHigh", { { nil, "1:20" }, { true, "2:30" } }, function()
      return rank_of("Ts 9s Ac")
    end)
  end)
  it("colourIs (BL-RUL-7)", function()
    both("short", "colourIs", { { nil, "5:24" }, { "redblack", "2:24" } }, function()
      return rank_of("7s 9s Qh")
    end)
    both("short", "colourIs", { { nil, "5:24" }, { "redblack", "5:24" } }, function()
      return rank_of("7d 9d Qh")
    end)
  end)
  it("wildMayDuplicate (BL-RUL-39)", function()
    both("short", "wildMayDuplicate", { { nil, "5:27" }, { false, "3:29" } }, function()
      B.begin { flags = { B.flag("Kh 9s Ts", "-", "Ah Ad 2h") }, g2 = "|8s" }
      return refused("c1"):match("the other side has (%d:%d+)"):gsub("3:2%d", "3:29")
    end)
  end)
  it("a wild card that can stand for nothing makes no formation (BL-RUL-39)", function()
    B.rules("short", { wildMayDuplicate = false, courtValues = "on" })
    B.begin { flags = { B.flag("Qh 9s Ts", "+", "Ah Ad 2h") } }
    B.refuses("c1", "BL-CLM-4", "1:4 (Sum), yours is nothing")
  end)
  it("wildAuto: identities are announced (BL-RUL-8)", function()
    B.rules("short")
    B.begin { flags = { "o+Kh+9s+Ts" } }
    ok(B.lists("c1") and not B.lists("c1=8s"))
    B.rules("short", { wildAuto = false })
    B.begin { flags = { "o+Kh+9s+Ts" } }
    equal(B.moves("^c"), "c1=8s")
    B.refuses("c1", "BL-RUL-8")
    B.refuses("c1=7s", "BL-RUL-8", "not proven")
    B.refuses("c1=8s,8h", "BL-RUL-8", "one card for each")
    play("c1=8s")
    equal(B.now().flags[1], "1+Kh+9s+Ts")
    B.begin { flags = { "o+Qs+4h+Kd-9c-5h-7d" } } -- a run, three of a kind, or a mere sum
    ok(B.lists("c1=3s,5c") and B.lists("c1=2h,3h") and not B.lists("c1=As,As"))
    B.refuses("c1=4s,5s", "BL-RUL-8", "cannot stand for that")
    B.begin { flags = { "o+8s+9s+Ts" } }
    ok(B.lists("c1"))
  end)
  it("what is announced is worth what the best assignment is (BL-RUL-8)", function()
    -- For the best of all announcements against each strength of the other side.
    local sides = { "Kh Kd 7s", "Qh Qs Kh", "Kh 4s 6d", "Qs Qc 2d", "Kh Kd Qs" }
    local others = { "9h Th 8h", "5c 5d 5h", "2c 4c 9c", "4c 5h 6c", "As 9d 6h" }
    for _, mine in ipairs(sides) do
      for _, his in ipairs(others) do
        B.rules("short")
        local free = B.claimable(mine, his, "")
        B.rules("short", { wildAuto = false })
        B.begin { flags = { B.flag(mine, "+", his) } }
        equal(B.moves("^c1=") ~= "", free, mine .. " against " .. his)
      end
    end
  end)
  it("three wild cards are announced within the budget (BL-RUL-8)", function()
    -- As many as when each of 32,448 or 19,200 announcements was tried, with a larger budget.
    local cases = { { { leaderMax = 13 }, 9468 }, { { wildMayDuplicate = false }, 2412 } }
    for _, case in ipairs(cases) do
      case[1].wildAuto = false
      B.rules("short", case[1])
      B.begin { flags = { "o+Kh+Kd+Qs-9c-5h-7d" }, g2 = "JcJd|" }
      local _, claims = B.moves("^c1="):gsub("c1", "")
      equal(claims, case[2])
    end
  end)
  it("leaderCap (BL-RUL-9)", function()
    both("short", "leaderCap", { { nil, true }, { "1", false } }, function()
      B.begin { flags = { "o+Kh" }, h1 = "Kd2s", g2 = "Jc|" }
      return B.lists("Kd@2")
    end)
    B.rules("short", { leaderCap = "1" })
    B.begin { h1 = "Kd2s", g1 = "|Kh", g2 = "Jc|" }
    B.refuses("Kd@2", "BL-RUL-9")
    B.begin { h1 = "Kd", g1 = "|Kh", g2 = "Jc|" }
    equal(B.moves("."), "pass")
  end)
  it("mudPartial (BL-RUL-10)", function()
    both("short", "mudPartial", { { nil, "1:24" }, { true, "4:24" } }, function()
      return rank_of("5s 5h 5d 9c", "[Kc2]")
    end)
  end)
end)

describe("environment", function()
  it("fogNeedsComplete (BL-RUL-11)", function()
    both("short", "fogNeedsComplete", { { nil, "" }, { false, "c1" } }, function()
      B.begin { flags = { "o[Ks2]+Ts+Th-2s-3s-4s" } }
      return B.moves("^c")
    end)
    B.rules("short", { fogNeedsComplete = false })
    B.begin { flags = { "o[Ks2]+Ts+Th-7s-9s-4s", "o[Kc2]+Td" } } -- 20 and 20: he is complete
    B.refuses("c1", "BL-CLM-4")
  end)
  it("fogNeedsComplete: who would lay the last card must be better, also with announced wilds "
    .. "(BL-RUL-8, BL-RUL-11, BL-TIE-3)", function()
    for _, auto in ipairs { true, false } do
      local toggles = { fogNeedsComplete = false }
      if not auto then toggles.wildAuto = false end
      B.rules("short", toggles)
      B.begin { flags = { "o[Ks2]+3c+Kh-As-2s" } } -- 13, and 13 at most
      equal(B.moves("^c"), "")
      B.begin { flags = { "o[Ks2]+4c+Kh-As-2s" } }
      equal(B.moves("^c"), auto and "c1" or "c1=Ts c1=Th c1=Td c1=Tc")
    end
  end)
  it("envStack (BL-RUL-41)", function()
    both("short", "envStack", { { nil, true }, { false, false } }, function()
      B.begin { flags = { "o[Ks2]" }, h1 = "Kc" }
      return B.lists("Kc@1")
    end)
  end)
  it("envOnComplete (BL-RUL-29)", function()
    both("short", "envOnComplete", { { nil, true }, { false, false } }, function()
      B.begin { flags = { "o-2s-3s-4s" }, h1 = "Kc" }
      return B.lists("Kc@1")
    end)
  end)
  it("envMovable (BL-RUL-14)", function()
    both("short", "envMovable", { { nil, "" }, { true, "Jh:Ks@1" } }, function()
      B.begin { flags = { "o[Ks2Kc1]+2s" }, h1 = "Jh", g2 = "Jc|" }
      return B.moves("K[sc]")
    end)
    B.rules("short", { envMovable = true })
    B.begin { flags = { "o[Ks1]", "1+2s+3s+4s" }, h1 = "Jd", g2 = "Jc|" }
    equal(B.moves("Ks"), "Jd:Ks@1>x Jd:Ks@1>3 Jd:Ks@1>4 Jd:Ks@1>5")
    play("Jd:Ks@1>3")
    equal(B.now().flags[3], "o[Ks1]")
    undo()
    play("Jd:Ks@1>x")
    equal(B.now().g1, "Jd|Ks")
  end)
  it("envMovable: when Mud goes, who holds four loses one, the acting player first (BL-RUL-14)",
    function()
    B.rules("short", { envMovable = true })
    B.begin { flags = { "o[Kc2]+2s-3s+4s-5s+6s-7s+8s-9s" }, h1 = "JhTs", h2 = "Th" }
    play("Jh:Kc@1")
    equal(B.now().turn, "1M")
    equal(state().to_move, 0)
    equal(B.moves("."), "x8s@1 x6s@1 x4s@1 x2s@1")
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    play("x6s@1")
    equal(state().to_move, 1)
    equal(B.now().turn, "1M")
    B.refuses("x2s@1", "BL-RUL-14")
    play("x3s@1")
    equal(B.now().turn, "1B")
    equal(B.now().flags[1], "o+2s+4s-5s-7s+8s-9s")
    equal({ B.now().g1, B.now().g2 }, { "Jh|6s", "|Kc3s" })
  end)
end)

describe("tactics cards", function()
  it("tacticsCount (BL-RUL-28)", function()
    both("short", "tacticsCount", { { nil, false }, { "inPlay", true } }, function()
      B.begin { h1 = "Jd2s", flags = { "o+3s" }, g1 = "|Kh" }
      return B.lists("Jd:3s@1>x")
    end)
  end)
  it("guileMayFizzle (BL-RUL-15)", function()
    both("short", "guileMayFizzle", { { nil, "Jh:9c@1 Jh:-" }, { false, "Jh:9c@1" } }, function()
      B.begin { flags = { "o-9c" }, h1 = "Jh" }
      return B.moves("^J")
    end)
    B.rules("short", { guileMayFizzle = false })
    B.begin { h1 = "JhJs" }
    equal(B.moves("."), "pass")
    B.refuses("Js:-", "BL-RUL-15")
  end)
  it("redeploySameFlag (BL-RUL-16)", function()
    both("short", "redeploySameFlag", { { nil, false }, { true, true } }, function()
      B.begin { flags = { "o+2s-3s" }, h1 = "Jd" }
      return B.lists("Jd:2s@1>1")
    end)
    B.rules("short", { redeploySameFlag = true })
    B.begin { flags = { "o+2s-3s", "o+4s+5s+6s" }, h1 = "Jd" }
    B.refuses("Jd:4s@2>2", "BL-PLC-2")
    play("Jd:2s@1>1")
    equal(B.now().flags[1], "o-3s+2s")
  end)
  it("scoutSequential (BL-RUL-26)", function()
    both("short", "scoutSequential", { { nil, "Jc" }, { false, "Jc:TTT Jc:TTX Jc:TXX Jc:XXX" } },
      function()
      B.begin { h1 = "Jc" }
      return B.moves("^J")
    end)
    B.rules("short", { scoutSequential = false })
    B.begin { h1 = "Jc2s" }
    play("Jc:TTX")
    equal(B.now().turn, "1R2")
    equal(#B.now().h1, 8)
  end)

  -- All troops but those of a hand lie among the discards; the decks hold what is given.
  local function bare(hand, T)
    local rest = {}
    for value in ("A23456789T"):gmatch(".") do
      for suit in ("shdc"):gmatch(".") do
        if not (hand .. T):find(value .. suit) then rest[#rest + 1] = value .. suit end
      end
    end
    B.begin { h1 = hand, T = T == "" and "." or T, X = ".", g1 = "JdJh|KhKdKs",
      g2 = "Js|" .. table.concat(rest) .. "KcQhQdQsQc" }
  end
  it("scoutNeedsCard (BL-RUL-27)", function()
    both("short", "scoutNeedsCard", { { nil, false }, { false, true } }, function()
      bare("As2s3sJc", "")
      return B.lists("Jc")
    end)
    play("Jc")
    equal(B.now().turn, "1R2")
    play("rAs r2s")
    equal(B.now().h1, "3s")
    play("dT")
  end)
  it("scoutReturn (BL-RUL-27)", function()
    both("short", "scoutReturn", { { nil, "1R2" }, { "drawnMinus1", "1R1" } }, function()
      bare("As2s3sJc", "4s5s")
      play("Jc dT dT")
      return B.now().turn
    end)
    equal(B.now().more, "d2 scoutReturn=drawnMinus1")
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    play("r5s")
    equal(B.now().more, "scoutReturn=drawnMinus1")
    bare("As2s3sJc", "4s5s")
    play("Jc dT")
    equal(B.now().more, "d1 scoutReturn=drawnMinus1")
  end)
  it("scoutSkipsDraw (BL-RUL-27)", function()
    both("short", "scoutSkipsDraw", { { nil, "end" }, { false, "dT dX" } }, function()
      B.begin { h1 = "2s3s4s5s6s7sJc" }
      play("Jc dT dT dT r2s r3s")
      return B.moves(".")
    end)
    equal(B.now().more, "s1 scoutSkipsDraw=false")
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    play("dT")
    equal(#B.now().h1, 16)
  end)
end)

describe("claims", function()
  it("proofInfo (BL-RUL-12)", function()
    both("short", "proofInfo", { { nil, "" }, { "publicPlusHand", "c1+" } }, function()
      B.begin { flags = { "o+7h+8h+9h" }, h1 = "8s9d8c", h2 = "2s" }
      return B.moves("^c1")
    end)
    B.refuses("c1", "BL-CLM-4", "5:27")
    play("c1+")
    equal(B.now().flags[1]:sub(1, 1), "1")
    equal(B.now().h1, "8s8c9d")
  end)
  it("proofTactics (BL-RUL-13)", function()
    both("short", "proofTactics", { { nil, true }, { "morale", false } }, function()
      return B.claimable("5c 5d 5h", "Ts", "9s Th Td")
    end)
    B.rules("short", { proofTactics = "morale" })
    -- he is one ahead and may play none
    B.begin { flags = { "o+5c+5d+5h-Ts" }, g2 = "Jc|9sThTd" }
    ok(B.lists("c1"))
    B.begin { flags = { "o+5c+5d+5h-Ts" }, g2 = "|9sThTd" }
    B.refuses("c1", "BL-CLM-4", "5:27 (Straight Flush) with 8s Kd")
  end)
  it("tieClock has one reading (BL-RUL-19)", function()
    B.rules("short", { tieClock = "lastPlaced" })
    ok(pcall(start, nil, 1))
    ok(not pcall(B.rules, "short", { tieClock = "other" }))
  end)
  it("claimWindow (BL-RUL-20)", function()
    both("short", "claimWindow", { { nil, "c1/c2" }, { "afterPlay", "/c1 c2" },
      { "startOfTurn", "c1 c2/" } }, function()
      B.begin { flags = { "o+8s+9s+Ts", "o+8h+9h+Th" }, h1 = "2s" }
      local before = B.moves("^c")
      if before:find("c1 c2") and not B.toggles.claimWindow then
        play("c1")
        before = "c1"
      end
      play("2s@3")
      return before .. "/" .. B.moves("^c")
    end)
    B.refuses("c1", "BL-RUL-20", "before the play")
  end)
  it("autoClaim (BL-RUL-22)", function()
    both("short", "autoClaim", { { nil, "oo" }, { true, "11" } }, function()
      B.begin { flags = { "o+8s+9s+Ts", "o+8h+9h+Th" }, h1 = "2s" }
      play("2s@3")
      return B.now().flags[1]:sub(1, 1) .. B.now().flags[2]:sub(1, 1)
    end)
    equal(B.now().more, "a1 autoClaim=true")
    B.begin { flags = { "o+8s+9s+Ts", "o+8h+9h+Th", "o+8d+9d+Td", "o+8c+9c+Tc" }, h1 = "2s" }
    play("2s@5") -- the lowest numbers first, and nothing after the third
    equal(state().over, true)
    equal(B.now().flags[4]:sub(1, 1), "o")
  end)
  it("autoClaim at the start of the turn (BL-RUL-20, BL-RUL-22)", function()
    B.rules("short", { autoClaim = true, claimWindow = "startOfTurn" })
    B.begin { flags = { "o-8s-9s" }, h1 = "2s", h2 = "Ts3s" }
    play("2s@3 dT Ts@1")
    equal(B.now().flags[1]:sub(1, 1), "o")
    play("dT")
    local card = B.now().h1:sub(1, 2)
    play(card .. "@4 dT")
    equal(B.now().flags[1]:sub(1, 1), "2")
  end)
  it("falseClaim (BL-RUL-40)", function()
    both("short", "falseClaim", { { nil, false }, { "loseTurn", true } }, function()
      B.begin { flags = { "o+7h+8h+9h" }, h1 = "2s" }
      return B.lists("c1")
    end)
    play("c1") -- neither a play nor a draw: the turn was quiet
    equal(B.now().turn, "2A")
    equal(B.now().flags[1], "o+7h+8h+9h")
    equal(B.now().more, "q1 falseClaim=loseTurn")
    B.begin { flags = { "o+7h+8h+9h" }, h1 = "2s" }
    play("2s@2 c1")
    equal(B.now().more, "falseClaim=loseTurn")
    B.begin { flags = { "o+7h+8h" }, h1 = "2s" }
    B.refuses("c1", "BL-CLM-3")
  end)
end)

describe("the turn and the end", function()
  it("passRule (BL-RUL-23)", function()
    local full = { "o+2s+3h+5d", "o+2h+3d+5c", "o+2d+4c+6s", "o+4h+6c+7s", "o+8s+9s+Ts" }
    both("short", "passRule", { { nil, false }, { "noTroopPlayable", true }, { "free", true } },
      function()
      B.begin { flags = full, h1 = "7hJh" }
      return B.lists("pass")
    end)
    both("short", "passRule", { { nil, false }, { "noTroopPlayable", false }, { "free", true } },
      function()
      B.begin { h1 = "7hJh" }
      return B.lists("pass")
    end)
  end)
  it("drawOptional (BL-RUL-24)", function()
    both("short", "drawOptional", { { nil, "dT dX" }, { true, "dT dX end" } }, function()
      B.begin { h1 = "7h8h" }
      play("7h@1")
      return B.moves(".")
    end)
  end)
  it("drawToSeven (BL-RUL-25)", function()
    both("short", "drawToSeven", { { nil, "2A" }, { true, "1B" } }, function()
      B.begin { flags = { "o+8s+9s+Ts" }, h1 = "2s3s4s5s6s", h2 = "2h" }
      play("2s@2 dT")
      return B.now().turn
    end)
    equal(B.now().more, "r1 drawToSeven=true")
    B.refuses("c1", "BL-TRN-7")
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    play("dT dX")
    equal(B.now().turn, "2A")
    equal(#B.now().h1, 14)
  end)
  it("deadlockRule (BL-RUL-31)", function()
    both("short", "deadlockRule", { { nil, "flags" }, { "draw", "deadlock" } }, function()
      B.begin { turn = "1A", g1 = "Jd|", h1 = "KhKdKsQhQdQsQc", h2 = "2h3h4h5h6h7h8h",
        flags = { "o-2s-4d-6c", "o-3s-5d-7c", "o-2d-4c-6s", "o-3d-5c-7s", "o-9h-8d-Tc" } }
      play("pass end pass end")
      return state().by
    end)
    equal(B.now().flags[1]:sub(1, 1), "o")
  end)
end)
