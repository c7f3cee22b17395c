-- Frost: Descend, Snowblind, Freeze and marches (chapter 38).
local S = dofile("tests/rules/warline/support.lua")

local frost = S.modules { "ground", "arts", "kingdoms.frost" }
local with_flaym = S.modules { "ground", "arts", "kingdoms.frost", "kingdoms.flaym" }
-- Both sides Frost: whose rampart it is counts, not which kingdom's.
local mirror = S.modules({ "ground", "arts", "kingdoms.frost" },
  { kingdom1 = "I", mirror_kingdoms = "on" })
-- Frost, General 2, is to move; both sides have a battalion out of the way.
local begin = S.beginning({ a1 = "1F6n", g7 = "2I5s" }, "mv=B")

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
    S.refuses("de:c4", "WT-ART-FROST-14: a battalion descends to an adjacent zone that has no "
      .. "rampart and is neither Chasm nor Cliffside (")
    S.refuses("de:e4", "WT-ART-FROST-14")
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    begin({ d4 = "[2I]2I6s", c4 = "{c}", e4 = "{l}", d3 = "[1F]" })
    play("M:d4")
    S.refuses("de:d3",
      "WT-ART-FROST-14: a battalion descends to an adjacent zone that has no rampart (")
    play("de:c4")
    equal({ S.cell("c4"), S.key("op") }, { "{c}2I6s", "descend_into_chasm=true" })
    start(position())
    equal(S.cell("c4"), "{c}2I6s")
  end)
end)

describe("Snowblind", function()
  it("a free Move onto a free zone beside a rampart of the General, at all Arms "
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

  it("is optional: the Move at its price is listed too, and alone where that is nothing "
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

describe("in a recruited army", function()
  it("ramparts of any kingdom of the General serve, and Frost alone flies "
    .. "(WT-RUL-128, WT-RUL-135, WT-RUL-112, WT-INV-5)", function()
    S.with({ "ground", "arts", "kingdoms.frost", "recruiting" }, { mixed_kingdoms = "on" })
    S.begin({ d2 = "1I6n", c3 = "[1T]", e3 = "[2T]", f6 = "[1I]", a1 = "1T6n", g7 = "2I5s" },
      "vr=ar ph=MAN mn=d2:2:")
    equal(S.moves("f"), "f f0")
    equal(S.count("al:"), 8)
    play("al:c3n")
    equal(S.cell("c3"), "[1T]1I6n")
    S.unreadable(S.line({ d4 = "[1T]1T6n" }, "vr=ar"), "only a single Frost battalion")
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
