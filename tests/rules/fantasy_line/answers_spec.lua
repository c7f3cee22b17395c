-- The Spells that may be cast and answered, where the naive second implementation once differed.
local F = dofile("tests/rules/fantasy_line/support.lua")

describe("a player who has passed", function()
  it("plays no answer any more (T18, FL-CST-4, FL-RUL-32)", function()
    F.rules()
    local one = { L = "C11a,C06a", m = 9, E = "E01,E01" }
    local two = { L = "C12a,C06b", m = 9, W = "W03" }
    F.begin { one = one, two = two }
    play("E01")
    equal(F.moves("^!"), "!W03 !0")
    F.begin { one = one, two = two, passed = "01" }
    play("E01")
    equal(F.now().phase, "2t")
    equal(F.now().two.f, "1")
  end)
end)

describe("Rockslide", function()
  it("needs two live enemies (FL-DATA-3)", function()
    F.rules()
    local one = { L = "C11a,C06a", m = 9, E = "E01,E05" }
    F.begin { one = one, two = { L = "C06b,C07a" } }
    equal(F.moves("^E05"), "E05>2.1")
    F.begin { one = one, two = { L = "C06b,C07a~" } }
    equal(F.moves("^E05"), "")
    F.refuses("E05>2.1", "FL-RUL-55", "this Spell has no target")
  end)
end)

describe("Back from the Brink", function()
  it("answers the Spell that killed, and no other (W04, FL-RUL-33)", function()
    F.rules()
    local one = { L = "C18b,C06a", m = 9, B = "B06,B09" }
    local two = { L = "C12a~~,C07a", m = 9, W = "W04,W04" }
    F.begin { by = 2, last = "1", phase = "2a", stack = "B09@1>-'", one = one, two = two }
    equal(F.moves("^!"), "!W04>2.1 !0")
    play("!W04>2.1")
    play("!B06") -- which killed nobody, so that nothing answers it
    equal(F.now().phase, "2t")
    equal(F.now().two.L, "C12a~,C07a")
  end)
end)

describe("Call Home", function()
  it("keeps a turn from being passed (FL-RUL-69)", function()
    F.rules()
    F.begin { one = { L = "C13a,C06a", m = 9, B = "B01" },
      two = { L = "C06b", X = "C12a", m = 9, W = "W05,W06" } }
    play("B01")
    equal(F.now().by, "2")
    ok(F.lists("W05>2d1"))
  end)
end)

describe("position lines", function()
  it("tell of an effect that has ended (B11, section 24)", function()
    F.rules()
    F.begin { one = { L = "C13a,C06a", m = 9, B = "B11" }, effects = "W11@2>-=0/d",
      two = { L = "C12a!2,C06b", m = 9, W = "W06" } }
    play("B11>#1")
    equal(F.now().phase, "2a")
    equal(F.now().stack, "B11@1>-'")
  end)

  it("say by the stack what is prevented (W03, section 24)", function()
    F.rules()
    F.begin { phase = "2a", last = "1", stack = "E02@1>-;W03@2>-'",
      one = { L = "C11a,C12b!2", m = 9, W = "W06" }, two = { L = "C12a,C03b" } }
    play("!0")
    equal(F.now().two.f, "1")
  end)
end)
