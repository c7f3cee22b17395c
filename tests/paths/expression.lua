--- Random expressions of a type. The scope `c` of an expression lists what may be used there:
--- c.world, c.random, c.names (what is in scope: { name, type, nilable, fixed }), c.writes (may it
--- write?), c.nobody (is there perhaps nobody to move?), c.args (numbers of the frame), c.risk
--- (percent of what may fail, or be nil where that matters).
local expression = {}

local of = {} -- type -> alternatives: { weight, function(c, d) ... }

local function any(c, type, d)
  local list = d > 0 and of[type] or of[type .. " leaf"]
  return c.random:weighed(list)(c, d - 1)
end

--- An expression of this type, at most `d` deep.
function expression.of(c, type, d) return any(c, type, d) end

local function number(c, d) return any(c, "number", d) end
local function boolean(c, d) return any(c, "boolean", d) end
local function set(c, d) return any(c, "set", d) end

--- A thing as an argument or an index. There a captured thing may stand as well: it is a number,
--- and so no alternative of `and` and `or`.
local function argument(c, type, d)
  local captured = c.world.constants[type]
  if type == "zone" and c.random:often(8) then
    return ("SPOTS[%s %% %d]"):format(any(c, "number", d > 0 and d - 1 or 0),
      c.world.spots + (c.random:often(c.risk) and 1 or 0))
  end
  if captured and c.random:often(25) then return c.random:pick(captured) end
  return any(c, type, d)
end
local function zone(c, d) return argument(c, "zone", d) end
local function piece(c, d) return argument(c, "piece", d) end
local function seat(c, d) return argument(c, "seat", d) end
local function place(c, d) return argument(c, "place", d) end

-- ---- what is in scope ---------------------------------------------------------------------------

--- Names of a type; with `firm`, those that are never nil.
local function names_of(c, type, firm)
  local found, hidden = {}, {}
  for i = #c.names, 1, -1 do
    local name = c.names[i]
    if name.type == type and not (firm and name.nilable) and not hidden[name.name] then
      found[#found + 1] = name.name
    end
    hidden[name.name] = true
  end
  return found
end

local function name_of(c, type, firm)
  local found = names_of(c, type, firm)
  return #found > 0 and c.random:pick(found) or nil
end

local function constant_of(c, type)
  local found = c.world.constants[type]
  return found and c.random:pick(found)
end

local function field_of(c, type, holder)
  local found = {}
  for _, field in ipairs(c.world.fields) do
    if field.type == type and (not holder or field.of == holder) then found[#found + 1] = field end
  end
  return #found > 0 and c.random:pick(found) or nil
end

local function fact_of(c, type)
  local found = {}
  for _, fact in ipairs(c.world.facts) do
    if fact.type == type then found[#found + 1] = fact end
  end
  return #found > 0 and c.random:pick(found) or nil
end

local HOLDERS = { zone = zone, piece = piece, seat = seat }

--- field[thing], or now.fact.
local function fact(c, type, d)
  local field = field_of(c, type)
  if field and (d >= 0 and c.random:often(60)) then
    return ("%s[%s]"):format(field.name, HOLDERS[field.of](c, d))
  end
  local found = fact_of(c, type)
  return found and found.name
end

--- The call of a function of the world with this result, or nil.
local function call(c, type, d)
  local found = {}
  for _, f in ipairs(c.world.functions or {}) do
    if f.result == type and (c.writes or not f.writes) and not (f.me and c.nobody) then
      found[#found + 1] = f
    end
  end
  if c.locals then
    for _, f in ipairs(c.locals) do
      if f.result == type then found[#found + 1] = f end
    end
  end
  if #found == 0 then return nil end
  local f = c.random:pick(found)
  c.world.called[f.name] = true
  local args = {}
  for i, param in ipairs(f.params) do args[i] = any(c, param, d) end
  return ("%s(%s)"):format(f.name, table.concat(args, ", "))
end

-- ---- functions in place -------------------------------------------------------------------------

--- function(x) return ... end over something; the body may have statements.
local function over(c, type, result, d)
  local name = c.fresh(c, type == "number" and "i" or type:sub(1, 1))
  c.names[#c.names + 1] = { name = name, type = type, fixed = true }
  local before = ""
  if c.writes and c.random:often(12) then
    before = c.random:often(50) and "now.sum = (now.sum + 1) % 50 " or "note:emit(7) "
  elseif c.random:often(12) then
    before = ("if %s then return %s end "):format(boolean(c, 1), any(c, result, 1))
  elseif c.random:often(6) then
    before = ("local v = %s "):format(number(c, 1))
  end
  local text = ("function(%s) %sreturn %s end"):format(name, before, any(c, result, d))
  c.names[#c.names] = nil
  return text
end

local function pile(c, d)
  if c.random:often(20) then
    local a = c.random:weighed { 3, "0", 3, "1", 2, "now.luck", 1, "-2" }
    return ("range(%s, %s)"):format(a, c.random:often(70) and tostring(c.random:from(0, 9))
      or number(c, d)), "number"
  end
  return ("pieces(%s)"):format(place(c, d)), "piece"
end

local function method(c, what, result, d)
  if c.random:often(60) then
    return ("(%s):%s(%s)"):format(set(c, d), what, over(c, "zone", result, d))
  end
  local of_what, type = pile(c, d)
  return ("%s:%s(%s)"):format(of_what, what, over(c, type, result, d))
end

-- ---- numbers ------------------------------------------------------------------------------------

local function small(c) return tostring(c.random:from(0, 9)) end

local ENDS = { "math.mininteger", "math.maxinteger", "(math.mininteger + 1)", "4611686018427387904",
  "2147483648", "(-2147483649)", "65536", "(-1)", "63", "64" }

local function safe_index(c, count, d) return ("%s %% %d"):format(number(c, d), count) end

of["number leaf"] = {
  10, small,
  14, function(c) return name_of(c, "number") or small(c) end,
  12, function(c) return fact_of(c, "number").name end,
  2, function(c) return constant_of(c, "number") end,
  1, function() return "seats" end,
  2, function(c) return c.args and ("arg(%d)"):format(c.random:from(1, c.args)) or small(c) end,
  1, function(c) return c.random:often(c.risk) and c.random:pick(ENDS) or small(c) end,
  2, function(c) return ("#%s"):format(constant_of(c, "set") or "zones") end,
}

of.number = {
  20, function(c) return any(c, "number", 0) end,
  10, function(c, d)
    return ("(%s %s %s)"):format(number(c, d), c.random:pick { "+", "-", "*", "+", "-" },
      number(c, d))
  end,
  3, function(c, d) return ("(%s %s %s)"):format(number(c, d), c.random:pick { "//", "%" },
    c.random:pick { "2", "3", "5", "-3", "7" }) end,
  2, function(c, d) -- divisions, guarded and not
    local by, op = name_of(c, "number") or "now.none", c.random:pick { "//", "%" }
    if c.random:often(c.risk * 2) then return ("(%s %s %s)"):format(number(c, d), op, by) end
    if c.random:often(50) then return ("(%s > 0 and %s %s %s or %s)"):format(by, number(c, d), op,
      by, small(c)) end
    return ("(%s %s (%s %% 3 + 1))"):format(number(c, d), op, number(c, d))
  end,
  1, function(c, d) return ("(%s %s -1)"):format(
    c.random:often(c.risk * 3) and "math.mininteger" or number(c, d), c.random:pick { "//",
      "%" }) end,
  2, function(c, d) return ("(%s %s %s)"):format(number(c, d), c.random:pick { "&", "|" },
    number(c, d)) end,
  1, function(c, d) return ("(%s << %s)"):format(number(c, d), c.random:pick { "1", "3", "31", "32",
    "62", "63" }) end,
  1, function(c, d) return ("(%s)"):format(c.random:pick { "-%s", "~%s", "- -%s" }):format(number(c,
    d)) end,
  4, function(c, d)
    return ("math.%s(%s, %s%s)"):format(c.random:pick { "min", "max" }, number(c, d), number(c, d),
      c.random:often(20) and ", " .. number(c, d) or "")
  end,
  1, function(c, d) return ("math.abs(%s)"):format(number(c, d)) end,
  5, function(c, d) return ("(%s and %s or %s)"):format(boolean(c, d), number(c, d),
    number(c, d)) end,
  8, function(c, d) return fact(c, "number", d) end,
  3, function(c, d) return ("count(%s)"):format(place(c, d)) end,
  3, function(c, d)
    if c.world.graph and not c.random:often(c.risk) then return number(c, d) end
    return ("%s(%s)"):format(c.random:pick { "column", "row" }, zone(c, d))
  end,
  2, function(c, d) return ("level(%s)"):format(piece(c, d)) end,
  4, function(c, d) return ("#(%s)"):format(set(c, d)) end,
  1, function(c, d) return ("#pieces(%s)"):format(place(c, d)) end,
  3, function(c, d) return method(c, "tally", "boolean", d) end,
  2, function(c, d) return method(c, "sum", "number", d) end,
  3, function(c, d)
    local t = c.random:pick { "PRICE", "GAIN", "LIST", "HOLES" }
    if t == "PRICE" then
      return ("PRICE[%s]"):format(safe_index(c, c.random:often(c.risk) and 4 or 3, d)) end
    if t == "GAIN" then return ("GAIN[%s]"):format(safe_index(c, c.random:often(c.risk) and 11 or 9,
      d)) end
    if t == "LIST" then return ("LIST[%s + %d]"):format(safe_index(c, 3, d),
      c.random:often(c.risk) and 2 or 1) end
    return ("(HOLES[(%s + now.sum) %% 8] or %s)"):format(number(c, d), small(c))
  end,
  1, function(c, d) return ("RECORDS[%s].cost"):format(safe_index(c,
    c.random:often(c.risk) and 3 or 2, d)) end,
  1, function(c, d) -- a thing as a number
    if not c.random:often(c.risk * 4) then return small(c) end
    return ("(%s %s %s)"):format(c.random:often(50) and piece(c, d) or zone(c, d),
      c.random:pick { "+", "-", "*" }, small(c))
  end,
  1, function(c) return c.nobody and small(c) or ("(me() + %s)"):format(small(c)) end,
  8, function(c, d) return call(c, "number", d) or number(c, d) end,
  1, function(c) return c.writes and call(c, "number", 0) and ("(%s + %s)"):format(name_of(c,
    "number") or "now.sum",
    call(c, "number", 0)) or small(c) end,
  1, function() return "position_key() % 100" end,
}

-- ---- truths -------------------------------------------------------------------------------------

of["boolean leaf"] = {
  6, function(c) return name_of(c, "boolean") or "now.open" end,
  5, function(c) return fact_of(c, "boolean").name end,
  2, function(c) return c.random:pick { "true", "false", "YES", "NO" } end,
  8, function(c) return ("(%s %s %s)"):format(any(c, "number", 0), c.random:pick { "<", ">", "==",
    "~=", "<=", ">=" },
    any(c, "number", 0)) end,
}

local SAME = { "==", "~=" }

of.boolean = {
  12, function(c) return ("(%s)"):format(any(c, "boolean", 0)) end,
  10, function(c, d)
    return ("(%s %s %s)"):format(number(c, d), c.random:pick { "<", ">", "==", "~=", "<=", ">=" },
      number(c, d))
  end,
  6, function(c, d) return ("(%s %s %s)"):format(boolean(c, d), c.random:pick { "and", "or" },
    boolean(c, d)) end,
  3, function(c, d) return ("(not %s)"):format(boolean(c, d)) end,
  5, function(c, d)
    local type = c.random:pick { "zone", "piece", "seat", "place" }
    return ("(%s %s %s)"):format(any(c, type, d), c.random:pick(SAME), any(c, type, d))
  end,
  6, function(c, d)
    local type = c.random:pick { "zone", "piece", "seat", "place" }
    return ("(%s %s nil)"):format(any(c, type, d), c.random:pick(SAME))
  end,
  2, function(c, d) return ("(kind(%s) %s %s)"):format(piece(c, d), c.random:pick(SAME),
    constant_of(c, "kind")) end,
  5, function(c, d) return ("(%s)[%s]"):format(set(c, d), zone(c, d)) end,
  2, function(c, d) return ("(%s %s %s)"):format(set(c, d), c.random:pick(SAME), set(c, d)) end,
  6, function(c, d) return fact(c, "boolean", d) end,
  3, function(c, d) return method(c, c.random:pick { "some", "every" }, "boolean", d) end,
  1, function(c, d) return ("known(%s)"):format(piece(c, d)) end,
  1, function() return "seen(position_key())" end,
  2, function(c, d) return ("FLAGS[%s]"):format(safe_index(c, c.random:often(c.risk) and 4 or 3,
    d)) end,
  1, function(c, d) return ("RECORDS[%s].free"):format(safe_index(c, 2, d)) end,
  6, function(c, d) return call(c, "boolean", d) or boolean(c, d) end,
  2, function(c, d) return call(c, "boolean?", d) and ("(%s %s %s)"):format(call(c, "boolean?", d),
    c.random:pick(SAME),
    c.random:pick { "nil", "false", "true" }) or boolean(c, d) end,
  3, function(c, d) -- nil, false and what lies between
    local type = c.random:pick { "zone", "piece", "seat" }
    return c.random:pick {
      ("((%s and %s) == %s)"):format(boolean(c, d), boolean(c, d), c.random:pick { "false", "nil",
        "true" }),
      ("((%s and %s) == nil)"):format(boolean(c, d), any(c, type, d)),
      ("((%s and %s) == %s)"):format(any(c, type, d), boolean(c, d), c.random:pick { "false",
        "nil" }),
      ("((%s or %s) ~= false)"):format(boolean(c, d), boolean(c, d)),
      ("(%s == %s)"):format(boolean(c, d), c.random:pick { "false", "true" }),
      ("(not %s == %s)"):format(any(c, type, d), boolean(c, d)),
      ("((%s or nil) == nil)"):format(boolean(c, d)),
      ("((%s or false) == false)"):format(boolean(c, d)),
    }
  end,
  1, function(c, d) -- what is read outside of a table
    if not c.random:often(c.risk * 4) then return boolean(c, d) end
    return c.random:pick {
      ("(PRICE[%s] == %s)"):format(number(c, d), c.random:pick { "0", "nil", "5" }),
      ("(HOLES[%s] == %s)"):format(number(c, d), c.random:pick { "0", "nil", "4" }),
      ("(FLAGS[%s] == %s)"):format(number(c, d), c.random:pick { "nil", "false" }),
      ("(place(%s) == nil)"):format(number(c, d)),
      ("(kind(%s) == nil)"):format(number(c, d)),
      ("(hand[%s] == nil)"):format(number(c, d)),
      ("(SPOTS[%s] == nil)"):format(number(c, d)),
    }
  end,
}

--- A condition: a truth, or a thing that may be nil.
function expression.condition(c, d)
  if c.random:often(20) then return any(c, c.random:pick { "zone", "piece", "seat", "place" },
    d) end
  return boolean(c, d)
end

-- ---- things -------------------------------------------------------------------------------------

--- A thing of this type that is never nil; or nil. As an argument it may be captured.
local function firm(c, type, captured)
  return name_of(c, type, true) or (type == "seat" and not c.nobody and "me()")
    or (captured and (type == "place" and "box" or type == "zone" and "SPOT" or type == "piece"
      and c.world.named and "kay")) or nil
end

--- A thing that is chosen between two.
local function chosen(c, type, d)
  local one = firm(c, type)
  if one and c.random:often(50) then
    return ("(%s and %s or %s)"):format(boolean(c, d), one, any(c, type, d))
  end
  return ("(%s %s)"):format(any(c, type, d), ("or %s"):format(any(c, type, d)))
end

local function guarded(c, type, d)
  return ("(%s and %s)"):format(expression.condition(c, d), any(c, type, d))
end

local function way(c, d)
  if c.random:often(60) then return c.random:pick(c.world.ways) end
  return ("WAYS[%s]"):format(safe_index(c, #c.world.ways, d))
end

of["zone leaf"] = {
  10, function(c) return name_of(c, "zone") or "now.spot" end,
  4, function() return "now.spot" end,
  2, function() return "only(SPOT):first()" end,
}
of.zone = {
  14, function(c) return any(c, "zone", 0) end,
  5, function(c, d) return ("step(%s, %s)"):format(zone(c, d), way(c, d)) end,
  3, function(c, d) return c.world.graph and any(c, "zone", d) or ("at(%s, %s)"):format(number(c,
    d), number(c, d)) end,
  3, function(c, d) return ("(%s):first()"):format(set(c, d)) end,
  3, function(c, d) return ("(%s):pick(%s)"):format(set(c, d), over(c, "zone", "boolean", d)) end,
  4, function(c, d) return fact(c, "zone", d) end,
  2, function(c, d) return chosen(c, "zone", d) end,
  1, function(c, d) return guarded(c, "zone", d) end,
  4, function(c, d) return call(c, "zone", d) or any(c, "zone", d) end,
}

of["piece leaf"] = {
  10, function(c) return name_of(c, "piece") or ("top(%s)"):format(any(c, "zone", 0)) end,
  4, function(c) local f = fact_of(c, "piece") return f and f.name or "top(deck)" end,
  1, function() return "top(box)" end,
}
of.piece = {
  10, function(c) return any(c, "piece", 0) end,
  8, function(c, d) return ("top(%s)"):format(place(c, d)) end,
  2, function(c, d) return ("below(%s)"):format(piece(c, d)) end,
  2, function(c, d) return ("piece_at(%s, %s)"):format(place(c, d), number(c, d)) end,
  2, function(c, d) return ("pieces(%s):first()"):format(place(c, d)) end,
  3, function(c, d) return ("pieces(%s):pick(%s)"):format(place(c, d), over(c, "piece", "boolean",
    d)) end,
  3, function(c, d) return fact(c, "piece", d) or any(c, "piece", d) end,
  1, function(c, d) return chosen(c, "piece", d) end,
  1, function(c, d) return guarded(c, "piece", d) end,
  3, function(c, d) return call(c, "piece", d) or any(c, "piece", d) end,
}

of["seat leaf"] = {
  10, function(c) return name_of(c, "seat") or (c.nobody and "owner[top(SPOT)]" or "me()") end,
  6, function(c) return c.nobody and (fact_of(c, "seat") or { name = "owner[top(SPOT)]" }).name
    or "me()" end,
  3, function(c) return c.world.turn_is_seat and "now.turn" or "owner[top(box)]" end,
}
of.seat = {
  12, function(c) return any(c, "seat", 0) end,
  6, function(c, d) return ("owner[%s]"):format(piece(c, d)) end,
  3, function(c, d) return fact(c, "seat", d) or any(c, "seat", 0) end,
  1, function(c, d) return chosen(c, "seat", d) end,
  1, function(c, d) return guarded(c, "seat", d) end,
  2, function(c, d) return call(c, "seat", d) or any(c, "seat", 0) end,
}

--- Containers of a seat take a seat that is there.
local function container(c)
  local found = c.random:pick(c.world.places)
  if not found.per_seat and c.random:often(50) then return found.name end
  if not found.per_seat then found = c.world.places[1] end
  return ("%s[%s]"):format(found.name, firm(c, "seat") or "0")
end

--- The place of a seat.
local function of_seat(c)
  return ("%s[%s]"):format(c.world.places[1].name, firm(c, "seat") or "0")
end

of["place leaf"] = {
  6, function(c) return name_of(c, "place") or of_seat(c) end,
  6, of_seat,
  4, function(c) return any(c, "zone", 0) end,
  2, function() return "place(top(box))" end,
}
of.place = {
  8, function(c) return any(c, "place", 0) end,
  8, function(c, d) return any(c, "zone", d) end,
  3, function(c, d) return ("place(%s)"):format(piece(c, d)) end,
  2, function(c, d) return fact(c, "place", d) or of_seat(c) end,
  1, function(c, d) return chosen(c, "place", d) end,
}

of["kind leaf"] = { 1, function(c) return constant_of(c, "kind") end }
of.kind = {
  3, function(c) return constant_of(c, "kind") end,
  1, function(c, d) return ("kind(%s)"):format(piece(c, d)) end,
}

-- ---- sets ---------------------------------------------------------------------------------------

of["set leaf"] = {
  4, function(c) return name_of(c, "set") or "PART" end,
  3, function(c) return constant_of(c, "set") end,
  3, function() return "occupied()" end,
  3, function(c) return ("tops(%s)"):format(constant_of(c, "kind")) end,
  2, function() return "zones" end,
  1, function() return "nothing" end,
}
of.set = {
  12, function(c) return any(c, "set", 0) end,
  6, function(c, d) return ("(%s %s %s)"):format(set(c, d), c.random:pick { "|", "&", "-", "&" },
    set(c, d)) end,
  2, function(c, d) return ("~(%s)"):format(set(c, d)) end,
  4, function(c, d) return ("tops(%s, %s)"):format(any(c, "kind", d), seat(c, d)) end,
  3, function(c, d) return ("near(%s)"):format(c.random:often(50) and zone(c, d) or set(c, d)) end,
  2, function(c, d) return ("shift(%s, %s)"):format(set(c, d), way(c, d)) end,
  2, function(c, d) return ("flood(%s, %s)"):format(c.random:often(50) and zone(c, d) or set(c, d),
    set(c, d)) end,
  2, function(c, d) return ("ray(%s, %s, %s)"):format(c.random:often(50) and zone(c, d) or set(c,
    d), way(c, d), set(c, d)) end,
  3, function(c, d) return ("only(%s)"):format(zone(c, d)) end,
  3, function(c, d) return ("(%s):where(%s)"):format(set(c, d), over(c, "zone", "boolean", d)) end,
  2, function(c, d) return ("heat:where(%s)"):format(number(c, d)) end,
  2, function(c, d) return ("PARTS[%s]"):format(safe_index(c, c.random:often(c.risk) and 5 or 4,
    d)) end,
  2, function(c, d) return ("(%s and %s or %s)"):format(boolean(c, d), set(c, d), set(c, d)) end,
  4, function(c, d) return call(c, "set", d) or any(c, "set", 0) end,
}

--- A value for a field: within its range but for a share of `c.risk`.
function expression.value(c, field, d)
  if field.type == "number" then
    if c.random:often(c.risk) then return number(c, d) end
    if c.random:often(20) then return tostring(c.random:from(math.max(field.min, -50),
      math.min(field.max, 50))) end
    local text = ("%s %% %d"):format(number(c, d), field.max - field.min + 1)
    return field.min ~= 0 and ("%s + %d"):format(text, field.min) or text
  elseif field.type == "boolean" then
    return boolean(c, d)
  end
  return c.random:often(15) and "nil" or any(c, field.type, d)
end

expression.container = container
expression.firm = firm
expression.call = call
return expression
