local S = dofile("tests/rules/warline/support.lua")

-- General 1 leads Dune, General 2 Flaym.
local function dune(options)
  local all = { kingdom1 = "D", kingdom2 = "F" }
  for key, value in pairs(options or {}) do all[key] = value end
  S.with({ "ground", "arts", "kingdoms.dune", "kingdoms.flaym" }, all)
end

local function begin(zones, fields)
  local all = { g7 = "2F6s", a1 = "1D6w" }
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields)
end

describe("a kingdom that its own module brings", function()
  it("is there only where its module is on", function()
    dune()
    begin({})
    equal(S.cell("a1"), "1D6w")
    ok(not pcall(S.with, { "ground", "arts" }, { kingdom1 = "D" }))
  end)

  it("plays for either General, and against itself (WT-RUL-11)", function()
    dune({ kingdom1 = "I", kingdom2 = "D" })
    S.begin({ a1 = "1I6n", g7 = "2D6s" })
    equal(S.cell("g7"), "2D6s")
    dune({ kingdom2 = "D", mirror_kingdoms = "on" })
    S.begin({ a1 = "1D6n", g7 = "2D6s" })
    equal(S.cell("g7"), "2D6s")
  end)
end)

describe("Sandstorm", function()
  it("is an art of Dune, from Arms 4 on, for 2 actions (DUNE-2, WT-RUL-112)", function()
    dune()
    for arms = 1, 6 do
      begin({ d3 = "1D" .. arms .. "n", d5 = "2F5s" }, "ph=MAN mn=d3:2:")
      if arms >= 4 then equal(S.moves("sa"), "sa") else S.refuses("sa", "DUNE-2") end
    end
    begin({ d3 = "1D4n", d5 = "2F5s" }, "ph=MAN mn=d3:1:")
    S.refuses("sa", "DUNE-2")
    begin({ d3 = "1D4n", d5 = "2F5s" }, "mv=B ph=MAN mn=d5:3:")
    S.refuses("sa", "WT-RUL-112")
  end)

  it("turns the first enemy ahead round, however far (DUNE-3)", function()
    dune()
    for _, turn in ipairs({ "ns", "ew", "sn", "we" }) do
      begin({ d1 = "1D4n", d3 = "1D1e", d6 = "2F5" .. turn:sub(1, 1), d7 = "2F3n" })
      play("M:d1 sa")
      equal(S.cell("d6"), "2F5" .. turn:sub(2))
      equal(S.cell("d7"), "2F3n")
      equal(S.key("mn"), "d1:2:px")
    end
  end)

  it("turns the topmost alone, tokens and all (DUNE-3)", function()
    dune()
    begin({ d3 = "1D4n", d5 = "2F1e2F3w!" }, "ph=MAN mn=d3:4:px")
    play("sa")
    equal(S.cell("d5"), "2F1e2F3e!")
    begin({ d3 = "1D4n", d5 = "2F1e2F3s+%" }, "ph=MAN mn=d3:4:")
    play("sa")
    equal(S.cell("d5"), "2F1e2F3n+%")
    begin({ d3 = "1D4n", d5 = "2F3s1D1e", d6 = "2F2s" }, "ph=MAN mn=d3:4:") -- not one covered
    play("sa")
    equal({ S.cell("d5"), S.cell("d6") }, { "2F3s1D1e", "2F2n" })
  end)

  it("is stopped by a rampart and a void, and meets no friend (DUNE-3, WT-RUL-3)", function()
    dune()
    begin({ d3 = "1D4n", d4 = "[1D]", d5 = "2F5s" }, "ph=MAN mn=d3:4:")
    S.refuses("sa", "DUNE-3")
    begin({ d3 = "1D4n", d5 = "1D5s" }, "ph=MAN mn=d3:4:")
    S.refuses("sa", "DUNE-3")
    dune({ voids = "d4" })
    begin({ d3 = "1D4n", d4 = "*", d5 = "2F5s" }, "ph=MAN mn=d3:4:")
    S.refuses("sa", "DUNE-3")
  end)

  it("does not work on top of another battalion (WT-RUL-39)", function()
    dune()
    begin({ d3 = "1D1n1D4n", d5 = "2F5s" }, "ph=MAN mn=d3:4:")
    S.refuses("sa", "WT-RUL-39")
    S.refuses("tu:d1", "WT-RUL-39")
  end)
end)

describe("Tunnel", function()
  it("comes up two zones away in line, whatever lies between (DUNE-5)", function()
    dune()
    begin({ d3 = "1D2n", d4 = "[2F]", c3 = "2F3n", e3 = "1D4s" }, "ph=MAN mn=d3:3:")
    equal(S.moves("tu"), "tu:b3 tu:d1 tu:d5 tu:f3")
    play("tu:d5")
    equal(S.cell("d5"), "1D2n")
    equal(S.cell("d3"), "")
  end)

  it("lets the maneuver go on where the battalion came up (DUNE-4)", function()
    dune()
    begin({ d3 = "1D2n", d4 = "[2F]" })
    play("M:d3 tu:d5")
    equal(S.key("mn"), "d5:3:px")
    play("f")
    equal(S.cell("d6"), "1D2n")
    equal(S.cell("d3"), "")
  end)

  it("is a way out of a corner that holds others (WT-RUL-241, WT-PAR-1)", function()
    local function ending(corner)
      S.begin({ a1 = corner, a2 = "{c}", b1 = "{l}", d4 = "2F5s", g7 = "2F6s" }, "mv=B rs=2F1")
      play("Z")
      return S.key("rt")
    end
    dune()
    equal(ending("1D4n"), nil)
    play("M:a1 tu:c1")
    dune({ kingdom1 = "I" })
    equal(ending("1I4n"), "B:paralyze:3")
  end)

  it("is no attack, and takes none back: who attacked before it has Vigor where it comes up "
    .. "(DUNE-4, WT-RUL-58, WT-VIG-1)", function()
    dune()
    begin({ d3 = "1D1n", d4 = "2F1s" }, "ph=MAN mn=d3:7:")
    play("f- tu:d6 .")
    equal({ S.cell("d4"), S.cell("d6") }, { "", "1D1n+" })
    begin({ d3 = "1D1n", d4 = "2F2s" }, "ph=MAN mn=d3:7:")
    play("tu:d5 .")
    equal({ S.cell("d4"), S.cell("d5") }, { "2F2s", "1D1n" })
  end)

  it("is reported as a move (DUNE-4)", function()
    dune()
    begin({ d3 = "1D1n" }, "ph=MAN mn=d3:7:")
    play("tu:d5")
    equal(events()[1].name, "moved")
    equal(events()[1].to - events()[1].from, 14) -- two rows of seven
  end)

  it("passes under a void (DUNE-5)", function()
    dune({ voids = "d4" })
    begin({ d3 = "1D1n", d4 = "*" }, "ph=MAN mn=d3:7:")
    play("tu:d5")
    equal(S.cell("d5"), "1D1n")
  end)

  it("needs the zone free, and on the field (DUNE-5)", function()
    dune({ voids = "d1" })
    begin({ d3 = "1D2n", d1 = "*", d5 = "2F3n", b3 = "[1D]", f3 = "1D4s" }, "ph=MAN mn=d3:3:")
    for _, move in ipairs({ "tu:d5", "tu:b3", "tu:f3", "tu:e5" }) do S.refuses(move, "DUNE-5") end
    begin({ a2 = "1D2n", d1 = "*" }, "ph=MAN mn=a2:3:")
    equal(S.moves("tu"), "tu:a4 tu:c2")
  end)

  it("does not end on ground where nobody stands (DUNE-5)", function()
    dune()
    begin({ d3 = "1D2n", d5 = "{c}", b3 = "{f}" }, "ph=MAN mn=d3:3:")
    equal(S.moves("tu"), "tu:b3 tu:d1 tu:f3")
    S.refuses("tu:d5", "DUNE-5")
  end)

  it("costs what the option says, wherever it ends (DUNE-4)", function()
    for cost = 0, 7 do
      dune({ ["dune.tunnel_cost"] = tostring(cost) })
      begin({ d3 = "1D1n", d5 = "{f}" }, "ph=MAN mn=d3:" .. math.max(cost, 1) .. ":")
      equal(S.moves("tu:d5"), "tu:d5")
      if cost > 1 then
        begin({ d3 = "1D1n" }, "ph=MAN mn=d3:" .. cost - 1 .. ":")
        S.refuses("tu:d5", "DUNE-4")
      end
    end
    ok(not pcall(dune, { ["dune.tunnel_cost"] = "8" })) -- more than Arms 1 has
  end)

  it("is within reach of one that can do nothing else (WT-RUL-42)", function()
    dune()
    local ring = { d3 = "1D2n", d4 = "[2F]", c3 = "[2F]", e3 = "[2F]", d2 = "[2F]" }
    begin(ring)
    play("M:d3 tu:d5")
    equal(S.cell("d5"), "1D2n")
    ring.d5, ring.d1, ring.f3 = "[1D]", "[1D]", "[1D]" -- one way out is enough
    begin(ring)
    play("M:d3")
    equal(S.moves("tu"), "tu:b3")
    ring.b3 = "[1D]"
    begin(ring)
    S.refuses("M:d3", "WT-RUL-42")
  end)
end)

describe("Rooted", function()
  it("keeps Dune battalions of Arms 4 to 6 from being routed, and nobody else (DUNE-1)", function()
    dune()
    for arms = 1, 6 do
      begin({ d3 = "1D" .. arms .. "n", d4 = "2F2s" }, "mv=B ph=MAN mn=d4:6:")
      if arms >= 4 then S.refuses("u:e3", "WT-RUL-65") end
      equal(S.lists("u:e3"), arms < 4)
    end
    begin({ d3 = "1D4n", d4 = "2F6s" }, "ph=MAN mn=d3:4:")
    ok(S.lists("u:e4"))
  end)

  it("ends with the Arms (DUNE-1)", function()
    dune()
    begin({ d3 = "1D4n", d4 = "2F2s" }, "mv=B ph=MAN mn=d4:6:")
    play("fe")
    equal(S.cell("d3"), "1D2e2F2s")
  end)
end)

describe("what the arts of Dune are worth to computer players", function()
  it("an enemy ahead of one that can turn it round (DUNE-2, DUNE-3)", function()
    local function worth_of(unit, far) -- more than in a battle where only General 1 has arts
      local function with(handicap)
        dune({ kingdom1 = "F", kingdom2 = "D", ["warline.arts.handicap"] = handicap })
        S.begin({ d6 = unit, d2 = far, a1 = "1F6n" })
        return worth(0)
      end
      return with("none") - with("1")
    end
    ok(worth_of("2D4s", "1F5n") < 0) -- to the other side
    equal(worth_of("2D3s", "1F5n"), 0)
    equal(worth_of("2D4n", "1F5n"), 0)
  end)
end)
