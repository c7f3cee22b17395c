-- The toggles of FL-DATA-5 that are about the set-up, and those that are about secrets.
local F = dofile("tests/rules/fantasy_line/support.lua")

-- The set-up with these lines, to be continued by player 1.
local function lay(one, two, hand)
  local _, shown = (one .. two .. hand):gsub("C%d", "")
  start("FL D0.S1:1L0x00g0i0h0,0k0 $13m0t0f0c0;L=" .. one .. ";X=;C=" .. hand .. ";E=;W=;B= "
    .. "$13m0t0f0c0;L=" .. two .. ";X=;C=?5;E=;W=;B= [] {} c" .. 43 - shown
    .. "e24w24b24/")
end

describe("setupSchedule", function()
  it("is by turns, or one after the other (FL-RUL-44)", function()
    for schedule, by in pairs { alternate = "2", async = "1" } do
      F.rules { setupSchedule = schedule }
      lay("(C23a)", "(C05a),(C06b)", "C09a,C06a,C17a,C18a,C03a")
      play("+C06a@1")
      equal(F.now().by, by, schedule)
      play("lock")
      equal(F.now().by, schedule == "async" and "2" or F.now().by)
    end
  end)
  it("lets the other one finish when a Farseer is turned up (FL-SEL-7, FL-RUL-46)", function()
    F.rules { setupSchedule = "async" }
    lay("(C01a)", "(C05a),(C06b)", "C09a,C06a,C17a,C18a,C03a")
    play("F!")
    equal(F.now().by, "2")
    play("lock")
    equal(F.now().by, "1")
    equal(F.now().two.L, "C05a,C06b")
    play("+C06a@1")
    equal(F.now().by, "1")
  end)
end)

describe("rearrange", function()
  local HAND = "C09a,C06a,C17a,C18a"
  it("locks a line in another order (FL-RUL-45)", function()
    F.rules()
    lay("(C23a),(C05a),(C07a)", "(C06b)", HAND .. ",C03a")
    ok(not pcall(play, "lock>3,1,2"))
    F.rules { rearrange = true }
    local orders = { ["lock>3,1,2"] = "(C07a),(C23a),(C05a)", lock = "(C23a),(C05a),(C07a)",
      ["lock>2,3,1"] = "(C05a),(C07a),(C23a)", ["lock>1,3,2"] = "(C23a),(C07a),(C05a)" }
    for move, line in pairs(orders) do
      lay("(C23a),(C05a),(C07a)", "(C06b)", HAND .. ",C03a")
      play(move)
      equal(F.now().one.L, line, move)
    end
    lay("(C23a),(C05a),(C07a)", "(C06b)", HAND .. ",C03a")
    F.refuses("lock>1,1,2", "FL-RUL-45")
    F.refuses("lock>2,1", "FL-RUL-45")
    equal(#legal() > 6, true)
  end)
  it("takes the Farseer along that lies open (FL-RUL-46)", function()
    F.rules { rearrange = true }
    lay("(C23a),(C01a),(C07a)", "(C06b)", HAND .. ",C03a")
    play("F!", "lock")
    play("lock>2,3,1")
    equal(F.now().one.L, "C01a,C07a,C23a")
    lay("(C06a),(C01a),(C07a)", "(C23a)", "C09a,C05a,C17a,C18a,C03a")
    play("F!", "lock", "+C03a@1", "lock>3,1,4,2")
    equal(F.now().one.L, "C01a,C03a,C07a,C06a")
  end)
end)

describe("tdDeclare", function()
  local place = { phase = "4d", one = { L = "C06a,C08a" }, two = { L = "C23a,C08b" } }
  it("shows what was declared at once, or after all declared (FL-RUL-23)", function()
    for how, seen in pairs { dueFirst = "C06a,C08a:T", secret = "C06a,C08a" } do
      F.rules { tdDeclare = how }
      F.begin(place)
      play("t1.2T")
      equal(F.now().one.L, "C06a,C08a:T")
      start(position())
      equal(F.now().one.L, "C06a,C08a:T")
      ok(position(1):find("L=" .. seen .. ";", 1, true), how)
      play("t2.2T")
      equal(F.now().one.t .. F.now().two.t .. F.now().two.f, "003") -- the Militia deals 1 of them
    end
  end)
end)

describe("drawOptional", function()
  it("asks before a hand is filled (FL-RUL-59, FL-SEL-5)", function()
    F.rules()
    lay("(C23a)", "(C05a),(C06b)", "C09a,C06a,C17a,C18a,C03a")
    play("+C06a@1")
    equal(F.now().phase, "S1")
    F.rules { drawOptional = true }
    for answer, left in pairs { d0 = 4, draw = 5 } do
      lay("(C23a)", "(C05a),(C06b)", "C09a,C06a,C17a,C18a,C03a")
      play("+C06a@1")
      equal(F.now().phase, "S1d1")
      start(position())
      equal(table.concat(legal(), " "), "draw d0")
      play(answer)
      local _, commas = F.now().one.C:gsub(",", "")
      equal(commas + 1, left, answer)
      equal(F.now().by, "2")
    end
  end)
  it("asks of each category of Spells (FL-RUL-59, FL-DRW-4)", function()
    F.rules { drawOptional = true }
    for answer, left in pairs { d0 = 3, draw = 4 } do
      F.begin { one = { L = "C16a,C07a", m = 6, E = "E02,E01,E04,E05", W = "W01,W02,W05" },
        two = { L = "C06b,C23a" } }
      play("E02")
      equal(F.now().phase, "F1t00")
      play(answer)
      start(position())
      equal(F.now().phase, answer == "d0" and "F2t10" or "F2t00")
      play("draw")
      local _, e = F.now().one.E:gsub(",", "")
      local _, w = F.now().one.W:gsub(",", "")
      equal(e + 1, left)
      equal(w + 1, 4)
      equal(F.now().phase, "2t")
    end
  end)
end)

describe("recruitEachDay", function()
  -- Day 1, phase 3: player 1 has 7 money and a Merchant, player 2 has 6 and a Farseer.
  local ONE, TWO = "C12a,C01b,C19a,C06b,C24a,C24b,C07a", "C06a,C02b,C09a,C11a,C13a"
  local function begin(toggles, one, two)
    toggles = toggles or {}
    if toggles.recruitEachDay == nil then toggles.recruitEachDay = true end
    F.rules(toggles)
    one, two = one or {}, two or {}
    one.L, one.C = one.L or "C03a,C02a", one.C or ONE
    two.L, two.C = two.L or "C15b,C01a", two.C or TWO
    local line = F.line { day = 1, phase = "3", one = one, two = two, effects = one.effects }
    start((line:gsub("%$(%-?%d+)m", function(sum)
      return "$" .. math.tointeger(sum) + (toggles.dayMoney or 0) .. "m"
    end)))
  end
  -- To the start of Day 2.
  local function dawn(...)
    begin(...)
    play("p", "p")
  end
  local function money() return F.now().one.money .. " " .. F.now().two.money end
  -- The position line is read back as it was.
  local function reads_back()
    local line, hash, moves = position(), state().hash, table.concat(legal(), " ")
    start(line)
    equal(position(), line)
    equal(state().hash, hash)
    equal(table.concat(legal(), " "), moves)
  end

  it("is off: Characters are selected once (FL-RUL-1)", function()
    dawn { recruitEachDay = false }
    equal(F.now().day .. F.now().phase, "22")
  end)
  it("begins each Day from the second on with a selection (FL-RUL-1)", function()
    dawn()
    equal(F.now().day .. F.now().phase .. F.now().by, "2S11")
    equal(F.now().one.m, "0") -- before the mana
    play("lock", "lock")
    equal(F.now().day .. F.now().phase, "22")
    equal(F.now().one.m .. F.now().two.m, "33")
    equal(money(), "7 6") -- nothing was laid
    equal(F.now().one.L, "C03a,C02a")
    F.rules { recruitEachDay = true }
    F.setup { one = { laid = { "C06a" }, C = "C07a" } }
    F.refuses("+C12a@1", "FL-SEL-3")
  end)
  it("pays with the money that is left, and what the Day brings (FL-RUL-1, FL-RUL-2)", function()
    dawn()
    F.refuses("+C19a@9", "FL-RUL-45")
    play("+C12a@2", "lock", "+C19a@4")
    F.refuses("+C07a@1", "FL-SEL-4", "1 left")
    play("+C06b@2", "lock")
    equal(money(), "0 6") -- 7 less 3, 3 and 1
    equal(F.now().one.L, "C03a,C06b,C12a,C02a,C19a")
    dawn { dayMoney = 4 }
    equal(money(), "15 14") -- that of Day 1, too
    play("+C12a@3", "lock", "lock")
    equal(money(), "12 14")
  end)
  it("keeps the order of those who stood there, who stay (FL-RUL-45, FL-RUL-1)", function()
    dawn({ rearrange = true })
    play("+C12a@2", "lock")
    F.refuses("lock>2,1,3", "FL-RUL-45")
    play("lock")
    equal(F.now().one.L, "C03a,C12a,C02a")
  end)
  it("hides what is laid, and shows who stood there (FL-RUL-50, section 23)", function()
    dawn({}, { L = "C03a,C02a!2^" })
    play("+C12a@2")
    equal(F.now().one.L, "C03a,(C12a),C02a!2")
    ok(position(1):find("L=C03a,(),C02a!2;", 1, true))
    ok(position(1):find("$7m", 1, true))
    local seen = position(1)
    ok(not seen:find("C12a", 1, true))
    reads_back()
    local line = position()
    start(seen) -- as player 2 writes it down
    equal(position(1), seen)
    start(line)
    play("lock", "lock")
    ok(position(1):find("$4m", 1, true))
    ok(position(1):find("L=C03a,C12a,C02a!2;", 1, true))
  end)
  it("fills hands after each card, by the Merchants of the line (FL-SEL-5, FL-SEL-8)", function()
    dawn()
    play("+C12a@1")
    equal(F.size(F.now().one.C), 7)
    play("+C06a@1", "lock")
    equal(F.size(F.now().two.C), 5)
  end)
  it("lets a Merchant discard a new Character, and no other (FL-SEL-9, FL-RUL-1)", function()
    dawn()
    play("lock", "+C02b@1") -- those who stood there are paid: there is nothing to discard
    equal(F.now().phase, "S1")
    equal(F.size(F.now().two.C), 7)
    dawn()
    play("lock", "+C06a@3", "+C02b@1")
    equal(F.now().phase, "S1r1")
    F.refuses("-C15b", "FL-RUL-1")
    reads_back()
    play("-C06a", "lock")
    equal(money(), "7 4")
    equal(F.now().two.L, "C02b,C15b,C01a")
  end)
  it("lets a line that costs too much discard new Characters only (FL-RUL-3, FL-RUL-1)", function()
    dawn { overspendUntilReveal = true }
    play("+C12a@3", "lock", "+C19a@3", "+C07a@3")
    F.refuses("lock", "FL-SEL-4", "1 more")
    F.refuses("-C03a", "FL-RUL-1", "paid")
    reads_back()
    play("-C07a", "lock")
    equal(money(), "1 6")
    equal(F.now().one.L, "C03a,C02a,C19a,C12a")
  end)
  it("turns up no Farseer that cannot be paid, as it would stay (FL-RUL-49, FL-RUL-3)", function()
    dawn({ overspendUntilReveal = true }, { C = "C12a" },
      { L = "C15b,C01a,C05a,C06a", C = "C01b" })
    play("lock", "+C01b@5")
    F.refuses("F!", "FL-SEL-4", "cannot pay")
    reads_back()
    play("-C01b", "lock")
    equal(F.now().day .. F.now().phase, "22")
  end)
  it("counts what is new below the lines (section 23)", function()
    dawn()
    play("+C12a@2", "lock")
    ok(scene(0):find("P1: $4 of 7 left", 1, true))
    ok(scene(1):find("P1: 1 laid", 1, true))
    ok(scene(1):find("P2: $6 of 6 left", 1, true))
  end)
  it("draws Spells by the new limits (FL-DRW-1), and counts new mana (FL-MAN-3)", function()
    dawn()
    play("+C12a@2", "lock", "lock")
    equal(F.size(F.now().one.W), 4)
    equal(F.now().one.m .. F.now().two.m, "43")
  end)
  it("has a Farseer work again, if it is new (FL-SEL-7, FL-RUL-46)", function()
    dawn()
    play("+C01b@3")
    F.refuses("F!", "FL-SEL-7") -- that of player 2 stands in the line
    play("+C06a@1", "F!")
    equal(F.now().one.L, "C03a,C02a,C01bF")
    reads_back()
    ok(position(1):find("L=C03a,C02a,C01bF;", 1, true))
    play("lock") -- player 2 must finish, and his line is shown and paid
    equal(F.now().by .. F.now().two.L, "1C06a,C15b,C01a")
    equal(money(), "7 5")
    reads_back()
    play("+C06b@1")
    F.refuses("F!", "FL-RUL-47")
    equal(F.now().one.L, "(C06b),C03a,C02a,C01bF")
    reads_back()
    play("lock")
    equal(money(), "3 5")
    -- on the next Day there is another one
    F.pass_to(3, "S1")
    equal(F.now().one.L:find("F", 1, true), nil)
    reads_back()
  end)
  it("shows a locked line to a Farseer at once (FL-RUL-46)", function()
    dawn()
    play("+C01b@3", "lock", "F!")
    equal(F.now().by .. F.now().two.L, "1C15b,C01a")
    reads_back()
    play("lock")
    equal(F.now().phase, "2")
  end)
  it("has a pool kill the new Front before the mana (FL-RUL-16, FL-DYI-2)", function()
    dawn({}, { f = 5 })
    play("+C12a@1", "lock", "lock") -- 10 on Day 1
    equal(F.now().one.L .. " " .. F.now().one.X, "C03a,C02a C12a")
    equal(F.now().one.f .. F.now().one.m, "63")
    equal(F.size(F.now().one.W), 2) -- the dead one gives access
    ok(position():find("k1", 1, true))
  end)
  it("lets a wiped-out side come back in its grace Day (FL-RUL-7, FL-RUL-8)", function()
    F.rules { recruitEachDay = true }
    F.begin { day = 1, phase = "3", last = 1, by = 2, one = { L = "C06a~", C = "C23a" },
      two = { L = "C15b" } }
    play("p")
    equal(F.now().day .. F.now().phase .. F.now().one.L, "2S1")
    ok(position():find("g1", 1, true))
    play("+C23a@1", "lock", "lock")
    F.pass_to(3, "S1")
    equal(F.now().day .. F.now().phase, "3S1")
    equal(F.now().one.L, "C23a")
  end)
  it("makes nobody lay one, not even a wiped-out side (FL-RUL-1)", function()
    F.rules { recruitEachDay = true }
    F.begin { day = 1, phase = "3", last = 1, by = 2, one = { L = "C06a~", C = "C23a" },
      two = { L = "C15b" } }
    play("p", "lock")
    reads_back()
    play("lock")
    equal(F.now().day .. F.now().phase .. F.now().one.L, "22")
  end)
  it("lays up to 7 Characters in a line, and no dead one returns to them (FL-RUL-45)", function()
    dawn({ dayMoney = 13 }, { L = "C06a,C06b,C24a,C24b,C20a,C03a", C = "C07a,C07b" },
      { L = "C03b,C09b", C = "C09a" })
    play("+C07a@1", "lock")
    F.refuses("+C07b@1", "FL-RUL-45", "no room")
    local function call_home(line)
      F.rules { recruitEachDay = true, dayMoney = 13 }
      start((F.line { one = { L = line, X = "C12a", m = 6, W = "W05" },
        two = { L = "C23b", X = "C11b", m = 1, E = "E07" } }
        :gsub("%$(%-?%d+)m", function(sum) return "$" .. math.tointeger(sum) + 26 .. "m" end)))
      return F.lists("W05>1d1")
    end
    equal(call_home("C06a,C06b,C24a,C24b,C20a,C20b"), true)
    equal(call_home("C06a,C06b,C24a,C24b,C20a,C20b,C03a"), false)
  end)
  it("writes the next phase 1 as one that is to come (FL-RUL-51, section 24)", function()
    dawn({}, { L = "C03a,C02a", effects = "W07@1>-=+3/m,W08@2>C15b=+2/tl" })
    equal(F.now().effects, "W07@1>-=+3/m,W08@2>C15b=+2/tl")
    play("+C12a@2")
    reads_back()
    play("lock", "lock")
    equal(F.now().effects, "W08@2>C15b=+2/tl")
    equal(F.now().one.m, "7")
  end)
  it("is read on the Days that have it (FL-RUL-1)", function()
    dawn()
    local line = position()
    ok(not pcall(start, (line:gsub("D2", "D1"))))
    ok(not pcall(start, (line:gsub("%$7m", "$8m"))))
    F.rules()
    ok(not pcall(start, line))
  end)
end)
