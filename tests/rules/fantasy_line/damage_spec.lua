-- Damage to the Front and targeted damage, through the phases of a Day.
local F = dofile("tests/rules/fantasy_line/support.lua")

local function by() return F.now().phase .. ":" .. F.now().by end

describe("targeted damage", function()
  it("of a Spell is used at once or kept, also beyond the phase (T7, FL-CST-6, FL-CST-7, FL-CST-8, "
    .. "FL-TGD-3, FL-TGD-5, FL-RUL-21, FL-RUL-66)", function()
    F.rules()
    F.begin { one = { L = "C11a,C08a", m = 2, E = "E04" }, two = { L = "C23b,C12b" } }
    play("E04") -- 2 kill nobody: there is no window
    equal(F.now().one.t, "2")
    F.pass_to(2, "4d")
    equal(F.now().one.t, "2")
    play("t1.2T")
    equal(F.now().one.t .. " " .. F.moves("^k"), "4 k2.2")
    -- its producer's stun changes nothing about it
    F.begin { phase = "4t", one = { L = "C11a,C08a!2", t = 4 }, two = { L = "C23b,C12b" } }
    equal(F.moves("^k"), "k2.2")
  end)

  it("that is there in phase 3 is kept for phase 4 (FL-RUL-22)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C03a,C10a", t = 4 }, two = { L = "C03b,C12b" } }
    equal(F.moves("^k"), "")
    play("p p")
    equal(F.now().phase .. " " .. F.moves("^k"), "4t k2.2")
  end)

  it("is used in windows at the end of phase 2, by turns (T45, FL-RUL-12, FL-RUL-19)", function()
    F.rules()
    local one, two = { L = "C10a,C02a,C06a", t = 4 }, { L = "C10b,C02b,C06b", t = 4 }
    F.begin { phase = "2e", one = one, two = two }
    play("k2.3")
    equal(by(), "2e:2")
    play("k1.3")
    equal(by(), "3:1")
    F.begin { phase = "2e", one = one, two = two }
    play("k2.3 k0")
    equal(by(), "3:2")
    equal(F.now().two.t, "4") -- nothing is converted in phase 2
    F.begin { phase = "2e", one = one, two = two }
    play("k0 k0")
    equal(by(), "3:1") -- to decline is no turn
  end)

  it("kills one Character a turn in phase 4, and a pass uses up the rest (FL-PH4-2, FL-PH4-4, "
    .. "FL-TGD-6, FL-TGD-7, FL-TGD-9, FL-RUL-20)", function()
    F.rules()
    F.begin { phase = "4t", one = { L = "C02a,C20a", t = 9 },
      two = { L = "C23b,C06b,C12b", t = 6 } }
    equal(F.moves("^k"), "k2.2 k2.3")
    play("k2.2")
    equal(by(), "4t:2")
    play("p")
    equal(F.now().one.L .. F.now().two.t, "C02a~,C20a0") -- 6 go to the Front
    equal(by(), "4t:1")
    play("p")
    equal(F.now().two.f, "5")
    equal(F.now().one.t, "0")
  end)

  it("is declared in turn, and both pools rise together (FL-PH4-1, FL-RUL-23)", function()
    F.rules()
    F.begin { phase = "4d", by = 2, last = "1", one = { L = "C20a,C08a,C09a" },
      two = { L = "C20b,C08b" } }
    equal(F.moves("^t"), "t2.2T t2.2N")
    play("t2.2T")
    equal(by(), "4d:1")
    equal(F.now().two.t, "0")
    equal(F.moves("^t"), "t1.2T t1.2N")
    play("t1.2N")
    equal(F.moves("^t"), "t1.3T t1.3N")
    play("t1.3T")
    -- player 2 opens, and his 2 kill nobody, so they are converted
    equal(by(), "4t:1")
    equal(F.now().one.f .. F.now().one.t, "25")
    F.begin { phase = "4d", by = 2, last = "1", one = { L = "C20a,C02a", t = 6 },
      two = { L = "C20b,C08b", t = 4 } }
    play("t2.2T")
    equal(by(), "4t:2") -- a declaration is no turn
  end)

  it("is not generated against an empty line (T37, FL-RUL-18, FL-RUL-23)", function()
    F.rules()
    F.begin { grace = true, phase = "3", one = { L = "C03a,C08a,C05a" },
      two = { L = "", X = "C06b", f = 3 } }
    play("p")
    equal(F.now().phase .. F.now().two.f, "over13") -- nor is any other damage
  end)

  it("counts although its producer is killed, whose normal damage is missing (T9, FL-PH4-3, "
    .. "FL-RUL-66)", function()
    F.rules()
    local function after(move)
      F.begin { phase = "4d", last = "1", one = { L = "C14a,C02a", t = 2 },
        two = { L = "C06b,C20b", t = 6 } }
      play("t1.1T")
      equal(by(), "4t:2")
      play(move)
      equal(F.moves("^k"), "k2.1")
      play("k2.1")
      return F.now().two.X .. F.now().two.f
    end
    equal(after("k1.1"), "C06b0")
    equal(after("k1.2"), "C06b1")
  end)

  it("that was out of range in phase 4 is dealt in phase 5 (FL-PH5-2, FL-RUL-24)", function()
    F.rules()
    local function dealt(move)
      F.begin { phase = "4t", by = 2, last = "1", one = { L = "C23a,C02a,C14a" },
        two = { L = "C03b", t = 6 } }
      play(move)
      return F.now().two.f
    end
    equal(dealt("k1.2"), "6") -- the Golem's 3; now it stands at place 2: 1 and 2
    equal(dealt("p"), "3")
  end)

  it("does not help the Front pool, nor the other way round (FL-RUL-25, FL-TGD-4)", function()
    F.rules()
    F.begin { phase = "4t", one = { L = "C02a", t = 5 }, two = { L = "C20b,C06b", f = 5 } }
    equal(F.moves("^k"), "k2.2")
    F.refuses("k2.1", "FL-TGD-4")
    F.begin { phase = "4t", one = { L = "C02a", t = 6 }, two = { L = "C20b,C06b", f = 5 } }
    play("k2.1") -- the front target may be killed with it
    equal(F.now().two.X .. F.now().two.f, "C20b,C06b1") -- then the pool suffices for the next
  end)
end)

describe("damage to the Front", function()
  it("stays in the pool of the line, and on nobody (T3, T38, FL-DTF-2, FL-DTF-5, FL-DTF-6, "
    .. "FL-PH5-4, FL-PH5-5, FL-RUL-26)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C05a" }, two = { L = "C23b,C10b", f = 4 } }
    F.pass_to(3, "2")
    equal(F.now().two.f, "9")
    equal(F.now().two.L, "C23b,C10b") -- a mark of damage there is none
    F.pass_to(3, "3")
    -- another front target finds the same pool
    play(F.now().by == "2" and "m2.2~2.1" or "p")
    if F.now().phase == "3" then play("m2.2~2.1") end
    equal(F.now().two.X, "C10b")
  end)

  it("kills one after the other as far as it reaches (FL-DTF-4, FL-PH5-3, FL-RUL-16)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C05a,C10a" }, two = { L = "C06b,C07b,C03b", f = 3 } }
    F.pass_to(3, "2")
    equal(F.now().two.X .. F.now().two.f, "C06b,C07b1") -- 3 + 5 + 1 pay for 4 and 4
    F.begin { phase = "3", one = { L = "C05a,C10a" }, two = { L = "C06b,C07b,C03b", f = 1 } }
    F.pass_to(3, "2")
    equal(F.now().two.X .. F.now().two.f, "C06b3")
  end)

  it("of both sides is dealt together, so that those killed deal theirs (FL-PH5-1)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C05a,C10a", f = 9 }, two = { L = "C05b,C10b", f = 9 } }
    F.pass_to(3, "2")
    equal(F.now().one.X .. F.now().one.f .. F.now().two.X .. F.now().two.f, "C05a5C05b5")
  end)
end)
