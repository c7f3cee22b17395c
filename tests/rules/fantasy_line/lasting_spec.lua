-- Until when effects last, who may act, and what comes too late.
local F = dofile("tests/rules/fantasy_line/support.lua")

-- Characters that can move, so that phase 3 does not pass by itself.
local HERE, THERE = { L = "C03a,C10a" }, { L = "C03b,C10b" }

-- The only effect that is left, after a pass of both in that phase.
local function left_after(ends, phase, passes)
  F.begin { one = HERE, two = THERE, effects = "W11@1>-=0/" .. ends, phase = phase }
  for _ = 1, passes do play("p") end
  return F.now().effects:gsub("W11@1>%-=0/", "")
end

describe("a lasting effect", function()
  it("ends with a phase, a Day or a phase of a later Day (FL-RUL-51, FL-RUL-68)", function()
    F.rules()
    for ends, left in pairs { p = "", d = "d", d2 = "d", ["d2.2"] = "", ["d2.3"] = "p",
      ["d3.2"] = "d3.2", ["d3.1"] = "m", m = "m", tl = "tl" } do
      equal(left_after(ends, "2t", 1), left, ends) -- the other pass goes by itself
    end
    for ends, left in pairs { p = "", d = "", ["d2.4"] = "", m = "", d3 = "d", ["d3.2"] = "p",
      ["d3.3"] = "d3.3", d4 = "d4", tl = "tl" } do
      equal(left_after(ends, "3", 2), left, ends) -- to phase 2 of the next Day
    end
  end)

  it("lasts for the rest of the timeline, which is the game (FL-TRM-5)", function()
    F.rules()
    F.begin { one = { L = "C11a", m = 3, E = "E08" }, two = THERE }
    play("E08")
    F.pass_to(5, "2")
    equal(F.now().effects, "E08@1>-=+1/tl")
  end)

  it("cannot be over already (FL-RUL-51)", function()
    F.rules()
    for _, ends in ipairs { "d1", "d2.1", "d1.5", "d3.6", "d3.0", "x" } do
      local done, why = pcall(left_after, ends, "2t", 0)
      ok(not done and why:find("an end as p, d, d3", 1, true), ends)
    end
  end)
end)

describe("a turn", function()
  it("does not pass by itself while the dead can return (FL-RUL-69, FL-CST-4)", function()
    F.rules()
    F.begin { one = { L = "C11a", m = 9, E = "E01" },
      two = { L = "C18a,C07b", X = "C06b", m = 6, W = "W05" } }
    play("p")
    equal(F.now().phase, "2t")
    equal(F.now().by, "2")
    ok(F.lists("W05>2d1"))
  end)
end)

describe("an order", function()
  -- Player 2 has no answer, so the Spell on the stack resolves.
  local function line_after(line)
    F.begin { phase = "2b", by = 2, one = { L = line }, two = THERE, stack = "W09@1>2,1" }
    return F.now().one.L
  end

  it("does nothing where it does not fit the line any more (FL-RUL-31)", function()
    F.rules()
    equal(line_after("C02a,C10a"), "C10a,C02a")
    equal(line_after("C02a,C10a~"), "C02a") -- the other one died with the phase
    equal(line_after("C02a,C10a,C06a"), "C02a,C10a,C06a")
    equal(line_after("C02a"), "C02a")
  end)
end)

describe("a position line", function()
  it("keeps what an answer prevented while that is answered (FL-RUL-33)", function()
    F.rules()
    F.begin { phase = "2a", by = 1, one = { L = "C16a,C06a!2", m = 1, W = "W06" },
      two = { L = "C12b,C06b" }, stack = "E02@1>-;W03@2>-'" }
    play("!0")
    equal(F.now().two.f, "1") -- 3 of 4 are prevented
  end)

  it("tells the targets of Twist the Word from a fork (FL-RUL-31)", function()
    F.rules()
    F.begin { one = { L = "C06a,C13a", m = 8, B = "B02,B06" },
      two = { L = "C13b,C06b,C08b", m = 3, B = "B05" } }
    play("B02>2.1&2.2")
    play("!B05>2.3&2.2")
    local line, hash = position(), state().hash
    equal(F.now().stack, "B02@1>2.1&2.2;B05@2>2.3&2.2")
    start(line)
    equal(position(), line)
    equal(state().hash, hash)
  end)

  it("does not name an effect that was ended (FL-RUL-36, FL-RUL-51)", function()
    F.rules()
    for effects, cast in pairs { ["W11@2>-=0/d"] = "B11>#1",
      ["W11@2>-=0/d,E08@2>-=+1/tl"] = "B11>#1&#2" } do
      F.begin { one = { L = "C13a,C06a", m = 4, B = "B11" },
        two = { L = "C12b,C06b!2", m = 1, W = "W06" }, effects = effects }
      play(cast)
      equal(F.now().phase, "2a")
      equal(F.now().effects, "")
      equal(F.now().stack, "B11" .. (cast:find("&", 1, true) and "&" or "") .. "@1>-'")
      local line = position()
      start(line)
      equal(position(), line)
    end
  end)

  it("is named by its number, also when one before it has ended (FL-RUL-51)", function()
    F.rules()
    F.begin { one = { L = "C13a,C06a", m = 4, B = "B11,B11" },
      two = { L = "C13b,C06b", X = "C11b", m = 4, E = "E07", B = "B05" },
      effects = "W11@2>-=0/d,E08@2>-=+1/tl,B07@2>-=+1/tl" }
    play("B11>#1", "!0", "E07", "B11>#2")
    equal(F.now().phase, "2b")
    equal(F.now().stack, "B11@1>#2")
    local hash = state().hash
    start(position())
    equal(state().hash, hash)
    play("!B05>#1")
    equal(F.now().effects:match("^[^,]*"), "B07@2>-=+1/tl") -- the Coals have ended
  end)

  it("is what a fork names behind one that its Spell ends (FL-RUL-31)", function()
    F.rules()
    F.begin { one = { L = "C13a,C06a", m = 4, B = "B11" }, two = { L = "C13b,C23b" },
      effects = "W11@2>-=0/d,E08@2>-=+1/tl,B07@2>-=+1/tl" }
    play("B11>#1&#3")
    equal(F.now().effects, "E08@2>-=+1/tl")
  end)
end)
