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
