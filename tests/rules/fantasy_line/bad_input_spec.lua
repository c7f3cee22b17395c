-- Bad input: position lines that no game leads to, targets that cannot be, moves in the wrong
-- window. Each is refused with the rule or the place in the line, and the match stays as it was.

local F = dofile("tests/rules/fantasy_line/support.lua")

-- A position that everything below changes in one thing.
---@param more table? what F.line takes, beside that
---@param one table? what F.line takes of player 1, beside that
local function good(more, one)
  local p = { one = { L = "C11a,C12a,C06a", m = 5, E = "E01,E04", W = "W02" },
    two = { L = "C13a,C06b", m = 4, B = "B01,B03" } }
  for key, value in pairs(more or {}) do p[key] = value end
  for key, value in pairs(one or {}) do p.one[key] = value end
  return F.line(p)
end

-- `good` with its first `from` replaced by `to`.
local function with(from, to)
  local line = good()
  local first, last = line:find(from, 1, true)
  ok(first, from)
  return line:sub(1, first - 1) .. to .. line:sub(last + 1)
end

-- The line is refused with these words, and the match that runs stays.
local function rejects(line, ...)
  F.begin { one = { L = "C11a,C06a", m = 9, E = "E01" } }
  play("E01")
  local before, moves = position(), F.moves(".")
  local done, why = pcall(start, line)
  ok(not done, "this line is read: " .. line)
  for _, part in ipairs { ... } do
    ok(why:find(part, 1, true), ("'%s' says '%s', not '%s'"):format(line, why, part))
  end
  equal(position(), before)
  equal(F.moves("."), moves)
end

describe("a position line that cannot be", function()
  it("has the words of section 24", function()
    F.rules()
    start(good())
    local line = good()
    equal(position():match("^.* "), line:match("^.* "))
    rejects("FX" .. good():sub(3), "a line begins with FL")
    rejects(good() .. " more", "8 words")
    rejects(with("D2.2t", "D2.2z"), "phase", "2z")
    rejects(with("D2.2t", "D99.2t"), "day")
    rejects(with("x00", "x20"), "x: expected 0 or 1")
    rejects(with("i0h0,0", "i0h0"), "two marks as in 1,5")
    rejects(with("k0", "k2"), "k: expected 0 or 1")
    rejects(with("m5", "mx"), "P1")
    rejects(with(":1L2", ":3L2"), "player: expected 1 or 2")
  end)

  it("has each card as often as there are copies (FL-RUL-60)", function()
    F.rules()
    rejects(with("E01,E04", "E01,E01,E01"), "E01", "FL-RUL-60")
    rejects(with("C12a", "C11a"), "C11a", "FL-RUL-60")
    rejects(with("E01,E04", "E01,E99"), "E99")
    rejects(with("C12a", "C25a"), "C25a")
    rejects(with("C12a", "C12c"), "C12c")
    rejects(with("e22", "e23"), "more cards than the game has left")
    rejects(with("e22", "e21"), "these are nowhere")
    rejects(with("W=W02", "W=E02"), "E02")
    rejects(with("E=E01,E04", "E=C01a,E04"), "C01a")
  end)

  it("has hands within their limits (FL-DRW-2, FL-TRM-3)", function()
    F.rules()
    start(good({}, { E = "E01,E02,E03,E04" }))
    equal(F.now().one.E, "E01,E02,E03,E04")
    rejects(good({}, { E = "E01,E02,E03,E04,E05" }), "E of P1", "5 Spells", "FL-DRW-2")
    start(good({}, { L = "C11a,C06a", X = "C12a" })) -- a dead one gives access to 2
    equal(F.now().one.W, "W02")
    rejects(good({}, { L = "C11a,C06a", X = "C12a", W = "W01,W02,W03" }), "3 Spells", "FL-DRW-2")
    rejects(good({}, { B = "B09" }), "1 Spells, and the limit is 0 (FL-DRW-2)")
  end)

  it("has money that adds up (FL-RUL-3)", function()
    F.rules()
    rejects(with("$5", "$6"), "FL-RUL-3", "$6")
  end)

  it("has a Front that lives (FL-RUL-16)", function()
    F.rules()
    rejects(with("f0c0;L=C11a", "f4c0;L=C11a"), "FL-RUL-16", "f4")
  end)

  it("has effects on those who are alive (FL-RUL-51)", function()
    F.rules()
    local function effects(text) return with("[]", "[" .. text .. "]") end
    rejects(effects("W08@1>C23a=+2/tl"), "FL-RUL-51", "C23a")
    rejects(effects("W08@1>-=+2/tl"), "W08 is on a Character")
    rejects(effects("E08@2>C13a=+1/tl"), "E08 is on no Character")
    rejects(effects("E01@1>-=+1/tl"), "expected a Spell that lasts", "E01")
    rejects(effects("E08@3>-=+1/tl"), "a player, 1 or 2", "3")
    rejects(effects("E08@2>-=+1/d1"), "still to come", "d1")
    rejects(effects("E08@2>-"), "W08@1>C04a=+2/tl")
    rejects(with("[]", "[E08@2>-=+1/tl"), "[...]")
  end)

  it("has Spells on the stack while they wait", function()
    F.rules()
    local function stack(text) return good { stack = text } end
    rejects(stack("E02@1>-"), "2b, 2k and 2a")
    rejects(with("D2.2t", "D2.2b"), "no Spell is announced")
    rejects(stack("C01a@1>-"), "a Spell as in E02", "C01")
    rejects(stack("E02*3@1>-"), "expected *2 and &")
    rejects(stack("E02@5>-"), "a player, 1 or 2", "5")
    rejects(stack("B03@2>1.9"), "expected a target", "1.9")
    rejects(stack("E02"), "E02*2@1>-")
  end)
end)

describe("a move that cannot be", function()
  -- Player 1 casts; the second in the line of player 2 is `second`, and he may answer with W03.
  local function begin(p)
    F.rules()
    F.begin { one = { L = p.L or "C11a,C12a", m = p.m or 9, E = p.E, W = p.W, B = p.B,
      X = p.B and "C13a" }, two = { L = "C12b,C06a" .. (p.second or "") .. ",C06b", m = 5,
      W = "W03" } }
  end
  -- Refused by that rule, and nothing has changed.
  local function refuses(move, rule, part)
    local before, moves = position(), F.moves(".")
    F.refuses(move, rule, part)
    equal(position(), before)
    equal(F.moves("."), moves)
  end

  it("names a target that is not there (FL-RUL-55)", function()
    begin { B = "B02" }
    ok(F.lists("B02>2.1"))
    refuses("B02>2.4", "FL-RUL-55")
    refuses("B02>2.9", "FL-RUL-55")
    refuses("B02>1.1", "FL-RUL-55")
  end)

  it("names a Dying target (FL-RUL-55)", function()
    begin { B = "B02", second = "~" }
    refuses("B02>2.2", "FL-RUL-55")
  end)

  it("casts what is not in hand, or is too dear (FL-CST-2, FL-MAN-1)", function()
    begin { E = "E01,E02", m = 3 }
    ok(F.lists("E02"))
    refuses("E03", "FL-CST-2", "you hold no")
    begin { E = "E01,E02", m = 2 }
    refuses("E02", "FL-MAN-1", "3 mana, and you have 2")
  end)

  it("answers with what does not answer, or out of turn (FL-RUL-33, FL-TRM-8)", function()
    begin { E = "E01,E02", W = "W03" }
    refuses("!W03", "FL-RUL-33", "the decision now is 'Cast a Spell'")
    refuses("W03", "FL-TRM-8")
    play("E01")
    ok(F.lists("!W03"))
    refuses("E02", "FL-CST-2", "the decision now is 'Answer the Spell'")
    refuses("!W02", "FL-CST-2", "you hold no")
    refuses("!W09", "FL-CST-2", "you hold no")
  end)

  it("forks or doubles what cannot be (FL-TRM-1, FL-TRM-2)", function()
    begin { E = "E02,E04,E05", W = "W02" }
    ok(F.lists("E02*2"))
    ok(F.lists("E04&"))
    for _, move in ipairs { "E04*2", "E05*2>2.1", "W02*2" } do refuses(move, "FL-TRM-1") end
    refuses("E02&", "FL-TRM-2")
    refuses("W02&", "FL-CST-2", "not cast in this way") -- no White Spell without targets forks
  end)

  it("belongs to another phase (FL-MOV-1, FL-RUL-21, FL-RUL-23, FL-PH4-2, FL-RUL-44)", function()
    begin { E = "E01" }
    refuses("m1.1>2", "FL-MOV-1")
    refuses("k2.1", "FL-RUL-21")
    refuses("t1.1T", "FL-RUL-23")
    refuses("+C01a@1", "FL-RUL-44")
    refuses("lock", "FL-RUL-44")
  end)
end)
