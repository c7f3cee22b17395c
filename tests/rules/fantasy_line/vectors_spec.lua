-- The test vectors of section 26.
local F = dofile("tests/rules/fantasy_line/support.lua")

describe("damage to the Front", function()
  it("kills when the pool suffices, and keeps the rest (T1, T2, FL-DTF-2, FL-DTF-4, FL-DTF-5, "
    .. "FL-RUL-16)", function()
    F.rules()
    -- T1: 5 + 11 against a Golem are kept, one more kills it
    F.begin { one = { L = "C17a,C11a", m = 9, E = "E01,E02" }, two = { L = "C23a,C06a", f = 12 } }
    play("E02")
    equal(F.now().two.f, "16")
    equal(F.now().two.L, "C23a,C06a")
    F.begin { one = { L = "C17a,C11a", m = 9, E = "E01,E02" }, two = { L = "C23a,C06a", f = 16 } }
    play("E01")
    equal(F.now().two.f, "0")
    ok(F.now().two.L:find("C23a~", 1, true))
    -- T2: two are killed, and 2 are left at the next one
    F.begin { one = { L = "C17a,C11a", m = 9, E = "E02" }, two = { L = "C06a,C07a,C03a", f = 3 } }
    play("E02*2")
    equal(F.now().two.f, "3")
    ok(F.now().two.L:find("^C06a~,C07a~,C03a"))
  end)
end)

describe("range", function()
  it("counts places of the own line (T4, FL-RNG-3 to FL-RNG-6)", function()
    F.rules()
    -- Archer, Brute and Ferryman are out of range, the Arbalist alone aims
    F.begin { phase = "4d", one = { L = "C08a,C05a,C09a" }, two = { L = "C23a" } }
    equal(F.moves("^t"), "t1.3T t1.3N")
  end)
end)

describe("targeted damage", function()
  it("kills or is converted (T5, FL-TGD-4, FL-TGD-9)", function()
    F.rules()
    F.begin { phase = "4t", one = { t = 5 }, two = { L = "C04a,C06b,C07a" } }
    equal(F.moves("^k"), "k2.2 k2.3")
    F.refuses("k2.1", "FL-TGD-4", "its health is 8, and you have 5")
    play("k2.2") -- 1 is left, which kills nobody: the pass goes by itself
    equal(F.now().two.f, "2") -- with the Militia's 1
  end)

  it("kills any set that it covers (T6, FL-TGD-3, FL-TGD-8)", function()
    F.rules()
    F.begin { phase = "2e", one = { t = 8 }, two = { L = "C06b,C07a,C04a" } }
    equal(F.moves("^k"), "k0 k2.1 k2.2 k2.3 k2.1+2.2")
    F.refuses("k2.1+2.3", "FL-TGD-4")
    play("k2.1+2.2")
    equal(F.now().two.X, "C06b,C07a")
    equal(F.now().one.t, "0")
  end)

  it("held in phase 4 is dealt in phase 5 (T10, FL-PH5-2)", function()
    F.rules()
    F.begin { phase = "4d", one = { L = "C06a,C08a" }, two = { L = "C23a" } }
    play("t1.2N")
    equal(F.now().two.f, "3") -- the Archer's 2 and the Militia's 1
  end)

  it("passing converts it, and that may kill at once (T8, FL-RUL-17, FL-PH4-4)", function()
    F.rules()
    F.begin { phase = "4t", one = { t = 4 }, two = { L = "C04a,C06b", f = 4 } }
    play("p")
    equal(F.now().two.X, "C04a")
    equal(F.now().one.f, "1") -- its damage is missing; the Militia comes to the Front
  end)
end)

describe("stun", function()
  it("ends with the Day, doubled with the next (T29, FL-RUL-28)", function()
    F.rules()
    F.begin { one = { L = "C11a,C08a", m = 6, E = "E06" }, two = { L = "C23a,C08b" } }
    F.refuses("E06>2.1", "FL-RUL-55")
    play("E06*2>2.2")
    ok(F.now().two.L:find("C08b!3", 1, true))
  end)
end)

describe("Spells", function()
  it("doubled and forked cost twice and four times (T15, T16, FL-TRM-1, FL-RUL-30)", function()
    F.rules()
    F.begin { one = { L = "C11a", m = 6, E = "E02" }, two = { L = "C12a,C11b", m = 3, E = "E02" } }
    play("E02*2")
    equal(F.now().two.f, "0") -- both are killed by 8
    equal(F.now().two.L, "C12a~,C11b~")
    equal(F.now().one.m, "0")
    F.begin { one = { L = "C13a,C07a", m = 4, B = "B01" }, two = { L = "C06a,C23a" } }
    play("B01*2&")
    equal(F.now().one.t, "4")
    equal(F.now().phase, "2k")
    F.begin { one = { L = "C13a,C07a", m = 3, B = "B01" }, two = { L = "C23a" } }
    F.refuses("B01*2&", "FL-MAN-1", "costs at least 4 mana, and you have 3")
  end)

  it("Hurricane comes first (T17, FL-CST-9)", function()
    F.rules()
    F.begin { one = { L = "C11a,C07a", m = 9, c = 1, E = "E03,E02" } }
    F.refuses("E03", "FL-CST-9")
    F.begin { one = { L = "C11a,C07a", m = 9, E = "E03,E02" } }
    ok(F.lists("E03"))
  end)

  it("are cancelled and paid (T19, T43, FL-RUL-34)", function()
    F.rules()
    F.begin { one = { L = "C11a,C07a", m = 6, E = "E02" },
      two = { L = "C16a,C23a", m = 5, E = "E02,E09" } }
    play("E02*2")
    equal(F.now().phase, "2b")
    play("!E09")
    equal(F.now().two.f, "0")
    equal(F.now().by, "2") -- an interrupt is no turn (T21, FL-RUL-32)
    equal(F.now().one.m, "0")
  end)

  it("Twist the Word names another target (FL-RUL-31)", function()
    F.rules()
    F.begin { one = { L = "C11a,C07a", m = 6, E = "E06" },
      two = { L = "C13a,C06b,C08b", m = 3, B = "B05" } }
    play("E06>2.3")
    F.refuses("!B05>2.3", "FL-RUL-31")
    play("!B05>2.2")
    ok(F.now().two.L:find("C06b!2", 1, true))
    ok(not F.now().two.L:find("C08b!", 1, true))
  end)

  it("health changes may kill at once (T31, FL-RUL-58)", function()
    F.rules()
    F.begin { one = { L = "C13a,C07a", m = 6, B = "B02" }, two = { L = "C06b,C08b", f = 1 } }
    play("B02>2.1")
    ok(F.now().two.L:find("C06b~", 1, true))
    equal(F.now().two.f, "0")
  end)

  it("Parade Order names old places (W09)", function()
    F.rules()
    F.begin { one = { L = "C12a,C06a,C08a", m = 2, W = "W09" } }
    play("W09>3,1,2")
    equal(F.now().one.L, "C08a,C12a,C06a")
  end)

  it("a pair that has parted is no target any more (T46, FL-RUL-31)", function()
    F.rules()
    F.begin { one = { L = "C13a,C07a", m = 4, B = "B12" }, two = { L = "C06b,C07b,C08b" } }
    play("B12>2.1-2.2&2.2-2.3")
    equal(F.now().two.L, "C07b,C06b,C08b")
  end)
end)

describe("movement", function()
  it("brings a weak one under a full pool (T30, FL-RUL-16)", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C04a,C14a,C06a", f = 5 } }
    play("m1.2>1")
    ok(not F.now().one.X:find("C14a"))
    F.begin { phase = "3", one = { L = "C04a,C14a", f = 6 }, two = { L = "C12a" } }
    play("m1.2>1")
    equal(F.now().one.X, "C14a")
    equal(F.now().one.f, "0")
  end)
end)
