--- Random modules of rules: generate(seed) is the source of one. All that rules may have is used,
--- of every kind a little, with many of the values at which a compiler goes wrong: nil and false,
--- the ends of 64 bits, tables read outside, loops with steps, functions of about the size from
--- which they are called and no longer put in place.
---
---   random.lua      numbers
---   world.lua       what a module declares before its rules: board, pieces, facts, tables, events
---   expression.lua  expressions of a type
---   statement.lua   statements
---   odd.lua         statements that are seldom written
---   extra.lua       declarations that few games have, and a second module
---   generate.lua    functions, decisions, moves, the set-up: the module
---
--- A module is made to load and to run on: expressions have types, indexes and values are reduced
--- to their ranges. In a share of the modules (world.risk) some of them are not, and fail in play.
local random = require("random")
local new_world = require("world").new
local expression = require("expression")
local statement = require("statement")
local extra = require("extra")
local emit = statement.emit

-- ---- functions ----------------------------------------------------------------------------------

local PARAMS = { 6, "number", 3, "zone", 3, "piece", 2, "seat", 2, "boolean", 1, "set" }

--- Comments that bring the source of a function near a limit of its size.
local function pad(c, from)
  local r = c.random
  local size = 0
  for i = from, #c.lines do size = size + #c.lines[i] + 1 end
  local goal = r:pick { 146, 150, 154, 695, 700, 705, 890, 905, 1200 }
  local missing = goal - size - 5
  if missing < 1 then return end
  while missing > 0 do
    emit(c, "-- %s", ("x"):rep(math.min(missing, 85)))
    missing = missing - 90
  end
end

--- Many names in one function, with values that need variables.
local function crowd(c)
  local r = c.random
  local first
  for _ = 1, r:pick { 7, 8, 9 } do
    local names, values = {}, {}
    for i = 1, 13 do
      names[i] = ("c%d"):format(c.world.serial)
      values[i] = r:pick { "now.sum + 1", "now.luck + 1", "now.ply + 2" }
      c.world.serial = c.world.serial + 1
    end
    first = first or names[1]
    emit(c, "local %s = %s", table.concat(names, ", "), table.concat(values, ", "))
    statement.declare(c, names[r:from(1, 13)], "number", {})
  end
  emit(c, "local last%d = %s", c.world.serial, first)
end

--- The body of a function with a result of this type. "boolean?": at times it returns nothing.
local function body(c, result, deep)
  local r = c.random
  local from = #c.lines + 1
  c.result = result ~= "nothing" and (result == "boolean?" and "boolean" or result) or nil
  if r:often(70) then statement.some(c, deep or 2) end
  if r:often(3) and c.writes then crowd(c) end
  if r:often(15) then statement.some(c, deep or 2) end
  if c.result then
    local falls = result == "boolean?" or (r:often(8) and result ~= "number" and result ~= "set")
    if falls and r:often(70) then
      emit(c, "if %s then return %s end", expression.condition(c, 1), expression.of(c, c.result, 2))
    elseif c.result == "number" and r:often(60) then
      emit(c, "return %s%s", expression.of(c, "number", r:from(1, 3)), statement.sum_of_names(c))
    else
      emit(c, "return %s", expression.of(c, c.result, r:from(1, 3)))
    end
  end
  if r:often(c.world.large) then pad(c, from) end
end

local function add_lines(world, c)
  for _, line in ipairs(c.lines) do world.lines[#world.lines + 1] = line end
end

local function params_of(world, c, most)
  local r = world.random
  local names, types = {}, {}
  for i = 1, r:below(most + 1) do
    types[i] = r:weighed(PARAMS)
    names[i] = ("%s%d"):format(types[i]:sub(1, 1), world.serial)
    world.serial = world.serial + 1
    statement.declare(c, names[i], types[i],
      { nilable = types[i] ~= "number" and types[i] ~= "boolean" })
  end
  return names, types
end

local RESULTS = { 6, "number", 5, "boolean", 3, "zone", 2, "piece", 1, "seat", 3, "set", 2,
  "boolean?" }

local function add_function(world, f)
  world.functions[#world.functions + 1] = f
end

--- An ordinary function; with `writes`, a procedure.
local function plain_function(world, writes)
  local r = world.random
  local c = statement.scope(world, { writes = writes, nobody = true })
  local name = ("%s%d"):format(writes and "deed" or "fun", #world.functions)
  local result = writes and r:weighed { 5, "nothing", 3, "number", 1, "boolean", 1,
    "zone" } or r:weighed(RESULTS)
  local names, types = params_of(world, c, r:often(2) and 9 or 3)
  body(c, result)
  world:line("local function %s(%s)", name, table.concat(names, ", "))
  add_lines(world, c)
  world:line("end")
  add_function(world, { name = name, params = types, result = result, writes = writes })
end

--- A deed, at times a large one, whose result is certainly a thing.
local function sure_function(world)
  local r = world.random
  local n = #world.functions
  local seat = r:often(50)
  world:line("local function sure%d(n)", n)
  world:line("  now.sum = (now.sum + n) %% 90")
  for i = 1, r:pick { 0, 3, 40 } do world:line("  if n == %d then now.luck = %d end", i, i % 4) end
  world:line("  return %s", seat and "me()" or "box")
  world:line("end")
  add_function(world, { name = "sure" .. n, params = { "number" },
    result = seat and "seat" or "place", writes = true, me = seat })
end

--- A function with several results, a variable number of arguments, or that calls itself.
local function odd_function(world)
  local r = world.random
  local n = #world.functions
  local c = statement.scope(world, { nobody = true })
  local what = r:below(10)
  if what == 4 then
    world:line("local function again%d(n)", n)
    world:line("  if n <= 0 then return 0 end")
    world:line("  now.sum = (now.sum * 3 + n) %% 97")
    world:line("  return %s", r:pick { "now.sum + again%d(n - 1) * 2", "again%d(n - 1) - now.sum",
      "(again%d(n - 1) + now.sum) %% 50" }:format(n))
    world:line("end")
    world:line("local function told%d(n) return again%d(n %% 5) end", n, n)
    add_function(world, { name = "told" .. n, params = { "number" }, result = "number",
      writes = true })
  elseif what == 9 then -- nil, something, or no value at all, to what counts its arguments
    world:line("local function gone%d(n)", n)
    world:line("  if n %% 3 == 1 then return nil end")
    world:line("  if %s then return %s end", r:pick { "n % 3 == 2", "NO", "n > 9", "YES" },
      r:pick { "box", "SPOT" })
    world:line("end")
    world:line("local function counts%d(n)", n)
    world:line("  if n %% 4 > 0 then return n end")
    world:line("  %s", r:pick { "return count(gone%d(n // 4))",
      "note:emit(gone%d(n // 4)) return 1",
      "return type(gone%d(n // 4)) == 'nil' and 1 or 2",
      "put(top(SPOT), gone%d(n // 4)) return 3",
      "if step(gone%d(n // 4), WAYS[0]) then return 4 end return 5" }:format(n))
    world:line("end")
    add_function(world, { name = "counts" .. n, params = { "number" }, result = "number",
      writes = true })
  elseif what == 8 then
    world:line("local function spelt%d(a, t, b, u)", n)
    world:line("  if #tostring(a) > 0 and t == 'x' then now.luck = (a * 3 + b) %% 9 end")
    world:line("  if u == 'y' then now.none = b %% 4 end")
    world:line("end")
    world:line("local function spells%d(n) spelt%d(n, 'x', now.none, %s) end", n, n,
      r:pick { "'y'", "'z'", "nil" })
    add_function(world, { name = "spells" .. n, params = { "number" }, result = "nothing",
      writes = true })
  elseif what == 5 then
    world:line("local function lift%d(p, n)", n)
    world:line("  if n <= 0 then return %s end", r:pick { "p and 1 or 2", "p == nil and 7 or 3" })
    world:line("  return lift%d(p, n - 1)", n)
    world:line("end")
    world:line("local function lifts%d(n)", n)
    world:line("  local s = 0")
    local some = { "z", "step(z, WAYS[0])", "top(z)" }
    world:line("  for z in PART do s = s + lift%d(%s, n %% 3) end", n, r:pick(some))
    world:line("  for z in PART do s = s * 2 + lift%d(%s, n %% 3) end", n, r:pick(some))
    world:line("  return s")
    world:line("end")
    add_function(world, { name = "lifts" .. n, params = { "number" }, result = "number" })
  elseif what == 6 then
    world:line("local function maker%d(k) return function(n) return n * k + now.luck end end", n)
    world:line("local made%da, made%db = maker%d(%d), maker%d(%d)", n, n, n, r:from(-3, 3), n,
      r:from(4, 9))
    world:line("local function made%d(n) return made%da(n) * 10 + made%db(n) end", n, n, n)
    add_function(world, { name = "made" .. n, params = { "number" }, result = "number" })
  elseif what == 7 then
    world:line("local function falls%d(n)", n)
    statement.declare(c, "n", "number", {})
    world:line("  if %s then return 1", expression.condition(c, 1))
    world:line("  else")
    world:line("    if %s then return 2 end", expression.condition(c, 1))
    world:line("    local k = %s", expression.of(c, "number", 1))
    world:line("    if k > 1 then return k + 5 end")
    world:line("  end")
    world:line("  return 3")
    world:line("end")
    add_function(world, { name = "falls" .. n, params = { "number" }, result = "number" })
  elseif what == 0 then
    world:line("local function two%d(n, z)", n)
    statement.declare(c, "n", "number", {})
    statement.declare(c, "z", "zone", { nilable = true })
    emit(c, "if %s then return %s, %s end", expression.condition(c, 1), expression.of(c, "number",
      1), expression.of(c, "zone", 1))
    emit(c, "return %s%s", expression.of(c, "number", 2), r:often(80) and ", z" or "")
    add_lines(world, c)
    world:line("end")
    world:line("local function sum%d(n)", n)
    world:line("  local a, z = two%d(n, SPOT)", n)
    world:line("  local b = two%d(a, z)", n)
    world:line("  return a * 3 + b + count(z)%s", r:often(30) and (" + (two%d(n))"):format(n) or "")
    world:line("end")
    add_function(world, { name = "sum" .. n, params = { "number" }, result = "number" })
  elseif what == 1 then
    world:line("local function rest%d(a, ...)", n)
    world:line("  local b, d = ...")
    world:line("  return a + b%s", r:often(50) and " - d" or "")
    world:line("end")
    world:line("local function more%d(n) return rest%d(n, %s) end", n, n, r:pick { "3, 2", "3, n",
      "n, 4, 5", "n + 1, n" })
    add_function(world, { name = "more" .. n, params = { "number" }, result = "number" })
  elseif what == 2 then
    world:line("local function down%d(n, k)", n)
    statement.declare(c, "n", "number", {})
    statement.declare(c, "k", "number", {})
    emit(c, "if n <= 0 then return %s end", expression.of(c, "number", 1))
    emit(c, "if %s then return down%d(n - 2, k + 1) end", expression.of(c, "boolean", 1), n)
    emit(c, "return down%d(n - 1, %s) + %d", n, expression.of(c, "number", 1), r:from(0, 3))
    add_lines(world, c)
    world:line("end")
    world:line("local function start%d(n) return down%d(n %% %d, 0) end", n, n, r:pick { 4, 6, 9,
      40 })
    add_function(world, { name = "start" .. n, params = { "number" }, result = "number" })
  else
    world:line("local function deep%d(p, n)", n)
    statement.declare(c, "n", "number", {})
    statement.declare(c, "p", "piece", { nilable = true })
    emit(c, "if not p or n > %d then return %s end", r:from(3, 6), r:pick { "p", "nil",
      "kay and p" } == "nil" and "nil" or "p")
    emit(c, "return deep%d(below(p), n + 1)", n)
    add_lines(world, c)
    world:line("end")
    world:line("local function under%d(z) return deep%d(top(z), 0) end", n, n)
    add_function(world, { name = "under" .. n, params = { "zone" }, result = "piece" })
  end
end

local FOLDS = { number = { "min", "max", "+" }, boolean = { "and", "or" }, set = { "and", "or" } }

--- A query with amendments.
local function query(world)
  local r = world.random
  local c = statement.scope(world, { nobody = true })
  local name = ("query%d"):format(#world.functions)
  local result = r:weighed { 5, "number", 5, "boolean", 2, "set", 1, "zone" }
  local names, types = params_of(world, c, 2)
  for i, type in ipairs(types) do -- a query gets no sets
    if type == "set" then
      types[i] = "zone"
      for _, known in ipairs(c.names) do
        if known.name == names[i] then known.type = "zone" end
      end
    end
  end
  body(c, result, 1)
  world:line("--- Is asked.")
  for i, type in ipairs(types) do
    if type ~= "number" and type ~= "boolean" then world:line("---@param %s muster.%s?", names[i],
      type:sub(1, 1):upper() .. type:sub(2))
    else world:line("---@param %s %s", names[i], type == "number" and "integer" or "boolean") end
  end
  world:line("local %s = muster.query(function(%s)", name, table.concat(names, ", "))
  add_lines(world, c)
  world:line("end)")
  local f = { name = name, params = types, result = result, query = true }
  for _ = 1, r:weighed { 4, 0, 4, 1, 1, 2 } do
    local amended = statement.scope(world, { nobody = true })
    for i, param in ipairs(names) do
      statement.declare(amended, param, types[i],
        { nilable = types[i] ~= "number" and types[i] ~= "boolean" })
    end
    local folds = FOLDS[result]
    if folds and r:often(75) then
      body(amended, result, 1)
      world:line('%s:amend("%s", function(%s)', name, r:pick(folds), table.concat(names, ", "))
    elseif not f.replaced then
      f.replaced = true
      statement.declare(amended, "was", result, { nilable = result == "zone" })
      body(amended, result, 1)
      world:line("%s:amend(function(was%s%s)", name, #names > 0 and ", " or "", table.concat(names,
        ", "))
    else
      goto next
    end
    add_lines(world, amended)
    world:line("end)")
    ::next::
  end
  add_function(world, f)
  if #types == 0 and result ~= "set" then
    world.values[#world.values + 1] = name .. "()"
  elseif #types == 1 and types[1] == "number" then
    world.values[#world.values + 1] = ("%s(%d)"):format(name, r:from(-1, 5))
  end
end

local function once(world)
  local r = world.random
  local c = statement.scope(world, { nobody = true })
  local name = ("once%d"):format(#world.functions)
  local result = r:weighed { 4, "number", 3, "boolean", 4, "set", 2, "zone", 1, "piece" }
  body(c, result, r:pick { 1, 2 })
  world:line("local %s = muster.once(function()", name)
  add_lines(world, c)
  world:line("end)")
  add_function(world, { name = name, params = {}, result = result })
end

local function functions(world)
  local r = world.random
  for _ = 1, r:from(2, 7) do
    r:weighed { 5, function() plain_function(world, false) end, 4, function() plain_function(world,
      true) end,
      2, function() odd_function(world) end, 1, function() sure_function(world) end, 3,
        function() query(world) end, 3,
        function() once(world) end,
      3, function() extra.among(world) end }()
  end
end

--- Queries of functions that only read: what they return is compared.
local function answers(world)
  local r = world.random
  for i, f in ipairs(world.functions) do
    local number = #f.params == 1 and f.params[1] == "number"
    local value = f.result ~= "set" and f.result ~= "nothing" and f.result ~= "boolean?"
    if value and not f.writes and not f.query and (number or #f.params == 0) and r:often(60) then
      local param = number and "n" or ""
      world:line("local answer%d = muster.query(function(%s) return %s(%s) end)", i, param, f.name,
        param)
      world.values[#world.values + 1] = ("answer%d(%s)"):format(i, number and r:from(0, 5) or "")
    end
  end
end

-- ---- decisions ----------------------------------------------------------------------------------

local function decisions(world)
  local r = world.random
  world.decisions = {}
  local seat = "now.turn"
  if r:often(25) then seat = ("now.none > %d and 0 or now.turn"):format(r:below(3)) end
  local empty = r:often(40) and ", empty = function() pass() end" or ""
  world:line("local pass")
  world:line(
    'local turn = muster.decision { "turn", title = "turn", seat = function() return %s end%s }',
    seat, empty)
  if r:often(60) then
    world:line('local reply = muster.decision { "reply", title = "reply", seat = function()')
    local c = statement.scope(world, { nobody = true, args = 2 })
    emit(c, "if %s then return now.turn end", expression.condition(c, 1))
    emit(c, "return %d", r:below(world.seats))
    add_lines(world, c)
    world:line("end }")
    world.reply = true
  end
  if r:often(50) then
    world:line('local die = muster.decision { "die", title = "die", chance = true }')
    world.die = true
  end
  if r:often(30) then
    world:line('local mix = muster.decision { "mix", title = "mix", chance = true }')
    world.mix = true
  end
  if r:often(30) then
    world.bids = true
    local c = statement.scope(world, { nobody = true })
    statement.declare(c, "who", "seat", {})
    world:line('local bids = muster.decision { "bids", title = "bids", together = true,')
    if r:often(40) then
      world:line("  seats = function(who) return %s end,", expression.of(c, "boolean", 2))
    end
    world:line("  reveal = function()")
    local inner = statement.scope(world, { nobody = true, writes = true, indent = 2 })
    statement.some(inner, 1)
    add_lines(world, inner)
    world:line("    pop()")
    world:line("    pass()")
    world:line("  end }")
  end
  if r:often(35) then
    world.walk = true
    local c = statement.scope(world, { nobody = true, writes = true, indent = 1 })
    statement.some(c, 1)
    world:line('local walk = muster.step { "walk", run = function()')
    add_lines(world, c)
    world:line("  pop()")
    world:line("end }")
  end
  world:line("function pass()")
  world:line("  now.ply = now.ply + 1")
  world:line("  now.turn = (now.turn + 1) %% %d", world.seats)
  if r:often(40) then
    local c = statement.scope(world, { nobody = true, writes = true })
    statement.some(c, 1)
    add_lines(world, c)
  end
  world:line("  if now.ply > %d then over('late'%s) end", r:from(6, 40),
    world.seats > 1 and r:pick { "", ", now.sum % 2", ", 0, 1" } or "")
  world:line("end")
end

local function listeners(world)
  local r = world.random
  for _, event in ipairs { { "note", { "n" }, { "number" } }, { "thing", { "x" }, {} } } do
    if r:often(30) then
      local c = statement.scope(world, { nobody = true, writes = true })
      for i, name in ipairs(event[2]) do
        if event[3][i] then statement.declare(c, name, event[3][i], {}) end
      end
      emit(c, "if now.none > 0 then return end")
      emit(c, "now.none = 1")
      if not event[3][1] then
        emit(c, r:pick { "if x then now.luck = 3 else now.luck = 4 end",
          "local v = x and now.open if v == nil then now.luck = 1 else now.luck = 2 end" })
      end
      statement.some(c, 1)
      emit(c, "now.none = 0")
      world:line("%s:on(function(%s)", event[1], table.concat(event[2], ", "))
      add_lines(world, c)
      world:line("end)")
    end
  end
end

-- ---- moves --------------------------------------------------------------------------------------

--- A choice: the name is declared, the text gets a part.
local function choose(c, parts, names)
  local r = c.random
  local name = ("k%d"):format(#names + 1)
  local rule = r:often(60) and (', "R-%d", "choose %s"'):format(#names, name) or ""
  local what = r:weighed { 6, "set", 4, "range", 2, "letters", 3, "pieces", 1, "subsets" }
  local type = "zone"
  if what == "set" then
    emit(c, 'local %s = choose("%s", %s%s)', name, name, expression.of(c, "set", r:from(0, 2)),
      rule)
  elseif what == "range" then
    local to = r:weighed { 5, tostring(r:from(1, 5)), 3, ("%s %% 5, 4"):format(expression.of(c,
      "number", 1)),
      2, "now.none + 1", 1, ("math.min(%s, 6)"):format(expression.of(c, "number", 1)) .. ", 6" }
    emit(c, 'local %s = choose("%s", range(%d, %s)%s)', name, name, r:from(0, 1), to, rule)
    type = "number"
  elseif what == "letters" then
    emit(c, 'local %s = choose("%s", LETTERS%s%s)', name, name, r:often(30) and ":from(1, 2)" or "",
      rule)
    type = "number"
  elseif what == "pieces" then
    local where = r:pick { "hand[me()]", "hand[me()]", "deck", "SPOT", "box" }
    emit(c, 'local %s = choose("%s", pieces(%s)%s)', name, name, where, rule)
    type = "piece"
  else
    emit(c, 'local %s = choose("%s", subsets(hand[me()])%s)', name, name, rule)
    type = "subset"
  end
  names[#names + 1] = { name = name, type = type }
  parts[#parts + 1] = ("{%s}"):format(name)
  if type ~= "subset" then statement.declare(c, name, type, { fixed = true, nilable = false }) end
end

local function need(c)
  local r = c.random
  local condition = expression.condition(c, r:from(1, 3))
  if r:often(40) then condition = ("%s or %s"):format(condition, expression.of(c, "boolean", 1)) end
  local n = c.world.serial
  c.world.serial = n + 1
  local why = r:weighed { 3, "", 5, (', "N-%d", "it is so"'):format(n),
    1, (', "N-%d", function() return "now " .. now.sum end'):format(n) }
  emit(c, "need(%s%s)", condition, why)
  if why ~= "" then c.world.rules[#c.world.rules + 1] = { id = ("N-%d"):format(n) } end
end

local LEGAL = { 5, "need", 4, "local", 3, "if", 2, "loop", 1, "assign", 1, "call" }

local function between(c)
  local r = c.random
  local what = r:weighed(LEGAL)
  if what == "need" then return need(c) end
  if c.world.askers and r:often(25) then
    local name = ("l%d"):format(c.world.serial)
    c.world.serial = c.world.serial + 1
    emit(c, "local %s = %s(%s)", name, r:pick(c.world.askers), expression.of(c, "number", 1))
    statement.declare(c, name, "number", {})
    return
  end
  local asks, told = c.asks, nil
  if what == "local" then
    local type = r:pick { "number", "number", "boolean", "zone", "piece", "set" }
    local name = ("l%d"):format(c.world.serial)
    c.world.serial = c.world.serial + 1
    emit(c, "local %s = %s", name, expression.of(c, type, r:from(1, 2)))
    statement.declare(c, name, type, { nilable = type ~= "number" and type ~= "boolean" })
  elseif what == "call" then
    emit(c, "local _ = %s", expression.of(c, "number", 2))
  else
    local name = ("l%d"):format(c.world.serial)
    c.world.serial = c.world.serial + 1
    emit(c, "local %s = %s", name, expression.of(c, "number", 1))
    statement.declare(c, name, "number", {})
    if what == "assign" then
      emit(c, "%s = %s", name, expression.of(c, "number", 2))
    elseif what == "if" then
      emit(c, "if %s then", expression.condition(c, 2))
      emit(c, "  %s = %s", name, r:often(40) and tostring(r:from(0, 4))
        or expression.of(c, "number", 2))
      if r:often(15) then emit(c, "  need(%s)", expression.of(c, "boolean", 1)) end
      if r:often(30) then
        emit(c, "  if %s then", expression.condition(c, 1))
        emit(c, "    %s = %d", name, r:from(0, 3))
        emit(c, "    need(%s)", expression.of(c, "boolean", 1))
        emit(c, "  end")
      end
      if r:often(40) then
        emit(c, "else")
        emit(c, "  %s = %s", name, r:pick { name .. " - 1", "2", "3" })
      end
      told = "%s > 2 or not now.open"
      emit(c, "end")
    else
      local kind = r:below(3)
      if kind == 0 then
        emit(c, "for i = %d, %s do", r:from(0, 2), r:pick { "3", "now.none + 3", "9", "now.luck" })
      elseif kind == 1 then
        emit(c, "for z in %s do", expression.of(c, "set", 1))
      else
        emit(c, "for i = 0, 9, %d do", r:from(2, 3))
      end
      emit(c, "  %s = %s + %s", name, name, r:pick { "1", "now.none",
        kind == 1 and "heat[z]" or "i" })
      if r:often(30) then emit(c, "  %s = %s * 2 - now.none * %s", name, name, name) end
      if r:often(30) then emit(c, "  if %s > %d then break end", name, r:from(2, 9)) end
      emit(c, "end")
      told = "%s %% 3 > 0 or now.open"
    end
    if told and r:often(50) then emit(c, "need(" .. told .. ")", name) end
  end
  c.asks = asks
end

--- The function of a move that asks; returns its choices.
local function legal(world, c, most)
  local r = world.random
  local parts, names = {}, {}
  local count = r:weighed { 3, 1, 3, 2, 1, 3 }
  for _ = 1, math.min(count, most) do
    if r:often(25) then between(c) end
    choose(c, parts, names)
    if r:often(50) then between(c) end
  end
  if r:often(40) then need(c) end
  return parts, names
end

--- The end of a move.
local function after(c)
  local r, world = c.random, c.world
  local ends = { 10, "pass()" }
  local function add(weight, text) ends[#ends + 1], ends[#ends + 2] = weight, text end
  if world.reply then
    add(3, ("push(reply, %s, %s)"):format(expression.of(c, "number", 1), expression.of(c, "number",
      1)))
  end
  if world.die then add(2, ("push(die, %s, %s)"):format(expression.of(c, "number", 1),
    expression.of(c, "number", 1))) end
  if world.mix then add(2, "push(mix)") end
  if world.bids then add(2, "push(bids)") end
  if world.walk then add(2, ("pass() push(walk, %s)"):format(expression.of(c, "number", 1))) end
  for _, push in ipairs(world.pushes or {}) do
    add(3, "pass() " .. push:format(expression.of(c, "number", 1)))
  end
  if world.reply and world.die then
    add(1, ("go(%s and turn or turn) pass()"):format(expression.of(c, "boolean", 1)))
  end
  emit(c, "%s", r:weighed(ends))
end

--- A kind of move at a decision.
local function move(world, index, decision, finish)
  local r = world.random
  local name = ("m%d"):format(index)
  local l = statement.scope(world, { asks = true, args = decision == "reply" and 2 or nil,
    indent = 2 })
  local parts, names, marks = {}, {}, {}
  local values = {}
  if decision == "turn" and r:often(15) and not world.graph then
    local from = expression.of(l, "set", 1)
    local first, one = r:pick(world.ways), expression.of(l, "set", 1)
    local second, other = r:pick(world.ways), expression.of(l, "set", 1)
    local more = second ~= first and (", { %s, %s }"):format(second, other) or ""
    emit(l, 'local k1, k2 = choose_step("k1", "k2", %s, { { %s, %s }%s }, "S-1", "step")',
      from, first, one, more)
    names = { { name = "k1", type = "zone" }, { name = "k2", type = "zone" } }
    parts = { "{k1}", "{k2}" }
    for _, n in ipairs(names) do statement.declare(l, n.name, "zone", { fixed = true }) end
    if r:often(50) then between(l) end
  elseif r:often(85) then
    parts, names = legal(world, l, 3)
  elseif r:often(60) then
    need(l)
  end
  for _, n in ipairs(names) do values[#values + 1] = n end
  local results = {}
  for i, n in ipairs(values) do results[i] = n.name end
  for i = 1, r:weighed { 6, 0, 2, 1, 1, 2 } do
    local type = r:pick { "number", "zone", "piece" }
    results[#results + 1] = expression.of(l, type, 1)
    values[#values + 1] = { name = ("v%d"):format(i), type = type, nilable = true }
  end
  if #results > 0 then emit(l, "return %s", table.concat(results, ", ")) end
  local a = statement.scope(world, { writes = true, args = l.args, indent = 2 })
  local args = {}
  for i, value in ipairs(values) do
    args[i] = value.name
    if value.type ~= "subset" then
      statement.declare(a, value.name, value.type, { nilable = value.type ~= "number",
        fixed = r:often(70) })
    end
  end
  for _, value in ipairs(values) do
    if value.type == "subset" then
      emit(a, "for p in chosen(hand[me()], %s) do", value.name)
      emit(a, "  %s", r:pick { "note:emit(level(p))", "put(p, deck)", "owner[p] = me()" })
      emit(a, "end")
    end
  end
  statement.some(a, 2)
  if r:often(world.large) then pad(a, 1) end
  if r:often(5) then crowd(a) end
  if r:often(70) then statement.some(a, 2) end
  if r:often(60) then statement.tell_names(a) end
  if r:often(10) then emit(a, 'if %s then over("won", %s) end', expression.of(a, "boolean", 2),
    "me()") end
  finish(a)
  if r:often(8) then marks[#marks + 1] = "secret = true" end
  if r:often(6) then marks[#marks + 1] = "reluctant = true" end
  if r:often(8) then marks[#marks + 1] = "noisy = true" end
  world:line('local %s = muster.move { "%s", at = %s, title = "%s", text = "%s%s",%s', name, name,
    decision, name:upper(), name,
    table.concat(parts, "-"), #marks > 0 and " " .. table.concat(marks, ", ") .. "," or "")
  if #l.lines > 0 then
    world:line("  legal = function()")
    add_lines(world, l)
    world:line("  end,")
  end
  world:line("  apply = function(%s)", table.concat(args, ", "))
  add_lines(world, a)
  world:line("  end }")
  world.moves[#world.moves + 1] = { name = name, names = names, decision = decision }
end

local function chance_moves(world)
  local r = world.random
  if world.die then
    local c = statement.scope(world, { nobody = true, writes = true, args = 2, indent = 2 })
    statement.declare(c, "pips", "number", { fixed = true })
    emit(c, "note:emit(pips)")
    statement.some(c, 1)
    emit(c, "pop()")
    emit(c, "pass()")
    world:line('muster.move { "fall", at = die, title = "Fall", text = "{pips}",')
    world:line('  legal = function() return choose("pips", range(1, %d)) end,', r:from(2, 6))
    if r:often(50) then
      local w = statement.scope(world, { nobody = true, args = 2 })
      statement.declare(w, "pips", "number", { fixed = true })
      world:line("  weight = function(pips) return 1 + %s %% %d end,", expression.of(w, "number",
        2), r:from(1, 9))
    end
    world:line("  apply = function(pips)")
    add_lines(world, c)
    world:line("  end }")
  end
  if world.mix then
    world:line('muster.move { "mixed", at = mix, title = "Mixed", text = "{n}",')
    world:line('  legal = function() return choose("n", sample) end,')
    world:line("  apply = function(n)")
    world:line("    shuffle(deck, n)")
    local c = statement.scope(world, { nobody = true, writes = true, indent = 2 })
    statement.some(c, 1)
    add_lines(world, c)
    world:line("    if count(deck) > 0 then put(top(deck), hand[%d]) end", r:below(world.seats))
    world:line("    pop()")
    world:line("    pass()")
    world:line("  end }")
  end
end

--- A function about a move, whose parameters are some of its choices.
local function about(world, m, result)
  local r = world.random
  local c = statement.scope(world, { indent = 2 })
  local names = {}
  for _, name in ipairs(m.names) do
    if name.type ~= "subset" and r:often(60) then
      names[#names + 1] = name.name
      statement.declare(c, name.name, name.type, { fixed = true })
    end
  end
  local text = ("function(%s) return %s end"):format(table.concat(names, ", "), expression.of(c,
    result, 2))
  return text
end

local function permissions(world)
  local r = world.random
  for _, m in ipairs(world.moves) do
    if r:often(15) then
      world:line('%s:forbid("F-%s", "forbidden", %s)', m.name, m.name, about(world, m, "boolean"))
    end
    if r:often(12) and #world.rules > 0 then
      local names = m.names -- the rule may come before all choices
      m.names = {}
      world:line('%s:permit("%s", %s)', m.name, r:pick(world.rules).id, about(world, m, "boolean"))
      m.names = names
    end
    if r:often(6) and m.decision == "turn" then
      local names = m.names
      if not r:often(world.risk) then m.names = {} end
      world:line('%s:oblige("O-%s", "due", %s)', m.name, m.name, about(world, m, "boolean"))
      m.names = names
    end
  end
end

local function moves(world)
  local r = world.random
  world.moves, world.rules = {}, {}
  for i = 1, r:from(2, 4) do move(world, i, "turn", after) end
  if r:often(60) then
    world:line(
      'muster.move { "rest", at = turn, title = "Rest", text = "rest", apply = pass }')
  end
  if world.reply then
    for i = 11, r:from(11, 12) do
      move(world, i, "reply", function(c)
        emit(c, "pop()")
        emit(c, "pass()")
      end)
    end
  end
  if world.bids then
    move(world, 21, "bids", function() end)
  end
  if r:often(25) then extra.windows(world) end
  chance_moves(world)
  permissions(world)
end

-- ---- the whole ----------------------------------------------------------------------------------

local function set_up(world)
  local r = world.random
  world:line("muster.setup(function()")
  world:line("  local n = 0")
  world:line("  for p in pieces(box) do")
  world:line("    n = n + 1")
  world:line("    owner[p] = n %% %d", world.seats)
  world:line("    if n %% 5 == %d then put(p, deck)", r:below(5))
  world:line("    elseif n %% 5 == %d then put(p, hand[n %% %d])", r:below(5), world.seats)
  world:line("    elseif n %% 7 > 0 then put(p, SPOTS[n %% %d]) end", world.spots)
  world:line("  end")
  if not world.graph then
    world:line("  for z in zones - occupied() do")
    world:line("    if (column(z) * 3 + row(z)) %% %d == 0 and top(box) then put(top(box), z) end",
      r:from(2, 5))
    world:line("  end")
  end
  world:line("  now.turn = 0")
  if r:often(50) then
    local c = statement.scope(world, { nobody = true, writes = true })
    statement.some(c, 1)
    add_lines(world, c)
  end
  world:line("  go(turn)")
  world:line("end)")
end

local function extras(world)
  local r = world.random
  if r:often(12) then
    local c = statement.scope(world, { nobody = true, writes = true })
    statement.some(c, 0)
    world:line("muster.after_setup(function()")
    add_lines(world, c)
    world:line("end)")
  end
  if r:often(10) then
    local c = statement.scope(world, { nobody = true, writes = true })
    world:line("muster.after_ply(function()")
    emit(c, "if now.ply %% 3 == 1 and heat[SPOT] ~= now.ply %% 10 then")
    emit(c, "  heat[SPOT] = now.ply %% 10")
    emit(c, "  note:emit(%s)", expression.of(c, "number", 2))
    emit(c, "end")
    add_lines(world, c)
    world:line("end)")
  end
  if r:often(30) then
    local c = statement.scope(world, { nobody = true })
    statement.declare(c, "viewer", "seat", {})
    c.result = "number"
    statement.some(c, 1)
    emit(c, "return %s", expression.of(c, "number", 2))
    world:line("muster.worth(function(viewer)")
    add_lines(world, c)
    world:line("end)")
  end
  if r:often(20) and not world.graph then
    world:line(
      'muster.scene(require("muster.board").scene { marks = { "A", "B" }, names = { "A", "B" } })')
  end
  if r:often(20) then world:line('muster.repetition("turn")') end
  if r:often(6) then world:line('muster.without("late")') end
end

return function(seed)
  local r = random.new(seed)
  local world = new_world(r)
  world.risk = r:weighed { 5, 0, 4, 3, 2, 12 }
  world.large = r:weighed { 5, 0, 3, 10, 1, 40 }
  world.odd = r:weighed { 4, 4, 3, 15, 1, 40 }
  world.serial = 1
  world.functions, world.called, world.values = {}, {}, {}
  functions(world)
  answers(world)
  decisions(world)
  listeners(world)
  moves(world)
  extras(world)
  set_up(world)
  if r:often(20) then extra.second(world) end
  for _, value in ipairs(world.values) do world:line("--? %s", value) end
  world:line("--@ seed %d", seed)
  return table.concat(world.lines, "\n") .. "\n"
end
