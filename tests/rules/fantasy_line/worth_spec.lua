-- The evaluation for computer players: what makes a position better for player 1.

local F = dofile("tests/rules/fantasy_line/support.lua")

local function worth_of(one, two)
  F.begin { phase = "3", one = one, two = two or { L = "C03b,C10b" } }
  return worth(0)
end

describe("the evaluation", function()
  it("counts Characters by what they can do now", function()
    F.rules()
    local line = worth_of { L = "C03a,C08a" }
    ok(worth_of { L = "C03a,C08a,C06a" } > line, "another one")
    ok(worth_of { L = "C03a,C08a!2" } < line, "one is stunned")
    ok(worth_of { L = "C03a~,C08a" } < line, "one is Dying")
    ok(worth_of { L = "C08a,C03a" } < line, "out of their ranges")
    ok(worth_of { L = "C03a,C08a", f = 3 } < line, "the Front is hit")
  end)

  it("counts Spells, and the categories that are open", function()
    F.rules()
    local line = worth_of { L = "C03a,C11a", E = "E01" }
    ok(worth_of { L = "C03a,C11a", E = "E01,E02" } > line, "another Spell")
    ok(worth_of { L = "C03a,C06a", X = "C11a", E = "E01" } < line, "access by a dead one only")
    ok(worth_of { L = "C03a,C11a", E = "E01", m = 4 } > line, "more mana")
  end)

  it("is as good for one as it is bad for the other", function()
    F.rules()
    F.begin { phase = "3", one = { L = "C03a,C11a", E = "E01" }, two = { L = "C03b" } }
    equal(worth(0), -worth(1))
  end)
end)
