-- What players see of WARLINE: whose a battalion is, with and without colours.
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

describe("the scene: whose it is", function()
  it("two kingdoms: a piece is told by its kingdom alone", function()
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
