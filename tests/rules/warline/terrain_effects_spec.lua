-- Routs and rituals on terrain, and its refusals (chapter 43).
local S = dofile("tests/rules/warline/support.lua")

local terrain = S.modules { "ground", "terrain" }
-- Too many are left for Closure.
local begin = S.beginning { g7 = "2I6s", g6 = "2I5s", g5 = "2I4s", a1 = "1F6n" }

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
    S.refuses("K:d6", "a ritual needs one of your battalions that lies topmost and is not stunned")
  end)
end)
