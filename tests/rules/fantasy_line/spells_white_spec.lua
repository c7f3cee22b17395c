-- The White Spells: each where it acts and where it just does not (FL-DATA-3).
local F = dofile("tests/rules/fantasy_line/support.lua")

describe("Mend the Banner", function()
  it("lowers one's own pool by up to 3, doubled 6 (W01, FL-DATA-3, FL-RUL-70)", function()
    F.rules()
    local function left(pool, move)
      F.cast({ one = { L = "C03a", f = pool, m = 4, W = "W01" }, two = { L = "C23b", f = 9 } },
        move)
      equal(F.now().two.f, "9")
      return F.now().one.f .. "," .. F.now().one.m
    end
    equal(left(8, "W01"), "5,2")
    equal(left(2, "W01"), "0,2")
    equal(left(0, "W01"), "0,2") -- the largest amount may be 0
    equal(left(8, "W01*2"), "2,0")
    equal(left(5, "W01*2"), "0,0")
    F.cast { one = { L = "C03a", m = 9, W = "W01" } }
    F.refuses("W01&", "FL-CST-2")
  end)
end)

describe("Lancing Dawn", function()
  it("deals 2, and 3 if one has a dead Character (W02, FL-DATA-3)", function()
    F.rules()
    F.cast({ one = { L = "C12a", m = 2, W = "W02" }, two = { L = "C03b" } }, "W02")
    equal(F.now().two.f, "2") -- the dead of the enemy are nothing to it
    F.cast({ one = { L = "C12a", X = "C06a", m = 2, W = "W02" }, two = { L = "C03b" } }, "W02")
    equal(F.now().two.f, "3")
    F.cast({ one = { L = "C12a,C06a~", m = 2, W = "W02" }, two = { L = "C03b" } }, "W02")
    equal(F.now().two.f, "2") -- it is only Dying
    F.cast { one = { L = "C12a", m = 9, W = "W02" } }
    F.refuses("W02*2", "FL-TRM-1")
    F.refuses("W02&", "FL-CST-2")
  end)
end)

describe("Sheltering Palm", function()
  -- Player 2 answers with it.
  local function answered(one, move)
    F.cast({ one = one, two = { L = "C23b", m = 2, W = "W03" } }, move)
    play("!W03")
    return F.now()
  end
  it("prevents up to 3 points of a Spell (W03, FL-DATA-3, FL-RUL-33)", function()
    F.rules()
    equal(answered({ L = "C16a", m = 6, E = "E02" }, "E02").two.f, "1")
    equal(answered({ L = "C16a", m = 6, E = "E02" }, "E02*2").two.f, "5")
    equal(answered({ L = "C16a", m = 6, E = "E01" }, "E01").two.f, "0")
    equal(answered({ L = "C16a", m = 6, E = "E01" }, "E01*2&").two.f, "1") -- on the total
    equal(answered({ L = "C16a", m = 6, E = "E10" }, "E10").one.t, "3")
    equal(answered({ L = "C16a", m = 6, E = "E04" }, "E04").one.t, "0")
    equal(answered({ L = "C16a", m = 6, E = "E04" }, "E04&").one.t, "1")
    equal(answered({ L = "C16a", m = 6, E = "E04" }, "E04&").two.m, "1")
  end)
  it("does not keep its points for the next Spell (W03, FL-DATA-3)", function()
    F.rules()
    F.cast({ one = { L = "C16a", m = 6, E = "E01,E01" }, two = { L = "C23b", m = 2, W = "W03" } },
      "E01 !W03 p E01")
    equal(F.now().two.f, "1")
  end)
  it("is still there when the answer is answered (W03, W06)", function()
    F.rules()
    F.cast({ one = { L = "C16a!2", m = 6, E = "E02", W = "W06" },
      two = { L = "C23b", m = 2, W = "W03" } }, "E02 !W03")
    equal(F.now().phase .. F.now().by, "2a1")
    start(position())
    play("!0")
    equal(F.now().two.f, "1")
  end)
  it("answers the ten Spells that deal damage as they resolve, and no others (W03, FL-DATA-3)",
    function()
      F.rules()
      local DEALS = "E01 E02 E04 E05 E10 W02 W10 B01 B04 B09"
      for _, school in ipairs { { "E", "C11a" }, { "W", "C12a" }, { "B", "C13a" } } do
        for n = 1, 12 do
          local code = ("%s%02d"):format(school[1], n)
          local one = { L = school[2] .. ",C06a,C24a~,C20a!2", X = "C10a", m = 9 }
          one[school[1]] = code
          F.cast { one = one, effects = "E08@1>-=+1/tl",
            two = { L = "C02b,C06b,C20b,C12b", m = 9, E = "", W = "W03" } }
          local move = F.moves("^" .. code):match("^%S+")
          if move then
            play(move)
            equal({ code, F.lists("!W03") }, { code, DEALS:find(code) ~= nil })
          else -- those that only answer
            ok(("W03 E09 B05 B06"):find(code), code)
          end
        end
      end
    end)
end)

describe("Back from the Brink", function()
  it("brings a Dying Friend back in its place, and no points with it (W04, T32, FL-DATA-3, "
    .. "FL-RUL-16)", function()
    F.rules()
    F.cast { one = { L = "C06a~,C02a,C20a~", f = 1, m = 4, W = "W04" },
      two = { L = "C23b~,C04b" } }
    equal(F.moves("^W"), "W04>1.1 W04>1.3")
    F.refuses("W04>2.1", "FL-RUL-55")
    F.refuses("W04>1.2", "FL-RUL-55")
    play("W04>1.1")
    equal(F.now().one.L .. F.now().one.f, "C06a,C02a,C20a~1")
    F.cast({ one = { L = "C06a~,C02a", f = 5, m = 4, W = "W04" } }, "W04>1.1")
    equal(F.now().one.L .. F.now().one.f, "C06a~,C02a1") -- the pool kills it again
    F.cast { one = { L = "C02a", m = 9, W = "W04,W01" } }
    equal(F.moves("^W04"), "")
  end)
  it("as an answer only names one that this Spell killed, in its window too (W04, T44, FL-DATA-3, "
    .. "FL-RUL-33)", function()
    F.rules()
    local two = { L = "C06b~,C10b,C12b", f = 5, m = 4, W = "W04" }
    F.cast({ one = { L = "C16a", m = 2, E = "E01,E01" }, two = two }, "E01")
    equal(F.now().phase, "2a")
    equal(F.moves("."), "!W04>2.2 !0")
    play("!W04>2.2")
    equal(F.now().two.L, "C06b~,C10b,C12b")
    F.cast({ one = { L = "C16a", m = 6, E = "E04" }, two = { L = "C06b~,C10b,C12b", m = 4, t = 0,
      W = "W04" } }, "E04&")
    play("k2.3")
    equal(F.moves("."), "!W04>2.3 !0")
    F.cast({ one = { L = "C16a", m = 6, E = "E02" }, two = { L = "C06b~,C10b,C12b", m = 4,
      W = "W04" } }, "E02") -- it killed nobody
    equal(F.now().phase, "2t")
  end)
  it("does not answer an answer that killed nobody (W04, FL-DATA-3)", function()
    F.rules()
    F.cast({ one = { L = "C18a,C06a", m = 9, B = "B10", W = "W04" },
      two = { L = "C02b,C06b,C12b", m = 4, W = "W04" } }, "B10")
    equal(F.now().one.L .. " " .. F.now().two.L, "C18a,C06a~~ C02b,C06b~~,C12b~~")
    play("!W04>2.2")
    ok(F.now().phase ~= "2a", "the rescue killed nobody")
    ok(F.now().one.L:find("C06a~"))
  end)
end)

describe("Call Home", function()
  it("brings a dead Friend to the Rear, as new (W05, FL-DATA-3, FL-RUL-63)", function()
    F.rules()
    F.cast { one = { L = "C02a", X = "C06a,C12a", m = 6, W = "W05" },
      two = { L = "C23b", X = "C10b" } }
    equal(F.moves("^W"), "W05>1d1 W05>1d2")
    F.refuses("W05>2d1", "FL-RUL-55")
    play("W05>1d2")
    equal(F.now().one.L .. " " .. F.now().one.X, "C02a,C12a C06a")
    equal(F.size(F.now().one.W), 4) -- the limit rises with it (FL-RUL-38)
    -- the pool may kill it at once
    F.cast({ one = { L = "C02a~", X = "C06a,C12a", f = 9, m = 6, W = "W05" } }, "W05>1d1")
    equal(F.now().one.L .. F.now().one.f, "C02a~,C06a~5")
    F.cast { one = { L = "C02a,C12a", m = 9, W = "W05,W01" } }
    equal(F.moves("^W05"), "") -- nobody is dead
  end)
  it("saves a side that was wiped out (W05, T22, FL-END-3, FL-RUL-7, FL-RUL-8)", function()
    F.rules()
    F.cast({ grace = true, one = { L = "", X = "C06a,C12a", m = 6, W = "W05" },
      two = { L = "C02b" } }, "W05>1d1")
    F.pass_to(3, "2")
    equal(F.now().phase .. F.now().one.L, "2C06a")
    F.cast { grace = true, one = { L = "", X = "C06a,C12a", m = 6, W = "W05" },
      two = { L = "C02b" } }
    F.pass_to(3, "2")
    equal(F.now().phase, "over2")
  end)
end)

describe("Clear Bell", function()
  it("ends the stun of a Friend (W06, FL-DATA-3, FL-RUL-31)", function()
    F.rules()
    F.cast { one = { L = "C04a!2,C06a!3,C02a", m = 2, W = "W06" }, two = { L = "C04b!2" } }
    equal(F.moves("^W06>1..$"), "W06>1.1 W06>1.2")
    F.refuses("W06>1.3", "FL-RUL-55")
    F.refuses("W06>2.1", "FL-RUL-55")
    play("W06>1.2")
    equal(F.now().one.L, "C04a!2,C06a,C02a")
    F.cast({ one = { L = "C04a!2,C06a!3,C02a", m = 2, W = "W06" } }, "W06>1.1&1.2")
    equal(F.now().one.L .. F.now().one.m, "C04a,C06a,C02a0")
    F.cast { one = { L = "C04a!1,C02a", m = 9, W = "W06,W01" } } -- that stun is over
    equal(F.moves("^W06"), "")
  end)
  it("answers after a Spell, and not before it (W06, FL-RUL-33)", function()
    F.rules()
    local two = { L = "C04b,C20b!2", m = 3, W = "W06" }
    F.cast({ one = { L = "C16a", m = 3, E = "E06" }, two = two }, "E06>2.1")
    equal(F.now().phase, "2a")
    play("!W06>2.1&2.2")
    equal(F.now().two.L, "C04b,C20b")
    equal(F.now().by, "2") -- an answer is no turn
  end)
end)

describe("Tithe of Light", function()
  it("gives 3 mana at the next start of a Day, doubled 6, once (W07, FL-DATA-3, FL-RUL-51, "
    .. "FL-RUL-52)", function()
    F.rules()
    for move, more in pairs { W07 = 3, ["W07*2"] = 6 } do
      F.cast({ one = { L = "C02a", m = 4, W = "W07" }, two = { L = "C02b" } }, move)
      equal(F.now().effects, "W07@1>-=+" .. more .. "/m")
      local mana = tonumber(F.now().one.m)
      F.pass_to(3, "2")
      equal(tonumber(F.now().one.m), mana + 3 + more)
      equal(F.now().effects, "")
      F.pass_to(4, "2")
      equal(tonumber(F.now().one.m), mana + 6 + more)
    end
  end)
end)

describe("Iron Vow", function()
  it("gives a Friend 2 health for good, doubled 4 (W08, FL-DATA-3, FL-RUL-51, "
    .. "FL-RUL-58)", function()
    F.rules()
    for move, health in pairs { ["W08>1.1"] = 6, ["W08*2>1.1"] = 8 } do
      for over = -1, 0 do
        F.cast({ one = { L = "C06a,C02a", m = 6, W = "W08" },
          two = { L = "C02b", m = 1, t = health + over } }, move)
        F.pass_to(2, "4t")
        equal({ move, F.lists("k1.1") }, { move, over == 0 })
      end
    end
    F.cast { one = { L = "C06a", m = 6, W = "W08" } }
    F.refuses("W08>2.1", "FL-RUL-55")
    F.refuses("W08>1.1&1.1", "FL-TRM-2")
  end)
  it("lasts over Days, and ends with the Character (W08, FL-RUL-51)", function()
    F.rules()
    F.cast({ one = { L = "C06a,C02a", m = 3, W = "W08" }, two = { L = "C02b" } }, "W08>1.1")
    F.pass_to(4, "2")
    equal(F.now().effects, "W08@1>C06a=+2/tl")
    F.cast { one = { L = "C06a~,C02a", m = 0, W = "W08" }, effects = "W08@1>C06a=+2/tl" }
    F.pass_to(3, "2")
    equal(F.now().effects, "")
  end)
end)

describe("Parade Order", function()
  it("arranges the live ones, while the Dying keep their places (W09, FL-DATA-3, FL-RUL-16)",
    function()
      F.rules()
      F.cast { one = { L = "C06a,C20a~,C02a,C10a", m = 2, W = "W09" } }
      equal(F.moves("^W"), "W09>1,3,4 W09>1,4,3 W09>3,1,4 W09>3,4,1 W09>4,1,3 W09>4,3,1")
      play("W09>4,1,3")
      equal(F.now().one.L, "C10a,C20a~,C06a,C02a")
      F.cast({ one = { L = "C02a,C06a", f = 5, m = 2, W = "W09" } }, "W09>2,1")
      equal(F.now().one.L .. F.now().one.f, "C06a~,C02a1")
      F.cast { one = { L = "C06a,C20a~", m = 2, W = "W09,W01" } }
      equal(F.moves("^W09"), "") -- one live Character is no line to arrange
    end)
end)

describe("Beam of Verdict", function()
  it("gives 3 targeted damage, doubled 6 (W10, FL-DATA-3)", function()
    F.rules()
    for move, gained in pairs { W10 = "3", ["W10*2"] = "6" } do
      F.cast({ one = { L = "C02a", m = 6, W = "W10" }, two = { L = "C09b,C10b" } }, move)
      equal(F.now().one.t, gained)
      equal({ move, F.lists("k2.2") }, { move, gained == "6" })
    end
    F.cast { one = { L = "C02a", m = 9, W = "W10" } }
    F.refuses("W10&", "FL-CST-2")
  end)
end)

describe("Truce Flag", function()
  it("stops targeted damage of both sides in phase 4 of this Day (W11, T36, FL-DATA-3, FL-PH5-2)",
    function()
      F.rules()
      F.cast({ one = { L = "C02a,C08a", m = 3, W = "W11" }, two = { L = "C02b,C08b" } }, "W11")
      play("p")
      F.pass_to(3, "2") -- nobody was asked, and phase 5 deals the damage
      equal(F.now().two.f .. F.now().one.f, "22")
      F.pass_to(3, "4d") -- the Day is over
      equal(F.moves("T$"), F.now().by == "1" and "t1.2T" or "t2.2T")
      F.cast({ one = { L = "C02a,C08a", m = 3, W = "W11" }, two = { L = "C02b,C08b" } }, "W11 p")
      equal(F.now().day, "3")
      F.cast({ one = { L = "C02a", t = 6, m = 3, W = "W11" }, two = { L = "C20b" } }, "W11")
      F.pass_to(2, "4t")
      equal(F.moves("^k"), "k2.1") -- what is held already may be used
    end)
end)

describe("Sanctuary", function()
  it("keeps targeted damage from a Friend for this Day (W12, T35, FL-DATA-3)", function()
    F.rules()
    F.cast({ one = { L = "C10a,C06a", m = 2, W = "W12" }, two = { L = "C06b,C20b", t = 6 } },
      "W12>1.2")
    F.pass_to(2, "2e")
    equal(F.moves("."), "k0 k1.1")
    F.refuses("k1.2", "FL-RUL-25")
    F.pass_to(2, "4t")
    equal(F.moves("^k"), "k1.1")
    F.refuses("k1.2", "FL-RUL-25")
    F.pass_to(3, "2")
    equal(F.now().effects, "")
  end)
  it("does not keep the Front pool from it, nor other deaths (W12, T35)", function()
    F.rules()
    F.cast({ one = { L = "C06a,C10a", f = 3, m = 2, W = "W12" },
      two = { L = "C11b", m = 9, E = "E01" } }, "W12>1.1 E01")
    equal(F.now().one.L, "C06a~,C10a")
    F.cast({ one = { L = "C06a,C10a", m = 2, W = "W12" }, two = { L = "C13b", m = 9, B = "B10" } },
      "W12>1.1 B10")
    equal(F.now().one.L, "C06a~,C10a")
  end)
  it("leaves nothing to ask where nobody else can be killed (W12, FL-RUL-69)", function()
    F.rules()
    F.cast({ one = { L = "C02a,C06a", m = 2, W = "W12" }, two = { L = "C20b", t = 4 } },
      "W12>1.2 p")
    equal(F.now().day .. F.now().phase .. F.now().one.f, "324")
  end)
  it("is forked to another Friend (W12, FL-RUL-31)", function()
    F.rules()
    F.cast { one = { L = "C10a,C06a", m = 4, W = "W12" } }
    equal(F.moves("&"), "W12>1.1&1.2 W12>1.2&1.1")
    F.refuses("W12>1.1&1.1", "FL-RUL-31")
    F.refuses("W12>2.1", "FL-RUL-55")
  end)
end)
