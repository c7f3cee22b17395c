local S = dofile("tests/rules/warline/support.lua")

local function terrain(options)
  S.with({ "ground", "terrain" }, options)
end
local far = { g7 = "2I6s", g6 = "2I5s", g5 = "2I4s", a1 = "1F6n" } -- so that nothing is closed

local function begin(zones, fields)
  local all = {}
  for zone, text in pairs(far) do all[zone] = text end
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields)
end

describe("terrain in positions", function()
  it("stands before the stack, one kind a zone, with who controls it "
    .. "(WT-TERR-1, WT-TERR-3, WT-DATA-12, WT-RUL-239)", function()
    terrain()
    local zones = { a1 = "{m}", b1 = "{h}", c1 = "{v}", d1 = "{f}1F3n", e1 = "{a}", f1 = "{w}",
      g1 = "{c}", a2 = "{i}", b2 = "{g}[1F]", c2 = "{l}", d2 = "{p1}", e2 = "{s2}", f2 = "{p}",
      d7 = "{s}2I3s2I4s" }
    S.begin(zones)
    for zone, text in pairs(zones) do equal(S.cell(zone), text) end
    equal(S.key("vr"), "t")
    local line, hash = position(), state().hash
    start(line)
    equal(position(), line)
    equal(state().hash, hash)
    S.begin({ d1 = "{f}1F3n", d7 = "2I3s" })
    local before = state().hash
    S.begin({ d1 = "{m}1F3n", d7 = "2I3s" })
    ok(state().hash ~= before, "terrain is no part of the hash")
  end)

  it("is seen in scenes by letter, name, holder and what it costs (WT-DATA-3, WT-RUL-156)",
    function()
    terrain()
    S.begin { a1 = "1F6n", g7 = "2I6s", d4 = "{p1}1F1n", e4 = "{s2}", c4 = "{c}", b4 = "{w}[1F]",
      f4 = "{p}", g4 = "{v}" }
    local cells = {}
    for cell in scene():gmatch('"ground":{[^}]*}') do
      local short = cell:match('"short":"([^"]*)"')
      cells[short] = cell:match('"name":"([^"]*)"')
    end
    equal(cells, { p1 = "Populace of Flaym, entry 2", s2 = "Stronghold of Frost, entry 6",
      c = "Chasm, no entry", w = "Waterbody, entry 5", p = "Populace, entry 2",
      v = "Valley, entry 0" })
    local empty = '{"column":4,"ground":{"colour":"red","label":"Str. 2",'
    ok(scene():find(empty, 1, true)) -- a zone with nothing on it too
    ok(scene():find('"short":"s2"},"row":3,"zone":"e4"', 1, true))
    ok(scene():find('"label":"Pop. 1"', 1, true) and scene():find('"label":"Pop."', 1, true))
  end)

  it("is refused where it cannot be (WT-INV-5, WT-RUL-156, WT-RUL-8)", function()
    terrain()
    S.unreadable(S.line { d1 = "{}" }, "unknown terrain ''")
    S.unreadable(S.line { d1 = "{p11}" }, "expected General 1 or 2")
    S.unreadable(S.line { d1 = "{p0}" }, "expected General 1 or 2")
    S.unreadable(S.line { d1 = "{px}" }, "expected General 1 or 2")
    S.unreadable(S.line { d1 = "{s3}" }, "zone d1: expected General 1 or 2")
    S.unreadable(S.line { d1 = "{x}" }, "unknown terrain 'x'")
    S.unreadable(S.line { d1 = "{f" }, "not closed by }")
    S.unreadable(S.line { d1 = "{f1}" }, "nobody controls Forest")
    S.unreadable(S.line { d1 = "{p3}" }, "expected General 1 or 2")
    for _, kind in ipairs({ "c", "l" }) do
      S.unreadable(S.line { d1 = "{" .. kind .. "}1F3n" }, "WT-INV-5")
    end
    S.begin { d1 = "{c}[1F]", a1 = "1F3n", d7 = "2I3s" } -- a rampart covers it
    equal(S.cell("d1"), "{c}[1F]")
    S.unreadable(S.line({ a1 = "1F3n" }, "vr=at"), "this ruleset plays with 't'")
    S.rules()
    S.unreadable(S.line { d1 = "{f}" }, "terrain is not part of this ruleset")
    S.unreadable(S.line({ a1 = "1F3n" }, "vr=t"), "this ruleset plays with ''")
  end)

  it("is laid by the ruleset, the same for both "
    .. "(WT-TERR-4, WT-TERR-5, WT-VAR-2, WT-VAR-3, WT-VAR-4)", function()
    ruleset("rulesets/warline-terrain.ini")
    start()
    local kinds = {}
    for kind in position():gmatch("{(%a)") do kinds[kind] = (kinds[kind] or 0) + 1 end
    for kind in ("mhvfawcigps"):gmatch(".") do ok(kinds[kind], "no " .. kind) end
    equal(S.cell("c1"), "{p1}")
    equal(S.cell("e7"), "{p2}")
    S.with({ "ground", "terrain" }, { ["warline.terrain.layout"] = "crossing",
      ["warline.terrain.zones"] = "f:c3,c4 p2:d1 -:d4" })
    start()
    equal({ S.cell("c3"), S.cell("c4"), S.cell("d1"), S.cell("d4") }, { "{f}", "{f}", "{p2}", "" })
    equal(S.cell("a5"), "{m}")
    play("D:F1d2n") -- and nobody controls d4
    S.with({ "ground", "terrain" }, { ["warline.terrain.zones"] = "-:c1", start = "quick",
      ["warline.terrain.layout"] = "crossing" })
    start()
    play("G:1 M:d2 f .")
    equal(S.cell("c1"), "")
  end)

  it("a layout that cannot be is refused when the battle is made (WT-RUL-248, WT-RUL-16)",
    function()
    local function fails(options, text)
      local good, message = pcall(function()
        terrain(options)
        start()
      end)
      ok(not good, "was accepted")
      ok(tostring(message):find(text, 1, true), tostring(message))
    end
    fails({ ["warline.terrain.zones"] = "f:z9" }, "zones: the field has no zone 'z9'")
    fails({ ["warline.terrain.zones"] = "x:d4" }, "zones: unknown terrain 'x'")
    fails({ ["warline.terrain.zones"] = ":d4" }, "zones: unknown terrain ''")
    fails({ ["warline.terrain.zones"] = "d4" }, "expected terrain and zones as in f:c3,c4, "
      .. "found 'd4'")
    fails({ ["warline.terrain.zones"] = "f:d4 e4" }, "found 'e4'") -- a kind for each group
    fails({ ["warline.terrain.zones"] = "f1:d4" }, "nobody controls Forest")
    fails({ ["warline.terrain.zones"] = "p3:d4" }, "expected General 1 or 2")
    fails({ ["warline.terrain.zones"] = "f:d4,d4" }, "'d4' stands twice")
    fails({ ["warline.terrain.zones"] = "f:d4,e4 m:d4" }, "WT-TERR-3")
    fails({ ["warline.terrain.zones"] = "f:d4 -:d4" }, "WT-TERR-3")
    fails({ ["warline.terrain.zones"] = "c:d2", start = "quick" },
      "start = quick on this board puts a battalion on d2, which is Chasm by layout or zones "
      .. "(WT-RUL-16)")
    local function among_allies()
      S.with({ "ground", "terrain", "alliances" }, { ["warline.terrain.zones"] = "l:d2",
        start = "quick", sides = "1v2" })
      start()
    end
    ok(tostring(select(2, pcall(among_allies))):find("start = quick on this board with sides = 1v2 "
      .. "puts a battalion on d2, which is Cliffside", 1, true))
    fails({ ["warline.terrain.zones"] = "p2:d2", start = "quick" },
      "which is Populace not controlled by General 1 by layout or zones (WT-RUL-16)")
    fails({ ["warline.terrain.zones"] = "s:d6", start = "quick" },
      "which is Stronghold not controlled by General 2 by layout or zones (WT-RUL-16)")
    terrain({ ["warline.terrain.zones"] = "p1:d2 s2:d6 p2:a1", start = "quick" })
    start()
    equal(S.cell("d2"), "{p1}1F6n")
    local all = {}
    for zone in ("a b c d e f g"):gmatch("%a") do
      for row = 1, 3 do all[#all + 1] = zone .. row end
    end
    fails({ ["warline.terrain.zones"] = "c:" .. table.concat(all, ",") }, "WT-RUL-248")
  end)
end)

describe("moving onto terrain", function()
  local prices = { [""] = 1, m = 3, h = 2, v = 0, f = 3, a = 4, w = 5, i = 4, g = 3, p = 2, s = 6 }

  it("costs what the kind demands "
    .. "(WT-TERR-7, WT-TERR-8, WT-TERR-9, WT-TERR-10, WT-TERR-11, WT-TERR-15, WT-TERR-18, "
    .. "WT-TERR-25, WT-TERR-26, WT-TERR-33, WT-TERR-35, WT-TERR-38, WT-DATA-3)", function()
    terrain()
    for kind, price in pairs(prices) do
      local cell = kind == "" and "1" or "{" .. kind .. "}"
      begin({ c3 = "1F1n", c4 = cell }, "ph=MAN mn=c3:" .. price .. ":px")
      if price > 0 then
        equal(S.moves("f"), "f", kind)
        begin({ c3 = "1F1n", c4 = cell }, "ph=MAN mn=c3:" .. price - 1 .. ":px")
        if price > 1 then S.refuses("f", "WT-MOV-1") end
      end
      begin({ c3 = "1F1n", c4 = cell }, "ph=MAN mn=c3:7:")
      play("f")
      equal(S.key("mn"):match("^c4:(%d+)"), tostring(7 - price), kind)
    end
  end)

  it("a Chasm and a Cliffside are never entered (WT-TERR-21, WT-TERR-28)", function()
    terrain()
    for _, kind in ipairs({ "c", "l" }) do
      begin({ c3 = "1F1n", c4 = "{" .. kind .. "}" })
      play("M:c3")
      S.refuses("f", "WT-MOV-2")
    end
  end)

  it("counts where an enemy or a friend stands on it, and not where one comes from "
    .. "(WT-TERR-40, WT-TERR-41, WT-RUL-152)", function()
    terrain()
    begin({ c3 = "{w}1F1n", c4 = "{h}2I3s" })
    play("M:c3 fs")
    equal(S.key("mn"), "c4:5:apx")
    begin({ c3 = "{w}1F2n1F1n", c4 = "{h}1F3s" })
    play("M:c3 f")
    equal(S.key("mn"), "c4:5:px")
    equal(S.cell("c4"), "{h}1F3s1F1n")
  end)

  it("with too few actions is illegal; a sacrifice may pay (WT-RUL-151, WT-RUL-114)", function()
    terrain()
    local ring = { c3 = "1F6n", c4 = "{m}", b3 = "{m}", d3 = "{s}", c2 = "{f}" }
    begin(ring)
    S.refuses("M:c3", "WT-RUL-42") -- and nothing can be built
    begin(ring, "rs=1F6")
    ok(S.lists("M:c3"))
    ring.c3 = "1F5e" -- 3 actions are a turn too few for Mountain and Forest
    begin(ring)
    S.refuses("M:c3", "WT-RUL-42")
    for _, cell in ipairs { "1F5n", "1F5s", "1F5w", "1F4e" } do
      ring.c3 = cell
      begin(ring)
      ok(S.lists("M:c3"), cell)
    end
    ring.c3 = "1F6e^"
    begin(ring)
    play("M:c3 f")
    equal(S.key("mn"), "d3:2:px")
  end)

  it("is within reach by its price and the turns to it (WT-RUL-42, WT-RUL-151)", function()
    terrain()
    local around = { n = "c4", e = "d3", s = "c2", w = "b3" }
    local turns = { n = 0, e = 1, s = 2, w = 3 }
    for kind, price in pairs(prices) do
      for arms = 4, 6 do
        for facing, from in pairs(turns) do
          local pen = { c3 = "1F" .. arms .. facing, d3 = "{c}", c2 = "{c}", b3 = "{c}" }
          pen[around.n] = kind == "" and "1" or "{" .. kind .. "}"
          begin(pen)
          local dear = (from % 2 == 1 and 1 or from) + price > 8 - arms
          equal(S.lists("M:c3"), not dear, kind .. arms .. facing)
        end
      end
    end
  end)

  it("an entry for 0 may follow when nothing is left; alone it ends no maneuver "
    .. "(WT-RUL-34, WT-RUL-35)", function()
    terrain()
    begin({ c3 = "1F1n", c4 = "{v}" }, "ph=MAN mn=c3:0:px")
    equal(S.moves(""), ". f")
    begin({ c3 = "1F1n", c4 = "{v}" })
    play("M:c3 f")
    S.refuses(".", "WT-MAN-6")
  end)

  it("a rampart makes the terrain under it sleep, and wakes it when it falls (WT-RUL-157)",
    function()
    terrain()
    begin({ c3 = "1F4n", c4 = "{w}[1F]" })
    play("M:c3 x")
    equal(S.cell("c4"), "{w}")
    S.refuses("f", "WT-MOV-1")
  end)
end)

describe("building and deploying on terrain", function()
  it("no rampart on Marsh, Waterbody, Chasm, Crag, Cliffside; on all others "
    .. "(WT-TERR-16, WT-TERR-19, WT-TERR-23, WT-TERR-27, WT-TERR-31, WT-RUL-74)", function()
    terrain()
    for kind in ("mhvfawciglps"):gmatch(".") do
      begin({ c3 = "1F1n", c4 = "{" .. kind .. "}" }, "rs=1F6")
      play("M:c3")
      if ("awcgl"):find(kind) then
        S.refuses("b:c4", "WT-BUILD-3")
      else
        ok(S.lists("b:c4"), kind)
      end
    end
  end)

  it("deploying: not on Chasm or Cliffside, on Populace and Stronghold only for who controls them "
    .. "(WT-TERR-21, WT-TERR-28, WT-TERR-34, WT-TERR-36, WT-RUL-16, WT-RUL-156)", function()
    terrain()
    local zones = { a1 = "{c}", b1 = "{l}", c1 = "{p}", d1 = "{p1}", e1 = "{p2}", f1 = "{s1}",
      g1 = "{s}", a2 = "{w}", b2 = "{a}", c2 = "{m}" }
    S.begin(zones, "ph=DEP un=1:F1F2F3F4F5F6,2:I1I2I3I4I5I6 rs=1F6,2I6")
    for zone, legal in pairs { a1 = false, b1 = false, c1 = false, d1 = true, e1 = false,
      f1 = true, g1 = false, a2 = true, b2 = true, c2 = true } do
      equal(S.lists("D:F1" .. zone .. "n"), legal, zone)
    end
    S.refuses("D:F1a1n", "WT-DEP-3")
    play("D:F1d1n D:I1d7s D:F2d1e") -- on top of an own one
    equal(S.cell("d1"), "{p1}1F1n1F2e")
  end)

  it("extricating: not onto Chasm or Cliffside, control does not matter "
    .. "(WT-TERR-24, WT-TERR-32, WT-RUL-76)", function()
    terrain()
    begin({ a1 = "{c}", b1 = "{l}", c1 = "{p2}", d1 = "{w}", e1 = "2I1n", f1 = "[1F]",
      g1 = "1F1n" }, "pr=B:1F3")
    equal(S.moves("E:F3a") .. S.moves("E:F3b"), "")
    equal(S.count("E:F3c1"), 4)
    equal(S.count("E:F3d1"), 4)
    S.refuses("E:F3a1n", "WT-EXT-2")
    begin({ a1 = "{c}", b1 = "{l}", c1 = "2I1n", d1 = "2I2n", e1 = "[1F]", f1 = "[1F]",
      g1 = "1F1n" }, "pr=B:1F3")
    equal(S.count("E"), 0)
  end)
end)

describe("routs and terrain", function()
  it("onto a Chasm or over a Cliffside: dead, not stunned, no prisoner, no torment "
    .. "(WT-TERR-22, WT-TERR-29, WT-RUL-155, WT-RUL-63, WT-RUL-61)", function()
    terrain()
    for _, kind in ipairs({ "c", "l" }) do
      begin({ c3 = "1F2n", c4 = "2I3s", c5 = "{" .. kind .. "}" })
      play("M:c3 u:c5")
      equal(S.cell("c5"), "{" .. kind .. "}")
      equal(S.key("gy"), "A:2I*1")
      equal(S.key("pr"), nil)
      ok(not position():find("!", 1, true))
      equal(S.key("mv"), "B")
      begin({ c3 = "1F2n", c4 = "1F1n2I3s+", c5 = "{" .. kind .. "}" }) -- the top one alone
      play("M:c3 u:c5")
      equal(S.cell("c4"), "1F1n")
      equal(S.key("gy"), "A:2I*1")
    end
  end)

  it("from Waterbody none over a Cliffside, onto a Chasm yes (WT-TERR-30, WT-RUL-63)", function()
    terrain()
    begin({ c3 = "1F2n", c4 = "{w}2I3s", c5 = "{l}", b4 = "{c}" })
    play("M:c3")
    equal(S.moves("u"), "u:b4 u:d4")
    S.refuses("u:c5", "WT-ROUT-3")
  end)

  it("costs nothing for the terrain it ends on (WT-RUL-63)", function()
    terrain()
    begin({ c3 = "1F6n", c4 = "2I3s", c5 = "{s}" }, "ph=MAN mn=c3:1:px")
    play("u:c5")
    equal(S.cell("c5"), "{s}2I3n!")
  end)

  it("none of a battalion on a Stronghold; from one yes (WT-TERR-37, WT-RUL-65)", function()
    terrain()
    begin({ c3 = "1F2n", c4 = "{s}2I3s" })
    play("M:c3")
    S.refuses("u:c5", "WT-RUL-65")
    begin({ c3 = "{s}1F2n", c4 = "2I3s" })
    play("M:c3")
    ok(S.lists("u:c5"))
  end)

  it("is within reach where the ground ahead is too dear to be entered (WT-RUL-42)", function()
    terrain()
    local ring = { c3 = "1F6e", c4 = "{w}2I3s", b3 = "{w}", d3 = "{w}", c2 = "{w}" }
    begin(ring)
    play("M:c3 l u:c5")
    equal(S.cell("c5"), "2I3n!")
    ring.c3 = "1F6s" -- two turns leave nothing for it
    begin(ring)
    S.refuses("M:c3", "WT-RUL-42")
    local around = { n = "c4", e = "d3", s = "c2", w = "b3" } -- in each direction
    local turns = { n = 0, e = 1, s = 2, w = 3 }
    for facing, from in pairs(turns) do
      for way, zone in pairs(around) do
        local pen = { c3 = "1F6" .. facing, c4 = "{w}", b3 = "{w}", d3 = "{w}", c2 = "{w}" }
        pen[zone] = "{w}2I3s"
        begin(pen)
        equal(S.lists("M:c3"), (from - turns[way]) % 4 ~= 2, facing .. way)
      end
    end
  end)
end)

describe("rituals and terrain", function()
  it("none on Marsh and Waterbody, at any height of a stack "
    .. "(WT-TERR-17, WT-TERR-20, WT-RUL-31)", function()
    terrain()
    for _, kind in ipairs({ "a", "w" }) do
      begin({ c3 = "{" .. kind .. "}1F1n", c4 = "{" .. kind .. "}1F3n1F2n", d3 = "{f}1F4n" })
      S.refuses("K:c3", "WT-SAC-1")
      S.refuses("K:c4", "WT-SAC-1")
      ok(S.lists("K:d3"))
    end
  end)

  it("one whose ground became wet does not complete: it lives, without a benefit "
    .. "(WT-RUL-31, WT-RUL-229)", function()
    terrain()
    for _, kind in ipairs({ "a", "w" }) do
      begin({ c3 = "{" .. kind .. "}1F1n%" }, "ph=SAC")
      equal(S.cell("c3"), "{" .. kind .. "}1F1n")
      equal(S.key("ph"), nil)
      begin({ c3 = "{" .. kind .. "}1F1n%" }, "ph=RST")
      equal(S.cell("c3"), "{" .. kind .. "}1F1n")
    end
    begin({ c3 = "{i}1F1n%" }, "ph=SAC")
    equal(S.key("ph"), "SAC")
    equal(S.cell("c3"), "{i}")
  end)

  it("one on Forest burns it, and all Forest that hangs together with it "
    .. "(WT-TERR-12, WT-TERR-13, WT-TERR-14, WT-RUL-119, WT-RUL-154, WT-TEST-17)", function()
    terrain()
    S.begin({ c3 = "{f}1F1n%", c4 = "{f}2I2s", d4 = "{f}[1F]", e4 = "{f}1F3n", a1 = "1F6n",
      a7 = "2I6s", b7 = "2I5s" }, "ph=SAC")
    equal({ S.cell("c3"), S.cell("c4"), S.cell("d4"), S.cell("e4") },
      { "", "", "{f}[1F]", "{f}1F3n" })
    equal(S.key("gy"), "A:2I*1,B:1F*1")
    play("S:e4")
    equal(S.cell("e4"), "{f}1F3n^")
  end)

  it("the fire reaches all levels, friend and foe, the stack of the dead one too; Vigor caps it "
    .. "(WT-RUL-116, WT-RUL-153, WT-RUL-117, WT-RUL-53, WT-RUL-50, WT-RUL-51, "
    .. "WT-RUL-28)", function()
    terrain()
    local zones = { c3 = "{f}2I5e1F4s1F1n%", c4 = "{f}2I4s+1F2e", d4 = "{f}2I3s!", e4 = "2I2s" }
    S.begin(zones, "ph=SAC")
    equal(S.cell("c3"), "2I3e1F2s")
    equal(S.cell("c4"), "2I3s-")
    equal(S.cell("d4"), "2I1s!") -- what is no attack takes no Stun off (WT-RUL-28)
    equal(S.cell("e4"), "2I2s")
    equal(S.key("gy"), "B:1F*2")
    S.with({ "ground", "terrain" }, { ["warline.ground.forest_fire_pierces_vigor"] = "on" })
    S.begin(zones, "ph=SAC")
    equal(S.cell("c4"), "2I2s-")
    equal(S.key("op"), "forest_fire_pierces_vigor=true")
  end)

  it("where stacks shield, the fire reaches the topmost alone (WT-RUL-116)", function()
    S.with({ "ground", "terrain" }, { ["warline.ground.area_hits_stack"] = "off" })
    begin({ c3 = "{f}2I5e1F4s1F1n%", c4 = "{f}2I4s1F3e" }, "ph=SAC")
    equal({ S.cell("c3"), S.cell("c4"), S.key("op") }, { "2I5e1F2s", "2I4s1F1e",
      "area_hits_stack=false" })
  end)

  it("whoever is left names the benefit; the fire may leave nobody (WT-RUL-30, WT-RUL-154)",
    function()
    terrain()
    S.begin({ c3 = "{f}1F1n%", c4 = "{f}1F2n", d3 = "{f}2I6s", g7 = "2I5s", g6 = "2I4s" }, "ph=SAC")
    equal(S.moves(""), "S:-")
    equal(S.key("gy"), "B:1F*2")
    S.begin({ c3 = "{f}1F1n%", c4 = "{f}1F3n", d3 = "{f}2I6s", g7 = "2I5s", g6 = "2I4s" }, "ph=SAC")
    equal(S.moves(""), "S:c4")
  end)

  it("no other death sets fire (WT-TERR-12)", function()
    terrain()
    begin({ c3 = "1F4n", c4 = "{f}2I2s", c5 = "{f}" }, "ph=MAN mn=c3:4:")
    play("f-")
    equal(S.cell("c5"), "{f}")
    begin({ c3 = "1F1n%", c4 = "{f}2I4s" }, "ph=SAC")
    equal(S.cell("c4"), "{f}2I4s")
  end)

  it("a fire makes the turn no idle one (WT-RUL-109)", function()
    terrain()
    begin({ c3 = "{f}1F1n%" }, "ph=SAC id=3")
    equal(S.key("id"), "x")
  end)
end)

describe("a refusal that terrain causes names its kind and rule", function()
  local kinds = { m = "Mountain", h = "Hills", f = "Forest", a = "Marsh", w = "Waterbody",
    c = "Chasm", g = "Crag", l = "Cliffside", s = "Stronghold", v = "Valley" }
  local function begin_with(zones, fields)
    terrain()
    begin(zones, fields)
  end

  it("moving (WT-TERR-21, WT-TERR-28, WT-TERR-38, WT-RUL-151)", function()
    for letter, id in pairs { c = "WT-TERR-21", l = "WT-TERR-28" } do
      begin_with({ d4 = "1F1n", d5 = "{" .. letter .. "}" })
      play("M:d4")
      S.refuses("f", "WT-MOV-2: nobody moves onto " .. kinds[letter] .. " (" .. id .. ")")
    end
    begin_with({ d4 = "1F6n", d5 = "{w}2I5s" })
    play("M:d4")
    S.refuses("fn", "WT-MOV-1: to enter Waterbody costs 5 maneuver actions, and fewer are left "
      .. "(WT-RUL-151)")
    S.with({ "ground", "arts", "kingdoms.flaym" })
    begin({ d2 = "1F6n", d6 = "{v}2I5s" }, "ph=MAN mn=d2:0:px")
    S.refuses("f", "WT-MOV-1: not enough maneuver actions are left for a Move") -- Flatland
  end)

  it("building (WT-TERR-16, WT-TERR-19, WT-TERR-23, WT-TERR-27, WT-TERR-31)", function()
    for letter, id in pairs { a = "WT-TERR-16", w = "WT-TERR-19", c = "WT-TERR-23",
      g = "WT-TERR-27", l = "WT-TERR-31" } do
      begin_with({ d4 = "1F1n", d5 = "{" .. letter .. "}" }, "rs=1F6")
      play("M:d4")
      S.refuses("b:d5", "no rampart is built on " .. kinds[letter] .. " (" .. id .. ")")
    end
    begin_with({ d4 = "1F1n", d5 = "{a}", e4 = "{a}", c4 = "{w}", d3 = "{c}" }, "rs=1F6")
    play("M:d4") -- nothing can be built: no zone to name
    ok(explain():find("cannot: Build a rampart. WT-BUILD-3: a rampart is built on a free", 1, true))
    begin_with({ d4 = "1F1n", d6 = "{m}", d5 = "{a}[1F]", e4 = "2I1s" }, "rs=1F5")
    play("M:d4")
    for _, zone in ipairs { "d5", "e4", "f4" } do
      S.refuses("b:" .. zone, "a rampart is built on a free zone")
    end
  end)

  it("deploying (WT-TERR-21, WT-TERR-28, WT-TERR-34, WT-TERR-36, WT-RUL-16)", function()
    begin_with({ b1 = "{c}", c1 = "{l}", d1 = "{p}", e1 = "{s2}", f1 = "{p1}", d5 = "{p1}",
      d7 = "{s1}" }, "ph=DEP un=1:F1F2F3F4F5,2:I1I2I3")
    for zone, why in pairs { b1 = "nobody deploys on Chasm (WT-TERR-21)",
      c1 = "nobody deploys on Cliffside (WT-TERR-28)",
      d1 = "only who controls it deploys on Populace (WT-TERR-34)",
      e1 = "only who controls it deploys on Stronghold (WT-TERR-36)",
      d5 = "three nearest rows", d4 = "three nearest rows" } do
      S.refuses("D:F1" .. zone .. "n", "WT-DEP-3: ")
      S.refuses("D:F1" .. zone .. "n", why)
    end
    play("D:F1f1n")
    S.refuses("D:I1d7n", "only who controls it deploys on Stronghold (WT-TERR-36)")
    terrain({ kingdom1 = "I", kingdom2 = "F" }) -- it is the General who counts
    S.begin({ d5 = "{p1}", d4 = "{p2}" }, "ph=DEP un=1:I1,2:F1")
    S.refuses("D:I1d5n", "three nearest rows")
    S.refuses("D:I1d4n", "only who controls it deploys on Populace (WT-TERR-34)")
  end)

  it("extricating (WT-TERR-24, WT-TERR-32, WT-RUL-76)", function()
    begin_with({ b1 = "{c}", c1 = "{l}", d1 = "{w}2I1n" }, "pr=B:1F3")
    S.refuses("E:F3b1n", "nobody comes back from Prison onto Chasm (WT-TERR-24)")
    S.refuses("E:F3c1n", "nobody comes back from Prison onto Cliffside (WT-TERR-32)")
    S.refuses("E:F3d1n", "needs a free zone of its General's home row")
  end)

  it("routs (WT-TERR-30, WT-TERR-37, WT-RUL-65)", function()
    begin_with({ d4 = "1F2n", d5 = "{w}2I3s", d6 = "{l}", c5 = "1F1n" })
    play("M:d4")
    S.refuses("u:d6", "from Waterbody nobody is routed onto a Cliffside (WT-TERR-30)")
    S.refuses("u:c5", "a routed battalion goes to a neighbour zone of its own")
    begin_with({ d4 = "1F2n", d5 = "2I3s", d6 = "{w}2I1s", d7 = "{l}" })
    play("M:d4")
    for _, zone in ipairs { "c6", "d6", "d7" } do
      S.refuses("u:" .. zone, "a routed battalion goes to a neighbour zone of its own")
    end
    begin_with({ d4 = "1F2n", d5 = "{s}2I3s" })
    play("M:d4")
    S.refuses("u:d6", "WT-RUL-65: a battalion on a Stronghold cannot be routed (WT-TERR-37)")
    terrain({ vigor_blocks_rout = "on" })
    begin({ d4 = "1F2n", d5 = "{m}2I3s+" })
    play("M:d4")
    S.refuses("u:d6", "that battalion cannot be routed")
  end)

  it("rituals (WT-TERR-17, WT-TERR-20)", function()
    begin_with({ d4 = "{a}1F1n", d5 = "{w}1F2n", d6 = "1F3n!" })
    S.refuses("K:d4", "no Sacrifice Ritual is begun on Marsh (WT-TERR-17)")
    S.refuses("K:d5", "no Sacrifice Ritual is begun on Waterbody (WT-TERR-20)")
    S.refuses("K:d6", "a ritual needs an own battalion that lies topmost and is not stunned")
  end)
end)

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

  it("once more after an art has made new terrain (WT-RUL-158, WT-RUL-243)", function()
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
