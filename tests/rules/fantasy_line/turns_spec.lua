-- Turn by turn through a Day: who acts, what a pass closes, and when the Dying leave.
local F = dofile("tests/rules/fantasy_line/support.lua")

local function by() return F.now().phase .. ":" .. F.now().by end

describe("a Day", function()
  it("goes through its phases in order, and another one follows (FL-RND-1, FL-RND-2, FL-TRM-3, "
    .. "FL-END-4, FL-RUL-10)", function()
    F.rules()
    F.begin { phase = "2t", one = { L = "C03a,C08a,C12a", m = 2, W = "W01" },
      two = { L = "C23b,C10b", t = 4 } }
    local seen = {}
    for _, move in ipairs { "p", "k0", "p", "p", "t1.2N", "p" } do
      seen[#seen + 1] = F.now().phase
      play(move)
    end
    equal(table.concat(seen, " "), "2t 2e 3 3 4d 4t")
    equal(F.now().day .. F.now().phase, "32") -- who begins is drawn
    local line = position()
    play("start:2")
    equal(F.now().two.L .. F.now().one.L, "C23b,C10bC03a,C08a,C12a")
    start(line)
    play("start:1")
    equal(by(), "2t:1")
  end)

  it("is idle without a death and without a new height of a pool (T25, T41, FL-END-2, "
    .. "FL-RUL-5, FL-RUL-6)", function()
    F.rules()
    local function after(pool, marks, line, idle)
      F.begin { day = 4, idle = idle, marks = marks, one = { L = "C12a", m = 2, W = "W01" },
        two = { L = line or "C02b", f = pool } }
      play("p")
      return F.now().phase .. " " .. F.now().idle .. " " .. F.now().marks
    end
    equal(after(0, "0,0"), "2 1 0,0")
    equal(after(3, "0,0", nil, 1), "2 0 0,3")
    equal(after(3, "0,3"), "2 1 0,3")
    equal(after(1, "0,3", "C06b~,C02b", 2), "2 0 0,1") -- somebody died
    ok(after(3, "0,3", nil, 2):find("^over2")) -- survival production 1 to 3
    ok(after(3, "0,3", "C19b", 2):find("^over="))
  end)
end)

describe("a side without Characters", function()
  it("is granted another Day after the first, and no other (T22, T23, FL-END-1, FL-END-3, "
    .. "FL-RUL-7)", function()
    F.rules()
    local function wiped(day)
      F.begin { day = day, one = { L = "C12a", m = 2, W = "W01" }, two = { L = "C06b~" } }
      play("p")
      return F.now().phase .. F.now().day
    end
    equal(wiped(1), "22")
    ok(position():find("g1", 1, true))
    equal(wiped(2), "over12")
    equal(wiped(3), "over13")
  end)
end)

describe("turns", function()
  local one = { L = "C10a,C12a", m = 9, W = "W01,W02,W07,W08" }
  local two = { L = "C10b,C12b", m = 9, W = "W01,W02,W07,W08" }
  it("alternate, also from one phase to the next (T20, FL-ORD-1, FL-ORD-2, FL-CST-2, FL-CST-4, "
    .. "FL-RUL-11, FL-RUL-67)", function()
    F.rules()
    F.begin { one = one, two = two }
    play("W01")
    equal(by(), "2t:2")
    play("p W02")
    equal(by(), "2t:1") -- a pass is final
    play("p")
    equal(by(), "3:2")
    ok(position():find("x00", 1, true))
    F.begin { one = one, two = two }
    play("p p")
    equal(by(), "3:1")
    equal(F.now().last, "2")
  end)

  it("of players who can do nothing pass by themselves (T42, FL-CST-3, FL-RUL-12, "
    .. "FL-RUL-69)", function()
    F.rules()
    F.begin { phase = "3", by = 2, last = "1", one = { L = "C02a", t = 6 },
      two = { L = "C10b,C20b", t = 6 } }
    play("p") -- player 1 has nothing to move: his pass is the last turn
    equal(by() .. F.now().last, "4t:21")
  end)

  it("of movement alternate, and a pass is final (FL-MOV-1, FL-MOV-2)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C03a,C10a,C02a", t = 6 }, two = { L = "C03b,C10b" } }
    play("m1.2~1.3")
    equal(by(), "3:2")
    play("p")
    equal(by(), "3:1")
    play("m1.1>2") -- nobody is left who moves
    equal(by(), "4t:1")
    F.begin { phase = "3", one = { L = "C03a,C10a,C02a", t = 6 }, two = { L = "C03b,C10b" } }
    play("p m2.1>2 m2.1~2.2")
    equal(by(), "4t:1")
  end)

  it("of phase 5 are its kills alone (FL-PH5-3, FL-RUL-12)", function()
    F.rules()
    local function last(front)
      F.begin { phase = "4t", one = { L = "C05a", t = 6 }, two = { L = front .. ",C02b" } }
      play("p") -- and player 2, who has nothing to use, is the last one to pass
      return F.now().two.X .. " " .. F.now().two.f .. " " .. F.now().last
    end
    equal(last("C03b"), " 11 2")
    equal(last("C04b"), "C04b 3 1") -- his kill is a turn
  end)
end)

describe("Dying", function()
  it("lasts until the Phase ends (FL-DYI-1, FL-DYI-2, FL-CST-5, FL-RUL-13)", function()
    F.rules()
    F.begin { one = { L = "C11a,C10a", m = 3, E = "E02" },
      two = { L = "C06b,C10b,C12b", m = 2, W = "W01" } }
    play("E02")
    equal(F.now().two.L .. " " .. F.now().two.X, "C06b~,C10b,C12b ")
    F.pass_to(2, "3")
    equal(F.now().two.L .. " " .. F.now().two.X, "C10b,C12b C06b")
  end)

  it("keeps a place until then, and not longer (T11, FL-RUL-15, FL-RNG-6)", function()
    F.rules()
    local function damage(line)
      F.begin { one = { L = line, X = "C12a", m = 2, W = "W01" }, two = { L = "C23b" } }
      F.pass_to(3, "2")
      return F.now().two.f
    end
    equal(damage("C20a,C07a"), "2")
    equal(damage("C20a~,C07a"), "0") -- the Slinger is at the Front now
    F.begin { phase = "4d", one = { L = "C20a~,C08a" }, two = { L = "C23b" } }
    equal(F.moves("^t"), "t1.2T t1.2N") -- in this phase it still stands at place 2
  end)

  it("is no time to act (FL-RUL-14)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C10a~,C03a,C14a" }, two = { L = "C23b" } }
    equal(F.moves("^m1.1"), "")
    F.begin { phase = "4d", one = { L = "C02a,C08a~,C08b" }, two = { L = "C23b" } }
    equal(F.moves("^t"), "t1.3T t1.3N")
    F.begin { phase = "4t", one = { L = "C02a", t = 9 }, two = { L = "C20b~,C10b" } }
    equal(F.moves("^k"), "k2.2") -- it is not killed again
  end)
end)

describe("hands of Spells", function()
  it("are filled after each Spell (FL-DRW-4, FL-RUL-35)", function()
    F.rules()
    F.begin { one = { L = "C12a", m = 9, W = "W01,W02,W07,W08" },
      two = { L = "C12b", m = 9, W = "W01,W02,W07,W08" } }
    play("W01")
    equal(F.size(F.now().one.W), 4)
    equal(F.now().two.W, "W01,W02,W07,W08")
  end)

  it("are filled from the discards when a deck is empty (FL-RUL-36)", function()
    F.rules()
    local rest = {}
    for n = 1, 12 do
      rest[#rest + 1] = ("W%02d"):format(n)
      if n > 4 then rest[#rest + 1] = rest[#rest] end
    end
    F.begin { one = { L = "C12a,C23a", m = 9, W = "W01,W02,W03,W04" },
      two = { L = "C10b", m = 9 }, piles = table.concat(rest, ",") }
    play("W01")
    if F.lists("seed:1") or F.now().phase ~= "2t" then play("seed:1") end
    equal(F.size(F.now().one.W), 4)
    local _, commas = position():match("w%((.-)%)"):gsub(",", "")
    equal(commas + 1, 20)
    ok(position():find("/$"), "no card is discarded")
  end)

  it("shrink when the last live access dies (T12, T13, FL-DRW-5, FL-RUL-38, FL-RUL-40)", function()
    F.rules()
    F.begin { one = { L = "C12a~,C10a,C20a", m = 9, W = "W01,W02,W07,W08" }, two = { L = "C10b" } }
    play("p")
    equal(by(), "x2:1")
    F.refuses("xW01", "FL-DRW-5")
    play("xW01,W08")
    equal(F.now().one.W, "W02,W07")
    equal(F.now().phase, "3")
    F.begin { one = { L = "C12a~,C10a,C16a", m = 9, W = "W01,W02,W07,W08" }, two = { L = "C10b" } }
    play("p")
    equal(F.now().phase .. F.now().one.W, "3W01,W02,W07,W08")
  end)

  it("shrink with a Shelf Warden too (T14, FL-NUM-5, FL-NUM-6, FL-RUL-39)", function()
    F.rules()
    local function left(line, discarded)
      F.begin { one = { L = line, m = 9, E = "E01,E02,E04,E08,E10" }, two = { L = "C23b,C10b" } }
      play("p")
      if discarded then play(discarded) end
      return F.now().phase .. F.now().one.E
    end
    equal(left("C11a,C20a,C10a"), "3E01,E02,E04,E08,E10")
    equal(left("C11a,C20a~,C10a", "xE08"), "3E01,E02,E04,E10")
    equal(left("C11a~,C20a~,C10a,C06a", "xE01,E08,E10"), "3E02,E04")
    equal(left("C11a~,C20a,C10a,C06a", "xE01,E08,E10"), "3E02,E04") -- no access, no fifth card
  end)

  it("are discarded by the due player first (FL-RUL-38)", function()
    F.rules()
    local function begin(last)
      F.begin { by = 3 - last, last = tostring(last),
        one = { L = "C12a~,C10a,C20a", m = last == 2 and 9 or 0, W = "W01,W02,W07,W08" },
        two = { L = "C12b~,C10b,C20b", m = last == 1 and 9 or 0, W = "W01,W02,W07,W08" } }
      play("p") -- and the other one, who has no mana
    end
    begin(2)
    equal(by(), "x2:1")
    play("xW01,W02")
    equal(by(), "x2:2")
    equal(F.now().two.W, "W01,W02,W07,W08")
    begin(1)
    equal(by(), "x2:2")
  end)
end)

describe("death texts", function()
  it("may kill in the same end of a phase, and those texts follow (T33, FL-RUL-53)", function()
    F.rules()
    local function chain(pool)
      F.begin { one = { L = "C24a~,C12a,C10a", m = 2, W = "W01" },
        two = { L = "C24b,C02b,C10b", f = pool } }
      play("p")
      local now = F.now()
      return now.phase .. " " .. now.one.m .. now.one.f .. " " .. now.two.m .. now.two.f
    end
    equal(chain(3), "3 41 20")
    equal(chain(2), "3 40 03")
  end)
end)

describe("a Spell that lasts", function()
  it("stays in sight while its card is discarded (FL-KIT-2, FL-KIT-3, FL-RUL-36, FL-RUL-51)",
    function()
      F.rules()
      F.begin { one = { L = "C12a,C06a", m = 5, W = "W08" }, two = { L = "C10b" } }
      play("W08>1.2")
      equal(F.now().effects, "W08@1>C06a=+2/tl")
      ok(position():find("/W08$"), position())
      equal(F.now().one.m .. F.now().one.t .. F.now().one.f, "200")
    end)
end)
