local S = dofile("tests/rules/warline/support.lua")

-- General 1 leads Sey, General 2 Frost, whose arts stay off.
local function sey(options)
  local all = { kingdom1 = "S" }
  for key, value in pairs(options or {}) do
    all[(key:gsub("^sey%.", "warline.kingdoms.sey."))] = value
  end
  S.with({ "ground", "arts", "kingdoms.sey" }, all)
end

local function begin(zones, fields)
  local all = { g7 = "2I6s", a1 = "1S6n" }
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields)
end

local function stunned()
  return position():find("!", 1, true) ~= nil
end

describe("Surge", function()
  it("routs the first enemy ahead by a zone to any side, or by two in line, for 1 "
    .. "(WT-ART-SEY-1, WT-ART-SEY-2, WT-ART-SEY-3, WT-ART-SEY-7, WT-RUL-136, WT-RUL-115, "
    .. "WT-ROUT-5, WT-DATA-4)", function()
    sey()
    local zones = { d2 = "1S6n", d5 = "2I5s" }
    begin(zones)
    play("M:d2")
    equal(S.moves("su"), "su:b5 su:c5 su:d3 su:d4 su:d6 su:d7 su:e5 su:f5")
    for dest, way in pairs { d6 = "n", d7 = "n", e5 = "e", f5 = "e", d4 = "s", d3 = "s", c5 = "w",
      b5 = "w" } do
      begin(zones)
      play("M:d2 su:" .. dest)
      equal(S.cell(dest), "2I5" .. way .. "!")
      equal(S.cell("d5"), "")
      equal(S.key("mn"), "d2:1:px")
      equal(S.cell("d2"), "1S6n")
    end
    begin(zones)
    play("M:d2 su:d6 f") -- the maneuver goes on
    equal(S.cell("d3"), "1S6n") -- and a rout gives no Vigor
    begin({ d2 = "1S6n", d3 = "2I5s" }) -- distance 1 too; over the Sey battalion itself
    play("M:d2")
    equal(S.moves("su:d"), "su:d1 su:d4 su:d5")
    play("su:d1")
    equal(S.cell("d1"), "2I5s!")
  end)

  it("only Arms 6 of Sey that lie on nothing, with an action left "
    .. "(WT-ART-SEY-1, WT-RUL-112, WT-RUL-39)", function()
    sey()
    for arms = 1, 6 do
      begin({ d2 = "1S" .. arms .. "n", d5 = "2I5s" })
      play("M:d2")
      if arms < 6 then S.refuses("su:d6", "WT-ART-SEY-1") else ok(S.lists("su:d6")) end
    end
    begin({ d2 = "1S1n1S6n", d5 = "2I5s" })
    play("M:d2")
    S.refuses("su:d6", "WT-RUL-39")
    begin({ d2 = "1S6n", d5 = "2I6s" }, "mv=B")
    play("M:d5")
    S.refuses("su:d3", "WT-RUL-112")
    begin({ d2 = "1S6n", d3 = "{v}", d5 = "2I5s" }, "ph=MAN mn=d2:0:px")
    S.refuses("su:d6", "WT-ART-SEY-1")
  end)

  it("not past a rampart, a void, and not without an enemy there "
    .. "(WT-ART-SEY-5, WT-ART-SEY-6, WT-RUL-3, WT-RUL-113)", function()
    sey()
    for _, wall in ipairs({ "[1S]", "[2I]" }) do
      begin({ d2 = "1S6n", d4 = wall, d5 = "2I5s" })
      play("M:d2")
      S.refuses("su:d6", "WT-ART-SEY-3")
    end
    begin({ d2 = "1S6n", e5 = "2I5s", d6 = "1S5n" })
    play("M:d2")
    S.refuses("su:d7", "WT-ART-SEY-3")
    S.refuses("su:out", "WT-ART-SEY-3")
    sey({ voids = "d4" })
    begin({ d2 = "1S6n", d4 = "*", d5 = "2I5s" })
    play("M:d2")
    S.refuses("su:d6", "WT-ART-SEY-3")
  end)

  it("passes over friends, and over enemies that friends lie on "
    .. "(WT-ART-SEY-3, WT-RUL-115)", function()
    sey()
    local zones = { d2 = "1S6n", d3 = "1S2n", d4 = "2I1s1S1n", d5 = "2I5s" }
    begin(zones)
    play("M:d2 su:e5")
    equal(S.cell("e5"), "2I5e!")
    equal(S.cell("d4"), "2I1s1S1n")
    sey({ ["warline.arts.line_blocked_by_friends"] = "on" })
    begin(zones)
    play("M:d2")
    S.refuses("su:e5", "WT-ART-SEY-3")
  end)

  it("only the end zone counts: no battalion, no rampart; what lies between does not matter "
    .. "(WT-ART-SEY-2, WT-RUL-137, WT-RUL-244, WT-RUL-227, WT-ROUT-8)", function()
    local zones = { d2 = "1S6n", d5 = "2I5s", e5 = "[2I]", c5 = "1S1n", d6 = "{c}", d4 = "1S2n" }
    sey()
    begin(zones)
    play("M:d2")
    equal(S.moves("su"), "su:b5 su:d3 su:d6 su:d7 su:f5")
    S.refuses("su:e5", "WT-ART-SEY-2")
    S.refuses("su:c5", "WT-ART-SEY-2")
    S.refuses("su:e4", "WT-ART-SEY-2") -- neither beside it nor in line
    S.refuses("su:g5", "WT-ART-SEY-2") -- three zones
    play("su:d7")
    equal(S.cell("d7"), "2I5n!")
    equal(S.cell("d6"), "{c}")
    zones.f5, zones.b5, zones.d7, zones.d3 = "[1S]", "2I1n", "2I2s", "1S3n"
    begin(zones)
    play("M:d2")
    equal(S.moves("su"), "su:d6")
    sey({ ["sey.surge_needs_clear_path"] = "on" })
    zones.f5, zones.b5, zones.d7, zones.d3 = nil, nil, nil, nil
    begin(zones)
    play("M:d2")
    equal(S.moves("su"), "su:d6")
    zones.e5 = nil
    begin(zones)
    play("M:d2")
    equal(S.moves("su"), "su:d6 su:e5 su:f5")
    equal(S.key("op"), "surge_needs_clear_path=true")
    for clear, far in pairs { off = "su:f5", on = "" } do
      sey({ voids = "e5", ["sey.surge_needs_clear_path"] = clear })
      begin({ d2 = "1S6n", d5 = "2I5s", e5 = "*" })
      play("M:d2")
      equal(S.moves("su:f"), far)
    end
  end)

  it("over the edge from a border zone only, corner and void alike "
    .. "(WT-ART-SEY-4, WT-RUL-138, WT-RUL-3, WT-ROUT-10)", function()
    sey()
    begin({ d2 = "1S6n", d6 = "2I5s" })
    play("M:d2")
    S.refuses("su:out", "WT-RUL-138")
    begin({ d2 = "1S6n", d7 = "2I5s" })
    play("M:d2")
    equal(S.moves("su"), "su:b7 su:c7 su:d5 su:d6 su:e7 su:f7 su:out")
    begin({ a2 = "1S6n", a7 = "2I5s", a1 = "1" })
    play("M:a2")
    equal(S.moves("su"), "su:a5 su:a6 su:b7 su:c7 su:out")
    sey({ voids = "d6" })
    begin({ d2 = "1S6n", d5 = "2I5s", d6 = "*" })
    play("M:d2")
    ok(S.lists("su:out"))
    ok(S.lists("su:d7")) -- the void is passed
    sey({ ["sey.surge_two_off_edge"] = "on" })
    begin({ d2 = "1S6n", d6 = "2I5s" })
    play("M:d2 su:out k")
    equal(S.key("pr"), "A:2I5")
    for way, zone in pairs { w = "b4", e = "f4", s = "d2", n = "d6" } do
      begin({ d4 = "1S6" .. way, [zone] = "2I5s" })
      play("M:d4")
      ok(S.lists("su:out"), zone)
    end
    begin({ d2 = "1S6n", d5 = "2I5s" })
    play("M:d2")
    S.refuses("su:out", "WT-RUL-138")
    sey({ ["sey.surge_two_off_edge"] = "on", ["sey.surge_needs_clear_path"] = "on" })
    begin({ d2 = "1S6n", d6 = "2I5s", d7 = "[2I]" })
    play("M:d2")
    S.refuses("su:out", "WT-RUL-138")
  end)

  it("over the edge only with a free zone, by option (WT-ROUT-9, WT-RUL-62)", function()
    local zones = { a2 = "1S6n", a7 = "2I5s", a6 = "1S1n", a5 = "1S2n", b7 = "[2I]", c7 = "[2I]",
      a1 = "1" }
    sey()
    begin(zones)
    play("M:a2")
    equal(S.moves("su"), "su:out")
    sey({ rout_edge_needs_free_zone = "on" })
    begin(zones)
    play("M:a2")
    S.refuses("su:out", "WT-RUL-138")
    zones.c7 = nil
    begin(zones)
    play("M:a2")
    equal(S.moves("su"), "su:c7 su:out")
  end)

  it("reaches the topmost alone; what lay beneath is freed "
    .. "(WT-ART-SEY-4, WT-RUL-64, WT-RUL-116, WT-RUL-223, WT-STACK-7)", function()
    sey()
    begin({ d2 = "1S6n", d5 = "1S3e2I2s2I5s" })
    play("M:d2 su:f5")
    equal({ S.cell("d5"), S.cell("f5") }, { "1S3e2I2s", "2I5e!" })
    play("su:d6")
    equal({ S.cell("d6"), S.cell("f5") }, { "2I2n!", "2I5e" })
    play("Z")
    ok(S.lists("M:d5"))
  end)
end)

describe("several Surges", function()
  it("stun the last victim only (WT-ART-SEY-8, WT-RUL-139, WT-RUL-136)", function()
    sey()
    begin({ d2 = "1S6n^", d5 = "2I5s", d6 = "2I4s" })
    play("M:d2 su:f5")
    equal(S.cell("f5"), "2I5e!")
    play("su:b6")
    equal({ S.cell("f5"), S.cell("b6") }, { "2I5e", "2I4w!" })
    equal(S.key("mn"), "d2:6:px")
    begin({ d2 = "1S6n^", d3 = "2I5s" }) -- the same one, three times
    play("M:d2 su:d4 su:d6 su:d7")
    equal(S.cell("d7"), "2I5n!")
    play("su:out k . M:g7 f . ") -- its Stun token is nowhere, so nothing comes off
    equal(S.key("pr"), "A:2I5")
  end)

  it("find the token taken where both sides share one (WT-RUL-27, WT-RUL-139)", function()
    sey({ token_pool = "shared" })
    for other, token in pairs { ["1S1n!"] = "", ["1S1n"] = "!" } do
      begin({ d2 = "1S6n^", d5 = "2I5s", d6 = "2I4s", c1 = other, f1 = "1S3n", f3 = "2I2n" })
      play("M:d2 su:f5")
      equal(S.cell("f5"), "2I5e" .. token, other)
      play("su:b6")
      equal({ S.cell("f5"), S.cell("b6"), S.cell("c1") }, { "2I5e", "2I4w" .. token, other })
      begin({ c1 = other, f1 = "1S3n", f3 = "2I2n" })
      play("M:f1 un:f2")
      equal(S.cell("f2"), "2I2n" .. token, other)
    end
  end)

  it("nobody is stunned after one that captured or killed (WT-ART-SEY-9, WT-RUL-139, WT-RUL-66, "
    .. "WT-RUL-28)", function()
    sey()
    for _, last in ipairs({ "su:out k", "su:c7" }) do
      begin({ d2 = "1S6n", d5 = "2I5s", d7 = "2I4s", c7 = "{c}" })
      play("M:d2 su:f5")
      ok(stunned())
      play(last)
      ok(not stunned(), last)
      equal(S.cell("f5"), "2I5e")
      equal(S.key("mv"), "B")
      ok(S.lists("M:f5"))
    end
  end)
end)

describe("a capture in the midst of a maneuver", function()
  it("asks for torment and goes on (WT-ART-SEY-7, WT-ART-SEY-9, WT-TORM-4, WT-RUL-26, "
    .. "WT-RUL-238, WT-DATA-12)", function()
    sey()
    local zones = { d2 = "1S6n", d7 = "2I5s+%" }
    begin(zones)
    play("M:d2 su:out")
    equal(S.moves(""), "k t")
    equal({ S.key("ph"), S.key("mn"), S.key("pc"), S.key("pr") },
      { "MAN", "d2:1:px", "surge@2I5", "A:2I5" })
    local line = position()
    for choice, prisoner in pairs { t = "A:2I4", k = "A:2I5" } do
      start(line)
      equal(position(), line)
      play(choice)
      equal({ S.key("ph"), S.key("mn"), S.key("pc"), S.key("pr"), S.key("mv") },
        { "MAN", "d2:1:px", nil, prisoner, nil })
      play("f")
      equal(S.cell("d3"), "1S6n")
      equal(S.key("mv"), "B")
      ok(not position():find("+", 1, true)) -- Vigor and mark stay out of the Prison
    end
    begin({ d2 = "1S6n", d7 = "2I1s" }) -- torment may kill
    play("M:d2 su:out t")
    equal({ S.key("pr"), S.key("gy"), S.key("mn") }, { nil, "A:2I*1", "d2:1:px" })
    S.unreadable(line:gsub("surge@", "wave@"), "expected torm@ or surge@")
  end)

  it("is asked with nothing left too, and then the maneuver is over (WT-RUL-35, WT-RUL-238)",
    function()
    sey()
    begin({ d2 = "1S6n", d7 = "2I5s", a7 = "2I1s" }, "ph=MAN mn=d2:1:px")
    play("su:out")
    equal({ S.key("mn"), S.key("pc"), S.key("mv") }, { "d2:0:px", "surge@2I5", nil })
    local line = position()
    start(line)
    equal(position(), line)
    play("t")
    equal({ S.key("mn"), S.key("mv"), S.key("pr") }, { nil, "B", "A:2I4" })
  end)

  it("happens once for each, and three of them win (WT-SHAC-1, WT-RUL-25)", function()
    sey()
    begin({ d2 = "1S6n^", d7 = "2I1s2I2s2I3s", a7 = "2I4s" })
    play("M:d2 su:out t su:out k su:out k .")
    equal(S.key("pr"), "A:2I2+2I2+2I1")
    equal(S.key("rt"), "A:shackle:5")
  end)

  it("may be resigned in (WT-RUL-110)", function()
    sey()
    begin({ d2 = "1S6n", d7 = "2I5s" })
    play("M:d2 su:out resign")
    equal({ S.key("rt"), S.key("pc") }, { "B:voluntary:1", nil })
    local line = position()
    start(line)
    equal(position(), line)
  end)
end)

describe("Surge and tokens", function()
  it("no Vigor after one; an attack after it earns Vigor (WT-RUL-54, WT-ROUT-13)", function()
    local zones = { d2 = "1S6n", d3 = "2I1s", d6 = "2I5s" }
    sey()
    begin(zones)
    play("M:d2 f- su:f6")
    equal(S.cell("d3"), "1S6n")
    begin({ d2 = "1S6n", d3 = "2I4n2I5s" })
    play("M:d2 su:f3 f-")
    equal(S.cell("d3"), "1S6n+")
    sey({ rout_cancels_vigor = "off" })
    begin(zones)
    play("M:d2 f- su:f6")
    equal(S.cell("d3"), "1S6n+")
  end)

  it("a victim keeps its Vigor on the field and loses its mark (WT-RUL-60, WT-RUL-68, WT-RUL-215, "
    .. "WT-RUL-84)", function()
    sey()
    begin({ d2 = "1S6n", d5 = "2I5s+", d6 = "2I3s%" })
    play("M:d2 su:f5")
    equal(S.cell("f5"), "2I5e+!")
    play("su:b6")
    equal(S.cell("b6"), "2I3w!")
    equal(S.key("ph"), nil) -- B's Step 4 completed nothing
    sey({ vigor_blocks_rout = "on" })
    begin({ d2 = "1S6n", d5 = "2I5s+", d6 = "2I3s" })
    play("M:d2")
    S.refuses("su:f5", "WT-RUL-65")
  end)

  it("is a rout for idle turns (WT-RUL-97)", function()
    sey()
    begin({ d2 = "1S6n", d5 = "2I5s" }, "id=4")
    play("M:d2 su:f5")
    equal(S.key("id"), "x")
    begin({ d2 = "1S6n", d7 = "2I5s" }, "id=4")
    play("M:d2 su:out")
    equal(S.key("id"), "x")
  end)
end)

describe("Surge and terrain", function()
  it("onto a Chasm or Cliffside: dead, no prisoner, no torment, no Stun; over one: nothing "
    .. "(WT-RUL-155, WT-RUL-227, WT-RUL-137, WT-RUL-61)", function()
    sey()
    for _, kind in ipairs({ "{c}", "{l}" }) do
      for _, dest in ipairs({ "e5", "f5" }) do
        begin({ d2 = "1S6n", d5 = "2I5s+", [dest] = kind })
        play("M:d2 su:" .. dest)
        equal({ S.cell(dest), S.key("gy"), S.key("pr"), S.key("mn") },
          { kind, "A:2I*1", nil, "d2:1:px" })
        ok(not stunned())
      end
    end
  end)

  it("none from Waterbody onto a Cliffside, two zones away neither; over one yes "
    .. "(WT-RUL-244, WT-TERR-30)", function()
    sey()
    begin({ d2 = "1S6n", d5 = "{w}2I5s", e5 = "{l}", b5 = "{l}", c5 = "{c}" })
    play("M:d2")
    equal(S.moves("su:e") .. S.moves("su:b"), "")
    S.refuses("su:e5", "WT-ART-SEY-2")
    S.refuses("su:b5", "WT-ART-SEY-2")
    ok(S.lists("su:c5"))
    ok(S.lists("su:f5"))
  end)

  it("none of a battalion on a Stronghold (WT-RUL-65, WT-TERR-37, WT-ART-SEY-4)", function()
    sey()
    begin({ d2 = "1S6n", d5 = "{s}2I5s" })
    play("M:d2")
    S.refuses("su:d6", "WT-RUL-65")
    begin({ d2 = "{s}1S6n", d5 = "2I5s", d7 = "{s}" })
    play("M:d2 su:d7")
    equal(S.cell("d7"), "{s}2I5n!")
  end)
end)

describe("maneuvers of Sey", function()
  it("are ordered where an art is within reach (WT-RUL-42)", function()
    sey()
    local lone = { d4 = "1S6n", c4 = "{m}", e4 = "{m}", d5 = "{m}", d3 = "{m}", g4 = "2I3s" }
    begin(lone)
    ok(S.lists("M:d4"))
    play("M:d4 r")
    ok(S.lists("su:out"))
    lone.g4, lone.d1 = nil, "2I3s" -- two turns leave nothing
    begin(lone)
    S.refuses("M:d4", "WT-RUL-42")
    lone.d1, lone.d2 = nil, "2I3s" -- an Undertow needs no turning
    begin(lone)
    ok(S.lists("M:d4"))
    lone.d3 = "{m}[2I]"
    lone.d4 = "1S3n"
    begin(lone, "st=A:1,B:0")
    ok(S.lists("M:d4")) -- Arms 3 pays for the Mountains
    lone.d4, lone.c4, lone.e4, lone.d5 = "1S3n", "[2I]", "[2I]", "[2I]"
    begin(lone)
    S.refuses("M:d4", "WT-RUL-42")
  end)

  it("not for a Surge that finds nowhere to shove to (WT-RUL-42, WT-ART-SEY-2)", function()
    sey()
    local zones = { a4 = "1S6e", a5 = "{m}", a3 = "{m}", b4 = "{m}1S1n", d4 = "2I5s",
      c4 = "1S2n", e4 = "[2I]", f4 = "[2I]", d5 = "[2I]", d6 = "[2I]", d3 = "[2I]", d2 = "1S3n" }
    begin(zones)
    S.refuses("M:a4", "WT-RUL-42")
    zones.d2 = nil
    begin(zones)
    play("M:a4")
    equal(S.moves("su"), "su:d2")
    -- over the edge it is enough, without a free zone
    S.begin({ a7 = "1S6e", a6 = "{m}", b7 = "{m}1S1n", c7 = "{m}1S2n", d7 = "2I5s", e7 = "[2I]",
      f7 = "[2I]", d6 = "[2I]", d5 = "[2I]", g1 = "2I6s" })
    play("M:a7")
    equal(S.moves("su"), "su:out")
  end)
end)

describe("Undertow", function()
  it("pulls an enemy two zones away beside the battalion, faced away and stunned, for all "
    .. "that is left, at any Arms and facing (WT-ART-SEY-10, WT-ART-SEY-11, WT-ART-SEY-12, "
    .. "WT-ART-SEY-13, WT-ART-SEY-14, WT-ART-SEY-15, WT-RUL-37, WT-DATA-10)", function()
    sey()
    for dest, far in pairs { d5 = "d6n", e4 = "f4e", d3 = "d2s", c4 = "b4w" } do
      for arms = 1, 6 do
        begin({ d4 = "1S" .. arms .. "n", [far:sub(1, 2)] = "2I4s", a7 = "2I1s" })
        play("M:d4")
        equal(S.moves("un"), "un:" .. dest)
        play("un:" .. dest)
        equal({ S.cell(dest), S.cell(far:sub(1, 2)), S.key("mv"), S.cell("d4") },
          { "2I4" .. far:sub(3) .. "!", "", "B", "1S" .. arms .. "n" })
        S.refuses("M:" .. dest, "WT-ORD-3")
      end
    end
  end)

  it("not past a rampart or a void, not one beside it, not one farther off "
    .. "(WT-ART-SEY-16, WT-ART-SEY-17, WT-ART-SEY-11, WT-RUL-3, WT-RUL-113)", function()
    sey()
    for _, wall in ipairs({ "[1S]", "[2I]" }) do
      begin({ d4 = "1S3n", d5 = wall, d6 = "2I4s" })
      play("M:d4")
      S.refuses("un:d5", "WT-ART-SEY-16")
    end
    begin({ d4 = "1S3n", d5 = "2I4s", e6 = "2I3s", d1 = "2I2s", b4 = "1S1n" })
    play("M:d4")
    equal(S.moves("un"), "")
    S.refuses("un:d5", "WT-ART-SEY-11")
    S.refuses("un:d3", "WT-ART-SEY-11")
    S.refuses("un:c4", "WT-ART-SEY-11") -- a friend
    S.refuses("un:d6", "WT-ART-SEY-13")
    sey({ voids = "d5" })
    begin({ d4 = "1S3n", d5 = "*", d6 = "2I4s" })
    play("M:d4")
    equal(S.moves("un"), "")
  end)

  it("only by Sey, on bare ground, with an action left "
    .. "(WT-ART-SEY-10, WT-RUL-112, WT-RUL-39, WT-RUL-36)", function()
    sey()
    begin({ d4 = "1S2n1S3n", d6 = "2I4s" })
    play("M:d4")
    S.refuses("un:d5", "WT-RUL-39")
    begin({ d4 = "1S3n", d6 = "2I4s" }, "mv=B")
    play("M:d6")
    S.refuses("un:d5", "WT-RUL-112")
    begin({ d4 = "1S3n", d6 = "2I4s", d5 = "{v}" }, "ph=MAN mn=d4:0:px")
    S.refuses("un:d5", "WT-RUL-36")
    begin({ d4 = "1S3n", d6 = "2I4s" }, "ph=MAN mn=d4:1:px")
    play("un:d5")
    equal(S.cell("d5"), "2I4n!")
  end)

  it("takes the topmost alone, from whatever it lies on (WT-RUL-142, WT-RUL-140, WT-RUL-116, "
    .. "WT-RUL-223)", function()
    sey()
    begin({ d4 = "1S3n", d6 = "1S1n2I2s2I4s" })
    play("M:d4 un:d5")
    equal({ S.cell("d6"), S.cell("d5") }, { "1S1n2I2s", "2I4n!" })
    begin({ d4 = "1S3n", d6 = "2I4s1S1n" }) -- covered by a friend
    play("M:d4")
    S.refuses("un:d5", "WT-ART-SEY-11")
  end)

  it("lands on top of whoever is between, and nobody attacks "
    .. "(WT-ART-SEY-18, WT-ART-SEY-19, WT-RUL-141)", function()
    sey()
    for between, stack in pairs { ["1S1n"] = "1S1n2I4n!", ["2I2e%"] = "2I4n!",
      ["1S2n1S1e"] = "1S2n1S1e2I4n!", ["2I1s1S5s"] = "2I1s1S5s2I4n!" } do
      begin({ d4 = "1S3n", d5 = between, d6 = "2I4s" }, "id=3")
      play("M:d4 un:d5")
      equal(S.cell("d5"), stack)
      equal(S.key("gy"), between:find("%%") and "A:2I*1" or nil) -- a ritual beneath goes on
    end
  end)

  it("the battalion beneath strikes in the next Step 1, and the Stun token goes "
    .. "(WT-TEST-20, WT-ART-SEY-18, WT-RUL-141, WT-CTR-1)", function()
    sey()
    begin({ d4 = "1S2n", d6 = "2I4s", d5 = "1S3n" })
    play("M:d4 un:d5")
    equal(S.cell("d5"), "1S3n2I4n!")
    S.refuses("M:d5", "WT-ORD-3")
    play("Z")
    equal({ S.key("ph"), S.key("ct") }, { "CTR", "d5" })
    play("C:d5e")
    equal(S.cell("d5"), "2I1e1S3n")
    ok(not stunned())
    equal(S.key("ph"), nil)
  end)

  it("such a strike meets Vigor, and a marked striker dies after it (WT-RUL-23, WT-RUL-32)",
    function()
    sey()
    begin({ d5 = "1S3n2I4n+" }, "ph=CTR ct=d5")
    play("C:d5e")
    equal(S.cell("d5"), "2I3e-1S3n")
    begin({ d5 = "1S3n%2I4n!" }, "ph=CTR ct=d5")
    play("C:d5e S:a1")
    equal({ S.cell("d5"), S.cell("a1"), S.key("gy") }, { "2I1e", "1S6n^", "B:1S*1" })
  end)

  it("is a rout: breaks a ritual, leaves Vigor on its victim and gives none, moves the Stun "
    .. "token (WT-RUL-140, WT-RUL-54, WT-RUL-60, WT-RUL-167, WT-RUL-97)", function()
    sey()
    begin({ d3 = "1S3n", d4 = "2I1s", d6 = "2I4s%" }, "id=5")
    play("M:d3 f- un:d5")
    equal({ S.cell("d5"), S.cell("d4"), S.key("ph"), S.key("id") },
      { "2I4n!", "1S3n", nil, nil })
    begin({ d4 = "1S6n^", d5 = "2I5s", b4 = "2I4s" })
    play("M:d4 su:e5 un:c4")
    equal({ S.cell("e5"), S.cell("c4") }, { "2I5e", "2I4w!" })
    begin({ d4 = "1S3n", d6 = "2I4s+" }, "ph=MAN mn=d4:5:")
    play("un:d5")
    equal(S.cell("d5"), "2I4n!") -- its own Step 3 has taken Vigor off
    sey({ vigor_blocks_rout = "on" })
    begin({ d4 = "1S3n", d6 = "2I4s+" })
    play("M:d4")
    S.refuses("un:d5", "WT-RUL-140")
    sey()
    begin({ d4 = "1S3n", d6 = "2I4s" }, "id=4")
    play("M:d4 un:d5")
    equal(S.key("id"), nil)
  end)

  it("onto a Chasm or Cliffside kills; from Waterbody none over a Cliffside; none from a "
    .. "Stronghold (WT-RUL-226, WT-RUL-140, WT-RUL-155)", function()
    sey()
    for _, kind in ipairs({ "{c}", "{l}" }) do
      begin({ d4 = "1S3n", d5 = kind, d6 = "2I4s+" })
      play("M:d4 un:d5")
      equal({ S.cell("d5"), S.cell("d6"), S.key("gy"), S.key("mv") }, { kind, "", "A:2I*1", "B" })
      ok(not stunned())
    end
    begin({ d4 = "1S3n", d5 = "{l}", d6 = "{w}2I4s" })
    play("M:d4")
    S.refuses("un:d5", "WT-RUL-140")
    begin({ d4 = "1S3n", d5 = "{c}", d6 = "{w}2I4s" })
    play("M:d4 un:d5")
    equal(S.key("gy"), "A:2I*1")
    begin({ d4 = "1S3n", d6 = "{s}2I4s" })
    play("M:d4")
    S.refuses("un:d5", "WT-RUL-140")
    begin({ d4 = "1S3n", d5 = "{s}", d6 = "2I4s" })
    play("M:d4 un:d5")
    equal(S.cell("d5"), "{s}2I4n!")
  end)

  it("is none by option: the ritual goes on, Vigor is earned, a Stronghold does not hold "
    .. "(WT-RUL-140)", function()
    sey({ ["sey.undertow_is_rout"] = "off", resolve = "irreversible" })
    begin({ d3 = "1S3n", d4 = "2I1s", d6 = "{s}2I4s%" })
    play("M:d3 f- un:d5")
    equal({ S.cell("d4"), S.key("ph") }, { "1S3n+", "SAC" })
    begin({ d4 = "1S3n", d6 = "2I4s" }, "id=1")
    play("M:d4 un:d5")
    equal({ S.cell("d5"), S.key("id") }, { "2I4n!", "2" })
    begin({ d4 = "1S3n", d5 = "{l}", d6 = "{w}2I4s" }, "id=1")
    play("M:d4 un:d5") -- a Cliffside holds no battalion
    equal({ S.key("gy"), S.key("id") }, { "A:2I*1", nil })
    ok(not stunned())
    begin({ d4 = "1S3n", f4 = "2I4s" })
    play("M:d4 un:e4")
    equal(S.cell("e4"), "2I4e!")
    equal(events()[1].name, "pulled")
    equal(events()[1].from - events()[1].to, 1)
    equal(S.key("op"), "resolve=irreversible+undertow_is_rout=false")
  end)
end)

describe("Sey under Double Time", function()
  local function double(zones, fields)
    S.with({ "ground", "arts", "kingdoms.sey", "double_time" }, { kingdom1 = "S" })
    begin(zones, "tn=5 od=0/2" .. (fields or ""))
  end

  it("a second order may strike whom the first pulled; the Stun token goes with that "
    .. "(WT-RUL-167, WT-RUL-233)", function()
    double({ d4 = "1S3n", d6 = "2I5s", e5 = "1S2w" })
    play("M:d4 un:d5")
    equal(S.cell("d5"), "2I5n!")
    play("M:e5 fs .")
    equal(S.cell("d5"), "2I3s1S2w")
  end)

  it("a second victim takes the Stun token; a second capture leaves it to nobody "
    .. "(WT-RUL-167, WT-RUL-139)", function()
    double({ d4 = "1S3n", d6 = "2I5s", e2 = "1S6n", e7 = "2I4s" })
    play("M:d4 un:d5")
    local line = position()
    play("M:e2 su:f7 .")
    equal({ S.cell("d5"), S.cell("f7") }, { "2I5n", "2I4e!" })
    start(line)
    play("M:e2 su:out k .")
    equal(S.key("pr"), "A:2I4")
    ok(not stunned())
  end)

  it("who was marked and then covered by an Undertow strikes first and dies after that "
    .. "(WT-RUL-32, WT-RUL-141, WT-RUL-84)", function()
    double({ d4 = "1S3n", d5 = "1S2n", d6 = "2I5s" })
    play("K:d5 M:d4 un:d5")
    equal(S.cell("d5"), "1S2n%2I5n!")
    play("Z Z C:d5e S:a1")
    equal({ S.cell("d5"), S.cell("a1"), S.key("gy") }, { "2I3e", "1S6n^", "B:1S*1" })
  end)
end)

describe("Flood", function()
  it("turns the Valley and those beside it into Waterbody, no further, whoever stands there "
    .. "(WT-ART-SEY-20, WT-ART-SEY-21, WT-ART-SEY-22, WT-ART-SEY-23, WT-RUL-118, WT-RUL-157, "
    .. "WT-RUL-229, WT-RUL-243)", function()
    sey()
    begin({ d4 = "{v}1S4n", d5 = "{v}2I5s%", d6 = "{v}", c4 = "{v}[2I]", e4 = "{v}[1S]",
      d3 = "{h}", e5 = "{v}" }, "id=2")
    play("M:d4 fd")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("c4"), S.cell("e4"), S.cell("d3"),
      S.cell("e5") },
      { "{w}1S4n", "{w}2I5s", "{v}", "{v}[2I]", "{v}[1S]", "{h}", "{v}" })
    equal({ S.key("id"), S.key("mv") }, { nil, "B" }) -- and the ritual found no ground
  end)

  it("only Arms 4 to 6 of Sey, bare, on Valley, for all that is left "
    .. "(WT-ART-SEY-20, WT-RUL-112, WT-RUL-39, WT-RUL-36)", function()
    sey()
    for arms = 1, 6 do
      begin({ d4 = "{v}1S" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("fd", "WT-ART-SEY-20") else ok(S.lists("fd")) end
    end
    begin({ d4 = "1S4n", d5 = "{v}" })
    play("M:d4")
    S.refuses("fd", "WT-ART-SEY-20")
    S.refuses("fd", "a battalion on Valley")
    begin({ d4 = "{v}1S1n1S4n" })
    play("M:d4")
    S.refuses("fd", "WT-RUL-39")
    begin({ d4 = "{v}2I4s" }, "mv=B")
    play("M:d4")
    S.refuses("fd", "WT-RUL-112")
    begin({ d4 = "{v}1S4n", d5 = "{v}" }, "ph=MAN mn=d4:0:px")
    S.refuses("fd", "WT-RUL-36")
  end)
end)

describe("Water March", function()
  it("enters Waterbody for 1 at any Arms, where terrain asks 5; others pay "
    .. "(WT-ART-SEY-24, WT-TERR-39, WT-ART-4, WT-TERR-18)", function()
    sey()
    for arms = 1, 6 do
      begin({ d4 = "1S" .. arms .. "n", d5 = "{w}" })
      play("M:d4")
      local left = tonumber(S.key("mn"):match(":(%d+):"))
      play("f")
      equal(tonumber(S.key("mn"):match(":(%d+):")), left - 1)
    end
    begin({ d4 = "2I3n", d5 = "{w}" }, "mv=B")
    play("M:d4 f")
    equal(S.cell("d5"), "{w}2I3n")
    equal(S.key("mv"), nil) -- all 5 are spent
    begin({ d4 = "2I4n", d5 = "{w}" }, "mv=B")
    play("M:d4")
    S.refuses("f", "WT-MOV-1")
    begin({ d4 = "1S6n", d5 = "{m}" }) -- and no other terrain
    play("M:d4")
    S.refuses("f", "WT-MOV-1")
    begin({ d4 = "1S1n1S6n", d5 = "{w}2I6n" }) -- from on top of another, and onto an enemy
    play("M:d4 f-")
    equal(S.key("mn"), "d5:1:apx")
  end)

  it("lifts no other rule of Waterbody (WT-TERR-19, WT-TERR-20)", function()
    sey()
    begin({ d4 = "1S3n", d5 = "{w}", d3 = "{w}1S2n" }, "rs=1S6")
    S.refuses("K:d3", "WT-SAC-1")
    play("M:d4")
    S.refuses("b:d5", "WT-BUILD-3")
  end)
end)

describe("who can still strike, with the arts of Sey", function()
  it("a free one, as long as an enemy stands (WT-RUL-241)", function()
    sey()
    for units, capable in pairs { ["1S1n"] = true, ["1S1n2I1n2I1n"] = false } do
      S.begin({ a1 = units, a2 = "{c}", b1 = "{l}", d4 = "2I5s", g7 = "2I6s" }, "mv=B")
      play("Z")
      equal(S.key("rt"), not capable and "B:paralyze:3" or nil, units)
    end
    S.begin({ a1 = "1S1n", a2 = "{c}", b1 = "{l}", d4 = "1S1n2I5n2I6n" }, "mv=B")
    play("Z") -- it may pull them from another
    equal(S.key("rt"), nil)
    S.with({ "ground", "arts" }, { kingdom1 = "S" })
    S.begin({ a1 = "1S1n", a2 = "{c}", b1 = "{l}", d4 = "2I5s", g7 = "2I6s" }, "mv=B")
    play("Z")
    equal(S.key("rt"), "B:paralyze:3")
  end)
end)

describe("what the arts of Sey are worth to computer players", function()
  local function worth_of(zones, options)
    local all = { kingdom1 = "S" }
    for key, value in pairs(options or {}) do all[key] = value end
    return S.arts_worth("sey", all, zones)
  end

  it("a battalion that can Surge, or has somebody to pull, is worth more "
    .. "(WT-ART-SEY-1, WT-ART-SEY-11)", function()
    equal(worth_of({ d4 = "1S5n", g7 = "2I6s" }), 0)
    ok(worth_of({ d4 = "1S6n", g7 = "2I6s" }) > 0)
    equal(worth_of({ d4 = "1S1n1S6n", d6 = "2I6s" }), 0) -- on top of another it has no arts
    for _, far in ipairs({ "d6", "f4", "d2", "b4" }) do
      ok(worth_of({ d4 = "1S5n", [far] = "2I6s" }) > 0, far)
    end
    ok(worth_of({ d4 = "1S6n", d6 = "2I6s" }) > worth_of({ d4 = "1S6n", g7 = "2I6s" }))
    ok(worth_of({ d7 = "1S5n", f7 = "2I6s" }) > 0) -- looking off the field
    ok(worth_of({ d4 = "1S5n", d6 = "2T6s" }, { kingdom2 = "T" }) > 0)
  end)

  it("not for one beside it, behind a rampart or a void, under a friend, nor for a rampart "
    .. "(WT-ART-SEY-16, WT-ART-SEY-17, WT-RUL-3)", function()
    for _, zones in ipairs({ { d5 = "2I6s" }, { d5 = "[2I]", d6 = "2I6s" },
      { d6 = "2I6s1S1n" }, { d6 = "[2I]" }, { d6 = "1S1n" } }) do
      zones.d4, zones.g7 = "1S5n", "2I5s"
      equal(worth_of(zones), 0)
    end
    equal(worth_of({ d4 = "1S5n", d5 = "*", d6 = "2I6s" }, { voids = "d5" }), 0)
  end)

  it("and takes from the worth for the other side, if that is who can", function()
    local options = { kingdom1 = "I", kingdom2 = "S" }
    ok(S.arts_worth("sey", options, { d4 = "2S6n", a1 = "1I5n" }) < 0)
    ok(S.arts_worth("sey", options, { d4 = "2S5n", d6 = "1I5n" }) < 0)
  end)
end)
