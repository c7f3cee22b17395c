-- Flaym: what it does to the ground, and what fire does not do to it (chapter 37).
local S = dofile("tests/rules/warline/support.lua")

local flaym = S.modules { "ground", "arts", "kingdoms.flaym" }
-- Both sides Flaym: the fire of one meets the immunity of the other.
local mirror = S.modules({ "ground", "arts", "kingdoms.flaym" },
  { kingdom2 = "F", mirror_kingdoms = "on" })
local begin = S.beginning { g7 = "2I6s", a1 = "1F6n" }

describe("Incinerate", function()
  it("takes the Forest and all that hangs together with it, and 3 Arms from each there "
    .. "(WT-ART-FLAYM-12, WT-ART-FLAYM-13, WT-ART-FLAYM-14, WT-ART-FLAYM-15, WT-ART-FLAYM-16, "
    .. "WT-RUL-125, WT-RUL-119)", function()
    flaym()
    begin({ d4 = "{f}1F4n", d5 = "{f}2I5e2I3s+", d6 = "{f}", e6 = "{f}1F2n", c4 = "2I4s",
      c3 = "{f}" })
    play("M:d4 in")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("e6") },
      { "1F4n", "2I2e", "", "1F2n" })
    equal(S.cell("c4"), "2I4s")
    equal(S.cell("c3"), "{f}") -- a corner does not touch
    equal(S.key("gy"), "A:2I*1")
  end)

  it("leaves Forest under a rampart, which links nothing (WT-ART-FLAYM-17, WT-RUL-119)",
    function()
    flaym()
    begin({ d4 = "{f}1F4n", d5 = "{f}[1F]", d6 = "{f}2I4s" })
    play("M:d4 in")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6") }, { "1F4n", "{f}[1F]", "{f}2I4s" })
  end)

  it("only by Arms 4 to 6, on Forest (WT-ART-FLAYM-12)", function()
    flaym()
    for arms = 1, 6 do
      begin({ d4 = "{f}1F" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("in", "WT-ART-FLAYM-12") else ok(S.lists("in")) end
    end
    begin({ d4 = "1F4n", d5 = "{f}" })
    play("M:d4")
    S.refuses("in", "WT-ART-FLAYM-12")
  end)
end)

describe("Scald", function()
  it("takes the Marsh and those beside it, no further, and 2 Arms from each enemy there "
    .. "(WT-ART-FLAYM-18, WT-ART-FLAYM-19, WT-ART-FLAYM-20, WT-ART-FLAYM-21, WT-ART-FLAYM-22, "
    .. "WT-ART-FLAYM-23, WT-RUL-118, WT-RUL-116)", function()
    flaym()
    begin({ d4 = "{a}1F4n", d5 = "{a}2I5e2I3s+", d6 = "{a}2I4s", c4 = "{a}[2I]", e4 = "2I3n",
      d3 = "{f}2I1n" })
    play("M:d4 sc")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("c4"), S.cell("e4"), S.cell("d3") },
      { "1F4n", "2I3e2I1s", "{a}2I4s", "{a}[2I]", "2I3n", "{f}2I1n" })
    begin({ d4 = "{m}1F4n", d5 = "{a}2I5s" })
    play("M:d4")
    S.refuses("sc", "WT-ART-FLAYM-18")
  end)

  it("only by Arms 4 to 6, on Marsh, with an action left (WT-ART-FLAYM-18, WT-RUL-36, WT-RUL-39)",
    function()
    flaym()
    for arms = 1, 6 do
      begin({ d4 = "{a}1F" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("sc", "WT-ART-FLAYM-18") else ok(S.lists("sc")) end
    end
    begin({ d4 = "{a}1F4n", d5 = "{v}" }, "ph=MAN mn=d4:0:px")
    S.refuses("sc", "WT-RUL-36")
    begin({ d4 = "{a}1F1n1F4n" })
    play("M:d4")
    S.refuses("sc", "WT-RUL-39")
  end)

  it("and Burn and Incinerate leave Stun and ritual where they are (WT-RUL-28, WT-RUL-84)",
    function()
    flaym()
    for act, kind in pairs { sc = "{a}", ["in"] = "{f}", bu = "{m}" } do
      begin({ d4 = kind .. "1F4n", d5 = kind .. "2I5s!", c4 = kind .. "2I6e%" },
        "ph=MAN mn=d4:4:")
      play(act)
      local left = act == "in" and 2 or 3
      equal({ S.cell("d5"), S.key("ph") }, { (act == "bu" and kind or "") .. "2I" .. left .. "s!",
        "SAC" }, act)
    end
  end)

  it("spares battalions of the side and Flaym of either side (WT-RUL-126, WT-RUL-127)", function()
    mirror()
    S.begin({ d4 = "{a}1F4n", d5 = "{a}2F5s", c4 = "{a}1F2n", a1 = "1F6n", g7 = "2F6s" })
    play("M:d4 sc")
    equal({ S.cell("d5"), S.cell("c4") }, { "2F5s", "1F2n" })
  end)
end)

describe("Melt", function()
  it("turns Ice and the Ice beside it into Waterbody, whoever stands there "
    .. "(WT-ART-FLAYM-25, WT-ART-FLAYM-26, WT-ART-FLAYM-27, WT-ART-FLAYM-28, WT-RUL-5, WT-RUL-118)",
      function()
    flaym()
    begin({ d4 = "{i}1F4n", d5 = "{i}2I5s%", d6 = "{i}", c4 = "{i}[2I]", g7 = "{i}2I6s" }, "id=2")
    play("M:d4 me")
    local turned = events()
    equal({ turned[1].name, turned[1].zone, turned[1].before, turned[1].after, turned[2].zone },
      { "ground_turned", 24, 8, 6, 31 })
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("c4") },
      { "{w}1F4n", "{w}2I5s", "{i}", "{i}[2I]" }) -- and the ritual finds no ground
    equal(S.key("id"), nil)
    begin({ d4 = "{i}2I4n", d5 = "{i}" }, "mv=B")
    play("M:d4")
    S.refuses("me", "WT-RUL-112")
    begin({ d4 = "{w}1F4n", d5 = "{i}" })
    play("M:d4")
    S.refuses("me", "WT-ART-FLAYM-25")
  end)
end)

describe("Melt", function()
  it("only by Arms 4 to 6 (WT-ART-FLAYM-25)", function()
    flaym()
    for arms = 1, 6 do
      begin({ d4 = "{i}1F" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("me", "WT-ART-FLAYM-25") else ok(S.lists("me")) end
    end
  end)
end)

describe("own battalions of other kingdoms", function()
  local function recruited()
    S.with({ "ground", "arts", "kingdoms.flaym", "recruiting" }, { mixed_kingdoms = "on" })
  end

  it("burn with the rest, beside it and in its Forest (WT-ART-FLAYM-9, WT-ART-FLAYM-15, "
    .. "WT-RUL-124, WT-RUL-125, WT-RUL-51)", function()
    recruited()
    begin({ d4 = "1F1n", d5 = "1I5n", c4 = "1S2n", e4 = "1T4e1F2n" })
    play("M:d4 bu")
    equal({ S.cell("d5"), S.cell("c4"), S.cell("e4") }, { "1I3n", "", "1T2e1F2n" })
    equal(S.key("gy"), "B:1S*1") -- of the enemy, whoever did it
    begin({ d4 = "{f}1F4n", d5 = "{f}1I5n", c4 = "1S2n" })
    play("M:d4 in")
    equal({ S.cell("d5"), S.cell("c4") }, { "1I2n", "1S2n" })
  end)

  it("are spared by Scald, at all levels (WT-ART-FLAYM-21, WT-RUL-126)", function()
    recruited()
    begin({ d4 = "{a}1F4n", d5 = "{a}1I5n", c4 = "{a}2T4n1S3n", e4 = "{a}1B3s2I3s" })
    play("M:d4 sc")
    equal({ S.cell("d5"), S.cell("c4"), S.cell("e4") }, { "1I5n", "2T2n1S3n", "1B3s2I1s" })
  end)
end)

describe("changed terrain", function()
  it("makes the turn no idle one (WT-RUL-109)", function()
    flaym({ resolve = "irreversible" })
    begin({ d4 = "{i}1F4n" }, "id=2")
    play("M:d4 me")
    equal(S.key("id"), nil)
    begin({ d4 = "{i}1F4n" }, "id=2")
    play("M:d4 l f .")
    equal(S.key("id"), "3")
  end)

  it("makes no earlier position the same as a later one (WT-RUL-109)", function()
    flaym()
    for change, id in pairs { ["M:d4 me"] = 0, Z = 1 } do
      S.begin({ a1 = "1F1n", d4 = "{i}1F4n", g7 = "2I1s", a7 = "2I6s" })
      play("M:a1 f . M:g7 f . M:a2 l l f l l . M:g6 l l f l l .")
      play(change .. " Z")
      equal(tonumber(S.key("id") or 0), id, change)
    end
  end)
end)

describe("Fireproof", function()
  local zones = { c3 = "{f}1F1n%", c4 = "{f}1F5n", d3 = "{f}2I5w" }

  it("holds in the fire of a sacrifice, while arts are on (WT-ART-FLAYM-24, WT-TERR-39, "
    .. "WT-RUL-127, WT-RUL-153)", function()
    flaym()
    begin(zones, "ph=SAC")
    equal({ S.cell("c4"), S.cell("d3") }, { "1F5n", "2I3w" })
    S.with({ "ground" })
    begin(zones, "ph=SAC")
    equal(S.cell("c4"), "1F3n")
  end)

  it("does not hold against attacks (WT-RUL-127)", function()
    mirror()
    S.begin({ d4 = "1F2n", d5 = "2F5s", a1 = "1F6n", g7 = "2F6s" })
    play("M:d4 fn")
    equal(S.cell("d5"), "2F3n1F2n")
  end)
end)
