local S = dofile("tests/rules/warline/support.lua")

local function frost(options)
  S.with({ "ground", "arts", "kingdoms.frost" }, options)
end
local function with_flaym(options)
  S.with({ "ground", "arts", "kingdoms.frost", "kingdoms.flaym" }, options)
end
-- Both sides Frost: whose rampart it is counts, not which kingdom's.
local function mirror(options)
  local all = { kingdom1 = "I", mirror_kingdoms = "on" }
  for key, value in pairs(options or {}) do all[key] = value end
  frost(all)
end

-- Frost, General 2, is to move; both sides have a battalion out of the way.
local function begin(zones, fields)
  local all = { a1 = "1F6n", g7 = "2I5s" }
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields or "mv=B")
end

describe("Alight", function()
  it("onto any own rampart of the field, for 1, with any facing (WT-ART-FROST-1, WT-ART-FROST-3, "
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

  it("not onto a rampart that carries another own battalion, nor onto the enemy's "
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
    equal(#events(), 0) -- nobody has moved
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

describe("Descend", function()
  it("to each of the four zones around, for 1, facing kept "
    .. "(WT-ART-FROST-12, WT-ART-FROST-14, WT-RUL-133)", function()
    frost()
    begin({ d4 = "[2I]2I6s" })
    play("M:d4")
    equal(S.moves("de"), "de:c4 de:d3 de:d5 de:e4")
    play("de:d5")
    equal({ S.cell("d4"), S.cell("d5"), S.key("mn") }, { "[2I]", "2I6s", "d5:1:px" })
    S.refuses("de:d4", "WT-ART-FROST-13")
    begin({ d4 = "[2I]2I6s" })
    play("M:d4 l l")
    equal(S.key("mv"), nil) -- nothing is left for it
    begin({ d4 = "[2I]2I6s", e3 = "2I1s" })
    play("M:d4")
    S.refuses("de:e3", "WT-ART-FROST-14")
  end)

  it("only from on top of a rampart (WT-ART-FROST-13)", function()
    frost()
    begin({ d4 = "2I6s" })
    play("M:d4")
    S.refuses("de:d5", "WT-ART-FROST-13")
    begin({ d4 = "1F1s2I6s" }, "mv=B ph=MAN mn=d4:2:")
    S.refuses("de:d5", "WT-RUL-39")
  end)

  it("not onto a rampart, into a void or off the field (WT-RUL-133)", function()
    frost({ voids = "b1" })
    begin({ a1 = "[2I]2I6s", b1 = "*", a2 = "[2I]", g1 = "1F1n" })
    play("M:a1")
    S.refuses("de:a2", "WT-ART-FROST-14")
    equal(S.count("de"), 0)
    frost()
    begin({ a1 = "[2I]2I6s", a2 = "[1F]", b1 = "[2I]2I6s", g1 = "1F1n" })
    play("M:a1")
    equal(S.count("de"), 0)
  end)

  it("onto an enemy is an attack, down the stack and with Vigor (WT-ART-FROST-14, WT-RUL-133, "
    .. "WT-RUL-97, WT-STACK-5)", function()
    frost()
    begin({ d4 = "[2I]2I6s", c4 = "1F3n1F2n" }, "mv=B id=4")
    play("M:d4 de:c4")
    equal({ S.cell("c4"), S.key("gy"), S.key("id"), S.key("mn") }, { "2I6s", "B:1F*2", "x",
      "c4:1:apx" })
    play(".")
    equal(S.cell("c4"), "2I6s+")
    begin({ d4 = "[2I]2I6s", c4 = "1F3n+!%1F2n" }, "mv=B ph=MAN mn=d4:2:px")
    equal(S.moves("de:c4"), "de:c4e de:c4n de:c4s de:c4w")
    S.refuses("de:c4", "WT-ATK-6")
    S.refuses("de:c4-", "WT-RUL-46")
    play("de:c4w")
    equal(S.cell("c4"), "1F2w-2I6s")
    begin({ d4 = "[2I]2I6s", c4 = "1F3n-" }, "mv=B ph=MAN mn=d4:2:")
    equal(S.moves("de:c4"), "de:c4-")
    play("de:c4- .")
    equal({ S.cell("c4"), S.key("ct") }, { "1F3n+2I6s", "c4" }) -- stacked, so without Vigor
  end)

  it("onto a friend who covers an enemy strikes nobody; a chain ends on a friend "
    .. "(WT-RUL-133, WT-RUL-48, WT-STACK-6)", function()
    frost()
    begin({ d4 = "[2I]2I6s", c4 = "1F3s2I2n", e4 = "1F2n2I3n1F4s1F1s" })
    play("M:d4 de:c4 .")
    equal(S.cell("c4"), "1F3s2I2n2I6s") -- and no Vigor
    begin({ d4 = "[2I]2I6s", e4 = "1F2n2I3n1F4s1F1s" })
    play("M:d4 de:e4 .")
    equal({ S.cell("e4"), S.key("gy") }, { "1F2n2I3n2I6s", "B:1F*2" })
  end)

  it("onto a friend stacks (WT-ART-FROST-14, WT-RUL-133)", function()
    frost()
    begin({ d4 = "[2I]2I6s", c4 = "2I3n", b4 = "[1F]", c3 = "1F3n" })
    play("M:d4 de:c4")
    equal(S.cell("c4"), "2I3n2I6s")
    S.refuses("al:d4n", "WT-RUL-39")
  end)

  it("ignores the price of terrain and not the ban on it; by option both "
    .. "(WT-ART-FROST-15, WT-RUL-134)", function()
    frost()
    for _, kind in ipairs({ "{s1}", "{w}", "{m}", "{v}" }) do
      begin({ d4 = "[2I]2I6s", c4 = kind })
      play("M:d4 de:c4")
      equal({ S.cell("c4"), S.key("mn") }, { kind .. "2I6s", "c4:1:px" })
    end
    begin({ d4 = "[2I]2I6s", c4 = "{c}", e4 = "{l}" })
    play("M:d4")
    S.refuses("de:c4", "WT-ART-FROST-14: one descends to an adjacent zone without a rampart, "
      .. "a Chasm or a Cliffside (")
    S.refuses("de:e4", "WT-ART-FROST-14")
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    begin({ d4 = "[2I]2I6s", c4 = "{c}", e4 = "{l}", d3 = "[1F]" })
    play("M:d4")
    S.refuses("de:d3", "WT-ART-FROST-14: one descends to an adjacent zone without a rampart (")
    play("de:c4")
    equal({ S.cell("c4"), S.key("op") }, { "{c}2I6s", "descend_into_chasm=true" })
    start(position())
    equal(S.cell("c4"), "{c}2I6s")
  end)
end)

describe("Snowblind", function()
  it("a Move for nothing onto a free zone beside an own rampart, at all Arms "
    .. "(WT-ART-FROST-16, WT-ART-FROST-17, WT-RUL-135)", function()
    frost()
    for arms = 1, 6 do
      begin({ d4 = "2I" .. arms .. "s", c3 = "[2I]" })
      play("M:d4 f0")
      equal({ S.cell("d3"), S.key("mn") }, { "2I" .. arms .. "s", "d3:" .. 8 - arms .. ":x" })
      equal({ events()[1].name, events()[1].from, events()[1].to }, { "moved", 24, 17 })
    end
    begin({ d4 = "1F3s", c3 = "[1F]" }, "ph=MAN mn=d4:5:")
    S.refuses("f0", "WT-RUL-112")
  end)

  it("not elsewhere, not beside the enemy's rampart, not onto anybody, not off the field "
    .. "(WT-ART-FROST-17, WT-RUL-135, WT-RUL-12)", function()
    frost()
    local near_it = { b3 = "[2I]", c2 = "[2I]", d5 = "[2I]", e4 = "[2I]", c3 = "[1F]" }
    near_it.d4 = "2I3s"
    begin(near_it)
    play("M:d4")
    S.refuses("f0", "WT-ART-FROST-17")
    for _, there in ipairs({ "2I2s", "1F2s", "[2I]", "[1F]" }) do
      begin({ d4 = "2I3s", c3 = "[2I]", d3 = there })
      play("M:d4")
      S.refuses("f0", "WT-ART-FROST-17")
    end
    begin({ a2 = "2I3w", a3 = "[2I]" })
    play("M:a2")
    S.refuses("f0", "WT-ART-FROST-17")
    mirror()
    S.begin({ d4 = "2I3s", c3 = "[1I]", a1 = "1I6n" }, "mv=B ph=MAN mn=d4:5:")
    S.refuses("f0", "WT-ART-FROST-17")
  end)

  it("beside a rampart with a battalion on it too (WT-RUL-135)", function()
    frost()
    begin({ d4 = "2I3s", c3 = "[2I]2I6n" })
    play("M:d4 f0")
    equal(S.cell("d3"), "2I3s")
  end)

  it("instead of any price of terrain that may be entered "
    .. "(WT-ART-FROST-18, WT-RUL-135, WT-RUL-151)", function()
    frost()
    for _, kind in ipairs({ "{s}", "{w}", "{a}" }) do
      begin({ d4 = "2I6s", c3 = "[2I]", d3 = kind })
      play("M:d4")
      equal(S.moves("f"), "f0")
      play("f0")
      equal({ S.cell("d3"), S.key("mn") }, { kind .. "2I6s", "d3:2:x" })
    end
    for _, kind in ipairs({ "{c}", "{l}" }) do
      begin({ d4 = "2I3s", c3 = "[2I]", d3 = kind })
      play("M:d4")
      S.refuses("f0", "WT-RUL-135")
    end
  end)

  it("is optional: the Move at its price stands beside it, and alone where that is nothing "
    .. "(WT-RUL-135, WT-RUL-242)", function()
    frost()
    begin({ d4 = "2I3s", c3 = "[2I]" })
    play("M:d4")
    equal(S.moves("f"), "f f0")
    play("f")
    equal(S.key("mn"), "d3:4:px")
    begin({ d4 = "2I3s", c3 = "[2I]", d3 = "{v}" })
    play("M:d4")
    equal(S.moves("f"), "f")
    S.refuses("f0", "WT-RUL-242")
  end)

  it("from on top of another (WT-RUL-135, WT-RUL-39)", function()
    frost()
    begin({ d4 = "2I1n2I3s", c3 = "[2I]" })
    play("M:d4 f0")
    equal({ S.cell("d4"), S.cell("d3") }, { "2I1n", "2I3s" })
    begin({ d4 = "1F1n2I3s", c3 = "[2I]", d3 = "{w}" }, "mv=B ph=MAN mn=d4:0:px")
    equal(S.moves(""), ". f0")
  end)

  it("follows when nothing is left, alone ends no maneuver, and is within reach of one "
    .. "(WT-RUL-34, WT-RUL-35, WT-RUL-42)", function()
    frost()
    begin({ d4 = "2I6s", c3 = "[2I]", c2 = "[2I]" })
    play("M:d4 f0")
    S.refuses(".", "WT-MAN-6")
    play("r l") -- 2 of 2
    equal(S.moves(""), ". f0")
    play("f0")
    equal({ S.cell("d2"), S.key("mv") }, { "2I6s", nil })
    local pen = { d4 = "2I6s", c4 = "{w}", e4 = "{w}", d5 = "{w}", d3 = "{w}" }
    begin(pen)
    S.refuses("M:d4", "WT-RUL-42")
    pen.f4 = "[2I]" -- beside e4, which is one turn away
    begin(pen)
    ok(S.lists("M:d4"))
    pen.d4 = "2I6w" -- two turns, and nothing left, will do
    begin(pen)
    ok(S.lists("M:d4"))
    pen.d4 = "1F1s2I6w" -- but not from on top of another
    begin(pen)
    S.refuses("M:d4", "WT-RUL-42")
    pen.d4 = "1F1s2I6e"
    begin(pen)
    ok(S.lists("M:d4"))
  end)

  it("ends a maneuver alone, and is no more than a turn, where options say so "
    .. "(WT-RUL-34, WT-RUL-38)", function()
    for count, stalls in pairs { on = false, off = "A:0,B:1" } do
      frost({ zero_ma_maneuver = "on", zero_acts_count = count })
      begin({ d4 = "2I3s", c3 = "[2I]" })
      play("M:d4")
      S.refuses(".", "WT-MAN-6")
      play("f0")
      if count == "on" then
        play(".")
      else
        S.refuses(".", "WT-MAN-6")
        play("l .")
      end
      equal({ S.cell("d3") ~= "", S.key("st") or false }, { true, stalls }, count)
    end
  end)

  it("gives no Vigor and is no attack, and makes no Stall of a maneuver (WT-RUL-38)", function()
    frost()
    begin({ d4 = "2I3s", c3 = "[2I]" }, "mv=B id=2")
    play("M:d4 f0 l .")
    equal({ S.cell("d3"), S.key("st") }, { "2I3e", nil })
  end)
end)

describe("Freeze", function()
  it("turns Waterbody and that beside it into Ice, whoever stands there, no further and not under "
    .. "ramparts (WT-ART-FROST-19, WT-ART-FROST-20, WT-ART-FROST-21, WT-ART-FROST-22, WT-RUL-118, "
    .. "WT-RUL-37)", function()
    frost()
    begin({ d4 = "{w}2I4s", d5 = "{w}1F3n+", d6 = "{w}", c4 = "{w}[1F]", d3 = "{w}[2I]2I6s",
      e4 = "{f}", e5 = "{w}" }, "mv=B id=2")
    play("M:d4 fr")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("c4"), S.cell("d3"), S.cell("e4"),
      S.cell("e5") }, { "{i}2I4s", "{i}1F3n", "{w}", "{w}[1F]", "{w}[2I]2I6s", "{f}", "{w}" })
    equal({ S.key("mv"), S.key("id") }, { nil, nil })
  end)

  it("only by Arms 4 to 6 of Frost on Waterbody, with an action left "
    .. "(WT-ART-FROST-19, WT-RUL-36, WT-RUL-112)", function()
    frost()
    for arms = 1, 6 do
      begin({ d4 = "{w}2I" .. arms .. "s" })
      play("M:d4")
      if arms < 4 then S.refuses("fr", "WT-ART-FROST-19") else ok(S.lists("fr")) end
    end
    begin({ d4 = "{i}2I4s", d5 = "{w}" })
    play("M:d4")
    S.refuses("fr", "WT-ART-FROST-19")
    begin({ d4 = "{w}2I1n2I4s" })
    play("M:d4")
    S.refuses("fr", "WT-RUL-39")
    begin({ d4 = "{w}2I4s", d3 = "{v}" }, "mv=B ph=MAN mn=d4:0:px")
    S.refuses("fr", "WT-RUL-36")
    begin({ d4 = "{w}1F4s" }, "ph=MAN mn=d4:4:")
    S.refuses("fr", "WT-RUL-112")
  end)

  it("a ritual on what was Waterbody holds; Frost cannot melt (WT-RUL-229, WT-RUL-5)", function()
    with_flaym()
    begin({ d4 = "{w}2I4s", d5 = "{w}1F3n%" })
    play("M:d4 fr")
    equal({ S.key("ph"), S.cell("d5") }, { "SAC", "{i}" })
    begin({ d4 = "{i}2I4s" })
    play("M:d4")
    S.refuses("me", "WT-RUL-112")
  end)
end)

describe("marches", function()
  it("Mountain for 1 and Ice for 2, at all Arms and for Frost alone "
    .. "(WT-ART-FROST-23, WT-ART-FROST-24, WT-TERR-39, WT-ART-4)", function()
    frost()
    for kind, fee in pairs({ m = 1, i = 2, f = 3, a = 4, w = 5 }) do
      for arms = 1, 6 do
        begin({ d4 = "2I" .. arms .. "s", d3 = "{" .. kind .. "}" })
        play("M:d4")
        if fee <= 8 - arms then
          play("f")
          equal(S.key("mn") or "d3:0:px", "d3:" .. 8 - arms - fee .. ":px")
          equal(S.cell("d3"), "{" .. kind .. "}2I" .. arms .. "s")
        else
          S.refuses("f", "WT-MOV-1")
        end
      end
    end
    for kind, fee in pairs({ m = 3, i = 4 }) do
      begin({ d4 = "1F1s", d3 = "{" .. kind .. "}" }, "ph=MAN mn=d4:7:")
      play("f")
      equal(S.key("mn"), "d3:" .. 7 - fee .. ":px")
    end
  end)

  it("also from on top of another, and onto somebody (WT-ART-FROST-23, WT-TERR-40)", function()
    frost()
    begin({ d4 = "2I1n2I6s", d3 = "{m}1F2n" })
    play("M:d4 f-")
    equal({ S.cell("d3"), S.key("mn") }, { "{m}2I6s", "d3:1:apx" })
  end)
end)

describe("victory, with battalions on ramparts", function()
  it("counts battalions, and no rampart beneath them (WT-RUL-131, WT-END-3)", function()
    frost()
    -- both have Overpower, and the same Arms: the number of battalions decides
    local dead = "mv=B gy=A:2I*5,B:1F*5"
    S.begin({ a1 = "1F6n", d4 = "[2I]2I6s" }, dead)
    play("Z")
    equal(S.key("rt"), "-:stalemate:-1")
  end)

  it("closure looks at two battalions a side, and takes the ground from beneath the rampart "
    .. "(WT-RUL-131, WT-RUL-157, WT-RUL-234)", function()
    S.with({ "ground", "arts", "terrain", "kingdoms.frost" })
    S.begin({ a1 = "1F6n", a2 = "1F1n", d4 = "{w}[2I]2I6s%", g7 = "{f}2I5s" }, "mv=A")
    play("Z")
    equal({ S.cell("d4"), S.cell("g7") }, { "[2I]", "2I5s" })
    S.begin({ a1 = "1F6n", a2 = "1F1n", d4 = "{w}[2I]2I6s", g7 = "{f}2I5s" }, "mv=A")
    play("Z")
    equal({ S.cell("d4"), S.cell("g7") }, { "[2I]2I6s", "2I5s" })
  end)

  it("a Frost Arms 6, or one that can become it, can still move and strike "
    .. "(WT-RUL-241, WT-RUL-99, WT-RUL-103)", function()
    frost()
    for units, capable in pairs { ["2I6n"] = true, ["2I5n"] = false, ["2I4n2I3n"] = true,
      ["2I3n2I3n"] = false } do
      S.begin({ a7 = units, a6 = "{c}", b7 = "{l}", d4 = "1F5s", g1 = "1F6n" }, "rs=1F6")
      play("Z")
      equal(S.key("rt"), not capable and "A:paralyze:3" or nil, units)
    end
  end)

  it("with no enemy on the field too, if it has a rampart to fly to or to leave "
    .. "(WT-RUL-241, WT-RUL-101)", function()
    frost()
    for _, case in ipairs { { "2I6n", "", "B:forced:1" }, { "2I6n", "[2I]", "B:paralyze:3" },
      { "2I6n", "[1F]", "B:forced:1" }, { "[2I]2I6n", "", "B:paralyze:3" } } do
      S.begin({ a7 = case[1], a6 = "{c}", b7 = "{l}", d4 = case[2] ~= "" and case[2] or nil },
        "mv=B")
      play("Z")
      equal(S.key("rt"), case[3], case[1] .. " " .. case[2])
    end
  end)

  it("one on a rampart that is walled in can break out, and moves by Descend (WT-RUL-99)",
    function()
    frost()
    S.begin({ a7 = "[2I]2I6s", a6 = "[1F]", b7 = "[1F]", d4 = "1F5s", g1 = "1F6n" }, "rs=1F3")
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("on the rampart of an enemy there is that to destroy, and none to strike back at "
    .. "(WT-RUL-241, WT-RUL-103, WT-RUL-131)", function()
    local both = { "ground", "arts", "kingdoms.frost", "kingdoms.timber" }
    S.with(both, { kingdom1 = "T" })
    S.begin({ d4 = "[1T]2I6s" }, "mv=B pr=B:1T4")
    play("Z")
    equal(S.key("rt"), nil)
    for _, covered in ipairs({ "off", "on" }) do
      S.with(both, { kingdom1 = "T", ctr_through_cover = covered })
      S.begin({ d4 = "[1T]2I6s", a1 = "1T1n" }, "mv=B")
      play("Z")
      equal(S.key("rt"), "B:blunt:2", covered)
    end
    S.with(both, { kingdom1 = "T" })
    local pen = { d4 = "[1T]2I6s", c4 = "{c}", e4 = "{c}", d5 = "{c}", d3 = "{c}", a1 = "1T4n" }
    S.begin(pen, "mv=B")
    S.refuses("M:d4", "WT-RUL-42")
    pen.d3 = nil
    S.begin(pen, "mv=B")
    ok(S.lists("M:d4"))
  end)

  it("an enemy that only hammers could get at is none to be struck (WT-RUL-131, WT-RUL-103)",
    function()
    frost()
    for cell, rt in pairs({ ["[2I]2I6s"] = "B:blunt:2", ["2I6s"] = false }) do
      S.begin({ a1 = "1F3n", d4 = cell }, "mv=B rs=2I2")
      play("Z")
      equal(S.key("rt") or false, rt, cell)
    end
  end)
end)

describe("with battalions over an abyss, by option (WT-RUL-134)", function()
  it("they can be routed, so who stands beside them is not blunted (WT-RUL-241, WT-RUL-103)",
    function()
    local zones = { d4 = "{c}2I6s", c4 = "1F3e" }
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    S.begin(zones, "rs=2I2")
    play("M:c4")
    ok(S.lists("u:d5"))
    S.begin(zones, "mv=B rs=2I2")
    play("Z")
    equal(S.key("rt"), nil)
    S.begin({ d4 = "2I6s", c4 = "1F3e", c3 = "[2I]", c5 = "[2I]", b4 = "[2I]" }, "mv=B")
    play("Z") -- that is not for an abyss alone
    equal(S.key("rt"), nil)
  end)

  it("they can step off and strike (WT-RUL-241, WT-RUL-103)", function()
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    S.begin({ d4 = "{c}2I5s", f4 = "1F4e" })
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("a side with nobody on the field, or no enemy there, gains nothing by it "
    .. "(WT-RUL-101, WT-RUL-104)", function()
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    -- no room for the prisoner of Flaym
    local row = { d4 = "{c}2I5s", e6 = "2I4s", f1 = "2I1n", g1 = "2I1n" }
    for column in ("abcde"):gmatch(".") do row[column .. 1] = "[2I]" end
    S.begin(row, "mv=B pr=B:1F3 rs=2I1")
    play("Z")
    equal(S.key("rt"), "B:blunt:2")
    S.begin({ d4 = "{c}2I1s" }, "pr=B:1F5")
    play("Z")
    equal(S.key("rt"), "A:blunt:2")
  end)
end)

describe("what a rampart is worth to computer players", function()
  it("that one stands on it, and not that it lies on a battalion", function()
    for cells, extra in pairs { ["[2I]2I6s"] = 6, ["2I6s"] = 0, ["2I1s2I6s"] = 0,
      ["1F1s2I6s"] = 0 } do
      frost()
      begin({ d4 = cells })
      local with = worth(1)
      if cells ~= "[2I]2I6s" then
        S.with({ "ground" })
        begin({ d4 = cells })
        equal(with - worth(1), extra, cells)
      else
        equal(worth(0), -with)
        begin({ d4 = "2I6s" })
        equal(with - worth(1), extra)
      end
    end
  end)
end)

describe("among allies", function()
  local function allies()
    S.with({ "ground", "arts", "kingdoms.frost", "alliances" }, { sides = "1v2" })
  end

  it("an ally's rampart is none to alight on, nor one that summons a Snowblind "
    .. "(WT-RUL-128, WT-RUL-135, WT-RUL-174)", function()
    allies()
    local fields = "vr=3a sd=A:1,B:2+3 mv=B2 ph=MAN mn=d4:2: od=0/2"
    S.begin({ d4 = "2I6s", c3 = "[3S]", f6 = "[2I]", a1 = "1F6n", g7 = "3S5s" }, fields)
    equal(S.count("al:"), 4)
    S.refuses("al:c3n", "WT-ART-FROST-3")
    S.refuses("f0", "WT-ART-FROST-17")
  end)

  it("nor does an ally lie on top of a battalion up there, or get it off (WT-RUL-131)", function()
    allies()
    local fields = "vr=3a sd=A:1,B:2+3 mv=B3 ph=MAN mn=d5:3: od=0/2"
    S.begin({ d4 = "[2I]2I6s", d5 = "3S5s", a1 = "1F6n" }, fields)
    S.refuses("f", "WT-MOV-7")
    S.refuses("u:out", "WT-ROUT-6")
    play("x")
    equal(S.cell("d4"), "2I6s")
  end)

  it("Closure and victory count the battalions of a side, no rampart (WT-RUL-131)", function()
    S.with({ "ground", "arts", "terrain", "kingdoms.frost", "alliances" }, { sides = "1v2" })
    S.begin({ d4 = "{w}[2I]2I6s", g7 = "{f}3S5s", a1 = "1F6n" }, "vr=3at sd=A:1,B:2+3")
    play("Z1")
    equal({ S.cell("d4"), S.cell("g7") }, { "[2I]2I6s", "3S5s" })
  end)
end)

describe("in a recruited army", function()
  it("ramparts of any kingdom of one's own serve, and Frost alone flies "
    .. "(WT-RUL-128, WT-RUL-135, WT-RUL-112, WT-INV-5)", function()
    S.with({ "ground", "arts", "kingdoms.frost", "recruiting" }, { mixed_kingdoms = "on" })
    S.begin({ d2 = "1I6n", c3 = "[1T]", e3 = "[2T]", f6 = "[1I]", a1 = "1T6n", g7 = "2I5s" },
      "vr=ar ph=MAN mn=d2:2:")
    equal(S.moves("f"), "f f0")
    equal(S.count("al:"), 8)
    play("al:c3n")
    equal(S.cell("c3"), "[1T]1I6n")
    S.unreadable(S.line({ d4 = "[1T]1T6n" }, "vr=ar"), "nobody but a lone Frost battalion")
  end)
end)

describe("positions", function()
  it("with battalions on ramparts are read as they are written (WT-INV-5, WT-RUL-239)", function()
    frost()
    for _, cell in ipairs({ "[2I]2I6s", "{w}[2I]2I6n+", "[2I]2I6e!", "{p1}[2I]2I6w%" }) do
      S.begin({ a1 = "1F6n", d4 = cell }, "tn=3 rs=2I2")
      equal(S.cell("d4"), cell)
      local line = position()
      start(line)
      equal(position(), line)
    end
    begin({ d4 = "[2I]2I6s" }, "mv=B ph=MAN mn=d4:1:p")
    equal(S.key("mn"), "d4:1:p")
  end)

  it("have nobody else there (WT-INV-5, WT-RUL-74)", function()
    frost()
    for _, cell in ipairs({ "[1F]1F6n", "[2I]2I5s", "[2I]2I6s2I6s", "[2I]2I6s1F1n" }) do
      S.unreadable(S.line({ d4 = cell, a1 = "1F6n" }),
        "zone d4: nobody but a lone Frost battalion with Arms 6 stands on a rampart")
    end
    S.unreadable(S.line({ d4 = "{c}[2I]2I6s", a1 = "1F6n" }),
      "zone d4: no rampart is built on Chasm")
    S.unreadable(S.line({ d4 = "{c}2I6s", a1 = "1F6n" }), "zone d4: no battalion stands on Chasm")
    S.with({ "ground", "arts", "kingdoms.flaym" })
    S.unreadable(S.line({ d4 = "[2I]2I6s", a1 = "1F6n" }), "no battalion stands on a rampart")
    frost({ ["warline.arts.handicap"] = "1" })
    S.unreadable(S.line({ d4 = "[2I]2I6s", a1 = "1F6n" }), "nobody but a lone Frost battalion")
    frost({ kingdom2 = "S" })
    S.unreadable(S.line({ d4 = "[1F]1F6s" }), "no battalion stands on a rampart")
  end)
end)
