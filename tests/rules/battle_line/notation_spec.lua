-- Sections 18 to 20: positions and moves as text, and what each seat sees.
local B = dofile("tests/rules/battle_line/support.lua")

local EXAMPLE = "BL S 2A 1+8s+9s-2s+Ts/o/o[Kc2]+Qh-3d/o+4s-4c+5h-5d+6d-6h/o ?7t0x 2d2c7h7cTcKhJs "
  .. "?17 ?8 | | 1,1"

describe("positions", function()
  it("the example reads, and its player sees it as it was written (BL-RUL-19)", function()
    B.rules("short")
    start(EXAMPLE)
    equal(position(1), EXAMPLE)
    equal(state().to_move, 1)
    B.refuses("c4", "BL-CLM-4", "BL-TIE-2") -- P2's 6h came last
    B.refuses("5s@1", "BL-TRN-2")
    local hand = B.now().h1
    equal(#hand, 14)
    ok(not hand:find("[JQK]"))
    local line, hash = position(), state().hash -- the whole position is another line
    ok(not line:find("?", 1, true))
    start(line)
    equal(position(), line)
    equal(state().hash, hash)
  end)

  local function impossible(position, word)
    local done, message = pcall(B.begin, position)
    ok(not done, "a position that cannot be is read")
    ok(message:find(word, 1, true), message)
  end

  it("no game goes on when it is won (BL-END-1, BL-END-2, BL-END-3)", function()
    B.rules("short")
    local row = { "1+2s+3s+4s", "1+5s+6s+7s", "1+8s+9s+Ts" }
    impossible({ turn = "2A", flags = row }, "BL-END-3")
    impossible({ turn = "1B", flags = row, more = "a1" }, "BL-END-3")
    row[3] = "o+8s+9s+Ts"
    B.begin { turn = "1B", flags = row, more = "a1" }
    B.rules("long")
    impossible({ turn = "2A", flags = { "1+2s+3s+4s", "1+5s+6s+7s", "1+8s+9s+Ts" } }, "BL-END-3")
  end)

  it("who claimed a flag has a formation there (BL-CLM-3)", function()
    B.rules("short")
    impossible({ flags = { "1" } }, "BL-CLM-3")
    impossible({ flags = { "2+2s+3s+4s" } }, "BL-CLM-3")
    impossible({ flags = { "2+2s+3s+4s-2h-3h" } }, "BL-CLM-3")
    impossible({ turn = "-X1", flags = { "1", "1", "1" } }, "BL-CLM-3")
    B.begin { flags = { "2-2d-3d-4d+2s+3s+4s" } }
    impossible({ turn = "1B", more = "a1" }, "a1")
    B.rules("short", { fogNeedsComplete = false })
    B.begin { flags = { "1[Ks1]+9s+Ts" } }
    impossible({ flags = { "1[Ks1]" } }, "BL-CLM-3")
  end)

  it("a game is drawn only when nobody is ahead (BL-END-2, BL-RUL-31)", function()
    local won = "1+2h+3h+4h/1+5h+6h+7h/1+8h+9h+Th/o/o"
    B.rules("short")
    B.unreadable("BL S -X= " .. won .. " ?7t0x ?7t0x ?17 ?12 | | 0,0", "BL-END-3")
    B.unreadable("BL S -X= 1+2h+3h+4h/o/o/o/o ?7t0x ?7t0x ?23 ?12 | | 0,0", "BL-RUL-31")
    B.begin { turn = "-X=", flags = { "1+2h+3h+4h", "2-2s-3s-4s" } }
    B.begin { turn = "-X1", flags = { "1+2h+3h+4h" } }
    impossible({ turn = "-X1", flags = { "1+2h+3h+4h", "o+5h+6h+7h" } }, "BL-RUL-31")
    B.rules("short", { deadlockRule = "draw" })
    B.begin { turn = "-X=", flags = { "1+2h+3h+4h", "o+5h+6h+7h" } }
    impossible({ turn = "-X1", flags = { "1+2h+3h+4h" } }, "P1 has not won")
    impossible({ turn = "-X=", flags = { "1+2h+3h+4h", "1+5h+6h+7h", "1+8h+9h+Th" } }, "BL-END-3")
    B.rules("long") -- P1 has a Breakthrough and fewer flags
    impossible({ turn = "-X2", flags = { "1+2h+3h+4h", "1+5h+6h+7h", "1+8h+9h+Th", "2-2s-3s-4s",
      "2-5s-6s-7s", "o", "2-8s-9s-Ts", "2-8c-9c-Tc" } }, "BL-END-3")
  end)

  it("whoever has played a card has one card less (BL-TRN-2)", function()
    B.rules("short")
    B.unreadable("BL S 2B o/o/o/o/o 2s3s4s5s6s7s8s ?7t0x ?26 ?12 | | 0,0 q1", "BL-TRN-2")
    local seven = "2s3s4s5s6s7s8s"
    impossible({ turn = "2B", h2 = seven, more = "q1" }, "BL-TRN-2")
    B.begin { turn = "2B", h2 = seven, g2 = "Jc|" }
    B.begin { turn = "1B", h1 = "?7t0x", T = "?33", more = "p1" }
  end)

  it("a Scout at work is shown, and has cards to draw or return (BL-GUI-3, BL-TRN-5)", function()
    B.rules("short")
    local six = "2h3h4h5h6h7h"
    impossible({ turn = "1D3", h1 = six }, "BL-GUI-3")
    impossible({ turn = "1D3", h1 = six, g2 = "Jc|" }, "BL-GUI-3")
    impossible({ turn = "1R2", h1 = six, g1 = "JcJd|" }, "BL-GUI-3")
    B.begin { turn = "1D3", h1 = six, g1 = "Jc|" }
    impossible({ turn = "1D3", h1 = six .. "8h", g1 = "Jc|" }, "BL-TRN-5")
    impossible({ turn = "1R2", h1 = "2h", g1 = "Jc|" }, "BL-GUI-3")
    impossible({ turn = "1R1", g1 = "Jc|" }, "BL-GUI-3")
    B.begin { turn = "1R2", h1 = six .. "8h9hTh", g1 = "Jc|" }
    impossible({ turn = "1R1", h1 = six .. "8h9hTh", g1 = "Jc|" }, "BL-TRN-5")
    impossible({ turn = "1R2", h1 = six .. "8h9hThAh", g1 = "Jc|" }, "hand")
  end)

  it("who passed had nothing to play (BL-RUL-23, BL-RUL-31)", function()
    B.rules("short")
    impossible({ turn = "1B", h1 = "2h", more = "p1" }, "BL-RUL-23")
    impossible({ turn = "2A", h1 = "2h3h4h5h6h7h8h", more = "q1" }, "BL-RUL-23")
    B.begin { turn = "1B", h1 = "KhKdQhQd", g1 = "Jd|", more = "p1" }
    B.begin { turn = "2B", h2 = "KhKdQhQd", g2 = "Jd|", more = "p1" }
    B.begin { turn = "1B", h1 = "?7t0x", T = "?33", more = "p1" } -- whatever he holds
    B.rules("short", { passRule = "free" })
    B.begin { turn = "1B", h1 = "2h", more = "p1" }
  end)

  it("Mud is gone where a side has a card too many (BL-PLC-2)", function()
    B.rules("short", { envMovable = true })
    impossible({ turn = "1L", flags = { "o+2s+3s+4s" } }, "turn")
  end)

  local function random_games(version, toggles, games)
    B.rules(version, toggles)
    local x = 4711
    local function random(n)
      x = (x * 1103515245 + 12345) % 2147483648
      return x // 65536 % n + 1
    end
    for game = 1, games do
      start(nil, game)
      while not state().over do
        local line, hash, moves = position(), state().hash, table.concat(legal(), " ")
        start(line)
        equal(position(), line)
        equal(state().hash, hash, line)
        equal(table.concat(legal(), " "), moves, line)
        local list, claims = legal(), {}
        for _, move in ipairs(list) do
          if move:find("^c") then claims[#claims + 1] = move end
        end
        if #claims > 0 and random(2) == 1 then list = claims end
        play(list[random(#list)])
      end
      local line, hash = position(), state().hash
      start(line)
      equal(state().hash, hash, line)
      equal(state().over, true)
    end
  end
  it("a hand that two Scouts made larger reads, and one card more does not (BL-TRN-5)", function()
    B.rules("long", { longTactics = "24", scoutSkipsDraw = false })
    local decks = "3h9s9dKsKsKcQh 9h3s6d2d8d6s7s2c2hTh8h7d7d4c7hTc4s2h6h2s3cTd4c8s7c5h4dTc7h9d2s5h"
      .. "4h7s6h KdKdJdKcJhQs JsJdJsJcJc|Ac Jh| 6,5 a1 longTactics=24 scoutSkipsDraw=false"
    local head = "BL L 2A 2+3s-Td-Ts+4s-As+8c/o+5d-9c+4h+8c-4d/2-Ts-Qd+2d+5s-Qs/o-3c+5d-8s-3d/o+9c/"
      .. "o-Th+Ad/1+7c+5c-3h+2c-Qc-6c/1-8d-9s+Ac-6c+Kh+Ad/o-6s+Ah+8h+5c-Qd AsAh3d5s6d9hKhQhQc"
    start(head .. " " .. decks)
    equal(position(), head .. " " .. decks)
    B.unreadable(head .. "9h " .. decks:gsub(" 9h", " ", 1), "more than 9 cards")
  end)

  it("whole games read back to the same hash and moves (BL-TRN-6, BL-RUL-30)", function()
    random_games("short", nil, 4)
    random_games("long", nil, 3)
    random_games("long", { longTactics = "24", envMovable = true }, 2)
    random_games("short", { scoutReturn = "drawnMinus1", drawToSeven = true,
      scoutSkipsDraw = false }, 2)
  end)

  it("says what is wrong and where", function()
    B.rules("short")
    local good = EXAMPLE
    local function bad(old, new, text)
      local from, to = good:find(old, 1, true)
      B.unreadable(good:sub(1, from - 1) .. new .. good:sub(to + 1), text)
    end
    bad("BL", "BM", "begins with BL")
    bad("BL S", "BL L", "version: this ruleset is S")
    bad(" | | 1,1", "", "expected BL, version, turn")
    bad("2A", "3A", "turn: expected a player and a phase")
    bad("2A", "2D", "turn: '2D': expected 1 to 3")
    bad("2A", "2A1", "nothing stands after this phase")
    bad("2A", "2M", "turn: expected")
    bad("2A", "-X2", "P2 has not won")
    bad("/o ?7", " ?7", "4 of them, expected 5")
    bad("1+8s", "x+8s", "flag 1: begins with o, 1 or 2")
    bad("[Kc2]", "[Kc2", "not closed by ]")
    bad("[Kc2]", "[Kc3]", "flag 3: expected environment cards")
    bad("[Kc2]", "[Qc2]", "flag 3: expected environment cards")
    bad("+8s", "*8s", "flag 1: expected + or - and a card")
    bad("+8s", "+8x", "'8x' is no card")
    bad("+8s", "+9s", "9s is there more often than once")
    bad("+8s", "+Jd", "Jd is no part of a formation")
    bad("-2s", "+2s", "flag 1: P1 has 4 cards there, at most 3")
    bad("2d2c", "2d2", "hand of P2: expected cards of two signs")
    bad("?7t0x", "?7t", "hand of P1: expected cards, or as in ?5t2x")
    bad("?7t0x", "?9t0x", "troop deck: more troops than the game has left")
    bad("?7t0x", "?6t0x", "these are nowhere")
    bad("?17", "?x", "troop deck: expected cards")
    bad("?17 ?8", "?17 As", "tactics deck: As belongs to the other deck")
    bad("| | 1,1", "- | 1,1", "display of P1: expected guile cards")
    bad("?8 | |", "?7 Qs| |", "Qs is no guile card")
    bad("?8 | |", "?7 |Jd |", "Jd is a guile card")
    bad("1,1", "1,2", "played: P2 has 1 tactics cards on the table")
    bad("1,1", "1", "played: expected two numbers")
    bad("1,1", "1,1 p1", "p1: belongs to another phase")
    bad("1,1", "1,1 q1 q1", "q1: stands twice")
    bad("1,1", "1,1 z9", "'z9': unknown")
    bad("1,1", "1,1 leaderMax=13", "toggles: this ruleset plays with ''")
  end)

  it("the line has toggles that differ from their defaults (DATA-5)", function()
    B.rules("short", { leaderMax = 13, aceHigh = true, courtValues = "on" })
    start(nil, 1)
    equal(B.now().more, "courtValues=on leaderMax=13 aceHigh=true")
    local line, hash = position(), state().hash
    start(line)
    equal(state().hash, hash)
    B.rules("short")
    B.unreadable(line, "toggles")
  end)
end)

describe("moves", function()
  it("are written as the table says, each once (BL-RUL-30, BL-RUL-43)", function()
    B.rules("short")
    B.begin { flags = { "o+8s+9s+Ts-9c" }, h1 = "5hKhKsJcJdJhJs" }
    local seen = {}
    for _, move in ipairs(legal()) do
      ok(not seen[move], move)
      seen[move] = true
    end
    for _, move in ipairs { "5h@3", "Kh@3", "Ks@3", "Jc", "Jd:8s@1>4", "Jd:8s@1>x", "Jh:9c@1",
      "Jh:-", "Js:9c@1>2", "Js:-", "c1" } do
      ok(seen[move], move)
    end
    play("c1 5h@3")
    equal(B.moves("."), "dT dX")
  end)
end)

describe("what a seat sees", function()
  it("his own hand, all that lies on the table, and how many cards are elsewhere (BL-GUI-2, "
    .. "BL-GUI-11, BL-SET-8)", function()
    B.rules("short")
    B.begin { flags = { "o-2s" }, h1 = "5hKh", h2 = "6hQhQs", T = nil, g1 = "Jd|3s", g2 = "Jc|" }
    local all = B.now()
    equal(position(0):match(" 5hKh %S+ %S+ %S+ %S+ %S+"), " 5hKh ?1t2x ?" .. #all.T // 2 .. " ?"
      .. #all.X // 2 .. " Jd|3s Jc|")
    equal(position(1):match(" %S+ 6hQhQs "), " ?1t1x 6hQhQs ")
    equal(position(-1):match(" %?%S+ %?%S+ %?%d+ %?%d+ "), " ?1t1x ?1t2x ?" .. #all.T // 2 .. " ?"
      .. #all.X // 2 .. " ")
  end)

  it("the same whatever the hidden cards are (BL-RUL-12)", function()
    B.rules("short")
    B.begin { flags = { "o+7h+8h+9h" }, h1 = "5h", h2 = "8s9s", T = nil }
    local one, claim = position(0), refused("c1")
    B.begin { flags = { "o+7h+8h+9h" }, h1 = "5h", h2 = "AsAd" }
    equal(position(0), one)
    equal(refused("c1"), claim)
  end)
end)
