-- Flaym: Pounce and Burn (chapter 37).
local S = dofile("tests/rules/warline/support.lua")

local flaym = S.modules { "ground", "arts", "kingdoms.flaym" }
-- Both sides Flaym: the fire of one meets the immunity of the other.
local mirror = S.modules({ "ground", "arts", "kingdoms.flaym" },
  { kingdom2 = "F", mirror_kingdoms = "on" })
local begin = S.beginning { g7 = "2I6s", a1 = "1F6n" }

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
    begin({ d2 = "1F6n", d3 = "2I1s", d5 = "2I2s" }) -- distance 1 too, and again
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

  it("hurts no Flaym of any Arms (WT-ART-FLAYM-24, WT-RUL-112, WT-RUL-127)", function()
    flaym()
    for arms = 1, 6 do
      local other = "1F" .. arms .. "n"
      begin({ d4 = "1F1n", d5 = other, e4 = "2I5s" })
      play("M:d4 bu")
      equal({ S.cell("d5"), S.cell("e4") }, { other, "2I3s" })
    end
  end)
end)
