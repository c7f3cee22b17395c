-- What terrain means for victory, and its removal (chapters 43, 44).
local S = dofile("tests/rules/warline/support.lua")

local terrain = S.modules { "ground", "terrain" }

describe("who can still move and strike, with terrain", function()
  it("Chasm and Cliffside count as missing zones (WT-RUL-241, WT-RUL-98, WT-PAR-1)", function()
    terrain({ ["warline.terrain.closure"] = "off" })
    local zones = { a1 = "1F1n", a2 = "{c}", b1 = "[2I]", d4 = "2I6s", g7 = "2I1s" }
    S.begin(zones, "mv=B st=A:0,B:0")
    play("Z")
    equal(S.key("rt"), "B:paralyze:3")
    zones.a2 = "{w}" -- dear, but a sacrifice may pay it
    S.begin(zones, "mv=B")
    play("Z")
    equal(S.key("rt"), nil)
    S.begin({ a1 = "1F4n", a2 = "{c}", b1 = "{l}", d4 = "2I6s", g7 = "2I1s" }, "mv=B")
    play("Z") -- a hammer breaks neither
    equal(S.key("rt"), "B:paralyze:3")
  end)
end)

describe("who can still be helped by the fire of a sacrifice", function()
  -- The 1 on c3 lies on an enemy and before a wall; c4 is covered twice, and not by enemies that
  -- its counter attack would reach.
  local function after(zones)
    terrain()
    local all = { c3 = "{f}2I4n1F1s", c2 = "[2I]", c4 = "{f}1F3n2I1n2I1s", g7 = "2I6s" }
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, "mv=B")
    play("Z")
    return S.key("rt")
  end

  it("it frees a battalion that lies beneath several (WT-RUL-241, WT-RUL-99, WT-TERR-14)",
    function()
    equal(after {}, nil)
  end)

  it("not where no Forest leads there, or nobody own is on it, or nobody is beneath several "
    .. "(WT-RUL-241, WT-RUL-119)", function()
    equal(after { c3 = "2I4n1F1s" }, "B:paralyze:3") -- with a Forest beside
    equal(after { c3 = "2I4n1F1s", c4 = "1F3n2I1n2I1s", e5 = "{f}2I1s" }, "B:paralyze:3")
    equal(after { c3 = "{f}2I4n1F1s", c4 = "1" }, "B:paralyze:3")
    equal(after { c3 = "{f}1F1s", b3 = "[2I]", d3 = "[2I]", c4 = "{f}[2I]", c5 = "{f}2I1s",
      f6 = "1F3n2I1n2I1s" }, "B:paralyze:3")
  end)

  it("a rampart that lies beneath several is none (WT-RUL-241)", function()
    S.with({ "ground", "arts", "kingdoms.frost", "kingdoms.timber" }, { kingdom1 = "T" })
    local zones = { c3 = "{f}2I4n1T1s", c2 = "[2I]", d6 = "[1T2I]2I6s", g7 = "2I5s" }
    S.begin(zones, "mv=B")
    play("Z")
    equal(S.key("rt"), "B:paralyze:3")
    zones.f5 = "1T3n2I1n2I1s"
    S.begin(zones, "mv=B")
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("also of one that several lie on, if it bears the mark (WT-RUL-241, WT-SAC-5)", function()
    for units, rt in pairs { ["{f}1F3w1F1e%2I1w2I1n"] = false, ["{f}1F3w1F1e2I1w2I1n"]
      = "B:paralyze:3", ["{f}1F3w1F1e2I1w2I1n%"] = "B:paralyze:3" } do
      terrain()
      S.begin({ c3 = units, a7 = "2I3w", g7 = "2I6s" }, "mv=B")
      play("Z")
      equal(S.key("rt") or false, rt, units)
    end
  end)

  it("brings one down on bare ground that it leaves alive (WT-RUL-241, WT-RUL-99, WT-TERR-14)",
    function()
    for units, rt in pairs { ["{f}2I2n1F6n1F5n"] = false, ["2I2n1F6n1F5n"] = "B:paralyze:3",
      ["{f}2I2n1F2n1F1n"] = "B:paralyze:3" } do
      terrain()
      S.begin({ a1 = units, a2 = "[2I]", b1 = "[2I]", d4 = "2I6s", g7 = "2I1s" }, "mv=B")
      play("Z")
      equal(S.key("rt") or false, rt, units)
    end
    for _, letter in ipairs { "F", "T" } do -- Flaym is fireproof
      for _, units in ipairs { "2I2n1%s1s1%s1s", "1%s1s2I3s" } do -- a counter attack comes first
        S.with({ "ground", "arts", "kingdoms.flaym", "kingdoms.timber" }, { kingdom1 = letter })
        S.begin({ a1 = "{f}" .. units:gsub("%%s", letter), b1 = "{f}2I3n1" .. letter .. "1s",
          d4 = "2I6s" }, "mv=B")
        play("Z")
        equal(S.key("rt"), letter == "T" and "B:paralyze:3" or nil, units)
      end
    end
  end)

  it("and clears a zone for one who is held in Prison (WT-RUL-104, WT-RUL-241)", function()
    terrain()
    local row = { a1 = "{f}2I4n1F1w", b1 = "{f}2I2n", g7 = "2I6s" }
    for column in ("cdefg"):gmatch(".") do row[column .. 1] = "[2I]" end
    S.begin(row, "mv=B pr=B:1F3")
    play("Z")
    equal(S.key("rt"), nil)
    row.b1 = "2I2n"
    S.begin(row, "mv=B pr=B:1F3")
    play("Z")
    equal(S.key("rt"), nil) -- the Forest beneath itself: there an enemy is hurt too
    row.a1 = "2I4n1F1w"
    S.begin(row, "mv=B pr=B:1F3")
    play("Z")
    equal(S.key("rt"), "B:blunt:2")
  end)
end)

describe("who can wait for Closure", function()
  local pen = { a1 = "1F1n", a2 = "{c}", b1 = "[2I]", d4 = "2I6s", g7 = "2I1s" }
  local function after(zones, fields, closure)
    terrain({ ["warline.terrain.closure"] = closure or "on" })
    local all = {}
    for zone, text in pairs(pen) do all[zone] = text end
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, "mv=B" .. (fields or ""))
    play("Z")
    return S.key("rt")
  end

  it("is not paralyzed by a Chasm that is about to go (WT-RUL-241, WT-RUL-98, WT-RUL-158)",
    function()
    equal(after({}, "", "off"), "B:paralyze:3")
    equal(after {}, nil)
    play("M:a1 f")
    equal(S.cell("a2"), "1F1n")
    equal(after { a2 = "[2I]" }, "B:paralyze:3") -- ramparts stay
    equal(after { a2 = "[2I]", d1 = "{c}" }, "B:paralyze:3") -- and this is far from him
  end)

  it("nor blunted by one around his pocket, or around the Chasm on which he stands "
    .. "(WT-RUL-241, WT-RUL-103, WT-RUL-134)", function()
    for chasm, rt in pairs { ["{c}"] = false, ["[2I]"] = "B:blunt:2" } do
      equal(after { a2 = "[2I]", b1 = "1", b2 = chasm, c1 = "[2I]" } or false, rt)
    end
    S.with({ "ground", "terrain", "arts", "kingdoms.frost" },
      { ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    S.begin { d4 = "{c}2I5s", c4 = "{c}", e4 = "{c}", d3 = "{l}", d5 = "{c}", a1 = "1F6n" }
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("or that goes when he has sacrificed others (WT-RUL-241, WT-RUL-99)", function()
    local three = { g1 = "1F1n1F1n", g2 = "[2I]", f1 = "[2I]" }
    equal(after(three), nil)
    play("K:g1 M:d4 f . S:a1")
    equal(S.cell("a2"), "{c}")
    play("Z M:d3 f . M:a1 f")
    equal(S.cell("a2"), "1F1n")
  end)

  it("or that goes when his counter attack has killed (WT-RUL-241, WT-RUL-99, WT-CLOSE-2)",
    function()
    local covered = { g1 = "1F3e2I1w1F3n", g2 = "[2I]", f1 = "[2I]" }
    equal(after(covered, "", "off"), "B:paralyze:3")
    equal(after(covered), nil)
  end)

  it("or that keeps him from his home row (WT-RUL-241, WT-RUL-104, WT-TERR-24)", function()
    local away = { a1 = "{c}", a2 = "1", c4 = "1F1n" }
    for column in ("bcdefg"):gmatch(".") do away[column .. 1] = "[2I]" end
    for _, zone in ipairs { "b4", "c3", "c5" } do away[zone] = "[1F]" end
    away.d4, away.e6 = "[1F]", "2I6s"
    equal(after(away, " pr=B:1F3", "off"), "B:blunt:2")
    equal(after(away, " pr=B:1F3"), nil)
    play("E:F3a1n")
    away.a1 = "[1F]"
    equal(after(away, " pr=B:1F3"), "B:blunt:2")
  end)

  it("but by one that stays: the enemy has three, none of them to be tormented or burnt "
    .. "(WT-RUL-241, WT-CLOSE-2)", function()
    equal(after { g6 = "2I2s" }, "B:paralyze:3")
    equal(after({ g6 = "2I2s" }, " pr=A:2I3"), "B:paralyze:3")
    equal(after({}, " pr=A:2I3"), nil)
    equal(after { g6 = "2I2s", c3 = "{f}2I4n1F1s", c2 = "[2I]" }, nil)
    for kingdom, rt in pairs { B = false, S = "B:paralyze:3" } do -- nor to be shot
      S.with({ "ground", "terrain", "arts", "kingdoms.blak" }, { kingdom1 = kingdom })
      S.begin({ a1 = "1" .. kingdom .. "1n", a2 = "{l}", b1 = "[2I]", d4 = "2I6s", g7 = "2I1s",
        a4 = "2I1s" }, "mv=B")
      play("Z")
      equal(S.key("rt") or false, rt, kingdom)
    end
  end)
end)

describe("closure", function()
  local few = { c3 = "{f}1F1n", c4 = "{c}[1F]", d3 = "{m}1F2n", e5 = "2I3s", g7 = "2I4s" }

  it("removes all terrain when both sides are down to two, those in Prison counted "
    .. "(WT-CLOSE-1, WT-CLOSE-2, WT-RUL-157, WT-RUL-158, WT-RUL-234)", function()
    terrain()
    S.begin(few)
    play("Z")
    equal({ S.cell("c3"), S.cell("c4"), S.cell("d3") }, { "1F1n", "[1F]", "1F2n" })
    S.begin({ c3 = "{f}1F1n", d3 = "1F2n", e5 = "2I3s" }, "pr=A:2I4")
    play("Z")
    equal(S.cell("c3"), "1F1n")
  end)

  it("leaves nobody in control of a place (WT-RUL-156, WT-CLOSE-2)", function()
    terrain()
    S.begin({ c3 = "{p1}1F1n", d3 = "{s2}1F2n", e5 = "2I3s", b6 = "{s1}" })
    play("Z")
    equal({ S.cell("c3"), S.cell("d3"), S.cell("b6") }, { "1F1n", "1F2n", "" })
    local hash = state().hash
    start(position())
    equal(state().hash, hash)
  end)

  it("again after an art has made new terrain (WT-RUL-158, WT-RUL-243)", function()
    S.with({ "ground", "terrain", "arts", "kingdoms.blak" }, { kingdom1 = "B" })
    S.begin({ d4 = "1B5n", a1 = "1B2n", d7 = "2I3s", g7 = "2I4s" }, "id=3")
    play("M:d4 dv")
    equal({ S.cell("d4"), S.cell("d5"), S.key("id") }, { "1B5n", "", nil })
    S.begin({ d4 = "1B5n", a1 = "1B2n", d7 = "2I3s", g7 = "2I4s", b1 = "1B1n" })
    play("M:d4 dv")
    equal({ S.cell("d4"), S.cell("d5") }, { "{g}1B5n", "{g}" })
  end)

  it("at the end of a turn, not between its orders (WT-RUL-158, WT-RUL-171)", function()
    S.with({ "ground", "terrain", "double_time" })
    S.begin({ d4 = "1F5n", d5 = "2I3s", a1 = "{m}1F2n", d7 = "2I2s", g7 = "2I4s" }, "od=0/2")
    play("M:d4 f- .") -- two a side are left
    equal({ S.key("od"), S.cell("a1") }, { "1/2", "{m}1F2n" })
    play("Z")
    equal({ S.key("mv"), S.cell("a1") }, { "B", "1F2n" })
  end)

  it("not with three on one side, and not where it is off (WT-RUL-158)", function()
    terrain()
    few.g1 = "1F3n"
    S.begin(few)
    play("Z")
    equal(S.cell("d3"), "{m}1F2n")
    few.g1 = nil
    S.begin({ c3 = "{f}1F1n", d3 = "1F2n", e5 = "2I3s", g7 = "2I4s" }, "pr=A:2I4")
    play("Z")
    equal(S.cell("c3"), "{f}1F1n")
    S.begin({ c3 = "{f}1F1n1F3n", d3 = "1F2n", e5 = "2I3s" }) -- three in two stacks
    play("Z")
    equal(S.cell("c3"), "{f}1F1n1F3n")
    S.begin({ c3 = "{f}1F1n", d3 = "1F2n", e5 = "2I3s1F4n2I2s" }) -- or beneath another
    play("Z")
    equal(S.cell("c3"), "{f}1F1n")
    S.begin({ c3 = "{f}1F1n", d3 = "1F2n", e5 = "2I3s2I2s", g7 = "2I4s" })
    play("Z")
    equal(S.cell("c3"), "{f}1F1n")
    S.begin({ a1 = "{m}", c3 = "{f}1F1n", d3 = "1F2n", e5 = "2I3s2I2s", g7 = "{h}" })
    play("Z") -- two in one: all of the field, from corner to corner
    equal({ S.cell("a1"), S.cell("c3"), S.cell("g7") }, { "", "1F1n", "" })
    terrain({ ["warline.terrain.closure"] = "off" })
    S.begin(few)
    play("Z")
    equal({ S.cell("d3"), S.key("op") }, { "{m}1F2n", "closure=false" })
  end)

  it("begins the count of idle turns anew (WT-RUL-109)", function()
    for closure, id in pairs { on = 0, off = 3 } do
      terrain({ ["warline.terrain.closure"] = closure, resolve = "irreversible" })
      S.begin(few, "id=2")
      play("Z")
      equal(tonumber(S.key("id") or 0), id)
      play("Z")
      equal(tonumber(S.key("id") or 0), id + 1)
    end
  end)

  it("comes after the victory checks (WT-RUL-158)", function()
    terrain()
    S.begin({ c3 = "{f}1F1n", d3 = "1F2n", e5 = "2I3s" }, "gy=A:2I*5")
    play("Z")
    equal(S.key("rt"), "A:overpower:1")
    equal(S.cell("c3"), "{f}1F1n")
  end)
end)
