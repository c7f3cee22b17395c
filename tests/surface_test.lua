-- Checks that rules are Lua functions and nothing else. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/surface_test.lua [--self-test]
-- S1 No string holds rule text: in lua/, share/, tests/ and in the Lua blocks of the documents.
-- S2 Every rule function compiles, in every ruleset, but for those listed below with their reasons.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local ROOT = shell.ROOT

-- "file: part of the reason" of rules that run as Lua; at most ten.
local AS_LUA = {
  { "lua/warline/recruiting.lua", "an element of this table", "runs when a recruit is stored" },
  { "lua/warline/recruiting/state.lua", "ipairs", "runs when a recruit is stored" },
  { "lua/warline/tactical/victory.lua", "a number that may be nil", "runs when a battle may end" },
}

-- Words of rule files: a string that calls one is rule text.
local WORDS = {}
for word in ([[occupied tops near shift flood only column row step top below level place kind count
  known pieces subsets chosen need choose choose_step range possible me arg push pop over put insert
  carry shuffle position_key seen remember owner emit]]):gmatch("%S+") do WORDS[word] = true end

-- Is the string an expression or effects? Sentences have blanks before their parentheses.
local function is_rule_text(text)
  if text:find("[{\"]op[\"}]") then return false end -- a request of the protocol
  for word, arguments in text:gmatch("([%a_][%w_]*)(%b())") do
    if WORDS[word] and not arguments:find("[.!?]%s") then return true end
  end
  return text:find("^%s*let%s+[%a_]+%s*=") ~= nil
    or text:find("^%s*if%s.+%sthen%s.+%selse%s") ~= nil
end

-- The strings of Lua source, each with its line: quoted ones and long ones, without comments. What
-- a spec asks by `value(...)` is no rule: it reads one position, as at the prompt.
local function strings(source)
  local list, at = {}, 1
  local function line_of(position) return select(2, source:sub(1, position):gsub("\n", "")) + 1 end
  while true do
    local from = source:find("[%-%[\"']", at)
    if not from then return list end
    local comment = source:match("^%-%-()", from)
    local open, body = source:match("^%[(=*)%[()", comment or from)
    if open then
      local close = source:find("]" .. open .. "]", body, true) or #source
      if not comment then list[#list + 1] = { line_of(from), source:sub(body, close - 1) } end
      at = close + 2 + #open
    elseif comment then
      at = source:find("\n", comment, true) or #source + 1
    elseif source:find("^[\"']", from) then
      local quote, stop = source:sub(from, from), from + 1
      local asks = source:sub(math.max(1, from - 12), from - 1):find("%f[%w]values?%($")
      while stop <= #source and source:sub(stop, stop) ~= quote do
        stop = stop + (source:sub(stop, stop) == "\\" and 2 or 1)
      end
      if not asks then list[#list + 1] = { line_of(from), source:sub(from + 1, stop - 1) } end
      at = stop + 1
    else
      at = from + 1
    end
  end
end

local faults = 0
local function fault(text, ...)
  faults = faults + 1
  io.stderr:write(text:format(...), "\n")
end

local function check_source(path, source, first)
  for _, string in ipairs(strings(source)) do
    if is_rule_text(string[2]) then
      fault("%s:%d: rule text in a string; write a function: %s", path, first + string[1] - 1,
        string[2]:gsub("\n.*", " ..."))
    end
  end
end

local function files(pattern)
  local list = shell.capture("cd " .. shell.quoted(ROOT) .. " && git ls-files -- " .. pattern)
  return list:gmatch("[^\n]+")
end

local function check_texts()
  for path in files("'lua/*.lua' 'share/*.lua' 'tests/corpus/*.lua' 'tests/rules/*.lua'") do
    local source = not path:find("^lua/meta/") and shell.read(ROOT .. "/" .. path)
    if source then check_source(path, source, 1) end
  end
  for path in files("'*.md'") do
    local text = shell.read(ROOT .. "/" .. path) or ""
    for at, block in text:gmatch("\n()```lua[^\n]*(\n.-)\n```") do
      check_source(path, block, select(2, text:sub(1, at):gsub("\n", "")) + 1)
    end
  end
end

local function excused(path, reason)
  for _, known in ipairs(AS_LUA) do
    if path == known[1] and reason:find(known[2], 1, true) then return true end
  end
  return false
end

local function check_notes()
  if #AS_LUA > 10 then fault("the list of rules that run as Lua has more than ten entries") end
  for path in files("'rulesets/*.ini'") do
    local output = shell.capture(shell.quoted(shell.BIN) .. " check --path auto --notes --quiet "
      .. shell.quoted(ROOT .. "/" .. path) .. " 2>&1")
    local NOTE = "(%S+%.lua):(%d+):%d+: note: runs as Lua[^:]*: ([^\n]*)"
    for file, line, reason in output:gmatch(NOTE) do
      if not excused(file, reason) then
        fault("%s: %s:%s: a rule runs as Lua: %s", path, file, line, reason)
      end
    end
  end
end

if arg[1] == "--self-test" then
  check_source("planted.lua", [==[
local a = "top(step(zone, way)) == none"        -- found
muster.move { "x", apply = "put(card, box)" }   -- found
local why = "a battalion (of any kind) must lie on top"
local n = [[let p = top(box)
  put(p, cell)]]                                -- found
-- "put(top(box), cell)" in a comment
local request = '{"op":"play","move":"put(a)"}'
]==], 1)
  print(("surface: %d of 3 planted texts are found"):format(faults))
  os.exit(faults == 3 and 0 or 1)
end

check_texts()
check_notes()
print(("surface: %d faults"):format(faults))
os.exit(faults == 0 and 0 or 1)
