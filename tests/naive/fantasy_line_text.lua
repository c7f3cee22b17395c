-- Position lines of the naive Fantasy Line Battle (FL sections 23 to 25); see fantasy_line.lua.
-- The chunk is called with the cards.
local C = ...
local T = {}

-- FL DATA-5; only those that fantasy_line.lua knows.
local TOGGLES = {
  overspendUntilReveal = false, spMode = "liveSum", spTie = "draw", idleDays = 3, maxDays = 20,
  graceMode = "day1", randomStart = "everyDay", dyingGivesAccess = true, frontKill = "immediate",
  convertedKillsNow = true, tdPhase4 = "oneKill", lateT = true, stunDays = 1,
  interruptAfterPass = false, askAlways = false, deadMana = false, characterCopies = 2,
  spellCopies = 2, declare = "all",
}

-- `changes` has texts, as in a ruleset.
function T.options(changes)
  local opt = {}
  for name, value in pairs(TOGGLES) do opt[name] = value end
  for name, value in pairs(changes or {}) do
    assert(opt[name] ~= nil, "no such toggle: " .. name)
    if type(opt[name]) == "boolean" then
      opt[name] = value == "on" or value == true
    else
      opt[name] = tonumber(value) or value
    end
  end
  return opt
end

local function split(text, pattern)
  local list = {}
  for item in text:gmatch(pattern) do list[#list + 1] = item end
  return list
end

---------------------------------------------------------------------------------------------
-- Reading
---------------------------------------------------------------------------------------------

-- A cast as in section 25, without the mark of an interrupt.
function T.parse_cast(text)
  local spell, double, rest = text:match("^([EWB]%d%d)(%*?2?)(.*)$")
  assert(spell and C.SPELLS[spell], "cast: " .. text)
  local entry = { spell = spell, double = double == "*2", targets = {} }
  if rest:match("^>") then entry.targets = split(rest:sub(2), "[^&]+") end
  entry.fork = rest == "&" or C.SPELLS[spell].F and #entry.targets == 2
  return entry
end

-- An entry of the stack: the caster stands before the targets.
local function parse_entry(text)
  local open, done = text:match("^(.-)('?)$")
  local spell, p, targets = open:match("^([^@]+)@([12])(.*)$")
  local fork = spell:match("&$")
  local entry = T.parse_cast(spell:gsub("&$", "") .. targets:gsub(">%-", ""))
  entry.p, entry.resolved = tonumber(p), done == "'" or nil
  if fork then entry.fork = true end
  return entry
end

local function parse_character(text)
  local inner = text:match("^%((.*)%)$")
  local name, marks = (inner or text):match("^(C%d%d[a-f])(.*)$")
  assert(name, "Character: " .. text)
  local dying = marks:match("^~+")
  return {
    name = name, down = inner and true or nil, dying = dying and #dying,
    stun = tonumber(marks:match("!(%d+)")), used = marks:find("^", 1, true) and true or nil,
    declared = marks:match(":([TN])"),
  }
end

local function parse_line(text)
  local list = {}
  for item in text:gmatch("[^,]+") do list[#list + 1] = parse_character(item) end
  return list
end

local function parse_player(text)
  local money, mana, td, pool, casts = text:match("^%$(%d+)m(%d+)t(%d+)f(%d+)c(%d+);")
  local part = {}
  for key, value in text:gmatch(";(%u)=([^;]*)") do part[key] = value end
  return {
    money = tonumber(money), mana = tonumber(mana), td = tonumber(td), pool = tonumber(pool),
    casts = tonumber(casts), line = parse_line(part.L), dead = parse_line(part.X),
    hand = split(part.C, "[^,]+"), refunded = split(part.R or "", "[^,]+"),
    spells = {
      E = split(part.E, "[^,]+"), W = split(part.W, "[^,]+"), B = split(part.B, "[^,]+"),
    },
  }
end

local function parse_effect(text)
  local source, owner, target, amount, ends =
    text:match("^([EWB]%d%d)@([12])>([^=]+)=([-+]?%d+)/(%w+)$")
  assert(source, "effect: " .. text)
  return {
    source = source, owner = tonumber(owner), target = target ~= "-" and target or nil,
    amount = tonumber(amount), ends = ends,
  }
end

function T.parse(line, opt)
  local head, one, two, effects, stack, decks =
    line:match("^FL (%S+) (%S+) (%S+) %[(%S*)%] {(%S*)} (%S+)$")
  assert(head, "position: " .. line)
  local day, phase, who, last, x1, x2, grace, idle, m1, m2, died = head:match(
    "^D(%d+)%.([^:L]+):?([12]?)L([012])x([01])([01])g([01])i(%d+)h(%d+),(%d+)k([01])$")
  assert(day, "head: " .. head)
  local s = {
    opt = opt or T.options(), day = tonumber(day), phase = phase, who = tonumber(who),
    last = tonumber(last), passed = { x1 == "1" or nil, x2 == "1" or nil }, grace = grace == "1",
    idle = tonumber(idle), marks = { tonumber(m1), tonumber(m2) }, died = died == "1",
    pl = { parse_player(one), parse_player(two) }, effects = {}, stack = {}, decks = {},
    discards = { E = {}, W = {}, B = {} },
  }
  local winner = phase:match("^over(.)$")
  s.winner = tonumber(winner) or winner
  local laid = phase:match("^S1r(%d+)$")
  if laid then s.phase, s.laid = "S1r", tonumber(laid) end
  for _, text in ipairs(split(effects, "[^,]+")) do table.insert(s.effects, parse_effect(text)) end
  for _, text in ipairs(split(stack, "[^;]+")) do table.insert(s.stack, parse_entry(text)) end
  local c, e, w, b, gone = decks:match("^c%((.-)%)e%((.-)%)w%((.-)%)b%((.-)%)/?(.*)$")
  assert(c, "decks: " .. decks)
  s.decks = {
    C = split(c, "[^,]+"), E = split(e, "[^,]+"), W = split(w, "[^,]+"), B = split(b, "[^,]+"),
  }
  for _, card in ipairs(split(gone, "[^,]+")) do
    table.insert(s.discards[card:sub(1, 1)], card)
  end
  return s
end

---------------------------------------------------------------------------------------------
-- Writing
---------------------------------------------------------------------------------------------

local function print_character(c, masked)
  if c.down then return "(" .. (masked and "" or c.name) .. ")" end
  return c.name .. ("~"):rep(c.dying or 0) .. (c.stun and "!" .. c.stun or "") ..
    (c.used and "^" or "") .. (c.declared and ":" .. c.declared or "")
end

local function print_characters(list, masked)
  local texts = {}
  for i, c in ipairs(list) do texts[i] = print_character(c, masked) end
  return table.concat(texts, ",")
end

local function print_hand(cards, masked)
  if masked then return #cards > 0 and "?" .. #cards or "" end
  local list = table.move(cards, 1, #cards, 1, {})
  table.sort(list)
  return table.concat(list, ",")
end

local function print_player(me, masked)
  local text = ("$%dm%dt%df%dc%d;L=%s;X=%s;C=%s"):format(me.money, me.mana, me.td, me.pool,
    me.casts, print_characters(me.line, masked), print_characters(me.dead),
    print_hand(me.hand, masked))
  for _, category in ipairs(C.CATEGORIES) do
    text = text .. ";" .. category .. "=" .. print_hand(me.spells[category], masked)
  end
  if #me.refunded > 0 then text = text .. ";R=" .. print_hand(me.refunded, masked) end
  return text
end

local function print_entry(entry)
  local aimed = #entry.targets > 0
  return entry.spell .. (entry.double and "*2" or "") .. (entry.fork and not aimed and "&" or "") ..
    "@" .. entry.p .. ">" .. (aimed and table.concat(entry.targets, "&") or "-") ..
    (entry.resolved and "'" or "")
end

local function print_effect(effect)
  return ("%s@%d>%s=%s%d/%s"):format(effect.source, effect.owner, effect.target or "-",
    effect.amount > 0 and "+" or "", effect.amount, effect.ends)
end

local function each(list, print, between)
  local texts = {}
  for i, item in ipairs(list) do texts[i] = print(item) end
  return table.concat(texts, between)
end

-- As player `seat` may see it, an onlooker where it is 0, or all where it is nil (section 23).
function T.view(s, seat)
  local flags = ("x%dxg%di%dh%d,%dk%d"):gsub("x%%dx", (s.passed[1] and "x1" or "x0") ..
    (s.passed[2] and "1" or "0"))
  local head = ("D%d.%s%sL%d"):format(s.day, s.phase, s.who and ":" .. s.who or "", s.last) ..
    flags:format(s.grace and 1 or 0, s.idle, s.marks[1], s.marks[2], s.died and 1 or 0)
  local decks, gone = "", {}
  for _, name in ipairs({ "C", "E", "W", "B" }) do
    local deck = s.decks[name]
    decks = decks .. name:lower() .. (seat and #deck or "(" .. table.concat(deck, ",") .. ")")
    for _, card in ipairs(s.discards[name] or {}) do gone[#gone + 1] = card end
  end
  local players = {}
  for p = 1, 2 do players[p] = print_player(s.pl[p], seat and seat ~= p) end
  return ("FL %s %s %s [%s] {%s} %s/%s"):format(head, players[1], players[2],
    each(s.effects, print_effect, ","), each(s.stack, print_entry, ";"), decks,
    table.concat(gone, ","))
end

function T.print(s) return T.view(s) end

return T
