-- Chapters 27 to 34: how a battle ends.
local S = dofile("tests/rules/warline/support.lua")

local function result(zones, fields, moves)
  S.begin(zones, fields)
  play(moves)
  return S.key("rt")
end

describe("when victory is looked at", function()
  it("at the end of every turn, for both sides, and only then "
    .. "(WT-VIC-1, WT-VIC-2, WT-VIC-5, WT-RUL-92, WT-RUL-93, WT-GEN-4, WT-SET-4)", function()
    S.rules()
    S.begin({ d3 = "1F4n", d4 = "2I2s", a7 = "2I6s" }, "gy=A:2I*4")
    play("M:d3 f-")
    equal(S.key("ph"), "MAN")
    equal(S.key("gy"), "A:2I*5")
    play(".")
    equal(S.key("rt"), "A:overpower:1")
    equal(state().by, "overpower")
    equal(state().winner[1], 0)
    equal(#state().winner, 1)
  end)

  it("counts what a General's own turn gives the enemy (WT-RUL-94)", function()
    S.rules()
    S.begin({ d3 = "1F4n%", a1 = "1F5n", a7 = "2I6s" }, "ph=SAC gy=B:1F*4")
    play("S:a1 M:a1 f .")
    equal(S.key("rt"), "B:overpower:1")
  end)

  it("looks away inside a turn (WT-RUL-92)", function()
    S.rules()
    S.begin({ d6 = "1F2n", d7 = "2I1s", a7 = "2I6s" }, "pr=A:2I4+2I4")
    play("M:d6 u:out")
    equal(S.key("pr"), "A:2I4+2I4+2I1")
    play("t") -- the third prisoner dies before the turn ends
    equal(S.key("rt"), nil)
  end)

  it("the best of several conditions is booked (WT-RUL-95, WT-VIC-6, WT-DATA-6)", function()
    S.rules()
    equal(result({ d3 = "1F4n" }, "gy=A:2I*5 pr=A:2I1", "M:d3 f ."), "A:overpower:1")
    equal(result({ d3 = "1F4n", d4 = "2I3s" }, "gy=A:2I*5", "M:d3 f- ."), "A:crush:3")
    equal(result({ d3 = "1F4n" }, "gy=A:2I*3 pr=A:2I1+2I1+2I1", "M:d3 f ."), "A:shackle:5")
  end)
end)

describe("Overpower, Crush, Shackle", function()
  local far = { d3 = "1F4n", a7 = "2I6s" }
  it("five dead, six dead (WT-OVER-1, WT-OVER-2)", function()
    S.rules()
    equal(result(far, "gy=A:2I*4", "M:d3 f ."), nil)
    equal(result(far, "gy=A:2I*5", "M:d3 f ."), "A:overpower:1")
    equal(result({ d3 = "1F4n", d4 = "2I1s" }, "gy=A:2I*5", "M:d3 f- ."), "A:crush:3")
  end)

  it("prisoners are not dead (WT-OVER-3)", function()
    S.rules()
    equal(result(far, "gy=A:2I*4 pr=A:2I1", "M:d3 f ."), nil)
  end)

  it("three prisoners at one time (WT-SHAC-1, WT-SHAC-2, WT-RUL-236)", function()
    S.rules()
    S.begin({ d6 = "1F2n", d7 = "2I4s", a7 = "2I6s" }, "pr=A:2I1+2I1")
    play("M:d6 u:out k")
    equal(S.key("rt"), "A:shackle:5")
    S.begin({ d6 = "1F2n", d7 = "2I4s", a7 = "2I6s" }, "mv=B pr=A:2I1+2I1")
    play("E:I1b7n T:- M:d6 u:out k")
    equal(S.key("rt"), nil)
  end)
end)

describe("Paralyze", function()
  local pen = { a6 = "[1F]", b7 = "[1F]", d1 = "1F6n" }
  local function penned(text, fields, more)
    local zones = { a7 = text }
    for zone, what in pairs(pen) do zones[zone] = what end
    for zone, what in pairs(more or {}) do zones[zone] = what end
    return result(zones, fields, "Z")
  end

  it("no enemy battalion can move, nor make itself able to "
    .. "(WT-PAR-1, WT-RUL-98, WT-RUL-99, WT-DATA-11)",
    function()
    S.rules()
    equal(penned("2I3s"), "A:paralyze:3")
    equal(penned("2I4s"), nil) -- it breaks a wall
    equal(penned("2I1s2I2s"), "A:paralyze:3")
    equal(penned("2I3s2I2s"), nil) -- a transfer makes Arms 4
    equal(penned("2I3s", nil, { a6 = "2I2n" }), nil)
    equal(penned("2I3s", nil, { g7 = "2I1s" }), nil)
  end)

  it("a counter attack may free it (WT-RUL-98)", function()
    S.rules()
    equal(penned("2I4s1F2n"), nil)
    equal(penned("2I1s1F2n"), "A:paralyze:3")
    -- Vigor holds in the first turn only: later, with the top one given up, the blow kills
    equal(penned("2I1s2I5n2I4n1F2n+2I1s"), nil)
  end)

  it("a zone without any neighbour lets nobody out (WT-RUL-99, WT-RUL-2)", function()
    S.rules({ voids = "a2 b1" })
    start("WT1 7x7 7/7/7/7/7/*,6/1F5n,*,4,2I1n mv=B rs=1F6,2I6")
    play("M:g1 f .")
    equal(S.key("rt"), "B:paralyze:3")
  end)

  it("not while an enemy is your prisoner (WT-PAR-2, WT-RUL-100)", function()
    S.rules()
    equal(penned("2I3s", "pr=A:2I1"), nil)
    local full = { d1 = "1F3n1F2n", b7 = "[1F]", c7 = "[1F]", d7 = "[2I]", e7 = "[2I]",
      f7 = "[2I]", g7 = "[2I]" }
    equal(penned("1F1s", "pr=A:2I1", full), nil)
    S.rules({ paralyze_needs_room = "on" })
    equal(penned("1F1s", "pr=A:2I1", full), "A:paralyze:3")
  end)

  it("a stunned one is not paralyzed; a side without battalions is "
    .. "(WT-RUL-102, WT-RUL-101)", function()
    S.rules()
    S.begin({ d6 = "1F2n", d7 = "2I1s" }, "gy=A:2I*4 rs=1F6")
    play("M:d6 u:c7")
    equal(S.key("rt"), nil)
    equal(result({ d3 = "1F4n", d4 = "2I1s" }, "", "M:d3 f- ."), "A:paralyze:3")
  end)
end)

describe("Blunt", function()
  -- b7 moves to and fro in a pocket of two zones; nothing in reach
  local function pocket(b7, more, fields)
    local zones = { a7 = "2I2n", b7 = b7, a6 = "[1F]", b6 = "[1F]", c7 = "[1F]", d1 = "1F6n" }
    for zone, what in pairs(more or {}) do zones[zone] = what end
    return result(zones, fields, "Z")
  end

  it("the enemy can never be aggressive again "
    .. "(WT-BLU-1, WT-RUL-103, WT-TEST-21, WT-DATA-14)", function()
    S.rules()
    equal(pocket("2I2n2I2s"), nil)
    equal(pocket("2I1n2I2s"), "A:blunt:2")
  end)

  it("any one of the five kinds bars it: attack, counter attack, rout, destruction, extrication "
    .. "(WT-VIC-7, WT-RUL-97, WT-RUL-104)", function()
    S.rules()
    equal(pocket("2I1n2I2s1F1n"), nil)                          -- a counter attack is due
    equal(pocket("2I1n2I2s", { b6 = "1F1n" }), nil)              -- an enemy within reach
    equal(pocket("2I1n2I2s", nil, "pr=A:2I1"), nil)              -- a prisoner to be freed
    equal(pocket("2I4n", { a7 = "1" }), nil)                     -- a hammer and a wall
    equal(pocket("2I1n", { a7 = "1F1s" }), nil)                  -- attack inside the pocket
  end)

  it("a prisoner counts only where there can be room for him (WT-RUL-104)", function()
    S.rules()
    local zones = { a1 = "2I2n", b1 = "2I1n2I2s", a2 = "[1F]", b2 = "[1F]", c1 = "[1F]",
      a7 = "[2I]", b7 = "[2I]", c7 = "[2I]", d7 = "[1F]", e7 = "[1F]", f7 = "[1F]", g7 = "1F6s" }
    equal(result(zones, "pr=A:2I1", "Z"), "A:blunt:2")
    zones.c7 = "2I1n"
    equal(result(zones, "pr=A:2I1", "Z"), nil)
  end)

  it("torment counts only by option (WT-RUL-97)", function()
    S.rules()
    equal(pocket("2I1n2I2s", nil, "pr=B:1F1"), "A:blunt:2")
    S.rules({ aggressive_extra = "torment" })
    equal(pocket("2I1n2I2s", nil, "pr=B:1F1"), nil)
  end)

  it("you need a hammer, on the field or in Prison (WT-BLU-2, WT-RUL-105)", function()
    S.rules()
    equal(pocket("2I1n2I2s", { d1 = "1F3n1F2n" }, "rs=1F3"), nil)
    equal(pocket("2I1n2I2s", { d1 = "1F1n" }, "rs=1F3 pr=B:1F4"), "A:blunt:2")
  end)

  it("with both incapable the comparison decides, hammer or not (WT-BLU-3, WT-RUL-106)", function()
    S.rules()
    equal(pocket("2I1n2I2s", { d1 = "1F3n" }), "B:forced:1") -- 3 against 5 Arms
    equal(pocket("2I1n", { a7 = "1", d1 = "1F1n" }), "-:stalemate:-1")
    -- another condition of one side alone comes first
    equal(pocket("2I3n", { a7 = "1", d1 = "1F2n" }, "gy=A:2I*5"), "A:overpower:1")
  end)

  it("one side incapable, the other without hammer: play goes on (WT-RUL-106)", function()
    S.rules()
    equal(pocket("2I1n2I2s", { d1 = "1F3n1F2n" }, "rs=1F3"), nil)
  end)
end)

describe("surrender", function()
  it("a General who concedes loses, at any decision of his (WT-VS-1, WT-RUL-110)", function()
    S.rules()
    S.begin({ d3 = "1F5n", d6 = "2I5s" }, "mv=B")
    ok(not S.lists("resign"))
    play("resign")
    equal(S.key("rt"), "A:voluntary:1")
    start()
    play("D:F1a1n resign")
    equal(S.key("rt"), "A:voluntary:1")
    S.begin({ d3 = "1F5n", d6 = "2I5s" }, "ph=MAN mn=d3:2:p")
    play("resign")
    equal(S.key("rt"), "B:voluntary:1")
    equal(S.key("mn"), nil)
    equal(#legal(), 0)
  end)
end)

describe("the divisive conclusion", function()
  it("both satisfied: total Arms on field and in Prison, then number, then Stalemate for both "
    .. "(WT-END-1, WT-END-2, WT-END-3, WT-END-4, WT-END-5, WT-FS-2, WT-RUL-107, WT-VIC-4, "
      .. "WT-TEST-18)",
    function()
    S.rules()
    equal(result({ d7 = "2I3s" }, "pr=A:2I2+2I2+2I2,B:1F3+1F3+1F3", "Z"), "B:forced:1")
    equal(result({ d7 = "2I3s" }, "pr=A:2I2+2I2+2I3,B:1F3+1F3+1F5", "Z"), "A:forced:1")
    equal(result({ d7 = "2I3s", d1 = "1F3n" }, "pr=A:2I2+2I2+2I2,B:1F2+1F2+1F2", "Z"),
      "-:stalemate:-1")
    equal(#state().winner, 0)
  end)

  it("nothing left at all is a Stalemate (WT-RUL-237)", function()
    S.rules()
    equal(result({}, "gy=A:2I*6,B:1F*6", "Z"), "-:stalemate:-1")
  end)

  it("a second Stall comes before any condition (WT-RUL-89)", function()
    S.rules()
    equal(result({ d7 = "2I3s" }, "st=A:1,B:0 pr=A:2I2+2I2+2I2", "Z"), "B:forced:1")
  end)
end)

describe("Resolve", function()

  it("three full cycles of idle turns in repeated positions end it for both "
    .. "(WT-END-6, WT-END-7, WT-END-9, WT-RUL-109, WT-RUL-111)", function()
    S.rules()
    S.begin({ d2 = "1F3e", d6 = "2I3w" })
    play("M:d2 f . M:d6 f . M:e2 l l f . M:c6 l l f . M:d2 l l f .")
    equal(S.key("id"), nil) -- five positions that were never seen before
    play("M:d6 l l f . M:e2 l l f . M:c6 l l f . M:d2 l l f . M:d6 l l f .")
    equal(S.key("id"), "5")
    play("M:e2 l l f .")
    equal(S.key("rt"), "-:resolve:-10")
    equal(S.key("id"), "5")
    equal(#state().winner, 0)
  end)

  it("a deed begins the count anew (WT-RUL-109)", function()
    S.rules()
    S.begin({ d2 = "1F3e", d6 = "2I3w", a1 = "1F2n" }, "id=5")
    play("L:a1>1n")
    equal(S.key("id"), nil)
    S.begin({ d2 = "1F3e", d6 = "2I3w", a1 = "1F2n" }, "id=5 rs=1F6")
    play("M:a1 b:a2")
    equal(S.key("id"), "x")
  end)

  it("each deed does, whatever the position (WT-RUL-109)", function()
    S.rules({ resolve = "irreversible" })
    local a, far = "1F4n", { a7 = "2I6s", g7 = "2I5s" }
    local function after(zones, moves, fields)
      for zone, text in pairs(far) do zones[zone] = zones[zone] or text end
      S.begin(zones, "id=2 " .. (fields or ""))
      play(moves)
      return S.key("id")
    end
    equal(after({ d3 = a }, "M:d3 f ."), "3")
    equal(after({ d3 = a, d4 = "2I5n" }, "M:d3 fn ."), nil)
    equal(after({ d3 = a, d4 = "2I5n" }, "M:d3 u:d5"), nil)
    equal(after({ d3 = a, d4 = "[1F]" }, "M:d3 x l ."), nil)
    equal(after({ d3 = a }, "M:d3 b:d4 .", "rs=1F6"), nil)
    equal(after({ d3 = a }, "L:d3>3n"), nil)
    equal(after({ d3 = a }, "K:d3"), nil)
    equal(after({ d3 = a }, "E:F1a1n", "pr=B:1F1"), nil)
    equal(after({ d3 = a, a1 = "1F2n%" }, "S:d3 M:d3 f .", "ph=SAC"), nil)
    equal(after({ d3 = a }, "T:2I2 M:d3 f .", "ph=TOR pr=A:2I2"), nil)
    equal(after({ d3 = a }, "T:- M:d3 f .", "ph=TOR pr=A:2I2"), "3")
  end)

  it("other readings: any idle turns, a referee, never, a last turn "
    .. "(WT-RUL-109, WT-RUL-111, WT-RUL-249)", function()
    S.rules({ resolve = "irreversible", resolve_cycles = "1" })
    S.begin({ d2 = "1F3e", d6 = "2I3w" })
    play("M:d2 f . M:d6 f .")
    equal(S.key("rt"), "-:resolve:-10")
    equal(S.key("id"), "1")
    S.rules({ resolve = "arbiter" })
    S.begin({ d2 = "1F3e", d6 = "2I3w" })
    ok(not S.lists("arbiter:resolve"))
    play("arbiter:resolve")
    equal(S.key("rt"), "-:resolve:-10")
    S.rules({ resolve = "irreversible", max_turns = "3" })
    S.begin({ d2 = "1F3e", d6 = "2I3w" }, "tn=2")
    play("M:d2 f . M:d6 f .")
    equal(S.key("rt"), "-:resolve:-10")
    equal(S.key("id"), "1") -- as before the last turn (WT-RUL-249)
    S.rules({ resolve = "off", max_turns = "3" })
    S.begin({ d2 = "1F3e", d6 = "2I3w" }, "tn=2")
    play("M:d2 f .")
    equal(S.key("tn"), "3")
    play("M:d6 f .")
    equal(S.key("rt"), "-:resolve:-10")
  end)
end)

describe("Paralyze and Vigor", function()
  it("an enemy's Vigor shields him in the next turn alone: later blows count "
    .. "(WT-RUL-98, WT-RUL-99, WT-DATA-11)", function()
    S.rules()
    start("WT1 7x7 2I1s2I5n2I4n1F2n+2I1s,[1F],5/[1F],6/7/7/7/7/3,1F6n,3")
    play("Z")
    ok(not state().over, "the battle goes on: " .. position())
  end)
end)
