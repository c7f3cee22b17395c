-- Chapter 45: custom battlefield preparation.
local S = dofile("tests/rules/warline/support.lua")

local function rules(options, more)
  options = options or {}
  options["warline.custom.custom_prep"] = options["warline.custom.custom_prep"] or "always"
  local modules = { "custom" }
  for _, name in ipairs(more or {}) do modules[#modules + 1] = name end
  S.with(modules, options)
end

describe("custom battlefield preparation", function()
  it("Player-1 splits, Player-2 takes a half, Player-1 names who deploys first, who names who "
    .. "opens (WT-CUSTOM-2, WT-CUSTOM-3, WT-CUSTOM-5, WT-CUSTOM-6, WT-CUSTOM-7, WT-CUSTOM-8, "
    .. "WT-RUL-162)", function()
    rules()
    start()
    equal(S.key("ph"), "SPLIT")
    equal(S.key("vr"), "c")
    equal(table.concat(legal(), " "), "H:h H:v")
    play("H:v")
    equal(S.key("ph"), "HALF")
    equal(S.key("hm"), "v")
    equal(S.key("mv"), "B")
    S.refuses("H:n", "WT-CUSTOM-3")
    play("H:w")
    equal(S.key("ph"), "OPEN")
    equal(S.key("hm"), "A:e,B:w")
    equal(S.key("mv"), nil)
    play("G:2")
    equal(S.key("fd"), "B")
    equal(S.key("mv"), "B")
    ok(S.lists("D:I1c7n") and not S.lists("D:I1d7n") and not S.lists("D:I1e7n"))
    play("D:I1a1n D:F1e4w D:I2b1n D:F2g4w D:I3c1n D:F3g7w D:I4a2n D:F4g6w D:I5a3n D:F5g5w "
      .. "D:I6a4n D:F6g1w")
    equal(S.key("ph"), "FIRST")
    equal(S.key("mv"), "B")
    play("G:1")
    equal(S.key("mv"), nil)
  end)

  it("who gives up in the midst of it leaves a line that is read (WT-RUL-110, WT-RUL-249)",
    function()
    rules()
    for _, moves in ipairs { "resign", "H:v resign", "H:h resign", "H:v H:w resign",
      "H:h H:n resign", "H:h H:n G:2 resign", "H:v H:w G:1 D:F1g1n resign" } do
      start()
      play(moves)
      local line, hash = position(), state().hash
      start(line)
      equal(position(), line)
      equal(state().hash, hash, moves)
    end
    start()
    play("H:v resign")
    equal(S.key("hm"), "v")
  end)

  it("the middle line is closed to both (WT-CUSTOM-4)", function()
    rules()
    start()
    play("H:h H:s G:1")
    equal(S.key("hm"), "A:n,B:s")
    ok(S.lists("D:F1a5n") and S.lists("D:F1a7n"))
    ok(not S.lists("D:F1a4n") and not S.lists("D:F1a3n"))
    S.refuses("D:F1a4n", "WT-DEP-3: a battalion is deployed on a free zone of his half, the middle")
    play("D:F1a5n")
    ok(S.lists("D:I1a3n") and not S.lists("D:I1a4n"))
  end)

  it("of an even number of lines the two central ones are closed, and a half is deep "
    .. "(WT-RUL-160, WT-RUL-161)", function()
    rules({ board = "8x12" })
    start()
    play("H:h H:n G:1")
    ok(S.lists("D:F1a5n") and not S.lists("D:F1a6n"))
    play("D:F1a5n")
    ok(S.lists("D:I1a8n") and not S.lists("D:I1a7n"))
    start()
    play("H:v H:e G:1")
    ok(S.lists("D:F1c12n") and not S.lists("D:F1d12n"))
  end)

  it("the home row is the outermost line of the half (WT-RUL-77, WT-RUL-161)", function()
    rules()
    S.begin({ d3 = "1F3n", d6 = "2I6s" }, "vr=c hm=A:e,B:w pr=B:1F5")
    ok(S.lists("E:F5g1n") and S.lists("E:F5g7n"))
    S.refuses("E:F5d1n", "WT-EXT-2")
    S.begin({ d3 = "1F3n", d6 = "2I6s" }, "vr=c pr=B:1F5")
    ok(S.lists("E:F5d1n") and not S.lists("E:F5g7n"))
  end)

  it("who can still extricate looks at that home row (WT-RUL-104)", function()
    -- General 2 has a prisoner held and nothing but a walled-in battalion; room on g only, or none
    local zones = { a7 = "2I1n", a6 = "[1F]", b7 = "[1F]", d1 = "1F6n" }
    rules({ paralyze_needs_room = "on" })
    S.begin(zones, "vr=c hm=A:w,B:e pr=A:2I1 op=custom_prep=always+paralyze_needs_room=true")
    play("Z")
    equal(S.key("rt"), nil)
    for row = 1, 7 do zones["g" .. row] = "1F1n" end
    zones.d1, zones.g7, zones.g6, zones.g5 = nil, nil, nil, "1F4n"
    zones.f7, zones.f6 = nil, nil
    zones.g6, zones.g7 = "[1F]", "[1F]"
    S.begin(zones, "vr=c hm=A:w,B:e pr=A:2I1 op=custom_prep=always+paralyze_needs_room=true")
    play("Z")
    equal(S.key("rt"), "A:paralyze:3")
  end)

  it("comes with terrain only, unless the match says otherwise (WT-CUSTOM-1, WT-CUSTOM-9, "
    .. "WT-RUL-159)", function()
    S.with({ "custom" })
    start()
    equal(S.key("ph"), "DEP")
    S.with({ "custom", "ground", "terrain" }, { ["warline.terrain.layout"] = "crossing" })
    start()
    equal(S.key("ph"), "SPLIT")
    S.with({ "custom", "ground", "terrain" }, { ["warline.custom.custom_prep"] = "never" })
    start()
    equal(S.key("ph"), "DEP")
  end)

  it("terrain closes zones of a half as of the rows (WT-RUL-16)", function()
    S.with({ "custom", "ground", "terrain" }, { ["warline.terrain.zones"] = "c:a1 p2:a2 p1:e3" })
    start()
    play("H:v H:e G:1")
    ok(S.lists("D:F1b1n") and not S.lists("D:F1a1n")) -- General 2 took e, a Chasm on a1
    ok(not S.lists("D:F1a2n") and not S.lists("D:F1e3n"))
  end)

  -- Zones of columns or rows, joined by commas.
  local function zones_of(columns, rows)
    local list = {}
    for column in columns:gmatch("%a") do
      for row in rows:gmatch("%d") do list[#list + 1] = column .. row end
    end
    return table.concat(list, ",")
  end

  it("nobody gets a half in which he has no zone to deploy on (WT-RUL-15, WT-RUL-248)", function()
    local function with(zones, options)
      options = options or {}
      options["warline.terrain.zones"] = zones
      S.with({ "custom", "ground", "terrain" }, options)
    end
    with("c:" .. zones_of("abc", "1234567")) -- the whole west
    start()
    equal(S.moves(""), "H:h")
    S.refuses("H:v", "WT-RUL-248")
    with("c:" .. zones_of("abc", "123456")) -- but for one zone
    start()
    equal(S.moves(""), "H:h H:v")
    with("c:" .. zones_of("abc", "123456") .. ",a7,c7") -- the very last one
    start()
    equal(S.moves(""), "H:h H:v")
    with("p1:" .. zones_of("abc", "1234567") .. " p2:" .. zones_of("efg", "1234567"))
    start() -- each can deploy in one half only
    equal(S.moves(""), "H:h H:v")
    play("H:v")
    equal(S.moves(""), "H:e")
    with("c:" .. zones_of("abcdefg", "123")) -- the rows of the core rules do not matter
    start()
    equal(S.moves(""), "H:v")
    with("p1:" .. zones_of("abc", "1234567")) -- only General 1 can deploy in the west
    start()
    play("H:v")
    equal(S.moves(""), "H:e")
    S.refuses("H:w", "WT-RUL-248")
    local board = "WT1 7x7 7/7/7/7/7/7/{c},{c},{c},{c},{c},{c},{c} un=1:F1,2:I1 vr=ct ph="
    with("", { board = "7x3" })
    local narrow = board:gsub("7x7 7/7/7/7/7/7", "7x3 7/7")
    start(narrow .. "SPLIT")
    equal(S.moves(""), "H:v")
    S.unreadable(narrow .. "HALF mv=B hm=h", "WT-RUL-248")
    S.unreadable(narrow .. "OPEN", "WT-RUL-248")
    start(narrow .. "OPEN hm=A:e,B:w")
    with("c:" .. zones_of("abcefg", "1234567") .. "," .. zones_of("d", "123567"))
    local good, message = pcall(start) -- only the middle is left
    ok(not good and tostring(message):find("WT-RUL-248", 1, true), tostring(message))
    rules({ board = "2x2" })
    good, message = pcall(start)
    ok(not good and tostring(message):find("WT-RUL-248", 1, true), tostring(message))
    S.with({ "custom" }, { board = "2x2" }) -- not split, it is a field like any
    start()
    equal(S.key("ph"), "DEP")
  end)

  it("after recruiting, before deployment (WT-DATA-10)", function()
    rules({ mixed_kingdoms = "on" }, { "recruiting" })
    start()
    equal(S.key("ph"), "RECR")
    play("R:F1F2F3F4F5F6 R:F1F2F3F4F5F6")
    equal(S.key("ph"), "SPLIT")
    play("H:h H:n G:2")
    equal(S.key("ph"), "DEP")
  end)

  it("the fixed formation is in the south and the north (WT-RUL-77)", function()
    rules({ start = "quick", mixed_kingdoms = "on" }, { "recruiting" })
    start()
    play("R:F1F2F3F4F5F6 R:I1I2I3I4I5I6")
    equal(S.key("ph"), "FIRST")
    equal(S.cell("d2"), "1F6n")
    equal(S.key("hm"), nil)
    S.is_its_line()
    S.begin({ d3 = "1F3n", d6 = "2I6s" }, "vr=cr hm=A:s,B:n pr=B:1F5 op=custom_prep=always")
    ok(S.lists("E:F5g1n") and not S.lists("E:F5g2n"))
  end)

  it("positions in all phases are read back, and say who does what (WT-DATA-12, WT-DATA-13)",
    function()
    rules()
    start()
    local phases = { { "H:v", "Flaym: splits the field" }, { "H:e", "Frost: takes a half" },
      { "G:2", "Flaym: names who deploys first" }, { "D:I3e4n", "Frost: deploys a battalion" } }
    for _, phase in ipairs(phases) do
      S.is_its_line()
      ok(scene():find('"status":"Turn 1, ' .. phase[2] .. '"', 1, true), scene())
      play(phase[1])
    end
    start()
    play("H:h")
    equal(#events(), 1)
    equal(events()[1].name, "field_split")
    play("H:n")
    equal(events()[1].name, "half_taken")
    equal(events()[1].seat, 1)
    equal(S.key("hm"), nil) -- as ever
    S.is_its_line()
    local tail = " vr=c op=custom_prep=always un=1:F1,2:I1 ph="
    local board = "WT1 7x7 7/7/7/7/7/7/7"
    S.unreadable(board .. tail .. "SPLIT hm=h", "hm")
    S.unreadable(board .. tail .. "HALF mv=B", "hm")
    S.unreadable(board .. tail .. "HALF hm=h", "mv")
    S.unreadable(board .. tail .. "DEP hm=h", "hm")
    S.unreadable(board .. tail .. "DEP hm=A:n,B:e", "hm")
    S.rules()
    S.unreadable(board .. " ph=SPLIT", "SPLIT")
    S.with({ "custom" })
    S.unreadable(board .. " ph=SPLIT un=1:F1,2:I1", "this field is not split")
    S.unreadable(S.line({ d3 = "1F3n" }, "hm=A:e,B:w"), "this field is not split")
    S.unreadable(S.line({ d3 = "1F3n" }, "hm=A:e,B:w"), "hm")
  end)
end)
