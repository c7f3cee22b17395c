-- Chapters 42 and 47 together: Army Recruiting by Generals of alliances; and what of the variants
-- does not go together.
local S = dofile("tests/rules/warline/support.lua")

local function rules(sides, modules, options)
  local settings = { sides = sides }
  for key, value in pairs(options or {}) do settings[key] = value end
  S.with({ "alliances", table.unpack(modules) }, settings)
end

local function recruiting(sides, options)
  local settings = { mixed_kingdoms = "on", ["warline.recruiting.ally_recruit"] = "on" }
  for key, value in pairs(options or {}) do settings[key] = value end
  rules(sides, { "recruiting" }, settings)
end

-- The entries of a list, as a seat sees it.
local function entries(viewer, title)
  local texts = {}
  for list, name in scene(viewer):gmatch('"entries":(%b[]),"name":"(.-)"') do
    for text in (name == title and list or ""):gmatch('"text":"(.-)"') do
      texts[#texts + 1] = text
    end
  end
  return table.concat(texts, " ")
end

describe("Army Recruiting in alliances", function()
  it("armies are fixed unless ally_recruit is on (WT-RUL-187)", function()
    S.no_rules("WT-RUL-187", recruiting, "2v2", { ["warline.recruiting.ally_recruit"] = "off" })
    S.no_rules("ally_recruit", recruiting, "1v2", { ["warline.recruiting.ally_recruit"] = "off" })
    S.no_rules("WT-RUL-187", recruiting, "2v2", { battalions = 8 })
    S.no_rules("WT-RECR-3", recruiting, "2v2", { mixed_kingdoms = "off" })
    recruiting("2v2")
    start()
    equal(position(), "WT1 7x7 7/7/7/7/7/7/7 vr=4r sd=A:1+2,B:3+4 ph=RECR op=ally_recruit=true")
  end)

  it("four have three battalions each, of 15 Arms at most as 4, 5 and 6 are (WT-RUL-187, "
    .. "WT-ALLY-15, WT-RECR-6, WT-RECR-7, WT-RECR-8, WT-RECR-9)", function()
    for _, sides in ipairs({ "2v2", "1v3" }) do
      recruiting(sides)
      start()
      S.refuses("R:1F4F6F6", "WT-RECR-7") -- 16
      S.refuses("R:1B5B6", "WT-RECR-7")   -- 11, and no weaker one than 6 may follow
      S.refuses("R:1F1F1F1F4", "WT-RECR-6")
      S.refuses("R:1F1F1F1F4", "the battalions of an army are 3 ")
      S.refuses("R:1F4F6F6", "at most 15,")
      S.refuses("R:1F1F1F3", "WT-RECR-9")
      play("R:1F3F6I6")
      equal(S.key("un"), "1:F3F6I6") -- 15
      play("R:2I4I5I6 R:3B4B5B6 R:4F1F1F4")
      equal(S.key("ph"), "DEP")
      equal(S.key("un"), "1:F3F6I6,2:I4I5I6,3:B4B5B6,4:F1F1F4")
    end
  end)

  it("the lone one of three has six of 21, an ally four of 18 (WT-RUL-187, WT-ALLY-6, WT-ALLY-7)",
    function()
    recruiting("1v2")
    start()
    play("R:1F1F2F3F4F5")
    equal(S.moves("R:1F"), "R:1F5 R:1F6") -- 15, and 21 at most
    S.refuses("R:1F5F5", "are 6 for General 1, 4 for General 2, 4 for General 3 ")
    play("R:1F6")
    S.refuses("R:2F1F1F1F1F4", "WT-RECR-6")
    S.refuses("R:2I3I4I6I6", "WT-RECR-7") -- 19
    S.refuses("R:2I3I4I6I6", "at most 21 for General 1, 18 for General 2, 18 for General 3")
    play("R:2I3I4I5I6")
    equal(S.moves("R:3T6"), "R:3T6")
    play("R:3T1T5T6T6")
    equal(S.key("un"), "1:F1F2F3F4F5F6,2:I3I4I5I6,3:T1T5T6T6")
    equal(S.key("ph"), "DEP")
    equal(S.key("od"), "0/2")
  end)

  it("each General for himself, Player-1's side first, allies by their numbers (WT-DATA-13, "
    .. "WT-ALLY-23)", function()
    recruiting("2v2", { first_deployer = 2 })
    start()
    equal(S.general(), 3)
    equal(S.key("mv"), "B")
    S.refuses("R:4F4", "WT-ALLY-21")
    S.refuses("R:1F4", "WT-ALLY-21")
    play("R:3F4F5F6")
    equal(S.general(), 4)
    equal(S.key("mv"), "B")
    play("R:4F4 R:4F5F6")
    equal(S.general(), 1)
    equal(S.key("mv"), nil)
    play("R:1F4F5F6 R:2F4F5F6")
    equal(S.general(), 3)
    equal(S.key("ph"), "DEP")
    equal(S.key("mv"), "B")
    recruiting("2v2", { ["warline.alliances.ally_orders"] = "joint" })
    start()
    S.refuses("R:2F4", "WT-ALLY-21") -- joint are orders only
  end)

  it("nobody else sees what was chosen, an ally neither, until all are ready (WT-RECR-11, "
    .. "WT-DEP-9, WT-RUL-187)", function()
    recruiting("2v2")
    start()
    play("R:1F1F4I6 R:2S5")
    equal(entries(0, "Recruited by General 1"), "F1 F4 I6")
    for viewer = 1, 3 do equal(entries(viewer, "Recruited by General 1"), "# # #") end
    equal(entries(-1, "Recruited by General 1"), "# # #")
    equal(entries(1, "Recruited by General 2"), "S5")
    equal(entries(0, "Recruited by General 2"), "#")
    play("R:2S5S5 R:3F4F5F6 R:4F4F5F6")
    for viewer = 0, 3 do equal(entries(viewer, "To deploy, General 1"), "F1 F4 I6") end
    local seats = scene(0):match('"seats":(%b[])')
    for general, colour in ipairs({ "red", "blue", "yellow", "green" }) do
      ok(seats:find(('"colour":"%s","letter":"%d","name":"General %d"'):format(colour, general,
        general), 1, true), seats)
    end
    play("resign")
    S.begin({ c3 = "1F4n", c5 = "3F4n" }, "vr=4r sd=A:1+2,B:3+4 op=ally_recruit=true od=0/1")
    play("resign")
    ok(scene(0):find('"status":"General 3 and General 4 win: voluntary surrender"', 1, true))
  end)

  it("ramparts match the battalions, are a General's own, and are named where there is a choice "
    .. "(WT-RECR-13, WT-RECR-14, WT-RUL-70, WT-RUL-174, WT-RECR-12)", function()
    recruiting("2v2")
    start()
    play("R:1F4F5I6 R:2F4F5F6 R:3B4B5B6 R:4F4F5F6")
    equal(S.key("rs"), "1F2,1I1,2F3,3B3,4F3")
    S.refuses("D:2F4c2n", "WT-ALLY-21")
    play("D:1I6c2n D:2F4d2n")
    equal(S.cell("c2"), "1I6n")
    equal(S.cell("d2"), "2F4n")
    local fields = "vr=4r sd=A:1+2,B:3+4 op=ally_recruit=true "
    S.begin({ c3 = "1F4n", e3 = "2F4n", g7 = "3F4s" }, fields .. "od=0/2 rs=1F1,1I1,2S2")
    play("M:c3")
    S.refuses("b:c4", "WT-RUL-70")
    S.refuses("b:c4S", "WT-RUL-70") -- an ally's
    play("b:c4I .")
    equal(S.cell("c4"), "[1I]")
    play("M:e3 b:e4")
    equal(S.cell("e4"), "[2S]")
  end)

  it("the fixed formation takes them too, by Arms", function()
    recruiting("1v2", { start = "quick" })
    start()
    play("R:1F1F1F1F1F1 R:1B6 R:2F3F3F4F4 R:3S1S4S5S6")
    equal(S.key("ph"), nil)
    equal(S.cell("d2"), "1B6n")
    equal(S.cell("a5"), "3S1s")
  end)

  it("what was chosen is read back, whoever recruits (WT-DATA-12)", function()
    recruiting("2v2")
    local head = "WT1 7x7 7/7/7/7/7/7/7 vr=4r sd=A:1+2,B:3+4 ph=RECR "
    local tail = " op=ally_recruit=true"
    for _, un in ipairs({ "un=1:F1F4", "un=1:F1F4F4,2:T6", "mv=B un=1:F1F4F4,2:T5T5T5",
      "mv=B un=1:F1F4F4,2:T5T5T5,3:I4I4I4,4:F1" }) do
      start(head .. un .. tail)
      equal(position(), head .. un .. tail)
    end
    start(head .. "mv=B4 un=1:F1F4F4,2:T5T5T5,3:I4I4I4,4:F1" .. tail)
    equal(S.general(), 4)
    local function bad(fields, what) S.unreadable(head .. fields .. tail, what) end
    bad("un=5:F1", "expected")
    bad("un=1F1", "expected")
    bad("un=1:F1F1F1F4", "WT-RECR-6")
    bad("un=4:F4F6F6", "WT-RECR-7")
    bad("un=2:F1F1F1", "WT-RECR-9")
    bad("mv=A2 un=1:F1", "mv:")
    bad("mv=B", "mv:")
    bad("mv=B un=1:F4F5F6,2:F4F5F6,3:F4F5F6,4:F4F5F6", "mv:")
    bad("od=0/1", "od: does not belong to ph=RECR")
  end)
end)

describe("what the book does not put together", function()
  it("is refused with the rule's id (WT-VAR-2)", function()
    S.no_rules("WT-RUL-187", rules, "2v2", { "double_time" })
    S.no_rules("WT-RUL-187", rules, "1v2", { "double_time" })
    S.no_rules("WT-RUL-187", rules, "1v3", { "double_time", "recruiting" })
    S.no_rules("WT-RUL-98", rules, "2v2", {}, { capability_horizon = "next_turn" })
    S.no_rules("WT-RUL-98", S.with, { "double_time" }, { capability_horizon = "next_turn" })
    S.no_rules("WT-RUL-17", rules, "2v2", {}, { short_army = "on", scale_victory = "on" })
    S.no_rules("WT-ALLY-3", S.with, { "alliances" })
    S.no_rules("WT-ALLY-5", S.rules, { sides = "1v3" })
    S.no_rules("WT-SET-10", S.rules, { battalions = 7 })
    S.no_rules("WT-RECR-3", S.with, { "recruiting" })
    S.no_rules("WT-RUL-11", S.with, { "double_time" }, { kingdom2 = "F" })
  end)
end)
