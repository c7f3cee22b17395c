local S = dofile("tests/rules/warline/support.lua")

-- Timber against Flaym, whose arts are on where fire is asked for.
local function timber(options, more)
  local all = { kingdom1 = "T", kingdom2 = "F" }
  for key, value in pairs(options or {}) do all[key] = value end
  local modules = { "ground", "arts", "kingdoms.timber" }
  for _, name in ipairs(more or {}) do modules[#modules + 1] = name end
  S.with(modules, all)
end
local function against_fire(options) timber(options, { "kingdoms.flaym" }) end
local function mirror(options)
  local all = { kingdom2 = "T", mirror_kingdoms = "on" }
  for key, value in pairs(options or {}) do all[key] = value end
  timber(all)
end

local function begin(zones, fields)
  local all = { a1 = "1T6n", g7 = "2F6s" }
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields)
end

-- The position reads back to itself.
local function reads_back()
  local line, hash, moves = position(), state().hash, table.concat(legal(), " ")
  start(line)
  equal(position(), line)
  equal(state().hash, hash, line)
  equal(table.concat(legal(), " "), moves, line)
end

describe("Flourish", function()
  it("builds on any free zone, wherever the others stand, for 1 (WT-ART-TIMBER-1, "
    .. "WT-ART-TIMBER-2, WT-ART-TIMBER-3, WT-RUL-4, WT-RUL-143)", function()
    timber()
    begin({ d4 = "1T6n" }, "rs=1T6 id=3")
    play("M:d4")
    equal(S.count("fh:"), 49 - 3)
    play("fh:g1")
    equal(S.key("mn"), "d4:1:px")
    equal(S.key("rs"), "1T5")
    equal(S.key("id"), "x") -- building is no idle turn
    play("fh:a7")
    equal({ S.cell("g1"), S.cell("a7"), S.cell("d4") }, { "[1T]", "[1T]", "1T6n" })
    equal(S.key("mv"), "B")
  end)

  it("only on a zone without battalion and rampart: there are no piles at a distance "
    .. "(WT-ART-TIMBER-2, WT-ART-TIMBER-11, WT-RUL-12, WT-RUL-225)", function()
    timber()
    begin({ d4 = "1T6n", b2 = "1T1n", c2 = "2F1s", d2 = "[1T]", e2 = "[2F]", d5 = "[1T]" },
      "rs=1T4")
    play("M:d4")
    for _, zone in ipairs({ "a1", "d4", "g7", "b2", "c2", "d2", "e2", "d5" }) do
      S.refuses("fh:" .. zone, "WT-ART-TIMBER-2")
    end
    equal(S.count("fh:"), 49 - 8)
    timber({ voids = "c4" })
    begin({ d4 = "1T6n", c4 = "*" }, "rs=1T6")
    play("M:d4")
    equal(S.count("fh:"), 48 - 3)
    ok(not S.lists("fh:c4"))
  end)

  it("by Arms 6 of Timber on bare ground, with a rampart in the supply and an action left "
    .. "(WT-ART-TIMBER-1, WT-RUL-39, WT-RUL-70, WT-RUL-112, WT-RUL-143)", function()
    timber()
    for arms = 1, 5 do
      begin({ d4 = "1T" .. arms .. "n" }, "rs=1T6")
      play("M:d4")
      S.refuses("fh:g1", "WT-ART-TIMBER-1")
    end
    begin({ d4 = "2F6n" }, "mv=B rs=2F6")
    play("M:d4")
    S.refuses("fh:g1", "WT-RUL-112")
    begin({ d4 = "1T1n1T6n" }, "rs=1T6")
    play("M:d4")
    S.refuses("fh:g1", "WT-RUL-39")
    begin({ d4 = "1T6n" }, "rs=2F6 rd=1T6")
    play("M:d4")
    S.refuses("fh:g1", "WT-RUL-70")
    begin({ d4 = "1T6n", d5 = "{v}" }, "ph=MAN mn=d4:0:px rs=1T6")
    S.refuses("fh:g1", "WT-ART-TIMBER-1")
    timber({ ["warline.arts.stacked_arts"] = "movelike" }) -- it is no kind of Move
    begin({ d4 = "1T1n1T6n" }, "rs=1T6")
    play("M:d4")
    S.refuses("fh:g1", "WT-RUL-39")
  end)

  it("where terrain bears a rampart: Crag and Marsh do, for Timber (WT-RUL-143, WT-RUL-74, "
    .. "WT-ART-TIMBER-18, WT-ART-TIMBER-19, WT-TERR-39)", function()
    timber()
    begin({ d4 = "1T6n", a5 = "{w}", b5 = "{c}", c5 = "{l}", e6 = "{g}", f6 = "{a}", g6 = "{f}",
      a6 = "{i}", b6 = "{p2}", c6 = "{s2}", d6 = "{m}", e5 = "{h}", f5 = "{v}" }, "rs=1T6")
    play("M:d4")
    for _, zone in ipairs({ "a5", "b5", "c5" }) do S.refuses("fh:" .. zone, "WT-RUL-143") end
    equal(S.count("fh:"), 49 - 3 - 3)
    play("fh:e6 fh:f6")
    equal({ S.cell("e6"), S.cell("f6") }, { "{g}[1T]", "{a}[1T]" })
  end)

  it("is within reach of a maneuver that has nothing else (WT-RUL-42)", function()
    timber()
    local shut = { d4 = "{h}1T6n", c4 = "{c}", e4 = "{c}", d3 = "{c}", d5 = "{c}" }
    begin(shut, "rs=1T6")
    ok(S.lists("M:d4"))
    begin(shut, "rd=1T6")
    S.refuses("M:d4", "WT-RUL-42")
    shut.d4 = "{h}1T5n"
    begin(shut, "rs=1T6")
    S.refuses("M:d4", "WT-RUL-42")
    local flooded = {} -- where nothing can be built at all
    for column in ("abcdefg"):gmatch(".") do
      for row = 1, 7 do flooded[column .. row] = "{w}" end
    end
    flooded.d4, flooded.g7 = "{h}1T6n", "{w}2F6s"
    S.begin(flooded, "rs=1T6")
    S.refuses("M:d4", "WT-RUL-42")
    flooded.a7 = "{g}[2F]"
    S.begin(flooded, "rs=1T6")
    S.refuses("M:d4", "WT-RUL-42")
    flooded.a7 = "{g}"
    S.begin(flooded, "rs=1T6")
    play("M:d4")
    equal(S.moves("fh:"), "fh:a7")
  end)

  it("is no attack: it earns no Vigor and takes none of the tokens (WT-RUL-97)", function()
    timber()
    begin({ d4 = "1T6n", d5 = "2F5s%", c4 = "1T3n!" }, "rs=1T6 rd=2F6")
    play("M:d4 fh:c5")
    equal({ S.cell("d5"), S.cell("c4") }, { "2F5s%", "1T3n!" })
    play(".")
    equal(S.cell("d4"), "1T6n")
    equal(S.key("ph"), "SAC") -- the ritual went on
  end)
end)

describe("Harvest", function()
  it("brings a destroyed rampart of the side back to the supply, for nothing, again and again "
    .. "(WT-ART-TIMBER-4, WT-ART-TIMBER-5, WT-ART-TIMBER-6, WT-RUL-72, WT-RUL-73, WT-RUL-144, "
    .. "WT-INV-2)", function()
    timber()
    begin({ d4 = "1T4n", d5 = "[1T]" }, "rs=1T4 rd=1T1 id=5")
    play("M:d4 x")
    equal(S.cell("d5"), "")
    equal({ S.key("rs"), S.key("rd"), S.key("mn") }, { "1T5", "1T1", "d4:4:x" })
    equal(S.key("id"), "x") -- a rampart was destroyed, all the same
    reads_back()
    play("b:d5 x b:d5 x b:d5 x")
    equal({ S.key("rs"), S.key("mn") }, { "1T5", "d4:1:px" })
    reads_back()
    play(".")
    begin({ a1 = "1T6e", b1 = "[1T]" }, "rd=1T5") -- it was the last that is left
    play("M:a1 x fh:g2 .")
    equal({ S.cell("g2"), S.key("rs"), S.key("rd") }, { "[1T]", nil, "1T5" })
  end)

  it("not a rampart of the enemy (WT-ART-TIMBER-5, WT-RUL-144, WT-RUL-71)", function()
    timber()
    begin({ d4 = "1T4n", d5 = "[2F]" })
    play("M:d4 x")
    equal({ S.key("rd"), S.key("rs"), S.key("mn") }, { "2F1", nil, "d4:3:px" })
    mirror() -- of the same kingdom: for 0, and gone all the same
    begin({ d4 = "1T4n", d5 = "[2T]", g7 = "2T6s" })
    play("M:d4 x")
    equal({ S.key("rd"), S.key("rs"), S.key("mn") }, { "2T1", nil, "d4:4:x" })
    begin({ d4 = "2T4n", d5 = "[2T]", g7 = "2T6s" }, "mv=B")
    play("M:d4 x")
    equal({ S.key("rd"), S.key("rs") }, { nil, "2T1" })
  end)

  it("not for other kingdoms (WT-ART-TIMBER-4, WT-RUL-112)", function()
    timber()
    begin({ d4 = "2F4n", d5 = "[2F]" }, "mv=B")
    play("M:d4 x")
    equal({ S.key("rd"), S.key("rs") }, { "2F1", nil })
    begin({ d4 = "2F4n", d5 = "[1T]" }, "mv=B")
    play("M:d4 x")
    equal({ S.key("rd"), S.key("rs") }, { "1T1", nil })
  end)

  it("not for Arms 1 to 3, nor on top of another: they destroy nothing "
    .. "(WT-ART-TIMBER-4, WT-DEMO-2, WT-DEMO-5)", function()
    timber()
    for arms = 1, 6 do
      begin({ d4 = "1T" .. arms .. "n", d5 = "[1T]" })
      play("M:d4")
      if arms < 4 then S.refuses("x", "WT-DEMO-2") else ok(S.lists("x")) end
    end
    begin({ d4 = "1T1n1T4e", d5 = "[1T]", e4 = "1T2n" })
    play("M:d4")
    S.refuses("x", "WT-DEMO-5")
  end)
end)

describe("Overgrow", function()
  it("lays a rampart on one beside it, or on an own one that is linked, for 1 each "
    .. "(WT-ART-TIMBER-7, WT-ART-TIMBER-8, WT-ART-TIMBER-9, WT-ART-TIMBER-10)", function()
    timber()
    begin({ d4 = "1T1n", d5 = "[1T]", d6 = "[1T]", e6 = "[2F]", c4 = "[2F]", f2 = "[1T]",
      b2 = "[2F]" }, "rs=1T3 id=2")
    play("M:d4")
    equal(S.moves("ov"), "ov:c4 ov:d5 ov:d6")
    S.refuses("ov:f2", "WT-ART-TIMBER-9")
    S.refuses("ov:b2", "WT-ART-TIMBER-10")
    S.refuses("ov:e6", "WT-ART-TIMBER-10") -- a link of ramparts does not help
    S.refuses("ov:e4", "WT-ART-TIMBER-8")
    S.refuses("ov:a1", "WT-ART-TIMBER-8")
    play("ov:d6")
    equal({ S.cell("d6"), S.key("mn"), S.key("rs"), S.key("id") }, { "[1T1T]", "d4:6:px", "1T2",
      "x" })
    play("ov:d6 ov:c4") -- no height is too much
    equal({ S.cell("d6"), S.cell("c4"), S.key("mn") }, { "[1T1T1T]", "[2F1T]", "d4:4:px" })
    S.refuses("ov:d5", "WT-RUL-70") -- the supply is spent
    reads_back()
  end)

  it("belongs to its topmost rampart, in links and in reach (WT-RUL-145, WT-RUL-69)", function()
    timber()
    begin({ d4 = "1T1n", d5 = "[2F1T]", d6 = "[1T2F]", c5 = "[1T]", e5 = "[1T2F]", e4 = "[1T2F]" },
      "rs=1T1")
    play("M:d4")
    equal(S.moves("ov"), "ov:c5 ov:d5 ov:e4")
    S.refuses("ov:d6", "WT-ART-TIMBER-10")
    S.refuses("ov:e5", "WT-ART-TIMBER-10")
    equal(S.moves("b:"), "b:b5 b:c4 b:c6 b:d3") -- not beside d6 and e5
    mirror()
    begin({ d4 = "1T1n", d5 = "[1T]", d6 = "[2T]", d7 = "[1T]", g7 = "2T6s" }, "rs=1T3")
    play("M:d4")
    equal(S.moves("ov"), "ov:d5")
    mirror({ build_link = "kingdom" }) -- links through the enemy's, but does not overgrow them
    begin({ d4 = "1T1n", d5 = "[1T]", d6 = "[2T]", d7 = "[1T]", g7 = "2T6s" }, "rs=1T3")
    play("M:d4")
    equal(S.moves("ov"), "ov:d5 ov:d7")
    S.refuses("ov:d6", "WT-ART-TIMBER-10")
  end)

  it("makes piles that are met one by one: price and Harvest go by the topmost "
    .. "(WT-ART-TIMBER-12, WT-RUL-145, WT-RUL-144)", function()
    timber()
    begin({ d4 = "2F6n", d5 = "[1T1T]" }, "mv=B") -- the example of the book
    play("M:d4 x")
    equal({ S.cell("d5"), S.key("mn"), S.key("rd") }, { "[1T]", "d4:1:px", "1T1" })
    S.refuses("f", "WT-MOV-7")
    play("x")
    equal({ S.cell("d5"), S.key("rd"), S.key("mv") }, { "", "1T2", nil })
    begin({ d4 = "1T4n", d5 = "[1T2F1T]" })
    play("M:d4 x")
    equal({ S.cell("d5"), S.key("mn"), S.key("rs"), S.key("rd") }, { "[1T2F]", "d4:4:x", "1T1",
      nil })
    play("x")
    equal({ S.cell("d5"), S.key("mn"), S.key("rs"), S.key("rd") }, { "[1T]", "d4:3:px", "1T1",
      "2F1" })
    play("x")
    equal({ S.cell("d5"), S.key("mn"), S.key("rs"), S.key("rd") }, { "", "d4:3:px", "1T2",
      "2F1" })
    timber({ demolish_cost = "owner" })
    begin({ d4 = "1T4n", d5 = "[1T2F]" })
    play("M:d4 x x")
    equal({ S.key("mn"), S.key("rs"), S.key("rd") }, { "d4:3:px", "1T1", "2F1" })
  end)

  it("needs bare ground, Timber, a supply, an action and a rampart "
    .. "(WT-RUL-39, WT-RUL-112, WT-RUL-70, WT-RUL-145, WT-ART-TIMBER-7)", function()
    timber()
    for arms = 1, 6 do
      begin({ d4 = "1T" .. arms .. "n", d5 = "[2F]" }, "rs=1T1")
      play("M:d4")
      ok(S.lists("ov:d5"))
    end
    begin({ d4 = "1T2n1T1e", d5 = "[1T]" }, "rs=1T1")
    play("M:d4")
    S.refuses("ov:d5", "WT-RUL-39")
    begin({ d4 = "2F1n", d5 = "[2F]" }, "mv=B rs=2F1")
    play("M:d4")
    S.refuses("ov:d5", "WT-RUL-112")
    begin({ d4 = "1T1n", d5 = "[1T]" }, "rd=1T5 rs=2F6")
    play("M:d4")
    S.refuses("ov:d5", "WT-RUL-70")
    begin({ d4 = "1T1n" }, "rs=1T1")
    play("M:d4")
    S.refuses("ov:d5", "WT-ART-TIMBER-8")
    begin({ d4 = "1T1e", d5 = "[1T]", e4 = "{v}" }, "ph=MAN mn=d4:0:px rs=1T1")
    S.refuses("ov:d5", "WT-ART-TIMBER-7")
  end)

  it("is within reach of a battalion that is walled in (WT-RUL-42)", function()
    timber()
    local walled = { d4 = "1T3n", c4 = "[2F]", e4 = "[2F]", d3 = "[2F]", d5 = "[2F]" }
    begin(walled, "rs=1T1")
    ok(S.lists("M:d4"))
    begin(walled, "rd=1T6")
    S.refuses("M:d4", "WT-RUL-42")
    walled.d4 = "1T1n1T3n"
    begin(walled, "rs=1T1")
    S.refuses("M:d4", "WT-RUL-42")
  end)

  it("is not combined with Flourish, by an Arms 6 either (WT-ART-TIMBER-11)", function()
    timber()
    begin({ d4 = "1T6n", f2 = "[1T]", b2 = "[2F]" }, "rs=1T5")
    play("M:d4")
    S.refuses("fh:f2", "WT-ART-TIMBER-2")
    S.refuses("ov:f2", "WT-ART-TIMBER-9")
    S.refuses("ov:b2", "WT-ART-TIMBER-10")
    play("fh:d5 ov:d5")
    equal(S.cell("d5"), "[1T1T]")
  end)

  it("bars Moves, routs and returns as one rampart does (WT-MOV-7, WT-ROUT-8, WT-RUL-224)",
    function()
    timber()
    begin({ d6 = "1T1n", d7 = "2F6s", c7 = "[2F1T]" })
    play("M:d6")
    equal(S.moves("u:"), "u:e7 u:out")
    begin({ b7 = "[2F1T]" }, "mv=B pr=A:2F1")
    equal(S.count("E:F1b7"), 0)
    ok(S.count("E:F1c7") > 0)
    against_fire()
    begin({ d2 = "2F6n", d4 = "[2F1T]", d6 = "1T1n" }, "mv=B")
    play("M:d2")
    S.refuses("po", "WT-ART-FLAYM-3")
  end)
end)

describe("Forestry", function()
  it("turns Flatland and the Flatland beside it into Forest, whoever stands there "
    .. "(WT-ART-TIMBER-13, WT-ART-TIMBER-14, WT-ART-TIMBER-15, WT-ART-TIMBER-16, WT-RUL-118, "
    .. "WT-RUL-157, WT-RUL-37, WT-RUL-243)", function()
    timber()
    begin({ d4 = "1T4n", d5 = "2F5e2F3s!+", c4 = "[2F1T]", e4 = "{h}1T2w", d6 = "2F1s" },
      "ph=MAN mn=d4:4:px id=4")
    play("fy")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d3"), S.cell("c4"), S.cell("e4") },
      { "{f}1T4n", "{f}2F5e2F3s!", "{f}", "[2F1T]", "{h}1T2w" }) -- its own Step 3 takes Vigor off
    equal({ S.cell("d6"), S.cell("c3"), S.cell("e5") }, { "2F1s", "", "" })
    equal({ S.key("mv"), S.key("id") }, { "B", nil })
    begin({ a1 = "1T6n", a2 = "{a}" })
    play("M:a1 fy")
    equal({ S.cell("a1"), S.cell("b1"), S.cell("a2") }, { "{f}1T6n", "{f}", "{a}" })
  end)

  it("by Arms 4 to 6 on Flatland, with an action left "
    .. "(WT-ART-TIMBER-13, WT-RUL-36, WT-RUL-39, WT-RUL-112)", function()
    timber()
    for arms = 1, 6 do
      begin({ d4 = "1T" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("fy", "WT-ART-TIMBER-13") else ok(S.lists("fy")) end
    end
    for letter in ("mhvfaigps"):gmatch(".") do
      begin({ d4 = "{" .. letter .. "}1T4n" })
      play("M:d4")
      S.refuses("fy", "WT-ART-TIMBER-13")
    end
    begin({ d4 = "1T1n1T4n" })
    play("M:d4")
    S.refuses("fy", "WT-RUL-39")
    begin({ d4 = "2F4n" }, "mv=B")
    play("M:d4")
    S.refuses("fy", "WT-RUL-112")
    begin({ d4 = "1T4n", d5 = "{v}" }, "ph=MAN mn=d4:0:px")
    S.refuses("fy", "WT-RUL-36")
  end)

  it("is no idle turn, and makes zones beside it dear for others "
    .. "(WT-RUL-109, WT-TERR-11)", function()
    timber({ resolve = "irreversible" })
    begin({ d4 = "1T4n", d5 = "{f}2F5s" }, "id=2")
    play("M:d4 l f .")
    equal(S.key("id"), "3")
    play("M:d5")
    equal(S.key("mn"), "d5:3:")
    play("f")
    equal(S.cell("d4"), "2F5s")
    begin({ d4 = "1T4n", d6 = "2F6s" }, "id=2")
    play("M:d4 fy")
    equal(S.key("id"), nil)
    play("M:d6")
    S.refuses("f", "WT-MOV-1")
  end)
end)

describe("Forest March", function()
  it("enters Forest for 1, Timber alone, and no other ground (WT-ART-TIMBER-17, WT-RUL-112, "
    .. "WT-TERR-38, WT-TERR-40, WT-ART-4)", function()
    timber()
    for arms = 1, 6 do
      begin({ d4 = "1T" .. arms .. "n", d5 = "{f}" })
      play("M:d4 f")
      equal(S.cell("d5"), "{f}1T" .. arms .. "n")
      equal(S.key("mn"), "d5:" .. 7 - arms .. ":px")
    end
    begin({ d4 = "1T4n", d5 = "{f}2F2s" }) -- onto who stands there too
    play("M:d4 f-")
    equal(S.key("mn"), "d5:3:apx")
    begin({ d4 = "1T4n", d5 = "{m}" })
    play("M:d4 f")
    equal(S.key("mn"), "d5:1:px")
    begin({ d4 = "2F4n", d5 = "{f}" }, "mv=B")
    play("M:d4 f")
    equal(S.key("mn"), "d5:1:px")
  end)
end)

describe("Natural Architect", function()
  it("builds on Crag and on Marsh, not on Water and abysses "
    .. "(WT-ART-TIMBER-18, WT-ART-TIMBER-19, WT-RUL-74, WT-TERR-16, WT-TERR-27)", function()
    timber()
    for arms = 1, 6 do
      begin({ d4 = "1T" .. arms .. "n", d5 = "{g}", c4 = "{a}" }, "rs=1T2")
      play("M:d4")
      equal(S.moves("b:"), "b:c4 b:d3 b:d5 b:e4")
    end
    begin({ d4 = "1T1n", d5 = "{g}", d6 = "{a}", c4 = "{w}", e4 = "{c}", d3 = "{l}" }, "rs=1T3")
    play("M:d4")
    equal(S.moves("b:"), "b:d5")
    play("b:d5 b:d6 ov:d6") -- and on, as on other ground
    equal({ S.cell("d5"), S.cell("d6") }, { "{g}[1T]", "{a}[1T1T]" })
    begin({ d4 = "2F1n", d5 = "{g}", c4 = "{a}" }, "mv=B rs=2F2")
    play("M:d4")
    equal(S.moves("b:"), "b:d3 b:e4")
  end)

  it("not on top of another (WT-BUILD-6)", function()
    timber()
    begin({ d4 = "1T1n1T2n", c4 = "{g}" }, "rs=1T2")
    play("M:d4")
    S.refuses("b:c4", "WT-BUILD-6")
  end)
end)

describe("fire in the forests of Timber", function()
  it("burns what Forestry grew, and Timber on it (WT-ART-FLAYM-12, WT-ART-FLAYM-15, "
    .. "WT-RUL-118)", function()
    against_fire()
    begin({ d4 = "1T5n", d5 = "2F4s", e4 = "1T2n", b4 = "{f}1T3n", d6 = "{f}" })
    play("M:d4 fy")
    play("M:d5 in")
    equal({ S.cell("d4"), S.cell("e4"), S.cell("d5"), S.cell("c4"), S.cell("b4"), S.cell("d6") },
      { "1T2n", "", "2F4s", "", "", "" })
    equal(S.key("gy"), "B:1T*2")
  end)

  it("leaves Forest under piles, and does not pass there; it is Forest again when they are gone "
    .. "(WT-ART-FLAYM-17, WT-RUL-119, WT-RUL-157, WT-ART-TIMBER-12)", function()
    against_fire()
    begin({ d4 = "{f}2F4n", d5 = "{f}[1T1T]", d6 = "{f}1T4s" }, "mv=B")
    play("M:d4 in")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6") }, { "2F4n", "{f}[1T1T]", "{f}1T4s" })
    play("M:d6 x x f")
    equal({ S.cell("d5"), S.key("mn"), S.key("rs") }, { "{f}1T4s", "d5:3:px", "1T2" })
    begin({ d6 = "2F4s", d5 = "{f}[1T1T]" }, "mv=B") -- others pay for it as ever
    play("M:d6 x x")
    S.refuses("f", "WT-MOV-1")
  end)

  it("comes of a ritual under which Forest was grown (WT-RUL-229, WT-RUL-84, WT-TERR-12, "
    .. "WT-TERR-13, WT-TERR-14, WT-RUL-153, WT-RUL-127)", function()
    against_fire()
    local zones = { d4 = "1T5n", d5 = "2F1s%", e5 = "{f}2F3s", d6 = "[1T1T]", d3 = "1T3n" }
    begin(zones)
    play("M:d4 fy")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d3"), S.cell("e5"), S.cell("d6") },
      { "1T3n", "", "1T1n", "2F3s", "[1T1T]" })
    timber()
    begin(zones)
    play("M:d4 fy")
    equal(S.cell("e5"), "2F1s") -- Flaym without arts burns too
  end)

  it("makes the position an earlier one again (WT-RUL-109)", function()
    against_fire({ ma_table = "8,8,8,8,8,8" })
    local round = "f l l f l l . "
    begin({ d4 = "1T4n", c4 = "{h}", d3 = "{h}", d5 = "{h}", e4 = "2F5s" })
    play("M:a1 " .. round .. "M:g7 " .. round)
    play("M:d4 fy M:g7 " .. round .. "M:d4 f . M:e4 in")
    equal({ S.cell("d4"), S.cell("e4"), S.key("id") }, { "", "2F5s", nil })
    play("M:d5 l l f l l .")
    equal(S.key("id"), "1") -- as after the first turn
  end)

  it("no ritual is held on Marsh where a rampart has gone (WT-TERR-17, WT-RUL-157)", function()
    timber()
    begin({ d4 = "1T4n", d5 = "{a}[1T]" })
    play("M:d4 x f")
    equal(S.cell("d5"), "{a}1T4n")
    play("Z")
    ok(not S.lists("K:d5"))
    ok(S.lists("K:a1"))
  end)
end)

describe("Frost on ramparts that Timber meets", function()
  local function against_frost() timber({ kingdom2 = "I" }, { "kingdoms.frost" }) end

  it("is not overgrown, and its rampart is once it has flown off (WT-RUL-131, WT-RUL-145, "
    .. "WT-RUL-225)", function()
    against_frost()
    begin({ d4 = "1T1n", d5 = "[1T2I]2I6n", c4 = "[2I]", g7 = "2I5s" }, "rs=1T2")
    play("M:d4")
    equal(S.moves("ov"), "ov:c4")
    S.refuses("ov:d5", "WT-ART-TIMBER-8")
    play("ov:c4 . M:d5")
    S.refuses("al:c4n", "WT-ART-FROST-3") -- Timber's is topmost there now
    begin({ d4 = "1T1n", d5 = "[1T2I]2I6n", f2 = "[2I]", g7 = "2I5s" }, "mv=B rs=1T2")
    play("M:d5 al:f2n . M:d4 ov:d5")
    equal(S.cell("d5"), "[1T2I1T]")
  end)

  it("holds its ritual on Marsh under ramparts, and not when the last one has gone "
    .. "(WT-RUL-31, WT-RUL-130, WT-RUL-132, WT-RUL-157, WT-ART-TIMBER-12)", function()
    against_frost()
    for pile, holds in pairs { ["[1T2I]"] = true, ["[2I]"] = false } do
      begin({ d4 = "1T4n", d5 = "{a}" .. pile .. "2I6s", g7 = "2I5s" }, "mv=B")
      play("K:d5 M:d4 x .")
      equal(S.cell("d5"), holds and "{a}[1T]" or "{a}2I6s", pile)
      equal(S.key("ph"), holds and "SAC" or nil, pile)
    end
  end)

  it("lights no fire in a Forest under ramparts, and does when the last one has gone "
    .. "(WT-RUL-154, WT-RUL-157, WT-TERR-12)", function()
    against_frost()
    for pile, burns in pairs { ["[1T2I]"] = false, ["[2I]"] = true } do
      begin({ d4 = "{f}1T4n", d5 = "{f}" .. pile .. "2I6s", g7 = "2I5s" }, "mv=B")
      play("K:d5 M:d4 x .")
      equal(S.cell("d4"), burns and "1T2n" or "{f}1T4n", pile)
    end
  end)
end)

describe("Timber in a recruited army", function()
  local modules = { "recruiting", "ground", "arts", "kingdoms.timber" }
  local zones = { d4 = "1T6n", d5 = "[1T]", a1 = "1F5n", g7 = "2F6s" }
  local fields = "vr=ar rs=1F1,1T2,2F6"

  it("names the kingdom of the rampart where the supply is mixed, and any rampart of its own army "
    .. "is harvested (WT-RUL-70, WT-RUL-144)", function()
    S.with(modules, { kingdom1 = "T", kingdom2 = "F", mixed_kingdoms = "on" })
    S.begin(zones, fields)
    play("M:d4")
    S.refuses("fh:g1", "WT-RUL-70")
    S.refuses("fh:g1S", "WT-RUL-70")
    equal(S.moves("ov"), "ov:d5F ov:d5T")
    play("ov:d5F")
    equal({ S.cell("d5"), S.key("rs") }, { "[1T1F]", "1T2,2F6" })
    S.refuses("fh:g1T", "WT-RUL-70") -- one kingdom is left
    ok(S.lists("fh:g1"))
    play("x") -- of another kingdom than its own: for 1, and back to the supply
    equal({ S.cell("d5"), S.key("rs"), S.key("rd") }, { "[1T]", "1F1,1T2,2F6", nil })
  end)

  it("builds by its arts with ramparts of its own kingdom alone, by option (WT-RUL-70)", function()
    S.with(modules, { kingdom1 = "T", kingdom2 = "F", mixed_kingdoms = "on",
      build_kingdom = "builder" })
    S.begin(zones, "vr=ar rs=1F1,1T1,2F6")
    play("M:d4")
    S.refuses("fh:g1T", "not a move")
    play("fh:g1")
    equal({ S.cell("g1"), S.key("rs") }, { "[1T]", "1F1,2F6" })
    S.refuses("fh:f1", "WT-RUL-70") -- that of Flaym is left, and not for Timber
    S.refuses("ov:d5", "WT-RUL-70")
    S.begin(zones, "vr=ar rs=1T1,2F6")
    play("M:d4 ov:d5")
    equal({ S.cell("d5"), S.key("rs") }, { "[1T1T]", "2F6" })
  end)

  it("leaves ramparts of Timber that others of its army destroy in ruins (WT-RUL-144, WT-RUL-112)",
    function()
    S.with(modules, { kingdom1 = "T", kingdom2 = "F", mixed_kingdoms = "on" })
    S.begin({ d4 = "1F4n", d5 = "[1T]", a1 = "1T5n", g7 = "2F6s" }, fields)
    play("M:d4 x")
    equal({ S.key("rs"), S.key("rd") }, { "1F1,1T2,2F6", "1T1" })
  end)
end)

describe("Timber among allies", function()
  it("overgrows an ally's rampart beside it alone, links by its own, and harvests its own "
    .. "(WT-RUL-145, WT-RUL-174, WT-RUL-144)", function()
    S.with({ "alliances", "ground", "arts", "kingdoms.timber" }, { sides = "2v2", kingdom1 = "T",
      kingdom2 = "T", kingdom3 = "F", kingdom4 = "F", mirror_kingdoms = "on" })
    local line = "vr=a4 sd=A:1+2,B:3+4 od=0/2 "
    S.begin({ d4 = "1T4n", a1 = "2T6n", g7 = "3F6s", f7 = "4F6s", d5 = "[1T]", d6 = "[2T]",
      d7 = "[1T]", c4 = "[2T]", b4 = "[1T]" }, line .. "rs=2T1")
    play("M:d4")
    S.refuses("ov:d5", "WT-RUL-70") -- the supply of an ally is not one's own
    S.begin({ d4 = "1T4n", a1 = "2T6n", g7 = "3F6s", f7 = "4F6s", d5 = "[1T]", d6 = "[2T]",
      d7 = "[1T]", c4 = "[2T]" }, line .. "rs=1T1,2T1")
    play("M:d4")
    equal(S.moves("ov"), "ov:c4 ov:d5")
    S.refuses("ov:d7", "WT-ART-TIMBER-9")
    S.refuses("ov:d6", "WT-ART-TIMBER-10")
    play("x f x") -- the own one comes back, an ally's is gone: of the same kingdom, for nothing
    equal({ S.key("mn"), S.key("rs"), S.key("rd") }, { "d5:3:px", "1T2,2T1", "2T1" })
  end)
end)

describe("piles in a position", function()
  it("are written from the bottom up, and read so (WT-DATA-12, WT-RUL-239)", function()
    timber()
    begin({ c3 = "[1T2F1T]", c4 = "{f}[2F2F]", c5 = "[1T]" }, "rs=1T2,2F1 rd=1T1,2F2")
    equal({ S.cell("c3"), S.cell("c4"), S.cell("c5") }, { "[1T2F1T]", "{f}[2F2F]", "[1T]" })
    reads_back()
    S.unreadable(S.line({ a1 = "1T6n", c3 = "[1T2]" }), "unknown kingdom")
    S.unreadable(S.line({ a1 = "1T6n", c3 = "[]" }), "at most one rampart")
    S.unreadable(S.line({ a1 = "1T6n", c3 = "[1T1T1T1T1T1T1T]" }), "more than 6")
    S.unreadable(S.line({ a1 = "1T6n", c3 = "[1T1T]1T3n" }), "no battalion can be on a rampart")
    S.with({ "ground", "arts" }, { kingdom1 = "T", kingdom2 = "F" })
    S.unreadable(S.line({ a1 = "1T6n", c3 = "[1T1T]" }), "a zone holds at most one rampart")
  end)

  it("read back to the same hash along whole battles (WT-RUL-239, WT-INV-2, WT-INV-5)", function()
    local piles, x = 0, 4711
    local function random(n)
      x = (x * 1103515245 + 12345) % 2147483648
      return x // 65536 % n + 1
    end
    local function wanted(move)
      local two = move:sub(1, 2)
      return two == "ov" or two == "fh" or two == "b:" or two == "x" or two == "fy"
        or move:sub(1, 1) == "M" or two == "in"
    end
    against_fire({ start = "quick" })
    for _ = 1, 6 do
      start()
      for _ = 1, 120 do
        if state().over then break end
        reads_back()
        local moves, eager = legal(), {}
        for _, move in ipairs(moves) do
          if wanted(move) or random(4) == 1 then eager[#eager + 1] = move end
        end
        if #eager == 0 then eager = moves end
        play(eager[random(#eager)])
        if position():find("%[%d%u%d") then piles = piles + 1 end
        local ramparts = 0
        for inside in position():match("^WT1 %S+ (%S+)"):gmatch("%[([^%]]*)%]") do
          ramparts = ramparts + #inside // 2
        end
        for n in ((S.key("rs") or "") .. "," .. (S.key("rd") or "")):gmatch("%d%u(%d)") do
          ramparts = ramparts + tonumber(n)
        end
        equal(ramparts, 12, position())
      end
    end
    ok(piles > 30, piles)
  end)
end)

describe("who can still strike, with the arts of Timber", function()
  it("a hammer of Timber with a rampart anywhere, built or not "
    .. "(WT-RUL-235, WT-RUL-241, WT-BLU-1)", function()
    timber()
    local function ending(zones, fields)
      local all = { a1 = "1T4n", a2 = "{c}", b1 = "{l}", d4 = "2F5s", g7 = "2F6s" }
      for zone, text in pairs(zones) do all[zone] = text end
      S.begin(all, "mv=B " .. fields)
      play("Z")
      return S.key("rt")
    end
    equal(ending({}, "rs=1T1,2F1"), nil)
    equal(ending({ f2 = "[1T]" }, "rs=2F1"), nil)
    equal(ending({ f2 = "[1T2F]" }, "rs=2F1"), nil) -- buried, it is still there
    equal(ending({ f2 = "[2F]" }, "rs=2F1"), "B:paralyze:3")
    equal(ending({}, "rs=2F1 rd=1T6"), "B:paralyze:3")
    equal(ending({ a1 = "1T1n1T4n" }, "rs=1T1,2F1"), nil)
    equal(ending({ a1 = "1T3n" }, "rs=1T1,2F1"), "B:paralyze:3")
    equal(ending({ a1 = "1T3n", d4 = "[1T]" }, "rs=2F1"), "B:paralyze:3")
    S.begin({ g7 = "2F4s", g6 = "{c}", f7 = "{l}", a1 = "1T6n" }, "rs=1T1,2F1")
    play("Z") -- a hammer of another kingdom does not help
    equal(S.key("rt"), "A:paralyze:3")
    mirror() -- the hammer is that of the side itself
    S.begin({ a1 = "1T3n", a2 = "{c}", b1 = "{l}", d4 = "2T5s", g7 = "2T6s" }, "mv=B rs=1T1,2T1")
    play("Z")
    equal(S.key("rt"), "B:paralyze:3")
  end)
end)

describe("what the arts of Timber are worth to computer players", function()
  it("Forest beneath a battalion, and ramparts that an Arms 6 may build anywhere "
    .. "(WT-ART-TIMBER-2, WT-ART-TIMBER-17)", function()
    local function worth_of(unit, fields)
      return S.arts_worth("timber", { kingdom1 = "T", kingdom2 = "F" },
        { d4 = unit, g7 = "2F6s" }, fields)
    end
    equal(worth_of("1T5n", "rs=1T3,2F6"), 0)
    ok(worth_of("{f}1T5n", "rs=1T3,2F6") > 0)
    equal(worth_of("{m}1T5n", "rs=1T3,2F6"), 0)
    equal(worth_of("1T6n", "rs=2F6"), 0) -- none is left
    ok(worth_of("1T6n", "rs=1T3,2F1") > worth_of("1T6n", "rs=1T2,2F6"))
    ok(worth_of("1T6n", "rs=1T2,2F6") > 0)
    equal(worth_of("1T1n1T6n", "rs=1T3,2F6"), 0)
  end)
end)
