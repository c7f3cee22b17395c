-- Position lines of turns with several orders, be it by Double Time or among allies.
local S = dofile("tests/rules/warline/support.lua")

local function double_time(options) S.with({ "double_time" }, options) end
local function allied(sides, options)
  local settings = { sides = sides }
  for key, value in pairs(options or {}) do settings[key] = value end
  S.with({ "alliances" }, settings)
end

local four = "vr=4 sd=A:1+2,B:3+4 "
local field = { c3 = "1F3n", e3 = "1F2n", a7 = "2I6s", g7 = "2I5s" }
local allies = { a3 = "1F4n", b3 = "1F5n", d3 = "2I4n", a6 = "3S4s", e6 = "4T4s" }

describe("several orders: lines", function()
  it("without od a turn has one order (WT-DATA-12, WT-RUL-239)", function()
    double_time()
    S.begin(field, "vr=d")
    play("M:c3 f .")
    equal(S.key("mv"), "B")
    equal(S.key("od"), "0/2")
    allied("2v2")
    S.begin(allies, four)
    play("M:a3 f .")
    equal(S.key("mv"), "B")
  end)

  it("od is digits with a stroke between, and an s (WT-DATA-12)", function()
    double_time()
    for _, od in ipairs({ "x/2", "1/x", "1-2", "0/0", "3/2", "1/2x", "0/2s", "1/2ss", "9/9", "12" })
    do
      S.unreadable(S.line(field, "vr=d od=" .. od), "expected orders done and due")
    end
    for _, od in ipairs({ "1", "/2", "1/" }) do
      S.unreadable(S.line(field, "vr=d od=" .. od), "od:")
    end
    S.unreadable(S.line(field, "vr=d od=2/2"), "no order is due any more")
    S.unreadable(S.line(field, "vr=d ph=CTR od=1/2"), "an order was done before ph=CTR")
    S.unreadable(S.line(field, "vr=d ph=TOR od=1/2"), "an order was done before ph=TOR")
    for _, phase in ipairs({ "FIRST", "OVER rt=A:crush:3" }) do
      S.unreadable(S.line(field, "vr=d od=0/2 ph=" .. phase), "does not belong to ph="
        .. phase:match("%u+"))
    end
    double_time({ player1 = "random" })
    S.unreadable(S.line({}, "vr=d od=0/2 ph=COIN op=player1=random"), "does not belong to ph=COIN")
  end)

  it("the mark ' is on those of the side to move, no more than orders done (WT-INV-11, WT-DATA-12)",
    function()
    double_time()
    S.unreadable(S.line({ c3 = "1F3n", a7 = "2I6s'" }, "vr=d od=1/2"), "an enemy carried out")
    S.unreadable(S.line({ c3 = "1F3n'", e3 = "1F4n'", a7 = "2I6s" }, "vr=d od=1/2"),
      "more battalions were ordered")
    S.unreadable(S.line({ c3 = "1F3n'", a7 = "2I6s" }, "vr=d ph=CTR"), "more battalions")
    S.begin({ c3 = "1F3n'", e3 = "1F4n", a7 = "2I6s" }, "vr=d od=1/2")
    S.refuses("M:c3", "WT-DT-5")
    local full = { a1 = "1F1n", b1 = "1F2n", c1 = "1F3n", d1 = "1F4n", e1 = "1F5n", f1 = "1F6n'",
      g7 = "2I6s" }
    S.unreadable(S.line(full, "vr=d od=0/2"), "more battalions") -- the last of an army too
    full.f1, full.g7, full.f7, full.e7, full.d7, full.c7, full.b7 = "1F6n", "2I1s", "2I2s", "2I3s",
      "2I4s", "2I5s", "2I6s'"
    S.unreadable(S.line(full, "vr=d od=1/2"), "an enemy carried out")
    double_time({ stall_faces = "any_number" }) -- a Stall may turn several
    S.begin({ c3 = "1F3n'", e3 = "1F4n'", a7 = "2I6s" }, "vr=d od=1/2s op=stall_faces=any_number")
    equal(S.moves("M"), "")
  end)

  it("of deployment it says how many of two are placed (WT-RUL-249)", function()
    double_time()
    for _, od in ipairs({ "2/2", "0/1", "1/2s", "0/3" }) do
      S.unreadable("WT1 7x7 7/7/7/7/7/7/7 vr=d ph=DEP un=1:F1,2:I1 od=" .. od, "placements")
    end
    start("WT1 7x7 7/7/7/7/7/7/7 vr=d ph=DEP un=1:F1F2,2:I1 od=1/2")
    play("D:F1a1n")
    equal(S.key("mv"), "B")
    for _, un in ipairs { "", " un=2:I1" } do -- a turn ends when nobody is left (WT-RUL-165)
      S.unreadable("WT1 7x7 7/7/7/7/7/7/1F1n,6 vr=d ph=DEP od=1/2" .. un, "WT-RUL-165")
    end
    start("WT1 7x7 7/7/7/7/7/7/1F1n,6 vr=d ph=DEP od=0/2 un=2:I1")
    local line = position()
    start(line)
    equal(position(), line)
    allied("2v2")
    local dep = "WT1 7x7 7/7/7/7/7/7/7 " .. four .. "ph=DEP un=1:F4F5,2:I4,3:S4 od="
    for _, od in ipairs({ "0/1", "0/3", "1/3:1" }) do S.unreadable(dep .. od, "od") end
    S.unreadable(dep .. "0/1", "this deployment turn has 2 placements")
    S.unreadable(dep .. "1/2s:1", "nobody stalls in deployment")
    start(dep .. "1/2:2")
    equal(S.general(), 1)
    equal(S.key("od"), "1/2:2")
    start(dep .. "2/2:12") -- side B is next, without a question (WT-RUL-240)
    equal(S.general(), 3)
  end)

  it("what a Stall began is gone on with (WT-RUL-164)", function()
    double_time()
    S.begin(field, "vr=d od=1/2s st=A:1,B:0")
    play("Z")
    equal(S.key("rt"), "B:forced:1")
    S.begin(field, "vr=d od=1/2 st=A:0,B:1")
    play("Z")
    equal(S.key("rt"), nil)
    equal(S.key("st"), "A:0,B:1")
    S.unreadable(S.line(field, "vr=d od=1/2 st=A:1,B:0"), "st:") -- an order set it back
    S.with({ "alliances" }, { sides = "1v3",
      ["warline.alliances.dt_stall"] = "any_two_orders" })
    S.begin({ c3 = "1F4n", a7 = "2I4s'", b7 = "3S4s", c7 = "4T4s" }, "vr=4 sd=A:1,B:2+3+4 mv=B "
      .. "od=2/3:23 st=A:0,B:1") -- a Stall after an order
    play("Z4")
    equal(S.key("rt"), "A:forced:1")
    allied("2v2")
    S.begin(allies, four .. "od=1/2s:1 st=A:1,B:0")
    play("Z2")
    equal(S.key("rt"), "B:forced:1")
  end)

  it("the options are named (WT-DATA-12)", function()
    for _, name in ipairs({ "double_time", "alliances" }) do
      S.with({ name }, { ["warline." .. name .. ".dt_stall"] = "any_two_orders",
        sides = name == "alliances" and "2v2" or "1v1", start = "quick" })
      start()
      equal(S.key("op"), "dt_stall=any_two_orders")
    end
  end)

  it("a turn ends without an order due; the claim follows (WT-RUL-93, WT-DATA-12)",
    function()
    double_time({ declare = "manual" })
    local more = "vr=d op=declare=manual ph=END "
    local last = { c3 = "1F3n", e3 = "1F2n", a7 = "2I6s" }
    S.begin(last, more .. "od=2/2 gy=A:2I*5")
    equal(S.key("ph"), "END")
    play("pass")
    equal(S.key("od"), "0/2")
    S.unreadable(S.line(field, more .. "od=1/2 gy=A:2I*4"), "all orders")
    S.unreadable(S.line(field, more .. "od=1/2 gy=A:2I*4 pc=claim@B:pass"), "all orders")
    allied("2v2", { declare = "manual" })
    S.begin({ a3 = "1F4n", d3 = "2I4n", g7 = "4T4s" }, four .. "op=declare=manual od=1/2:1 "
      .. "gy=A:3S*3+4T*2")
    play("Z2")
    equal(S.key("ph"), "END")
    equal(S.general(), 1) -- the first General speaks for a side
    equal(S.key("mv"), nil)
    S.is_its_line()
    play("pass M:g7 f .")
    equal(S.key("pc"), "claim@B:pass")
    equal(S.general(), 1)
    S.is_its_line()
    play("declare:overpower")
    equal(S.key("rt"), "A:overpower:1")
    S.unreadable(S.line(allies, four .. "op=declare=manual ph=END od=0/2"), "all orders")
    S.unreadable(S.line({ a3 = "1F4n" }, four .. "op=declare=manual ph=END od=0/1"), "all orders")
    allied("1v3", { declare = "manual" }) -- a side that gave up its last battalion has no order
    S.begin({ d3 = "1F4n%", g7 = "3S4s", g6 = "4T4s" }, "vr=4 sd=A:1,B:2+3+4 op=declare=manual "
      .. "ph=SAC gy=B:1F*2")
    play("S:-")
    equal(S.key("ph"), "END")
    equal(S.key("mv"), "B")
    S.is_its_line()
    play("declare:paralyze")
    equal(S.key("rt"), "B:paralyze:3")
  end)

  it("each General who lives has an order due from Step 1 on (WT-RUL-184, WT-ALLY-21)", function()
    local zones = { a1 = "1F4n3S6n", d3 = "2I4n", g7 = "4T4s", g5 = "3S4s" }
    allied("2v2")
    S.begin(zones, four .. "mv=B od=0/2")
    play("Z3 Z4")
    equal(S.key("ph"), "CTR")
    equal(S.key("od"), "0/2")
    zones.d3 = nil
    S.begin(zones, four .. "mv=B od=0/2")
    play("Z3 Z4")
    equal(S.key("ph"), "CTR")
    equal(S.key("od"), nil) -- 0/1
    allied("1v2")
    S.begin({ a1 = "1F4n3S6n", g7 = "2I4s" }, "vr=3 sd=A:1,B:2+3 mv=B od=0/2")
    play("Z2 Z3")
    equal(S.key("ph"), "CTR")
    equal(S.key("od"), "0/2")
  end)
end)
