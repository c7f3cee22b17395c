local S = dofile("tests/rules/warline/support.lua")

local function flaym(options)
  S.with({ "ground", "arts", "kingdoms.flaym" }, options)
end
-- Both sides Flaym: the fire of one meets the immunity of the other.
local function mirror(options)
  local all = { kingdom2 = "F", mirror_kingdoms = "on" }
  for key, value in pairs(options or {}) do all[key] = value end
  flaym(all)
end

local function begin(zones, fields)
  local all = { g7 = "2I6s", a1 = "1F6n" }
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields)
end

describe("arts", function()
  it("are the battalion's own kingdom's, by its Arms of that moment "
    .. "(WT-ART-1, WT-ART-2, WT-RUL-112, WT-VAR-2, WT-VAR-3)", function()
    flaym()
    begin({ d4 = "1F3n", d5 = "2I6s" })
    equal(S.key("vr"), "a")
    play("M:d4")
    ok(S.lists("bu"))
    S.refuses("po", "WT-ART-FLAYM-1")
    begin({ d4 = "1F3n", d5 = "2I5s" }, "mv=B")
    play("M:d5")
    S.refuses("bu", "WT-RUL-112")
    S.refuses("po", "WT-RUL-112")
    begin({ d3 = "1F5e1F4n", e3 = "2I2s" })
    play("L:d3>3n+1e Z M:d3") -- Arms 6 by a transfer, for the one beneath
    S.refuses("po", "WT-ART-FLAYM-1")
    play("f . M:g7 f . M:d3 po")
    equal(S.cell("e3"), "1F6e")
    S.rules()
    begin({ d4 = "1F3n", d5 = "2I6s" })
    play("M:d4")
    ok(not pcall(play, "bu"), "Burn without its module")
    S.unreadable(S.line({ a1 = "1F3n" }, "vr=a"), "this ruleset plays with ''")
  end)

  it("work on bare ground only; Pounce elsewhere by option (WT-RUL-39)", function()
    flaym()
    begin({ d4 = "1F1n1F6n", d6 = "2I4s", e4 = "2I1w" })
    play("M:d4")
    S.refuses("po", "WT-RUL-39")
    S.refuses("bu", "WT-RUL-39")
    flaym({ ["warline.arts.stacked_arts"] = "movelike" })
    begin({ d4 = "1F1n1F6n", d6 = "2I4s", e4 = "2I1w" })
    play("M:d4")
    S.refuses("bu", "WT-RUL-39")
    play("po .")
    equal(S.cell("d6"), "1F6n+")
    equal(S.key("op"), "stacked_arts=movelike")
  end)

  it("are actions a maneuver may have within reach (WT-RUL-42)", function()
    flaym({ all_ma_min = "1" })
    local walled = { d4 = "1F2n", c4 = "[2I]", e4 = "[2I]", d5 = "[2I]", d3 = "[2I]" }
    begin(walled)
    S.refuses("M:d4", "WT-RUL-42")
    walled.d4 = "{f}1F4n"
    begin(walled, "ph=MAN mn=d4:4:")
    equal(S.moves("in"), "in")
    -- a line is found by turning, where the actions are enough for it
    local lone = { d4 = "1F6n", c4 = "{w}", e4 = "{w}", d5 = "{w}", d3 = "{w}", g4 = "2I3s" }
    begin(lone)
    ok(S.lists("M:d4"))
    play("M:d4 r")
    ok(S.lists("po"))
    lone.g4, lone.d1 = nil, "2I3s" -- two turns leave nothing
    begin(lone)
    S.refuses("M:d4", "WT-RUL-42")
  end)

  it("by the turns that are needed, from each facing to each (WT-RUL-42, WT-FACE-2)", function()
    flaym()
    local ends = { n = "d7", e = "g4", s = "d1", w = "a4" }
    local turns = { n = 0, e = 1, s = 2, w = 3 }
    for facing, from in pairs(turns) do
      for way, to in pairs(turns) do
        local zones = { d4 = "1F6" .. facing, c4 = "{w}", e4 = "{w}", d5 = "{w}", d3 = "{w}" }
        zones[ends[way]] = "2I3s"
        S.begin(zones)
        if (from - to) % 4 == 2 then
          S.refuses("M:d4", "WT-RUL-42")
        else
          ok(S.lists("M:d4"), facing .. way)
        end
      end
    end
  end)

  it("with nothing left for one that costs nothing (WT-RUL-42, WT-RUL-120)", function()
    flaym()
    local pen = { d4 = "1F6n", c4 = "{w}", e4 = "{w}", d5 = "{w}", d3 = "{w}" }
    for ground, legal in pairs { ["{v}"] = true, [""] = false } do
      pen.d1 = ground .. "2I3s" -- two turns away
      S.begin(pen)
      equal(S.lists("M:d4"), legal, ground)
    end
  end)

  it("and without turning from on top of another, where one works there (WT-RUL-42, WT-RUL-39)",
    function()
    for setting, legal in pairs { movelike = { n = true, e = false },
      snowblind_only = { n = false, e = false } } do
      flaym({ ["warline.arts.stacked_arts"] = setting })
      for facing, lists in pairs(legal) do
        S.begin({ d4 = "1F1n1F6" .. facing, d5 = "{w}", e4 = "{w}", d7 = "2I3s" })
        equal(S.lists("M:d4"), lists, setting .. facing)
      end
    end
  end)
end)

describe("Pounce", function()
  it("leaps onto the first enemy ahead, slaughters it and earns Vigor, for 1 "
    .. "(WT-ART-FLAYM-1, WT-ART-FLAYM-3, WT-ART-FLAYM-4, WT-ART-FLAYM-5, WT-RUL-115, WT-RUL-122, "
    .. "WT-RUL-123)", function()
    flaym()
    begin({ d2 = "1F6n", d6 = "2I6s" })
    play("M:d2 po")
    local names = {}
    for i, event in ipairs(events()) do names[i] = event.name end
    equal(names, { "moved", "struck", "slaughtered" })
    equal({ events()[1].from, events()[1].to }, { 10, 38 })
    equal(S.key("mn"), "d6:1:apx")
    equal(S.key("gy"), "A:2I*1")
    play(".")
    equal(S.cell("d6"), "1F6n+")
    begin({ d2 = "1F6n", d3 = "2I1s", d5 = "2I2s" }) -- distance 1 too, and once more
    play("M:d2 po po")
    equal(S.cell("d5"), "1F6n+")
    equal(S.key("mv"), "B")
  end)

  it("is had by Arms 6 alone (WT-ART-FLAYM-1)", function()
    flaym()
    for arms = 1, 6 do
      begin({ d2 = "1F" .. arms .. "n", d6 = "2I5s" })
      play("M:d2")
      if arms < 6 then S.refuses("po", "WT-ART-FLAYM-1") else ok(S.lists("po")) end
    end
  end)

  it("goes in each of the four directions, as far as the field reaches (WT-ART-FLAYM-3)",
    function()
    flaym()
    local from = { n = "d1", e = "a4", s = "d7", w = "g4" }
    local ends = { n = "d7", e = "g4", s = "d1", w = "a4" }
    for way, zone in pairs(from) do
      S.begin({ [zone] = "1F6" .. way, [ends[way]] = "2I5s", a1 = "1F1n", b2 = "2I1s" })
      play("M:" .. zone .. " po")
      equal({ S.cell(zone), S.cell(ends[way]) }, { "", "1F6" .. way }, way)
    end
  end)

  it("not over a rampart, a void or the edge, nor without an enemy there "
    .. "(WT-ART-FLAYM-6, WT-ART-FLAYM-7, WT-RUL-3, WT-RUL-113)", function()
    flaym()
    for _, wall in ipairs({ "[1F]", "[2I]" }) do
      begin({ d2 = "1F6n", d4 = wall, d6 = "2I5s" })
      play("M:d2")
      S.refuses("po", "WT-ART-FLAYM-3")
    end
    begin({ d2 = "1F6n", d6 = "1F5s", e6 = "2I1s" })
    play("M:d2")
    S.refuses("po", "WT-ART-FLAYM-3")
    flaym({ voids = "d4" })
    begin({ d2 = "1F6n", d4 = "*", d6 = "2I5s" })
    play("M:d2")
    S.refuses("po", "WT-ART-FLAYM-3")
  end)

  it("passes over friends, and over enemies that friends lie on (WT-RUL-115)", function()
    flaym()
    local zones = { d2 = "1F6n", d3 = "1F2n", d4 = "2I1s1F1n", d6 = "2I5s" }
    begin(zones)
    play("M:d2 po")
    equal(S.cell("d6"), "1F6n")
    flaym({ ["warline.arts.line_blocked_by_friends"] = "on" })
    begin(zones)
    play("M:d2")
    S.refuses("po", "WT-ART-FLAYM-3")
    zones = { d2 = "1F6n", d4 = "2I5s", d5 = "1F1n" } -- none before the enemy
    begin(zones)
    play("M:d2 po")
    equal(S.cell("d4"), "1F6n")
  end)

  it("pays for the ground of its victim and not for what lies between "
    .. "(WT-ART-FLAYM-2, WT-RUL-120, WT-RUL-243, WT-ART-4)", function()
    flaym()
    begin({ d2 = "1F6n", d4 = "{w}", d5 = "{c}", d6 = "{h}2I5s" })
    play("M:d2 po")
    equal(S.cell("d6"), "{h}1F6n+") -- 2 of 2, so it is over
    begin({ d2 = "1F6n", d6 = "{m}2I5s" })
    play("M:d2")
    S.refuses("po", "WT-RUL-120")
    begin({ d2 = "1F6n", d6 = "{v}2I5s" }, "ph=MAN mn=d2:0:px") -- for nothing
    equal(S.moves(""), ". po")
    play("po")
    equal(S.cell("d6"), "{v}1F6n+")
    flaym({ ["warline.kingdoms.flaym.pounce_cost"] = "flat1" })
    begin({ d2 = "1F6n", d6 = "{m}2I5s" })
    play("M:d2 po")
    equal({ S.key("mn"), S.key("op") }, { "d6:1:apx", "pounce_cost=flat1" })
    begin({ d2 = "1F6n", d6 = "{v}2I5s" }, "ph=MAN mn=d2:1:")
    play("po") -- 1 there too
    equal(S.cell("d6"), "{v}1F6n+")
  end)

  it("not onto an enemy over an abyss, which no Move enters (WT-ART-FLAYM-2, WT-TERR-21, "
    .. "WT-TERR-28)", function()
    S.with({ "ground", "arts", "kingdoms.flaym", "kingdoms.frost" },
      { ["warline.kingdoms.frost.descend_into_chasm"] = "on" })
    for kind, legal in pairs { c = false, l = false, v = true } do
      begin({ d2 = "1F6n", d5 = "{" .. kind .. "}2I6s", g7 = "2I5s" })
      play("M:d2")
      equal(S.lists("po"), legal, kind)
      if not legal then S.refuses("po", "WT-ART-FLAYM-2") end
    end
  end)

  it("kills one with Vigor; what lies beneath is attacked as ever "
    .. "(WT-RUL-61, WT-RUL-121, WT-RUL-123, WT-STACK-5)", function()
    flaym()
    begin({ d2 = "1F6n", d6 = "2I5s+" })
    play("M:d2 po .")
    equal(S.cell("d6"), "1F6n+")
    begin({ d2 = "1F6n", d6 = "2I4e2I5s+" }) -- one enemy beneath: it dies too
    play("M:d2 po .")
    equal(S.key("gy"), "A:2I*2")
    begin({ d2 = "1F6n", d6 = "2I4e+2I5s" }) -- its Vigor holds: 1 lost, and turned
    play("M:d2")
    equal(S.moves("po"), "poe pon pos pow")
    S.refuses("po", "WT-ATK-6")
    S.refuses("po-", "WT-RUL-46")
    play("pow")
    equal(S.cell("d6"), "2I3w-1F6n")
    play(".")
    equal(S.cell("d6"), "2I3w+1F6n") -- stacked, so without Vigor
    begin({ d2 = "1F6n", d6 = "2I4e-2I5s" }, "ph=MAN mn=d2:2:")
    equal(S.moves("po"), "po-")
    play("po-")
    equal(S.cell("d6"), "2I4e-1F6n")
    begin({ d2 = "1F6n", d6 = "1F2e2I5s" })
    play("M:d2 po .")
    equal(S.cell("d6"), "1F2e1F6n")
    flaym({ ["warline.kingdoms.flaym.pounce_kills_vigor"] = "off" })
    begin({ d2 = "1F6n", d6 = "2I5s+" })
    play("M:d2 pon")
    equal({ S.cell("d6"), S.key("op") }, { "2I4n-1F6n", "pounce_kills_vigor=false" })
  end)

  it("earns no Vigor where a Rout follows it (WT-RUL-122, WT-RUL-54)", function()
    for cancels, token in pairs { on = "", off = "+" } do
      flaym({ rout_cancels_vigor = cancels })
      begin({ d2 = "1F6n", d4 = "2I5s", d5 = "2I4s" })
      play("M:d2 po u:d6")
      equal({ S.cell("d4"), S.cell("d6") }, { "1F6n" .. token, "2I4n!" }, cancels)
    end
  end)

  it("turns a survivor that lost nothing too, where that is the rule (WT-RUL-46)", function()
    flaym({ reface_without_loss = "on" })
    begin({ d2 = "1F6n", d6 = "2I4e-2I5s" }, "ph=MAN mn=d2:2:")
    equal(S.moves("po"), "poe pon pos pow")
    play("pos")
    equal(S.cell("d6"), "2I4s-1F6n")
  end)

  it("takes Stun and ritual off a survivor as any attack does (WT-ATK-8, WT-RUL-49)", function()
    flaym()
    begin({ d2 = "1F6n", d6 = "2I4e-%!2I5s" }, "ph=MAN mn=d2:2:")
    play("po-")
    equal(S.cell("d6"), "2I4e-1F6n")
  end)

  it("is an attack for idle turns (WT-RUL-97)", function()
    flaym()
    begin({ d2 = "1F6n", d6 = "2I5s", a7 = "2I1s" }, "id=4")
    play("M:d2 po")
    equal(S.key("id"), "x")
  end)
end)

describe("Burn", function()
  it("2 Arms from every battalion around, at all levels, for all that is left "
    .. "(WT-ART-FLAYM-8, WT-ART-FLAYM-9, WT-ART-FLAYM-10, WT-RUL-116, WT-RUL-124, WT-RUL-50, "
    .. "WT-RUL-53, WT-RUL-37)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "2I5e2I3s", c4 = "2I2w", e4 = "1F4s", d3 = "2I1n1F2n", e5 = "2I4s" },
      "id=3")
    play("M:d4 bu")
    equal(S.cell("d5"), "2I3e2I1s")
    equal(S.cell("c4"), "")
    equal(S.cell("e4"), "1F4s") -- Flaym does not burn
    equal(S.cell("d3"), "1F2n") -- the dead one beneath it is gone, nobody attacks
    equal(S.cell("e5"), "2I4s") -- not around the corner
    equal(S.cell("d4"), "1F1n")
    equal(S.key("gy"), "A:2I*2")
    equal(S.key("mv"), "B")
    equal(S.key("id"), nil)
  end)

  it("Vigor gives no protection, and is used up "
    .. "(WT-ART-FLAYM-11, WT-RUL-117, WT-RUL-56, WT-INV-9)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "2I5s+" })
    play("M:d4 bu")
    equal(S.cell("d5"), "2I3s") -- and its own Step 3 has taken Vigor off
    -- of two orders the second finds the point used up, and does nothing more
    S.with({ "ground", "arts", "kingdoms.flaym", "double_time" })
    begin({ d4 = "1F1n", d5 = "2I5s+", e5 = "1F3w" }, "od=0/2")
    play("M:d4 bu")
    equal(S.cell("d5"), "2I3s-")
    play("M:e5")
    equal(S.moves("f"), "f-")
    play("f- .")
    equal({ S.cell("d5"), S.key("ct") }, { "2I3s+1F3w", "d5" })
  end)

  it("takes 2 from one whose Vigor was used up before (WT-ART-FLAYM-11, WT-RUL-117)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "2I5s-" }, "ph=MAN mn=d4:7:")
    play("bu")
    equal(S.cell("d5"), "2I3s")
  end)

  it("takes neither Stun nor ritual off; an option breaks the ritual "
    .. "(WT-RUL-28, WT-RUL-84)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "2I5s%", c4 = "2I4s!" }, "ph=MAN mn=d4:7:px")
    play("l bu")
    equal(S.key("mv"), "B")
    equal(S.key("ph"), "SAC") -- the ritual went on, in Step 4
    equal(S.cell("c4"), "2I2s!")
    flaym({ damage_breaks_sacrifice = "on" })
    begin({ d4 = "1F1n", d5 = "2I5s%" }, "ph=MAN mn=d4:7:")
    play("bu")
    equal(S.cell("d5"), "2I3s")
  end)

  it("needs a battalion around; one that does not burn will do "
    .. "(WT-RUL-113, WT-RUL-127, WT-ART-FLAYM-24)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "[2I]", e5 = "2I3s" })
    play("M:d4")
    S.refuses("bu", "WT-RUL-113")
    begin({ d4 = "1F1n", d5 = "1F2n" })
    play("M:d4 bu")
    equal(S.cell("d5"), "1F2n")
    flaym({ ["warline.arts.noop_arts"] = "on" })
    begin({ d4 = "1F1n" })
    play("M:d4 bu")
    equal(S.key("mv"), "B")
  end)

  it("needs 1 action left (WT-RUL-36)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "2I5s", d3 = "{v}" }, "ph=MAN mn=d4:0:px")
    equal(S.count("bu"), 0)
    begin({ d4 = "1F1s", d5 = "2I5s", d3 = "{v}" }, "ph=MAN mn=d4:0:px")
    S.refuses("bu", "WT-RUL-36")
    flaym({ all_ma_min = "0" }) -- an option asks for none
    begin({ d4 = "1F1n", c4 = "2I5s", d5 = "[2I]" }, "ph=MAN mn=d4:0:px")
    equal(S.moves(""), ". bu")
    play("bu")
    equal(S.cell("c4"), "2I3s")
  end)

  it("gives no Vigor and is no attack (WT-RUL-97)", function()
    flaym()
    begin({ d4 = "1F1n", d5 = "2I5s" })
    play("M:d4 bu")
    equal(S.cell("d4"), "1F1n")
    begin({ d4 = "1F2n", d5 = "2I2s", d6 = "2I5s" }) -- nor does it take off what an attack earned
    play("M:d4 f- bu")
    equal({ S.cell("d5"), S.cell("d6") }, { "1F2n+", "2I3s" })
  end)

  it("that takes nothing from anybody leaves the turn idle (WT-RUL-109, WT-RUL-97)", function()
    flaym({ resolve = "irreversible" })
    for cell, id in pairs { ["1F2n"] = 3, ["2I5s"] = 0 } do
      begin({ d4 = "1F1n", d5 = cell }, "id=2")
      play("M:d4 bu")
      equal(tonumber(S.key("id") or 0), id, cell)
    end
  end)

  it("reaches nobody around the corner or two zones away (WT-ART-FLAYM-9, WT-RUL-113)", function()
    flaym()
    begin({ d4 = "1F1n", e5 = "2I5s", d6 = "2I5s", b4 = "2I5s", c3 = "2I5s" })
    play("M:d4")
    S.refuses("bu", "WT-RUL-113")
  end)

  it("reaches the topmost alone where stacks shield (WT-RUL-116)", function()
    flaym({ ["warline.ground.area_hits_stack"] = "off" })
    begin({ d4 = "1F1n", d5 = "2I5e2I3s" })
    play("M:d4 bu")
    equal(S.cell("d5"), "2I5e2I1s")
  end)

  it("does not hurt the Flaym of the other side (WT-ART-FLAYM-24, WT-RUL-127)", function()
    mirror()
    S.begin({ d4 = "1F1n", d5 = "2F5s", a1 = "1F6n", g7 = "2F6s" })
    play("M:d4 bu")
    equal(S.cell("d5"), "2F5s")
  end)
end)

describe("Incinerate", function()
  it("takes the Forest and all that hangs together with it, and 3 Arms from each there "
    .. "(WT-ART-FLAYM-12, WT-ART-FLAYM-13, WT-ART-FLAYM-14, WT-ART-FLAYM-15, WT-ART-FLAYM-16, "
    .. "WT-RUL-125, WT-RUL-119)", function()
    flaym()
    begin({ d4 = "{f}1F4n", d5 = "{f}2I5e2I3s+", d6 = "{f}", e6 = "{f}1F2n", c4 = "2I4s",
      c3 = "{f}" })
    play("M:d4 in")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("e6") },
      { "1F4n", "2I2e", "", "1F2n" })
    equal(S.cell("c4"), "2I4s")
    equal(S.cell("c3"), "{f}") -- a corner does not touch
    equal(S.key("gy"), "A:2I*1")
  end)

  it("leaves Forest under a rampart, which links nothing (WT-ART-FLAYM-17, WT-RUL-119)",
    function()
    flaym()
    begin({ d4 = "{f}1F4n", d5 = "{f}[1F]", d6 = "{f}2I4s" })
    play("M:d4 in")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6") }, { "1F4n", "{f}[1F]", "{f}2I4s" })
  end)

  it("only by Arms 4 to 6, on Forest (WT-ART-FLAYM-12)", function()
    flaym()
    for arms = 1, 6 do
      begin({ d4 = "{f}1F" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("in", "WT-ART-FLAYM-12") else ok(S.lists("in")) end
    end
    begin({ d4 = "1F4n", d5 = "{f}" })
    play("M:d4")
    S.refuses("in", "WT-ART-FLAYM-12")
  end)
end)

describe("Scald", function()
  it("takes the Marsh and those beside it, no further, and 2 Arms from each enemy there "
    .. "(WT-ART-FLAYM-18, WT-ART-FLAYM-19, WT-ART-FLAYM-20, WT-ART-FLAYM-21, WT-ART-FLAYM-22, "
    .. "WT-ART-FLAYM-23, WT-RUL-118, WT-RUL-116)", function()
    flaym()
    begin({ d4 = "{a}1F4n", d5 = "{a}2I5e2I3s+", d6 = "{a}2I4s", c4 = "{a}[2I]", e4 = "2I3n",
      d3 = "{f}2I1n" })
    play("M:d4 sc")
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("c4"), S.cell("e4"), S.cell("d3") },
      { "1F4n", "2I3e2I1s", "{a}2I4s", "{a}[2I]", "2I3n", "{f}2I1n" })
    begin({ d4 = "{m}1F4n", d5 = "{a}2I5s" })
    play("M:d4")
    S.refuses("sc", "WT-ART-FLAYM-18")
  end)

  it("only by Arms 4 to 6, on Marsh, with an action left (WT-ART-FLAYM-18, WT-RUL-36, WT-RUL-39)",
    function()
    flaym()
    for arms = 1, 6 do
      begin({ d4 = "{a}1F" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("sc", "WT-ART-FLAYM-18") else ok(S.lists("sc")) end
    end
    begin({ d4 = "{a}1F4n", d5 = "{v}" }, "ph=MAN mn=d4:0:px")
    S.refuses("sc", "WT-RUL-36")
    begin({ d4 = "{a}1F1n1F4n" })
    play("M:d4")
    S.refuses("sc", "WT-RUL-39")
  end)

  it("and Burn and Incinerate leave Stun and ritual where they are (WT-RUL-28, WT-RUL-84)",
    function()
    flaym()
    for act, kind in pairs { sc = "{a}", ["in"] = "{f}", bu = "{m}" } do
      begin({ d4 = kind .. "1F4n", d5 = kind .. "2I5s!", c4 = kind .. "2I6e%" },
        "ph=MAN mn=d4:4:")
      play(act)
      local left = act == "in" and 2 or 3
      equal({ S.cell("d5"), S.key("ph") }, { (act == "bu" and kind or "") .. "2I" .. left .. "s!",
        "SAC" }, act)
    end
  end)

  it("spares own battalions and Flaym of either side (WT-RUL-126, WT-RUL-127)", function()
    mirror()
    S.begin({ d4 = "{a}1F4n", d5 = "{a}2F5s", c4 = "{a}1F2n", a1 = "1F6n", g7 = "2F6s" })
    play("M:d4 sc")
    equal({ S.cell("d5"), S.cell("c4") }, { "2F5s", "1F2n" })
  end)
end)

describe("Melt", function()
  it("turns Ice and the Ice beside it into Waterbody, whoever stands there "
    .. "(WT-ART-FLAYM-25, WT-ART-FLAYM-26, WT-ART-FLAYM-27, WT-ART-FLAYM-28, WT-RUL-5, WT-RUL-118)",
      function()
    flaym()
    begin({ d4 = "{i}1F4n", d5 = "{i}2I5s%", d6 = "{i}", c4 = "{i}[2I]", g7 = "{i}2I6s" }, "id=2")
    play("M:d4 me")
    local turned = events()
    equal({ turned[1].name, turned[1].zone, turned[1].before, turned[1].after, turned[2].zone },
      { "ground_turned", 24, 8, 6, 31 })
    equal({ S.cell("d4"), S.cell("d5"), S.cell("d6"), S.cell("c4") },
      { "{w}1F4n", "{w}2I5s", "{i}", "{i}[2I]" }) -- and the ritual finds no ground
    equal(S.key("id"), nil)
    begin({ d4 = "{i}2I4n", d5 = "{i}" }, "mv=B")
    play("M:d4")
    S.refuses("me", "WT-RUL-112")
    begin({ d4 = "{w}1F4n", d5 = "{i}" })
    play("M:d4")
    S.refuses("me", "WT-ART-FLAYM-25")
  end)
end)

describe("Melt", function()
  it("only by Arms 4 to 6 (WT-ART-FLAYM-25)", function()
    flaym()
    for arms = 1, 6 do
      begin({ d4 = "{i}1F" .. arms .. "n" })
      play("M:d4")
      if arms < 4 then S.refuses("me", "WT-ART-FLAYM-25") else ok(S.lists("me")) end
    end
  end)
end)

describe("own battalions of other kingdoms", function()
  local function recruited()
    S.with({ "ground", "arts", "kingdoms.flaym", "recruiting" }, { mixed_kingdoms = "on" })
  end

  it("burn with the rest, beside it and in its Forest (WT-ART-FLAYM-9, WT-ART-FLAYM-15, "
    .. "WT-RUL-124, WT-RUL-125, WT-RUL-51)", function()
    recruited()
    begin({ d4 = "1F1n", d5 = "1I5n", c4 = "1S2n", e4 = "1T4e1F2n" })
    play("M:d4 bu")
    equal({ S.cell("d5"), S.cell("c4"), S.cell("e4") }, { "1I3n", "", "1T2e1F2n" })
    equal(S.key("gy"), "B:1S*1") -- of the enemy, whoever did it
    begin({ d4 = "{f}1F4n", d5 = "{f}1I5n", c4 = "1S2n" })
    play("M:d4 in")
    equal({ S.cell("d5"), S.cell("c4") }, { "1I2n", "1S2n" })
  end)

  it("are spared by Scald, at all levels (WT-ART-FLAYM-21, WT-RUL-126)", function()
    recruited()
    begin({ d4 = "{a}1F4n", d5 = "{a}1I5n", c4 = "{a}2T4n1S3n", e4 = "{a}1B3s2I3s" })
    play("M:d4 sc")
    equal({ S.cell("d5"), S.cell("c4"), S.cell("e4") }, { "1I5n", "2T2n1S3n", "1B3s2I1s" })
  end)
end)

describe("changed terrain", function()
  it("makes the turn no idle one (WT-RUL-109)", function()
    flaym({ resolve = "irreversible" })
    begin({ d4 = "{i}1F4n" }, "id=2")
    play("M:d4 me")
    equal(S.key("id"), nil)
    begin({ d4 = "{i}1F4n" }, "id=2")
    play("M:d4 l f .")
    equal(S.key("id"), "3")
  end)

  it("makes no earlier position the same as a later one (WT-RUL-109)", function()
    flaym()
    for change, id in pairs { ["M:d4 me"] = 0, Z = 1 } do
      S.begin({ a1 = "1F1n", d4 = "{i}1F4n", g7 = "2I1s", a7 = "2I6s" })
      play("M:a1 f . M:g7 f . M:a2 l l f l l . M:g6 l l f l l .")
      play(change .. " Z")
      equal(tonumber(S.key("id") or 0), id, change)
    end
  end)
end)

describe("Fireproof", function()
  local zones = { c3 = "{f}1F1n%", c4 = "{f}1F5n", d3 = "{f}2I5w" }

  it("holds in the fire of a sacrifice, while arts are on (WT-ART-FLAYM-24, WT-TERR-39, "
    .. "WT-RUL-127, WT-RUL-153)", function()
    flaym()
    begin(zones, "ph=SAC")
    equal({ S.cell("c4"), S.cell("d3") }, { "1F5n", "2I3w" })
    S.with({ "ground" })
    begin(zones, "ph=SAC")
    equal(S.cell("c4"), "1F3n")
  end)

  it("does not hold against attacks (WT-RUL-127)", function()
    mirror()
    S.begin({ d4 = "1F2n", d5 = "2F5s", a1 = "1F6n", g7 = "2F6s" })
    play("M:d4 fn")
    equal(S.cell("d5"), "2F3n1F2n")
  end)
end)

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
    play("Z") -- the enemy is to be extricated, which Flaym cannot strike at
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
