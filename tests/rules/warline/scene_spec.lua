-- The scenes of WARLINE: owners of battalions, possible actions and their prices.
local S = dofile("tests/rules/warline/support.lua")

local function shows(...)
  local text = scene(0)
  for _, part in ipairs { ... } do
    ok(text:find(part, 1, true), "no " .. part .. " in " .. text)
  end
end

local function hides(...)
  local text = scene(0)
  for _, part in ipairs { ... } do
    ok(not text:find(part, 1, true), part .. " in " .. text)
  end
end

-- Lines of a panel, or nil without it.
local function panel(title)
  local lines = scene(0):match('"lines":(%b[]),"name":"' .. title .. '"')
  local list = lines and {}
  for line in (lines or ""):gmatch('"(.-)"') do list[#list + 1] = line end
  return list
end

describe("the scene: whose it is", function()
  it("two kingdoms: a piece is labelled by its kingdom alone", function()
    S.rules()
    S.begin({ d3 = "1F4n", d5 = "2I5s", d7 = "[1F]" }, "pr=A:2I3")
    shows('"letter":"F"', '"letter":"I"', '"text":"I3"', "Flaym battalion, Arms 4")
    hides('"letter":"1F"', "General 1")
  end)

  it("both lead the same kingdom: pieces carry the number of their General (WT-RUL-11)", function()
    S.rules { kingdom2 = "F", mirror_kingdoms = "on" }
    S.begin({ d3 = "1F4n", d5 = "2F5s", d7 = "[2F]" }, "pr=A:2F3,B:1F3 gy=B:1F*2")
    shows('"letter":"1F"', '"letter":"2F"', '"text":"2F3"', '"text":"1F3"',
      "Flaym battalion of General 2, Arms 5", "Flaym rampart of General 2")
    hides('"letter":"F"')
  end)

  it("recruited armies: the same, for their kingdoms may coincide (WT-RECR-4)", function()
    S.with({ "recruiting" }, { mixed_kingdoms = "on" })
    S.begin({ d3 = "1F4n", d5 = "2F5s" }, "vr=r")
    shows('"letter":"1F"', '"letter":"2F"')
  end)

  it("allies: pieces carry numbers, and seats say their side (WT-ALLY-4, WT-ALLY-15)", function()
    S.with({ "alliances" }, { sides = "1v2", kingdom2 = "F", kingdom3 = "F" })
    S.begin({ d3 = "1F4n", d5 = "2F5s", e5 = "3F5s" }, "vr=3 sd=A:1,B:2+3 pr=A:2F3+3F3")
    shows('"letter":"1F"', '"letter":"2F"', '"letter":"3F"', '"text":"2F3"', '"text":"3F3"')
    local sides = {}
    for side in scene(0):match('"seats":(%b[])'):gmatch('"side":(%d)') do
      sides[#sides + 1] = side
    end
    equal(table.concat(sides), "011")
  end)

  it("ramparts of allies are in one list, with the number of their General", function()
    S.with({ "alliances" }, { sides = "1v2" })
    S.begin({ d3 = "1F4n", d5 = "2I5s" }, "vr=3 sd=A:1,B:2+3 rs=1F4,2I1,3S2 rd=1F2,3S1")
    local function list(title)
      local seen = {}
      for entry in scene(0):match('"entries":(%b[]),"name":"' .. title .. '"'):gmatch("%b{}") do
        seen[#seen + 1] = entry:match('"text":"(.-)"') .. "x" .. entry:match('"count":(%d+)')
      end
      return table.concat(seen, " ")
    end
    equal(list("Ramparts to build"), "1Fx4 2Ix1 3Sx2")
    equal(list("Ramparts destroyed"), "1Fx2 3Sx1")
    hides("Ramparts of Flaym")
  end)

  it("says who of a side has resigned, while the others have not (WT-RUL-110)", function()
    S.with({ "alliances" }, { sides = "2v2" })
    S.begin({ d3 = "1F4n", e3 = "2I4n", d5 = "3S5s", e5 = "4T5s" }, "vr=4 sd=A:1+2,B:3+4 od=0/2")
    hides("resigns")
    play("resign")
    shows("Flaym resigns, if all of the side do in this turn")
    play("next:2 resign")
    shows("Sey and Timber win: voluntary surrender")
    hides("resigns")
  end)

  it("like prisoners of one General are counted together, others are not", function()
    S.with({ "alliances" }, { sides = "1v2", kingdom2 = "F", kingdom3 = "F" })
    S.begin({ d3 = "1F4n", d5 = "2F5s" }, "vr=3 sd=A:1,B:2+3 gy=A:2F*2+3F*1")
    local counts = {}
    for entry in scene(0):match('"entries":(%b[]),"name":"Graveyard of Flaym 1"'):gmatch("%b{}") do
      counts[entry:match('"text":"(.-)"')] = entry:match('"count":(%d+)')
    end
    equal(counts["2F"], "2")
    equal(counts["3F"], "1")
  end)
end)

describe("the scene: terrain", function()
  it("each kind is described in words, with the price of entry (WT-DATA-3)", function()
    S.with { "ground" }
    S.begin({ d3 = "{f}1F4n", d5 = "{c}", e5 = "{p2}", g7 = "2I6s" })
    shows('"label":"Forest"', '"name":"Forest, entry 3"', '"name":"Chasm, no entry"',
      '"label":"Pop. 2"', '"name":"Populace of Frost, entry 2"')
  end)
end)

describe("the scene: halves of a field", function()
  it("whose is where, as long as that is not as usual (WT-CUSTOM-4)", function()
    S.with({ "ground", "terrain", "custom" }, { ["warline.custom.custom_prep"] = "always" })
    start()
    play("H:v")
    equal(panel("Halves"), nil)
    play("H:w")
    equal(table.concat(panel("Halves"), "/"), "east: Flaym/west: Frost")
    S.begin({ b3 = "1F4n", f5 = "2I5s" }, "vr=ct hm=A:e,B:w")
    equal(table.concat(panel("Halves"), "/"), "east: Flaym/west: Frost")
    S.begin({ b3 = "1F4n", f5 = "2I5s" }, "vr=ct hm=A:s,B:n")
    equal(panel("Halves"), nil)
  end)
end)

describe("the scene: what can be done, and its price", function()
  local function field() S.with({ "ground", "arts", "kingdoms.flaym", "kingdoms.frost" }) end

  it("in a maneuver the price of each open action, and of no other (WT-MAN-5)", function()
    field()
    S.begin({ d3 = "1F5n", d4 = "{f}", a1 = "1F6n", g7 = "2I6s", e3 = "2I1s" }, "vr=a rs=1F6")
    play("M:d3")
    equal(table.concat(panel("What it costs"), "/"),
      "3    Move/1    Turn/1    Build/all  Burn all around")
    play("b:c3 l")
    equal(table.concat(panel("What it costs"), "/"),
      "1    Turn/1    Build/0    Destroy/all  Burn all around")
  end)

  it("an attack is called so, and a Rout costs all that is left (WT-ROUT-2)", function()
    S.rules()
    S.begin({ d3 = "1F3n", d4 = "2I1s", a1 = "1F6n", g7 = "2I6s" }, "rs=1F6")
    equal(panel("Arts within reach"), nil)
    play("M:d3")
    equal(table.concat(panel("What it costs"), "/"), "1    Attack/1    Turn/all  Rout/1    Build")
  end)

  it("before an order the arts within reach, with the turns before them (WT-RUL-42)", function()
    field()
    S.begin({ d3 = "2I6n", d4 = "[2I]", c3 = "[2I]", f1 = "{w}2I4n", b2 = "2I2s",
      g5 = "2I6n!", a7 = "1F6s",
      b7 = "1F6s" }, "vr=a mv=B")
    equal(table.concat(panel("Arts within reach"), "/"),
      "Alight: d3 1/Snowblind: b2 1/Freeze the Waterbody, all: f1")
  end)

  it("a battalion on a rampart is called so (WT-ART-FROST-1)", function()
    field()
    S.begin({ d4 = "[2I]2I6s", a1 = "2I6n", b2 = "2I5n1F4n", a7 = "1F6s" }, "vr=a mv=B")
    shows("Frost battalion, Arms 6, on a rampart")
    equal(select(2, scene(0):gsub("on a rampart", "")), 1)
  end)
end)

describe("the scene: the panel of prices in random games", function()
  local names = { ["Turn left"] = "Turn", ["Turn right"] = "Turn", ["Rout off the field"] = "Rout",
    ["Build a rampart"] = "Build",
    ["Build a rampart of a kingdom"] = "Build", ["Destroy the rampart ahead"] = "Destroy",
    ["Attack, and turn the victim"] = "Attack", ["End the maneuver"] = false }

  -- What explain() says can be done, as one sorted text, and what the panel says.
  local function both()
    local can, priced, seen = {}, {}, {}
    for title in explain():gmatch("  can: (.-) %(") do
      local name = names[title] == nil and title or names[title]
      if name and not seen[name] then
        seen[name] = true
        can[#can + 1] = name
      end
    end
    for _, line in ipairs(panel("What it costs") or {}) do
      priced[#priced + 1] = line:sub(6)
    end
    table.sort(can)
    table.sort(priced)
    return table.concat(can, "/"), table.concat(priced, "/")
  end

  for _, name in ipairs { "frost", "sey", "timber", "blak", "grand" } do
    it("warline-" .. name .. ": it names what is legal, and nothing else", function()
      ruleset("rulesets/warline-" .. name .. ".ini", name ~= "grand" and
        { ["warline.start"] = "quick" } or {})
      local random, looked = 7, 0
      for seed = 1, 3 do
        start(nil, seed)
        for _ = 1, 150 do
          local moves = legal()
          if #moves == 0 then break end
          if state().decision == "maneuvering" then
            local can, priced = both()
            equal(priced, can, position())
            looked = looked + 1
          end
          random = (random * 1103515245 + 12345) % 2147483648
          local first = moves[1]:sub(1, 2) == "M:" and S.count("M:") or #moves
          play(moves[1 + random // 65536 % first])
        end
      end
      ok(looked > 30, "only " .. looked .. " maneuvers")
    end)
  end
end)

describe("what can be done now, and why the rest cannot", function()
  it("one line for each reason, and each title once; what can be done comes last", function()
    S.with({ "ground", "arts", "kingdoms.flaym", "kingdoms.frost" })
    S.begin({ d4 = "[2I]2I6s", a7 = "1F6s" }, "vr=a mv=B")
    play("M:d4")
    local text = explain()
    equal(select(2, text:gsub("Descend", "")), 2) -- as what can be done, and in a reason
    equal(select(2, text:gsub("WT%-RUL%-112", "")), 1)
    ok(text:find("cannot: Pounce; Burn all around; Incinerate the Forest;", 1, true), text)
    ok(text:find("  can: Descend (4)\n", 1, true), text)
    ok(not text:find("can: .*cannot: ", (text:find("  can: ", 1, true))), text)
  end)
end)
