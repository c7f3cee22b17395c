-- Frost: what its arts mean for victory, positions and computer players.
local S = dofile("tests/rules/warline/support.lua")

local frost = S.modules { "ground", "arts", "kingdoms.frost" }
-- Frost, General 2, is to move; both sides have a battalion out of the way.
local begin = S.beginning({ a1 = "1F6n", g7 = "2I5s" }, "mv=B")

describe("victory, with battalions on ramparts", function()
  it("counts battalions, and no rampart beneath them (WT-RUL-131, WT-END-3)", function()
    frost()
    -- both have Overpower, and the same Arms: the number of battalions decides
    local dead = "mv=B gy=A:2I*5,B:1F*5"
    S.begin({ a1 = "1F6n", d4 = "[2I]2I6s" }, dead)
    play("Z")
    equal(S.key("rt"), "-:stalemate:-1")
  end)

  it("closure looks at two battalions a side, and takes the ground from beneath the rampart "
    .. "(WT-RUL-131, WT-RUL-157, WT-RUL-234)", function()
    S.with({ "ground", "arts", "terrain", "kingdoms.frost" })
    S.begin({ a1 = "1F6n", a2 = "1F1n", d4 = "{w}[2I]2I6s%", g7 = "{f}2I5s" }, "mv=A")
    play("Z")
    equal({ S.cell("d4"), S.cell("g7") }, { "[2I]", "2I5s" })
    S.begin({ a1 = "1F6n", a2 = "1F1n", d4 = "{w}[2I]2I6s", g7 = "{f}2I5s" }, "mv=A")
    play("Z")
    equal({ S.cell("d4"), S.cell("g7") }, { "[2I]2I6s", "2I5s" })
  end)

  it("a Frost Arms 6, or one that can become it, can still move and strike "
    .. "(WT-RUL-241, WT-RUL-99, WT-RUL-103)", function()
    frost()
    for units, capable in pairs { ["2I6n"] = true, ["2I5n"] = false, ["2I4n2I3n"] = true,
      ["2I3n2I3n"] = false } do
      S.begin({ a7 = units, a6 = "{c}", b7 = "{l}", d4 = "1F5s", g1 = "1F6n" }, "rs=1F6")
      play("Z")
      equal(S.key("rt"), not capable and "A:paralyze:3" or nil, units)
    end
  end)

  it("with no enemy on the field too, if it has a rampart to fly to or to leave "
    .. "(WT-RUL-241, WT-RUL-101)", function()
    frost()
    for _, case in ipairs { { "2I6n", "", "B:forced:1" }, { "2I6n", "[2I]", "B:paralyze:3" },
      { "2I6n", "[1F]", "B:forced:1" }, { "[2I]2I6n", "", "B:forced:1" },
      { "[2I]2I6n", "[2I]", "B:paralyze:3" } } do
      S.begin({ a7 = case[1], a6 = "{c}", b7 = "{l}", d4 = case[2] ~= "" and case[2] or nil },
        "mv=B")
      play("Z")
      equal(S.key("rt"), case[3], case[1] .. " " .. case[2])
    end
    S.begin({ a7 = "[2I]2I6n", b7 = "{l}" }, "mv=B") -- a6 is firm ground
    play("Z")
    equal(S.key("rt"), "B:paralyze:3")
  end)

  it("one on a rampart that is walled in can break out, and moves by Descend (WT-RUL-99)",
    function()
    frost()
    S.begin({ a7 = "[2I]2I6s", a6 = "[1F]", b7 = "[1F]", d4 = "1F5s", g1 = "1F6n" }, "rs=1F3")
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("on the rampart of an enemy there is that to destroy, and none to strike back at "
    .. "(WT-RUL-241, WT-RUL-103, WT-RUL-131)", function()
    local both = { "ground", "arts", "kingdoms.frost", "kingdoms.timber" }
    S.with(both, { kingdom1 = "T" })
    S.begin({ d4 = "[1T]2I6s" }, "mv=B pr=B:1T4")
    play("Z")
    equal(S.key("rt"), nil)
    for _, covered in ipairs({ "off", "on" }) do
      S.with(both, { kingdom1 = "T", ctr_through_cover = covered })
      S.begin({ d4 = "[1T]2I6s", a1 = "1T1n" }, "mv=B")
      play("Z")
      equal(S.key("rt"), "B:blunt:2", covered)
    end
    S.with(both, { kingdom1 = "T" })
    local pen = { d4 = "[1T]2I6s", c4 = "{c}", e4 = "{c}", d5 = "{c}", d3 = "{c}", a1 = "1T4n" }
    S.begin(pen, "mv=B")
    S.refuses("M:d4", "WT-RUL-42")
    pen.d3 = nil
    S.begin(pen, "mv=B")
    ok(S.lists("M:d4"))
  end)

  it("an enemy that only hammers could get at is none to be struck (WT-RUL-131, WT-RUL-103)",
    function()
    frost()
    for cell, rt in pairs({ ["[2I]2I6s"] = "B:blunt:2", ["2I6s"] = false }) do
      S.begin({ a1 = "1F3n", d4 = cell }, "mv=B rs=2I2")
      play("Z")
      equal(S.key("rt") or false, rt, cell)
    end
  end)
end)

describe("with battalions over an abyss, by option (WT-RUL-134)", function()
  it("they can be routed, so an enemy beside them is not blunted (WT-RUL-241, WT-RUL-103)",
    function()
    local zones = { d4 = "{c}2I6s", c4 = "1F3e" }
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    S.begin(zones, "rs=2I2")
    play("M:c4")
    ok(S.lists("u:d5"))
    S.begin(zones, "mv=B rs=2I2")
    play("Z")
    equal(S.key("rt"), nil)
    S.begin({ d4 = "2I6s", c4 = "1F3e", c3 = "[2I]", c5 = "[2I]", b4 = "[2I]" }, "mv=B")
    play("Z") -- that is not for an abyss alone
    equal(S.key("rt"), nil)
  end)

  it("they can step off and strike (WT-RUL-241, WT-RUL-103)", function()
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    S.begin({ d4 = "{c}2I5s", f4 = "1F4e" })
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("a side with nobody on the field, or no enemy there, gains nothing by it "
    .. "(WT-RUL-101, WT-RUL-104)", function()
    frost({ ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    -- no room for the prisoner of Flaym
    local row = { d4 = "{c}2I5s", e6 = "2I4s", f1 = "2I1n", g1 = "2I1n" }
    for column in ("abcde"):gmatch(".") do row[column .. 1] = "[2I]" end
    S.begin(row, "mv=B pr=B:1F3 rs=2I1")
    play("Z")
    equal(S.key("rt"), "B:blunt:2")
    S.begin({ d4 = "{c}2I1s" }, "pr=B:1F5")
    play("Z")
    equal(S.key("rt"), "A:blunt:2")
  end)
end)

describe("what a rampart is worth to computer players", function()
  it("that it is on the rampart, and not on a battalion", function()
    for cells, extra in pairs { ["[2I]2I6s"] = 6, ["2I6s"] = 0, ["2I1s2I6s"] = 0,
      ["1F1s2I6s"] = 0 } do
      frost()
      begin({ d4 = cells })
      local with = worth(1)
      if cells ~= "[2I]2I6s" then
        S.with({ "ground" })
        begin({ d4 = cells })
        equal(with - worth(1), extra, cells)
      else
        equal(worth(0), -with)
        begin({ d4 = "2I6s" })
        equal(with - worth(1), extra)
      end
    end
  end)
end)

describe("positions", function()
  it("with battalions on ramparts are read as they are written (WT-INV-5, WT-RUL-239)", function()
    frost()
    for _, cell in ipairs({ "[2I]2I6s", "{w}[2I]2I6n+", "[2I]2I6e!", "{p1}[2I]2I6w%" }) do
      S.begin({ a1 = "1F6n", d4 = cell }, "tn=3 rs=2I2")
      equal(S.cell("d4"), cell)
      local line = position()
      start(line)
      equal(position(), line)
    end
    begin({ d4 = "[2I]2I6s" }, "mv=B ph=MAN mn=d4:1:p")
    equal(S.key("mn"), "d4:1:p")
  end)

  it("have nobody else there (WT-INV-5, WT-RUL-74)", function()
    frost()
    for _, cell in ipairs({ "[1F]1F6n", "[2I]2I5s", "[2I]2I6s2I6s", "[2I]2I6s1F1n" }) do
      S.unreadable(S.line({ d4 = cell, a1 = "1F6n" }),
        "zone d4: only a single Frost battalion with Arms 6 can be on a rampart")
    end
    S.unreadable(S.line({ d4 = "{c}[2I]2I6s", a1 = "1F6n" }),
      "zone d4: no rampart is built on Chasm")
    S.unreadable(S.line({ d4 = "{c}2I6s", a1 = "1F6n" }), "zone d4: no battalion can be on Chasm")
    S.with({ "ground", "arts", "kingdoms.flaym" })
    S.unreadable(S.line({ d4 = "[2I]2I6s", a1 = "1F6n" }), "no battalion can be on a rampart")
    frost({ ["warline.arts.handicap"] = "1" })
    S.unreadable(S.line({ d4 = "[2I]2I6s", a1 = "1F6n" }), "only a single Frost battalion")
    frost({ kingdom2 = "S" })
    S.unreadable(S.line({ d4 = "[1F]1F6s" }), "no battalion can be on a rampart")
  end)
end)
