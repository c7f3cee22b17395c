-- Frost: on top of ramparts (chapter 38).
local S = dofile("tests/rules/warline/support.lua")

local frost = S.modules { "ground", "arts", "kingdoms.frost" }
local with_flaym = S.modules { "ground", "arts", "kingdoms.frost", "kingdoms.flaym" }
-- Both sides Frost: whose rampart it is counts, not which kingdom's.
local mirror = S.modules({ "ground", "arts", "kingdoms.frost" },
  { kingdom1 = "I", mirror_kingdoms = "on" })
-- Frost, General 2, is to move; both sides have a battalion out of the way.
local begin = S.beginning({ a1 = "1F6n", g7 = "2I5s" }, "mv=B")

describe("Alight", function()
  it("onto any rampart of the General, for 1, with any facing (WT-ART-FROST-1, WT-ART-FROST-3, "
    .. "WT-ART-FROST-5, WT-RUL-128, WT-RUL-247)", function()
    frost()
    begin({ d7 = "2I6s", c7 = "[1F]", e7 = "[1F]", d6 = "[1F]", a2 = "[2I]", g1 = "[2I]" })
    play("M:d7")
    equal(S.moves("al"), "al:a2e al:a2n al:a2s al:a2w al:g1e al:g1n al:g1s al:g1w")
    S.refuses("al:c7n", "WT-ART-FROST-3")
    S.refuses("al:d5n", "WT-ART-FROST-3")
    play("al:a2w")
    equal({ S.cell("a2"), S.cell("d7"), S.key("mn") }, { "[2I]2I6w", "", "a2:1:px" })
    local moved = events()[1]
    equal({ moved.name, moved.to, #events() }, { "moved", 7, 1 })
    play("al:g1e") -- 2 of 2
    equal({ S.cell("a2"), S.cell("g1"), S.key("mv") }, { "[2I]", "[2I]2I6e", nil })
  end)

  it("only Frost with Arms 6 and an action left (WT-ART-FROST-1, WT-RUL-112)", function()
    frost()
    for arms = 1, 6 do
      begin({ d4 = "2I" .. arms .. "s", d6 = "[2I]" })
      play("M:d4")
      if arms < 6 then S.refuses("al:d6n", "WT-ART-FROST-1") else ok(S.lists("al:d6n")) end
    end
    begin({ d4 = "2I6n", d5 = "{v}", d6 = "[2I]" }, "mv=B ph=MAN mn=d4:0:px")
    S.refuses("al:d6n", "WT-ART-FROST-1")
    begin({ d4 = "1F6s", d6 = "[1F]" }, "ph=MAN mn=d4:2:")
    S.refuses("al:d6n", "WT-RUL-112")
    begin({ d4 = "2I6s" })
    play("M:d4")
    S.refuses("al:d6n", "WT-ART-FROST-3")
  end)

  it("not onto a rampart that carries another battalion of the side, nor onto the enemy's "
    .. "(WT-ART-FROST-3, WT-RUL-128)", function()
    mirror()
    S.begin({ d4 = "2I6s", d6 = "[2I]2I6n", e6 = "[1I]", f6 = "[2I]", a1 = "1I6n" }, "mv=B")
    play("M:d4")
    S.refuses("al:d6n", "WT-ART-FROST-3")
    S.refuses("al:e6n", "WT-ART-FROST-3")
    equal(S.count("al:"), 4)
  end)

  it("up and down again on the same rampart: a free turn for 1 (WT-ART-FROST-9)", function()
    frost()
    begin({ d4 = "[2I]2I6s" })
    play("M:d4")
    equal(S.moves("al"), "al:d4e al:d4n al:d4s al:d4w")
    play("al:d4n")
    equal(#events(), 0) -- no unit has moved
    play("al:d4n")
    equal({ S.cell("d4"), S.key("mv") }, { "[2I]2I6n", nil })
  end)

  it("at the same price whatever it leaves and whatever lies beneath "
    .. "(WT-ART-FROST-2, WT-ART-FROST-4, WT-RUL-129)", function()
    frost()
    for _, from in ipairs({ "{s}", "{w}", "{a}", "{i}", "{m}" }) do
      for _, to in ipairs({ "{s1}", "{w}", "{m}", "{v}" }) do
        begin({ d4 = from .. "2I6s", d6 = to .. "[2I]" })
        play("M:d4 al:d6n")
        equal({ S.cell("d6"), S.key("mn") }, { to .. "[2I]2I6n", "d6:1:px" })
      end
    end
  end)

  it("from bare ground; from the top of another by option (WT-RUL-39)", function()
    frost()
    begin({ d4 = "2I2n2I6s", d6 = "[2I]" })
    play("M:d4")
    S.refuses("al:d6n", "WT-RUL-39")
    frost({ ["warline.arts.stacked_arts"] = "movelike" })
    begin({ d3 = "[1F]", d4 = "2I2n", d5 = "2I6s", d6 = "[2I]" })
    play("M:d5 f") -- on top, and no step leads on: the maneuver is not over
    equal(S.moves(""), ". al:d6e al:d6n al:d6s al:d6w")
    play("al:d6e")
    equal({ S.cell("d6"), S.key("op") }, { "[2I]2I6e", "stacked_arts=movelike" })
  end)

  it("is a deed that a maneuver may have within reach (WT-RUL-42)", function()
    frost()
    local pen = { d4 = "2I6s", c4 = "{c}", e4 = "{c}", d5 = "{c}", d3 = "{c}" }
    begin(pen)
    S.refuses("M:d4", "WT-RUL-42")
    pen.a7 = "[2I]"
    begin(pen)
    ok(S.lists("M:d4"))
  end)
end)

describe("on top of a rampart", function()
  it("all fitting actions work: turn, build, destroy, rout (WT-ART-FROST-6, WT-RUL-130)", function()
    frost()
    begin({ d4 = "[2I]2I6s", d3 = "[1F]", c4 = "1F2n", d5 = "[2I]" }, "mv=B rs=2I2")
    play("M:d4")
    equal(S.moves(""), "al:d4e al:d4n al:d4s al:d4w al:d5e al:d5n al:d5s al:d5w b:c5 b:d6 b:e4 "
      .. "b:e5 de:c4 de:e4 l r x")
    play("x")
    equal({ S.cell("d3"), S.cell("d4") }, { "", "[2I]2I6s" }) -- not the one beneath it
    play("r")
    equal(S.key("mv"), nil)
    begin({ d4 = "[2I]2I6w", c4 = "1F2n" })
    play("M:d4 u:c5")
    equal({ S.cell("c5"), S.cell("d4") }, { "1F2n!", "[2I]2I6w" })
    begin({ d4 = "[2I]2I6w", c4 = "1F2n", b4 = "[2I]" }, "mv=B rs=2I2")
    play("M:d4 b:e4 b:d5")
    equal({ S.cell("e4"), S.cell("d5") }, { "[2I]", "[2I]" })
  end)

  it("captures over the edge, with torment (WT-RUL-130, WT-ROUT-10, WT-TORM-4)", function()
    frost()
    begin({ b4 = "[2I]2I6w", a4 = "1F2n" })
    play("M:b4 u:out t")
    equal({ S.key("pr"), S.cell("b4") }, { "B:1F1", "[2I]2I6w" })
  end)

  it("no Move, no Lighten, no art of the ground "
    .. "(WT-ART-FROST-10, WT-ART-FROST-11, WT-RUL-130, WT-RUL-79)", function()
    frost()
    begin({ d4 = "{w}[2I]2I6s", d3 = "{v}" })
    S.refuses("L:d4>1n", "WT-ART-FROST-11")
    play("M:d4")
    S.refuses("f", "WT-ART-FROST-10")
    S.refuses("f0", "WT-RUL-135")
    S.refuses("fr", "WT-ART-FROST-19")
    begin({ d4 = "[2I]2I6s", d3 = "1F2n", c4 = "1F6n" })
    play("M:d4")
    S.refuses("f-", "WT-ART-FROST-10")
    begin({ d4 = "[2I]2I6s", d3 = "1F6n+" })
    play("M:d4")
    S.refuses("fn", "WT-ART-FROST-10")
    -- with nothing left not even Valley ahead is a deed
    begin({ d4 = "[2I]2I6s", d3 = "{v}", d6 = "2I4s" }, "mv=B ph=MAN mn=d4:1:px")
    play("al:d4s")
    equal(S.key("mv"), nil)
  end)

  it("no counter attack and no transfer with what lies beneath (WT-RUL-131)", function()
    frost()
    begin({ d4 = "[2I]2I6s" })
    S.refuses("L:d4>1n+1s", "WT-ART-FROST-11")
    begin({ d4 = "[2I]2I6s" }, "ph=CTR")
    equal(S.key("ph"), nil)
  end)

  it("turns by a Stall (WT-RUL-130, WT-RUL-88)", function()
    for _, friend in ipairs({ "off", "on" }) do
      frost({ stall_face_on_friend = friend })
      begin({ d4 = "[2I]2I6s" })
      play("Z:d4e")
      equal(S.cell("d4"), "[2I]2I6e")
    end
  end)

  it("earns Vigor as on bare ground (WT-RUL-130, WT-RUL-58)", function()
    frost()
    begin({ d4 = "[2I]2I6s", c4 = "1F2n" })
    play("M:d4 de:c4 al:d4n")
    equal({ S.cell("d4"), S.cell("c4") }, { "[2I]2I6n+", "" })
  end)

  it("links ramparts on, for builders of its army (WT-RUL-69)", function()
    for _, link in ipairs({ "owner", "kingdom" }) do
      frost({ build_link = link })
      begin({ b4 = "2I1e", c4 = "[2I]", d4 = "[2I]2I6s", e4 = "[1F]" }, "mv=B rs=2I2")
      play("M:b4")
      ok(S.lists("b:d5"), link)
      S.refuses("b:f4", "WT-BUILD-3")
    end
    frost({ build_link = "kingdom" })
    S.begin({ c4 = "1F1e", d4 = "[2I]2I6s", g7 = "2I5s" }, "rs=1F2 ph=MAN mn=c4:7:")
    S.refuses("b:e4", "WT-BUILD-3")
    mirror({ build_link = "owner" })
    S.begin({ b4 = "2I1e", c4 = "[2I]", d4 = "[1I]1I6s", a1 = "1I6n" }, "mv=B rs=2I2")
    play("M:b4")
    S.refuses("b:d5", "WT-BUILD-3")
    mirror({ build_link = "kingdom" })
    S.begin({ b4 = "2I1e", c4 = "[2I]", d4 = "[1I]1I6s", a1 = "1I6n" }, "mv=B rs=2I2")
    play("M:b4")
    ok(S.lists("b:d5"))
  end)
end)

describe("a rampart with a battalion on it", function()
  it("lets nobody on or at it: no Move, no Rout, friend or enemy "
    .. "(WT-ART-FROST-7, WT-RUL-131, WT-RUL-65, WT-MOV-7)", function()
    frost()
    begin({ d4 = "[2I]2I6s", d3 = "1F3n", d5 = "2I3s" }, "ph=MAN mn=d3:5:")
    S.refuses("f", "WT-MOV-7")
    S.refuses("f-", "WT-MOV-7")
    S.refuses("fn", "WT-MOV-7")
    S.refuses("u:e4", "WT-ROUT-6")
    begin({ d4 = "[2I]2I6s", d5 = "2I3s" }, "mv=B ph=MAN mn=d5:5:")
    S.refuses("f", "WT-MOV-7")
    begin({ a4 = "[2I]2I6s", a3 = "1F3n" }, "ph=MAN mn=a3:5:")
    S.refuses("u:out", "WT-ROUT-6")
  end)

  it("is an occupied zone for all: build, rout, extricate, deploy (WT-RUL-131, WT-RUL-12)",
    function()
    frost()
    begin({ d7 = "[2I]2I6s", c7 = "2I3s", d5 = "1F3n", d6 = "2I2s" }, "rs=1F2 ph=MAN mn=d5:5:")
    equal(S.moves("u:"), "u:c6 u:e6")
    begin({ d4 = "[2I]2I6s", d3 = "1F3n" }, "rs=1F2 ph=MAN mn=d3:5:")
    S.refuses("b:d4", "WT-BUILD-3")
    begin({ d7 = "[2I]2I6s" }, "mv=B pr=A:2I2")
    S.refuses("E:I2d7n", "WT-EXT-2")
    ok(S.lists("E:I2c7n"))
    begin({ d7 = "[2I]2I6s" }, "mv=B ph=DEP un=2:I2")
    S.refuses("D:I2d7n", "WT-DEP-3")
    ok(S.lists("D:I2g7n"))
  end)

  it("no art of Flaym reaches the battalion on it (WT-RUL-131, WT-RUL-245, WT-RUL-115)", function()
    with_flaym()
    begin({ d4 = "1F6n", d6 = "[2I]2I6s", d7 = "2I1s" }, "ph=MAN mn=d4:2:")
    S.refuses("po", "WT-ART-FLAYM-3")
    begin({ d4 = "1F6n", d5 = "[2I]2I6s" }, "ph=MAN mn=d4:2:")
    S.refuses("po", "WT-ART-FLAYM-3")
    S.refuses("bu", "WT-RUL-113") -- nobody is there to be burnt
    begin({ d4 = "1F6n", d5 = "[2I]2I6s", c4 = "2I3s" }, "ph=MAN mn=d4:2:")
    play("bu")
    equal({ S.cell("d5"), S.cell("c4") }, { "[2I]2I6s", "2I1s" })
    begin({ d4 = "{f}1F6n", d5 = "{f}[2I]2I6s", d6 = "{f}2I5s" }, "ph=MAN mn=d4:2:")
    play("in")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6") }, { "1F6n", "{f}[2I]2I6s", "{f}2I5s" })
    begin({ d4 = "{a}1F6n", d5 = "{a}[2I]2I6s" }, "ph=MAN mn=d4:2:")
    play("sc")
    equal({ S.cell("d4"), S.cell("d5") }, { "1F6n", "{a}[2I]2I6s" })
    begin({ d4 = "{i}1F6n", d5 = "{i}[2I]2I6s" }, "ph=MAN mn=d4:2:")
    play("me")
    equal({ S.cell("d4"), S.cell("d5") }, { "{w}1F6n", "{i}[2I]2I6s" })
  end)

  it("nor one of Sey (WT-RUL-131, WT-RUL-115, WT-RUL-140, WT-RUL-142)", function()
    S.with({ "ground", "arts", "kingdoms.frost", "kingdoms.sey" }, { kingdom1 = "S" })
    S.begin({ d2 = "1S6n", d4 = "[2I]2I6s", d6 = "2I2s", g7 = "2I5s" }, "ph=MAN mn=d2:2:")
    S.refuses("su:d5", "WT-ART-SEY-3")
    S.refuses("un:d3", "WT-ART-SEY-11")
    S.begin({ d2 = "1S6n", d3 = "[2I]2I6s", d4 = "2I2s", g7 = "2I5s" }, "ph=MAN mn=d2:2:")
    S.refuses("un:d3", "WT-ART-SEY-16")
    S.refuses("su:d5", "WT-ART-SEY-3")
  end)

  it("nor one of Timber, and a pile falls rampart by rampart (WT-RUL-131, WT-RUL-132, WT-RUL-145)",
    function()
    S.with({ "ground", "arts", "kingdoms.frost", "kingdoms.timber" }, { kingdom1 = "T" })
    S.begin({ d4 = "{w}[1T2I]2I6s", d3 = "1T4n", c3 = "[1T]",
      g7 = "2I5s" }, "rs=1T2 ph=MAN mn=d3:4:")
    S.refuses("ov:d4", "WT-ART-TIMBER-8")
    play("x")
    equal({ S.cell("d4"), S.key("rd") }, { "{w}[1T]2I6s", "2I1" })
    S.refuses("f", "WT-MOV-7")
    local line = position()
    play("l . M:d4") -- on the rampart of an enemy one may stand, and may not alight again
    S.refuses("al:d4n", "WT-ART-FROST-3")
    ok(S.lists("de:c4"))
    start(line)
    equal(position(), line)
    play("x") -- its own kingdom's, so for nothing
    equal(S.cell("d4"), "{w}2I6s")
    for face, list in pairs({ off = "Z:d4e Z:d4n Z:d4w", on = "Z:d4e Z:d4n Z:d4w" }) do
      S.with({ "ground", "arts", "kingdoms.frost", "kingdoms.timber" },
        { kingdom1 = "T", stall_face_on_friend = face })
      S.begin({ d4 = "[1T]2I6s", a1 = "1T4n", g7 = "2I5s" }, "mv=B")
      equal(S.moves("Z:d4"), list)
    end
  end)

  it("nor one of the Blak: a Mortar hits the rampart, a Farshot ends there, and so does the ground "
    .. "(WT-RUL-131, WT-RUL-132, WT-RUL-146, WT-RUL-147)", function()
    S.with({ "ground", "arts", "kingdoms.frost", "kingdoms.blak" }, { kingdom1 = "B" })
    S.begin({ d2 = "1B6n", d4 = "{w}[2I]2I6s", g7 = "2I5s" }, "ph=MAN mn=d2:2:")
    S.refuses("fa", "WT-ART-BLAK-10")
    play("mo:d4")
    equal({ S.cell("d4"), S.key("rd") }, { "{w}2I6s", "2I1" })
    S.begin({ d4 = "1B5n", d5 = "{g}[2I]2I6s", e4 = "[2I]2I6s", g7 = "2I5s" }, "ph=MAN mn=d4:3:")
    play("dv")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("e4"), S.cell("c4") },
      { "{g}1B5n", "{g}[2I]2I6s", "[2I]2I6s", "{g}" })
    S.begin({ d2 = "1B3n", d3 = "{c}", d4 = "[2I]2I6s", g7 = "2I5s" }, "ph=MAN mn=d2:5:")
    S.refuses("cf", "WT-RUL-148")
  end)

  it("nor does the fire of a sacrifice, which it does not carry on (WT-RUL-131, WT-RUL-119)",
    function()
    frost()
    begin({ c3 = "{f}1F1n%", d3 = "{f}[2I]2I6s", e3 = "{f}2I5s", c4 = "{f}2I5s" }, "ph=SAC")
    equal({ S.cell("c3"), S.cell("d3"), S.cell("e3"), S.cell("c4") },
      { "", "{f}[2I]2I6s", "{f}2I5s", "2I3s" })
  end)

  it("destroyed, it drops the battalion onto the terrain, with facing and tokens and without a "
    .. "fight (WT-ART-FROST-8, WT-RUL-132)", function()
    frost()
    begin({ d4 = "{w}[2I]2I6s+", d3 = "1F5n" }, "ph=MAN mn=d3:3:")
    play("x")
    equal({ S.cell("d4"), S.key("rd"), S.key("mn") }, { "{w}2I6s+", "2I1", "d3:2:px" })
    equal(S.moves("u:"), "u:c4 u:d5 u:e4") -- and now it can be fought
    play("u:d5")
    equal(S.cell("d5"), "2I6n!") -- its own Step 3 has taken Vigor off
    begin({ d4 = "[2I]2I6s%!", d3 = "1F5n" }, "ph=MAN mn=d3:3:")
    play("x")
    equal(S.cell("d4"), "2I6s!%")
    play("fn")
    equal(S.cell("d4"), "2I1n1F5n")
  end)

  it("gives it back to terrain in force: ritual, fire, Freeze "
    .. "(WT-ART-FROST-8, WT-RUL-132, WT-RUL-229)", function()
    frost()
    begin({ d4 = "{w}[2I]2I6s%", d3 = "1F5n" }, "ph=MAN mn=d3:3:")
    play("x .")
    equal({ S.cell("d4"), S.key("ph") }, { "{w}2I6s", nil }) -- no ritual on Waterbody
    play("M:d4 fr")
    equal(S.cell("d4"), "{i}2I6s")
    begin({ d4 = "{c}", d3 = "{f}[2I]2I6n", d2 = "2I4n" }, "mv=B ph=MAN mn=d2:4:")
    play("x l . Z K:d3 M:a1 f . S:d2")
    equal({ S.cell("d3"), S.cell("d2") }, { "", "2I4w^" })
  end)
end)

describe("a Sacrifice Ritual on a rampart", function()
  it("is ordered and completed on any terrain, and kindles no fire "
    .. "(WT-RUL-130, WT-RUL-154, WT-RUL-85, WT-RUL-31)", function()
    frost()
    for _, kind in ipairs({ "{w}", "{a}", "{f}" }) do
      begin({ d4 = kind .. "[2I]2I6s", d5 = "{f}2I3s" })
      play("K:d4 Z")
      equal(S.key("ph"), "SAC")
      equal({ S.cell("d4"), S.cell("d5"), S.key("gy") }, { kind .. "[2I]", "{f}2I3s", "A:2I*1" })
    end
  end)

  it("names a battalion on a rampart for the benefit, never the rampart (WT-SACR-4, WT-RUL-29)",
    function()
    frost()
    begin({ d4 = "[2I]2I6s", c3 = "2I1n%" }, "mv=B ph=SAC")
    equal(S.moves("S:"), "S:d4 S:g7")
    S.refuses("S:d4/1", "WT-SACR-4")
    play("S:d4 M:d4")
    equal(S.key("mn"), "d4:8:")
    frost({ sac_benefit = "first_maneuver" })
    begin({ d4 = "[2I]2I6s", c3 = "2I1n%" }, "mv=B ph=SAC")
    equal({ S.cell("d4"), S.cell("g7") }, { "[2I]2I6s^", "2I5s^" })
  end)
end)
