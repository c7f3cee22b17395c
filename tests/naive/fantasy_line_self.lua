-- Holds the naive second implementation of Fantasy Line Battle against the test vectors of its
-- rules (T1..T46, but T3 and T38), the example of a position line, and random games with the
-- invariants looked at.
-- usage: lua5.4 tests/naive/fantasy_line_self.lua [GAMES]
local naive = assert(loadfile("tests/naive/fantasy_line.lua"))("module")
local faults, checks = 0, 0

local function equal(found, wanted, what)
  checks = checks + 1
  if found ~= wanted then
    faults = faults + 1
    io.stderr:write(what, ": expected ", tostring(wanted), ", found ", tostring(found), "\n")
  end
end

local function words(text)
  local list = {}
  for word in text:gmatch("%S+") do list[#list + 1] = word end
  return list
end

-- Nothing is shuffled, and player 1 starts.
local chance = {
  start = function() return 1 end,
  shuffle = function(cards) return table.move(cards, 1, #cards, 1, {}) end,
}

---------------------------------------------------------------------------------------------
-- Positions in which only a few things matter
---------------------------------------------------------------------------------------------

local function player(p)
  return ("$0m%dt%df%dc%d;L=%s;X=%s;C=%s;E=%s;W=%s;B=%s"):format(p.m or 0, p.t or 0, p.f or 0,
    p.c or 0, p.L or "C03a", p.X or "", p.C or "", p.E or "", p.W or "", p.B or "")
end

-- All cards that `named` does not name, as decks.
local function decks(named)
  local texts = {}
  for _, letter in ipairs({ "C", "E", "W", "B" }) do
    local copies, count = letter == "C" and { "a", "b" } or { "", "" }, letter == "C" and 24 or 12
    local cards = {}
    for i = 1, count do
      local card = ("%s%02d"):format(letter, i)
      local _, uses = named:gsub(card, "")
      for n = 1, 2 do
        local free = letter == "C" and not named:find(card .. copies[n], 1, true) or
          letter ~= "C" and uses < n
        if free then cards[#cards + 1] = card .. copies[n] end
      end
    end
    texts[#texts + 1] = letter:lower() .. "(" .. table.concat(cards, ",") .. ")"
  end
  return table.concat(texts) .. "/"
end

local function at(p)
  local who = p.who or 1
  local parts = { player(p[1]), player(p[2] or { L = "C03b" }), "[" .. (p.effects or "") .. "]",
    "{" .. (p.stack or "") .. "}" }
  local named = table.concat(parts, " ")
  return naive.parse(("FL D%d.%s:%dL%dx%sg%di%dh%sk%d %s %s"):format(p.day or 2, p.phase or "2t",
    who, p.last or 3 - who, p.passed or "00", p.grace and 1 or 0, p.idle or 0, p.marks or "0,0",
    p.died and 1 or 0, named, decks(named)))
end

local function has(s, move)
  for _, other in ipairs(naive.legal(s)) do
    if other == move then return true end
  end
  return false
end

-- The moves that match a pattern, in order.
local function moves(s, pattern)
  local list = {}
  for _, move in ipairs(naive.legal(s)) do
    if move:match(pattern) then list[#list + 1] = move end
  end
  table.sort(list)
  return table.concat(list, " ")
end

local function play(s, text)
  for _, move in ipairs(words(text)) do
    equal(has(s, move), true, "legal " .. move .. " at " .. naive.print(s))
    s = naive.play(s, move, chance)
    naive.check(s)
  end
  return s
end

local function line(s, p)
  return (select(p, naive.print(s):match("L=([^;]*).*L=([^;]*)")))
end

local function turn(s) return s.phase .. ":" .. (s.who or "") .. "L" .. s.last end

---------------------------------------------------------------------------------------------
-- The example of section 24
---------------------------------------------------------------------------------------------

local example = "FL D2.3:2L1x00g0i0h1,5k0 $1m3t0f0c1;L=C03a,C10a^,C08b;X=C12a;C=?5;E=;W=?2;B= " ..
  "$0m4t2f5c1;L=C23a,C11a,C22a;X=;C=?5;E=?4;W=;B= [E08@2>-=+1/tl] {} " ..
  "c31e18w18b24/E08,E04,W02,W06,W10,W01"
local full = example:gsub("c31e18w18b24", "c()e()w()b()"):gsub("%?%d", "")
equal(naive.print(naive.parse(full)), full, "section 24: the line reads back")
equal(moves(naive.parse(full), "^m"), "m2.3:1.2 m2.3:1.3", "section 24: the Ferryman can DRAG")

---------------------------------------------------------------------------------------------
-- Damage, range, targeted damage (T1..T11)
---------------------------------------------------------------------------------------------

local s = play(at({ { m = 9, E = "E01,E02", L = "C11a" }, { L = "C23a,C06a", f = 12 } }), "E02")
equal(s.pl[2].pool .. line(s, 2), "16C23a,C06a", "T1")
s = play(s, "E01")
equal(s.pl[2].pool .. line(s, 2), "0C23a~,C06a", "T1")

s = play(at({ { m = 9, E = "E02", L = "C11a" }, { L = "C06a,C07a,C03b", f = 2 } }), "E02*2")
equal(s.pl[2].pool .. line(s, 2), "2C06a~,C07a~,C03b", "T2")

s = at({ { L = "C08a,C05a,C09a,C22a" }, { L = "C23a" }, phase = "4d" })
equal(moves(s, "^t"), "t1.3N t1.3T", "T4 FL-RNG-3")
s = play(s, "t1.3N")
equal(s.pl[2].pool, 5, "T4 FL-RNG-6, T10")

s = at({ { L = "C03a", t = 3 }, { L = "C07a,C08a" }, phase = "4t" })
equal(moves(s, "."), "p", "T5 FL-TGD-4")
s = play(at({ { L = "C02a", t = 4 }, { L = "C23a,C12a" }, phase = "4t" }), "p")
equal(s.pl[2].pool, 4, "T5 FL-TGD-9")

s = at({ { L = "C03a", t = 8 }, { L = "C06a,C07a,C04a" }, phase = "2e" })
equal(moves(s, "."), "k0 k2.1 k2.1+2.2 k2.2 k2.3", "T6")

s = at({ { L = "C03a,C08a", t = 2 }, { L = "C23a,C12a" }, phase = "4d" })
s = play(s, "t1.2T")
equal(s.pl[1].td .. moves(s, "."), "4k2.2 p", "T7")

s = play(at({ { L = "C02a", t = 4 }, { L = "C15a,C06a", f = 5 }, phase = "4t" }), "p")
equal(s.pl[2].dead[1].name .. s.pl[1].pool, "C15a0", "T8 FL-RUL-17")

s = at({ { L = "C14a:T,C02a", t = 2 }, { L = "C03b,C09a", t = 12 }, phase = "4t", who = 2 })
s = play(s, "k1.1")
equal(line(s, 1) .. s.pl[2].pool .. turn(s), "C14a~:T,C02a24t:2L1", "T9 FL-PH4-3")

s = at({ { L = "C06a~,C07a" }, { L = "C02a,C12a" }, phase = "2t", passed = "10" })
naive.proceed(s, chance)
equal(s.pl[2].pool, 0, "T11 FL-RUL-15")

---------------------------------------------------------------------------------------------
-- Hands (T12..T14)
---------------------------------------------------------------------------------------------

s = at({ { L = "C12a~,C03a", W = "W01,W02,W05,W08" }, {}, passed = "11" })
naive.proceed(s, chance)
equal(turn(s) .. #naive.legal(s), "x2:1L26", "T12 FL-DRW-5")
s = at({ { L = "C12a~,C16a", W = "W01,W02,W05,W08", E = "" }, {}, passed = "11" })
naive.proceed(s, chance)
equal(#s.pl[1].spells.W, 4, "T13 FL-NUM-5")
for characters, wanted in pairs({ ["C11a,C20a"] = 5, ["C11a,C20a~"] = 5, ["C11a"] = 4 }) do
  equal(naive.limit(at({ { L = characters } }), 1, "E"), wanted, "T14 " .. characters)
end
equal(naive.limit(at({ { L = "C20a", X = "C11a" } }), 1, "E"), 2, "T14 FL-RUL-39")

---------------------------------------------------------------------------------------------
-- Spells and answers (T15..T21, T30..T37, T43..T46)
---------------------------------------------------------------------------------------------

s = at({ { m = 7, E = "E02", L = "C11a" }, { L = "C23a" } })
s = play(s, "E02*2")
equal(s.pl[1].mana .. s.pl[2].pool, "18", "T15")
s = at({ { m = 4, B = "B01", L = "C13a" }, { L = "C12a,C03b" } })
equal(moves(s, "^B01"), "B01 B01& B01*2 B01*2&", "T16")
s = play(s, "B01*2&")
equal(turn(s) .. s.pl[1].td .. s.pl[1].mana, "2k:1L140", "T16")

equal(moves(at({ { m = 9, E = "E03,E02", L = "C11a", c = 1 } }), "^E03"), "", "T17 FL-CST-9")
equal(moves(at({ { m = 9, E = "E03,E02", L = "C11a" } }), "^E03"), "E03", "T17")

local both = { { m = 9, E = "E02,E02", L = "C11a" }, { m = 9, E = "E09", L = "C11b" } }
s = play(at(both), "E02*2")
equal(turn(s), "2b:2L1", "T19")
s = play(s, "!E09")
equal(s.pl[1].mana .. s.pl[2].pool .. turn(s), "302t:2L1", "T19, T21 FL-RUL-34")
both.passed = "01"
s = play(at(both), "E02*2")
equal(s.pl[2].pool .. turn(s), "42t:1L1", "T18 FL-RUL-32")

s = at({ { m = 9, E = "E02", L = "C11a,C15a" }, { L = "C23b,C11b,C15b", m = 9, E = "E02" } })
s = play(s, "E02 p E01 p")
equal(turn(s), "3:2L1", "T20 FL-RUL-11")
s = at({ { m = 9, E = "E02", L = "C11a,C15a" }, { L = "C23b,C11b,C15b", m = 9, E = "E02" } })
equal(turn(play(s, "p p")), "3:1L2", "T20 FL-ORD-2")

s = at({ { m = 9, L = "C06a,C15a", f = 3 }, { L = "C03b" }, phase = "3" })
equal(moves(s, "^m1.2"), "m1.2>1", "FL DATA-2")
s = at({ { L = "C15a,C06a", f = 5 }, { L = "C03b" }, phase = "3" })
s = play(s, "m1.1>2")
equal(s.pl[1].dead[1].name, "C06a", "T30")

s = play(at({ { m = 3, B = "B02", L = "C13a,C03a" }, { L = "C06a,C03b", f = 1 } }), "B02>2.1")
equal(line(s, 2) .. s.pl[2].pool, "C06a~,C03b0", "T31 FL-RUL-58")

s = at({ { m = 9, W = "W04", L = "C06a~,C12a", f = 1 }, {} })
s = play(s, "W04>1.1")
equal(line(s, 1) .. s.pl[1].pool, "C06a,C12a1", "T32")

s = at({ { L = "C24a~,C03a,C04a" }, { L = "C06b,C03b", f = 3 }, phase = "3", passed = "11" })
naive.proceed(s, chance)
equal(s.pl[1].mana .. s.pl[2].dead[1].name, "5C06b", "T33") -- with the 3 of the next Day

s = at({ { L = "C06a,C03a,C04a", f = 3 }, { L = "C03b" }, effects = "B07@2>-=+1/tl" })
s.phase, s.who = "1", nil
naive.proceed(s, chance)
equal(s.pl[1].dead[1].name .. s.day, "C06a2", "T34")

s = at({ { L = "C03a", t = 9 }, { L = "C06a,C07a" }, phase = "4t", effects = "W12@2>C06a=0/d" })
equal(moves(s, "^k"), "k2.2", "T35")

s = at({ { L = "C02a,C08a" }, { L = "C23a" }, effects = "W11@2>-=0/d" })
s.phase, s.who = "4d", nil
naive.proceed(s, chance)
equal(s.pl[2].pool, 2, "T36")

s = at({ { L = "C11a,C05a", m = 3, E = "E02" }, { L = "", X = "C06b" }, grace = true })
s = play(s, "E02")
equal(s.phase .. s.pl[2].pool, "over10", "T37, T22 FL-RUL-18")

s = at({ { m = 9, E = "E04", L = "C11a" }, { L = "C06b,C11b", m = 9, E = "E09" } })
s = play(s, "E04 !E09")
equal(turn(s) .. s.pl[1].td, "2t:2L10", "T43")

s = at({ { L = "C03a" }, { L = "C12b~~,C07b~,C03b", W = "W04", m = 9 }, phase = "2a",
  who = 2, last = 1, stack = "E01@1>-'" })
equal(moves(s, "."), "!0 !W04>2.1", "T44")

local windows = {
  { L = "C03a,C04a,C02a", t = 9 }, { L = "C03b,C04b,C02b", t = 9 }, phase = "2e",
}
s = play(at(windows), "k2.2")
equal(turn(s), "2e:2L1", "T45")
equal(turn(play(s, "k1.2")), "3:1L2", "T45 FL-RUL-19")
equal(turn(play(s, "k0")), "3:2L1", "T45 FL-RUL-12")

s = at({ { m = 9, B = "B12", L = "C13a" }, { L = "C03b,C04b,C05b" } })
s = play(s, "B12>2.1-2.2&2.2-2.3")
equal(line(s, 2), "C04b,C03b,C05b", "T46 FL-RUL-31")

---------------------------------------------------------------------------------------------
-- The end, stuns, mana, the set-up (T22..T29, T39..T42)
---------------------------------------------------------------------------------------------

-- `p` is a position at the end of a phase.
local function ended(p)
  local state = at(p)
  state.phase, state.who = p.phase, nil
  naive.proceed(state, chance)
  return state
end

local wiped = { { L = "C02a,C03a,C04a" }, { L = "C06b~" }, phase = "PE2", day = 1 }
s = ended(wiped)
equal(s.phase .. s.day, "31", "T22 FL-RUL-7") -- player 1 may still STEP
s = play(s, "p")
equal(s.day .. tostring(s.grace), "2true", "T22 FL-END-3")
wiped.day = 3
equal(ended(wiped).phase, "over1", "T23 FL-END-1")
wiped[1].L = "C06a~"
equal(ended(wiped).phase, "over=", "T24 FL-RUL-9")

local idle = { { L = "C02a" }, { L = "C09b" }, phase = "DE", idle = 2 }
equal(ended(idle).phase, "over1", "T25 FL-END-2")
idle[2].L = "C02b"
equal(ended(idle).phase, "over=", "T25 FL-RUL-5")

s = ended({ { L = "C06a,C08a!2" }, { L = "C23b" }, phase = "4d" })
equal(s.day .. moves(s, "^t"), "3t1.2N t1.2T", "T29 FL-RUL-28")
s = ended({ { L = "C23a,C08a!3" }, { L = "C23b" }, phase = "4d" })
equal(s.day .. moves(s, "^t"), "4t1.2N t1.2T", "T29 FL-RUL-28")

s = ended({ { L = "C19a,C13a", m = 4, B = "B02" }, {}, phase = "1", effects = "E08@1>-=+1/tl" })
equal(s.pl[1].mana, 10, "T39")

s = ended({ { L = "C02a,C03a,C04a" }, { L = "C06b,C04b", f = 5 }, phase = "5",
  effects = "E11@2>C06b=+4/d" })
equal(s.pl[2].dead[1].name .. s.pl[2].pool, "C06b1", "T40 FL-RUL-68")

s = ended({ { L = "C02a,C03a,C04a", f = 3 }, {}, phase = "DE", day = 2, idle = 1 })
equal(s.idle .. "," .. s.marks[1], "0,3", "T41 FL-RUL-6")
s = ended({ { L = "C02a,C03a,C04a", f = 3 }, {}, phase = "DE", day = 3, marks = "3,0" })
equal(s.idle .. "," .. s.marks[1], "1,3", "T41")

s = ended({ { L = "C02a" }, { L = "C03b,C04b" }, phase = "3", last = 2 })
equal(turn(s), "3:2L1", "T42 FL-RUL-69")

-- A hand and a line before the reveal.
local function selection(hand, laid)
  local state = naive.deal(chance)
  for _, name in ipairs(state.pl[1].hand) do table.insert(state.decks.C, 1, name) end
  state.pl[1].hand = {}
  local function take(name)
    for i, other in ipairs(state.decks.C) do
      if other == name then return table.remove(state.decks.C, i) end
    end
    error("no " .. name)
  end
  for _, name in ipairs(words(laid)) do
    table.insert(state.pl[1].line, { name = take(name), down = true })
  end
  for _, name in ipairs(words(hand)) do table.insert(state.pl[1].hand, take(name)) end
  return state
end

s = selection("C02a C06a C10a C07a C20a", "C03a C05a C01a") -- 12 of 13
equal(moves(s, "@1$"), "+C06a@1", "T26 FL-SEL-4")
s = selection("C02a C06a C10a C07a C20a", "C03a C05a")
s = play(s, "+C02a@1")
equal(#s.pl[1].hand .. turn(s), "7S1r:1L0", "T27 FL-SEL-8")
equal(naive.view(s, 2):match("C=%?(%d)"), "7", "T27")
equal(moves(s, "."), "-0 -C03a -C05a", "T26 FL-SEL-9")
s = play(s, "-C03a")
equal(s.pl[1].refunded[1] .. turn(s), "C03aS1:2L0", "T26 FL-RUL-48")

s = selection("C02a C06a C10a C07a C20a", "C01a")
s = play(s, "F!")
equal(turn(s), "S1:2L0", "T28 FL-SEL-7")
local first = s.pl[2].hand[1]
s = play(s, "+" .. first .. "@1")
equal(turn(s), "S1:2L0", "T28")
s = play(s, "lock")
equal(turn(s) .. line(s, 2), "S1:1L0" .. first, "T28 FL-RUL-46")

---------------------------------------------------------------------------------------------
-- Random games end, and keep the invariants
---------------------------------------------------------------------------------------------

local games, plies = tonumber(arg[1]) or 30, 0
math.randomseed(1)
local real = naive.chance(math.random)
for _ = 1, games do
  local game = naive.deal(real)
  while not game.winner do
    local legal = naive.legal(game)
    assert(#legal > 0, naive.print(game))
    game = naive.play(game, legal[math.random(#legal)], real)
    naive.check(game)
    plies = plies + 1
  end
end

print(checks .. " checks, " .. plies .. " plies of " .. games .. " games, " .. faults .. " faults")
os.exit(faults == 0 and checks > 0)
