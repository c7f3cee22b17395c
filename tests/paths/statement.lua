--- Random statements, in a scope as in expression.lua. Besides, c.loop says that the statement is
--- in a loop, c.result what the function returns (a type, or nil for nothing), c.asks that
--- questions are asked here, so that nothing may return or leave from inside.
local expression = require("expression")
local statement = {}

local TYPES = { 8, "number", 4, "boolean", 3, "zone", 3, "piece", 2, "seat", 2, "place", 2, "set" }

local function emit(c, format, ...)
  c.lines[#c.lines + 1] = ("  "):rep(c.indent) .. format:format(...)
end
statement.emit = emit

--- A name that is new, or at times one that hides another.
function statement.fresh(c, stem)
  if stem ~= "f" and #c.names > 0 and c.random:often(6) and not c.asks then
    local known = c.random:pick(c.names)
    if known.type ~= "function" then return known.name end
  end
  c.world.serial = (c.world.serial or 0) + 1
  return stem .. c.world.serial
end
local fresh = statement.fresh

local function declare(c, name, type, how)
  how = how or {}
  c.names[#c.names + 1] = { name = name, type = type, nilable = how.nilable, fixed = how.fixed }
end

--- Statements in a separate scope.
local function inside(c, d, how, first)
  local names, loop, locals = #c.names, c.loop, c.locals and #c.locals or 0
  c.indent = c.indent + 1
  if how == "loop" then c.loop = true end
  if first then first() end
  statement.some(c, d, how)
  c.loop = loop
  c.indent = c.indent - 1
  while #c.names > names do table.remove(c.names) end
  while c.locals and #c.locals > locals do table.remove(c.locals) end
end

local function number(c, d) return expression.of(c, "number", d) end

local function assignable(c, type)
  local found, hidden = {}, {}
  for i = #c.names, 1, -1 do
    local name = c.names[i]
    if not name.fixed and (not type or name.type == type) and not hidden[name.name] then
      found[#found + 1] = name
    end
    hidden[name.name] = true
  end
  return #found > 0 and c.random:pick(found) or nil
end

-- ---- names --------------------------------------------------------------------------------------

local function local_names(c, d)
  local r = c.random
  local count = r:weighed { 12, 1, 3, 2, 1, 3 }
  local names, values, types = {}, {}, {}
  for i = 1, count do
    types[i] = r:weighed(TYPES)
    names[i] = fresh(c, types[i]:sub(1, 1))
    values[i] = expression.of(c, types[i], d)
  end
  emit(c, "local %s = %s", table.concat(names, ", "), table.concat(values, ", "))
  for i = 1, count do declare(c, names[i], types[i],
    { nilable = types[i] ~= "number" and types[i] ~= "boolean" }) end
end

--- A name that gets its value later, or never.
local function local_nothing(c, d)
  local type = c.random:pick { "zone", "piece", "seat", "number" }
  local name = fresh(c, "v")
  emit(c, "local %s", name)
  if type == "number" and not c.random:often(c.risk * 3) then
    emit(c, "%s = %s", name, number(c, d))
  elseif c.random:often(70) then
    emit(c, "if %s then %s = %s end", expression.condition(c, d), name, expression.of(c, type, d))
  end
  declare(c, name, type, { nilable = true })
end

local function assign(c, d)
  local to = assignable(c)
  if not to then return local_names(c, d) end
  local other = assignable(c, to.type)
  if other ~= to and c.random:often(20) then
    emit(c, "%s, %s = %s, %s", to.name, other.name, expression.of(c, to.type, d), expression.of(c,
      to.type, d))
  elseif to.type == "number" and c.random:often(50) then
    emit(c, "%s = %s %s %s", to.name, to.name, c.random:pick { "+", "-", "*" }, number(c, d))
  elseif c.random:often(15) and to.nilable then
    emit(c, "%s = nil", to.name)
  else
    emit(c, "%s = %s", to.name, expression.of(c, to.type, d))
  end
end

--- A function in the function, which may read and assign the names around it.
local function local_function(c, d)
  if c.asks then return local_names(c, d) end
  local r = c.random
  local name = fresh(c, "f")
  local result = r:pick { "number", "number", "boolean", "zone", "piece" }
  local params, types, names, loop = {}, {}, #c.names, c.loop
  for i = 1, r:below(3) do
    types[i] = r:pick { "number", "number", "zone", "piece", "boolean" }
    params[i] = fresh(c, "p")
  end
  local to = assignable(c, "number")
  emit(c, "local function %s(%s)", name, table.concat(params, ", "))
  for i, param in ipairs(params) do declare(c, param, types[i],
    { nilable = types[i] ~= "number" }) end
  c.indent, c.loop = c.indent + 1, false
  if to and r:often(60) then emit(c, "%s = %s + %d", to.name, to.name, r:from(-1, 3)) end
  if r:often(30) then emit(c, "if %s then return %s end", expression.condition(c, d),
    expression.of(c, result, d)) end
  if r:often(20) then local_names(c, d) end
  if not (r:often(12) and result ~= "number") then emit(c, "return %s", expression.of(c, result,
    d)) end
  c.indent, c.loop = c.indent - 1, loop
  while #c.names > names do table.remove(c.names) end
  emit(c, "end")
  declare(c, name, "function", { fixed = true })
  c.locals = c.locals or {}
  c.locals[#c.locals + 1] = { name = name, params = types, result = result }
end

-- ---- conditions, loops --------------------------------------------------------------------------

local function when(c, d)
  emit(c, "if %s then", expression.condition(c, d))
  inside(c, d - 1)
  if c.random:often(20) then
    emit(c, "elseif %s then", expression.condition(c, d))
    inside(c, d - 1)
  end
  if c.random:often(40) then
    emit(c, "else")
    inside(c, d - 1)
  end
  emit(c, "end")
end

local function block(c, d)
  emit(c, "do")
  inside(c, d - 1)
  emit(c, "end")
end

--- How a loop is left or continued: lines at the end of its body.
local function leaving(c, d)
  if c.random:often(35) then
    emit(c, "  if %s then break end", expression.condition(c, d))
  end
end

--- First, middle, last values of loops.
local function bounds(c, d)
  local r = c.random
  if r:often(c.risk) then
    local high, low = "math.maxinteger", "math.mininteger"
    return r:pick {
      { high .. " - 1", high }, { low, low .. " + 2" }, { high, high }, { low, low },
        { "5", "9", high }, { "5", "9", low },
      { "9", "5", low }, { low, high, high }, { high, low, low }, { high, low, "-" .. high },
        { "now.luck", "now.luck + 3", high },
      { "now.luck", low, low }, { high .. " - now.none", high, "2" }, { low .. " + now.none", low,
        "-1" },
      { "0", "now.luck", "4611686018427387904" }, { high .. " - 5", high, "4" }, { low .. " + 5",
        low, "-4" },
      { "now.sum", high, "4611686018427387904" }, { "1", "0" }, { "3", "3", "-1" },
        { "now.luck", "now.luck", "-3" },
    }
  end
  local first = r:weighed { 5, "1", 3, "0", 2, tostring(r:from(-3, 3)), 3, "now.luck" }
  local last = r:weighed { 5, tostring(r:from(0, 9)), 3, ("%s %% %d"):format(number(c, d),
    r:from(2, 9)), 2, "now.none + 2" }
  if r:often(55) then return { first, last } end
  local step = r:weighed { 4, "2", 3, "-1", 2, "3", 2, "-2", 1, "7", 1, "1" }
  if step:sub(1, 1) == "-" and r:often(80) then first, last = last, first end
  return { first, last, step }
end

local function for_numbers(c, d)
  local b, name = bounds(c, d - 1), fresh(c, "i")
  emit(c, "for %s = %s do", name, table.concat(b, ", "))
  inside(c, d - 1, "loop", function() declare(c, name, "number",
    { fixed = c.random:often(85) }) end)
  leaving(c, d - 1)
  emit(c, "end")
end

local function for_things(c, d)
  local type, over = "zone", expression.of(c, "set", d - 1)
  local what = c.random:below(10)
  if what < 3 then
    type, over = "piece", ("pieces(%s)"):format(expression.of(c, "place", d - 1))
  elseif what == 3 then
    type, over = "number", ("range(%d, %s %% 6)"):format(c.random:from(-1, 2), number(c, d - 1))
  end
  local name = fresh(c, type:sub(1, 1))
  emit(c, "for %s in %s do", name, over)
  inside(c, d - 1, "loop", function() declare(c, name, type, { fixed = true }) end)
  leaving(c, d - 1)
  emit(c, "end")
end

local function for_list(c, d)
  local r = c.random
  local i, v = fresh(c, "i"), fresh(c, "v")
  local list = r:weighed { 4, "LIST", 1, "HOLES", 2, ("{ %s, %s }"):format(number(c, d - 1),
    number(c, d - 1)) }
  emit(c, "for %s, %s in ipairs(%s) do", i, v, list)
  inside(c, d - 1, "loop", function()
    declare(c, i, "number", { fixed = true })
    declare(c, v, "number", { fixed = true })
  end)
  leaving(c, d - 1)
  emit(c, "end")
end

--- Loops with a name of their own that ends them.
local function for_ever(c, d)
  local r = c.random
  local left = ("w%d"):format(c.world.serial or 0)
  c.world.serial = (c.world.serial or 0) + 1
  emit(c, "local %s = %s %% %d", left, number(c, d - 1), r:from(2, 8))
  if r:often(60) then
    emit(c, "while %s > 0%s do", left, r:often(25) and " and " .. expression.of(c, "boolean",
      d - 1) or "")
    emit(c, "  %s = %s - %d", left, left, r:from(1, 2))
    inside(c, d - 1, "loop")
    leaving(c, d - 1)
    emit(c, "end")
  else
    emit(c, "repeat")
    emit(c, "  %s = %s - %d", left, left, r:from(1, 2))
    local name = fresh(c, "n")
    inside(c, d - 1, "loop")
    emit(c, "  local %s = %s", name, left)
    emit(c, "until %s <= 0%s", name, r:often(25) and " or " .. expression.of(c, "boolean", 0) or "")
  end
end

--- A loop whose turns end early with a goto.
local function for_goto(c, d)
  local i, label = fresh(c, "i"), ("next%d"):format(c.world.serial or 0)
  c.world.serial = (c.world.serial or 0) + 1
  emit(c, "for %s = 0, %d%s do", i, c.random:from(1, 9), c.random:often(30) and ", 2" or "")
  local names = #c.names
  declare(c, i, "number", { fixed = true })
  emit(c, "  if %s then goto %s end", expression.condition(c, d - 1), label)
  emit(c, "  do")
  c.indent = c.indent + 1
  inside(c, d - 1, "loop")
  c.indent = c.indent - 1
  emit(c, "  end")
  emit(c, "  ::%s::", label)
  while #c.names > names do table.remove(c.names) end
  emit(c, "end")
end

-- ---- leaving ------------------------------------------------------------------------------------

local function give(c, d)
  if c.asks then return local_names(c, d) end
  local value = c.result and " " .. expression.of(c, c.result, d) or ""
  emit(c, "if %s then return%s end", expression.condition(c, d), value)
end

local function leave(c, d)
  if not c.loop then return when(c, d) end
  emit(c, "if %s then break end", expression.condition(c, d))
end

-- ---- deeds --------------------------------------------------------------------------------------

local function tell(c, d)
  local r = c.random
  local what = r:below(10)
  if what < 5 then
    emit(c, "note:emit(%s)", number(c, d))
  elseif what < 7 then
    emit(c, "pair:emit(%s, %s)", number(c, d), expression.of(c, r:pick { "number", "zone", "piece",
      "seat", "boolean" }, d))
  else
    emit(c, "thing:emit(%s)", expression.of(c, r:pick { "zone", "piece", "seat", "boolean" }, d))
  end
end

local HOLDERS = { zone = "zone", piece = "piece", seat = "seat" }

local function write_fact(c, d)
  local fact = c.random:pick(c.world.facts)
  emit(c, "%s = %s", fact.name, expression.value(c, fact, d))
end

--- A thing to write to; what is nil is asked before, mostly.
local function with_thing(c, type, d, use)
  local sure = expression.firm(c, type, true)
  if sure and c.random:often(60) then return use(sure) end
  if c.random:often(c.risk * 2) then return use(expression.of(c, type, d)) end
  local name = fresh(c, "t")
  emit(c, "local %s = %s", name, expression.of(c, type, d))
  emit(c, "if %s then", name)
  c.indent = c.indent + 1
  local names = #c.names
  declare(c, name, type, { fixed = true })
  use(name)
  while #c.names > names do table.remove(c.names) end
  c.indent = c.indent - 1
  emit(c, "end")
end

local function write_field(c, d)
  local field = c.random:pick(c.world.fields)
  with_thing(c, HOLDERS[field.of], d, function(name)
    emit(c, "%s[%s] = %s", field.name, name, expression.value(c, field, d))
  end)
end

local function move_piece(c, d)
  local r = c.random
  local what = r:below(10)
  if what < 6 then
    with_thing(c, "piece", d, function(name)
      emit(c, "put(%s, %s)", name, expression.firm(c, r:pick { "zone", "place" },
        true) or expression.container(c))
    end)
  elseif what < 7 then
    with_thing(c, "piece", d, function(name)
      emit(c, "insert(%s, %s, 1)", name, expression.firm(c, "zone", true))
    end)
  elseif what < 9 then
    local from = fresh(c, "o")
    emit(c, "local %s = (occupied()):pick(function(z) return %s end)", from, expression.of(c,
      "boolean", 1))
    emit(c, "if %s then carry(%s, %s, box) end", from, from, expression.firm(c, "zone", true))
  else
    with_thing(c, "piece", d, function(name)
      emit(c, "owner[%s] = %s", name, r:often(15) and "nil" or expression.firm(c, "seat") or "0")
    end)
  end
end

local function call_procedure(c, d)
  local text = c.writes and expression.call(c, "nothing", d)
  if not text and c.writes then text = expression.call(c, "number", d) end
  if text and c.random:often(80) then
    emit(c, "%s", text)
  elseif text then
    emit(c, "local _ = %s", number(c, d))
  else
    emit(c, "local _ = %s", number(c, d))
  end
end

local function remember(c, d)
  if c.random:often(60) then emit(c, "remember(position_key())") else tell(c, d) end
end

local READS = { 10, local_names, 3, local_nothing, 8, assign, 2, local_function, 7, when, 1, block,
  4, for_numbers,
  4, for_things, 1, for_list, 2, for_ever, 1, for_goto, 4, give, 2, leave }
local WRITES = { 8, local_names, 2, local_nothing, 8, assign, 3, local_function, 8, when, 1, block,
  5, for_numbers,
  5, for_things, 1, for_list, 2, for_ever, 2, for_goto, 2, give, 3, leave,
  14, tell, 9, write_fact, 8, write_field, 5, move_piece, 5, call_procedure, 1, remember }
local FLAT = { 10, local_names, 8, assign, 3, give }
local FLAT_WRITES = { 4, local_names, 6, assign, 2, give, 12, tell, 8, write_fact, 4, write_field,
  4, call_procedure }

--- Some statements. `d` limits how deep they nest.
function statement.some(c, d, how)
  local r = c.random
  for _ = 1, r:from(1, how == "loop" and 2 or 4) do
    if r:often(d > 0 and how ~= "loop" and c.world.odd or 0) then require("odd").statement(c) end
    local list = d > 0 and (c.writes and WRITES or READS) or (c.writes and FLAT_WRITES or FLAT)
    r:weighed(list)(c, math.max(1, math.min(d, 2)))
    if r:often(3) then emit(c, "-- %s", ("x"):rep(r:from(1, 80))) end
  end
end

--- Tell all numbers, truths and things that have names here.
function statement.tell_names(c)
  local told = {}
  for i = #c.names, 1, -1 do
    local name = c.names[i]
    if not told[name.name] and name.type == "number" and not name.nilable then
      emit(c, "note:emit(%s)", name.name)
    elseif not told[name.name] and name.type ~= "function" and name.type ~= "set"
      and name.type ~= "number" then
      emit(c, "thing:emit(%s)", name.name)
    end
    told[name.name] = true
  end
end

--- The term that is added to a result, so that it depends on the numbers and truths that have
--- names here.
function statement.sum_of_names(c)
  local parts, known = { "" }, {}
  for i = #c.names, 1, -1 do
    local name = c.names[i]
    if not known[name.name] and name.type == "number" and not name.nilable then
      parts[#parts + 1] = ("%s %% 9 * %d"):format(name.name, i)
    elseif not known[name.name] and name.type == "boolean" then
      parts[#parts + 1] = ("(%s and %d or 0)"):format(name.name, i)
    end
    known[name.name] = true
  end
  return table.concat(parts, " + ")
end

--- A scope for a new function.
function statement.scope(world, how)
  local c = { world = world, random = world.random, names = {}, lines = {}, indent = 1,
    fresh = fresh,
    risk = world.risk }
  for key, value in pairs(how) do c[key] = value end
  return c
end

statement.declare = declare
return statement
