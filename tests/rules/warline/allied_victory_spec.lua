-- Chapter 47: victory over a side and resigning, lines and rulesets, terrain and arts.
local S = dofile("tests/rules/warline/support.lua")

local function rules(sides, options)
  local settings = { sides = sides }
  for key, value in pairs(options or {}) do settings[key] = value end
  S.with({ "alliances" }, settings)
end

-- The fields that a line of these battles begins with.
local three = "vr=3 sd=A:1,B:2+3 "
local four = "vr=4 sd=A:1+2,B:3+4 "
local one_three = "vr=4 sd=A:1,B:2+3+4 "

local field = { a3 = "1F4n", b3 = "1F5n", d3 = "2I4n", a6 = "3S4s", e6 = "4T4s" }

describe("alliances: victory", function()
  it("conditions look at the other side as one army (WT-ALLY-9, WT-ALLY-11, WT-ALLY-17, "
    .. "WT-RUL-96)", function()
    rules("2v2")
    S.begin({ a3 = "1F6n", a4 = "3S1s", c3 = "2I4n", g7 = "4T6s" },
      four .. "od=1/2:2 gy=A:3S*2+4T*2")
    play("M:a3 f- .")
    equal(S.key("rt"), "A:overpower:1")
    equal(#state().winner, 2)
    S.begin({ a6 = "1F6n", a7 = "3S1s", c3 = "2I4n", g7 = "4T6s" },
      four .. "od=1/2:2 pr=A:3S4+4T4")
    play("M:a6 u:out k")
    equal(S.key("rt"), "A:shackle:5")
    rules("1v2")
    S.begin({ a3 = "1F6n", a4 = "2I1s", g7 = "3S6s" }, three .. "od=1/2 gy=A:2I*2+3S*2")
    play("M:a3 f- .")
    equal(S.key("rt"), "A:overpower:1")
  end)

  it("they scale with the size of the other side where the option says so (WT-RUL-96)", function()
    rules("1v3", { scale_victory = "on" })
    S.begin({ a4 = "2I6s", a3 = "1F1n", c3 = "1F4n", b7 = "3S4s", c7 = "4T4s" },
      one_three .. "mv=B od=2/3:34 gy=B:1F*1 op=scale_victory=true")
    play("M:a4 f- .")
    equal(S.key("rt"), "B:overpower:1")
  end)

  it("are looked at when the turn of the side ends, or after each order "
    .. "(WT-ALLY-10, WT-RUL-175, WT-RUL-171)", function()
    local zones = { a3 = "1F6n", a4 = "3S1s", c3 = "2I4n", g7 = "4T6s" }
    rules("2v2")
    S.begin(zones, four .. "od=0/2 gy=A:3S*2+4T*2")
    play("M:a3 f- .")
    equal(S.key("rt"), nil)
    play("Z2")
    equal(S.key("rt"), "A:overpower:1")
    rules("2v2", { ["warline.alliances.ally_check"] = "each_order" })
    S.begin(zones, four .. "od=0/2 gy=A:3S*2+4T*2 op=ally_check=each_order")
    play("M:a3 f- .")
    equal(S.key("rt"), "A:overpower:1")
    S.begin(zones, four .. "od=0/2 gy=A:3S*1+4T*2 op=ally_check=each_order")
    play("M:a3 f- .")
    equal(S.general(), 2)
  end)

  it("one against three: the last battalion dead is Paralyze (WT-RUL-185, WT-RUL-101)", function()
    rules("1v3")
    S.begin({ a4 = "2I6s", a3 = "1F4n", b7 = "3S4s", c7 = "4T4s" },
      one_three .. "mv=B od=2/3:34 gy=B:1F*2")
    play("M:a4 f- .")
    equal(S.key("rt"), "B:paralyze:3")
    equal(#state().winner, 3)
  end)

  it("a side is not paralyzed while one of its Generals can move, nor blunted while one can strike "
    .. "(WT-ALLY-9, WT-RUL-99, WT-RUL-103)", function()
    rules("2v2")
    local shut = { a1 = "3S1n", a2 = "[1F]", b1 = "[1F]", g1 = "1F6n", g2 = "2I4n" }
    S.begin(shut, four .. "od=1/2:1")
    play("Z2")
    equal(S.key("rt"), "A:paralyze:3")
    shut.a1 = "4T3n3S2n" -- an ally's Arms do not pass: no hammer comes of it
    S.begin(shut, four .. "od=1/2:1")
    play("Z2")
    equal(S.key("rt"), "A:paralyze:3")
    shut.a1 = "3S3n3S2n"
    S.begin(shut, four .. "od=1/2:1")
    play("Z2")
    equal(S.key("rt"), nil)
    shut.a1, shut.d7 = "3S1n", "4T4s"
    S.begin(shut, four .. "od=1/2:1 rs=4T1")
    play("Z2")
    equal(S.key("rt"), nil)
  end)

  it("Arms that make a hammer are gathered by one General (WT-RUL-174, WT-RUL-103)", function()
    rules("2v2")
    local zones = { a7 = "3S3s", b7 = "4T2s", a6 = "[1F]", b6 = "[1F]", c7 = "[1F]", g1 = "1F6n",
      g2 = "2I4n" }
    S.begin(zones, four .. "od=1/2:1")
    play("Z2")
    equal(S.key("rt"), "A:blunt:2") -- 2 and 1 Arms to spare, of two Generals
    zones.b7 = "3S2s"
    S.begin(zones, four .. "od=1/2:1")
    play("Z2")
    equal(S.key("rt"), nil) -- 3 to spare of one
  end)

  it("an extricated battalion needs room in the home row of his side (WT-RUL-100, WT-RUL-180)",
    function()
    rules("1v2", { paralyze_needs_room = "on" })
    local more = "vr=3 sd=A:1,B:2+3 mv=B od=0/1 op=paralyze_needs_room=true pr=B:1F3"
    local row = { a4 = "1F1n", a5 = "[2I]", a3 = "[2I]", b4 = "[2I]", a1 = "2I3n", b1 = "2I4n",
      c1 = "2I5n", d1 = "3S3n", e1 = "3S4n", f1 = "3S5n", d7 = "2I6s" }
    S.begin(row, more)
    play("Z2")
    equal(S.key("rt"), nil) -- g1 is free
    row.g1 = "[3S]"
    S.begin(row, more)
    play("Z2")
    equal(S.key("rt"), "B:paralyze:3") -- though the other side's row is free
  end)

  it("over a gap nobody strikes, but builds and destroys (WT-RUL-103, WT-ALLY-9)", function()
    rules("2v2", { voids = "d1 d2 d3 d4 d5 d6 d7" })
    local board = "WT1 7x7 3,*,2,3S4s/3,*,3/3,*,3/3,*,3/3,*,3/3,*,3/1F6n,2,*,3 " .. four .. "od=0/1"
    start(board .. " rs=1F1,3S1,4T1")
    play("Z1")
    equal(S.key("rt"), nil)
    start(board .. " rs=1F1")
    play("Z1")
    equal(S.key("rt"), "A:blunt:2")
  end)

  it("allies give up together (WT-RUL-110)", function()
    rules("2v2")
    S.begin(field, four .. "od=0/2")
    play("resign")
    equal(S.key("rt"), nil)
    play("M:a3 f .")
    play("resign")
    equal(S.key("rt"), "B:voluntary:1")
    S.begin(field, four .. "od=0/2")
    play("resign M:a3 f . M:d3 f . Z3 Z4 M:b3 f . resign")
    equal(S.key("rt"), nil) -- what General 1 said was for that turn
    S.begin({ a3 = "1F4n", a6 = "3S4s" }, four .. "od=0/1")
    play("resign") -- General 2 has nobody left to ask
    equal(S.key("rt"), "B:voluntary:1")
  end)

  it("before the battle too (WT-RUL-110)", function()
    rules("2v2")
    start()
    local hash = state().hash
    play("resign")
    equal(S.key("rt"), nil)
    equal(state().hash, hash) -- no position tells it
    play("D:1F4a1n resign")
    equal(S.key("rt"), "B:voluntary:1")
    S.begin({}, four .. "ph=DEP od=1/2:1 un=2:I4,3:S4")
    play("resign") -- General 1 has nobody at all
    equal(S.key("rt"), "B:voluntary:1")
    S.with({ "alliances", "recruiting" }, { sides = "2v2", mixed_kingdoms = "on",
      ["warline.recruiting.ally_recruit"] = "on" })
    start()
    play("resign R:1F4F5F6")
    equal(S.key("rt"), nil)
    play("resign")
    equal(S.key("rt"), "B:voluntary:1")
  end)
end)

describe("alliances: lines and rulesets", function()
  it("a line says which Generals have acted and whose order runs (WT-DATA-12)", function()
    rules("2v2")
    S.begin(field, four .. "od=0/2")
    play("next:2 M:d3")
    equal(S.key("mv"), "A2")
    local line = position()
    start(line)
    equal(position(), line)
    equal(S.general(), 2)
    S.unreadable(S.line(field, four .. "od=1/2"), "as many Generals")
    S.unreadable(S.line(field, four .. "od=1/2:3"), "od:")
    S.unreadable(S.line(field, four .. "mv=A3 od=0/2"), "mv:")
    S.unreadable(S.line(field, four .. "mv=A1 od=1/2:1"), "mv:")
    S.unreadable(S.line(field, "vr=4 sd=A:1,B:2+3+4"), "sd:")
    S.unreadable(S.line({ a1 = "5F4n" }, four), "1 to 4")
  end)

  it("they are for three or four, and without Double Time for all (WT-ALLY-3, WT-ALLY-5, "
    .. "WT-RUL-187)", function()
    local good, text = pcall(S.rules, { sides = "2v2" })
    ok(not good and text:find("sides = 2v2", 1, true) and text:find("WT-ALLY-5", 1, true)
      and text:find("warline.alliances = on", 1, true), tostring(text))
    good, text = pcall(S.with, { "alliances" }, {})
    ok(not good and text:find("WT-ALLY-3", 1, true), tostring(text))
    good, text = pcall(S.with, { "alliances", "double_time" }, { sides = "2v2" })
    ok(not good and text:find("WT-RUL-187", 1, true), tostring(text))
  end)
end)

describe("alliances: with terrain and arts", function()
  it("an ally is a friend to arts: Scald spares him, Pounce passes over him (WT-VAR-2, WT-RUL-174)",
    function()
    S.with({ "alliances", "ground", "arts", "kingdoms.flaym" }, { sides = "2v2" })
    local variants = "vr=4a sd=A:1+2,B:3+4 od=0/2"
    S.begin({ d3 = "{a}1F4n", d4 = "{a}2I4n", c3 = "{a}3S4s", g7 = "4T4s" }, variants)
    play("M:d3 sc")
    equal(S.cell("d4"), "2I4n")
    equal(S.cell("c3"), "3S2s")
    S.begin({ d3 = "1F6n", d4 = "2I4n", d6 = "3S4s", g7 = "4T4s" }, variants)
    play("M:d3 po .")
    equal(S.cell("d6"), "1F6n+'")
  end)

  it("Populace belongs to a General, also the third (WT-TERR-34, WT-RUL-156)", function()
    S.with({ "alliances", "ground", "terrain" }, { sides = "2v2",
      ["warline.terrain.zones"] = "p3:a7 p4:b7" })
    S.begin({ a7 = "{p3}", b7 = "{p4}", d3 = "{p4}" }, "vr=4t sd=A:1+2,B:3+4 ph=DEP mv=B od=0/2 "
      .. "un=3:S6,4:T6 rs=3S3,4T3")
    ok(S.lists("D:3S6a7s"))
    S.refuses("D:3S6b7s", "only who controls it deploys on Populace (WT-TERR-34)")
    S.refuses("D:3S6d3s", "only who controls it deploys on Populace (WT-TERR-34)")
    play("D:3S6a7s")
    S.refuses("D:4T6d3s", "WT-DEP-3: a battalion is deployed on a free zone of the three nearest")
  end)

  it("terrain goes when each side as a whole is down to two (WT-CLOSE-2)", function()
    S.with({ "alliances", "ground", "terrain" }, { sides = "2v2" })
    for _, more in ipairs({ false, true }) do
      S.begin({ a1 = "1F4n", b1 = "2I4n", a7 = "3S4s", b7 = "4T4s", g7 = more and "4T5s" or nil,
        d4 = "{f}" }, "vr=4t sd=A:1+2,B:3+4 od=1/2:1")
      play("Z2")
      equal(S.cell("d4"), more and "{f}" or "")
    end
  end)
end)
