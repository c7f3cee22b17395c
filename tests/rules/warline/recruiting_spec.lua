-- Chapter 42: Army Recruiting, and what of it is hidden (WT-DATA-16).
local S = dofile("tests/rules/warline/support.lua")

local function rules(options, more)
  options = options or {}
  options.mixed_kingdoms = "on"
  local modules = { "recruiting" }
  for _, name in ipairs(more or {}) do modules[#modules + 1] = name end
  S.with(modules, options)
end

local ready = "R:F1F1I4S4T5T6 R:F1F2F3F4F5F6"

describe("Army Recruiting: choosing", function()
  it("comes before Battle Formation, from all kingdoms, mixed (WT-RECR-1, WT-RECR-2, WT-RECR-3, "
    .. "WT-RUL-150, WT-DATA-5)", function()
    rules()
    start()
    equal(position(), "WT1 7x7 7/7/7/7/7/7/7 vr=r ph=RECR")
    ok(S.lists("R:F1") and S.lists("R:B1") and S.lists("R:S6"))
    play(ready)
    equal(S.key("ph"), "DEP")
    equal(S.key("un"), "1:F1F1I4S4T5T6,2:F1F2F3F4F5F6")
    ok(S.lists("D:T6c2n") and not S.lists("D:F2c2n"))
    play("D:T6c2n")
    S.refuses("D:T6c6s", "WT-DEP-2")
    play("D:F6c6s")
    equal(S.cell("c2"), "1T6n")
    equal(S.cell("c6"), "2F6s")
  end)

  it("battalions one by one or several at once, in the order of lines (WT-RUL-239, WT-RUL-238)",
    function()
    rules()
    start()
    play("R:F1 R:F1I4 R:S4T5")
    equal(S.key("un"), "1:F1F1I4S4T5")
    S.refuses("R:T4", "WT-RUL-239")
    S.refuses("R:T5T6", "WT-RECR-6")
    play("R:T5")
    equal(S.key("mv"), "B")
    S.refuses("R:F4F3", "WT-RUL-239")
  end)

  it("exactly n each, the same for both (WT-RECR-4, WT-RECR-5, WT-RECR-6, WT-RUL-17)", function()
    rules()
    start()
    play("R:F1F2F3F4F5")
    ok(S.lists("R:F6"))
    S.refuses("R:F5F6", "WT-RECR-6")
    local listed = legal()
    for _, move in ipairs(listed) do ok(move:find("^R:%u%d$"), move) end
  end)

  it("Arms are floor(3.5 n) in sum at most, and may be fewer (WT-RECR-7, WT-RECR-8)", function()
    rules()
    start()
    S.refuses("R:F1F2F3F4F6F6", "WT-RECR-7") -- 22
    S.refuses("R:F6F6F6I2", "WT-RECR-7")     -- 20, and two more to come
    play("R:F6F6I5")
    equal(S.moves("R:S"), "R:S1 R:S2") -- 17, and two more to come after this one
    play("R:S1S1T1")
    equal(S.key("un"), "1:F6F6I5S1S1T1") -- 20
  end)

  it("one battalion has Arms 4 or more; else any mix (WT-RECR-9, WT-RECR-10)", function()
    rules()
    start()
    S.refuses("R:F1F1F1F1F1F1", "WT-RECR-9")
    S.refuses("R:F1F1F1F1F1F3", "WT-RECR-9")
    play("R:F1F1F1F1F1F4")
    equal(S.key("un"), "1:F1F1F1F1F1F4")
    play("R:B3B3B3B3B3")
    equal(#legal(), 3) -- 15: Arms 4 to 6 of the Blak
    equal(S.moves("R"), "R:B4 R:B5 R:B6")
  end)

  it("the last kingdom leaves no weaker ones to come (WT-RECR-7)", function()
    rules()
    start()
    play("R:B3B3B3B3")
    equal(S.moves("R"), "R:B3 R:B4") -- 12 + 4 + 4, 12 + 3 + 4; 5 + 5 were 22
  end)

  it("as many ramparts, of the same kingdoms one for one (WT-RECR-13, WT-RECR-14)", function()
    rules()
    start()
    play(ready)
    equal(S.key("rs"), "1F2,1I1,1S1,1T2,2F6")
  end)

  it("Player-1 chooses first, drawn or named (WT-RUL-10)", function()
    rules({ first_deployer = "2" })
    start()
    equal(S.key("mv"), "B")
    play(ready)
    equal(S.key("un"), "1:F1F2F3F4F5F6,2:F1F1I4S4T5T6")
    equal(S.key("mv"), "B")
    rules({ player1 = "random" })
    start(nil, 3)
    equal(S.key("ph"), "RECR")
  end)

  it("larger armies on larger fields (WT-RECR-4, WT-RECR-5, WT-RECR-7, WT-RECR-15)", function()
    rules({ battalions = "8", board = "9x7" })
    start()
    equal(position(), "WT1 9x7 9/9/9/9/9/9/9 vr=r nb=8 ph=RECR")
    S.refuses("R:F5F6F6F6F6", "WT-RECR-7") -- 29
    play("R:F1F1F1F1F6F6 R:F6F6 R:B3B3B3B3B3B3 R:B3B4")
    equal(S.key("nb"), "8")
    equal(S.key("rs"), "1F8,2B8")
    play("D:F6i3n D:B4i7s")
    rules({ battalions = "7" })
    start()
    play("R:F1F2F3F4F4F5")
    equal(S.moves("R:F"), "R:F5") -- 19, and 24 at most
    equal(S.moves("R:B"), "R:B1 R:B2 R:B3 R:B4 R:B5")
    rules({ battalions = "12" })
    start()
    play("R:F1F1F1F1F1F1 R:F6F6F6F6F6F6 R:I3I3I3I3I3I3 R:I3I3I3I4I4I4")
    equal(S.key("rs"), "1F12,2I12")
    local good, message = pcall(function()
      S.rules({ battalions = "7" })
      start()
    end)
    ok(not good and message:find("recruiting", 1, true), message)
  end)

  it("the conditions stay, or follow the size of the army (WT-RUL-96)", function()
    local zones, dead = { d3 = "1F3n", g7 = "2B6s", g6 = "2B4s" }, "vr=r nb=8 gy=A:2B*5"
    rules({ battalions = "8" })
    S.begin(zones, dead)
    play("M:d3 f .")
    equal(S.key("rt"), "A:overpower:1")
    rules({ battalions = "8", scale_victory = "on" })
    S.begin(zones, dead .. " op=scale_victory=true")
    play("M:d3 f .")
    equal(S.key("rt"), nil)
    zones.g6 = nil
    S.begin(zones, "vr=r nb=8 gy=A:2B*7 op=scale_victory=true")
    play("M:d3 f .")
    equal(S.key("rt"), "A:overpower:1")
  end)

  it("start = quick puts recruited armies into the fixed formation, by Arms", function()
    rules({ start = "quick" })
    start()
    play(ready)
    equal(S.key("ph"), "FIRST")
    equal(S.cell("f3"), "1F1n")
    equal(S.cell("b3"), "1F1n")
    equal(S.cell("d3"), "1I4n")
    equal(S.cell("d2"), "1T6n")
    equal(S.cell("d6"), "2F6s")
  end)
end)

-- The entries of a list, as a seat sees it.
local function entries(seat, title)
  local texts = {}
  for list, name in scene(seat):gmatch('"entries":(%b[]),"name":"(.-)"') do
    for text in (name == title and list or ""):gmatch('"text":"(.-)"') do
      texts[#texts + 1] = text
    end
  end
  return table.concat(texts, " ")
end

describe("Army Recruiting: hidden until both are ready", function()
  it("the other General sees how many, not which (WT-RECR-11, WT-DEP-9, WT-DATA-16)", function()
    rules()
    start()
    play("R:F1F1I4")
    equal(entries(0, "Recruited by General 1"), "F1 F1 I4")
    equal(entries(1, "Recruited by General 1"), "# # #")
    equal(entries(-1, "Recruited by General 1"), "# # #")
  end)

  it("then both are shown together, and Arms stay what they are (WT-DEP-9, WT-DEP-5)", function()
    rules()
    start()
    play(ready)
    equal(entries(1, "To deploy, General 1"), "F1 I4 S4 T5 T6")
    play("D:I4c2n")
    equal(S.cell("c2"), "1I4n")
    S.refuses("R:F1", "Recruit battalions")
  end)
end)

describe("Army Recruiting: mixed armies", function()
  local field = { c3 = "1F4n", e3 = "1I2n", c6 = "2F6s", g7 = "2S1s" }

  it("kingdoms in both armies are told apart by their Generals (WT-RECR-12)", function()
    rules()
    S.begin(field, "vr=r")
    equal(S.cell("c3"), "1F4n")
    equal(S.cell("c6"), "2F6s")
    local seen = scene(0)
    ok(seen:match('"zone":"c3".-"stack":(%b[])'):find('"seat":0', 1, true), seen)
    ok(seen:match('"zone":"c6".-"stack":(%b[])'):find('"seat":1', 1, true), seen)
  end)

  it("any rampart of the supply, whoever builds, named where there is a choice (WT-RUL-70)",
    function()
    rules()
    S.begin(field, "vr=r rs=1F1,1I2")
    play("M:c3")
    S.refuses("b:c4", "WT-RUL-70")
    S.refuses("b:c4S", "WT-RUL-70")
    play("b:c4I b:b3F")
    equal(S.cell("c4"), "[1I]")
    equal(S.cell("b3"), "[1F]")
    S.refuses("b:d3I", "WT-RUL-70") -- one kingdom is left
    play("b:d3")
    equal(S.cell("d3"), "[1I]")
    S.refuses("b:c2", "WT-RUL-70")
    rules({ build_kingdom = "builder" })
    S.begin(field, "vr=r rs=1F1,1I2")
    play("M:c3 b:c4")
    equal(S.cell("c4"), "[1F]")
    S.refuses("b:d3", "WT-RUL-70")
  end)

  it("destroying is free for the kingdom of who does it, whoever owns the rampart (WT-RUL-71)",
    function()
    local zones = { c3 = "1F4n", c4 = "[1I]", e3 = "1F4n", e4 = "[2F]", g7 = "2S1s" }
    rules()
    S.begin(zones, "vr=r")
    play("M:c3 x")
    equal(S.key("mn"), "c3:3:px")
    S.begin(zones, "vr=r")
    play("M:e3 x")
    equal(S.key("mn"), "e3:4:x")
    rules({ demolish_cost = "owner" })
    S.begin(zones, "vr=r")
    play("M:c3 x")
    equal(S.key("mn"), "c3:4:x")
  end)

  it("own ramparts of any kingdom link, or those of the builder's (WT-RUL-69)", function()
    local zones = { c3 = "1F4n", c4 = "[1I]", g7 = "2S1s" }
    rules()
    S.begin(zones, "vr=r rs=1F1")
    play("M:c3")
    ok(S.lists("b:c5"))
    rules({ build_link = "kingdom" })
    S.begin(zones, "vr=r rs=1F1")
    play("M:c3")
    ok(not S.lists("b:c5"))
  end)

  it("prisoners, Graveyards and extrication by kingdom (WT-DATA-12)", function()
    rules()
    S.begin(field, "vr=r pr=A:2F2,B:1I3+1F3 gy=A:2S*1+2T*1")
    ok(S.lists("E:I3d1n") and S.lists("E:F3d1n"))
    S.refuses("E:S3d1n", "WT-EXT-1")
    play("E:I3d1n")
    equal(S.cell("d1"), "1I3n")
    equal(S.key("pr"), "A:2F2,B:1F3")
  end)

  it("each battalion has the arts of its own kingdom (WT-RUL-112)", function()
    rules({}, { "ground", "arts", "kingdoms.flaym" })
    S.begin({ c3 = "1F3n", c4 = "1I3n", e3 = "1I6n", g7 = "2S1s" }, "vr=ar")
    play("M:c3 bu")
    equal(S.cell("c4"), "1I1n")
    S.begin({ e3 = "1I6n", e4 = "2F3n", g7 = "2S1s" }, "vr=ar")
    play("M:e3")
    S.refuses("bu", "WT-RUL-112")
  end)

  it("also of kingdoms that the match does not name (WT-RUL-112, WT-RECR-3)", function()
    rules({}, { "ground", "arts", "kingdoms.blak" })
    S.begin({ e4 = "1B5n", d4 = "1F2n", g7 = "2S1s" }, "vr=ar")
    play("M:e4 dv")
    equal(S.cell("e4"), "{g}1B5n")
    local good, message = pcall(S.with, { "recruiting" })
    ok(not good and message:find("mixed_kingdoms", 1, true), message)
  end)

  it("own damage in the own turn leaves the new Vigor whole (WT-RUL-230, WT-RUL-55)", function()
    rules({}, { "ground", "arts", "kingdoms.flaym", "double_time" })
    S.begin({ c3 = "1I4n", c4 = "2S1s", d4 = "1F3n", g7 = "2S5s" }, "vr=adr od=0/2")
    play("M:c3 f- . M:d4 bu")
    equal(S.cell("c4"), "1I2n+") -- 2 Arms lost, and the protection is still there
  end)
end)

describe("Army Recruiting: positions", function()
  it("what was chosen is read back (WT-DATA-12)", function()
    rules()
    local line = "WT1 7x7 7/7/7/7/7/7/7 vr=r ph=RECR mv=B un=1:F1F1I4S4T5T6,2:B3"
    start(line)
    equal(position(), line)
    play("R:B3B3B3B3B4")
    equal(S.key("ph"), "DEP")
    local function bad(un, what, mv)
      S.unreadable("WT1 7x7 7/7/7/7/7/7/7 vr=r ph=RECR un=" .. un .. (mv or ""), what)
    end
    bad("1:F2F1", "order")
    bad("1:X2", "unknown")
    bad("1:F1F1F1F1F1F1", "WT-RECR-9", " mv=B")
    bad("1:F6F6F6I2", "WT-RECR-7")
    bad("1:F1F1F1F1F1F1F4", "WT-RECR-6")
    bad("1:F1,1:F2", "expected")
    bad("1:F1", "mv", " mv=B")
    S.unreadable("WT1 7x7 7/7/7/7/7/7/7 vr=r nb=7 ph=RECR", "nb")
    S.rules()
    S.unreadable("WT1 7x7 7/7/7/7/7/7/7 ph=RECR", "RECR")
  end)
end)
