-- The Spells of Elementalism: each where it acts and where it just does not (FL-DATA-3).
local F = dofile("tests/rules/fantasy_line/support.lua")

describe("Spark Lash", function()
  it("deals 1, doubled 2, forked twice (E01, FL-DATA-3, FL-TRM-1, FL-TRM-2, FL-RUL-29, FL-RUL-30)",
    function()
      F.rules()
      for move, result in pairs { E01 = "1,3", ["E01*2"] = "2,2", ["E01&"] = "2,2",
        ["E01*2&"] = "4,0" } do
        F.cast({ one = { L = "C02a", m = 4, E = "E01" } }, move)
        equal({ move, F.now().two.f .. "," .. F.now().one.m }, { move, result })
      end
      F.cast { one = { L = "C02a", m = 3, E = "E01" } }
      F.refuses("E01*2&", "FL-MAN-1")
      F.refuses("E01>2.1", "FL-RUL-55")
    end)
  it("is lost where nobody stands (E01, T37, FL-RUL-18)", function()
    F.rules()
    F.cast({ grace = true, one = { L = "C02a", m = 4, E = "E01" }, two = { L = "" } },
      "E01")
    equal(F.now().two.f, "0")
    F.cast({ one = { L = "C02a", m = 4, E = "E01" }, two = { L = "C06b~" } }, "E01")
    equal(F.now().two.f, "1") -- a Dying one is enough
  end)
end)

describe("Firewash", function()
  it("deals 4, doubled 8, and is not forked (E02, FL-DATA-3, FL-DTF-3)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 6, E = "E02" }, two = { L = "C23b", f = 5 } }, "E02")
    equal(F.now().two.f, "9")
    equal(F.now().one.m, "3")
    F.cast({ one = { L = "C02a", m = 6, E = "E02" }, two = { L = "C23b", f = 9 } }, "E02*2")
    equal(F.now().two.L .. F.now().two.f, "C23b~0") -- 17 are enough
    F.cast({ one = { L = "C02a", m = 6, E = "E02" }, two = { L = "C23b", f = 8 } }, "E02*2")
    equal(F.now().two.L .. F.now().two.f, "C23b16")
    F.cast { one = { L = "C02a", m = 9, E = "E02" } }
    F.refuses("E02&", "FL-TRM-2")
  end)
end)

describe("Hurricane", function()
  it("keeps long ranges of both sides from dealing, this Day only (E03, FL-DATA-3, FL-RUL-56)",
    function()
      F.rules()
      -- 1-1 and 1-2 deal their 1 and 2; 2+ with D, 2-3 and 2+ with T deal nothing
      local function begin()
        F.cast { one = { L = "C06a,C07a,C11a,C08a", m = 4, E = "E03" },
          two = { L = "C10b,C04b,C07b" } }
      end
      begin()
      play("E03")
      equal(F.now().effects, "E03@1>-=0/d")
      F.pass_to(3, "2")
      equal(F.now().two.f, "1")
      equal(F.now().one.L, "C06a,C07a,C11a,C08a")
      equal(F.now().one.f, "3")
      equal(F.now().effects, "")
      begin()
      F.pass_to(3, "2")
      equal(F.now().two.L .. F.now().two.f, "C04b,C07b0") -- 1 + 2 + 1 + 2
    end)
  it("also silences 3+ in phase 4 (E03, FL-PH4-1)", function()
    F.rules()
    F.cast({ one = { L = "C02a,C20a,C09a", m = 4, E = "E03" }, two = { L = "C04b" } }, "E03")
    F.pass_to(3, "2")
    equal(F.now().two.f, "0")
  end)
  it("is the first Spell of its caster only (E03, T17, FL-CST-9, FL-RUL-56)", function()
    F.rules()
    F.cast { one = { L = "C02a", m = 9, c = 1, E = "E03,E01" } }
    F.refuses("E03", "FL-CST-9")
    F.refuses("E03*2", "FL-TRM-1")
    -- the other's Spells do not count, an answer of one's own does
    F.cast({ one = { L = "C02a", m = 9, E = "E01" }, two = { L = "C23b", m = 9, E = "E03,E09" } },
      "E01 !0")
    ok(F.lists("E03"))
    F.cast({ one = { L = "C02a", m = 9, E = "E01" }, two = { L = "C23b", m = 9, E = "E03,E09" } },
      "E01 !E09")
    F.refuses("E03", "FL-CST-9")
  end)
end)

describe("Hailshot", function()
  it("gives 2 targeted damage, forked 4 (E04, FL-DATA-3, FL-CST-6, FL-RUL-21)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 4, E = "E04" }, two = { L = "C23b,C06b" } }, "E04")
    equal(F.now().phase .. F.now().one.t, "2t2") -- nobody to kill: no window
    F.cast({ one = { L = "C02a", m = 4, E = "E04" }, two = { L = "C23b,C06b" } }, "E04&")
    equal(F.now().phase .. F.now().one.t, "2k4") -- after both instances
    equal(F.moves("."), "k0 k2.2")
    F.refuses("k2.1", "FL-TGD-4")
    F.cast { one = { L = "C02a", m = 9, E = "E04" } }
    F.refuses("E04*2", "FL-TRM-1")
  end)
  it("is kept for phase 4 and added up, whatever becomes of its producer (E04, T7, FL-CST-7, "
    .. "FL-CST-8, FL-TGD-5, FL-RUL-66)", function()
    F.rules()
    F.cast({ one = { L = "C02a,C08a", m = 2, E = "E04" }, two = { L = "C19b,C12b" } }, "E04")
    F.pass_to(2, "4d")
    play("t1.2T")
    equal(F.moves("^k"), "k2.2") -- 2 and 2 kill the Mender
    -- the Archer that aimed is killed; what it aimed stays
    F.begin { phase = "4t", by = 2, last = "1", one = { L = "C02a,C08a:T", t = 4 },
      two = { L = "C19b,C12b", t = 5 } }
    play("k1.2")
    equal(F.now().one.L .. F.now().one.t, "C02a,C08a~:T4")
    equal(F.moves("^k"), "k2.2")
  end)
end)

describe("Rockslide", function()
  it("sends an enemy to the Rear, then deals 1 (E05, FL-DATA-3, FL-DTF-6)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 3, E = "E05" }, two = { L = "C06b,C04b,C20b", f = 3 } },
      "E05>2.1")
    equal(F.now().two.L .. F.now().two.f, "C04b,C20b,C06b4") -- the point meets the Sergeant
    F.cast({ one = { L = "C02a", m = 3, E = "E05" }, two = { L = "C06b,C04b,C20b", f = 3 } },
      "E05>2.2")
    equal(F.now().two.L .. F.now().two.f, "C06b~,C20b,C04b0")
  end)
  it("does not name the last place, nor a lone live enemy, nor a Friend (E05, FL-DATA-3)",
    function()
      F.rules()
      F.cast { one = { L = "C02a,C06a", m = 9, E = "E05" }, two = { L = "C06b,C23b" } }
      equal(F.moves("^E05"), "E05>2.1")
      F.refuses("E05>2.2", "FL-RUL-55")
      F.refuses("E05>1.1", "FL-RUL-55")
      F.cast { one = { L = "C02a", m = 9, E = "E05,E01" }, two = { L = "C23b,C06b~" } }
      F.refuses("E05>2.1", "FL-RUL-55") -- the other one is Dying
      F.cast { one = { L = "C02a", m = 9, E = "E05" }, two = { L = "C04b,C06b~,C12b" } }
      equal(F.moves("^E05"), "E05>2.1")
    end)
end)

describe("Thunderclap", function()
  it("stuns an enemy for this Day, doubled for the next as well (E06, FL-DATA-3, FL-TRM-7, "
    .. "FL-RUL-28)", function()
    F.rules()
    for move, day in pairs { ["E06>2.1"] = 2, ["E06*2>2.1"] = 3 } do
      F.cast({ one = { L = "C03a", m = 6, E = "E06" }, two = { L = "C04b" } }, move)
      equal(F.now().two.L, "C04b!" .. day)
      F.pass_to(3, "2")
      equal({ move, F.now().one.f }, { move, "0" })
      F.pass_to(4, "2")
      equal({ move, F.now().one.f }, { move, day == 2 and "2" or "0" })
    end
  end)
  it("is forked to another target, and the later end counts (E06, FL-RUL-28, FL-RUL-31)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 6, E = "E06" }, two = { L = "C04b,C06b!3" } }, "E06>2.1&2.2")
    equal(F.now().two.L, "C04b!2,C06b!3")
    F.cast { one = { L = "C02a", m = 6, E = "E06" }, two = { L = "C04b,C06b" } }
    F.refuses("E06>2.1&2.1", "FL-RUL-31")
    F.refuses("E06>1.1", "FL-RUL-55")
    F.cast { one = { L = "C02a", m = 12, E = "E06" }, two = { L = "C04b" } }
    equal(F.moves("^E06"), "E06>2.1 E06*2>2.1") -- there is no other target
  end)
end)

describe("Quickmire", function()
  it("stops the abilities of the enemy for this Day (E07, FL-DATA-3)", function()
    F.rules()
    local function begin(move)
      F.cast({ one = { L = "C02a,C03a", m = 1, E = "E07" },
        two = { L = "C02b,C14b", E = "", m = 0 } }, move)
    end
    begin("E07")
    equal(F.now().phase .. F.now().by, "31") -- one's own move as before
    equal(F.moves("^m"), "m1.2>1")
    play("p")
    F.pass_to(3, "3")
    if F.now().by == "1" then play("p") end
    equal(F.moves("^m"), "m2.2>1") -- the Day is over
    begin("p p") -- nobody casts it
    equal(F.now().phase .. F.now().by, "32")
    equal(F.moves("^m"), "m2.2>1")
  end)
end)

describe("Banked Coals", function()
  it("gives 1 mana at the start of every Day, doubled 2 (E08, T39, FL-DATA-3, FL-KIT-2, FL-RUL-51)",
    function()
      F.rules()
      F.cast({ one = { L = "C02a", m = 6, E = "E08" }, two = { L = "C02b" } }, "E08*2")
      equal(F.now().one.m, "0")
      equal(F.now().effects, "E08@1>-=+2/tl")
      F.pass_to(3, "2")
      equal(F.now().one.m .. F.now().two.m, "54")
      F.pass_to(4, "2")
      equal(F.now().one.m, "10")
      equal(position():match("/(%S*)$"), "E08") -- the card itself is free (FL-KIT-2, FL-RUL-36)
      F.cast({ one = { L = "C02a", m = 3, E = "E08" }, effects = "E08@1>-=+2/tl" }, "E08")
      F.pass_to(3, "2")
      equal(F.now().one.m, "6") -- they add up
    end)
end)

describe("Grounding Rod", function()
  it("cancels Spells of a printed cost of 3 or less (E09, FL-DATA-3, FL-TRM-8, FL-RUL-33, "
    .. "FL-RUL-34)", function()
    F.rules()
    local function answered(move, two)
      F.cast({ one = { L = "C16a", m = 12, E = "E01,E02,E03,E10" },
        two = two or { L = "C23b", m = 2, E = "E09" } }, move)
      return F.lists("!E09")
    end
    ok(answered("E01"))
    ok(answered("E02*2")) -- 6 mana, but a printed 3
    play("!E09")
    equal(F.now().two.f .. F.now().one.m .. F.now().two.m, "060")
    equal(position():match("/(%S*)$"), "E09,E02") -- both are gone
    ok(not answered("E03")) -- 4
    ok(not answered("E10")) -- 6
    ok(not answered("E01", { L = "C23b", m = 1, E = "E09,E07" }))
    F.cast({ passed = "01", one = { L = "C02a", m = 12, E = "E01,E02" },
      two = { L = "C23b", m = 2, E = "E09" } }, "E01")
    ok(not F.lists("!E09")) -- whoever has passed does not answer (FL-RUL-32)
    F.cast { one = { L = "C02a", m = 9, E = "E09,E01" } }
    F.refuses("E09", "FL-TRM-8")
  end)
end)

describe("Sunfall", function()
  it("gives 6 targeted damage, and is neither doubled nor forked (E10, FL-DATA-3)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 6, E = "E10" }, two = { L = "C02b,C09b" } }, "E10")
    equal(F.now().one.t .. F.now().one.m, "60")
    equal(F.moves("."), "k0 k2.1")
    F.cast { one = { L = "C02a", m = 30, E = "E10" } }
    F.refuses("E10*2", "FL-TRM-1")
    F.refuses("E10&", "FL-TRM-2")
  end)
end)

describe("Stonehide", function()
  it("gives a Friend 4 health for this Day, doubled 8 (E11, T40, FL-DATA-3, FL-RUL-58, FL-RUL-68)",
    function()
      F.rules()
      local function damaged(move)
        F.cast({ one = { L = "C06a,C02a", f = 3, m = 4, E = "E11" },
          two = { L = "C02b,C12b", m = 7, E = "E02,E07" } }, move)
        local line = F.now().one.L
        F.pass_to(3, "2")
        return line .. " " .. F.now().one.L .. F.now().one.f
      end
      equal(damaged("E11>1.1 E02"), "C06a,C02a C02a3") -- 7 < 8, but not when the Day has ended
      equal(damaged("E11>1.1 E02*2"), "C06a~,C02a C02a3") -- 11, of which 8 are paid
      equal(damaged("E11*2>1.1 E02*2"), "C06a,C02a 1") -- 11 < 12; then 4 and 6 are paid
      equal(F.now().phase, "over2")
    end)
  it("helps Friends only (E11, FL-TRM-4, FL-RUL-54, FL-RUL-55)", function()
    F.rules()
    F.cast { one = { L = "C06a,C02a~", m = 4, E = "E11" } }
    equal(F.moves("^E11>"), "E11>1.1")
    F.refuses("E11>2.1", "FL-RUL-55")
    F.refuses("E11>1.2", "FL-RUL-55")
    F.refuses("E11>1.1&1.1", "FL-TRM-2")
  end)
end)

describe("Kindled Edge", function()
  it("adds 3 damage for this Day to a Friend that deals any (E12, FL-DATA-3, FL-RUL-31)", function()
    F.rules()
    local function damage_of(line, move)
      F.cast({ one = { L = line, m = 4, E = "E12" } }, move)
      F.pass_to(3, "2")
      return F.now().two.f
    end
    equal(damage_of("C06a,C20a", "E12>1.1"), "4")
    equal(damage_of("C06a,C20a", "E12>1.1&1.1"), "7")
    equal(damage_of("C06a,C10a", "E12>1.1&1.2"), "8")
    F.pass_to(4, "2")
    equal(F.now().two.f, "10") -- the Day is over
    equal(damage_of("C20a,C06a", "E12>1.1"), "0") -- it deals none
    equal(damage_of("C20a,C06a", "E12>1.2"), "0") -- it is out of range
    equal(damage_of("C20a,C08a", "E12>1.2"), "5") -- held damage counts
    F.cast({ one = { L = "C20a,C08a", m = 4, E = "E12" } }, "E12>1.2")
    F.pass_to(2, "4d")
    play("t1.2T")
    F.pass_to(3, "2")
    equal(F.now().two.f, "2") -- it has aimed, and deals no normal damage
    F.cast { one = { L = "C06a", m = 9, E = "E12" } }
    F.refuses("E12*2>1.1", "FL-TRM-1")
  end)
end)
