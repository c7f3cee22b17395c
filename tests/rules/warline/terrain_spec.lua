-- Terrain in positions and scenes, and moving onto it (chapter 43).
local S = dofile("tests/rules/warline/support.lua")

local terrain = S.modules { "ground", "terrain" }
-- Too many are left for Closure.
local begin = S.beginning { g7 = "2I6s", g6 = "2I5s", g5 = "2I4s", a1 = "1F6n" }

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

  it("counts with an enemy or a friend on it, and not for the zone one comes from "
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
