-- The set-up: hands, laying and locking, the reveal, and what is hidden until then.
local F = dofile("tests/rules/fantasy_line/support.lua")

-- Begin a match; the cards of the Character deck, top first.
local function begin()
  F.rules()
  start()
  play("seed:7")
end
local function deck()
  local list = {}
  for card in position():match("c%((.-)%)"):gmatch("[^,]+") do list[#list + 1] = card end
  return list
end
local function holds(hand, card) return (hand .. ","):find(card .. ",", 1, true) ~= nil end
-- Lay the first card of the hand at that place; its name.
local function lay(at)
  local now = F.now()
  local card = now[now.by == "1" and "one" or "two"].C:match("^[^,]+")
  play(("+%s@%d"):format(card, at))
  return card
end
-- The first card of the set-up that may still be laid.
local function pick() return F.moves("^%+.*@1$"):match("%+(%w+)@1") end

describe("the set-up", function()
  it("gives two players 13 money and 5 Characters each (FL-NUM-1, FL-NUM-2, FL-NUM-3, FL-SEL-1, "
    .. "FL-RUL-60)", function()
    begin()
    for _, name in ipairs { "one", "two" } do
      equal(F.now()[name].money, "13")
      equal(F.size(F.now()[name].C), 5)
      equal(F.now()[name].L, "")
    end
    equal(#deck(), 48 - 10)
  end)

  it("has 24 Characters and 36 Spells, each twice (FL-KIT-1, FL-TRM-6)", function()
    F.rules()
    start() -- before the shuffle: all cards lie in the decks
    local decks, seen, kinds = position():match("c%(.*$"), {}, 0
    for card in decks:gmatch("[CEWB]%d%d") do
      seen[card] = (seen[card] or 0) + 1
      if seen[card] == 1 then kinds = kinds + 1 end
    end
    equal(kinds, 24 + 36)
    for card, copies in pairs(seen) do equal(copies, 2, card) end
  end)

  it("fills a hand after every card, one from the top, the other from the bottom (FL-SEL-2, "
    .. "FL-SEL-5, FL-RUL-44, FL-RUL-59)", function()
    begin()
    local before = deck()
    lay(1)
    equal(F.size(F.now().one.C), 5)
    ok(holds(F.now().one.C, before[1]), "the top card")
    lay(1)
    equal(F.size(F.now().two.C), 5)
    ok(holds(F.now().two.C, before[#before]), "the bottom card")
    equal(#deck(), #before - 2)
  end)

  it("takes a card at any place, and keeps the order of the others (FL-LIN-1, FL-LIN-2, FL-SEL-3, "
    .. "FL-RUL-45)", function()
    F.rules()
    F.setup { one = { laid = { "C06a", "C10a" }, C = "C07a,C24a" } }
    equal(F.moves("^%+C07a"), "+C07a@1 +C07a@2 +C07a@3")
    play("+C07a@2")
    equal(F.now().one.L, "(C06a),(C07a),(C10a)")
    play("lock")
    equal(F.moves("^%-"), "") -- what lies is not taken back
    play("+C24a@1")
    equal(F.now().one.L, "(C24a),(C06a),(C07a),(C10a)")
    play("lock")
    equal(F.now().one.L, "C24a,C06a,C07a,C10a")
  end)

  it("is of alternating actions that are no turns; who has locked is skipped (FL-SEL-6, "
    .. "FL-RUL-44)", function()
    begin()
    for _, by in ipairs { "1", "2", "1" } do
      equal(F.now().by .. F.now().last, by .. "0")
      lay(1)
    end
    play("lock") -- player 2
    for _ = 1, 2 do
      if pick() then
        equal(F.now().by .. F.now().last, "10")
        play("+" .. pick() .. "@1")
      end
    end
    equal(F.now().by, "1")
    play("lock")
    equal(F.now().phase, "S3")
  end)

  it("asks for one Character at least (FL-RUL-45)", function()
    begin()
    F.refuses("lock", "FL-RUL-45")
    lay(1)
    F.refuses("lock", "FL-RUL-45") -- nor has the other one laid any
    lay(1)
    ok(F.lists("lock"))
  end)

  it("hides lines, hands and the money that they cost until the reveal (FL-SEL-3, FL-REV-1, "
    .. "FL-RUL-3, FL-RUL-50)", function()
    begin()
    local card = lay(1)
    local seen = position(1)
    ok(seen:find("$13m0t0f0c0;L=();X=;C=?5;", 1, true), seen)
    ok(not seen:find(card, 1, true), seen)
    ok(position(0):find("L=(" .. card .. ")", 1, true))
    ok(not position(-1):find("C%d"), "an onlooker sees no card")
    lay(1)
    play("lock lock")
    ok(position(1):find("L=" .. card .. ";X=;C=?5;", 1, true))
    ok(tonumber(F.now().one.money) < 13) -- now it is paid
  end)

  it("deals Spells by the access of the lines, and keeps the Character hand hidden and unused "
    .. "(FL-DRW-1, FL-RUL-1, FL-RUL-37, FL-RUL-61)", function()
    F.rules()
    F.setup { one = { laid = { "C16a" }, C = "C07a,C06a" } }
    play("lock lock")
    equal(F.now().phase, "S3")
    play("seed:3")
    equal(F.now().day .. F.now().phase, "12")
    equal(F.size(F.now().one.E), 4)
    equal(F.size(F.now().one.W), 4)
    equal(F.now().one.B, "")
    equal(F.now().one.C, "C06a,C07a")
    play("start:1")
    equal(F.moves("^[%+lF]"), "") -- nobody is laid any more
    -- nor on a later Day
    F.pass_to(2, "2t")
    equal(F.moves("^[%+lF]"), "")
  end)
end)

describe("money", function()
  it("limits the sum of what lies, and a refund frees it (T26, FL-SEL-4, FL-SEL-9, "
    .. "FL-RUL-3)", function()
    F.rules()
    F.setup { one = { laid = { "C04a", "C08a", "C03a", "C02b" }, C = "C07a,C06a" } }
    F.refuses("+C07a@1", "FL-SEL-4") -- 12 and 2
    ok(F.lists("+C06a@1"))
    F.setup { one = { laid = { "C04a", "C08a", "C03a" }, C = "C02a,C05a,C23a" } }
    play("+C02a@1 -C03a lock")
    ok(F.lists("+C05a@1")) -- 8 and 5
    F.refuses("+C23a@1", "FL-SEL-4")
  end)
end)

describe("a Merchant", function()
  it("shows the opponent a hand of 7 (T27, FL-SEL-8, FL-RUL-50)", function()
    F.rules()
    F.setup { one = { laid = { "C06a" }, C = "C02a,C05a,C23a,C07a,C08a" } }
    play("+C02a@1 -0")
    ok(position(1):find("L=(),();X=;C=?7;", 1, true), position(1))
  end)
end)

describe("a Farseer", function()
  local function begin_with(passed, other)
    F.rules()
    start("FL D0.S1:1L0x0" .. passed .. "g0i0h0,0k0 $13m0t0f0c0;L=(C06a),(C01a);X=;C=C10a;E=;W=;B= "
      .. "$13m0t0f0c0;L=(" .. other .. ");X=;C=C20b;E=;W=;B= [] {} c43e24w24b24/")
  end
  it("lets the opponent finish, and then its owner goes on with full sight (T28, FL-SEL-7, "
    .. "FL-RUL-46)", function()
    begin_with(0, "C16b")
    play("F!")
    for _, move in ipairs { "+C20b@1", "lock" } do
      equal(F.now().by, "2")
      play(move)
    end
    ok(position(0):find("L=C20b,C16b;", 1, true), "his line is open")
    equal(F.now().by, "1")
    play("+C10a@1")
    equal(F.now().by, "1")
    equal(F.now().one.L, "(C10a),(C06a),C01a")
    play("lock")
    equal(F.now().phase, "S3")
  end)
  it("is seen by all also where the position was read (FL-SEL-7, section 23)", function()
    begin_with(0, "C16b")
    play("F!")
    local seen = position(1)
    ok(seen:find("L=(),C01a;", 1, true))
    start(position())
    equal(position(1), seen)
    start(seen) -- as his opponent writes it down: hidden ones keep their places
    equal(position(1), seen)
  end)
  it("opens a line that is locked at once (FL-RUL-46)", function()
    begin_with(1, "C16b")
    ok(position(0):find("L=();", 1, true))
    play("F!")
    equal(F.now().by, "1")
    ok(position(0):find("L=C16b;", 1, true))
  end)
  it("has no effect after another one (FL-RUL-47)", function()
    begin_with(0, "C01b")
    play("F!")
    equal(F.now().by, "2")
    F.refuses("F!", "FL-RUL-47")
  end)
end)

describe("a death in the line", function()
  it("draws no Character (FL-RUL-65)", function()
    F.rules()
    F.begin { phase = "4t", one = { L = "C02a", t = 4 },
      two = { L = "C06b,C20b", C = "C07b,C08b,C09b,C10b,C11b" } }
    play("k2.1")
    F.pass_to(3, "2")
    equal(F.now().two.X, "C06b")
    equal(F.now().two.C, "C07b,C08b,C09b,C10b,C11b")
  end)
end)
