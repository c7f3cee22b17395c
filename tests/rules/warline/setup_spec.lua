-- Chapters 1 to 5: components, set-up, Battle Formation, the course of a turn.
local S = dofile("tests/rules/warline/support.lua")

describe("components and set-up", function()
  it("begins with two Generals, the field empty, six battalions and six ramparts each "
    .. "(WT-GEN-2, WT-COMP-1, WT-COMP-3, WT-COMP-4, WT-SET-1, WT-SET-8, WT-SET-10, WT-SET-12, "
      .. "WT-DATA-5)", function()
    S.rules()
    start()
    equal(position(), S.empty)
    equal(state().to_move, 0)
  end)

  it("the field is 7 by 7 zones in one piece, opposite edges "
    .. "(WT-SET-3, WT-COMP-2, WT-SET-5, WT-SET-6, "
    .. "WT-RUL-2, WT-DATA-9)", function()
    S.rules()
    start()
    equal(position():sub(1, 10), "WT1 7x7 7/")
    ok(S.lists("D:F1a1n") and S.lists("D:F1g3n"))
    ok(not S.lists("D:F1a4n") and not S.lists("D:F1h1n"))
    play("D:F1a1n")
    ok(S.lists("D:I1g7s") and S.lists("D:I1a5s") and not S.lists("D:I1a4s"))
  end)

  it("General 1 leads Flaym and General 2 Frost unless the match says otherwise "
    .. "(WT-SET-7, WT-RUL-11)",
    function()
    S.rules({ kingdom1 = "I", kingdom2 = "T" })
    start()
    equal(S.key("un"), "1:I1I2I3I4I5I6,2:T1T2T3T4T5T6")
    local good, message = pcall(S.rules, { kingdom1 = "I" })
    ok(not good and message:find("WT-RUL-11", 1, true), message)
    S.rules({ kingdom2 = "F", mirror_kingdoms = "on" })
    start()
    equal(S.key("rs"), "1F6,2F6")
  end)

  it("a battalion is kingdom, Arms and facing, and nothing else "
    .. "(WT-SET-9, WT-SET-11, WT-GEN-6)", function()
    S.rules()
    S.begin({ d3 = "1F3n", d7 = "2I6s" })
    play("M:d3 l .")
    equal(S.cell("d3"), "1F3w")
  end)

  it("no token is on anybody at the start (WT-SET-13, WT-COMP-5, WT-DATA-7)", function()
    S.rules({ start = "quick" })
    start()
    for _, mark in ipairs({ "+", "!", "%", "^" }) do
      ok(not position():find(mark, 1, true), mark)
    end
  end)

  it("nothing is random once the match is set (WT-GEN-3, WT-RUL-108, WT-END-8)", function()
    S.rules({ start = "quick" })
    start(nil, 1)
    play("G:1 M:d3 f .")
    local one = position()
    start(nil, 2)
    play("G:1 M:d3 f .")
    equal(position(), one)
  end)

  it("Player-1 is named by the match, or drawn (WT-SET-14, WT-RUL-10)", function()
    S.rules({ first_deployer = "2" })
    start()
    equal(S.key("mv"), "B")
    equal(S.key("fd"), "B")
    S.rules({ player1 = "random" })
    local seen = {}
    for seed = 1, 40 do
      start(nil, seed)
      seen[S.key("mv") or "A"] = true
    end
    ok(seen.A and seen.B)
  end)

  it("only beta rules 0.99.9.0's core stands without variants "
    .. "(WT-GEN-1, WT-GEN-7, WT-RUL-9)", function()
    S.rules()
    S.unreadable(S.line({ d4 = "{f}1F3n" }), "terrain")
    S.unreadable(S.line({ d4 = "1F3n" }, "vr=t"), "vr")
    S.unreadable(S.line({ d4 = "1F0n" }), "Arms")
    S.unreadable(S.line({ d4 = "1F7n" }), "Arms")
  end)
end)

describe("Battle Formation", function()
  it("one battalion in turn, Player-1 first (WT-DEP-1, WT-DEP-2)", function()
    S.rules()
    start()
    play("D:F3c2n")
    equal(S.key("mv"), "B")
    play("D:I3c6s")
    equal(S.key("mv"), nil)
    equal(S.key("un"), "1:F1F2F4F5F6,2:I1I2I4I5I6")
    S.refuses("D:F3c1n", "WT-DEP-2")
  end)

  it("on a free zone of the three nearest rows, or on an own battalion "
    .. "(WT-DEP-3, WT-DEP-4, WT-RUL-12, WT-RUL-13)", function()
    S.rules()
    start()
    play("D:F3c2n D:I3c6s")
    S.refuses("D:F1c5n", "WT-DEP-3")
    play("D:F1c2e D:I1c6n D:F2c2s")
    equal(S.cell("c2"), "1F3n1F1e1F2s")
    S.begin({ c2 = "[2I]" }, "ph=DEP un=1:F1 rs=1F6,2I5")
    ok(not S.lists("D:F1c2n"))
  end)

  it("keeps Arms, any of four facings, and stays where it was put "
    .. "(WT-DEP-5, WT-DEP-6, WT-DEP-7, WT-RUL-14, WT-RUL-44, WT-RUL-247)", function()
    S.rules()
    start()
    equal(S.moves("D:F3c2"), "D:F3c2e D:F3c2n D:F3c2s D:F3c2w")
    play("D:F3c2w D:I1a7n")
    equal(S.cell("c2"), "1F3w")
    equal(S.count("D:F3"), 0)
  end)

  it("may not be skipped; who has battalions left goes on alone (WT-RUL-15, WT-RUL-17)", function()
    S.rules()
    S.begin({ a1 = "1F1n", a7 = "2I1n" }, "ph=DEP un=1:F4F6 rs=1F6,2I6")
    equal(#legal(), 2 * 21 * 4)
    play("D:F4b1n")
    equal(S.key("ph"), "DEP")
    equal(S.key("mv"), nil)
    play("D:F6b2n")
    equal(S.key("ph"), "FIRST")
  end)

  it("Player-1 names who opens (WT-DEP-8)", function()
    S.rules()
    S.begin({ a1 = "1F1n", a7 = "2I1n" }, "ph=FIRST")
    equal(S.moves(""), "G:1 G:2")
    play("G:2")
    equal(S.key("mv"), "B")
    equal(S.key("tn"), nil)
    S.rules({ first_deployer = "2" })
    S.begin({ a1 = "1F1n", a7 = "2I1n" }, "fd=B ph=DEP mv=B un=2:I4 rs=1F6,2I6")
    play("D:I4b7n")
    equal(S.key("mv"), "B")
    equal(S.key("ph"), "FIRST")
  end)

  it("a set-up without a legal placement is refused (WT-RUL-15, WT-RUL-248)", function()
    S.rules()
    S.rules({ board = "2x3" })
    local good, message = pcall(start, "WT1 2x3 2/2/[2I],[2I] ph=DEP un=1:F1 rs=1F6,2I4")
    ok(not good and message:find("WT-RUL-248", 1, true), message)
    good, message = pcall(S.rules, { board = "1x2", voids = "a1" })
    ok(not good and message:find("WT-RUL-248", 1, true), message)
  end)
end)

describe("the turn", function()
  local before = { a1 = "2I3n1F6n", d4 = "1F2n1F2n", d7 = "2I6s%", f5 = "1F5n!" }

  it("Generals alternate until somebody wins "
    .. "(WT-TURN-1, WT-TURN-3, WT-ORD-4, WT-MAN-11)", function()
    S.rules()
    S.begin({ d3 = "1F3n", d6 = "2I3s" })
    play("K:d3")
    equal(S.key("mv"), "B")
    equal(S.key("tn"), "2")
    S.begin({ d3 = "2I3n", d6 = "1F3s" }, "mv=B")
    play("K:d3")
    equal(S.key("mv"), nil)
  end)

  it("runs its five steps in order: counter attack, torment, tokens, sacrifice, order "
    .. "(WT-TURN-2, WT-RUL-18, WT-DATA-10, WT-RUL-238)", function()
    S.rules()
    S.begin(before, "ph=CTR mv=B pr=B:1F1+1F2")
    equal(S.moves(""), "C:a1e C:a1n C:a1s C:a1w")
    play("C:a1n")
    equal(S.key("ph"), "TOR")
    equal(S.moves(""), "T:- T:1F1 T:1F2 T:1F2,1F1")
    play("T:1F2")
    equal(S.key("ph"), "SAC")
    equal(S.cell("f5"), "1F5n")
    equal(S.cell("d7"), "")
    play("S:a1")
    equal(S.key("ph"), nil)
    ok(S.lists("M:a1") and S.lists("Z"))
  end)

  it("one order to one battalion; the actions of a maneuver in any sequence (WT-GEN-5, WT-ORD-1, "
    .. "WT-MAN-5)", function()
    S.rules()
    S.begin({ d3 = "1F4n", f3 = "1F3n", d7 = "2I6s" }, "rs=1F6")
    play("M:d3 b:d4 x l f .")
    equal(S.cell("c3"), "1F4w")
    equal(S.key("mv"), "B")
    equal(S.cell("f3"), "1F3n")
  end)
end)
