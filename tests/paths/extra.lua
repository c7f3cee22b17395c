--- Declarations that only some games have: searches by `possible`, functions that ask, rankings,
--- lasting effects, answers, flows, options, a second module. Each is a form with random parts.
local expression = require("expression")
local statement = require("statement")
local emit = statement.emit

local extra = {}

local function of(c, type, d) return expression.of(c, type, d or 1) end

local function add(world, name, params, result, how)
  local f = { name = name, params = params, result = result }
  for key, value in pairs(how or {}) do f[key] = value end
  world.functions[#world.functions + 1] = f
end

local function serial(world)
  world.serial = world.serial + 1
  return world.serial
end

local function lines(world, c)
  for _, line in ipairs(c.lines) do world.lines[#world.lines + 1] = line end
end

-- ---- among the functions ------------------------------------------------------------------------

local among = {}

--- Can some choices satisfy what is needed?
function among.possible(world)
  local r, k = world.random, serial(world)
  local c = statement.scope(world, { nobody = true })
  statement.declare(c, "n", "number", { fixed = true })
  emit(c, 'local z = choose("z", %s)', of(c, "set"))
  statement.declare(c, "z", "zone", { fixed = true })
  emit(c, "need(%s)", of(c, "boolean", 2))
  if r:often(50) then
    emit(c, 'local k = choose("k", range(%d, %d))', r:below(2), r:from(2, 4))
    statement.declare(c, "k", "number", { fixed = true })
    if r:often(40) then emit(c, "local s = k * %s", of(c, "number", 0)) statement.declare(c, "s",
      "number", {}) end
    emit(c, "need(%s)", of(c, "boolean", 2))
  end
  world:line("local can%d = possible(function(n)", k)
  lines(world, c)
  world:line("end)")
  add(world, "can" .. k, { "number" }, "boolean")
end

--- A function that asks, for `legal`.
function among.asks(world)
  local r, k = world.random, serial(world)
  local c = statement.scope(world, { asks = true })
  statement.declare(c, "n", "number", { fixed = true })
  emit(c, 'need(%s, "A-%d", "asked")', expression.condition(c, 2), k)
  if r:often(50) then emit(c, "local m = %s", of(c, "number", 2)) statement.declare(c, "m",
    "number", {}) end
  if r:often(30) then emit(c, "need(%s)", of(c, "boolean")) end
  emit(c, "return %s", of(c, "number", 2))
  world:line("local function asked%d(n)", k)
  lines(world, c)
  world:line("end")
  world.askers = world.askers or {}
  world.askers[#world.askers + 1] = "asked" .. k
end

--- How good groups of cards are.
function among.ranking(world)
  local r = world.random
  if world.ranks or world.kinds[#world.kinds] ~= "card" then return among.asks(world) end
  world.ranks = true
  local suits, faces = {}, {}
  for i = 1, world.card_count do suits[i], faces[i] = r:from(1, 2), r:from(1, 9) end
  local hides = r:often(50) and ', letters = "?123", seen = "face"' or ""
  world:line(
    'local suit = muster.field { "suit", of = "piece", max = 3%s, each = { card = { %s } } }',
    hides,
    table.concat(suits, ", "))
  world:line(
    'local face = muster.field { "face", of = "piece", max = 9%s, each = { card = { %s } } }',
    hides ~= "" and ', letters = "?123456789", seen = "face"' or "", table.concat(faces, ", "))
  world:line('local meld = muster.ranking { "meld", suits = suit, low = face, high = face,')
  world:line('  categories = { { "run", run = true }, { "set", equal = true },')
  world:line('    { "all", suit = true }, { "sum" } },')
  world:line("  type = card, pool = { deck } }")
  world:line("local function meld_of(n) return meld(deck, n %% 4 + %d) end", r:pick { 0, 1, 2 })
  world:line("local function best_of(n) return meld:best(%s, n %% 3 + 1%s) end", r:pick { "deck",
    "hand[0]", "SPOT" },
    r:pick { "", ", hand[1 % seats]" })
  add(world, "meld_of", { "number" }, "number")
  add(world, "best_of", { "number" }, "number")
end

--- Effects that last.
function among.lasting(world)
  if world.lasts then return among.possible(world) end
  world.lasts = true
  world:line('local spell = muster.pieces { "spell", count = 3 }')
  world:line('local spells = muster.container { "spells", ordered = true }')
  world:line('local effects = require("muster.lasting").of { kind = spell, list = spells,')
  world:line("  most = 3, sources = 4,")
  world:line("  changes = { [0] = 0, 1, 2, 1, 2 }, greatest = 9, phases = 2, rounds = 200,")
  world:line('  begins = function(source, _, _, amount) return source .. " begins " .. amount end,')
  world:line('  ends = function() return "ends" end }')
  world:line("local function enchant(s, p, n)")
  world:line("  if not s or not effects.has_room() then return end")
  world:line("  effects.start(n %% 5, s, p, n %% 10, effects.moment(now.ply %% 100, n %% 2))")
  world:line("end")
  world:line("local function expire(n)")
  world:line(
    "  effects.expire(effects.moment(n %% 50, 1), function(entry) note:emit(level(entry)) end)")
  world:line("end")
  world:line("local function charm(p, n) return effects.sum_on(p, n %% 3) end")
  world:line("local function charmed(s, n) return effects.has(s, n) end")
  world:line("local function lifted(p) effects.forget(p) end")
  add(world, "enchant", { "seat", "piece", "number" }, "nothing", { writes = true })
  add(world, "expire", { "number" }, "nothing", { writes = true })
  add(world, "lifted", { "piece" }, "nothing", { writes = true })
  add(world, "charm", { "piece", "number" }, "number")
  add(world, "charmed", { "seat", "number" }, "boolean")
end

--- A flow with a procedure and a step, whose bodies come later.
function among.flow(world)
  if world.flows then return among.possible(world) end
  world.flows = true
  world:line("local flow = muster.flow {")
  world:line("  seat = function() return now.turn end,")
  world:line('  { step = "judge", "is judged" },')
  world:line('  { decision = "plan", "Plan", when = YES },')
  world:line('  { procedure = "weigh", "is weighed" },')
  world:line("}")
  local c = statement.scope(world, { nobody = true, writes = true })
  statement.declare(c, "n", "number", {})
  statement.some(c, 1)
  world:line("function flow.weigh(n)")
  lines(world, c)
  world:line("end")
  world:line("function flow.judge()")
  world:line("  flow.weigh(%s)", of(statement.scope(world, { nobody = true, args = 1 }), "number"))
  world:line("  pop()")
  world:line("end")
  add(world, "flow.weigh", { "number" }, "nothing", { writes = true })
  world:line("local function judge(n) push(flow.judge, n) end")
  world.pushes = { "push(flow.judge, %s)" }
end

--- A search for the best of some things, as games write it.
function among.best(world)
  local r, k = world.random, serial(world)
  local c = statement.scope(world, { nobody = true })
  statement.declare(c, "z", "zone", { fixed = true })
  world:line("local function best%d(s)", k)
  world:line("  local best, most")
  world:line("  for z in s do")
  world:line("    local n = %s", of(c, "number", 2))
  world:line("    if %s n %s most then best, most = z, n end", r:pick { "best == nil or",
    "not best or" }, r:pick { ">", "<" })
  if r:often(30) then world:line("    if n > 7 then break end") end
  world:line("  end")
  world:line("  return best")
  world:line("end")
  add(world, "best" .. k, { "set" }, "zone")
end

--- A function that keeps what it counts in two names, and another that calls it.
function among.counts(world)
  local r, k = world.random, serial(world)
  local c = statement.scope(world, { nobody = true })
  statement.declare(c, "p", "piece", { fixed = true })
  world:line("local function counts%d(w)", k)
  world:line("  local all, odd_ones = 0, 0")
  world:line("  for p in pieces(w) do")
  world:line("    all = all + 1")
  world:line("    if %s then odd_ones = odd_ones + %s end", of(c, "boolean", 2),
    r:pick { "1", "all", "level(p)" })
  world:line("  end")
  world:line("  return all, odd_ones")
  world:line("end")
  world:line("local function rate%d(w)", k)
  world:line("  local all, some = counts%d(w)", k)
  world:line("  if all == 0 then return %s end", r:pick { "0", "-1", "now.luck" })
  world:line("  return some * 10 // all")
  world:line("end")
  add(world, "rate" .. k, { "place" }, "number")
end

--- Pieces that die in waves, each with a last deed.
function among.deaths(world)
  if world.dies then return among.best(world) end
  world.dies = true
  local r = world.random
  world:line('local dying = muster.field { "dying", of = "piece" }')
  world:line('local graves = muster.container { "graves", per_seat = true, ordered = true }')
  world:line("local function is_dying(p) return dying[p] end")
  world:line("local function grave(p)")
  world:line("  if owner[p] == nil then return graves[0] end")
  world:line("  return graves[owner[p]]")
  world:line("end")
  world:line('local bury = require("muster.deaths").of { dying = dying, graves = graves,')
  world:line("  seats = %d,", world.seats)
  world:line("  next = function(seat)")
  world:line("    for z in occupied() do")
  world:line("      local p = pieces(z):pick(is_dying)")
  world:line("      if p and grave(p) == graves[seat] then return p end")
  world:line("    end")
  world:line("  end,")
  world:line("  bury = function(p) put(p, grave(p)) end,")
  local c = statement.scope(world, { nobody = true, writes = true, indent = 1 })
  statement.declare(c, "p", "piece", { fixed = true })
  emit(c, "note:emit(level(p))")
  statement.some(c, 1)
  world:line("  deed = function(p)")
  lines(world, c)
  if r:often(40) then world:line("    if now.none > 1 then dying[top(SPOT)] = true end") end
  world:line("  end }")
  world:line("local function kills(s, z)")
  world:line("  if not s or not top(z) then return false end")
  world:line("  dying[top(z)] = true")
  world:line("  return bury(s)")
  world:line("end")
  add(world, "kills", { "seat", "zone" }, "boolean", { writes = true })
end

--- A hook with a listener.
function among.hook(world)
  local r, k = world.random, serial(world)
  local c = statement.scope(world, { nobody = true })
  statement.declare(c, "n", "number", { fixed = true })
  local fold = r:pick { "sum", "first", "pipe" }
  world:line('local hook%d = muster.hook { "hook%d", fold = "%s" }', k, k, fold)
  for _ = 1, r:from(1, 2) do
    world:line("hook%d:on(function(n)", k)
    if fold == "first" then world:line("  if n > %d then return nil end", r:from(0, 5)) end
    world:line("  return %s", of(c, "number", 2))
    world:line("end)")
  end
  world:line("local function hooked%d(n) return hook%d(n)%s end", k, k,
    fold == "first" and " or -3" or "")
  add(world, "hooked" .. k, { "number" }, "number")
end

local NAMES = { "possible", "asks", "ranking", "lasting", "flow", "best", "counts", "deaths",
  "hook" }

--- One more function, or several.
function extra.among(world) among[world.random:pick(NAMES)](world) end

-- ---- announcements ------------------------------------------------------------------------------

--- Cards that a seat announces, and that others answer: a stack of decisions and steps.
function extra.windows(world)
  local r = world.random
  local function rule(head, writes, tail)
    local c = statement.scope(world, { nobody = true, writes = writes, indent = 1 })
    if writes then statement.some(c, 1) end
    world:line("%s", head)
    lines(world, c)
    world:line("%s", tail)
  end
  world:line('local said = muster.container { "said", ordered = true }')
  world:line('local done = muster.field { "done", of = "piece" }')
  world:line("local talk = muster.flow {")
  world:line("  seat = function() return now.turn end,")
  world:line('  { decision = "answering", "Answer" },')
  world:line('  { step = "resolve", "takes effect" },')
  world:line('  { step = "close", "is finished" },')
  world:line("}")
  world:line('local answers = require("muster.answers")')
  world:line("local window = answers.of { stack = said, done = done, now = now,")
  world:line("  answering = talk.answering, resolve = talk.resolve, close = talk.close,")
  world:line("  asked = function(card)")
  world:line("    if not card or owner[card] == nil then return (now.turn + 1) %% %d end",
    world.seats)
  world:line("    return (owner[card] + 1) %% %d", world.seats)
  world:line("  end,")
  world:line("  can = function() return %s end }", r:pick { "top(hand[now.turn]) ~= nil",
    expression.condition(statement.scope(world, { nobody = true }), 1) })
  rule("function talk.resolve()", true, "  if top(said) then done[top(said)] = true end")
  world:line("  window.open(answers.AFTER)")
  world:line("end")
  world:line("function talk.close()")
  world:line("  local card = top(said)")
  world:line("  if card then done[card] = false put(card, deck) end")
  rule("", r:often(50), "  if not window.resume() then pass() go(turn) end")
  world:line("end")
  for _, move in ipairs { { "announce", "turn" }, { "reply_by", "talk.answering" } } do
    world:line('local %s = muster.move { "%s", at = %s, title = "Say", text = "%s-{k1}",', move[1],
      move[1], move[2], move[1])
    world:line("  legal = function()")
    world:line('    local k1 = choose("k1", pieces(hand[me()]))')
    local c = statement.scope(world, { indent = 2, asks = true })
    statement.declare(c, "k1", "piece", { fixed = true })
    emit(c, 'need(%s or now.open, "T-%s", "it may be said")', expression.of(c, "boolean", 2),
      move[1])
    lines(world, c)
    world:line("    return k1")
    world:line("  end,")
    world:line("  apply = function(k1) put(k1, said) window.open(answers.BEFORE) end }")
  end
  world:line('muster.move { "decline", at = talk.answering, title = "Decline", text = "decline",')
  world:line("  apply = function() note:emit(count(said)) window.decline() end }")
end

-- ---- a second module ----------------------------------------------------------------------------

--- A module that adds to the first: it amends, forbids, listens, and has facts of its own.
function extra.second(world)
  local r = world.random
  local queries, offered = {}, { "now = now, note = note, SPOT = SPOT, pass = pass" }
  for _, f in ipairs(world.functions) do
    if f.query then
      queries[#queries + 1] = f
      offered[#offered + 1] = ("%s = %s"):format(f.name, f.name)
    end
  end
  for _, m in ipairs(world.moves) do offered[#offered + 1] = ("%s = %s"):format(m.name, m.name) end
  world:line("return { %s }", table.concat(offered, ", "))
  world:line("--@ module more")
  world:line("muster.module { title = 'More', requires = { 'game' } }")
  world:line("local game = require('game')")
  world:line("local tally = muster.field { 'tally', of = 'seat', max = 9 }")
  world:line("game.note:on(function(n)")
  world:line("  if n > %d then tally[0] = (tally[0] + n %% 3) %% 10 end", r:from(-2, 5))
  world:line("end)")
  for _, f in ipairs(queries) do
    local params = {}
    for i in ipairs(f.params) do params[i] = "a" .. i end
    local list = table.concat(params, ", ")
    local sep = #params > 0 and ", " or ""
    if f.result == "number" then
      world:line("game.%s:amend(%s(%s) return %s + %s end)", f.name,
        r:often(50) and '"max", function' or '"+", function', list,
        "tally[0]", r:pick { "1", "game.now.luck", #params > 0 and f.params[1] == "number" and "a1"
          or "2" })
    elseif f.result == "boolean" and r:often(50) then
      world:line('game.%s:amend("%s", function(%s) return %s end)', f.name, r:pick { "or", "and" },
        list,
        r:pick { "tally[0] > 2", "game.now.open", "game.now.luck < 3" })
    elseif f.result == "boolean" then
      world:line("game.%s:amend(function(was%s%s) return was == (tally[0] < 4) end)", f.name, sep,
        list)
    end
  end
  for _, m in ipairs(world.moves) do
    if r:often(25) then
      local first = m.names[1]
      local zone = first and first.type == "zone"
      world:line('game.%s:forbid("M-%s", %s, function(%s) return %s end)', m.name, m.name,
        r:often(50) and '"more is forbidden"' or ('function() return "more " .. tally[0] end'),
          zone and first.name or "",
        zone and r:pick { ("count(%s) > 1"):format(first.name),
          ("%s == game.SPOT"):format(first.name) }
          or r:pick { "tally[0] > 5", "game.now.luck > 2" })
    end
  end
  if r:often(40) then
    world:line("muster.move { 'also', at = '*', unlisted = true, title = 'Also', text = 'also',")
    world:line("  legal = function() need(tally[0] > 0, 'M-0', 'nothing is counted') end,")
    world:line("  apply = function() tally[0] = tally[0] - 1 end }")
  end
end

return extra
