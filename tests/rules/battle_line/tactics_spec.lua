-- Chapters 8 to 11: tactics cards, their limit, and what each of them does.
local B = dofile("tests/rules/battle_line/support.lua")

describe("the limit", function()
  it("who has played more than the other may play none (BL-TAC-1, BL-TAC-2, BL-TAC-3, BL-TAC-4, "
    .. "BL-TAC-5)", function()
    B.rules("short")
    B.begin { h1 = "2sKhKdQhQsJdJc", h2 = "2hKsKcJhJs" }
    play("Kh@1 dT")
    equal(B.now().played, "1,0")
    play("2h@1 dT")
    B.refuses("Kd@2", "BL-TAC-4")
    B.refuses("Jc", "BL-TAC-4")
    ok(B.lists("2s@1"))
    play("2s@1 dT Ks@1 dT Kd@2 dT Jh:Kd@2 dT")
    equal(B.now().played, "2,2")
    play("Qh@2 dT Js:2s@1>3 dX")
    equal(B.now().played, "3,3")
    B.begin { h1 = "2s3s4s", h2 = "KsKcJh", g1 = "Jd|" } -- one behind: two in two turns
    play("2s@1 dT Ks@1 dT 3s@1 dT Kc@1 dT 4s@1 dT")
    equal(B.now().played, "1,2")
    B.refuses("Jh:-", "BL-TAC-4")
  end)

  it("a deserted Leader counts as played, a fizzled guile card counts, a troop never "
    .. "(BL-RUL-28, P-2)", function()
    B.rules("short")
    B.begin { turn = "2A", flags = { "o+Kh" }, h2 = "Jh2s" }
    play("Jh:Kh@1")
    equal(B.now().played, "1,1")
    equal(B.now().g1 .. B.now().g2, "|KhJh|")
    B.begin { turn = "2A", h2 = "Js2s" }
    play("Js:-")
    equal(B.now().played, "0,1")
    B.begin { turn = "2A", h2 = "Js2s" }
    play("2s@1")
    equal(B.now().played, "0,0")
  end)

  it("the classes: what is laid in a slot, at a flag, in the display (BL-TAC-6, BL-TAC-7, "
    .. "BL-MOR-1, BL-ENV-1, BL-GUI-1)", function()
    B.rules("short")
    B.begin { h1 = "KhKsKcQhQsJcJd" }
    play("Qh@1")
    equal(B.now().flags[1], "o+Qh")
    B.begin { h1 = "KhKsKcQhQsJcJd" }
    play("Kc@1")
    equal(B.now().flags[1], "o[Kc1]")
    B.begin { h1 = "KhKsKcQhQsJhJs" }
    play("Jh:-")
    equal(B.now().g1, "Jh|")
    B.refuses("Kc@2", "BL-TRN-2")
    B.begin { h1 = "KhKsKcQhQsJhJs" }
    B.refuses("Jh@2", "BL-TAC-6")
    B.refuses("Kh:-", "BL-RUL-15")
    B.refuses("Kh", "BL-TAC-7")
  end)
end)

describe("morale cards", function()
  it("use up a slot, may lie together, and are moved and deserted (BL-MOR-1, BL-MOR-5, BL-RUL-8, "
    .. "BL-RUL-9, BL-RUL-36)", function()
    B.rules("short")
    B.begin { flags = { "o+Kh+Kd+Qs-Td-9d-8d" }, h1 = "Jd2s", h2 = "Jh", g2 = "JcJs|Qd" }
    B.refuses("2s@1", "BL-PLC-2")
    ok(B.lists("Jd:Kh@1>2"))
    play("Jd:Kh@1>x")
    equal(B.now().g1, "Jd|Kh")
    B.begin { turn = "2A", flags = { "o+Kh+Kd+Qs" }, h2 = "Jh", g2 = "JcJs|" }
    equal(B.moves("^Jh"), "Jh:Qs@1 Jh:Kd@1 Jh:Kh@1 Jh:-")
  end)
end)

describe("environment cards", function()
  it("occupy no slot, change both sides, come to any open flag, also where sides are complete or "
    .. "full (BL-ENV-1, BL-ENV-2, BL-ENV-5, BL-RUL-29, BL-RUL-37, P-11)", function()
    B.rules("short")
    B.begin { flags = { "o+8s+9s+Ts-8h-9h-7h", "1+2s+3s+4s" }, h1 = "KcKs5s", h2 = "5h" }
    ok(B.lists("c1"))
    play("Kc@1")
    equal(B.now().flags[1], "o[Kc1]+8s+9s+Ts-8h-9h-7h")
    B.refuses("c1", "BL-CLM-3", "needs 4 cards")
    play("dT")
    B.refuses("c1", "BL-CLM-3", "needs 4 cards")
    play("5h@1 dT 5s@1 dT")
    equal(B.now().flags[1], "o[Kc1]+8s+9s+Ts-8h-9h-7h-5h+5s")
    B.begin { flags = { "o+8s+9s+Ts", "1+2s+3s+4s" }, h1 = "KcKs5s" }
    B.refuses("Kc@2", "BL-ENV-1")
  end)

  it("stay: neither Deserter nor Redeploy reaches them (BL-ENV-3, BL-RUL-14, P-9)", function()
    B.rules("short")
    B.begin { flags = { "o[Ks2Kc1]+2s-3s" }, h1 = "JhJd" }
    equal(B.moves("K[sc]"), "")
    B.refuses("Jh:Ks@1", "BL-GUI-7")
    B.refuses("Jd:Kc@1>x", "BL-GUI-5")
    B.refuses("Jd:Kc@1>2", "BL-GUI-5")
  end)

  it("Fog and Mud lie together, from one player or both (BL-RUL-41)", function()
    B.rules("short")
    B.begin { flags = { "o[Ks2]" }, h1 = "Kc" }
    play("Kc@1")
    equal(B.now().flags[1], "o[Ks2Kc1]")
  end)
end)

describe("the Scout", function()
  it("draws three, deck by deck, and puts two back on top, the first deeper (BL-GUI-3, BL-GUI-4, "
    .. "BL-RUL-26, BL-RUL-27, BL-RUL-35, BL-RUL-43)", function()
    B.rules("short")
    B.begin { h1 = "2s3s4s5sQsQcJc", h2 = "2h" }
    local troop, tactics = B.now().T, B.now().X
    play("Jc")
    equal(B.now().turn, "1D3")
    equal(B.moves("."), "dT dX")
    B.refuses("c1", "BL-RUL-20")
    B.refuses("2s@1", "BL-GUI-3")
    play("dT")
    equal(B.now().turn, "1D2")
    ok(B.now().h1:find(troop:sub(1, 2), 1, true))
    play("dX dT")
    equal(B.now().turn, "1R2")
    equal(#B.now().h1, 18)
    B.refuses("c1", "BL-RUL-20")
    B.refuses("dT", "BL-GUI-4")
    play("r2s")
    equal(B.now().turn, "1R1")
    play("r" .. tactics:sub(1, 2))
    equal(B.now().turn, "1B")
    equal(B.now().T:sub(1, 2), "2s")
    equal(B.now().X, tactics)
    equal(B.moves("."), "end") -- seven cards: no draw
    B.refuses("dT", "BL-TRN-4", "seven cards")
    equal(B.now().g1, "Jc|")
    B.begin { h1 = "2s3s4s5sQsQcJc" }
    play("Jc dT dT dT r2s r3s")
    equal(B.now().T:sub(1, 4), "3s2s")
  end)

  it("draws what there is, returns two, and the usual draw follows below seven (BL-RUL-25, "
    .. "BL-RUL-27, P-4)", function()
    B.rules("short")
    local rest = {}
    for value in ("A23456789T"):gmatch(".") do
      for suit in ("shdc"):gmatch(".") do
        if not ("As 2s 3s 4s 5s 6s 7s"):find(value .. suit) then rest[#rest + 1] = value .. suit end
      end
    end
    B.begin { h1 = "As2s3s4s5s6sJc", T = "7s", X = ".",
      g1 = "JdJh|KhKdKs", g2 = "Js|" .. table.concat(rest) .. "KcQhQdQsQc" }
    play("Jc dT")
    equal(B.now().turn, "1R2")
    play("r7s rAs")
    equal(#B.now().h1, 10)
    equal(B.moves("."), "dT")
    play("dT")
    equal(#B.now().h1, 12)
    B.begin { h1 = "As2s3s4s5s6sJc", T = ".", X = ".", g1 = "JdJh|KhKdKs",
      g2 = "Js|" .. table.concat(rest) .. "7sKcQhQdQsQc" }
    B.refuses("Jc", "BL-RUL-27", "nothing to draw")
  end)
end)

describe("Redeploy", function()
  it("moves an own card to a free slot at another open flag, or discards it (BL-GUI-5, BL-GUI-6, "
    .. "BL-RUL-16, BL-RUL-18)", function()
    B.rules("short")
    B.begin { flags = { "o+2s+3s-9h", "o+4s+5s+6s", "1+Th+Td+Tc", "o[Kc2]+7s+8s+9s" }, h1 = "Jd" }
    equal(B.moves("^Jd:2s"), "Jd:2s@1>4 Jd:2s@1>5 Jd:2s@1>x")
    B.refuses("Jd:2s@1>1", "BL-RUL-16")
    B.refuses("Jd:2s@1>2", "BL-PLC-2")
    B.refuses("Jd:2s@1>3", "BL-RUL-21")
    B.refuses("Jd:Th@3>5", "BL-RUL-21")
    B.refuses("Jd:9h@1>5", "BL-GUI-5")
    play("Jd:4s@2>1")
    equal(B.now().flags[1] .. " " .. B.now().flags[2], "o+2s+3s-9h+4s o+5s+6s")
    equal(B.now().g1, "Jd|")
    undo()
    play("Jd:2s@1>x")
    equal(B.now().flags[1], "o+3s-9h")
    equal(B.now().g1, "Jd|2s")
  end)

  it("needs an own card at an open flag (BL-RUL-15)", function()
    B.rules("short")
    B.begin { flags = { "1+2s+3s+4s", "o-9h" }, h1 = "Jd" }
    equal(B.moves("."), "pass")
    B.refuses("Jd:-", "BL-RUL-15")
  end)

  it("a slot that it leaves is free again, and the side incomplete (BL-RUL-18)", function()
    B.rules("short")
    B.begin { flags = { "o+8s+9s+Ts" }, h1 = "Jd2s" }
    ok(B.lists("c1"))
    play("Jd:9s@1>x")
    B.refuses("c1", "BL-CLM-3")
    play("dT")
    B.begin { flags = { "o+8s+Ts" }, h1 = "2s" }
    ok(B.lists("2s@1"))
  end)
end)

describe("Deserter", function()
  it("takes a troop or a morale card of the other side, which goes to the loser's display "
    .. "(BL-GUI-2, BL-GUI-7, BL-GUI-8, BL-GUI-11, BL-RUL-15, BL-RUL-18)", function()
    B.rules("short")
    B.begin { flags = { "o+2s-9h-8h-7h", "2-Th-Td-Tc" }, h1 = "Jh3s", h2 = "5c", g2 = "|4c" }
    equal(B.moves("^Jh"), "Jh:7h@1 Jh:8h@1 Jh:9h@1 Jh:-")
    B.refuses("Jh:2s@1", "BL-GUI-7")
    B.refuses("Jh:Th@2", "BL-RUL-21")
    play("Jh:8h@1")
    equal(B.now().flags[1], "o+2s-9h-7h")
    equal({ B.now().g1, B.now().g2 }, { "Jh|", "|4c8h" })
    play("dT")
    ok(B.lists("5c@1"))
  end)
end)

describe("Traitor", function()
  it("takes a troop over into any free own slot, also at the same flag (BL-GUI-8, BL-GUI-9, "
    .. "BL-RUL-17)", function()
    B.rules("short")
    B.begin { flags = { "o+2s-9h", "o+3s+4s+5s-8h", "1+6s+7s+8s" }, h1 = "Js", h2 = "Jh" }
    equal(B.moves("9h"), "Js:9h@1>1 Js:9h@1>4 Js:9h@1>5")
    B.refuses("Js:9h@1>2", "BL-PLC-2")
    play("Js:9h@1>1")
    equal(B.now().flags[1], "o+2s+9h")
    play("dT Jh:9h@1") -- deserted later, it goes to the display of its new side
    equal({ B.now().g1, B.now().g2 }, { "Js|9h", "Jh|" })
  end)

  it("never takes a tactics card (BL-GUI-10, P-10)", function()
    B.rules("short")
    B.begin { flags = { "o-Kh-9h" }, h1 = "Js" }
    equal(B.moves("Kh"), "")
    B.refuses("Js:Kh@1>1", "BL-GUI-10")
  end)

  it("without a free slot it has no effect only (BL-RUL-17)", function()
    B.rules("short")
    B.begin { h1 = "Js", flags = { "o+2s+3h+4s-9h", "o+2h+3s+4h", "o+2d+3c+4d", "o+2c+3d+4c",
      "o+5s+6h+7s" } }
    equal(B.moves("^J"), "Js:-")
  end)
end)

describe("arrival", function()
  it("a card that is taken away and replaced comes last (BL-RUL-19, BL-TIE-2, P-3)", function()
    B.rules("short")
    -- equal; P1 was complete first, and would win the tie
    local line = { turn = "2A", flags = { "o+4s-4c+5h-5d+6d-6h" }, h2 = "JhTc", h1 = "4d" }
    B.begin(line)
    B.refuses("c1", "BL-CLM-4", "BL-TIE-2")
    play("Jh:4s@1 dT 4d@1")
    equal(B.now().flags[1], "o-4c+5h-5d+6d-6h+4d")
    B.refuses("c1", "BL-CLM-4", "BL-TIE-2")
    play("dT")
    ok(B.lists("c1"))
  end)

  it("the order of arrival is all that is kept: same line, same hash (BL-RUL-19)", function()
    B.rules("short")
    B.begin { flags = { "o+4s-4c+5h" }, h1 = "Jd9s", h2 = "8c" }
    play("Jd:4s@1>2 dT 8c@1 dT")
    local line, hash = position(), state().hash
    start(line)
    equal(position(), line)
    equal(state().hash, hash)
    equal(B.now().flags[1], "o-4c+5h-8c")
  end)
end)

describe("twins (long)", function()
  it("on a side they are named from the older to the newer, in a hand they are one (BL-RUL-30, "
    .. "BL-RUL-43, P-16)", function()
    B.rules("long")
    B.begin { flags = { [5] = "o-9c+2s-9c-9d" }, h1 = "9sJh9sJs", h2 = "2h" }
    equal(B.moves("^Jh:9c"), "Jh:9c#1@5 Jh:9c#2@5")
    equal(B.moves("^9s@3"), "9s@3")
    equal(B.moves("^Js:9c.*>4"), "Js:9c#1@5>4 Js:9c#2@5>4")
    -- who asks what can be done hears of twins, and of nothing that is never listed
    ok(explain():find("can: Deserter, one of twins (2)", 1, true))
    ok(not explain():find("older", 1, true))
    ok(not explain():find("return", 1, true))
    B.refuses("Jh:9d#1@5", "BL-RUL-30")
    B.refuses("Jh:9c#3@5", "BL-RUL-30")
    play("Jh:9c#2@5")
    equal(B.now().flags[5], "o-9c+2s-9d")
    undo()
    play("Jh:9c@5") -- without a number the older
    equal(B.now().flags[5], "o+2s-9c-9d")
    undo()
    play("Jh:9c#1@5")
    equal(B.now().flags[5], "o+2s-9c-9d")
  end)
end)
