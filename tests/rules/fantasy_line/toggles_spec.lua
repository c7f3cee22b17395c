-- The toggles of FL-DATA-5 that are about Days, targeted damage and Spells: what each changes, and
-- that it does not happen by default.
local F = dofile("tests/rules/fantasy_line/support.lua")

-- Begin in that position with the default and with the toggle; `see` shows what becomes of it.
local function compare(toggles, place, see)
  F.rules()
  F.begin(place)
  local default = see()
  F.rules(toggles)
  F.begin(place)
  return default, see()
end

describe("dayMoney", function()
  it("gives money when a Day begins (FL-RUL-2)", function()
    local place = { phase = "3", one = { L = "C03a,C10a" }, two = { L = "C23b,C10b" } }
    local function see()
      for _ = 1, 2 do play("p") end
      return F.now().one.money
    end
    F.rules()
    F.begin { phase = "3", one = place.one, two = place.two }
    equal(see(), "7")
    F.rules { dayMoney = 2 }
    -- 13, and 2 on each of two Days
    start((F.line { phase = "3", one = place.one, two = place.two }):gsub("%$7", "$11")
      :gsub("%$5", "$9"))
    equal(see(), "13")
  end)
end)

describe("agreeEnd", function()
  local place = { phase = "3", one = { L = "C03a,C10a,C02a" }, two = { L = "C23a,C10b" } }
  it("asks both players at the end of a Day (FL-RUL-6)", function()
    local default, asked = compare({ agreeEnd = true }, place, function()
      for _ = 1, 2 do play("p") end
      return F.now().phase
    end)
    equal(default, "2")
    equal(asked, "DE")
    equal(table.concat(legal(), " "), "agree on")
    local first = F.now().by
    play("agree")
    equal(F.now().by == first, false)
    start(position()) -- the line says who has agreed
    play("agree")
    equal(F.now().phase, "over1") -- survival production 4 to 1
  end)
  it("goes on if one of them does not agree (FL-RUL-6)", function()
    F.rules { agreeEnd = true }
    F.begin(place)
    play("p", "p", "agree", "on")
    equal(F.now().phase, "2")
    equal(F.now().day, "3")
    ok(position():find("x00", 1, true))
  end)
end)

describe("tdPhase2", function()
  it("converts what is left after phase 2 (FL-RUL-19, FL-TGD-6 to FL-TGD-9)", function()
    local place = { phase = "2e", one = { L = "C03a,C10a", t = 6 },
      two = { L = "C23a,C06b,C10b", t = 2 } }
    local kept, converted = compare({ tdPhase2 = "forced" }, place, function()
      play("k2.2")
      local p = F.now()
      return p.one.t .. p.two.t .. " " .. p.one.f .. p.two.f .. " " .. p.phase
    end)
    equal(kept, "22 00 3")
    equal(converted, "00 22 3")
  end)
end)

describe("tdPhase4", function()
  local place = { phase = "4t", one = { L = "C02a", t = 9 }, two = { L = "C23a,C06b,C12a", t = 0 } }
  it("takes one kill a turn, or all at once (FL-RUL-20)", function()
    local one, all = compare({ tdPhase4 = "allAtOnce" }, place, function()
      return table.concat(legal(), " ")
    end)
    equal(one, "p k2.2 k2.3")
    equal(all, "k0 k2.2 k2.3 k2.2+2.3")
  end)
  it("converts the rest of that one turn (FL-RUL-20, FL-PH4-4)", function()
    F.rules { tdPhase4 = "allAtOnce" }
    F.begin(place)
    play("k2.2")
    equal(F.now().two.f, "5")
    equal(F.now().one.t, "0")
    equal(F.now().day, "3") -- it had no other turn
  end)
end)

describe("stunDays", function()
  it("says how long a stun lasts (FL-RUL-28)", function()
    local place = { one = { L = "C11a,C08a", m = 6, E = "E06" }, two = { L = "C23a,C08b" } }
    local one, two = compare({ stunDays = 2 }, place, function()
      play("E06>2.2")
      return F.now().two.L
    end)
    ok(one:find("C08b!2", 1, true))
    ok(two:find("C08b!3", 1, true))
    F.begin(place)
    play("E06*2>2.2")
    ok(F.now().two.L:find("C08b!5", 1, true))
  end)
end)

describe("interrupts", function()
  local place = { one = { L = "C11a,C07a", m = 6, E = "E02,E01" }, passed = "01", last = "1",
    two = { L = "C16a,C23a", m = 5, E = "E09" } }
  it("are closed by a pass (T18, FL-RUL-32, FL-CST-4)", function()
    local no, yes = compare({ interruptAfterPass = true }, place, function()
      play("E02")
      return F.now().phase
    end)
    equal(no, "2t")
    equal(yes, "2b")
    ok(F.lists("!E09"))
  end)

  it("are asked for although none is held (FL-RUL-33)", function()
    local bare = { one = place.one, two = { L = "C23a,C16a", m = 5, W = "W05" } }
    local no, yes = compare({ askAlways = true }, bare, function()
      play("E02")
      return F.now().phase
    end)
    equal(no, "2t")
    equal(yes, "2b")
    equal(table.concat(legal(), " "), "!0")
    play("!0")
    equal(F.now().phase, "2a")
    play("!0")
    equal(F.now().phase, "2t")
    equal(F.now().two.f, "4")
  end)

  it("are asked for even after a pass, and cannot be given then (FL-RUL-32, FL-RUL-33)", function()
    F.rules { askAlways = true }
    F.begin(place)
    play("E02")
    equal(F.now().phase, "2b")
    F.refuses("!E09", "FL-RUL-32")
  end)

  it("have the windows before and after (FL-RUL-33)", function()
    F.rules { interruptWindows = "beforeAfter" }
    ok(not pcall(F.rules, { interruptWindows = "before" }))
  end)
end)

describe("hurricaneInterruptCounts", function()
  it("is whether Hurricane may come after an answer (FL-RUL-56, T17)", function()
    local place = { by = 2, one = { L = "C11a,C07a", m = 9, E = "E03,E09" },
      two = { L = "C11b,C07b", m = 9, E = "E02" } }
    local no, yes = compare({ hurricaneInterruptCounts = false }, place, function()
      play("E02", "!E09")
      return F.lists("E03")
    end)
    equal(no, false)
    equal(yes, true)
  end)
end)

describe("refill", function()
  it("is when a Spell is finished, or at once (FL-RUL-35)", function()
    local place = { one = { L = "C11a,C07a", m = 6, E = "E02,E01,E04,E05" },
      two = { L = "C16a,C23a", m = 5, E = "E09,E01,E02,E03", W = "W01,W02,W05,W07" } }
    local later, atonce = compare({ refill = "atOnce" }, place, function()
      play("E02")
      local _, commas = F.now().one.E:gsub(",", "")
      return commas + 1
    end)
    equal(later, 3)
    equal(atonce, 4)
    play("!E09")
    equal(F.now().stack, "")
    equal(F.now().phase, "2t")
  end)
end)

describe("overspendUntilReveal", function()
  it("lets a line that costs too much be mended before the lock (FL-RUL-3)", function()
    local function head(by) return "FL D0.S1:" .. by .. "L0x01g0i0h0,0k0 " end
    local line = head(1) .. "$13m0t0f0c0;L=(C23a),(C05a);X=;C=C09a,C06a,C17a,C18a,C03a;E=;W=;B= "
      .. "$13m0t0f0c0;L=(C06b);X=;C=?5;E=;W=;B= [] {} c35e24w24b24/"
    F.rules()
    start(line)
    F.refuses("+C09a@1", "FL-SEL-4")
    F.rules { overspendUntilReveal = true }
    start(line)
    F.refuses("-C05a", "FL-RUL-3")
    play("+C09a@1")
    F.refuses("lock", "FL-SEL-4", "your line costs 3 more than you have")
    play("-C05a")
    ok(F.lists("lock"))
    ok(position():find("R=C05a", 1, true))
  end)
end)

describe("bothWiped", function()
  it("is a draw, or the last kill decides (FL-RUL-9, T24)", function()
    local function winner_of(place)
      return compare({ bothWiped = "lastKill" }, place, function()
        play("B10")
        return F.now().phase
      end)
    end
    local cart = { L = "C13a", m = 9, B = "B10" }
    local draw, last = winner_of { one = cart, two = { L = "C12b" }, passed = "01" }
    equal({ draw, last }, { "over=", "over1" })
    -- whoever casts the Spell has made all its kills, those in his own line too
    draw, last = winner_of { one = { L = "C12b" }, two = cart, by = 2,
      passed = "10" }
    equal({ draw, last }, { "over=", "over2" })
  end)
  it("tells in the line who killed last (FL-RUL-9)", function()
    F.rules { bothWiped = "lastKill" }
    F.begin { one = { L = "C11a,C07a", m = 6, E = "E02,E01" }, two = { L = "C06b,C23a" } }
    play("E02")
    ok(position():find("k0w1 ", 1, true))
    start(position())
    ok(position():find("k0w1 ", 1, true))
  end)
end)

describe("dyingGivesAccess", function()
  it("keeps the hand of a Dying Character's category, or not (FL-RUL-13)", function()
    local place = { one = { L = "C11a~,C07a", E = "E02,E03,E04,E05", m = 9 } }
    local yes, no = compare({ dyingGivesAccess = false }, place, function()
      play("E02")
      local _, commas = F.now().one.E:gsub(",", "")
      return commas + 1
    end)
    equal(yes, 4)
    equal(no, 3) -- nothing is drawn to a limit of 2
  end)
end)

describe("forkMax", function()
  -- Player 1 has much mana, and player 2 may twist what he casts.
  local function begin(max, foes, answer)
    F.rules { forkMax = max }
    F.cast { one = { L = "C13a,C07a", m = 9, B = "B01,B02,B12", X = "C11a", E = "E06,E12" },
      two = { L = foes or "C06a,C11b,C07b,C13b", B = answer or "B05", m = 3 } }
  end
  local function listed() return table.concat(legal(), " ") end
  it("is 1: the announcement ends with one fork (FL-RUL-30)", function()
    begin(1, nil, "B03")
    play("B01&")
    equal(F.now().one.t .. F.now().one.m, "27")
    ok(not F.lists("&"))
  end)
  it("takes as much again for each fork, as often as it says (FL-RUL-30)", function()
    begin(2, "C23a,C11b")
    play("B01&")
    equal(F.now().phase .. F.now().one.m, "2f7")
    equal(listed(), "& &0")
    play("&") -- three instances for 3 mana; the two forks are all
    equal(F.now().one.t .. F.now().one.m, "36")
    begin(2, "C23a,C11b")
    play("B01&", "&0")
    equal(F.now().one.t .. F.now().one.m, "27")
  end)
  it("asks for no fork of a Spell that was not forked (FL-RUL-30)", function()
    begin(0, "C23a,C11b")
    play("B01")
    equal(F.now().one.t .. F.now().one.m, "18")
  end)
  it("0 forks as long as the mana lasts, a doubled one at twice the cost (FL-RUL-30)", function()
    begin(0, "C23a,C11b")
    play("B01*2&", "&")
    F.refuses("&#1", "FL-RUL-55")
    play("&") -- 8 mana: the one that is left does not pay for another fork
    equal(F.now().one.t .. F.now().one.m, "81")
    begin(0, "C23a,C11b")
    play("B01&", "&", "&", "&", "&", "&", "&", "&")
    equal(F.now().one.t .. F.now().one.m, "90")
  end)
  it("lasts as long as its Spell (FL-RUL-30)", function()
    F.rules { forkMax = 2 }
    F.cast { one = { L = "C13a,C07a", m = 9, B = "B01,B01" }, two = { L = "C23a,C11b", m = 1 } }
    play("B01&", "&", "p", "B01&", "&0")
    equal(F.now().one.t .. F.now().one.m, "54")
  end)
  it("names a target for every fork (FL-RUL-30, FL-RUL-31)", function()
    begin(0)
    play("B02>2.1&2.1")
    equal(listed(), "&2.1 &2.2 &2.3 &2.4 &0")
    play("&2.3")
    equal(F.now().stack, "B02@1>2.1&2.1&2.3")
    play("&0", "!0")
    equal(F.now().effects, "B02@1>C06a=-3/d,B02@1>C06a=-3/d,B02@1>C07b=-3/d")
    equal(F.now().one.m, "3")
  end)
  it("wants another target where forks differ (FL-RUL-31)", function()
    begin(0, "C06a,C11b,C07b", "B03")
    play("E06>2.1&2.3")
    equal(listed(), "&2.2 &0")
    F.refuses("&2.1", "FL-RUL-31")
    play("&2.2")
    equal(F.now().two.L, "C06a!2,C11b!2,C07b!2")
    equal(F.now().one.m, "0")
  end)
  it("resolves pairs in their order (T46, FL-RUL-31)", function()
    begin(3, "C06a,C11b,C07b", "B03")
    play("B12>2.1-2.2&2.2-2.3", "&2.1-2.2", "&0")
    -- B A C; then B and C are no neighbours; then A and B are, and trade places again
    equal(F.now().two.L, "C06a,C11b,C07b")
    equal(F.now().one.m, "3")
  end)
  it("prevents damage of all forks together (FL-RUL-30)", function()
    F.rules { forkMax = 3 }
    F.cast { one = { L = "C13a,C07a", m = 9, B = "B01,B02" },
      two = { L = "C23a,C12b", W = "W03", m = 1 } }
    play("B01&", "&", "&", "!W03")
    equal(F.now().one.t, "1")
  end)
  it("twists all forks, at least one of them to another target (FL-RUL-31)", function()
    begin(0)
    play("B02>2.1&2.1", "&2.3", "&0", "!B05>2.1&2.1")
    equal(F.now().phase .. F.now().by, "2f2")
    equal(listed(), "&2.1 &2.2 &2.4")
    F.refuses("&2.3", "FL-RUL-31")
    F.refuses("&0", "FL-RUL-31", "every instance")
    start(position())
    play("&2.4")
    equal(F.now().effects, "B02@1>C06a=-3/d,B02@1>C06a=-3/d,B02@1>C13b=-3/d")
    equal(F.now().two.m, "0")
  end)
  it("twists forks that differ so that they still do (FL-RUL-31)", function()
    begin(0, "C06a,C11b,C13b")
    play("E06>2.1&2.2", "&2.3") -- no mana is left
    equal(F.now().stack, "E06@1>2.1&2.2&2.3")
    ok(not F.lists("!B05>2.1&2.2")) -- the third could not be another one
    play("!B05>2.2&2.1")
    equal(listed(), "&2.3")
  end)
  it("is written in the position line and read back (FL-RUL-30)", function()
    begin(0)
    play("B01&", "&", "&")
    equal(F.now().stack, "B01&&&@1>-")
    local line, moves = position(), listed()
    start(line)
    equal(position(), line)
    equal(listed(), moves)
    play("&0")
    equal(F.now().one.t, "4")
    begin(0)
    play("B02>2.1&2.2", "&2.1")
    line, moves = position(), listed()
    start(line)
    equal(position(), line)
    equal(listed(), moves)
  end)
  it("is not read where Spells are forked once (FL-RUL-30)", function()
    begin(0)
    play("B01&", "&")
    local line = position()
    F.rules()
    ok(not pcall(start, line))
    ok(not pcall(start, (line:gsub("2f:", "2k:"))))
    F.rules { forkMax = 0 }
    start(line)
    ok(not pcall(start, (line:gsub("B01&&@", "B01@"))))
  end)
end)
