-- Small help for the specs of Fantasy Line Battle: positions in which only a few things matter, and
-- looking into position lines.

local F = {}

local ROOT = "lua/fantasy_line/"

-- The costs of the Characters, by their number, as their table says.
local COST = {}
for line in io.lines(ROOT .. "characters.lua") do
  local cost = line:match("cost = (%d+)")
  if cost then COST[#COST + 1] = tonumber(cost) end
end

---@param toggles table<string, any>?
function F.rules(toggles)
  local settings = {}
  for key, value in pairs(toggles or {}) do settings["fantasy_line." .. key] = value end
  ruleset("rulesets/fantasy-line-battle.ini", settings)
end

local function count(text, pattern)
  local n = 0
  for _ in text:gmatch(pattern) do n = n + 1 end
  return n
end

local function player(p)
  local line, dead = p.L or "C06a", p.X or ""
  local money = 13
  for number in (line .. "," .. dead):gmatch("C(%d%d)") do
    money = money - COST[tonumber(number)]
  end
  return ("$%dm%dt%df%dc%d;L=%s;X=%s;C=%s;E=%s;W=%s;B=%s"):format(money, p.m or 0, p.t or 0,
    p.f or 0, p.c or 0, line, dead, p.C or "", p.E or "", p.W or "", p.B or "")
end

---A position line of which some things are given; cards that it names nowhere lie in the decks.
---@param p table phase, by (the player who decides), day, last, passed, grace, idle, marks, death,
---one and two (the players), effects, stack, piles
---@return string
function F.line(p)
  local by = p.by or 1
  local head = ("D%d.%s:%dL%sx%sg%si%dh%sk%s"):format(p.day or 2, p.phase or "2t", by,
    p.last or tostring(3 - by), p.passed or "00", p.grace and "1" or "0", p.idle or 0,
    p.marks or "0,0", p.death and "1" or "0")
  local one, two = player(p.one or {}), player(p.two or { L = "C06b" })
  local stack, piles = "{" .. (p.stack or "") .. "}", p.piles or ""
  local named = one .. two .. stack .. piles
  local decks = ("c%de%dw%db%d/%s"):format(48 - count(named, "C%d%d[ab]"),
    24 - count(named, "E%d%d"), 24 - count(named, "W%d%d"), 24 - count(named, "B%d%d"), piles)
  return table.concat({ "FL", head, one, two, "[" .. (p.effects or "") .. "]", stack, decks }, " ")
end

---Begin in such a position.
function F.begin(p) start(F.line(p)) end

---Begin in the set-up, where player 1 acts: his hand, and what he has laid; player 2 has one card.
---@param p table one (`laid`, a list; C), phase
function F.setup(p)
  local laid = {}
  for k, card in ipairs(p.one.laid or {}) do laid[k] = "(" .. card .. ")" end
  local named = #laid + count(p.one.C or "", "C%d%d") + 1
  start(("FL D0.%s:1L0x00g0i0h0,0k0 $13m0t0f0c0;L=%s;X=;C=%s;E=;W=;B= "
    .. "$13m0t0f0c0;L=();X=;C=;E=;W=;B= [] {} c%de24w24b24/"):format(p.phase or "S1",
    table.concat(laid, ","), p.one.C or "", 48 - named))
end

-- A dead Character that gives access to the hand, unless the line does.
local LENDS = { E = { "C11", "C16", "C17" }, W = { "C12", "C01", "C16", "C18" },
  B = { "C13", "C17", "C18" } }
local function lend(p, copy)
  p.X = p.X or ""
  for _, school in ipairs { "E", "W", "B" } do
    local lent = not p[school] or p[school] == ""
    for _, card in ipairs(LENDS[school]) do lent = lent or (p.L .. p.X):find(card) ~= nil end
    if not lent then p.X = p.X .. (p.X == "" and "" or ",") .. LENDS[school][1] .. copy end
  end
end

---Begin where player 1 casts, and make the moves. Player 2 can always go on: he holds a Quickmire.
---@param p table as for `line`; the dead give access to the hand where the line does not
---@param moves string?
function F.cast(p, moves)
  p.two = p.two or { L = "C23b" }
  p.two.m, p.two.E = p.two.m or 1, p.two.E or "E07"
  lend(p.one, "a")
  lend(p.two, "b")
  F.begin(p)
  if moves then play(moves) end
end

local PASSES = { ["2b"] = "!0", ["2a"] = "!0", ["2k"] = "k0", ["2e"] = "k0", ["2"] = "start:1" }
---Both pass, and hold their targeted damage, until that phase of that Day, or the end of the game.
---@param day integer
---@param phase string
function F.pass_to(day, phase)
  for _ = 1, 50 do
    local now = F.now()
    if now.phase:match("^over") or now.day == tostring(day) and now.phase == phase then return end
    play(PASSES[now.phase] or now.phase == "4d" and F.moves("N$"):match("^%S+") or "p")
  end
  error(("phase %s of Day %d never came"):format(phase, day))
end

---How many cards does a list of the position line name?
function F.size(list)
  return tonumber(list:match("^%?(%d+)")) or count(list, "[^,]+")
end

---What the position line says: day, phase, by, last, and of `one` and `two` money, m, t, f, c, L,
---X, C, E, W, B; effects and stack.
---@return table
function F.now()
  local line, now = position(), {}
  local words = {}
  for word in line:gmatch("%S+") do words[#words + 1] = word end
  now.day, now.phase = words[2]:match("^D(%d+)%.([^:L]*)")
  now.by, now.last = words[2]:match(":(%d)"), words[2]:match("L(%d)")
  now.idle, now.marks = words[2]:match("i(%d+)h([%d,]+)")
  for i, name in ipairs { "one", "two" } do
    local p = {}
    local text = words[2 + i]
    p.money, p.m, p.t, p.f, p.c = text:match("%$(%d+)m(%d+)t(%d+)f(%d+)c(%d+)")
    for key, value in text:gmatch(";(%u)=([^;]*)") do p[key] = value end
    now[name] = p
  end
  now.effects, now.stack = words[5]:sub(2, -2), words[6]:sub(2, -2)
  return now
end

---Is that move legal now?
function F.lists(move)
  for _, text in ipairs(legal()) do
    if text == move then return true end
  end
  return false
end

---The legal moves that match a pattern, in order, with blanks between.
function F.moves(pattern)
  local list = {}
  for _, text in ipairs(legal()) do
    if text:match(pattern) then list[#list + 1] = text end
  end
  return table.concat(list, " ")
end

---That move is refused, by that rule.
function F.refuses(move, rule, part)
  local why = refused(move)
  ok(why:find(rule, 1, true) and (not part or why:find(part, 1, true)), move .. ": " .. why)
end

return F
