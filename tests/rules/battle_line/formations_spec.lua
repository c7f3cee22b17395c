-- Chapters 6, 7, 12 and section 21: ranks, ties, and what can be proven of incomplete sides.
local B = dofile("tests/rules/battle_line/support.lua")

-- The rank of a complete side, as category:total: read off the refusal of a claim against it.
local function rank_of(cards, env)
  local ground = env and env ~= "" and "[" .. env:gsub("(%w%w) ?", "%12") .. "]" or ""
  local poor = cards:find("2h") and "Ah Ad 2d" or "Ah Ad 2h"
  if (env or ""):find("Kc") then poor = poor .. " Ac" end
  B.begin { flags = { "o" .. ground .. B.flag(cards, "-", poor):sub(2) } }
  return refused("c1"):match("CLM%-4: at flag 1 the other side has (%d:%d+) %(.-%), yours is 1:")
end

-- Vectors: name, cards, rank, total in Fog.
local function check_ranks(list, mud)
  for _, v in ipairs(list) do
    equal(rank_of(v[2], mud), v[3], v[1])
    equal(rank_of(v[2], mud and mud .. " Ks" or "Ks"), "1:" .. v[4], v[1] .. " in Fog")
  end
end

describe("ranks of complete sides", function()
  it("V1 to V13: three cards, without Fog and in Fog (BL-FRM-1, BL-FRM-2, BL-FRM-3, BL-FRM-4, "
    .. "BL-FRM-5, BL-FRM-6, BL-FRM-7, BL-FRM-9, BL-RUL-5, BL-RUL-6, BL-RUL-11, BL-RUL-36, "
    .. "BL-MOR-2, BL-MOR-3, BL-MOR-4, BL-ENV-4)", function()
    B.rules("short")
    check_ranks {
      { "V1", "As 2s 3s", "5:6", 6 }, { "V2", "Ts As 2s", "3:13", 13 },
      { "V3", "8s 9s Kh", "5:27", 27 }, { "V4", "Kh Kd 8c", "5:27", 28 },
      { "V5", "Kh Kd Qs", "5:12", 23 }, { "V6", "Qs Qc Kh", "5:9", 16 },
      { "V7", "Qs 4d 5d", "5:12", 12 }, { "V8", "Qs 2c 2d", "4:6", 7 },
      { "V9", "Qh Qd 7s", "3:23", 23 }, { "V10", "Qh Qd Kh", "4:24", 26 },
      { "V11", "Kh Ts 9d", "2:27", 29 }, { "V12", "Kh 3c 9d", "1:22", 22 },
      { "V13", "Kh Ts 5s", "3:25", 25 },
    }
  end)

  it("V14 to V18: four cards in Mud (BL-ENV-5, BL-RUL-10, BL-RUL-41)", function()
    B.rules("short")
    check_ranks({
      { "V14", "5s 5h 5d 9c", "1:24", 24 }, { "V15", "5s 5h 5d 5c", "4:20", 20 },
      { "V16", "Kh Kd Ts 9s", "5:34", 39 }, { "V17", "Kh Kd Qh Qd", "4:32", 36 },
      { "V18", "Qh Qs Kh Kd", "3:31", 31 },
    }, "Kc")
  end)

  it("V19, V20: twins (BL-RUL-30, BL-SET-3)", function()
    B.rules("long")
    check_ranks { { "V19", "Kh 5s 5s", "4:15", 20 } }
    check_ranks({ { "V20", "5s 5s 5h 5h", "4:20", 20 } }, "Kc")
    equal(rank_of("5s 5s 8s"), "3:18")
    equal(rank_of("5s 5s 6h"), "1:16", "a run has no twin")
  end)

  it("a larger total is better within one category, suits do not count "
    .. "(BL-FRM-8, BL-FRM-11, BL-CLM-5)", function()
    B.rules("short")
    ok(B.claimable("5s 6h 7d!", "4c 5d 6c", ""))
    ok(not B.claimable("4c 5d 6c", "5s 6h 7d", ""))
    ok(B.claimable("2s 5s 9s", "2h 5h 8h", ""))
    ok(B.claimable("2h 5h 8h", "2s 5s 8s", ""), "no suit is better: first come wins")
    ok(B.claimable("2s 5s 8s", "2h 5h 8h", ""))
  end)
end)

describe("the tables of formations", function()
  -- DATA-4: number and sums of the formations of each category, by the engine's own ranks.
  local function sample(version, mud, cards, expected)
    B.rules(version)
    equal(rank_of(cards, mud), expected)
  end
  it("the smallest and the largest of each category (DATA-4)", function()
    sample("short", nil, "8s 9s Ts", "5:27")
    sample("short", nil, "Ts Th Td", "4:30")
    sample("short", nil, "As 2s 4s", "3:7")
    sample("short", nil, "Ts 9s 7s", "3:26")
    sample("short", nil, "8s 9h Td", "2:27")
    sample("short", nil, "Ts Td 9h", "1:29")
    sample("short", "Kc", "As 2s 3s 4s", "5:10")
    sample("short", "Kc", "Ts 9s 8s 6s", "3:33")
    sample("short", "Kc", "7h 8s 9d Tc", "2:34")
    sample("short", "Kc", "Ts Th Td 9c", "1:39")
    sample("long", nil, "Ts Ts 9s", "3:29")
    sample("long", "Kc", "Ts Ts 9s 9s", "3:38")
  end)
end)

describe("claims", function()
  -- mine, opposing, others; `!` where my card came last; the answer
  local function check_claims(version, list, env)
    B.rules(version)
    for _, c in ipairs(list) do
      equal(B.claimable(c[2], c[3], c[4], env), c[5], c[1])
      if not c[5] and c[6] then
        local message = refused("c1")
        ok(message:find(c[6], 1, true), c[1] .. ": " .. message)
      end
    end
  end

  it("C1 to C16: against incomplete sides (BL-CLM-4, BL-CLM-6, BL-TIE-3, BL-FRM-1, BL-RUL-13, "
    .. "BL-RUL-39)", function()
    check_claims("short", {
      { "C1", "8s 9s Ts", "", "", true },
      { "C2", "7h 8h 9h", "", "", false, "may still become 5:27" },
      { "C3", "7h 8h 9h", "", "8s Td", false, "5:27 (Straight Flush) with 8c 9c Tc" },
      { "C4", "7h 8h 9h", "", "8s Td 9c", true },
      { "C5", "5c 5d 5h", "Ts", "9s", false, "may still become 4:30" },
      { "C6", "5c 5d 5h", "Ts", "9s Th", false, "4:30 (Three of a Kind) with Td Tc" },
      { "C7", "5c 5d 5h", "Ts", "9s Th Td", true },
      { "C10", "Ts 9h 7d", "Ad 3h", "", false, "may still become 2:6" },
      { "C11", "Ts 9h 7d", "Ad 3h", "2s 2h 2d 2c", true },
      { "C12", "Ts 9h 7d", "Ad 4h", "", true },
      { "C13", "9h 9c 9d", "Kh 5s", "", false, "may still become 5:18" },
      { "C14", "9h 9c 9d", "Kh 5s", "3s 4s 6s 7s", true },
      { "C15", "7s 8s 9s", "Kh 8d", "9d", false, "may still become 5:27 (Straight Flush) with Td" },
      { "C16", "7s 8s 9s", "Kh 8d", "9d Td", true },
    })
  end)

  it("C8, C9, C17: ties between complete sides (BL-TIE-1, BL-TIE-2, BL-TIE-4, BL-RUL-8, "
    .. "BL-RUL-19)", function()
    check_claims("short", {
      { "C8", "4s 5h 6d", "4c 5d 6h", "", true },
      { "C9", "4s 5h 6d!", "4c 5d 6h", "", false, "BL-TIE-2" },
      { "C17", "Kd 9s Ts", "Kh 9d Td", "", true },
    })
  end)

  it("C18 to C26: in Fog and Mud (BL-ENV-2, BL-ENV-4, BL-ENV-5, BL-CLM-3, BL-RUL-11, "
    .. "BL-RUL-41)", function()
    check_claims("short", {
      { "C18", "Ts Th Td", "", "", true },
      { "C19", "9h 9c 8d", "Ts 7c", "", false, "may still become 1:27 (Fog) with Tc" },
      { "C20", "9h 9c 8d", "Ts 6c", "", true },
      { "C21", "Kh Qs Qh", "Ts 7d 3c", "", true },
    }, "Ks")
    check_claims("short", {
      { "C22", "5s 5h 5d", "Ts 8d", "", false, "BL-CLM-3: your side of flag 1 is not complete" },
      { "C23", "5s 5h 5d 5c", "Ts 8d", "", true },
      { "C24", "5s 5h 5d 5c", "Ts 9s", "", false, "5:34 (Straight Flush) with 7s 8s" },
    }, "Kc")
    check_claims("short", {
      { "C25", "Ts Th 9d 9c", "Td Tc", "", true },
      { "C26", "Ts Th 9d 8c", "Td Tc", "", false, "may still become 1:38" },
    }, "Kc Ks")
  end)

  it("C27 to C30: long (BL-RUL-30)", function()
    check_claims("long", {
      { "C27", "5s 5s 5h", "Td", "9d 9d", false, "may still become 4:30" },
      { "C28", "9h 9h 9c", "Td 7c", "", true },
      { "C29", "6s 6s Ts", "5d 9d", "8d 8d", false, "may still become 3:24" },
      { "C30", "6s 6s Ts", "5d 6d", "", false, "may still become 5:18" },
    })
  end)

  it("a claim needs a complete side, also where the other has nothing (BL-CLM-3)", function()
    B.rules("short")
    ok(not B.claimable("Ts 9s", "", ""))
    B.refuses("c1", "BL-CLM-3", "it needs 3 cards")
    B.refuses("c9", "BL-PLC-1")
  end)

  it("a side that can never be completed loses (BL-CLM-4)", function()
    B.rules("short")
    local rest = {}
    for value in ("A23456789T"):gmatch(".") do
      for suit in ("shdc"):gmatch(".") do
        local card = value .. suit
        if not ("2s 3h 5d Th Ts"):find(card) then rest[#rest + 1] = card end
      end
    end
    ok(B.claimable("2s 3h 5d", "Th Ts", table.concat(rest, " ")))
  end)

  it("what is proven does not depend on hands and decks (BL-RUL-12, P-13)", function()
    B.rules("short")
    local flags = { "o+7h+8h+9h" }
    local answers = {}
    for _, hands in ipairs { { "8s9sTs", "8d9dTd" }, { "AsAh", "8s9sTs8d9dTd" }, { ".", "." } } do
      B.begin { flags = flags, h1 = hands[1], h2 = hands[2] }
      answers[#answers + 1] = B.moves("^c") .. refused("c1"):match("become %S+")
    end
    equal(answers[1], answers[2])
    equal(answers[1], answers[3])
    B.begin { flags = flags, g1 = "|8s", g2 = "|Td" }
    ok(refused("c1"):find("5:27 (Straight Flush) with 8c 9c Tc", 1, true))
    -- what lies at claimed flags is visible, too
    B.begin { flags = { "o+7h+8h+9h", "2-8s-8d-8c" } }
    ok(B.lists("c1"))
  end)
end)
