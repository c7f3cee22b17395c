--- Statements and functions that a person seldom writes: each is a form with random parts. They are
--- at the edges of what compiles: functions as values, many results and arguments, assignments
--- whose order matters, loops about as long as those that are unrolled, deep nesting, functions
--- that run as Lua.
local expression = require("expression")
local statement = require("statement")
local emit = statement.emit

local odd = {}

local function of(c, type, d) return expression.of(c, type, d or 1) end

local function number_name(c, value)
  local name = statement.fresh(c, "n")
  emit(c, "local %s = %s", name, value or of(c, "number"))
  statement.declare(c, name, "number", {})
  return name
end

local function serial(c)
  c.world.serial = c.world.serial + 1
  return c.world.serial
end

-- ---- statements that only read ------------------------------------------------------------------

local reads = {}

--- A function that gets a function.
function reads.higher(c)
  local k = serial(c)
  local name = number_name(c)
  emit(c, "local function twice%d(f, x) return f(f(x)) end", k)
  emit(c, "%s = twice%d(function(x) return x + %s end, %s)", name, k, of(c, "number", 0),
    of(c, "number", 0))
end

--- A function among two, by a constant or not.
function reads.either(c)
  local k = serial(c)
  emit(c, "local function f%da(x) return x - %s end", k, of(c, "number", 0))
  emit(c, "local function f%db(x) return %s end", k, of(c, "number", 0))
  emit(c, "local f%d = %s and f%da or f%db", k, c.random:pick { "YES", "NO", "YES", of(c, "boolean",
    0) }, k, k)
  number_name(c, ("f%d(%s)"):format(k, of(c, "number", 0)))
end

--- Loops of about as many turns as are unrolled, with all ways out.
function reads.turns(c)
  local r, k = c.random, serial(c)
  local name = number_name(c, "0")
  emit(c, "for i%d = %d, %d do", k, r:from(-1, 1), r:from(6, 9))
  if r:often(40) then emit(c, "  if i%d == %d then goto on%d end", k, r:from(0, 7), k) end
  if r:often(30) then emit(c, "  for j%d = 0, %s do if j%d == %d then break end %s = %s + 1 end", k,
    r:pick { "3", "now.none", "i" .. k }, k, r:from(0, 3), name, name) end
  emit(c, "  %s = %s + i%d * %s", name, name, k, r:pick { "2", "now.luck", "i" .. k })
  if r:often(50) then emit(c, "  if %s > %d then break end", name, r:from(0, 30)) end
  emit(c, "  ::on%d::", k)
  emit(c, "end")
end

--- Assignments in which the order matters.
function reads.order(c)
  local r, k = c.random, serial(c)
  emit(c, "local a%d, b%d = %s, %s", k, k, of(c, "number"), of(c, "number"))
  statement.declare(c, "a" .. k, "number", {})
  statement.declare(c, "b" .. k, "number", {})
  emit(c, "a%d, b%d = b%d%s, a%d", k, k, k, r:pick { "", " + a" .. k, " * 2" }, k)
  if not c.asks and r:often(60) then
    emit(c, "local function up%d(n) a%d = a%d + n return a%d end", k, k, k, k)
    emit(c, "b%d = %s", k, r:pick { ("up%d(1) + up%d(2) * 3"):format(k, k),
      ("up%d(a%d) - up%d(b%d)"):format(k, k, k, k),
      ("math.max(up%d(1), up%d(-1), a%d)"):format(k, k, k), ("a%d + up%d(1)"):format(k, k),
      ("up%d(2) + a%d"):format(k, k), ("(up%d(1) > 3 and up%d(1) or up%d(5))"):format(k, k, k) })
  end
end

--- Values that are nil at times.
function reads.maybe(c)
  local r, k = c.random, serial(c)
  local type = r:pick { "zone", "piece", "seat" }
  emit(c, "local q%d", k)
  emit(c, "for i%d = 1, %s do", k, r:pick { "3", "now.none", "9" })
  emit(c, "  if %s then q%d = %s end", of(c, "boolean"), k, of(c, type))
  if r:often(40) then emit(c, "  if q%d then break end", k) end
  emit(c, "end")
  statement.declare(c, "q" .. k, type, { nilable = true })
  if r:often(40) then
    emit(c, "q%d = q%d or %s", k, k, of(c, type, 0))
  end
  if r:often(40) then
    emit(c, "local t%d = %s", k, r:pick { ("q%d == nil"):format(k), ("q%d and %s"):format(k,
      of(c, "boolean", 0)),
      ("not q%d"):format(k), ("(q%d and true) == nil"):format(k) })
    emit(c, "local u%d = t%d == %s", k, k, r:pick { "nil", "false", "true" })
    statement.declare(c, "u" .. k, "boolean", {})
  end
end

--- Many results, and arguments.
function reads.many(c)
  local r, k = c.random, serial(c)
  if c.asks then return reads.order(c) end
  local results = r:pick { 2, 3, 9, 10, 11 }
  local names, values = {}, {}
  for i = 1, results do
    names[i] = ("r%d_%d"):format(k, i)
    values[i] = i % 3 == 0 and of(c, "number", 0) or ("n + %d"):format(i)
  end
  emit(c, "local function many%d(n)", k)
  emit(c, "  if n > %s then return n end", r:pick { "3", "900", "now.luck" })
  emit(c, "  return %s", table.concat(values, ", "))
  emit(c, "end")
  local take = r:often(50) and results or r:from(1, results)
  emit(c, "local %s = %smany%d(%s)", table.concat(names, ", ", 1, take),
    r:often(20) and take > 1 and "now.luck, " or "", k,
    of(c, "number", 0))
  emit(c, "local s%d = %s + %s", k, names[1], r:pick { names[1], "1" })
  statement.declare(c, "s" .. k, "number", {})
  local count = r:pick { 3, 15, 16, 17 }
  local params = {}
  for i = 1, count do params[i] = ("p%d"):format(i) end
  emit(c, "local function wide%d(%s) return p1 + p%d end", k, table.concat(params, ", "), count)
  local args = {}
  for i = 1, count do args[i] = i % 4 == 0 and "now.luck" or tostring(i) end
  emit(c, "s%d = s%d - wide%d(%s)", k, k, k, table.concat(args, ", "))
end

--- Blocks in blocks.
function reads.nested(c)
  local r, k = c.random, serial(c)
  local name = number_name(c, "0")
  local depth = r:pick { 3, 6, 12, 30 }
  local text = {}
  for i = 1, depth do
    text[i] = r:pick { "if now.luck < " .. i .. " then", "do", "for i" .. k .. " = 1, 2 do",
      "if now.open then" }
  end
  emit(c, "%s", table.concat(text, " "))
  emit(c, "  %s = %s + 1", name, name)
  emit(c, "%s", ("end "):rep(depth))
end

--- Long chains of `and` and `or`.
function reads.chain(c)
  local r, parts = c.random, {}
  for _ = 1, r:from(4, 14) do
    parts[#parts + 1] = of(c, "boolean", 0)
    parts[#parts + 1] = r:pick { "and", "or" }
  end
  parts[#parts] = nil
  local name = statement.fresh(c, "b")
  emit(c, "local %s = %s", name, table.concat(parts, " "))
  statement.declare(c, name, "boolean", {})
end

--- A failure that is not used.
function reads.unused(c)
  local r = c.random
  if not r:often(c.risk * 3) then return reads.order(c) end
  emit(c, "local _ = %s", r:pick { "3 // now.none", "7 % now.none", "top(SPOT) + 1", "PRICE[7] + 1",
    "hand[9]",
    "owner[top(SPOT)] + 1", "(now.spot and 5 // now.none)", "RECORDS[5] and RECORDS[5].cost",
      "heat[900]", "WAYS[9] + 1",
    "1 // (now.luck - now.luck)", "column(now.sum + 500)", "math.mininteger // (now.none - 1)" })
end

--- Comparisons of sets and of things, and things as numbers.
function reads.compare(c)
  local r, k = c.random, serial(c)
  emit(c, "local w%d = %s", k, r:pick {
    ("top(SPOT) == %s"):format(of(c, "piece")), ("%s < %s"):format(of(c, "piece", 0),
      of(c, "number", 0)),
    ("(%s) == (%s)"):format(of(c, "set"), of(c, "set")), ("#(%s) > 0"):format(of(c, "set")),
    ("(%s):first() == nil"):format(of(c, "set")), ("place(%s) == %s"):format(of(c, "piece", 0),
      of(c, "zone", 0)),
    ("muster.decision_name() == %s"):format(r:pick { '"turn"', '"reply"', "nil" }),
    ("muster.is_over() == %s"):format(r:pick { "false", "true" }),
    ("kind(%s) == kind(%s)"):format(of(c, "piece", 0), of(c, "piece", 0)),
    ("owner[%s] ~= owner[%s]"):format(of(c, "piece", 0), of(c, "piece", 0)) })
  statement.declare(c, "w" .. k, "boolean", {})
end

--- A function that cannot be compiled, and tells a truth.
function reads.as_lua(c)
  local k = serial(c)
  if c.asks then return reads.compare(c) end
  emit(c, "local function text%d(n) return #tostring(n) %s %d end", k, c.random:pick { "==", ">",
    "<" }, c.random:from(1, 3))
  local name = statement.fresh(c, "b")
  emit(c, "local %s = text%d(%s)", name, k, of(c, "number", 0))
  statement.declare(c, name, "boolean", {})
end

--- A boolean without a value, which some ways give one.
function reads.unset(c)
  local r, k = c.random, serial(c)
  emit(c, "local y%d", k)
  local give = ("y%d = %s"):format(k, r:pick { "true", "false", of(c, "boolean", 0) })
  emit(c, "%s", r:pick {
    ("for _ in %s do %s end"):format(of(c, "set", 0), give),
    ("for _ = 1, now.none do %s end"):format(give),
    ("if %s then now_%d() else %s end"):format(of(c, "boolean", 0), k, give)
      :gsub("now_%d+%(%)", "local _ = 1"),
    ("for i = 0, 2 do if now.none == i then break end %s end"):format(give),
    ("while %s do %s break end"):format(of(c, "boolean", 0), give),
    ("repeat if %s then break end %s until true"):format(of(c, "boolean", 0), give),
  })
  emit(c, "local x%d = y%d == %s", k, k, r:pick { "nil", "false", "nil", "true" })
  statement.declare(c, "x" .. k, "boolean", {})
end

--- Results of which some ways give fewer.
function reads.fewer(c)
  local r, k = c.random, serial(c)
  if c.asks then return reads.unset(c) end
  local value = r:pick { "true", "false", "now.open", "5", "now.luck", "SPOT", "top(SPOT)" }
  emit(c, "local function fewer%d(n)", k)
  emit(c, "  if %s then return 1 end", of(c, "boolean", 0))
  emit(c, "  for i = 1, now.none do if i == n then return 2, %s end end", value)
  emit(c, "  return 3%s", r:pick { ", " .. value, "" })
  emit(c, "end")
  emit(c, "local v%d, w%d = fewer%d(%s)", k, k, k, r:pick { "1", "2", "now.luck" })
  emit(c, "if w%d == nil then v%d = v%d + 10 end", k, k, k)
  statement.declare(c, "v" .. k, "number", {})
end

--- Names that a function of a function reads and assigns, and arguments that are read late.
function reads.captured(c)
  local r, k = c.random, serial(c)
  if c.asks then return reads.unset(c) end
  local name = number_name(c, "now.sum % 7")
  emit(c, "local function up%d(...) %s = %s + 3 local x = ... return x end", k, name, name)
  emit(c, "local function in%d() return %s end", k, r:pick {
    ("%s + up%d(1)"):format(name, k), ("up%d(1) - %s"):format(k, name),
    ("up%d(%s * 2) * 5 + %s"):format(k, name, name), ("(%s + 0) * up%d(2)"):format(name, k) })
  number_name(c, ("in%d() * 100 + %s"):format(k, name))
end

--- Loops whose conditions act, whose turns end early, whose lists change.
function reads.acting(c)
  local r, k = c.random, serial(c)
  local a, b = number_name(c, "0"), number_name(c, "0")
  if not c.asks and r:often(40) then
    emit(c, "local function more%d() %s = %s + 1 return %s end", k, a, a, a)
    emit(c, "%s", r:pick {
      ("while more%d() * 2 < now.luck + 9 do %s = %s + %s end"):format(k, b, b, a),
      ("repeat %s = %s + 2 until more%d() > now.none"):format(b, b, k) })
  elseif r:often(50) then
    emit(c, "repeat %s = %s + 1", a, a)
    emit(c, "  if %s %% 2 == 1 then goto on%d end", a, k)
    emit(c, "  %s = %s + 1", b, b)
    emit(c, "  ::on%d::", k)
    emit(c, "until %s > now.none", a)
  else
    emit(c, "%s = now.luck", b)
    emit(c, "for _, v in ipairs({ %s + 1, %s * 2, %s }) do %s = %s + v %s = %s * 3 + v end",
      b, b, of(c, "number", 0), b, b, a, a)
  end
end

--- A name whose new value is computed from the old one in a loop.
function reads.old(c)
  local r, k = c.random, serial(c)
  emit(c, "local o%d, e%d = now.luck, %s", k, k, of(c, "boolean", 0))
  emit(c, "for i = 1, now.none + 1 do")
  emit(c, "  o%d = (%s):%s(function(z) return %s end)", k, of(c, "set", 0), "sum",
    r:pick { "o" .. k, "o" .. k .. " - count(z)" })
  emit(c, "  e%d = %s", k, r:pick { ("i > 1 and not e%d"):format(k),
    ("not e%d or o%d > 9"):format(k, k) })
  emit(c, "end")
  statement.declare(c, "o" .. k, "number", {})
  statement.declare(c, "e" .. k, "boolean", {})
end

--- Numbers that look like nothing, beside things.
function reads.minus(c)
  local r, k = c.random, serial(c)
  local n = r:pick { "now.luck", "(now.luck - 2) * now.none", "now.none - 1", "-now.none" }
  local z = r:pick { "top(SPOT)", "owner[top(SPOT)]", "now.spot", "top(only(SPOT):first())" }
  emit(c, "local m%d = %s", k, r:pick { ("%s == %s"):format(z, n), ("%s == %s"):format(n, z),
    c.args and ("(now.open and %s or arg(1)) == nil"):format(n) or ("%s ~= %s"):format(z, n),
    ("hand[owner[top(SPOT)]] == nil"), ("PRICE[owner[top(SPOT)]] == nil"),
    ("LIST[rank[top(SPOT)]] == nil") })
  statement.declare(c, "m" .. k, "boolean", {})
end

--- Sets that a table or a field decides, and sets that are made of themselves.
function reads.sets(c)
  local r, k = c.random, serial(c)
  emit(c, "local g%d, h%d = only(SPOT), nothing", k, k)
  emit(c, "for i = 0, now.none do")
  emit(c, "  g%d = %s", k, r:pick { ("near(g%d)"):format(k),
    ("flood(g%d, zones - h%d)"):format(k, k), ("shift(g%d, WAYS[0]) | g%d"):format(k, k),
    ("near(g%d) - g%d"):format(k, k), ("ray(g%d, WAYS[1], zones - g%d)"):format(k, k) })
  emit(c, "  h%d = (h%d | g%d) - (%s)", k, k, k, of(c, "set", 0))
  emit(c, "end")
  emit(c, "local j%d = #g%d * 100 + #h%d + #zones:where(function(z) return %s end)", k, k, k,
    r:pick { "HEATS[heat[z]]", "heat[z] == now.none", "FLAGS[heat[z]]" })
  statement.declare(c, "j" .. k, "number", {})
end

-- ---- statements that write ----------------------------------------------------------------------

local writes = {}

--- Values that are read, written and read again in one statement.
function writes.swapped(c)
  local r = c.random
  emit(c, "%s", r:pick {
    "now.luck, now.none = now.none, (now.luck + 9) % 4",
    "now.sum, now.luck = now.luck + 20, now.sum % 9",
    "now.open, now.luck = not now.open, now.open and 1 or 2",
    "heat[SPOT], now.spot = (heat[SPOT] + 1) % 10, SPOT",
    "now.spot, heat[SPOT] = (zones):first(), heat[now.spot] % 10",
    "gold[0], gold[0] = gold[0] % 7, gold[0] % 5",
    "gold[now.none % seats], now.none = 5, (now.none + 1) % 4",
    "now.luck, now.luck = 3, now.luck // 2" })
end

--- Deeds inside of what is asked of sets.
function writes.inside(c)
  local r = c.random
  local f = r:pick {
    "function(z) now.sum = (now.sum + column(z)) % 99 return true end",
    "function(z) note:emit(count(z)) return heat[z] > 0 end",
    "function(z) now.luck = (now.luck + 10) % 4 if now.luck > 2 then return NO end return YES end",
    "function(z) heat[z] = (heat[z] + 1) % 10 return now.open end",
  }
  if c.world.graph then f = f:gsub("column%(z%)", "count(z)") end
  emit(c, "%s", r:pick {
    ("note:emit((%s):tally(%s))"):format(of(c, "set", 0), f),
    ("if (%s):some(%s) then note:emit(1) end"):format(of(c, "set", 0), f),
    ("if (%s):every(%s) then note:emit(now.sum) end"):format(of(c, "set", 0), f),
    ("thing:emit((%s):pick(%s))"):format(of(c, "set", 0), f),
    ("note:emit(#(%s):where(%s) + now.sum)"):format(of(c, "set", 0), f),
    (";(%s):every(%s)"):format(of(c, "set", 0), f),
    ("note:emit(now.sum + (%s):tally(%s))"):format(of(c, "set", 0), f) })
end

--- A deed whose result may be nothing, in a condition.
function writes.told(c)
  local r, k = c.random, serial(c)
  emit(c, "local function told%d(n)", k)
  emit(c, "  now.sum = (now.sum + n) %% 90")
  if r:often(50) then emit(c, "  if now.sum > %d then return %s end", r:from(5, 60),
    r:pick { "true", "false", "nil", "SPOT == nil" }) end
  if r:often(40) then emit(c, "  return %s", r:pick { "nil", "false", "now.open" }) end
  emit(c, "end")
  emit(c, "if %s then note:emit(now.sum) else note:emit(-1) end", r:pick {
    ("told%d(2) == nil"):format(k), ("told%d(2) == false"):format(k), ("not told%d(3)"):format(k),
    ("now.open or told%d(1) == nil"):format(k), ("told%d(1) and told%d(1)"):format(k, k),
    ("told%d(1) or now.sum > 20 and told%d(2)"):format(k, k),
      ("(told%d(1) == nil) == (told%d(1) == nil)"):format(k, k) })
end

--- A deed whose result is certainly a thing, in a condition.
function writes.sure(c)
  local sure = {}
  for _, f in ipairs(c.world.functions) do
    if f.writes and (f.result == "seat" or f.result == "place") and not (f.me and c.nobody) then
      sure[#sure + 1] = f.name
    end
  end
  if #sure == 0 then return end
  emit(c, c.random:pick { "if %s(now.luck) then note:emit(now.sum) end",
    "note:emit(%s(now.luck) and 5 or 6)",
    "note:emit((zones):tally(function(z) return %s(count(z)) end))",
    "while not %s(now.luck) do note:emit(1) end",
    "note:emit(now.sum + (%s(now.luck) ~= nil and 1 or 2))" },
    c.random:pick(sure))
end

--- A function that runs as Lua, called for its effect.
function writes.spelt(c)
  local k = serial(c)
  emit(c, "local function spell%d(n) now.luck = #tostring(n) %% 5 end", k)
  emit(c, "spell%d(%s)", k, of(c, "number", 0))
  emit(c, "note:emit(now.luck)")
end

--- Pieces that move while they are visited.
function writes.moving(c)
  local r = c.random
  emit(c, "for p in pieces(%s) do", r:pick { "SPOT", "deck", "hand[0]", "box" })
  emit(c, "  %s", r:pick { "put(p, SPOT)", "put(p, deck)", "if level(p) > 1 then put(p, box) end",
    "note:emit(level(p))",
    "if top(box) then put(top(box), place(p)) end", "owner[p] = nil", "insert(p, SPOT, 1)" })
  if r:often(40) then emit(c, "  if %s then break end", of(c, "boolean", 0)) end
  emit(c, "end")
end

--- Zones of a set that changes while it is visited.
function writes.changing(c)
  local r = c.random
  emit(c, "for z in %s do", r:pick { "occupied()", "tops(man)", "heat:where(0)", "heat:where(1)",
    "near(occupied())" })
  emit(c, "  %s", r:pick { "if top(box) and heat[z] < 2 then put(top(box), z) end", "heat[z] = 1",
    "if top(z) then put(top(z), box) end",
    "heat[z] = (heat[z] + 1) % 10 note:emit(#heat:where(1))" })
  if r:often(40) then emit(c, "  if %s then break end", of(c, "boolean", 0)) end
  emit(c, "end")
end

--- An end whose winners may be the same seat.
function writes.ended(c)
  local r = c.random
  emit(c, "if now.ply > %d then over('even', now.turn, %s) end", r:from(1, 9),
    r:pick { "now.none % seats", "now.turn", "0" })
end

--- All that has been computed so far is told.
function writes.names(c) statement.tell_names(c) end

local function list_of(forms)
  local names, list = {}, {}
  for name in pairs(forms) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do list[i] = forms[name] end
  return list
end
local READS, WRITES = list_of(reads), list_of(writes)

--- One such statement.
function odd.statement(c)
  c.random:pick(c.writes and c.random:often(50) and WRITES or READS)(c)
end

return odd
