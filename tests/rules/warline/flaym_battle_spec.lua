-- Flaym: facings after fire, what its arts mean for victory and computer players.
local S = dofile("tests/rules/warline/support.lua")

local flaym = S.modules { "ground", "arts", "kingdoms.flaym" }
local begin = S.beginning { g7 = "2I6s", a1 = "1F6n" }

describe("who can still strike, with the arts of Flaym", function()
  it("an Arms 6, or one that can become it, as long as an enemy stands (WT-RUL-241)", function()
    flaym()
    for units, capable in pairs { ["1F6n"] = true, ["1F5n"] = false, ["1F4n1F3n"] = true,
      ["1F3n1F3n"] = false } do
      S.begin({ a1 = units, a2 = "{c}", b1 = "{l}", d4 = "2I5s", g7 = "2I6s" },
        "mv=B rs=2I6")
      play("Z")
      equal(S.key("rt"), not capable and "B:paralyze:3" or nil, units)
    end
  end)

  it("none of another kingdom, whatever damage counts as (WT-RUL-97, WT-RUL-112)", function()
    for _, extra in ipairs { "none", "damage_arts", "both" } do
      flaym({ aggressive_extra = extra })
      S.begin({ a1 = "2I1n", a2 = "2I1n", b1 = "[1F]", b2 = "[1F]", a3 = "[1F]", a7 = "1F5s",
        g7 = "1F6s" }, "rs=1F3")
      play("Z")
      equal(S.key("rt"), "A:blunt:2", extra)
    end
  end)

  it("nor is damage a thing to do where no enemy is on the field (WT-RUL-97, WT-RUL-113)",
    function()
    flaym({ aggressive_extra = "damage_arts" })
    S.begin({ a1 = "1F1n", a2 = "1F1n", b1 = "[2I]", b2 = "[2I]", a3 = "[2I]" },
      "mv=B pr=A:2I5+2I6")
    play("Z") -- the enemy must be extricated, and Flaym cannot strike at
    equal(S.key("rt"), "B:blunt:2")
  end)

  it("Arms pass within a pocket, from free battalions alone (WT-RUL-241)", function()
    flaym()
    local pen = { a2 = "{c}", b1 = "{l}", g2 = "{c}", f1 = "{l}", d4 = "2I5s", g7 = "2I6s" }
    for _, pair in ipairs { { "1F4n", "1F3n" }, { "2I1n1F5n" } } do
      pen.a1, pen.g1 = pair[1], pair[2]
      S.begin(pen, "mv=B rs=2I6")
      play("Z")
      equal(S.key("rt"), "B:paralyze:3", pair[1])
    end
  end)

  it("any free one where damage by arts counts as aggressive (WT-RUL-97)", function()
    for extra, capable in pairs { none = false, damage_arts = true, both = true,
      torment = false } do
      flaym({ aggressive_extra = extra })
      S.begin({ a1 = "1F1n", a2 = "1F1n", b1 = "[2I]", b2 = "[2I]", a3 = "[2I]", a7 = "2I5s",
        g7 = "2I6s" }, "mv=B rs=2I3")
      play("Z")
      equal(S.key("rt"), not capable and "B:blunt:2" or nil, extra)
    end
  end)
end)

describe("reface_any_loss (WT-RUL-50)", function()
  local function field(zones, more, setting)
    S.with({ "ground", "arts", "kingdoms.flaym", "kingdoms.blak" },
      { reface_any_loss = setting or "on", kingdom2 = "B" })
    S.begin(zones, "vr=a " .. (more or "") .. (setting and "" or " op=reface_any_loss=true"))
  end
  local burning = { d4 = "1F3n", d5 = "2B6s2B3s", c4 = "2B2e", e4 = "1F5n", a7 = "2B4s" }

  it("off: facings stay (WT-RUL-50)", function()
    field(burning, "", "off")
    play("M:d4 bu")
    equal(S.cell("d5"), "2B4s2B1s")
    equal(S.key("mv"), "B")
  end)

  it("who burns turns each survivor, by zones and from the top down (WT-RUL-50)", function()
    field(burning)
    play("M:d4 bu")
    equal(S.cell("c4"), "") -- dead: no facing
    equal(S.moves(""), "F:d5e F:d5n F:d5s F:d5w")
    equal(S.key("pc"), "face@d5/1+d5")
    local line = position()
    start(line)
    equal(position(), line)
    S.refuses("F:e4n", "WT-RUL-50") -- no loss: fireproof
    play("F:d5w")
    equal(S.cell("d5"), "2B4s2B1w")
    play("F:d5n")
    equal(S.cell("d5"), "2B4n2B1w")
    equal(S.key("mv"), "B")
  end)

  it("a Mortar's maneuver goes on after it, a Farshot's is over (WT-RUL-50)", function()
    field({ d4 = "2B6s", d2 = "1F5n", g1 = "1F4n" }, "mv=B")
    play("M:d4 mo:d2")
    equal(S.key("pc"), "turn@d2")
    local line = position()
    start(line)
    equal(position(), line)
    play("F:d2e")
    equal(S.cell("d2"), "1F2e")
    equal(S.key("mn"), "d4:1:px")
    field({ d4 = "2B6s", d2 = "1F5n", g1 = "1F4n" }, "mv=B")
    play("M:d4 fa F:d2s")
    equal(S.cell("d2"), "1F4s")
    equal(S.key("mv"), nil)
  end)

  it("the fire of a sacrifice: before the benefit is named (WT-RUL-50, WT-RUL-154)", function()
    field({ d4 = "{f}1F3n%", d5 = "{f}2B6s", e1 = "1F4n" }, "ph=SAC")
    equal(S.key("pc"), "face@d5")
    equal(S.key("ph"), "SAC")
    local line = position()
    start(line)
    equal(position(), line)
    play("F:d5e")
    equal(S.cell("d5"), "2B4e")
    ok(S.lists("S:e1"))
  end)

  it("giving up meanwhile leaves nothing behind (WT-RUL-50, WT-RUL-249)", function()
    field(burning)
    play("M:d4 bu resign")
    equal(S.key("rt"), "B:voluntary:1")
    equal(S.key("pc"), nil)
  end)
end)

describe("what the arts of Flaym are worth to computer players", function()
  -- How much more than without the arts.
  local function extra(zones)
    local points = {}
    for i, modules in ipairs { { "ground" }, { "ground", "arts", "kingdoms.flaym" } } do
      S.with(modules)
      begin(zones)
      points[i] = worth(0)
      equal(worth(1), -points[i]) -- what is good for one is bad for the other
    end
    return points[2] - points[1]
  end

  it("a Pounce on the enemy ahead, by his Arms, and fire on who stands around", function()
    equal(extra { d4 = "1F5n" }, 0)
    equal(extra { d2 = "1F6n", d5 = "2I3s" }, 15)
    equal(extra { d2 = "1F6e", d5 = "2I3s" }, 0) -- it looks elsewhere
    equal(extra { d2 = "1F5n", d5 = "2I3s" }, 0) -- with too few Arms
    equal(extra { d2 = "1F1n1F6n", d5 = "2I3s" }, 0) -- on top of another
    equal(extra { d4 = "1F2n", d5 = "2I3s2I1s" }, 12)
    equal(extra { d4 = "1F1n1F2n", d5 = "2I3s2I1s" }, 0)
    equal(extra { d4 = "1F2n", d5 = "1F3s" }, 0) -- which does not burn
    equal(extra { d4 = "{m}1F2n", d5 = "2I3s" }, 5) -- dear ground to come back to
  end)

  it("nothing to a General who has none (WT-RUL-7)", function()
    local points = {}
    for side in pairs { none = true, ["1"] = true, ["2"] = true } do
      flaym({ ["warline.arts.handicap"] = side })
      begin({ d4 = "1F2n", d5 = "2I3s" })
      points[side] = worth(0)
    end
    equal({ points["1"], points["2"] }, { points.none, points.none - 6 })
  end)

  it("own battalions around that would burn count against it", function()
    local function mixed(modules)
      S.with(modules, { mixed_kingdoms = "on" })
      begin({ d4 = "1F2n", d5 = "1T3s", d3 = "1T3s" })
      return worth(0)
    end
    equal(mixed({ "ground", "arts", "recruiting", "kingdoms.flaym" })
      - mixed({ "ground", "recruiting" }), -4)
  end)

  it("an enemy before a Pounce, whoever is to move (WT-ART-FLAYM-3)", function()
    local function worth_of(facing, fields)
      return S.arts_worth("flaym", nil, { d2 = "1F6" .. facing, d6 = "2I5s", f2 = "1F5s" }, fields)
    end
    for _, mover in ipairs({ "mv=A", "mv=B" }) do
      ok(worth_of("n", mover) > worth_of("s", mover), mover)
      equal(worth_of("e", mover), worth_of("s", mover)) -- a friend is none
    end
  end)
end)
