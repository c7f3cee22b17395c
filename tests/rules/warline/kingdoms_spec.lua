-- Kingdoms whose arts meet on the field: on ramparts and piles, over a Chasm, in turns of several
-- orders and of several Generals.

local S = dofile("tests/rules/warline/support.lua")

local function battle(one, two, more, options)
  local words = { S = "sey", T = "timber", B = "blak", I = "frost", F = "flaym", D = "dune" }
  local all = { kingdom1 = one, kingdom2 = two }
  for key, value in pairs(options or {}) do all[key] = value end
  local modules = { "ground", "arts", "kingdoms." .. words[one], "kingdoms." .. words[two] }
  for _, name in ipairs(more or {}) do modules[#modules + 1] = name end
  S.with(modules, all)
end

local function cells(names)
  local list = {}
  for zone in names:gmatch("%S+") do list[#list + 1] = S.cell(zone) end
  return list
end

-- The position reads back to itself.
local function reads_back()
  local line, hash, moves = position(), state().hash, table.concat(legal(), " ")
  start(line)
  equal(position(), line)
  equal(state().hash, hash, line)
  equal(table.concat(legal(), " "), moves, line)
end

describe("Timber and Frost on piles", function()
  local function begin(zones, fields)
    battle("T", "I")
    local all = { a1 = "1T5n", g7 = "2I5s" }
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, fields)
  end

  it("a pile loses its topmost rampart, and its battalion drops to the next, "
    .. "of any owner, and at last to the ground (WT-RUL-132, WT-ART-TIMBER-12, WT-RUL-144, "
    .. "WT-RUL-146)", function()
    begin({ d4 = "1T4n", d5 = "{f}[1T2I]2I6e!" }, "ph=MAN mn=d4:4:px rs=1T3,2I3")
    play("x")
    equal({ S.cell("d5"), S.key("mn"), S.key("rd") }, { "{f}[1T]2I6e!", "d4:3:px", "2I1" })
    reads_back()
    S.refuses("u:e5", "WT-ROUT-6") -- nobody reaches it yet
    S.refuses("fn", "WT-MOV-7")
    play("x") -- its own, from under an enemy, and that comes back
    equal({ S.cell("d5"), S.key("mn"), S.key("rs"), S.key("rd") },
      { "{f}2I6e!", "d4:3:px", "1T4,2I3", "2I1" })
    reads_back()
    ok(S.lists("u:e5"))
  end)

  it("one on a rampart of Timber has it for bare ground, but not for an own one "
    .. "(WT-RUL-130, WT-RUL-132, WT-RUL-128, WT-RUL-135)", function()
    local zones = { d5 = "[1T]2I6e", e4 = "2I1n", f5 = "2I2n" }
    begin(zones, "mv=B rs=2I1")
    play("M:d5")
    S.refuses("al:d5n", "WT-ART-FROST-3")
    equal(S.moves("de:"), "de:c5 de:d4 de:d6 de:e5")
    equal(S.moves("b:"), "b:c5 b:d4 b:d6 b:e5")
    S.refuses("x", "WT-DEMO-3") -- not the one beneath it
    for pile, blind in pairs { ["[1T]2I6e"] = false, ["[2I1T]"] = false, ["[1T2I]"] = true,
      ["[1T2I]2I6e"] = true } do
      zones.d5 = pile
      begin(zones, "mv=B")
      play("M:e4")
      equal(S.lists("f0"), blind, pile)
    end
  end)

  it("links go by the topmost rampart, occupied or not (WT-RUL-69, WT-RUL-145)", function()
    for pile, dests in pairs { ["[1T]2I6e"] = "b:c5 b:d3 b:d6 b:e4 b:e5",
      ["[2I1T]2I6e"] = "b:c5 b:d3 b:d6 b:e4 b:e5", ["[1T2I]2I6e"] = "b:d3 b:e4",
      ["[1T2I]"] = "b:d3 b:e4" } do
      begin({ d4 = "1T1n", d5 = pile, c4 = "[2I]2I6e" }, "rs=1T3")
      play("M:d4")
      equal(S.moves("b:"), dests, pile)
      equal(S.moves("ov:"), pile:find("]2", 1, true) and "" or "ov:d5", pile)
    end
    begin({ d4 = "1T1n", d5 = "[1T]2I6e", d6 = "[1T]" }, "rs=1T3")
    play("M:d4")
    equal(S.moves("ov:"), "ov:d6") -- by way of the one that carries an enemy
  end)

  it("nothing flourishes under a battalion on a rampart, or where it flew off "
    .. "(WT-ART-TIMBER-2, WT-RUL-131)", function()
    begin({ d4 = "1T6n", d5 = "[2I]2I6e", f2 = "[2I]" }, "mv=B rs=1T2")
    play("M:d5 al:f2e .")
    play("M:d4")
    S.refuses("fh:d5", "WT-ART-TIMBER-2")
    S.refuses("fh:f2", "WT-ART-TIMBER-2")
    S.refuses("ov:f2", "WT-ART-TIMBER-8")
    ok(S.lists("ov:d5"))
  end)

  it("Forest grows around ramparts and battalions on them, and waits there (WT-ART-TIMBER-16, "
    .. "WT-RUL-118, WT-RUL-157)", function()
    begin({ d4 = "1T4n", d5 = "[1T2I]2I6e", e4 = "2I3s" })
    play("M:d4 fy")
    equal(cells("d4 d5 e4"), { "{f}1T4n", "[1T2I]2I6e", "{f}2I3s" })
  end)

  it("a rampart of the side under an enemy's is enough for a hammer, occupied or not "
    .. "(WT-RUL-235, WT-RUL-241)", function()
    local zones = { a1 = "1T1n1T4n", a2 = "{c}", b1 = "{l}", f2 = "[1T2I]" }
    begin(zones, "mv=B rs=2I3")
    play("Z")
    equal(S.key("rt"), nil)
    zones.f2 = "[2I]"
    begin(zones, "mv=B rs=2I3")
    play("Z")
    equal(S.key("rt"), "B:paralyze:3")
  end)
end)

describe("the Blak and Frost over Crag and Chasm", function()
  local function begin(zones, fields, options)
    battle("B", "I", nil, options)
    local all = { a1 = "1B6w", g7 = "2I5s" }
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, fields)
  end

  it("who stood on a rampart falls, once a Mortar has taken that away (WT-RUL-146, WT-RUL-132, "
    .. "WT-ART-BLAK-21, WT-ART-BLAK-22)", function()
    local zones = { d4 = "1B6n^", d5 = "{g}[2I]2I6s%" }
    begin(zones)
    play("M:d4 dv") -- the rampart covers the Crag
    equal(cells("d4 d5"), { "{g}1B6n", "{g}[2I]" })
    equal({ S.key("ph"), S.key("gy") }, { "SAC", "A:2I*1" }) -- its ritual went on, and is done
    begin(zones)
    play("M:d4 mo:d5")
    equal(S.cell("d5"), "{g}2I6s%")
    play("dv")
    equal(cells("d4 d5"), { "{g}1B6n", "{c}" })
    equal({ S.key("ph"), S.key("gy"), S.key("rd") }, { nil, "A:2I*1", "2I1" })
  end)

  it("a Chasm under a rampart is none to cross, until that has fallen (WT-RUL-157, "
    .. "WT-ART-BLAK-16)", function()
    begin({ d3 = "1B6n^", d4 = "{c}[2I]", d5 = "2I2s" })
    play("M:d3")
    S.refuses("cf", "WT-ART-BLAK-16")
    play("mo:d4 cf")
    equal(cells("d4 d5"), { "{c}", "1B6n^" })
  end)

  it("a Forge lands on no battalion on a rampart (WT-RUL-148, WT-RUL-131)", function()
    begin({ d3 = "1B2n", d4 = "{c}", d5 = "[2I]2I6s" })
    play("M:d3")
    S.refuses("cf", "WT-RUL-148")
    equal(S.count("cf"), 0)
  end)

  it("one that may stand over a Chasm is crossed there, and shelled (WT-RUL-134, WT-ART-BLAK-13)",
    function()
    begin({ d3 = "1B6n^", d4 = "{c}2I6s" }, nil,
      { ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    play("M:d3 mo:d4")
    equal(S.cell("d4"), "{c}2I3s")
    play("cf")
    equal(cells("d3 d4 d5"), { "", "{c}2I3s", "1B6n^" })
  end)

  it("no Mortar and no Farshot beyond one on a rampart (WT-ART-BLAK-5, WT-ART-BLAK-10, "
    .. "WT-RUL-131)", function()
    begin({ d3 = "1B6n", d4 = "[2I]2I6s", d5 = "2I2s", d6 = "[2I]2I6s" })
    play("M:d3")
    equal(S.moves("mo"), "mo:d4 mo:d6")
    S.refuses("fa", "WT-ART-BLAK-10")
  end)
end)

describe("the Blak and Timber", function()
  it("a Mortar takes one rampart of a pile from under a battalion (WT-RUL-146, "
    .. "WT-ART-TIMBER-12, WT-RUL-132)", function()
    battle("B", "I", { "kingdoms.timber" })
    S.begin({ d3 = "1B6n^", d6 = "{g}[2I2I]2I6s", a1 = "1B1n", g7 = "2I5s" })
    play("M:d3 mo:d6")
    equal({ S.cell("d6"), S.key("rd") }, { "{g}[2I]2I6s", "2I1" })
    play("mo:d6")
    equal({ S.cell("d6"), S.key("rd") }, { "{g}2I6s", "2I2" })
    play("mo:d6")
    equal(S.cell("d6"), "{g}2I3s")
  end)

  it("a pile keeps its ground from Devastate, and its top from nobody (WT-ART-BLAK-22, "
    .. "WT-RUL-146, WT-ART-TIMBER-12)", function()
    battle("B", "T")
    S.begin({ d4 = "1B6n^", d5 = "{g}[2T2T]", c4 = "{g}2T6s", a1 = "1B1n", g7 = "2T5s" })
    play("M:d4 mo:d5 mo:d5 dv")
    equal(cells("c4 d4 d5"), { "{c}", "{g}1B6n", "{c}" })
    equal({ S.key("rd"), S.key("rs"), S.key("gy") }, { "2T2", nil, "A:2T*1" })
  end)
end)

describe("Dune and Frost on ramparts", function()
  it("no storm reaches a battalion on a rampart, and no Tunnel ends there (DUNE-3, DUNE-5, "
    .. "WT-RUL-131)", function()
    battle("D", "I")
    S.begin({ d3 = "1D4n", d5 = "[2I]2I6s", d6 = "2I3s", a1 = "1D1n", g7 = "2I5s" })
    play("M:d3")
    S.refuses("sa", "DUNE-3")
    equal(S.moves("tu"), "tu:b3 tu:d1 tu:f3")
    S.begin({ d3 = "1D4n", d4 = "[2I]2I6s", a1 = "1D1n", g7 = "2I5s" })
    play("M:d3 tu:d5") -- but beneath it
    equal(cells("d4 d5"), { "[2I]2I6s", "1D4n" })
  end)
end)

describe("Dune and those who rout by arts", function()
  it("Rooted holds against Surge and Undertow too (DUNE-1, WT-RUL-65, WT-RUL-140)", function()
    for arms = 3, 4 do
      local rooted = arms == 4
      battle("S", "D")
      S.begin({ d2 = "1S6n", d4 = "2D" .. arms .. "s", a1 = "1S1n", g7 = "2D6s" })
      play("M:d2")
      if rooted then S.refuses("su:d6", "WT-RUL-65") else ok(S.lists("su:d6")) end
      if rooted then S.refuses("un:d3", "WT-RUL-140") else ok(S.lists("un:d3")) end
    end
  end)
end)

describe("a Surge that captures, under Double Time", function()
  local function begin(zones, fields)
    battle("S", "I", { "double_time" })
    local all = { a1 = "1S5n", g7 = "2I6s" }
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, "tn=5 od=" .. fields)
  end

  it("asks, goes on, and leaves the second order to another (WT-ART-SEY-9, WT-RUL-26, WT-DT-5, "
    .. "WT-RUL-238)", function()
    begin({ d2 = "1S6n", d7 = "2I5s" }, "0/2")
    play("M:d2 su:out")
    equal({ S.key("od"), S.key("pc"), S.key("mn") }, { "0/2", "surge@2I5", "d2:1:px" })
    reads_back()
    play("t")
    equal({ S.key("pr"), S.key("mn") }, { "A:2I4", "d2:1:px" })
    reads_back()
    play("f")
    equal({ S.key("od"), S.cell("d3"), S.key("mv") }, { "1/2", "1S6n'", nil })
    reads_back()
    S.refuses("M:d3", "WT-DT-5")
    play("M:a1 f .")
    equal({ S.key("mv"), S.key("pr") }, { "B", "A:2I4" })
  end)

  it("with its last action too, in either order (WT-RUL-35, WT-RUL-171)", function()
    for done, after in pairs { [0] = "1/2", [1] = "0/2" } do
      begin({ d2 = "1S6n", d7 = "2I5s" }, done .. "/2 ph=MAN mn=d2:1:px")
      play("su:out")
      reads_back()
      play("k")
      equal({ S.key("od"), S.key("mv") }, { after, done == 1 and "B" or nil })
    end
  end)

  it("three of them in one pair of orders win at its end, not before (WT-SHAC-1, WT-RUL-171)",
    function()
    begin({ d2 = "1S6n", d7 = "2I1s2I2s", f6 = "1S6n", f7 = "2I3s" }, "0/2")
    play("M:d2 su:out k su:out k M:f6 su:out k")
    equal({ S.key("rt"), S.key("mn") }, { nil, "f6:1:px" })
    play("f")
    equal(S.key("rt"), "A:shackle:5")
  end)

  it("takes the Stun token from whom the first order gave it (WT-RUL-167, WT-DT-7)", function()
    begin({ d2 = "1S6n", d7 = "2I5s", c4 = "1S3n", c6 = "2I4s" }, "0/2")
    play("M:c4 un:c5")
    equal(S.cell("c5"), "2I4n!")
    play("M:d2 su:out")
    equal(S.cell("c5"), "2I4n")
    reads_back()
  end)
end)

describe("Sey among allies", function()
  local line = "vr=a4 sd=A:1+2,B:3+4 tn=5 od=0/2 "
  local function begin(zones, fields, options)
    local all = { sides = "2v2", kingdom1 = "F", kingdom2 = "S", kingdom3 = "T", kingdom4 = "S",
      mirror_kingdoms = "on" }
    for key, value in pairs(options or {}) do all[key] = value end
    S.with({ "alliances", "ground", "arts", "kingdoms.sey" }, all)
    local field = { a1 = "1F4n", g7 = "4S6s" }
    for zone, text in pairs(zones) do field[zone] = text end
    S.begin(field, line .. fields)
  end

  it("a Surge passes over allies, and an ally's rampart stops it (WT-RUL-174, WT-RUL-115, "
    .. "WT-ART-SEY-5)", function()
    begin({ d2 = "2S6n", d4 = "1F5n", d6 = "3T5s" }, "mv=A2")
    play("M:d2")
    equal(S.moves("su:d"), "su:d5 su:d7")
    begin({ d2 = "2S6n", d4 = "[1F]", d6 = "3T5s" }, "mv=A2")
    play("M:d2")
    S.refuses("su:d7", "WT-ART-SEY-3")
  end)

  it("who captures is asked, and the ally has his order afterwards (WT-RUL-176, WT-TORM-4, "
    .. "WT-ALLY-21)", function()
    for _, torment in ipairs({ "first_seat", "captor" }) do
      begin({ d2 = "2S6n", d7 = "3T5s" }, "mv=A2", { ["warline.alliances.ally_torment"] = torment })
      play("M:d2 su:out")
      equal({ S.key("mv"), S.key("pc"), S.key("od"), state().to_move },
        { "A2", "surge@3T5", "0/2", 1 })
      reads_back()
      play("t")
      equal({ S.key("mv"), S.key("mn"), state().to_move }, { "A2", "d2:1:px", 1 })
      reads_back()
      play("f")
      local captor = torment == "captor" and "@2" or ""
      equal({ S.key("od"), S.key("pr"), state().to_move }, { "1/2:2", "A:3T4" .. captor, 0 })
      reads_back()
      S.refuses("M:d3", "WT-ORD-3")
      play("M:a1 f .")
      equal(S.key("mv"), "B")
    end
  end)

  it("one Stun token is the alliance's: it goes to the last victim, of whomever (WT-RUL-178, "
    .. "WT-RUL-139)", function()
    begin({ d2 = "2S6n", d6 = "3T5s", a2 = "1F3n", a3 = "4S4s" }, "mv=A2")
    play("M:d2 su:e6 .")
    equal(S.cell("e6"), "3T5e!")
    play("M:a2 u:b3")
    equal({ S.cell("e6"), S.cell("b3") }, { "3T5e", "4S4e!" })
  end)

  it("an Undertow onto an ally's battalion attacks nobody; the ally's strikes in the next Step 1 "
    .. "(WT-ART-SEY-19, WT-RUL-141, WT-RUL-177)", function()
    begin({ d2 = "2S5n", d3 = "1F3n", d4 = "3T5s" }, "mv=A2")
    play("M:d2 un:d3")
    equal(S.cell("d3"), "1F3n3T5n!")
    play("Z1 Z3 Z4")
    equal({ S.key("ph"), S.key("ct"), state().to_move }, { "CTR", "d3", 0 })
    play("C:d3w")
    equal(S.cell("d3"), "3T2w1F3n")
  end)
end)
