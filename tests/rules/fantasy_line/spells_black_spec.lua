-- The Black Spells: each where it acts and where it just does not (FL-DATA-3).
local F = dofile("tests/rules/fantasy_line/support.lua")

describe("Needle Hex", function()
  it("gives 1 targeted damage, doubled 2, forked twice (B01, T16, FL-DATA-3, FL-RUL-30)", function()
    F.rules()
    for move, result in pairs { B01 = "1,3", ["B01*2"] = "2,2", ["B01&"] = "2,2",
      ["B01*2&"] = "4,0" } do
      F.cast({ one = { L = "C02a", m = 4, B = "B01" } }, move)
      equal({ move, F.now().one.t .. "," .. F.now().one.m }, { move, result })
    end
    -- the window is about the whole pool, and not only what is new (FL-RUL-21)
    F.cast({ one = { L = "C02a", m = 2, t = 3, B = "B01" }, two = { L = "C23b,C06b" } }, "B01")
    equal(F.now().phase .. " " .. F.moves("."), "2k k0 k2.2")
  end)
end)

describe("Wither", function()
  -- Is the enemy of that place killed by so much, and by no less?
  local function health(p, move, at, expected)
    for over = -1, 0 do
      F.cast({ one = { L = "C02a", m = 8, t = expected + over, B = "B02" },
        two = { L = p } }, move)
      F.pass_to(2, expected + over > 0 and "2e" or "2t")
      equal({ move, expected + over, F.lists("k2." .. at) }, { move, expected + over, over == 0 })
    end
  end
  it("takes 3 health from an enemy for this Day, doubled 6, but leaves 1 (B02, FL-DATA-3, "
    .. "FL-RUL-58)", function()
    F.rules()
    health("C06b,C23b", "B02>2.2", 2, 14)
    health("C20b,C23b", "B02*2>2.2", 2, 11)
    health("C20b,C23b", "B02>2.2&2.2", 2, 11)
    health("C20b,C23b", "B02>2.1", 1, 3)
    health("C20b,C23b", "B02*2>2.1", 1, 1)
    F.cast({ one = { L = "C02a", m = 4, B = "B02" }, two = { L = "C06b,C20b", f = 1 } },
      "B02*2>2.1")
    equal(F.now().two.L .. F.now().two.f, "C06b~,C20b0") -- only 1 is paid
    F.cast({ one = { L = "C02a", m = 2, B = "B02" }, two = { L = "C06b,C20b" } }, "B02>2.1")
    equal(F.now().effects, "B02@1>C06b=-3/d")
    F.pass_to(3, "2")
    equal(F.now().effects, "")
  end)
  it("is for enemies only (B02, FL-RUL-55)", function()
    F.rules()
    F.cast { one = { L = "C02a", m = 2, B = "B02" }, two = { L = "C06b~,C20b" } }
    equal(F.moves("^B"), "B02>2.2")
    F.refuses("B02>1.1", "FL-RUL-55")
  end)
end)

describe("Siphon", function()
  it("moves up to 2 mana, doubled 4 (B03, FL-DATA-3, FL-RUL-70)", function()
    F.rules()
    local function mana(theirs, move)
      F.cast({ one = { L = "C02a", m = 12, B = "B03,B01" }, two = { L = "C23b", m = theirs } },
        move)
      return F.now().one.m .. "," .. F.now().two.m
    end
    equal(mana(5, "B03"), "11,3")
    equal(mana(1, "B03"), "10,0")
    equal(mana(0, "B03"), "9,0")
    equal(mana(5, "B03*2"), "10,1")
    equal(mana(3, "B03*2"), "9,0")
    F.cast { one = { L = "C02a", m = 12, B = "B03" } }
    F.refuses("B03&", "FL-TRM-2")
  end)
end)

describe("Blood Price", function()
  it("gives half the health of a Friend that it fells, rounded up (B04, FL-DATA-3, FL-RUL-57)",
    function()
      F.rules()
      local function gained(line, effects)
        F.cast({ effects = effects, one = { L = line, m = 1, B = "B04" } }, "B04>1.1")
        equal(F.now().one.L, (line:gsub("^(C...)", "%1~")))
        return F.now().one.t
      end
      equal(gained("C04a,C02a"), "4")
      equal(gained("C03a,C02a"), "7")
      equal(gained("C06a,C02a"), "2")
      equal(gained("C06a,C02a", "W08@1>C06a=+2/tl"), "3") -- the health that it has now
    end)
  it("names live Friends, and costs nobody if it is cancelled (B04, FL-RUL-34, FL-RUL-55)",
    function()
      F.rules()
      F.cast({ one = { L = "C04a,C02a~", m = 3, B = "B04" },
        two = { L = "C23b", m = 3, E = "E09,E07" } })
      equal(F.moves("^B"), "B04>1.1")
      F.refuses("B04>2.1", "FL-RUL-55")
      play("B04>1.1 !E09")
      equal(F.now().one.L .. F.now().one.t, "C04a,C02a~0")
    end)
  it("may cost the last Character, and so the game (B04, T23, FL-END-1, FL-RUL-62, FL-RUL-64)",
    function()
      F.rules()
      F.cast({ one = { L = "C04a", m = 1, B = "B04" } }, "B04>1.1")
      F.pass_to(3, "2")
      equal(F.now().phase .. F.now().day, "over22")
    end)
end)

describe("Twist the Word", function()
  -- Player 2 holds it.
  local function cast(one, two, move, effects)
    two.m, two.B, two.E = 3, "B05", ""
    F.cast({ effects = effects, one = one, two = two }, move)
  end
  it("re-aims a Friend's Spell, as doubled as it is (B05, FL-DATA-3, FL-RUL-33)", function()
    F.rules()
    cast({ L = "C06a,C10a", m = 4, E = "E11" }, { L = "C23b" }, "E11*2>1.1")
    equal(F.moves("."), "!B05>1.2 !0")
    play("!B05>1.2")
    equal(F.now().effects, "E11@1>C10a=+8/d")
    equal(F.now().two.m, "0")
  end)
  it("re-aims the dead, effects and pairs (B05, FL-DATA-3)", function()
    F.rules()
    cast({ L = "C02a,C16a", X = "C06a,C10a", m = 9, W = "W05,W05" }, { L = "C02b" }, "W05>1d1")
    equal(F.moves("."), "!B05>1d2 !0")
    play("!B05>1d2")
    equal(F.now().one.L, "C02a,C16a,C10a")
    cast({ L = "C02a", m = 9, B = "B11,B11" }, { L = "C02b" }, "B11>#1",
      "E08@1>-=+1/tl,E08@2>-=+2/tl")
    equal(F.moves("."), "!B05>#2 !0")
    play("!B05>#2")
    equal(F.now().effects, "E08@1>-=+1/tl")
    cast({ L = "C02a", m = 9, B = "B12,B12" }, { L = "C06b,C20b,C07b" }, "B12>2.1-2.2")
    equal(F.moves("."), "!B05>2.2-2.3 !0")
    play("!B05>2.2-2.3")
    equal(F.now().two.L, "C06b,C07b,C20b")
    equal(F.now().two.m, "0")
  end)
  it("re-aims both pairs of a forked Spell at its own price (B05, FL-DATA-3, FL-RUL-31)", function()
    F.rules()
    cast({ L = "C02a", m = 9, B = "B12,B01" }, { L = "C06b,C20b,C07b,C10b" }, "B12>2.1-2.2&2.2-2.3")
    F.refuses("!B05>2.1-2.2&2.2-2.3", "FL-RUL-31")
    F.refuses("!B05>2.3-2.4", "FL-RUL-31")
    play("!B05>2.1-2.2&2.3-2.4")
    equal(F.now().two.L, "C20b,C06b,C10b,C07b")
    equal(F.now().two.m, "0") -- it is not forked itself
  end)
  it("names a target for both instances, one of them another (B05, FL-DATA-3, FL-RUL-31)",
    function()
      F.rules()
      cast({ L = "C02a", m = 9, E = "E06,E01" }, { L = "C06b,C20b,C07b" }, "E06>2.1&2.2")
      F.refuses("!B05>2.1&2.2", "FL-RUL-31")
      F.refuses("!B05>2.1&2.1", "FL-RUL-31")
      F.refuses("!B05>2.3", "FL-RUL-31")
      play("!B05>2.3&2.2")
      equal(F.now().two.L, "C06b,C20b!2,C07b!2")
    end)
  it("does not answer a Spell without targets, or without another one (B05, FL-DATA-3)", function()
    F.rules()
    cast({ L = "C02a", m = 9, E = "E02,E01" }, { L = "C06b,C20b" }, "E02")
    ok(not F.lists("!0"))
    cast({ L = "C02a", m = 9, B = "B08,B01" }, { L = "C06b,C20b" }, "B08")
    ok(not F.lists("!0"))
    cast({ L = "C02a,C06a", m = 9, W = "W09,W01" }, { L = "C06b,C20b" }, "W09>2,1")
    ok(not F.lists("!0"))
    cast({ L = "C02a", m = 9, E = "E11,E01" }, { L = "C06b,C20b" }, "E11>1.1")
    ok(not F.lists("!0"))
    cast({ L = "C02a", m = 9, B = "B12,B01" }, { L = "C06b,C20b" }, "B12>2.1-2.2")
    ok(not F.lists("!0"))
    F.cast { one = { L = "C02a", m = 9, B = "B05,B01" } }
    F.refuses("B05>2.1", "FL-RUL-55")
  end)
  it("answers an answer that has a target (B05, FL-DATA-3)", function()
    F.rules()
    F.cast({ one = { L = "C17a", m = 6, E = "E06", B = "B05" },
      two = { L = "C04b,C20b!2", m = 2, W = "W06" } }, "E06>2.1")
    F.pass_to(2, "2a")
    play("!W06>2.1")
    equal(F.now().phase .. F.now().by .. " " .. F.moves("."), "2b1 !B05>2.2 !0")
    play("!B05>2.2")
    equal(F.now().two.L, "C04b!2,C20b")
  end)
end)

describe("Swallow the Word", function()
  it("cancels any Spell of the enemy (B06, FL-DATA-3, FL-RUL-34)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 9, E = "E10,E01" }, two = { L = "C02b", m = 4, B = "B06" } },
      "E10 !B06")
    equal(F.now().one.t .. F.now().one.m .. F.now().two.m, "030")
    F.cast({ one = { L = "C02a", m = 9, E = "E10,E01" }, two = { L = "C02b", m = 3, B = "B06" } },
      "E10")
    ok(not F.lists("!B06"))
    F.cast { one = { L = "C02a", m = 9, B = "B06,B01" } }
    F.refuses("B06", "FL-TRM-8")
  end)
  it("cancels an answer, and the first Spell goes on (B06, FL-RUL-33)", function()
    F.rules()
    F.cast({ one = { L = "C17a", m = 9, E = "E02", B = "B06" },
      two = { L = "C23b", m = 3, E = "E09" } }, "E02 !E09 !B06")
    equal(F.now().two.f, "4")
  end)
end)

describe("Rot in the Line", function()
  it("deals 1 at every start of a Day, doubled 2 (B07, FL-DATA-3, FL-RUL-51)", function()
    F.rules()
    for move, amount in pairs { B07 = 1, ["B07*2"] = 2 } do
      F.cast({ one = { L = "C02a", m = 6, B = "B07" }, two = { L = "C02b" } }, move)
      equal(F.now().two.f, "0")
      F.pass_to(3, "2")
      equal({ move, tonumber(F.now().two.f) }, { move, amount })
      F.pass_to(4, "2")
      equal({ move, tonumber(F.now().two.f), F.now().one.f }, { move, 2 * amount, "0" })
    end
  end)
  it("kills before phase 2 (B07, T34, FL-RUL-52)", function()
    F.rules()
    for pool = 2, 3 do
      F.begin { phase = "3", effects = "B07@1>-=+1/tl", one = { L = "C02a" },
        two = { L = "C12b,C02b", f = pool, W = "W01,W02,W03,W04" } }
      F.pass_to(3, pool == 3 and "x1" or "2")
      equal(F.now().two.X .. F.now().two.f, pool == 3 and "C12b0" or "3")
    end
  end)
end)

describe("Numb", function()
  it("stuns the foremost enemy that is not Dying, doubled for two Days (B08, FL-DATA-3, "
    .. "FL-RUL-15)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 4, B = "B08" }, two = { L = "C06b~,C04b,C20b" } }, "B08")
    equal(F.now().two.L, "C06b~,C04b!2,C20b")
    F.cast({ one = { L = "C02a", m = 4, B = "B08" }, two = { L = "C04b,C20b" } }, "B08*2")
    equal(F.now().two.L, "C04b!3,C20b")
    F.cast { one = { L = "C02a", m = 4, B = "B08,B01" }, two = { L = "C06b~" } }
    F.refuses("B08", "FL-RUL-55") -- there is no front target
    F.cast { one = { L = "C02a", m = 4, B = "B08,B01" }, two = { L = "C23b,C06b" } }
    F.refuses("B08", "FL-RUL-55") -- it cannot be stunned
  end)
end)

describe("Grave Chorus", function()
  it("deals twice the number of one's dead, at most 6 (B09, FL-DATA-3)", function()
    F.rules()
    for dead, damage in pairs { ["C13a"] = "2", ["C13a,C06a"] = "4", ["C13a,C06a,C10a"] = "6",
      ["C13a,C06a,C10a,C24a"] = "6" } do
      F.cast({ one = { L = "C02a", X = dead, m = 2, B = "B09" } }, "B09")
      equal({ dead, F.now().two.f }, { dead, damage })
    end
    F.cast({ one = { L = "C13a,C02a~", m = 2, B = "B09" }, two = { L = "C02b", X = "C11b,C06b" } },
      "B09")
    equal(F.now().two.f, "0") -- nobody of one's own is dead yet
  end)
end)

describe("Pale Cart", function()
  it("fells all with a health of 4 or less, on both sides (B10, FL-DATA-3, FL-RUL-58)", function()
    F.rules()
    local function lines(effects)
      F.cast({ effects = effects, one = { L = "C06a,C08a,C03a", m = 5, B = "B10" },
        two = { L = "C07b,C23b" } }, "B10")
      return F.now().one.L .. " " .. F.now().two.L
    end
    equal(lines(), "C06a~,C08a,C03a C07b~,C23b")
    equal(lines "W08@1>C06a=+2/tl,B02@2>C08a=-3/d", "C06a,C08a~,C03a C07b~,C23b")
  end)
  it("may end the game in a draw (B10, T24, FL-RUL-9)", function()
    F.rules()
    F.cast({ one = { L = "C06a", m = 5, B = "B10" }, two = { L = "C07b" } }, "B10")
    F.pass_to(3, "2")
    equal(F.now().phase, "over=")
  end)
end)

describe("Unwrite", function()
  it("ends an effect of either player, forked two (B11, FL-DATA-3)", function()
    F.rules()
    local effects = "E08@2>-=+1/tl,E07@1>-=0/d,W07@2>-=+3/m"
    F.cast({ effects = effects, one = { L = "C02a", m = 2, B = "B11" } })
    equal(F.moves("^B"), "B11>#1 B11>#2 B11>#3")
    play("B11>#3")
    equal(F.now().effects, "E08@2>-=+1/tl,E07@1>-=0/d")
    F.cast({ effects = effects, one = { L = "C02a", m = 4, B = "B11" } }, "B11>#1&#3")
    equal(F.now().effects, "E07@1>-=0/d")
    F.cast({ effects = effects, one = { L = "C02a", m = 4, B = "B11" } }, "B11>#2&#2")
    equal(F.now().effects, "E08@2>-=+1/tl,W07@2>-=+3/m") -- the second has nothing to end
  end)
  it("finds no effect in a stun, and may kill by what it ends (B11, FL-RUL-16, FL-RUL-55)",
    function()
      F.rules()
      F.cast { one = { L = "C02a!3", m = 9, B = "B11,B01" } }
      equal(F.moves("^B11"), "")
      F.cast({ effects = "W08@2>C06b=+2/tl", one = { L = "C02a", m = 2, B = "B11" },
        two = { L = "C06b,C20b", f = 5 } }, "B11>#1")
      equal(F.now().two.L .. F.now().two.f, "C06b~,C20b1")
    end)
end)

describe("Forced March", function()
  it("lets two live enemies side by side trade places (B12, FL-DATA-3, FL-RUL-16)", function()
    F.rules()
    F.cast { one = { L = "C02a,C06a", m = 2, B = "B12" }, two = { L = "C06b,C20b~,C07b,C10b" } }
    equal(F.moves("^B"), "B12>2.3-2.4")
    F.refuses("B12>2.1-2.3", "FL-RUL-55")
    F.refuses("B12>2.1-2.2", "FL-RUL-55")
    F.refuses("B12>1.1-1.2", "FL-RUL-55")
    play("B12>2.3-2.4")
    equal(F.now().two.L, "C06b,C20b~,C10b,C07b")
    F.cast({ one = { L = "C02a", m = 2, B = "B12" }, two = { L = "C04b,C06b", f = 5 } },
      "B12>2.1-2.2")
    equal(F.now().two.L .. F.now().two.f, "C06b~,C04b1")
  end)
  it("forked moves one of them on (B12, FL-RUL-31)", function()
    F.rules()
    F.cast({ one = { L = "C02a", m = 4, B = "B12" }, two = { L = "C06b,C20b,C07b" } },
      "B12>2.1-2.2&2.1-2.2")
    equal(F.now().two.L, "C06b,C20b,C07b") -- there and back
    F.cast { one = { L = "C02a", m = 4, B = "B12,B01" }, two = { L = "C23b" } }
    equal(F.moves("^B12"), "")
  end)
end)
