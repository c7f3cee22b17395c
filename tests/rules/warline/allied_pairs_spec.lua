-- Tokens, stacks, ramparts and arts where several Generals, or several orders of one, meet them.
local S = dofile("tests/rules/warline/support.lua")

local four = "vr=4 sd=A:1+2,B:3+4 "
local arts = "vr=4a sd=A:1+2,B:3+4 "

local function allied(options, more)
  local settings = { sides = "2v2" }
  for key, value in pairs(options or {}) do settings[key] = value end
  S.with({ "alliances", table.unpack(more or {}) }, settings)
end
local function with_arts(kingdom, options)
  allied(options, { "ground", "arts", "kingdoms." .. kingdom })
end
local function double_time(options, more)
  S.with({ "double_time", table.unpack(more or {}) }, options)
end

describe("Vigor over several orders", function()
  it("saves all but one Arms in a turn of two attackers (WT-VIG-4, WT-RUL-55)", function()
    double_time()
    S.begin({ c4 = "1F4n+", c5 = "2I2s", d4 = "2I2w", a1 = "1F6n" }, "vr=d mv=B od=0/2")
    play("M:c5 fn f .")
    equal(S.cell("c4"), "1F3n-")
    play("M:d4")
    S.refuses("fn", "WT-RUL-46")
    play("f- .")
    equal(S.cell("c4"), "1F3n+2I2w") -- and Step 1 is next
    allied()
    S.begin({ c4 = "1F4n+", c5 = "3S4s", d4 = "4T4w", a1 = "1F6n" }, four .. "mv=B od=0/2")
    play("M:c5 fn f . M:d4 f- .")
    equal(S.cell("c4"), "1F3n+4T4w")
  end)

  it("goes with the next Step 3 of its side, whose General it was (WT-TOK-1, WT-RUL-178)",
    function()
    allied()
    S.begin({ a3 = "1F4n", c4 = "2I4n+", g7 = "3S4s" }, four .. "mv=B od=0/1")
    play("Z3")
    equal(S.cell("c4"), "2I4n")
  end)

  it("does not save from a friend's fire in the turn that earned it (WT-RUL-230, WT-RUL-55)",
    function()
    with_arts("flaym", { kingdom1 = "I", kingdom2 = "F" })
    S.begin({ c3 = "1I4n", c4 = "3S1s", d4 = "2F3n", g7 = "3S5s" }, arts .. "od=0/2")
    play("M:c3 f- . M:d4 bu")
    equal(S.cell("c4"), "1I2n+")
  end)

  it("one token for both: none while the other side has it (WT-RUL-27, WT-DT-6)", function()
    double_time({ token_pool = "shared" })
    local zones = { c3 = "1F4n", c4 = "2I1s", e3 = "1F4n", e4 = "2I1s", a7 = "2I6s", g1 = "1F1n" }
    S.begin(zones, "vr=d od=0/2 op=token_pool=shared")
    play("M:c3 f- . M:e3 f- .")
    equal(S.cell("c4"), "1F4n")
    equal(S.cell("e4"), "1F4n+")
    zones.a7 = "2I6s+"
    S.begin(zones, "vr=d od=0/2 op=token_pool=shared")
    play("M:c3 f- .")
    equal(S.cell("c4"), "1F4n'")
  end)
end)

describe("Stun over several orders", function()
  it("bars one General's battalion from his order, not his ally's (WT-STUN-3, WT-RUL-178)",
    function()
    allied()
    S.begin({ a3 = "1F4n", d6 = "3S4s!", g7 = "4T4s" }, four .. "mv=B od=0/2")
    S.refuses("M:d6", "WT-ORD-3")
    equal(S.moves("Z3"), "Z3")
    play("Z3")
    ok(S.lists("M:g7"))
    play("M:g7 f .")
    equal(S.cell("d6"), "3S4s") -- Step 3 of the side that stunned
  end)

  it("a rout frees the friend beneath, who may act in that turn (WT-RUL-223, WT-RUL-64)", function()
    allied()
    S.begin({ a3 = "1F4e", b3 = "2I4n3S5s", g7 = "4T4s" }, four .. "od=0/2")
    S.refuses("M:b3", "WT-ORD-3")
    play("M:a3 u:c3")
    equal(S.cell("c3"), "3S5e!")
    play("M:b3")
    equal(S.key("mv"), "A2")
    double_time()
    S.begin({ a3 = "1F4e", b3 = "1F3n2I5s", g7 = "2I4s" }, "vr=d od=0/2")
    play("M:a3 u:c3 M:b3 f .")
    equal(S.cell("b4"), "1F3n")
  end)
end)

describe("a sacrifice over several orders", function()
  it("a marked one whom an ally covers dies in its place (WT-RUL-32, WT-RUL-52)", function()
    allied()
    S.begin({ c3 = "1F4n", c2 = "2I4n", g7 = "3S4s" }, four .. "od=0/2 rs=1F3,2I3")
    play("K:c3 M:c2 f .")
    equal(S.cell("c3"), "1F4n%2I4n")
    play("Z3")
    equal(S.cell("c3"), "2I4n")
    equal(S.key("gy"), "B:1F*1")
    equal(S.moves("S"), "S:-")
  end)

  it("is broken by any enemy of the side (WT-SAC-5)", function()
    allied()
    S.begin({ c3 = "1F5n%", c4 = "4T4s", a7 = "3S4s", a1 = "2I4n" }, four .. "mv=B od=0/2")
    play("Z3 M:c4 fn .")
    equal(S.cell("c3"), "1F1n4T4s")
    equal(S.key("ph"), "CTR")
  end)

  it("sac_benefit = first_maneuver: of that General alone, or shared (WT-RUL-29, WT-RUL-179)",
    function()
    local zones = { c3 = "2I4n%", a1 = "1F5n", c1 = "2I5n", g7 = "3S4s" }
    for _, share in ipairs({ "off", "on" }) do
      allied({ sac_benefit = "first_maneuver",
        ["warline.alliances.ally_sacrifice_share"] = share })
      S.begin(zones, four .. "ph=SAC od=0/2")
      play("M:a1")
      equal(S.key("mn"), share == "on" and "a1:8:" or "a1:3:")
      play("f . M:c1")
      equal(S.key("mn"), share == "on" and "c1:3:" or "c1:8:")
    end
  end)

  it("the benefit holds for either order and ends with the turn (WT-RUL-30, WT-RUL-169)", function()
    double_time()
    S.begin({ c3 = "1F1n%", a1 = "1F5n", c1 = "1F5n", a7 = "2I6s", g7 = "2I5s" },
      "vr=d ph=SAC od=0/2")
    play("S:c1 M:a1")
    equal(S.key("mn"), "a1:3:")
    play("f .")
    equal(S.cell("c1"), "1F5n^")
    play("Z")
    equal(S.cell("c1"), "1F5n")
  end)
end)

describe("stacks of several Generals", function()
  it("an attack goes on down through all enemies and ends on an ally (WT-STACK-5, WT-STACK-6, "
    .. "WT-RUL-174)", function()
    allied()
    S.begin({ a3 = "1F6n", a4 = "3S4s4T5s", c1 = "2I4n", g7 = "3S5s" }, four .. "od=0/2")
    play("M:a3 f- .")
    equal(S.cell("a4"), "1F6n+'")
    equal(S.key("gy"), "A:3S*1+4T*1")
    S.begin({ a3 = "1F6n", a4 = "3S4s2I4s4T5s", g7 = "3S5s" }, four .. "od=0/2")
    play("M:a3 f- .")
    equal(S.cell("a4"), "3S4s2I4s1F6n'")
  end)

  it("so does a counter attack (WT-STACK-9, WT-RUL-177)", function()
    allied()
    S.begin({ d4 = "3S2n1F5n4T4n", a1 = "2I6n", g7 = "3S5s" }, four .. "ph=CTR od=0/2")
    play("C:d4-")
    equal(S.cell("d4"), "1F5n")
    equal(S.key("gy"), "A:3S*1+4T*1")
  end)

  it("nobody strikes from below an ally or a covered enemy (WT-RUL-19, WT-STACK-8)", function()
    allied()
    S.begin({ d4 = "3S4n2I4n", e4 = "2I5n3S5n4T5n", f4 = "3S6n1F4n2I6n", a1 = "1F6n" },
      four .. "mv=B od=0/2")
    play("Z3 Z4")
    equal(S.key("ph"), nil) -- e4: an enemy shields the lower one; d4, f4: nothing of A's is beneath
    S.begin({ e4 = "2I5n3S5n1F4n4T5n" }, four .. "ph=CTR od=0/2 rs=1F2")
    equal(S.key("ct"), "e4")
    equal(S.general(), 1)
  end)

  it("whoever comes to the top may take a General's order (WT-RUL-232, WT-STACK-2)", function()
    allied()
    S.begin({ c3 = "2I4n1F4n", g7 = "3S4s" }, four .. "od=0/2")
    play("next:2")
    equal(S.moves("M"), "") -- covered by an ally
    S.begin({ c3 = "2I4n1F4n", g7 = "3S4s" }, four .. "od=0/2")
    play("M:c3 f .")
    ok(S.lists("M:c3"))
  end)

  it("no counter attack comes between two orders (WT-CTR-1, WT-DT-4)", function()
    double_time()
    S.begin({ c3 = "1F2n2I5n", e3 = "1F2n", e4 = "2I5s", g7 = "2I6s" }, "vr=d od=0/2")
    play("M:e3 fn .")
    equal(S.key("ph"), nil)
    equal(S.key("od"), "1/2")
  end)
end)

describe("what belongs to an ally", function()
  it("his ramparts stop a Move, and fall as his kingdom says (WT-MOV-7, WT-RUL-71, WT-RUL-174)",
    function()
    allied()
    S.begin({ a3 = "1F4n", a4 = "[2I]", g7 = "3S4s", b1 = "2I4n" }, four .. "od=0/2 rs=2I2")
    play("M:a3")
    S.refuses("f", "WT-MOV-7")
    play("x")
    equal(S.key("mn"), "a3:3:px")
    equal(S.key("rd"), "2I1")
  end)

  it("no Alight onto them, no Snowblind beside them (WT-RUL-128, WT-RUL-135, WT-RUL-174)",
    function()
    with_arts("frost", { kingdom1 = "I", kingdom2 = "F" })
    S.begin({ c3 = "1I6n", d4 = "[2F]", e5 = "[1I]", g7 = "3S4s" }, arts .. "od=0/1 rs=1I2,2F2")
    play("M:c3")
    S.refuses("al:d4n", "WT-ART-FROST-3")
    ok(S.lists("al:e5n"))
    S.refuses("f0", "WT-ART-FROST-17")
  end)

  it("Overgrow reaches them only beside the battalion, and Harvest not at all (WT-RUL-144, "
    .. "WT-RUL-145)", function()
    with_arts("timber", { kingdom1 = "T", kingdom2 = "T", kingdom4 = "F" })
    S.begin({ c3 = "1T4n", c4 = "[2T]", b3 = "[1T]", a3 = "[2T]", g7 = "3S4s" },
      arts .. "od=0/1 rs=1T2,2T1")
    play("M:c3")
    ok(S.lists("ov:c4") and S.lists("ov:b3"))
    S.refuses("ov:a3", "WT-ART-TIMBER-10")
    play("x")
    equal(S.key("rd"), "2T1")
    equal(S.key("mn"), "c3:4:x")
  end)

  it("arts of no choice reach him: Burn, Farshot, Mortar (WT-RUL-116, WT-RUL-147)", function()
    with_arts("flaym")
    S.begin({ c3 = "1F3n", c4 = "2I4n", g7 = "3S4s" }, arts .. "od=0/2")
    play("M:c3 bu")
    equal(S.cell("c4"), "2I2n")
    with_arts("blak", { kingdom1 = "B" })
    S.begin({ c3 = "1B3n", c4 = "2I4n", c5 = "3S4s" }, arts .. "od=0/2")
    play("M:c3 fa")
    equal(S.cell("c4"), "2I3n")
    S.begin({ c3 = "1B6n", c5 = "2I4n", c6 = "3S4s" }, arts .. "od=0/2")
    play("M:c3 mo:c5 .")
    equal(S.cell("c5"), "2I1n")
  end)

  it("an Undertow lays its victim on him, and nobody is hurt (WT-RUL-141)", function()
    with_arts("sey", { kingdom1 = "S", kingdom3 = "F" })
    S.begin({ d4 = "1S2n", d6 = "3F4s", d5 = "2I3n", g7 = "4T4s" }, arts .. "od=0/2")
    play("M:d4 un:d5")
    equal(S.cell("d5"), "2I3n3F4n!")
  end)
end)
