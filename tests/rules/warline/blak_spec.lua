local S = dofile("tests/rules/warline/support.lua")

-- General 1 leads the Blak, General 2 Frost.
local function blak(options)
  local all = { kingdom1 = "B" }
  for key, value in pairs(options or {}) do all[key] = value end
  S.with({ "ground", "arts", "kingdoms.blak" }, all)
end

local function begin(zones, fields)
  local all = { g7 = "2I6s", a1 = "1B6w" }
  for zone, text in pairs(zones) do all[zone] = text end
  S.begin(all, fields)
end

-- The pieces of some zones, in the order of their names.
local function cells(names)
  local list = {}
  for zone in names:gmatch("%S+") do list[#list + 1] = S.cell(zone) end
  return list
end

describe("the arts of the Blak", function()
  it("are theirs alone, by Arms (WT-RUL-112, WT-DATA-4)", function()
    blak()
    for arms = 1, 6 do
      begin({ d3 = "1B" .. arms .. "n", d5 = "2I5s" }, "ph=MAN mn=d3:7:")
      equal(S.moves("mo"), arms == 6 and "mo:d5" or "")
      equal(S.moves("fa"), "fa")
      equal(S.moves("dv"), arms >= 4 and "dv" or "")
      if arms < 6 then S.refuses("mo:d5", "WT-ART-BLAK-1") end
      if arms < 4 then S.refuses("dv", "WT-ART-BLAK-17") end
    end
    begin({ d3 = "1B2n", d4 = "{c}", d5 = "2I6s" }, "mv=B ph=MAN mn=d5:7:")
    for _, move in ipairs({ "mo:d3", "fa", "cfn", "dv" }) do S.refuses(move, "WT-RUL-112") end
  end)

  it("leave a turn idle where nobody loses Arms by them (WT-RUL-109, WT-RUL-117)", function()
    blak({ resolve = "irreversible" })
    for victim, id in pairs { ["2I5s-"] = "3", ["2I5s+"] = false } do
      begin({ d3 = "1B2n", d5 = victim }, "ph=MAN mn=d3:2: id=2")
      play("fa")
      equal(S.key("id") or false, id, victim)
    end
  end)

  it("do not work on top of another battalion (WT-RUL-39, WT-STACK-3)", function()
    for _, stacked in ipairs({ "snowblind_only", "movelike" }) do
      blak({ ["warline.arts.stacked_arts"] = stacked })
      begin({ d3 = "1B1n1B6n", d5 = "2I5s" }, "ph=MAN mn=d3:8:")
      for _, move in ipairs({ "mo:d5", "fa", "cfn", "dv" }) do S.refuses(move, "WT-RUL-39") end
    end
  end)

  it("are actions a maneuver may have within reach (WT-RUL-42)", function()
    blak()
    local ring = { d4 = "1B2n", c4 = "{l}", e4 = "[2I]", d5 = "[2I]", d3 = "[2I]" }
    begin(ring)
    S.refuses("M:d4", "WT-RUL-42")
    ring.a4 = "2I3e" -- Farshot, by a turn
    begin(ring)
    play("M:d4 l fa")
    equal(S.cell("a4"), "2I2e")
    ring.a4, ring.c4 = nil, "{c}" -- Forge: a turn and 5 of 6
    begin(ring)
    play("M:d4 l cf")
    equal(S.cell("b4"), "1B2w")
    ring.d4 = "1B3n"
    begin(ring)
    S.refuses("M:d4", "WT-RUL-42")
    ring.d4 = "1B3w"
    begin(ring)
    ok(S.lists("M:d4"))
    local pit = { d4 = "1B6n", c4 = "{l}", e4 = "{l}", d5 = "{l}", d3 = "{l}" }
    begin(pit) -- Devastate turns nothing into a way out, and it is there
    play("M:d4 dv")
    equal(S.cell("d4"), "{g}1B6n")
    pit.d4 = "{m}1B6n"
    begin(pit)
    S.refuses("M:d4", "WT-RUL-42")
    pit.g4 = "[2I]" -- Mortar, by one turn
    begin(pit)
    play("M:d4 r mo:g4")
    equal(S.cell("g4"), "")
    pit.g4, pit.d1 = nil, "[2I]" -- two turns leave nothing for it
    begin(pit)
    S.refuses("M:d4", "WT-RUL-42")
  end)
end)

describe("Mortar", function()
  it("takes 3 Arms from each battalion on one zone, one to three ahead, for 1 "
    .. "(WT-ART-BLAK-1, WT-ART-BLAK-2, WT-ART-BLAK-3, WT-RUL-116, WT-RUL-50, WT-RUL-51, "
    .. "WT-RUL-53)", function()
    blak()
    begin({ d3 = "1B6n", d4 = "1B4e", d5 = "2I5e1B2s2I3w", d6 = "2I6s", d7 = "2I1s", e3 = "2I4n" })
    play("M:d3")
    equal(S.moves("mo"), "mo:d4 mo:d5 mo:d6")
    S.refuses("mo:d7", "WT-ART-BLAK-2")
    S.refuses("mo:e3", "WT-ART-BLAK-2")
    S.refuses("mo:d3", "WT-ART-BLAK-2")
    play("mo:d5")
    equal(cells("d4 d5 d6 e3"), { "1B4e", "2I2e", "2I6s", "2I4n" })
    equal(S.key("gy"), "A:2I*1,B:1B*1")
    equal(S.key("mn"), "d3:1:px")
    play("mo:d4") -- a friend, and the end of it
    equal(S.cell("d4"), "1B1e")
    equal(S.key("mv"), "B")
  end)

  it("reaches the topmost alone where stacks shield (WT-RUL-116)", function()
    blak({ ["warline.ground.area_hits_stack"] = "off" })
    begin({ d3 = "1B6n", d5 = "2I5e2I4w" })
    play("M:d3 mo:d5")
    equal(S.cell("d5"), "2I5e2I1w")
  end)

  it("destroys a rampart on its zone, of whatever side "
    .. "(WT-ART-BLAK-4, WT-RUL-146, WT-RUL-73, WT-RUL-144)", function()
    blak()
    for _, wall in ipairs({ "1B", "2I" }) do
      begin({ d3 = "1B6n", d4 = "2I5s", d5 = "{f}[" .. wall .. "]", d6 = "2I3s" }, "id=3")
      play("M:d3")
      play("mo:d5")
      for _, event in ipairs(events()) do
        if event.name == "demolished" then equal(event.unit, -1) end -- no Destroy, no Harvest
      end
      equal(cells("d4 d5 d6"), { "2I5s", "{f}", "2I3s" })
      equal(S.key("rd"), wall .. "1")
      equal(S.key("rs"), nil)
      equal(S.key("mn"), "d3:1:px") -- own ones cost no less
      equal(S.key("id"), "x")
      play("mo:d6") -- nothing shields it any more
      equal(S.cell("d6"), "")
    end
  end)

  it("does not reach battalions behind a rampart, but ramparts behind one "
    .. "(WT-ART-BLAK-5, WT-RUL-146)", function()
    blak()
    begin({ d3 = "1B6n", d4 = "[1B]", d5 = "2I5s", d6 = "[2I]" })
    play("M:d3")
    equal(S.moves("mo"), "mo:d4 mo:d6")
    S.refuses("mo:d5", "WT-ART-BLAK-5")
    play("mo:d6")
    equal(S.cell("d6"), "")
    S.refuses("mo:d5", "WT-ART-BLAK-5")
    begin({ d3 = "1B6n", d4 = "2I5s", d5 = "[2I]", d6 = "2I5s" })
    play("M:d3")
    equal(S.moves("mo"), "mo:d4 mo:d5")
    S.refuses("mo:d6", "WT-ART-BLAK-5")
    begin({ d2 = "1B6n", d4 = "2I5s", d5 = "[2I]" }) -- nor does one behind them shield anybody
    play("M:d2")
    equal(S.moves("mo"), "mo:d4 mo:d5")
    begin({ d2 = "1B6n", d5 = "2I5s", d6 = "[2I]" })
    play("M:d2")
    equal(S.moves("mo"), "mo:d5")
  end)

  it("needs a battalion or a rampart there (WT-RUL-113)", function()
    blak()
    begin({ d3 = "1B6n", d4 = "{f}", d6 = "2I5s" })
    play("M:d3")
    S.refuses("mo:d4", "WT-RUL-113")
    S.refuses("mo:d5", "WT-RUL-113")
    play("l")
    S.refuses("mo:c3", "WT-RUL-113")
    blak({ ["warline.arts.noop_arts"] = "on" })
    begin({ b6 = "1B6n", b4 = "[2I]", d3 = "1B6n", d4 = "[2I]", d5 = "2I5s" })
    play("M:d3")
    S.refuses("mo:d5", "WT-ART-BLAK-5")
    play("mo:d6")
    equal(cells("d4 d5 d6"), { "[2I]", "2I5s", "" })
    begin({ b6 = "1B6n" })
    play("M:b6")
    equal(S.moves("mo"), "mo:b7") -- the field ends
  end)

  it("flies over voids, which count as distance (WT-RUL-3)", function()
    blak({ voids = "d4 d5" })
    begin({ d3 = "1B6n", d4 = "*", d5 = "*", d6 = "2I5s", d7 = "2I5s" })
    play("M:d3")
    equal(S.moves("mo"), "mo:d6")
    play("mo:d6")
    equal(S.cell("d6"), "2I2s")
  end)

  it("is capped by Vigor, once a turn (WT-RUL-117, WT-RUL-55, WT-VIG-4, WT-RUL-57)", function()
    blak()
    begin({ d3 = "1B6n", d5 = "2I5s+" }, "ph=MAN mn=d3:3:")
    play("mo:d5")
    equal(S.cell("d5"), "2I4s-")
    play("mo:d5")
    equal(S.cell("d5"), "2I4s-")
    begin({ d3 = "1B6n", d5 = "2I5e2I1s+" }) -- each by itself; Arms 1 dies all the same
    play("M:d3 mo:d5")
    equal(S.cell("d5"), "2I2e")
  end)

  it("shares that cap with attacks, before it and after (WT-RUL-55, WT-RUL-23)", function()
    blak()
    for _, moves in ipairs({ "mo:d4 f-", "fs f l l mo:d4" }) do
      begin({ d3 = "1B6n", d4 = "2I5s+" }, "ph=MAN mn=d3:8:")
      play(moves)
      ok(S.cell("d4"):find("^2I4s%-"), S.cell("d4"))
    end
  end)

  it("is no attack: no Vigor, and it takes neither Stun nor ritual off "
    .. "(WT-ART-BLAK-6, WT-RUL-28, WT-RUL-84, WT-RUL-97)", function()
    blak()
    begin({ d3 = "1B6n", d5 = "2I5s%", d6 = "2I4s!" }, "ph=MAN mn=d3:3:")
    play("mo:d5 mo:d6")
    equal(cells("d5 d6"), { "2I2s%", "2I1s!" })
    play(".")
    equal(S.cell("d3"), "1B6n")
    equal(S.key("ph"), "SAC") -- the ritual went on
    blak({ damage_breaks_sacrifice = "on" })
    begin({ d3 = "1B6n", d5 = "2I5s%" }, "ph=MAN mn=d3:3:")
    play("mo:d5")
    equal(S.cell("d5"), "2I2s")
  end)

  it("needs an action left (WT-ART-BLAK-1)", function()
    blak()
    begin({ d3 = "1B6n", d4 = "{v}", d5 = "2I5s" }, "ph=MAN mn=d3:0:px")
    S.refuses("mo:d5", "WT-ART-BLAK-1")
  end)
end)

describe("Farshot", function()
  it("takes 1 Arms from the first battalion within four ahead, for all that is left "
    .. "(WT-ART-BLAK-7, WT-ART-BLAK-8, WT-ART-BLAK-9, WT-RUL-37, WT-RUL-50)", function()
    blak()
    for far = 1, 5 do
      local target = "d" .. 2 + far
      begin({ d2 = "1B1n", [target] = "2I5e" }, "id=3")
      play("M:d2")
      if far == 5 then
        S.refuses("fa", "WT-ART-BLAK-8")
      else
        play("fa")
        equal(S.cell(target), "2I4e")
        equal(S.key("mv"), "B")
        equal(S.key("id"), nil)
      end
    end
  end)

  it("reaches every corner of the field (WT-ART-BLAK-8)", function()
    blak()
    for from, to in pairs { a4s = "a1", d1w = "a1", g4n = "g7", d7e = "g7" } do
      begin({ a1 = "1B6w", g7 = "1B5n", [to] = "2I5e", [from:sub(1, 2)] = "1B1" .. from:sub(3),
        b6 = "2I1s" })
      play("M:" .. from:sub(1, 2) .. " fa")
      equal(S.cell(to), "2I4e", from)
    end
  end)

  it("hits the top of a stack, friend or foe; a dead one makes room "
    .. "(WT-ART-BLAK-8, WT-RUL-147, WT-RUL-51)", function()
    blak()
    begin({ d2 = "1B1n", d4 = "2I5e2I1s", d5 = "2I4s" })
    play("M:d2 fa")
    equal(cells("d4 d5"), { "2I5e", "2I4s" })
    equal(S.key("gy"), "A:2I*1")
    begin({ d2 = "1B1n", d3 = "1B1s", d4 = "2I5e" })
    play("M:d2 fa")
    equal(cells("d3 d4"), { "", "2I5e" })
    equal(S.key("gy"), "B:1B*1")
    begin({ d2 = "1B1n", d3 = "2I5s1B4s", d4 = "2I5e" })
    play("M:d2 fa")
    equal(S.cell("d3"), "2I5s1B3s")
  end)

  it("not with a rampart before it (WT-ART-BLAK-10)", function()
    blak()
    for _, wall in ipairs({ "[1B]", "[2I]" }) do
      begin({ d2 = "1B1n", d3 = wall, d4 = "2I5e" })
      play("M:d2")
      S.refuses("fa", "WT-ART-BLAK-10")
    end
    begin({ d2 = "1B1n", d4 = "2I5e", d5 = "[2I]" }) -- behind it none matters
    play("M:d2 fa")
    equal(S.cell("d4"), "2I4e")
  end)

  it("flies over any ground and over voids (WT-RUL-3)", function()
    blak({ voids = "d4" })
    begin({ d2 = "1B1n", d3 = "{c}", d4 = "*", d5 = "{l}", d6 = "{s}2I5e" })
    play("M:d2 fa")
    equal(S.cell("d6"), "{s}2I4e")
  end)

  it("needs a battalion there, and 1 action (WT-RUL-113, WT-RUL-36)", function()
    blak()
    begin({ d3 = "1B1n", d4 = "{v}", d6 = "2I4s", b2 = "2I1s", d2 = "2I1s" },
      "ph=MAN mn=d3:0:px")
    S.refuses("fa", "WT-RUL-36")
    begin({ d3 = "1B1w", b2 = "2I1s", d2 = "2I1s" }, "ph=MAN mn=d3:2:")
    S.refuses("fa", "WT-ART-BLAK-8")
    blak({ ["warline.arts.noop_arts"] = "on" })
    begin({ d3 = "1B1n", d4 = "[2I]", d5 = "2I4s" })
    play("M:d3 fa")
    equal(cells("d4 d5"), { "[2I]", "2I4s" })
    equal(S.key("mv"), "B")
    begin({ d3 = "1B1n", d2 = "2I4n" }) -- into nothing, not backwards
    play("M:d3 fa")
    equal(S.cell("d2"), "2I4n")
    blak({ all_ma_min = "0" })
    begin({ d3 = "1B1n", d4 = "{v}", d6 = "2I4s" }, "ph=MAN mn=d3:0:px")
    ok(S.lists("fa"))
  end)

  it("is capped by Vigor, and kills Arms 1 with it (WT-RUL-117, WT-RUL-57)", function()
    blak()
    begin({ d3 = "1B1n", d5 = "2I5s-", e5 = "2I1n" }, "ph=MAN mn=d3:7:")
    play("fa")
    equal(S.cell("d5"), "2I5s") -- used up: it loses nothing
    begin({ d3 = "1B1n", d5 = "2I1s+" })
    play("M:d3 fa")
    equal(S.cell("d5"), "")
  end)

  it("is no attack: no Vigor from it, and none lost by it "
    .. "(WT-ART-BLAK-11, WT-RUL-28, WT-RUL-84, WT-RUL-58)", function()
    blak()
    begin({ d3 = "1B1n", d5 = "2I5s!" }, "ph=MAN mn=d3:7:")
    play("fa")
    equal(cells("d3 d5"), { "1B1n", "2I4s!" })
    begin({ d3 = "1B1n", d5 = "2I5s%" }, "ph=MAN mn=d3:7:")
    play("fa")
    equal(S.key("ph"), "SAC") -- the ritual went on
    begin({ d3 = "1B1n", d4 = "2I1s", d6 = "2I4s" })
    play("M:d3 f- fa")
    equal(cells("d4 d6"), { "1B1n+", "2I3s" })
  end)
end)

describe("Chasm Forge", function()
  it("crosses the Chasm ahead onto the zone behind it, facing as before, for 5 "
    .. "(WT-ART-BLAK-12, WT-ART-BLAK-13, WT-ART-BLAK-14, WT-ART-BLAK-15)", function()
    blak()
    begin({ d3 = "1B1n", d4 = "{c}" })
    play("M:d3")
    S.refuses("cfn", "WT-RUL-46") -- nobody to turn, nobody spared
    S.refuses("cf-", "WT-RUL-46")
    play("cf")
    equal(cells("d3 d4 d5"), { "", "{c}", "1B1n" })
    equal(S.key("mn"), "d5:2:px")
    play(".")
    equal(S.cell("d5"), "1B1n") -- nobody was attacked
  end)

  it("needs that Chasm directly ahead, and open (WT-ART-BLAK-16, WT-RUL-157)", function()
    blak()
    for _, ahead in ipairs({ "{c}[2I]", "{l}", "1", "{g}" }) do
      begin({ d3 = "1B1n", c3 = "{c}", d2 = "{c}", d4 = ahead, d5 = "{c}" })
      play("M:d3")
      S.refuses("cf", "WT-ART-BLAK-16")
    end
  end)

  it("lands on no rampart, Chasm or Cliffside, nor off the field or in a void "
    .. "(WT-RUL-148, WT-ART-BLAK-13, WT-RUL-3)", function()
    blak()
    for _, far in ipairs({ "[1B]", "[2I]", "{c}", "{l}" }) do
      begin({ d3 = "1B1n", d4 = "{c}", d5 = far })
      play("M:d3")
      S.refuses("cf", "WT-RUL-148")
    end
    begin({ d6 = "1B1n", d7 = "{c}" })
    play("M:d6")
    S.refuses("cf", "WT-ART-BLAK-13")
    blak({ voids = "d5" })
    begin({ d3 = "1B1n", d4 = "{c}", d5 = "*" })
    play("M:d3")
    S.refuses("cf", "WT-ART-BLAK-13")
  end)

  it("costs the same whatever lies there (WT-RUL-148, WT-ART-4, WT-TERR-39)", function()
    blak()
    for kind in ("mhvfawigps"):gmatch(".") do
      begin({ d3 = "1B1n", d4 = "{c}", d5 = "{" .. kind .. "}" })
      play("M:d3 cf")
      equal(S.key("mn"):match("^d5:(%d)"), "2", kind)
    end
  end)

  it("is dear: Arms 4 and more need the 8 of a sacrifice (WT-ART-BLAK-12, WT-RUL-114)", function()
    blak()
    for arms = 1, 6 do
      begin({ d3 = "1B" .. arms .. "n", d4 = "{c}" })
      play("M:d3")
      if arms <= 3 then ok(S.lists("cf")) else S.refuses("cf", "WT-ART-BLAK-12") end
    end
    begin({ d3 = "1B6n^", d4 = "{c}" })
    play("M:d3 cf")
    equal(S.key("mn"), "d5:3:px")
  end)

  it("onto an enemy it is an attack with all that follows, onto a friend a stack "
    .. "(WT-RUL-148, WT-RUL-97, WT-RUL-46, WT-RUL-49, WT-STACK-5)", function()
    blak()
    begin({ d3 = "1B1n", d4 = "{c}", d5 = "2I3s" }, "id=2")
    play("M:d3")
    equal(S.moves("cf"), "cfe cfn cfs cfw")
    S.refuses("cf", "WT-ATK-6")
    play("cfe")
    equal(S.cell("d5"), "2I2e1B1n")
    equal(S.key("mn"), "d5:2:apx")
    equal(S.key("id"), "x")
    begin({ d3 = "1B3n", d4 = "{c}", d5 = "1B1e2I2s2I3w" }) -- the chain, down to a friend
    play("M:d3 cf")
    equal(S.cell("d5"), "1B1e1B3n")
    begin({ d3 = "1B3n", d4 = "{c}", d5 = "2I2s2I3w" }) -- down to the ground: Vigor
    play("M:d3 cf")
    equal(S.cell("d5"), "1B3n+")
    begin({ d3 = "1B3n", d4 = "{c}", d5 = "2I4s-!%" }, "ph=MAN mn=d3:7:")
    equal(S.moves("cf"), "cf-")
    play("cf-")
    equal(S.cell("d5"), "2I4s-1B3n") -- no loss, but Stun and ritual are off
    begin({ d3 = "1B2n", d4 = "{c}", d5 = "2I4s1B3w" })
    play("M:d3 cf .")
    equal(S.cell("d5"), "2I4s1B3w1B2n")
  end)

  it("onto unoccupied zones only, by option (WT-RUL-148)", function()
    blak({ ["warline.kingdoms.blak.forge_landing"] = "unoccupied" })
    for _, there in ipairs({ "2I3s", "1B3s" }) do
      begin({ d3 = "1B1n", d4 = "{c}", d5 = there })
      play("M:d3")
      S.refuses("cf", "WT-RUL-148")
    end
    for there, why in pairs { ["{c}"] = "cannot be entered", ["[2I]"] = "there is a rampart" } do
      begin({ d3 = "1B1n", d4 = "{c}", d5 = there })
      play("M:d3")
      S.refuses("cf", why)
    end
    begin({ d3 = "1B1n", d4 = "{c}" })
    play("M:d3 cf")
    equal(S.key("op"), "forge_landing=unoccupied")
  end)
end)

describe("Devastate", function()
  it("turns Flatland beneath and around into Crag, and Crag into Chasm with all on it "
    .. "(WT-TEST-19, WT-ART-BLAK-17, WT-ART-BLAK-18, WT-ART-BLAK-19, WT-ART-BLAK-20, "
    .. "WT-ART-BLAK-21, WT-RUL-149, WT-RUL-118, WT-RUL-243)", function()
    blak()
    begin({ e4 = "1B5n", e5 = "{g}2I3s", d4 = "1B2n" }, "id=3")
    play("M:e4 dv")
    equal(cells("e4 e5 d4 f4 e3"), { "{g}1B5n", "{c}", "{g}1B2n", "{g}", "{g}" })
    equal(cells("d5 f5 d3 f3 e6 e2"), { "", "", "", "", "", "" })
    equal(S.key("gy"), "A:2I*1")
    equal(S.key("mv"), "B")
    equal(S.key("id"), nil)
  end)

  it("leaves other ground and what lies under ramparts as it is (WT-ART-BLAK-22, WT-RUL-157)",
    function()
    blak()
    begin({ e4 = "1B4n", e5 = "{g}[2I]", d4 = "[1B]", f4 = "{f}2I3s", e3 = "{g}" })
    play("M:e4 dv")
    equal(cells("e4 e5 d4 f4 e3"), { "{g}1B4n", "{g}[2I]", "[1B]", "{f}2I3s", "{c}" })
  end)

  it("only from Flatland or Crag (WT-ART-BLAK-17)", function()
    blak()
    for kind in ("mhvfawips"):gmatch(".") do
      begin({ e4 = "{" .. kind .. "}1B4n" })
      play("M:e4")
      S.refuses("dv", "WT-ART-BLAK-17")
    end
  end)

  it("on Crag the battalion falls with it: the maneuver is over, without Vigor "
    .. "(WT-ART-BLAK-20, WT-ART-BLAK-21, WT-RUL-40, WT-RUL-149, WT-RUL-51, WT-RUL-238)", function()
    blak()
    begin({ e3 = "1B5n", e4 = "{g}2I2s", d4 = "1B3n" })
    play("M:e3 f- dv") -- an attack before it earns nothing
    equal(cells("e4 d4 e3"), { "{c}", "{g}1B3n", "{g}" })
    equal(S.key("gy"), "A:2I*1,B:1B*1")
    equal(S.key("mv"), "B")
    ok(not position():find("+", 1, true), "somebody has Vigor")
  end)

  it("Vigor, a ritual or a stack does not save from the fall "
    .. "(WT-RUL-61, WT-RUL-228, WT-RUL-28, WT-RUL-116)", function()
    blak()
    begin({ e4 = "1B5n", e5 = "{g}2I6s+", d4 = "{g}2I4s1B2n2I3s!", f4 = "{g}2I2s%" },
      "ph=MAN mn=e4:3:")
    play("dv")
    equal(cells("e5 d4 f4"), { "{c}", "{c}", "{c}" })
    equal(S.key("gy"), "A:2I*4,B:1B*1")
    equal(S.key("ph"), nil) -- no ritual was completed
    for _, token in ipairs({ "+", "!", "%" }) do ok(not position():find(token, 1, true)) end
    blak({ ["warline.ground.area_hits_stack"] = "off" })
    begin({ e4 = "1B5n", e5 = "{g}2I5n2I6s" })
    play("M:e4 dv")
    equal(S.key("gy"), "A:2I*2")
  end)

  it("hurts nobody on Flatland that becomes Crag, and takes no token off "
    .. "(WT-RUL-118, WT-RUL-229)", function()
    blak()
    begin({ e4 = "1B5n", e5 = "2I3s!", d4 = "2I2e%" }, "ph=MAN mn=e4:3:")
    play("dv")
    equal(S.cell("e5"), "{g}2I3s!")
    equal(S.cell("d4"), "{g}") -- a ritual completes on Crag
    equal(S.key("ph"), "SAC")
  end)

  it("with the last of both sides it is a Stalemate (WT-RUL-237, WT-END-5)", function()
    blak()
    S.begin({ e4 = "{g}1B5n", e5 = "{g}2I3s" })
    play("M:e4 dv")
    equal(S.key("rt"), "-:stalemate:-1")
  end)

  it("takes Crag around only in the broad reading (WT-RUL-149)", function()
    blak({ ["warline.kingdoms.blak.devastate_scope"] = "own_crag" })
    begin({ e4 = "1B5n", e5 = "{g}2I3s" })
    equal(S.key("op"), "devastate_scope=own_crag")
    play("M:e4 dv")
    equal(cells("e4 e5 d4"), { "{g}1B5n", "{g}2I3s", "{g}" })
    begin({ e4 = "{g}1B5n", e5 = "{g}2I3s" })
    play("M:e4 dv")
    equal(cells("e4 e5 d4"), { "{c}", "{g}2I3s", "{g}" })
    equal(S.key("gy"), "B:1B*1")
  end)

  it("needs 1 action left (WT-RUL-36, WT-RUL-37)", function()
    blak()
    begin({ e4 = "1B5n", e5 = "{v}" }, "ph=MAN mn=e4:0:px")
    S.refuses("dv", "WT-RUL-36")
  end)
end)

describe("Crag March", function()
  it("enters Crag for 1, whoever stands there; others for 3 "
    .. "(WT-ART-BLAK-23, WT-TERR-26, WT-TERR-40, WT-DATA-3)", function()
    blak()
    begin({ d3 = "1B6n", d4 = "{g}", d5 = "{g}2I6s" })
    play("M:d3 f f-")
    equal(S.cell("d5"), "{g}1B6n+")
    begin({ d3 = "1B6n", d4 = "{m}" })
    play("M:d3")
    S.refuses("f", "WT-MOV-1")
    begin({ d6 = "2I5s", d5 = "{g}" }, "mv=B")
    play("M:d6 f")
    equal(S.cell("d5"), "{g}2I5s")
    begin({ d6 = "2I6s", d5 = "{g}" }, "mv=B")
    play("M:d6")
    S.refuses("f", "WT-MOV-1")
    begin({ d3 = "1B1n1B6n", d4 = "{g}" }) -- on top of another too
    play("M:d3 f")
    equal(S.cell("d4"), "{g}1B6n")
  end)

  it("builds on Crag, and on no other ground that is barred "
    .. "(WT-ART-BLAK-24, WT-TERR-27, WT-RUL-74)", function()
    blak()
    begin({ d3 = "1B1n", d4 = "{g}", c3 = "{a}", e3 = "{w}", d2 = "{c}" }, "rs=1B6,2I6")
    play("M:d3")
    equal(S.moves("b:"), "b:d4")
    play("b:d4")
    equal(S.cell("d4"), "{g}[1B]")
    begin({ d6 = "2I1s", d5 = "{g}" }, "mv=B rs=1B6,2I6")
    play("M:d6")
    S.refuses("b:d5", "WT-BUILD-3")
  end)
end)

describe("Mortar against piles", function()
  it("takes the topmost rampart only, and nothing returns to a supply "
    .. "(WT-RUL-146, WT-RUL-144, WT-RUL-145)", function()
    S.with({ "ground", "arts", "kingdoms.blak", "kingdoms.timber" },
      { kingdom1 = "B", kingdom2 = "T" })
    S.begin({ d3 = "1B6n", d5 = "[2T1B2T]", a1 = "1B1n", g7 = "2T6s", f7 = "2T4s" })
    play("M:d3 mo:d5")
    equal(S.cell("d5"), "[2T1B]")
    equal(S.key("rs"), nil)
    equal(S.key("rd"), "2T1")
    play("mo:d5")
    equal(S.cell("d5"), "[2T]")
    equal(S.key("rd"), "1B1,2T1")
  end)
end)

describe("the arts of the Blak against battalions on ramparts", function()
  local function frost()
    S.with({ "ground", "arts", "kingdoms.blak", "kingdoms.frost" }, { kingdom1 = "B" })
  end

  it("Mortar takes the rampart, and the battalion drops unhurt "
    .. "(WT-RUL-146, WT-RUL-131, WT-RUL-132)", function()
    frost()
    begin({ d3 = "1B6n", d5 = "{f}[2I]2I6e!", d6 = "2I3s" }, "ph=MAN mn=d3:3:")
    S.refuses("mo:d6", "WT-ART-BLAK-5")
    play("mo:d5")
    equal(S.cell("d5"), "{f}2I6e!")
    equal(S.key("rd"), "2I1")
    play("mo:d5")
    equal(S.cell("d5"), "{f}2I3e!")
  end)

  it("Farshot stops there, Devastate and Forge leave them alone "
    .. "(WT-RUL-131, WT-ART-BLAK-10, WT-ART-BLAK-22, WT-RUL-148)", function()
    frost()
    begin({ d3 = "1B5n", d4 = "{g}[2I]2I6e" })
    play("M:d3")
    S.refuses("fa", "WT-ART-BLAK-10")
    play("dv")
    equal(cells("d3 d4"), { "{g}1B5n", "{g}[2I]2I6e" })
    begin({ d3 = "1B1n", d4 = "{c}", d5 = "[2I]2I6e" })
    play("M:d3")
    S.refuses("cf", "WT-RUL-148")
  end)
end)

describe("the arts of the Blak in turns of two orders", function()
  local function double_time()
    S.with({ "ground", "arts", "kingdoms.blak", "double_time" }, { kingdom1 = "B" })
  end

  it("who earned Vigor in the first order is not spared in the second, and keeps it "
    .. "(WT-RUL-230, WT-RUL-55)", function()
    double_time()
    begin({ e3 = "1B6n", d5 = "1B4e", e5 = "2I3w" }, "od=0/2")
    play("M:d5 f- . M:e3 mo:e5 .")
    equal(S.cell("e5"), "1B1e+")
  end)

  it("who died in the first leaves the second to the others (WT-RUL-40)", function()
    double_time()
    begin({ e4 = "{g}1B5n", d3 = "1B1n" }, "od=0/2")
    play("M:e4 dv")
    equal(S.key("mv"), nil)
    equal(S.key("od"), "1/2")
    play("M:d3 f .")
    equal(S.cell("d4"), "{g}1B1n")
    equal(S.key("mv"), "B")
  end)
end)

describe("who can still move and strike, with the arts of the Blak", function()
  local function ends(zones, fields)
    local all = { d6 = "2I5s", g7 = "2I6s" }
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, "mv=B rs=2I1 " .. (fields or ""))
    play("Z")
    return S.key("rt")
  end

  it("a free one whose pocket borders a Chasm with a zone behind it "
    .. "(WT-RUL-241, WT-RUL-99, WT-RUL-148)", function()
    blak({ voids = "a3" })
    local zones = { a1 = "1B1n", a2 = "{c}", b1 = "{l}", a3 = "*" }
    equal(ends(zones), "B:paralyze:3")
    zones.b1 = "{c}" -- c1 lies behind it
    equal(ends(zones), nil)
    zones.a1 = "1B1n2I2n2I2n"
    equal(ends(zones), "B:paralyze:3") -- it is not free
    zones.a1 = "1B1n2I1n" -- its counter attack will free it
    equal(ends(zones), nil)
    zones.a1, zones.c1 = "1B1n", "[2I]" -- a rampart there may fall
    equal(ends(zones), nil)
    zones.b1 = "{l}"
    equal(ends(zones), "B:paralyze:3")
  end)

  it("two enemies on it shut it in, but not where cover stops no counter attack "
    .. "(WT-RUL-241, WT-RUL-19)", function()
    for through, rt in pairs { off = "B:paralyze:3", on = false } do
      blak({ voids = "a3", ctr_through_cover = through })
      local zones = { a1 = "1B4n2I2n2I2n", a2 = "{c}", b1 = "{c}", a3 = "*" }
      equal(ends(zones) or false, rt, through)
    end
  end)

  it("over a Chasm on any side, and from any zone of its pocket (WT-RUL-241, WT-RUL-98)", function()
    blak()
    local ring = { d4 = "1B1n", d5 = "{l}", e4 = "{l}", d3 = "{l}", c4 = "{l}" }
    equal(ends(ring), "B:paralyze:3")
    for _, side in ipairs({ "d5", "e4", "d3", "c4" }) do
      ring[side] = "{c}"
      equal(ends(ring), nil, side)
      ring[side] = "{l}"
    end
    local row = { a1 = "1B1n", a2 = "{l}", b2 = "{l}", c1 = "{l}" } -- it moves, and strikes nobody
    equal(ends(row), "B:blunt:2")
    row.c1 = "{c}"
    equal(ends(row), nil)
    equal(ends({ b6 = "1B1n", b7 = "{c}", a6 = "{l}", c6 = "{l}", b5 = "{l}" }), "B:paralyze:3")
    blak({ voids = "b3" }) -- in line with a zone of the pocket, not with what shuts it in
    equal(ends({ a1 = "1B1n", a2 = "{l}", b2 = "{c}", c1 = "{l}", b3 = "*" }), "B:blunt:2")
  end)

  it("an Arms 6, or one that can become it, as long as there is a rampart (WT-RUL-241)", function()
    blak()
    for units, capable in pairs { ["1B6n"] = true, ["1B5n"] = false, ["1B4n1B3n"] = true,
      ["1B3n1B3n"] = false, ["1B4n2I3n"] = false } do
      local zones = { a1 = units, a2 = "{l}", b1 = "{l}", g1 = "[2I]" }
      equal(ends(zones), not capable and "B:paralyze:3" or nil, units)
      zones.g1 = nil
      equal(ends(zones), "B:paralyze:3", units)
      S.begin({ a1 = units, a2 = "{l}", b1 = "{l}", d6 = "2I5s", g7 = "2I6s" },
        "mv=B rs=1B1,2I1")
      play("Z")
      equal(S.key("rt"), not capable and "B:paralyze:3" or nil, units)
    end
  end)

  it("a free one whose shots may free another, or a zone for a prisoner "
    .. "(WT-RUL-241, WT-RUL-98)", function()
    blak()
    local zones = { a1 = "1B1n", a2 = "{l}", b1 = "{l}", a4 = "1B3n2I1n2I1n" }
    equal(ends(zones), nil)
    zones.a4 = "2I3n2I1n2I1n" -- none of theirs lies there
    equal(ends(zones), "B:paralyze:3")
    zones.a1, zones.a4 = "1B1n2I1n2I1n", "1B3n2I1n2I1n"
    equal(ends(zones), "B:paralyze:3")
    zones = { d4 = "1B1n", c4 = "{l}", e4 = "{l}", d3 = "{l}", d5 = "{l}", d1 = "2I1n" }
    for column in ("abcefg"):gmatch(".") do zones[column .. "1"] = "[2I]" end
    zones.a1 = "[1B]"
    equal(ends(zones, "pr=B:1B2"), nil)
    blak({ aggressive_extra = "damage_arts" }) -- with nobody to shoot at, for that prisoner still
    zones.d6, zones.g7, zones.d1 = "1", "1", "[2I]"
    S.begin(zones, "mv=B pr=A:2I5,B:1B2")
    play("Z")
    equal(S.key("rt"), nil)
    blak()
    zones.d6, zones.g7, zones.d1 = nil, nil, "2I1n"
    zones.d4 = "1B1n2I1n2I1n"
    equal(ends(zones, "pr=B:1B2"), "B:blunt:2")
  end)

  it("not one that is not free, whatever counts as aggressive (WT-RUL-97)", function()
    S.with({ "recruiting", "ground", "arts", "kingdoms.blak" },
      { kingdom1 = "B", mixed_kingdoms = "on", aggressive_extra = "damage_arts" })
    local zones = { a1 = "1T1n", b1 = "[2I]", b2 = "[2I]", a3 = "[2I]", d3 = "1B1n2I1n2I1n",
      d6 = "2I5s", g7 = "2I6s" }
    local fields = "vr=ar mv=B rs=2I1"
    S.begin(zones, fields)
    play("Z")
    equal(S.key("rt"), "B:blunt:2")
    zones.d3 = "1B1n2I1n" -- it will strike back
    S.begin(zones, fields)
    play("Z")
    equal(S.key("rt"), nil)
  end)

  it("any free one where damage by arts counts as aggressive (WT-RUL-97)", function()
    for extra, capable in pairs { none = false, damage_arts = true, both = true,
      torment = false } do
      blak({ aggressive_extra = extra })
      equal(ends({ a1 = "1B1n", a2 = "1B1n", b1 = "[2I]", b2 = "[2I]", a3 = "[2I]" }),
        not capable and "B:blunt:2" or nil, extra)
    end
  end)
end)

describe("what the arts of the Blak are worth to computer players", function()
  local function worth_of(zones)
    return S.arts_worth("blak", { kingdom1 = "B" }, zones)
  end

  it("an enemy before a Farshot, no friend (WT-ART-BLAK-8)", function()
    ok(worth_of({ d2 = "1B1n", d6 = "2I5s" }) > 0)
    ok(worth_of({ a5 = "1B1s", a1 = "2I5s" }) > 0)
    equal(worth_of({ d2 = "1B1n", d7 = "2I5s" }), 0)
    equal(worth_of({ d2 = "1B1n", d4 = "1B1e", d6 = "2I5s" }), 0)
    equal(worth_of({ d2 = "1B1n1B1n", d6 = "2I5s" }), 0) -- on top of another it has no arts
  end)

  it("the best zone for a Mortar: enemies count for it, friends against it, as far as they can "
    .. "lose Arms (WT-ART-BLAK-3)", function()
    local shot = worth_of({ d2 = "1B5n", d4 = "2I5s" })
    ok(worth_of({ d2 = "1B6n", d4 = "2I5s" }) > shot)
    local many = worth_of({ d2 = "1B6n", d4 = "2I5s", d5 = "2I5s2I5s" })
    ok(many > worth_of({ d2 = "1B6n", d4 = "2I5s", d5 = "2I5s" }))
    equal(many, worth_of({ d2 = "1B6n", d4 = "2I5s2I5s", d5 = "2I5s" })) -- one zone, not the sum
    local by_arms = {}
    for arms = 1, 6 do by_arms[arms] = worth_of({ d2 = "1B6n", d4 = "2I" .. arms .. "s" }) end
    for arms = 2, 3 do ok(by_arms[arms] > by_arms[arms - 1], arms) end
    for arms = 4, 6 do equal(by_arms[arms], by_arms[3]) end -- it takes no more than 3
    equal(by_arms[2] - by_arms[1], by_arms[3] - by_arms[2])
    ok(worth_of({ d2 = "1B6n", d4 = "1B5s2I5s" }) < worth_of({ d2 = "1B6n", d4 = "2I5s" }))
    equal(worth_of({ d2 = "1B6n", d4 = "1B5s", g7 = "2I6s" }), 0) -- no need to shell a friend
    equal(worth_of({ d2 = "1B6n", d3 = "[2I]", d4 = "2I5s" }), 0)
  end)

  it("whom a Devastate from Flatland would let fall, the dearer the more Arms (WT-ART-BLAK-20, "
    .. "WT-RUL-149)", function()
    local function fall(unit, there)
      return worth_of({ d2 = unit, d1 = there, g7 = "2I6s" })
    end
    local last = 0
    for arms = 2, 6 do
      local now = fall("1B4n", "{g}2I" .. arms .. "s")
      ok(now > last, arms)
      last = now
    end
    ok(fall("1B4n", "{g}2I1s") > 0)
    ok(fall("1B4n", "{g}1B1s") < 0)
    equal(fall("1B3n", "{g}2I1s"), 0)
    equal(fall("{m}1B4n", "{g}2I1s"), 0)
    equal(fall("{g}1B4n", "{g}2I1s"), 0) -- it would fall itself
    equal(fall("1B4n", "2I1s"), 0)
  end)
end)
