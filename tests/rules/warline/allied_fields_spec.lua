-- Larger fields, fields with gaps and halves, with alliances and recruited armies.
local S = dofile("tests/rules/warline/support.lua")

local function rules(sides, modules, options)
  local settings = { sides = sides }
  for key, value in pairs(options or {}) do settings[key] = value end
  S.with({ "alliances", table.unpack(modules) }, settings)
end

local function halves(sides, options)
  local settings = { ["warline.custom.custom_prep"] = "always" }
  for key, value in pairs(options or {}) do settings[key] = value end
  rules(sides, { "custom" }, settings)
end

describe("halves of a field for sides", function()
  it("a side splits, the other takes a half, and its Generals share it (WT-CUSTOM-3, WT-CUSTOM-4, "
    .. "WT-CUSTOM-5, WT-CUSTOM-6, WT-CUSTOM-8, WT-RUL-173, WT-VAR-2)", function()
    halves("2v2", { first_deployer = 2 })
    start()
    equal(S.key("ph"), "SPLIT")
    equal(S.key("vr"), "4c")
    equal(S.general(), 3)
    play("H:v")
    equal(S.general(), 1)
    play("H:e")
    equal(S.key("hm"), "A:e,B:w")
    equal(events()[1].seat, 0)
    equal(S.general(), 3)
    equal(S.moves(""), "G:A G:B")
    play("G:A")
    equal(S.key("fd"), nil)
    equal(S.general(), 1)
    for _, battalion in ipairs({ "1F4", "2I4" }) do
      ok(S.lists("D:" .. battalion .. "e7n") and S.lists("D:" .. battalion .. "g1n"))
      S.refuses("D:" .. battalion .. "d4n", "WT-DEP-3")
      S.refuses("D:" .. battalion .. "c1n", "WT-DEP-3")
      play("D:" .. battalion .. (battalion == "1F4" and "f7n" or "f6n"))
    end
    equal(S.general(), 3)
    ok(S.lists("D:3S4c7n") and not S.lists("D:3S4d7n") and not S.lists("D:3S4e1n"))
    play("D:3S4a1e D:4T4a2e D:1F5g1w D:2I5g2w D:3S5a3e D:4T5a4e D:1F6g3w D:2I6g4w D:3S6a5e")
    play("D:4T6a6e")
    equal(S.key("ph"), "FIRST")
    equal(S.general(), 1) -- who deployed first
  end)

  it("the lone one of three opens all the same (WT-ALLY-14, WT-CUSTOM-8)", function()
    halves("1v2")
    S.begin({ a7 = "2I3s", b7 = "3S3s" }, "vr=3c sd=A:1,B:2+3 hm=A:s,B:n fd=B ph=DEP od=0/1 "
      .. "un=1:F1 rs=1F6,2I4,3S4 op=custom_prep=always")
    play("D:1F1d1n")
    equal(events()[#events()].name, "opened")
    equal(events()[#events()].seat, 0)
    equal(S.key("ph"), nil)
    equal(S.general(), 1)
  end)

  it("the home row of a side is that of its half, for each of its Generals (WT-RUL-77, "
    .. "WT-RUL-180)", function()
    halves("2v2")
    S.begin({ d3 = "1F4n", d6 = "3S4s" }, "vr=4c sd=A:1+2,B:3+4 hm=A:e,B:w od=0/2 "
      .. "pr=B:1F5+2I5 op=custom_prep=always")
    ok(S.lists("E:1F5g1n") and S.lists("E:1F5g7n"))
    S.refuses("E:1F5d1n", "WT-EXT-2")
    play("Z1")
    ok(S.lists("E:2I5g1n"))
    S.refuses("E:2I5a1n", "WT-EXT-2")
  end)

  it("a half must have room for each General of a side (WT-RUL-15, WT-RUL-248)", function()
    local west = {}
    for _, column in ipairs({ "a", "b", "c" }) do
      for row = 1, 7 do west[#west + 1] = column .. row end
    end
    rules("2v2", { "custom", "ground", "terrain" },
      { ["warline.terrain.zones"] = "p2:" .. table.concat(west, ",") })
    start() -- only General 2 can deploy in the west
    equal(S.moves(""), "H:h")
    S.refuses("H:v", "WT-RUL-248")
    rules("1v2", { "custom", "ground", "terrain" },
      { ["warline.terrain.zones"] = "p1:" .. table.concat(west, ",") })
    start()
    play("H:v")
    equal(S.moves(""), "H:e")
  end)

  it("positions of all phases are read back (WT-DATA-12)", function()
    for _, sides in ipairs({ "1v2", "2v2", "1v3" }) do
      halves(sides)
      start()
      for _, move in ipairs({ "H:v", "H:e", "G:B" }) do
        local line, who = position(), S.general()
        start(line)
        equal(position(), line)
        equal(S.general(), who)
        play(move)
      end
      equal(S.key("ph"), "DEP")
    end
  end)
end)

describe("larger fields and fields with gaps", function()
  it("two recruited armies of twelve on four segments of width (WT-RECR-4, WT-RECR-15, WT-RUL-2)",
    function()
    S.with({ "recruiting" }, { mixed_kingdoms = "on", battalions = 12, board = "14x9",
      voids = "g5 h5 g4 h4 a1 n9" })
    start()
    play("R:F1F2F3F4F5F6 R:I1I2I3I4I5I6 R:S1S2S3S4S5S6 R:T1T2T3T4T5T6")
    equal(S.key("nb"), "12")
    S.refuses("D:F6n4n", "WT-DEP-3")
    ok(S.lists("D:F6b1n") and not S.lists("D:F6a1n"))
    play("D:F6n1w D:S6a9e")
    S.refuses("D:F5a4n", "WT-DEP-3")
    equal(S.wander(22 + 60, 7), 22 + 60)
    ok(tonumber(S.key("tn") or "1") > 5, position())
  end)

  it("as many as a field of 26 columns calls for, with all arts (WT-RECR-4, WT-RECR-7, "
    .. "WT-RECR-15)", function()
    local modules = { "recruiting", "ground", "arts", "terrain", "double_time" }
    for _, name in ipairs({ "flaym", "frost", "sey", "timber", "blak" }) do
      modules[#modules + 1] = "kingdoms." .. name
    end
    S.with(modules, { mixed_kingdoms = "on", battalions = 24, board = "26x12" })
    start()
    for _ = 1, 2 do
      play("R:F1F2F3F4F5F6 R:I1I2I3I4I5I6 R:S1S2S3S4S5S6 R:T1T2T3T4T5T6") -- 84, and no more
    end
    equal(S.key("ph"), "DEP")
    S.wander(48 + 40, 3)
    S.is_its_line()
    ok(tonumber(S.key("tn") or "1") > 2, position())
    S.no_rules("battalions", S.with, modules, { mixed_kingdoms = "on", battalions = 25 })
  end)

  it("alliances, in the rows nearest to each side, over gaps (WT-ALLY-12, WT-ALLY-18, WT-RUL-2, "
    .. "WT-RUL-77)", function()
    for _, sides in ipairs({ "1v2", "2v2", "1v3" }) do
      rules(sides, {}, { board = "14x8", voids = "g4 h4 g5 h5 a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 "
        .. "m1 n1" })
      start()
      ok(S.lists("D:1F6n2n") and not S.lists("D:1F6n4n"))
      S.wander(40, 7)
      ok(not S.key("ph") or S.key("ph") ~= "DEP", position())
      start("WT1 14x8 14/14/14/6,*,*,6/2,1F4n,3,*,*,6/14/14/*,*,*,*,*,*,*,*,*,*,*,*,*,* "
        .. (sides == "1v2" and "vr=3" or "vr=4") .. " sd=A:1" .. (sides == "2v2" and "+2" or "")
        .. ",B:" .. ({ ["1v2"] = "2+3", ["2v2"] = "3+4", ["1v3"] = "2+3+4" })[sides]
        .. " od=0/" .. ({ ["1v2"] = 2, ["2v2"] = 1, ["1v3"] = 1 })[sides] .. " pr=B:1F5")
      ok(S.lists("E:1F5n2n")) -- the outermost line that has a zone
      S.refuses("E:1F5n3n", "WT-EXT-2")
    end
  end)

  it("all that alliances allow at once, on a field with a gap (WT-VAR-2)", function()
    local kingdoms = { "flaym", "frost", "sey", "timber", "blak" }
    local modules = { "recruiting", "custom", "ground", "terrain", "arts" }
    for _, name in ipairs(kingdoms) do modules[#modules + 1] = "kingdoms." .. name end
    for _, sides in ipairs({ "1v2", "2v2", "1v3" }) do
      rules(sides, modules, { mixed_kingdoms = "on", ["warline.recruiting.ally_recruit"] = "on",
        board = "9x8", voids = "e4", ["warline.terrain.zones"] = "f:c3,c4 a:e6 w:g4 c:d5 v:h6" })
      start()
      S.wander(120, 7, S.is_its_line)
      ok(S.key("ph") ~= "RECR" and S.key("ph") ~= "DEP", position())
    end
  end)

  it("halves of a field of even size with a gap across the middle (WT-RUL-160, WT-RUL-161)",
    function()
    halves("1v3", { board = "10x8", voids = "e3 f3 e4 f4 a5" })
    start()
    play("H:v H:w G:B")
    ok(S.lists("D:2I4d8n") and not S.lists("D:2I4e8n"))
    play("D:2I4d8n D:3S4a6n D:4T4b1n")
    ok(S.lists("D:1F4g1n") and not S.lists("D:1F4f1n"))
    equal(S.wander(60, 7), 60)
  end)
end)
