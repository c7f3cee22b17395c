-- Holds the naive second implementation of Battle Line against computed tables and worked
-- examples: counts of formations, ranks (V1-V20), claims (C1-C30), procedures
-- (P-1..P-16), and random games with the invariants looked at.
-- usage: lua5.4 tests/naive/battle_line_self.lua [GAMES]; with `long` also the count of 1.6 million
local naive = assert(loadfile("tests/naive/battle_line.lua"))("module")
local opt = naive.options()
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

---------------------------------------------------------------------------------------------
-- How many formations of each category, and their sums
---------------------------------------------------------------------------------------------

local function count_formations(version, n)
  local troops = naive.all_troops(version)
  local found = {}
  for category = 1, 5 do found[category] = { count = 0, low = 99, high = 0 } end
  local cards = {}
  local function choose(from)
    if #cards == n then
      local rank = naive.rank(cards, false, opt)
      local row, sum = found[rank // 100], rank % 100
      row.count = row.count + 1
      row.low, row.high = math.min(row.low, sum), math.max(row.high, sum)
      return
    end
    for i = from, #troops do
      cards[#cards + 1] = troops[i]
      choose(i + 1)
      cards[#cards] = nil
    end
  end
  choose(1)
  local list = {}
  for category = 5, 1, -1 do
    local row = found[category]
    list[#list + 1] = row.count .. "(" .. row.low .. ".." .. row.high .. ")"
  end
  return table.concat(list, " ")
end

equal(count_formations("S", 3), "32(6..27) 40(3..30) 448(7..26) 480(6..27) 8880(4..29)",
  "formations, short, 3")
equal(count_formations("S", 4), "28(10..34) 10(4..40) 812(11..33) 1764(10..34) 88776(5..39)",
  "formations, short, 4")
equal(count_formations("L", 3), "256(6..27) 560(3..30) 4304(4..29) 3840(6..27) 73200(4..29)",
  "formations, long, 3")
if arg[1] == "long" then
  equal(count_formations("L", 4),
    "448(10..34) 700(4..40) 18932(6..38) 28224(10..34) 1533276(5..39)", "formations, long, 4")
end

---------------------------------------------------------------------------------------------
-- V: ranks of complete sides, without and with Fog
---------------------------------------------------------------------------------------------

for line in ([[
V1 | As 2s 3s | 5:6 | 6
V2 | Ts As 2s | 3:13 | 13
V3 | 8s 9s Kh | 5:27 | 27
V4 | Kh Kd 8c | 5:27 | 28
V5 | Kh Kd Qs | 5:12 | 23
V6 | Qs Qc Kh | 5:9 | 16
V7 | Qs 4d 5d | 5:12 | 12
V8 | Qs 2c 2d | 4:6 | 7
V9 | Qh Qd 7s | 3:23 | 23
V10 | Qh Qd Kh | 4:24 | 26
V11 | Kh Ts 9d | 2:27 | 29
V12 | Kh 3c 9d | 1:22 | 22
V13 | Kh Ts 5s | 3:25 | 25
V14 | 5s 5h 5d 9c | 1:24 | 24
V15 | 5s 5h 5d 5c | 4:20 | 20
V16 | Kh Kd Ts 9s | 5:34 | 39
V17 | Kh Kd Qh Qd | 4:32 | 36
V18 | Qh Qs Kh Kd | 3:31 | 31
V19 | Kh 5s 5s | 4:15 | 20
V20 | 5s 5s 5h 5h | 4:20 | 20
]]):gmatch("[^\n]+") do
  local name, cards, plain, fog = line:match("^(%S+) | (.-) | (%S+) | (%d+)$")
  equal(naive.rank_text(naive.rank(words(cards), false, opt)), plain, name)
  equal(naive.rank_text(naive.rank(words(cards), true, opt)), "1:" .. fog, name .. " in Fog")
end

---------------------------------------------------------------------------------------------
-- C: claims of player 1 at flag 1; the cards of both sides from the oldest to the newest
---------------------------------------------------------------------------------------------

-- `mine` and `his` as "+9s+8s-2s" in the order of arrival; `others` are visible elsewhere.
local function at_flag(version, env, cards, others)
  local rest = version == "S" and "/o/o/o/o" or "/o/o/o/o/o/o/o/o"
  return naive.parse("BL " .. version .. " 1A o" .. env .. cards .. rest .. " . . . . | |" ..
    others .. " 0,0")
end

-- name | version, environment | cards | others | legal? | best rank of the other side
for line in ([[
C1 | S | +8s+9s+Ts | | yes | 5:27
C2 | S | +7h+8h+9h | | no | 5:27
C3 | S | +7h+8h+9h | 8sTd | no | 5:27
C4 | S | +7h+8h+9h | 8sTd9c | yes | 5:24
C5 | S | +5c+5d+5h-Ts | 9s | no | 4:30
C6 | S | +5c+5d+5h-Ts | 9sTh | no | 4:30
C7 | S | +5c+5d+5h-Ts | 9sThTd | yes | 3:25
C8 | S | +4s+5h+6d-4c-5d-6h | | yes | 2:15
C9 | S | -4c-5d-6h+4s+5h+6d | | no | 2:15
C10 | S | +Ts+9h+7d-Ad-3h | | no | 2:6
C11 | S | +Ts+9h+7d-Ad-3h | 2s2h2d2c | yes | 1:14
C12 | S | +Ts+9h+7d-Ad-4h | | yes | 1:15
C13 | S | +9h+9c+9d-Kh-5s | | no | 5:18
C14 | S | +9h+9c+9d-Kh-5s | 3s4s6s7s | yes | 4:15
C15 | S | +7s+8s+9s-Kh-8d | 9d | no | 5:27
C16 | S | +7s+8s+9s-Kh-8d | 9dTd | yes | 5:24
C17 | S | +Kd+9s+Ts-Kh-9d-Td | | yes | 5:27
C18 | S[Ks1] | +Ts+Th+Td | | yes | 1:28
C19 | S[Ks1] | +9h+9c+8d-Ts-7c | | no | 1:27
C20 | S[Ks1] | +9h+9c+8d-Ts-6c | | yes | 1:26
C21 | S[Ks1] | +Kh+Qs+Qh-Ts-7d-3c | | yes | 1:20
C22 | S[Kc1] | +5s+5h+5d-Ts-8d | | no | 4:40
C23 | S[Kc1] | +5s+5h+5d+5c-Ts-8d | | yes | 2:34
C24 | S[Kc1] | +5s+5h+5d+5c-Ts-9s | | no | 5:34
C25 | S[Kc1Ks2] | +Ts+Th+9d+9c-Td-Tc | | yes | 1:38
C26 | S[Kc1Ks2] | +Ts+Th+9d+8c-Td-Tc | | no | 1:38
C27 | L | +5s+5s+5h-Td | 9d9d | no | 4:30
C28 | L | +9h+9h+9c-Td-7c | | yes | 1:27
C29 | L | +6s+6s+Ts-5d-9d | 8d8d | no | 3:24
C30 | L | +6s+6s+Ts-5d-6d | | no | 5:18
]]):gmatch("[^\n]+") do
  local name, version, env, cards, others, legal, best =
    line:match("^(%S+) | ([SL])(%S*) | (%S+) | (%S*) ?| (%S+) | (%S+)$")
  local s = at_flag(version, env, cards, others)
  equal(naive.can_claim(s, 1, 1) and "yes" or "no", legal, name)
  if name ~= "C22" then -- there only the claimant's own side counts
    local his = {}
    for _, item in ipairs(s.flags[1].cards) do
      if item.side == 2 then his[#his + 1] = item.card end
    end
    local n, fog = env:find("Kc") and 4 or 3, env:find("Ks") ~= nil
    equal(naive.rank_text(naive.best(his, naive.unseen(s), n, fog, opt)), best, name .. " best")
  end
end

---------------------------------------------------------------------------------------------
-- P: procedures
---------------------------------------------------------------------------------------------

local function legal(line)
  return " " .. table.concat(naive.legal(naive.parse(line)), " ") .. " "
end

local function has(line, move, wanted, what)
  equal(legal(line):find(" " .. move .. " ", 1, true) ~= nil, wanted, what .. ": " .. move)
end

local function play(line, moves)
  local s = naive.parse(line)
  for _, move in ipairs(words(moves)) do
    local found = false
    for _, other in ipairs(naive.legal(s)) do found = found or other == move end
    equal(found, true, "legal " .. move .. " at " .. naive.print(s))
    s = naive.play(s, move)
  end
  return s
end

local example = "BL S 2A 1+8s+9s-2s+Ts/o/o[Kc2]+Qh-3d/o+4s-4c+5h-5d+6d-6h/o ?7t0x " ..
  "2d2c7h7cTcKhJs ?17 ?8 | | 1,1"
equal(naive.print(naive.parse(example)), example, "section 19: the line reads back")

equal(legal("BL S 1A o/o/o/o/o KhJs . 5s . | | 1,0"), " pass ", "P-1 BL-TAC-4")
has("BL S 1A o/o/o/o/o KhJs . 5s . | | 1,1", "Kh@1", true, "P-1 BL-TAC-4")
has("BL S 1A o/o/o/o/o KhJs . 5s . | | 1,1", "pass", false, "P-1 BL-RUL-23")

local s = play("BL S 2A o+Kh/o/o/o/o . Jh . . | | 1,0", "Jh:Kh@1 end")
equal(naive.print(s), "BL S 1A o/o/o/o/o . . . . |Kh Jh| 1,1", "P-2 BL-RUL-28")

local tied = "BL S 2A o+4s-4c+5h-5d+6d-6h/o/o/o/o 4d Jh . . | | 0,0"
s = naive.parse(tied)
equal(naive.can_claim(s, 1, 1), true, "P-3 BL-TIE-2")
s = play(tied, "Jh:4s@1 end 4d@1 end")
equal(naive.can_claim(s, 1, 1), false, "P-3 BL-RUL-19")
equal(naive.can_claim(s, 2, 1), true, "P-3 BL-RUL-19")

s = play("BL S 1A o/o/o/o/o 2s3s4s5s6s7sJc . 8s . | | 0,0", "Jc dT r8s r7s")
equal(naive.print(s), "BL S 1B o/o/o/o/o 2s3s4s5s6s . 7s8s . Jc| | 1,0", "P-4 BL-RUL-27")
equal(#play(naive.print(s), "dT").hands[1], 6, "P-4 BL-RUL-27")

s = play("BL S 1A 1/1/o+8s+9s+Ts/o+8h+9h+Th/o 2s . . . | | 0,0", "c3")
equal(naive.print(s), "BL S -X1 1/1/1+8s+9s+Ts/o+8h+9h+Th/o 2s . . . | | 0,0",
  "P-5 BL-RUL-20, P-6 BL-END-3")
equal(#naive.legal(s), 0, "P-6 BL-END-3")

s = play("BL L 1A o/1/1/o+8s+9s+Ts/1/o/o/o/o . . . . | | 0,0", "c4")
equal(s.winner, 1, "P-7 BL-OBJ-3")
s = play("BL L 2A 2/o/2/o/2/o/2/o/o-8s-9s-Ts . . . . | | 0,0", "c9")
equal(s.winner, 2, "P-8 BL-OBJ-4")
s = play("BL L 2A 2/o/2/o/2/o/o/o/o-8s-9s-Ts . . . . | | 0,0", "c9")
equal(s.winner, nil, "BL-OBJ-4")

equal(legal("BL S 1A o[Ks2]/o[Kc2]/o/o/o Jh . . . | | 0,1"), " Jh:- ", "P-9 BL-ENV-3")
equal(legal("BL S 1A o-Kh-5s/o/o/o/o[Kc1]+2s+3s+4s Js . . . | | 1,1"),
  " Js:5s@1>1 Js:5s@1>2 Js:5s@1>3 Js:5s@1>4 Js:5s@1>5 Js:- ", "P-10 BL-GUI-10")
equal(legal("BL S 1A o[Kc2]+8s+9s+Ts-8h-9h-Th/o/o/o/o . . . . | | 0,1"), " pass ",
  "P-11 BL-RUL-29")

local full = "o+As-Ah-2h-3h/o+2s-4h-5h-6h/o+3s-7h-8h-9h/o+4s-Ac-2c-4c/o+5s+7s+6c-3c-8c-5d "
local stuck = "BL S 1A " .. full .. "KhKdQhQdQsQcJc 6d7d8dTdTh9cTc . . | | 2,1"
s = play(stuck, "pass end")
equal(naive.print(s):match(" ([^ ]+)$"), "q1", "P-12 BL-RUL-31")
s = play(naive.print(s), "pass end")
equal(s.winner, 2, "P-12 BL-RUL-31")
equal(naive.print(s):match("%-X2 (%S+)"), full:gsub("o%+", "2+"):gsub("2(%+5s.*) ", "1%1"),
  "P-12 BL-RUL-31")

local hidden = "BL S 1A o+7h+8h+9h/o-8s-Td/o/o/o %s | | 0,0"
has(hidden:format("9c 2s 3s ."), "c1", false, "P-13 BL-RUL-12")
has(hidden:format("2s 9c 3s ."), "c1", false, "P-13 BL-RUL-12")
has(hidden:format("2s 3s 9c ."), "c1", false, "P-13 BL-RUL-12")

-- Both own what they need, or neither: more flags win (BL-RUL-31).
local ends = "BL L 1A %s . . . . | | 0,0"
for flags, wanted in pairs({
  ["1/1/o/1/1/2/2/o-As-2s-3s/o"] = 2, -- only one has three neighbours
  ["1/1/o+As+2s+3s/2/2/o-4s-5s-6s/2/o/o"] = 2, -- both have, 3 to 4
  ["1/1/o+As+2s+3s/2/2/o-4s-5s-6s/o/o/o"] = "=",
  ["1/o/2/o/1/o/1/o/o-Ts"] = 1, -- neither has
}) do
  s = naive.parse(ends:format(flags))
  for _ = 1, 2 do s = naive.play(naive.play(s, "pass"), "end") end
  equal(s.winner, wanted, "BL-RUL-31 " .. flags)
end

s = play("BL S 1A o/o/o/o/o JcKh . 8s9s QsQc | | 0,0", "Jc dX dT dX rKh r8s dT")
equal(naive.print(s), "BL S 2A o/o/o/o/o 8sQsQc . 9s Kh Jc| | 1,0", "BL-GUI-3, BL-GUI-4")

has("BL S 1A o+2s/o/o/o/o Jd . . . | | 0,0", "Jd:2s@1>1", false, "BL-RUL-16")
has("BL S 1A o+2s/o/o/o/o Jd . . . | | 0,0", "Jd:2s@1>x", true, "BL-RUL-16")
s = play("BL S 1A o/o/o/o/o Js . . . | | 0,0", "Js:- end")
equal(naive.print(s), "BL S 2A o/o/o/o/o . . . . Js| | 1,0", "BL-RUL-15, BL-RUL-28")

local closed = legal("BL S 1A o/o/1+8s+9s-5s/o/o[Kc2]+2s 4hKsKcJdJhJs . . . | | 0,0")
equal(closed:find("@3", 1, true) or closed:find(">3", 1, true), nil, "P-14 BL-RUL-21")
equal(closed:find("Jd:2s@5>1", 1, true) ~= nil, true, "P-14 BL-GUI-5")

local quiet = "BL S 1A o+8s+9s+Ts/o/o/o/o . . . . | | 0,0"
for moves, wanted in pairs({
  ["pass end"] = "q1", ["c1 pass end"] = "0,0", ["pass c1 end"] = "0,0",
}) do
  equal(naive.print(play(quiet, moves)):match("[^ ]+$"), wanted, "P-15 BL-RUL-31 " .. moves)
end

has("BL L 1A o/o/o/o/o-9c-9c/o/o/o/o Jh9c9c . . . | | 0,0", "Jh:9c#1@5", true, "P-16 BL-RUL-30")
has("BL L 1A o/o/o/o/o-9c-9c/o/o/o/o Jh9c9c . . . | | 0,0", "Jh:9c#2@5", true, "P-16 BL-RUL-30")
local _, times = legal("BL L 1A o/o/o/o/o/o/o/o/o 9c9c . . . | | 0,0"):gsub(" 9c@3 ", "")
equal(times, 1, "P-16 BL-RUL-30")
s = play("BL L 1A o/o/o/o/o-9c+2s-9c/o/o/o/o Jh . . . | | 0,0", "Jh:9c#2@5")
equal(naive.print(s), "BL L 1B o/o/o/o/o-9c+2s/o/o/o/o . . . . Jh| |9c 1,0", "P-16 BL-RUL-30")

---------------------------------------------------------------------------------------------
-- Random games end, and keep the invariants
---------------------------------------------------------------------------------------------

local games, plies = tonumber(arg[1]) or 10, 0
math.randomseed(1)
for i = 1, games do
  local game = naive.deal(i % 2 == 0 and "S" or "L", math.random)
  while game.phase ~= "X" do
    local moves = naive.legal(game)
    assert(#moves > 0, naive.print(game))
    game = naive.play(game, moves[math.random(#moves)])
    naive.check(game)
    plies = plies + 1
  end
end

print(checks .. " checks, " .. plies .. " plies of " .. games .. " games, " .. faults .. " faults")
os.exit(faults == 0 and checks > 0)
