--- The words of a spec file: describe, it, equal, ok. Matches come from the program (specs.c),
--- which calls this file with its own functions and gets the runner back.
---
--- Nothing of one `it` is left for the next: a ruleset or a start named in a `describe` is loaded
--- again for each `it` below it, one named in an `it` ends with it.
local engine, expect = ...

local path, scopes = {}, { {} } -- names of the describes around, what each says of the match
local counts = { specs = 0, failed = 0, assertions = 0 }
local file, inside, asserted = "", false, 0

local function show(value, depth)
  if type(value) == "string" then return ("%q"):format(value) end
  if type(value) ~= "table" or depth > 3 then return tostring(value) end
  local keys, parts = {}, {}
  for i, item in ipairs(value) do parts[i] = show(item, depth + 1) end
  for key in pairs(value) do
    if not (math.type(key) == "integer" and value[key] ~= nil and key >= 1 and key <= #parts) then
      keys[#keys + 1] = key
    end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = tostring(key) .. " = " .. show(value[key], depth + 1)
  end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local function report(sentence, message)
  counts.failed = counts.failed + 1
  local names = table.concat(path, ", ")
  local at = message:match("^[^\n]-:%d+:") and "" or file .. ": "
  message = message:gsub("%s+$", ""):gsub("\n", "\n    ")
  io.write(("FAILED %s: %s\n    %s%s\n"):format(names, sentence, at, message))
end

-- The message with the line of the spec file, wherever the error came from.
local function place(message)
  message = type(message) == "string" and message or show(message, 0)
  message = message:gsub("^%S*tests/lib/spec%.lua:%d+: ", "")
  if message:sub(1, #file + 1) == file .. ":" then return message end
  for level = 2, 30 do
    local info = debug.getinfo(level, "Sl")
    if not info then break end
    if info.short_src == file then return ("%s:%d: %s"):format(file, info.currentline, message) end
  end
  return message
end

-- Load the innermost ruleset and begin the innermost start again.
local function prepare()
  local rules, begin
  for _, scope in ipairs(scopes) do
    if scope.rules then rules, begin = scope.rules, nil end
    begin = scope.begin or begin
  end
  engine.close()
  if rules then engine.ruleset(rules[1], rules[2]) end
  if begin then engine.start(begin[1], begin[2]) end
end

local function enter(fn)
  scopes[#scopes + 1] = {}
  local done, message = xpcall(fn, place)
  scopes[#scopes] = nil
  return done, message
end

--- A group of specs about one thing; what `fn` says of ruleset and start holds for all of them.
---@param name string
---@param fn fun()
function describe(name, fn)
  assert(not inside, "describe is inside an it")
  path[#path + 1] = name
  local done, message = enter(fn)
  if not done then report("(outside of any spec)", message) end
  path[#path] = nil
end

--- One behaviour: `sentence` says it, `fn` proves it with at least one equal, ok or refused.
---@param sentence string
---@param fn fun()
function it(sentence, fn)
  assert(not inside, "it is inside an it")
  inside, asserted = true, 0
  counts.specs = counts.specs + 1
  local done, message = enter(function()
    prepare()
    fn()
  end)
  inside = false
  counts.assertions = counts.assertions + asserted
  if not done then
    report(sentence, message)
  elseif asserted == 0 then
    report(sentence, "asserts nothing")
  end
end

--- `a` and `b` are alike; tables are compared item by item.
---@param a any
---@param b any
---@param msg? string
function equal(a, b, msg)
  asserted = asserted + 1
  if same(a, b) then return end
  msg = msg and msg .. ": " or ""
  error(("%sexpected %s, found %s"):format(msg, show(b, 0), show(a, 0)), 2)
end

--- `cond` holds.
---@param cond any
---@param msg? string
function ok(cond, msg)
  asserted = asserted + 1
  if not cond then error(msg or "expected something true", 2) end
  return cond
end

--- The ruleset to play: a name in rulesets/ or a path, with settings.
---@param name string
---@param settings? table<string, string|number|boolean>
function ruleset(name, settings)
  scopes[#scopes].rules = { name, settings }
  if inside then scopes[#scopes].begin = nil end
  engine.ruleset(name, settings)
end

--- Begin a match: from a position line, or nil for the game's own beginning; a seed decides chance.
---@param position? string
---@param seed? integer
function start(position, seed)
  scopes[#scopes].begin = { position, seed }
  engine.start(position, seed)
end

local function only_inside(name, fn)
  return function(...)
    assert(inside, name .. " stands outside of an it")
    return fn(...)
  end
end

for _, name in ipairs { "play", "undo" } do _G[name] = only_inside(name, engine[name]) end
for _, name in ipairs { "legal", "position", "state", "events", "perft", "explain", "scene",
  "worth" } do
  _G[name] = engine[name]
end

--- The message with which a move is refused; fails if it is legal.
---@param move string
---@return string message
function refused(move)
  asserted = asserted + 1
  local message = engine.refused(move)
  if not message then error(("'%s' is legal, and should be refused"):format(move), 2) end
  return message
end

--- The value of an expression, as a rule could contain it: a number, true or false, or a text as in
--- JSON. It only reads.
---@param expression string
---@return integer|boolean|string
function value(expression)
  local text = engine.eval(expression)
  if text == "true" or text == "false" then return text == "true" end
  return math.tointeger(text) or text
end

-- The error for a misspelt word lists those that there are.
local words = {}
for name, thing in pairs(_G) do
  if type(thing) == "function" and debug.getinfo(thing, "S").short_src:find("spec%.lua$") then
    words[#words + 1] = name
  end
end
for name in pairs(engine) do
  if rawget(_G, name) == engine[name] then words[#words + 1] = name end
end
table.sort(words)
setmetatable(_G, { __index = function(_, name)
  error(("unknown name '%s'; the words of a spec are %s"):format(tostring(name),
    table.concat(words, " ")), 2)
end })

local cases = expect(engine, { describe = describe, it = it, equal = equal, ok = ok })

local function run(name)
  file = name
  scopes[1] = {}
  local chunk, message = loadfile(name)
  local before, failed = counts.specs, counts.failed
  if chunk then
    local done, returned = xpcall(chunk, place)
    if done and type(returned) == "table" and returned.load then
      done, returned = xpcall(cases, place, name, returned)
    end
    message = not done and returned or nil
  end
  if message then
    report("(the file)", message)
  elseif counts.specs == before and counts.failed == failed then
    report("(the file)", "holds no spec")
  end
end

return run, counts
