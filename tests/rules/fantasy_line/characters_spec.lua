-- The Characters of section 22: every number of FL-DATA-2, the movement abilities, and the special
-- texts, each where it acts and where it just does not.
local F = dofile("tests/rules/fantasy_line/support.lua")

-- FL-DATA-2, by the number of a Character: $, H, R, D, T, M, SP, access.
local DATA = {
  { 3, 4, "2+", 1, 0, 0, 1, "W" }, { 2, 6, "-", 0, 0, 0, 3, "" },
  { 4, 13, "1-1", 2, 0, 0, 1, "" }, { 3, 8, "1-2", 2, 0, 0, 1, "" },
  { 5, 10, "1-1", 5, 0, 0, 0, "" }, { 1, 4, "1-1", 1, 0, 0, 0, "" },
  { 2, 4, "2+", 2, 0, 0, 1, "" }, { 3, 5, "2+", 0, 2, 0, 1, "" },
  { 5, 7, "3+", 0, 5, 0, 2, "" }, { 2, 6, "1-2", 1, 0, 0, 0, "" },
  { 4, 4, "2-3", 1, 0, 1, 1, "E" }, { 3, 4, "-", 0, 0, 1, 1, "W" },
  { 3, 4, "2+", 1, 0, 0, 1, "B" }, { 4, 6, "1-2", 1, 2, 0, 1, "" },
  { 4, 8, "1-1", 4, 0, 0, 1, "" }, { 4, 4, "-", 0, 0, 1, 1, "EW" },
  { 5, 5, "2-3", 1, 0, 1, 0, "EB" }, { 5, 9, "1-2", 1, 0, 0, 1, "WB" },
  { 3, 5, "-", 0, 0, 2, 1, "" }, { 2, 6, "-", 0, 0, 0, 1, "" },
  { 3, 7, "2+", 1, 0, 0, 0, "" }, { 3, 7, "1-3", 1, 0, 0, 0, "" },
  { 6, 17, "1-1", 3, 0, 0, 1, "" }, { 2, 4, "1-2", 1, 0, 0, 0, "" },
}
local function id(n, copy) return ("C%02d%s"):format(n, copy or "a") end
local function each(check)
  for n, card in ipairs(DATA) do check(n, table.unpack(card)) end
end

-- Is that place in the range (FL-RNG-2 to FL-RNG-6)?
local function reaches(range, at)
  if range == "-" then return false end
  local first, last = range:match("^(%d)[-+](%d?)$")
  return at >= tonumber(first) and at <= (tonumber(last) or 99)
end

-- A line with the Character at that place, behind others that deal nothing; nil if there are too
-- few of those.
local function line_with(n, at)
  local list = {}
  for _, quiet in ipairs { "C20a", "C20b", "C02a", "C02b" } do
    if #list < at - 1 and not quiet:find(id(n, "")) then list[#list + 1] = quiet end
  end
  if #list < at - 1 then return nil end
  list[#list + 1] = id(n)
  return table.concat(list, ",")
end
-- `check` for every Character at the first four places; the enemy line is a Gate Warden.
local function everywhere(check)
  each(function(n, _, _, range, damage, targeted)
    for at = 1, 4 do
      local line = line_with(n, at)
      if line then check(id(n), at, line, reaches(range, at), damage, targeted) end
    end
  end)
end

-- Both hold their targeted damage and pass in the phases 3 and 4, for as long as they are asked.
local function pass_on()
  while F.now().phase:match("^[34]") do
    play(F.now().phase == "4d" and F.moves("N$"):match("^%S+") or "p")
  end
end
-- A new Day begins for two lines that do not hurt each other.
local function next_day(p)
  p.phase = "3"
  F.begin(p)
  pass_on()
end

describe("a Character", function()
  it("costs what is printed (FL-DATA-2, FL-SEL-4, FL-RUL-3)", function()
    F.rules()
    -- cards of cost 2, and a Militia if the sum is odd
    local function line_of(sum, n)
      local list = {}
      if sum % 2 == 1 then list[1] = "C06b" end
      for _, two in ipairs { 10, 7, 24, 20 } do
        for _, copy in ipairs { "a", "b" } do
          if two ~= n and #list < (sum + 1) // 2 then list[#list + 1] = id(two, copy) end
        end
      end
      return list
    end
    each(function(n, cost)
      F.setup { one = { laid = line_of(13 - cost, n), C = id(n) } }
      ok(F.lists("+" .. id(n) .. "@1"), id(n))
      F.setup { one = { laid = line_of(14 - cost, n), C = id(n) } }
      F.refuses("+" .. id(n) .. "@1", "FL-SEL-4", "this costs " .. cost)
    end)
  end)

  it("is killed by its health and by no less (FL-DATA-2, FL-TGD-4, FL-RUL-25)", function()
    F.rules()
    each(function(n, _, health)
      F.begin { phase = "4t", one = { t = health }, two = { L = id(n, "b") } }
      equal(F.moves("^k"), "k2.1")
      F.begin { phase = "4t", one = { t = health - 1 }, two = { L = id(n, "b") } }
      F.refuses("k2.1", "FL-TGD-4", "its health is " .. health)
    end)
  end)

  it("deals its damage in its range only, whatever stands opposite (FL-DATA-2, FL-DTF-1, FL-RNG-1, "
    .. "FL-RNG-2, FL-RNG-3, FL-RNG-4, FL-RNG-5, FL-RNG-6, FL-RNG-8, FL-RUL-27, FL-PH5-1, "
    .. "FL-PH5-2)", function()
    F.rules()
    for _, enemies in ipairs { "C03b", "C03b,C12b,C16b" } do
      everywhere(function(unit, at, line, in_range, damage, targeted)
        F.begin { phase = "3", one = { L = line }, two = { L = enemies } }
        pass_on()
        equal({ unit, at, F.now().two.f },
          { unit, at, in_range and ("%d"):format(damage + targeted) or "0" })
      end)
    end
  end)

  it("may target as much as its T, in its range (FL-DATA-2, FL-TGD-1, FL-TGD-2, FL-TGD-5, "
    .. "FL-RNG-7, FL-PH4-1)", function()
    F.rules()
    everywhere(function(unit, at, line, in_range, _, targeted)
      F.begin { phase = "3", one = { L = line, t = 13 - targeted }, two = { L = "C06b,C03b" } }
      while F.now().phase == "3" do play("p") end
      if in_range and targeted > 0 then
        equal({ unit, at, F.moves("^t") }, { unit, at, ("t1.%dT t1.%dN"):format(at, at) })
        play(("t1.%dT"):format(at))
        equal(F.now().one.t, "13")
        ok(F.lists("k2.2"), unit) -- it may be aimed at any enemy
      else
        ok(F.now().phase ~= "4d", unit)
        if targeted > 0 then ok(not F.lists("k2.2"), unit) end
      end
    end)
  end)

  it("produces mana while it lives, also while it is stunned (FL-DATA-2, FL-MAN-2, FL-MAN-3, "
    .. "FL-MAN-4, FL-NUM-4, FL-RUL-28, FL-RUL-41)", function()
    F.rules()
    each(function(n, _, _, _, _, _, mana)
      next_day { one = { L = id(n), m = 4 }, two = { L = "C03b" } }
      equal({ n, F.now().one.m }, { n, ("%d"):format(4 + 3 + mana) })
    end)
    next_day { one = { L = "C19a!3" }, two = { L = "C03b" } }
    equal(F.now().one.m, "5")
    next_day { one = { L = "C03a", X = "C19a" }, two = { L = "C03b" } }
    equal(F.now().one.m, "3")
  end)

  it("gives access to 4 Spells while it lives, and to 2 when it is dead (FL-DATA-2, FL-NUM-5, "
    .. "FL-NUM-6, FL-NUM-7, FL-DRW-2, FL-DRW-3, FL-RUL-40)", function()
    F.rules()
    each(function(n, _, _, _, _, _, _, _, access)
      -- somebody dies, so hands are filled
      next_day { one = { L = id(n) .. ",C02b~" }, two = { L = "C03b" } }
      for school in ("EWB"):gmatch(".") do
        equal({ n, school, F.size(F.now().one[school]) },
          { n, school, access:find(school) and 4 or 0 })
      end
      next_day { one = { L = "C02b,C20b~", X = id(n) }, two = { L = "C03b" } }
      for school in ("EWB"):gmatch(".") do
        equal({ n, school, F.size(F.now().one[school]) },
          { n, school, access:find(school) and 2 or 0 })
      end
    end)
    -- two of them give no more than one does
    next_day { one = { L = "C11a,C16a,C02b~" }, two = { L = "C03b" } }
    equal(F.size(F.now().one.E), 4)
  end)

  it("produces survival while it lives (FL-DATA-2, FL-END-2, FL-RUL-4, FL-RUL-5)", function()
    F.rules()
    -- at the end of the last Day the greater production wins
    local function ending(one, two, dead)
      F.begin { phase = "3", day = 20, one = { L = one, X = dead }, two = { L = two } }
      pass_on()
      return F.now().phase
    end
    local EQUAL = { [0] = "C10b,C06b", "C20b,C10b", "C07b,C20b", "C02b" }
    local LESS = { "C10b,C06b", "C20b,C10b", "C07b,C20b" }
    each(function(n, _, _, _, _, _, _, survival)
      equal({ n, ending(id(n), EQUAL[survival]) }, { n, "over=" })
      if survival > 0 then equal({ n, ending(id(n), LESS[survival]) }, { n, "over1" }) end
    end)
    equal(ending("C10a", "C20b"), "over2")
    equal(ending("C10a", "C06b", "C02a"), "over=") -- the dead produce nothing
  end)

  it("is there twice (FL-RUL-60)", function()
    F.rules()
    F.setup { one = { C = "C08a,C08b" } }
    play("+C08a@1")
    play("lock")
    local good, why = pcall(F.begin, { one = { L = "C08c" } })
    ok(not good and tostring(why):find("C08c"), tostring(why))
  end)
end)

describe("movement abilities", function()
  local function moves_of(line, enemies)
    F.begin { phase = "3", one = { L = line }, two = { L = enemies or "C02b,C14b" } }
    return F.moves("^m")
  end

  it("are offered to the five kinds of Characters and to no others (FL-DATA-2, "
    .. "FL-RUL-42)", function()
    F.rules()
    local MOVES = { [3] = "m1.2>1 m1.2>3", [10] = "m1.2~1.1 m1.2~1.3", [14] = "m1.2>1 m1.2>3",
      [15] = "m1.2>1 m1.2>3", [21] = "m1.2:1.1>2 m1.2:1.3>2", [22] = "m1.2:2.2" }
    each(function(n)
      equal({ n, moves_of(("C06b,%s,C20b"):format(id(n)), "C12b,C16b") },
        { n, MOVES[n] or "" })
    end)
  end)

  it("STEP is one place long, ahead or behind (C03, FL-DATA-2, FL-RUL-42)", function()
    F.rules()
    equal(moves_of("C03a,C06a,C20a"), "m1.1>2")
    F.refuses("m1.1>3", "FL-RUL-42", "one place long")
    play("m1.1>2")
    equal(F.now().one.L, "C06a,C03a^,C20a")
  end)

  it("SWAP is with a neighbour that is not Dying (C10, FL-DATA-2, FL-RUL-43)", function()
    F.rules()
    equal(moves_of("C10a,C06a,C20a"), "m1.1~1.2")
    F.refuses("m1.1~1.3", "FL-RUL-42", "a neighbour")
    play("m1.1~1.2")
    equal(F.now().one.L, "C06a,C10a^,C20a")
    equal(moves_of("C06a~,C10a,C20a"), "m1.2~1.3")
  end)

  it("LEAP goes to any other place (C14, C15, FL-DATA-2)", function()
    F.rules()
    for _, card in ipairs { "C14a", "C15a" } do
      equal(moves_of("C06a,C20a,C20b," .. card), "m1.4>1 m1.4>2 m1.4>3")
      F.refuses("m1.4>4", "FL-RUL-42", "changes the order")
      play("m1.4>2")
      equal(F.now().one.L, "C06a," .. card .. "^,C20a,C20b")
    end
    equal(moves_of("C14a"), "") -- a line of one has no other place
  end)

  it("SHIFT moves another Friend one place (C21, FL-DATA-2, FL-RUL-42, FL-RUL-54)", function()
    F.rules()
    equal(moves_of("C06a,C20a,C20b,C21a"), "m1.4:1.1>2 m1.4:1.2>1 m1.4:1.2>3 m1.4:1.3>2 m1.4:1.3>4")
    F.refuses("m1.4:1.1>3", "FL-RUL-42", "moved one place")
    F.refuses("m1.4:1.4>3", "FL-RUL-42", "another Friend")
    play("m1.4:1.2>1")
    equal(F.now().one.L, "C20a,C06a,C20b,C21a^")
    equal(moves_of("C06a~,C21a"), "") -- a Dying one is not moved
  end)

  it("DRAG needs its range, and an enemy that is not at the Front (C22, FL-DATA-2, FL-RUL-43)",
    function()
      F.rules()
      equal(moves_of("C20a,C06a,C22a", "C19a,C19b,C12b"), "m1.3:2.2 m1.3:2.3")
      F.refuses("m1.3:2.1", "FL-RUL-42", "not dragged")
      play("m1.3:2.3")
      equal(F.now().two.L, "C19a,C12b,C19b")
      equal(moves_of("C20a,C06a,C20b,C22a", "C19a,C19b"), "") -- its range is 1-3
      equal(moves_of("C22a", "C19a,C19b~,C12b"), "m1.1:2.3")
    end)

  it("are used once a Day, by live Characters that are not stunned (FL-RUL-28, FL-RUL-42, "
    .. "FL-RUL-43)", function()
    F.rules()
    for _, mark in ipairs { "^", "~", "!2" } do
      F.begin { phase = "3", one = { L = "C06a,C03a" .. mark .. ",C14a" } }
      equal({ mark, F.moves("^m1.2") }, { mark, "" })
    end
    F.begin { phase = "3", one = { L = "C06a,C03a!1,C14a" } } -- that stun ended with Day 1
    equal(F.moves("^m1.2"), "m1.2>1 m1.2>3")
    next_day { one = { L = "C02a,C03a^" }, two = { L = "C02b" } }
    equal(F.now().one.L, "C02a,C03a") -- a new Day, a new use
  end)
end)

describe("the Farseer", function()
  it("is turned up during the set-up, once, by its owner (C01, FL-SEL-7, FL-RUL-46, FL-RUL-47)",
    function()
      F.rules()
      F.setup { one = { laid = { "C06a", "C01b" } } }
      play("F!")
      equal(F.now().by, "2")
      equal(F.now().one.L, "(C06a),C01b")
      play("lock") -- the other line is open now, and its owner goes on
      equal(F.now().by, "1")
      ok(not F.now().two.L:find("%("))
      F.refuses("F!", "FL-RUL-47")
      F.setup { one = { laid = { "C06a" }, C = "C01b" } } -- in hand it is of no use
      F.refuses("F!", "FL-SEL-7")
      F.begin { phase = "3", one = { L = "C06a,C01a" } }
      ok(not F.lists("F!"))
    end)
end)

describe("the Merchant", function()
  it("adds 2 to the hand, and refunds one other card, once (C02, FL-SEL-8, FL-SEL-9, FL-RUL-48, "
    .. "FL-RUL-49)", function()
    F.rules()
    F.setup { one = { laid = { "C06a", "C04a" }, C = "C02a,C05a,C05b,C07a,C08a" } }
    play("+C02a@3")
    equal(F.size(F.now().one.C), 7)
    equal(F.moves("^%-"), "-C04a -C06a -0")
    F.refuses("-C02a", "FL-RUL-48")
    play("-C04a")
    equal(F.now().one.L, "(C06a),(C02a)")
    equal(F.now().one.R, "C04a")
    equal(F.now().by, "2")
    -- any other card adds nothing and refunds nothing
    F.setup { one = { laid = { "C06a" }, C = "C20a,C05a,C05b,C07a,C08a" } }
    play("+C20a@1")
    equal(F.size(F.now().one.C), 5)
    equal(F.now().phase, "S1")
    -- a line of the Merchant alone has nothing to refund
    F.setup { one = { C = "C02a,C05a,C05b,C07a,C08a" } }
    play("+C02a@1")
    equal(F.now().phase, "S1")
  end)

  it("takes its two cards along when another one discards it (C02, FL-RUL-48, "
    .. "FL-RUL-49)", function()
    F.rules()
    F.setup { one = { laid = { "C02b" }, C = "C02a,C03a,C04a,C05a,C05b,C07a,C08a" } }
    play("+C02a@1")
    equal(F.size(F.now().one.C), 9)
    play("-C02b")
    equal(F.now().phase, "S1x")
    local hash = state().hash
    start(position())
    equal(state().hash, hash)
    ok(F.lists("xC03a,C04a"))
    F.refuses("xC03a", "FL-RUL-49", "discard 2")
  end)
end)

describe("the Shelf Warden", function()
  local function hand_of(one)
    one.L = one.L .. ",C02b~" -- hands are filled after a death
    next_day { one = one, two = { L = "C03b" } }
    return { F.size(F.now().one.E), F.size(F.now().one.W), F.size(F.now().one.B) }
  end
  it("adds 1 to each limit with live access, and nothing to the others (C20, FL-DATA-2, "
    .. "FL-RUL-39)", function()
    F.rules()
    equal(hand_of { L = "C20a,C16a" }, { 5, 5, 0 })
    equal(hand_of { L = "C20a,C20b,C16a" }, { 6, 6, 0 })
    equal(hand_of { L = "C20a", X = "C16a" }, { 2, 2, 0 }) -- access of the dead alone is not raised
    equal(hand_of { L = "C02a,C16a", X = "C20a" }, { 4, 4, 0 })
  end)
  it("takes its card along when it dies (C20, FL-DRW-5, FL-RUL-38)", function()
    F.rules()
    F.begin { phase = "4t", by = 2, last = "1",
      one = { L = "C11a,C20a", E = "E01,E02,E03,E04,E05" },
      two = { L = "C03b", t = 6 } }
    play("k1.2")
    while F.now().phase == "4t" do play("p") end
    equal(F.now().phase .. F.now().by, "x41")
    F.refuses("xE01,E02", "FL-DRW-5")
    play("xE03")
    equal(F.now().one.E, "E01,E02,E04,E05")
  end)
end)

describe("the Drum Marshal", function()
  local function damage_of(line, effects)
    F.begin { phase = "3", one = { L = line }, two = { L = "C03b" }, effects = effects }
    pass_on()
    return tonumber(F.now().two.f)
  end
  it("adds 1 to the Friend one place ahead that deals any (C21, FL-DATA-2, FL-RUL-28)", function()
    F.rules()
    equal(damage_of "C04a,C21a", 2 + 1 + 1)
    equal(damage_of "C04a,C20a,C21a", 2 + 1) -- two places ahead
    equal(damage_of "C21a,C04a", 2)          -- behind it
    equal(damage_of "C02a,C21a", 1)          -- the Merchant deals none
    equal(damage_of "C20a,C05a,C21a", 1)     -- nor does a Brute out of its range
    equal(damage_of "C04a!2,C21a", 1)
    equal(damage_of "C04a,C21a!2", 2)        -- stunned it neither deals nor adds
    equal(damage_of "C06a,C08a,C21a", 1 + 3 + 1) -- held damage counts (FL-PH5-2)
    equal(damage_of "C04a,C21a,C21b", 2 + 1 + 1 + 1 + 1) -- it is a Friend of the other one
    -- an Archer that has aimed in phase 4 deals no normal damage that could grow
    F.begin { phase = "4d", one = { L = "C06a,C08a,C21a" }, two = { L = "C03b" } }
    play("t1.2T")
    pass_on()
    equal(F.now().two.f, "4")
  end)
end)

describe("the Cairn Golem", function()
  it("cannot be stunned (C23, FL-DATA-2, FL-RUL-28)", function()
    F.rules()
    F.begin { one = { L = "C17a,C02a", m = 9, E = "E06", B = "B08" }, two = { L = "C23a,C06b" } }
    equal(F.moves("^[EB]"), "E06>2.2 E06*2>2.2")
    F.refuses("E06>2.1", "FL-RUL-55")
    F.refuses("B08", "FL-RUL-55")
    F.begin { one = { L = "C17a,C02a", m = 9, E = "E06", B = "B08" }, two = { L = "C06b,C23a" } }
    ok(F.lists("B08")) -- another one stands at the Front
  end)
end)

describe("the Pyre Martyr", function()
  it("gives 2 mana and 1 damage when it dies, at the end of the phase (C24, T33, FL-DATA-2, "
    .. "FL-DYI-1, FL-DYI-2, FL-RUL-53)", function()
    F.rules()
    local function begin(pool)
      F.begin { phase = "4t", by = 2, last = "1", one = { L = "C02a,C24a,C12a", m = 1 },
        two = { L = "C12b,C16b", f = pool, t = 8 } }
      play("k1.2")
    end
    begin(0)
    equal(F.now().one.L, "C02a,C24a~,C12a")
    equal(F.now().one.m, "1") -- it is only Dying
    equal(F.now().two.f, "0")
    play("p")
    equal(F.now().one.m, "7") -- and 4 at the start of the Day
    equal(F.now().two.f, "1")
    begin(3) -- the point kills in the same end of the phase
    play("p")
    equal(F.now().two.X, "C12b")
    equal(F.now().two.L, "C16b")
    equal(F.now().two.f, "0")
    begin(2)
    play("p")
    equal(F.now().two.X, "")
    equal(F.now().two.f, "3")
  end)
end)
