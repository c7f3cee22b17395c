-- Turns of several orders as a whole: Stalls, idle turns, Closure, torment, who has had an order.
local S = dofile("tests/rules/warline/support.lua")

local four = "vr=4 sd=A:1+2,B:3+4 "

local function allied(options, more)
  local settings = { sides = "2v2" }
  for key, value in pairs(options or {}) do settings[key] = value end
  S.with({ "alliances", table.unpack(more or {}) }, settings)
end
local function double_time(options, more)
  S.with({ "double_time", table.unpack(more or {}) }, options)
end

describe("a turn of several orders as a whole", function()
  it("the second stalled turn loses before anything else is looked at (WT-RUL-246, WT-RUL-89)",
    function()
    double_time()
    S.begin({ d3 = "1F5n", d6 = "2I5s" }, "vr=d od=1/2s st=A:1,B:0 pr=A:2I1+2I1+2I1")
    play("Z")
    equal(S.key("rt"), "B:forced:1")
    allied()
    S.begin({ d3 = "1F5n", d6 = "3S5s" }, four .. "od=0/1 st=A:1,B:0 gy=A:3S*2+4T*3")
    play("Z1")
    equal(S.key("rt"), "B:forced:1")
  end)

  it("is idle, or not, as one (WT-RUL-109, WT-DT-4)", function()
    double_time({ resolve = "irreversible" })
    local zones = { c3 = "1F3n", e3 = "1F2n", a7 = "2I6s", g7 = "2I5s" }
    local more = "vr=d od=0/2 op=resolve=irreversible id=2 rs=1F6"
    S.begin(zones, more)
    play("M:c3 f .")
    equal(S.key("id"), "2")
    play("M:e3 f .")
    equal(S.key("id"), "3")
    S.begin(zones, more)
    play("M:c3 b:c4 . M:e3 f .")
    equal(S.key("id"), nil)
    S.begin(zones, more)
    play("M:c3 f . M:e3 b:e4 .")
    equal(S.key("id"), nil)
  end)

  it("Closure waits for its end (WT-CLOSE-2, WT-RUL-158)", function()
    double_time({}, { "ground", "terrain" })
    S.begin({ c3 = "1F4n", c4 = "2I1s", e3 = "1F2n", a7 = "2I6s", g7 = "2I5s", a1 = "{f}" },
      "vr=dt od=0/2")
    play("M:c3 f- .")
    equal(S.cell("a1"), "{f}")
    play("Z")
    equal(S.cell("a1"), "")
  end)

  it("whoever flew up has had its order; who lies beneath has not (WT-DT-5, "
    .. "WT-RUL-130, WT-RUL-168)", function()
    double_time({ kingdom1 = "I", kingdom2 = "F" }, { "ground", "arts", "kingdoms.frost" })
    S.begin({ c3 = "1I6n", d5 = "[1I]", a1 = "1I3n", g7 = "2F5s" }, "vr=ad od=0/2")
    play("M:c3 al:d5n .")
    equal(S.cell("d5"), "[1I]1I6n'")
    S.refuses("M:d5", "WT-DT-5")
    S.refuses("K:d5", "WT-DT-5")
    S.refuses("Z:d5e", "WT-DT-5")
    ok(S.lists("M:a1"))
    S.begin({ c3 = "[1I]1I6n", a1 = "1I3n", g7 = "2F5s" }, "vr=ad od=1/2")
    play("K:c3")
    equal(S.cell("c3"), "[1I]1I6n%")
    double_time()
    S.begin({ c3 = "1F2n'", c2 = "1F3n", g7 = "2I5s" }, "vr=d od=1/2")
    play("M:c2 f")
    equal(S.cell("c3"), "1F2n'1F3n")
    S.begin({ c3 = "1F2n1F3n'", a1 = "1F1n", g7 = "2I5s" }, "vr=d od=1/2")
    S.refuses("M:c3", "WT-DT-5")
    S.refuses("L:c3>1n+1n", "WT-DT-5")
  end)

  it("torment is asked once, and a capture by itself (WT-RUL-25, WT-DT-4)", function()
    double_time()
    S.begin({ d6 = "1F2n", d7 = "2I6s", a3 = "1F4n", g1 = "2I2s" },
      "vr=d ph=TOR od=0/2 pr=A:2I4")
    play("T:2I4 M:d6 u:out t")
    equal(S.key("pr"), "A:2I5+2I3")
    equal(S.key("ph"), nil)
    equal(S.key("od"), "1/2")
  end)

  it("three orders of one against three go to three battalions (WT-RUL-185, WT-DT-5)", function()
    S.with({ "alliances" }, { sides = "1v3", ["warline.alliances.lone_vs_three_orders"] = 3 })
    S.begin({ a3 = "1F4n", b3 = "1F5n", g7 = "2I4s" }, "vr=4 sd=A:1,B:2+3+4 od=0/3 "
      .. "op=lone_vs_three_orders=3")
    play("M:a3 f . M:b3 f .")
    S.refuses("M:a4", "WT-DT-5")
    equal(S.moves(""), "Z1")
    play("Z1")
    equal(S.key("mv"), "B")
    for _, n in ipairs({ 0, 4 }) do
      S.no_rules("lone_vs_three_orders", S.with, { "alliances" }, { sides = "1v3",
        ["warline.alliances.lone_vs_three_orders"] = n })
    end
  end)

  it("victory after each order is declared by the game alone (WT-RUL-175, WT-RUL-93)", function()
    S.no_rules("WT-RUL-93", allied, { ["warline.alliances.ally_check"] = "each_order",
      declare = "manual" })
  end)
end)
