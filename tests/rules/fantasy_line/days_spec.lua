-- Options about the Day, where the naive second implementation once differed.
local F = dofile("tests/rules/fantasy_line/support.lua")

describe("who opens the Spells", function()
  it("is drawn on the first Day only if so set (FL-RUL-10)", function()
    local one = { L = "C03a,C06a", m = 9 }
    local two = { L = "C03b,C12a^", m = 9, W = "W01" }
    F.rules { randomStart = "firstDay" }
    F.begin { phase = "3", one = one, two = two }
    play("p")
    play("p")
    equal(F.now().day .. F.now().phase, "32t")
    equal(F.now().by, "2")
  end)
end)

describe("converted targeted damage", function()
  local one, two = { L = "C12a,C06a", t = 5 }, { L = "C07a,C03b", t = 5, f = 2 }
  it("kills in phase 4 (T8, FL-RUL-17)", function()
    F.rules()
    F.begin { phase = "4t", one = one, two = two }
    play("p")
    ok(F.now().two.L:find("C07a~", 1, true))
  end)

  it("waits for phase 5 if so set, also in a position line (FL-RUL-17)", function()
    F.rules { convertedKillsNow = false }
    F.begin { phase = "4t", one = one, two = two }
    play("p")
    equal(F.now().two.L .. F.now().two.f, "C07a,C03b7")
    F.begin { phase = "4t", passed = "10", by = 2, one = { L = "C12a,C06a" },
      two = { L = "C07a,C03b", t = 9, f = 7 } }
    play("k1.1")
    equal(F.now().two.L .. F.now().two.f, "C07a,C03b7")
  end)
end)

describe("a hand", function()
  it("may be above the limit while its Characters are Dying (FL-RUL-13)", function()
    F.rules { dyingGivesAccess = false }
    F.begin { one = { L = "C12a~,C06a", m = 9, W = "W01,W02,W07,W07" } }
    equal(F.moves("^W01"), "W01 W01*2")
  end)
end)
