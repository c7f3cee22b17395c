-- Turns of several orders, by Double Time or among allies: who acts, what is left of a turn, and
-- what a seat reads.
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

local function status() return scene():match('"status":"(.-)"') end

describe("several orders: of allies", function()
  it("the side that is Player-1 is drawn or named (WT-RUL-10, WT-RUL-183)", function()
    local seen = {}
    allied("2v2", { player1 = "random" })
    for seed = 1, 20 do
      start(nil, seed)
      seen[S.key("mv") or "A"] = S.general()
    end
    equal(seen, { A = 1, B = 3 })
    start("WT1 7x7 7/7/7/7/7/7/7 " .. four .. "ph=COIN un=1:F4,3:S4 op=player1=random")
    play("P:B")
    equal(S.general(), 3)
    equal(S.key("fd"), "B")
  end)

  it("nobody gives up while the coin decides (WT-RUL-110)", function()
    allied("2v2", { player1 = "random" })
    start("WT1 7x7 7/7/7/7/7/7/7 " .. four .. "ph=COIN un=1:F4,3:S4 op=player1=random")
    refused("resign", "WT-RUL-110")
  end)

  it("mv names a General only where the line would not tell him (WT-DATA-12)", function()
    allied("2v2")
    S.begin({ d4 = "1F5n2I4n3S6s", a1 = "1F6n" }, four .. "ph=CTR od=0/2")
    equal(S.general(), 2)
    equal(S.key("mv"), nil)
    S.begin(allies, four .. "ph=TOR od=0/2 pr=A:3S5")
    equal(S.key("mv"), nil)
    S.begin(allies, four .. "fd=B ph=FIRST mv=B")
    equal(S.key("mv"), "B")
    S.begin(allies, four .. "mv=B od=0/2")
    play("next:4")
    equal(S.key("mv"), "B4")
    play("M:e6")
    equal(S.key("mv"), "B4")
    play("f .")
    equal(S.key("mv"), "B") -- General 3 alone is left
    S.with({ "alliances" }, { sides = "1v2" })
    S.begin({ a3 = "1F4n", g7 = "2I4s" }, "vr=3 sd=A:1,B:2+3 od=0/2")
    play("M:a3")
    equal(S.key("mv"), nil) -- a side of one
  end)

  it("a line gives no General a second order (WT-ALLY-21, WT-DATA-12)", function()
    allied("2v2")
    local more = four .. "od=1/2:1 ph=MAN mn="
    S.unreadable(S.line(allies, more .. "b3:3:"), "mn: this General has no order left")
    S.unreadable(S.line(allies, more .. "c3:3:"), "mn: no battalion")
    S.unreadable(S.line(allies, more .. "z9:3:"), "mn: the field has no zone")
    S.unreadable(S.line(allies, more .. "d3"), "mn: expected zone")
    S.begin(allies, more .. "d3:3:p")
    equal(S.general(), 2)
    equal(S.key("mv"), "A2")
    for _, mv in ipairs({ "C", "A3", "A12", "AA", "1" }) do
      S.unreadable(S.line(allies, four .. "od=0/2 mv=" .. mv), "mv: expected side A or B")
    end
    for _, od in ipairs({ "1/2:3", "1/2:0", "1/2:5", "2/3:11", "1/2:x" }) do
      S.unreadable(S.line(allies, four .. "od=" .. od), "od: expected the Generals of side A")
    end
    S.unreadable(S.line(allies, four .. "od=1/2:12"), "as many Generals have acted")
    S.unreadable(S.line(allies, four .. "od=0/3"), "more orders are due")
    S.unreadable(S.line({ a3 = "1F4n", a6 = "3S4s" }, four .. "od=0/2"), "more orders are due")
    S.begin(allies, four .. "mv=A2 od=0/2")
    equal(S.general(), 2)
    S.unreadable(S.line(allies, four .. "mv=A2 od=1/2:2"), "mv: this General has no order left")
  end)

  it("with one able battalion a prisoner may be the other order's (WT-RUL-163, WT-RUL-184)",
    function()
    double_time()
    S.begin({ c3 = "1F3n", a7 = "2I6s" }, "vr=d od=0/2 pr=B:1F5")
    play("M:c3 f .")
    equal(S.count("E:F5"), 7 * 4)
    equal(S.count(""), 7 * 4 + 1) -- or a Stall
    S.begin({ c3 = "1F3n", a7 = "2I6s" }, "vr=d od=0/2 pr=B:1F5+1F4")
    play("E:F5a1n E:F4b1n") -- two prisoners, two orders
    equal(S.key("mv"), "B")
  end)
end)

describe("several orders: nothing is left over", function()
  it("when a battle ends between two orders (WT-RUL-249, WT-RUL-110)", function()
    double_time()
    S.begin(field, "vr=d od=0/2")
    play("Z resign")
    equal(S.key("rt"), "B:voluntary:1")
    S.is_its_line()
    S.begin(field, "vr=d od=0/2")
    play("M:c3 f . M:e3 f resign")
    S.is_its_line()
    allied("2v2")
    S.begin(allies, four .. "od=0/2")
    play("next:2 M:d3 f . resign M:a3 resign")
    equal(S.key("rt"), nil) -- General 2 has not agreed
    S.begin(allies, four .. "od=0/2")
    play("resign next:2 resign")
    equal(S.key("rt"), "B:voluntary:1")
    S.is_its_line()
  end)

  it("in Step 1 and Step 2 of a side whose first General is beaten (WT-RUL-176, WT-RUL-184)",
    function()
    allied("2v2")
    S.begin({ d3 = "2I4n", g7 = "3S4s", a7 = "4T5s4T5s", c5 = "2I3n3S6n" },
      four .. "mv=B od=0/2 pr=A:4T4")
    play("Z3 Z4")
    equal(S.key("ph"), "CTR")
    S.is_its_line()
    play("C:c5n")
    equal(S.key("ph"), "TOR")
    equal(S.general(), 1) -- he has no order, and still speaks for the Prison
    S.is_its_line()
    play("T:4T4")
    equal(S.general(), 2)
    S.is_its_line()
  end)

  it("in a turn, at any step of it", function()
    allied("1v3")
    start()
    for _ = 1, 12 do
      S.is_its_line()
      play(legal()[1])
    end
    allied("2v2", { start = "quick" })
    start()
    for _, move in ipairs({ "G:B", "Z3", "next:2", "Z2", "M:a3", "f", ".", "next:4", "Z4",
      "M:e5", "f", ".", "K:c3", "K:g3" }) do
      play(move)
      S.is_its_line()
    end
  end)

  it("wherever a battle leads, with whatever options (WT-DATA-12, WT-RUL-239)", function()
    local function under(seed, modules, options)
      options.start = "quick"
      S.with(modules, options)
      for more = 0, 1 do
        start(nil, seed + more)
        S.wander(90, seed + more, S.is_its_line)
      end
    end
    local own = "warline.alliances."
    under(1, { "double_time" }, { stall_faces = "any_number" })
    under(3, { "double_time" }, { declare = "manual", ["warline.double_time.dt_stall"] =
      "any_two_orders" })
    under(1, { "alliances" }, { sides = "1v2", [own .. "ally_torment"] = "captor" })
    under(5, { "alliances" }, { sides = "2v2", [own .. "ally_torment"] = "captor" })
    under(1, { "alliances" }, { sides = "1v2", declare = "manual" })
    under(2, { "alliances" }, { sides = "1v3", declare = "manual", player1 = "random" })
    under(1, { "alliances" }, { sides = "2v2", stall_faces = "any_number" })
    under(2, { "alliances" }, { sides = "2v2", [own .. "ally_orders"] = "joint",
      sac_benefit = "first_maneuver" })
    under(3, { "alliances" }, { sides = "1v3", [own .. "ally_check"] = "each_order",
      [own .. "dt_stall"] = "any_two_orders" })
    under(1, { "alliances", "ground", "arts", "kingdoms.flaym", "kingdoms.blak" },
      { sides = "2v2", kingdom2 = "B", reface_any_loss = "on" })
  end)

  it("of the mark of a last battalion (WT-DT-5)", function()
    double_time({ start = "quick" })
    start()
    play("G:2 Z Z Z")
    equal(S.key("mv"), "B")
    play("M:d6 f .")
    equal(S.cell("d5"), "2I3s2I6s'") -- the last of all
    play("Z")
    equal(S.cell("d5"), "2I3s2I6s")
  end)
end)

describe("several orders: scenes", function()
  it("says which of them it is (WT-DT-2, WT-DT-3)", function()
    double_time()
    start()
    equal(status(), "Turn 1, Flaym: deploys a battalion (1 of 2)")
    play("D:F1a1n")
    equal(status(), "Turn 1, Flaym: deploys a battalion (2 of 2)")
    S.begin(field, "vr=d od=0/2")
    equal(status(), "Turn 1, Flaym: Step 5: gives an order, order 1 of 2")
    play("Z")
    equal(status(), "Turn 1, Flaym: Step 5: gives an order, order 2 of 2")
    S.begin(field, "vr=d")
    equal(status(), "Turn 1, Flaym: Step 5: gives an order")
    double_time({ declare = "manual" })
    S.begin({ c3 = "1F3n", a7 = "2I6s" }, "vr=d od=2/2 gy=A:2I*5 ph=END op=declare=manual")
    equal(status(), "Turn 1, Flaym: may declare a victory")
  end)

  it("among allies too, and of those who place battalions (WT-ALLY-21, WT-ALLY-26)", function()
    allied("1v3")
    start()
    equal(status(), "Turn 1, Flaym: deploys a battalion (1 of 1)")
    play("D:1F4a1n")
    equal(status(), "Turn 1, Frost: deploys a battalion (1 of 3)")
    play("D:2I4a7n")
    equal(status(), "Turn 1, Sey: deploys a battalion (2 of 3)")
    allied("2v2")
    S.begin(allies, four .. "od=1/2:1")
    equal(status(), "Turn 1, Frost: Step 5: gives an order, order 2 of 2")
  end)
end)
