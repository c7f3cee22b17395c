-- Rules common to the arts of several kingdoms, and their interactions.

local S = dofile("tests/rules/warline/support.lua")

describe("arts as a handicap", function()
  local function play_with(kingdom, letter, side)
    S.with({ "ground", "arts", "kingdoms." .. kingdom }, { kingdom1 = letter, kingdom2 = letter,
      mirror_kingdoms = "on", ["warline.arts.handicap"] = side })
  end

  it("belong to one General alone (WT-VAR-7, WT-RUL-7)", function()
    for _, side in ipairs({ "none", "1", "2" }) do
      play_with("flaym", "F", side)
      local zones = { d4 = "1F1n", d5 = "2F4s", a1 = "1F6n", g7 = "2F6s" }
      S.begin(zones)
      equal(S.key("op"), "mirror_kingdoms=true" .. (side ~= "none" and "+handicap=" .. side or ""))
      play("M:d4")
      if side == "2" then S.refuses("bu", "WT-RUL-7") else ok(S.lists("bu"), side) end
      S.begin(zones, "mv=B")
      play("M:d5")
      if side == "1" then S.refuses("bu", "WT-RUL-7") else ok(S.lists("bu"), side) end
      -- nor do they keep the other one from being paralyzed
      S.begin({ a1 = "1F6n", a2 = "{c}", b1 = "{l}", d4 = "2F5s", g7 = "2F6s" }, "mv=B rs=2F6")
      play("Z")
      equal(S.key("rt"), side == "2" and "B:paralyze:3" or nil, side)
    end
  end)

  it("his kingdom and Arms are asked for all the same (WT-RUL-7, WT-RUL-112)", function()
    for side, move in pairs { ["1"] = "d4", ["2"] = "d5" } do
      S.with({ "ground", "arts", "kingdoms.flaym" }, { ["warline.arts.handicap"] = side })
      S.begin({ d4 = "{f}1F3n", d5 = "2I5s", a1 = "1F6n", g7 = "2I6s" },
        side == "2" and "mv=B" or nil)
      play("M:" .. move)
      if side == "1" then
        S.refuses("in", "WT-ART-FLAYM-12")
        S.refuses("po", "WT-ART-FLAYM-1")
        ok(S.lists("bu"))
      else
        S.refuses("bu", "WT-RUL-112")
      end
    end
  end)

  it("to one that there is (WT-RUL-7)", function()
    local good, message = pcall(play_with, "flaym", "F", "3")
    ok(not good and tostring(message):find("this battle has 2 Generals", 1, true), message)
  end)

  it("passive ones too: fire, marches, Harvest, building (WT-VAR-7, WT-RUL-7)", function()
    for side, has in pairs { none = true, ["1"] = true, ["2"] = false } do
      play_with("flaym", "F", side)
      S.begin({ c3 = "{f}1F1n%", c4 = "{f}1F5n", d3 = "{f}2F5w", g7 = "2F6s" }, "ph=SAC")
      equal(S.cell("c4"), has and "1F5n" or "1F3n", side)
      equal(S.cell("d3"), side == "1" and "2F3w" or "2F5w", side)
      play_with("sey", "S", side)
      S.begin({ d4 = "1S3n", d5 = "{w}", d6 = "{v}", g7 = "2S6s" })
      play("M:d4 f")
      equal(S.key("mn"), "d5:" .. (has and 4 or 0) .. ":px", side)
      play_with("timber", "T", side)
      S.begin({ d4 = "1T4n", d5 = "[1T]", c4 = "{g}", g7 = "2T6s" }, "rs=1T2")
      play("M:d4")
      equal(S.lists("b:c4"), has, side)
      play("x l") -- for nothing; a turn leaves 3
      equal(S.key("rs"), has and "1T3" or "1T2", side)
      S.begin({ a1 = "1T4n", a2 = "{c}", b1 = "{l}", d7 = "[1T]", d4 = "2T5s", g7 = "2T6s" },
        "mv=B rs=2T6")
      play("Z")
      equal(S.key("rt"), not has and "B:paralyze:3" or nil, side)
    end
  end)
end)

describe("Sey against Frost with arts", function()
  local function begin(zones, fields)
    S.with({ "ground", "arts", "kingdoms.sey", "kingdoms.frost" }, { kingdom1 = "S" })
    local all = { g7 = "2I5s", a1 = "1S5n" }
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, fields)
  end

  it("one on a rampart is met by no Surge, and ends its line (WT-RUL-131, WT-RUL-115, "
    .. "WT-ART-SEY-5)", function()
    begin({ d2 = "1S6n", d4 = "[2I]2I6s", d6 = "2I3s" })
    play("M:d2")
    S.refuses("su:d7", "WT-ART-SEY-3")
    begin({ d2 = "1S6n", d4 = "2I3s", d5 = "[2I]2I6s" }) -- its zone is taken, and may be passed
    play("M:d2")
    equal(S.moves("su:d"), "su:d3 su:d6")
    S.refuses("su:d5", "WT-ART-SEY-2")
  end)

  it("nor pulled by an Undertow, nor pulled upon (WT-RUL-131, WT-RUL-140, WT-RUL-142, "
    .. "WT-ART-SEY-16)", function()
    begin({ d4 = "1S3n", d6 = "[2I]2I6s", b4 = "2I2s", c4 = "[2I]" })
    play("M:d4")
    S.refuses("un:d5", "WT-ART-SEY-11")
    begin({ d4 = "1S3n", d5 = "[2I]2I6s", d6 = "2I3s" })
    play("M:d4")
    S.refuses("un:d5", "WT-ART-SEY-16")
  end)

  it("it may be pulled once its rampart is gone (WT-RUL-132, WT-ART-SEY-11)", function()
    begin({ d4 = "1S4e", e4 = "[2I]2I6s", c4 = "1S2w" })
    play("M:d4 x .")
    equal(S.cell("e4"), "2I6s")
    play("Z M:c4")
    ok(S.lists("un:d4")) -- onto the friend between
  end)

  it("what one floods the other freezes (WT-ART-SEY-21, WT-RUL-243)", function()
    begin({ d4 = "{v}1S4n", d5 = "{v}2I4s" })
    play("M:d4 fd M:d5 fr")
    equal({ S.cell("d4"), S.cell("d5") }, { "{i}1S4n", "{i}2I4s" })
  end)
end)
