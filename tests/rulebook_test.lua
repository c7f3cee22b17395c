-- Checks that the rulebook keeps its word. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/rulebook_test.lua [all | own=WORD] [RULESET ...]
-- For rulesets found and every option of them, the rulebook with another value differs from the
-- one without in no paragraph but those that name this option; and a paragraph that names an option
-- differs with another of its values at least, where another is accepted. So `muster.rules` neither
-- hides what an option does nor claims what it does not. Besides, every paragraph names a line of a
-- file that is there.
--
-- With `own=WORD` only of options of sections, and modules, whose names end in WORD.
--
-- Over all rulesets: every option is named by some paragraph, but for those that are said below to
-- be silent; and a module that is switched on adds paragraphs of its own file and changes no other.

local BIN = assert(os.getenv("MUSTER_BIN"), "MUSTER_BIN is not set")
local faults, toggled, untried = 0, 0, 0
local all, only = arg[1] == "all", (arg[1] or ""):match("^own=(.*)$")

-- Options of which a rulebook says nothing, and why.
local SILENT = {
  ["battle_line.dealer"] = "whoever seats the players reads it; the rules never do",
}

-- Settings that a module needs to be switched on; paragraphs that name it may change too.
local BESIDE = {
  ["warline.alliances"] = { { "warline.sides", "2v2" } },
  ["warline.recruiting"] = { { "warline.mixed_kingdoms", "on" },
    { "warline.recruiting.ally_recruit", "on" } },
}

-- In how many rulesets an option, or a module, is tried: in those with the shortest and the longest
-- rulebooks first. With the argument `all`: in every one that knows it.
local RULESETS = 2

local function fault(where, text, ...)
  faults = faults + 1
  io.stderr:write(where, ": ", text:format(...), "\n")
end

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function run(...)
  local pipe = assert(io.popen(quoted(BIN) .. " " .. table.concat({ ... }, " ") .. " 2>&1", "r"))
  local output = pipe:read("a")
  return output, pipe:close() == true
end

-- The paragraphs of a rulebook, each with its chapter, without where it stands; and what they say
-- of options: { text, options = { key = value }, place }.
local function paragraphs(output)
  local list, chapter = {}, ""
  for line in output:gmatch("[^\n]+") do
    chapter = line:match("^##? (.*)$") or chapter
    local text, source = line:match("^(.*) %*%((.-)%)%*$")
    if text then
      local item = { text = chapter .. ": " .. text, options = {} }
      for part in source:gmatch("[^;]+") do
        local key, value = part:match("^%s*([%w_.]+) = (.*)$")
        if key then item.options[key] = value else item.place = part:match("^%s*(.*)$") end
      end
      list[#list + 1] = item
    end
  end
  return list
end

local function check_places(name, list)
  local lines = {}
  for _, item in ipairs(list) do
    local path, number = (item.place or ""):match("^(lua/[%w_/]+%.lua):(%d+)$")
    if not path then
      fault(name, "'%s' is at '%s'", item.text, tostring(item.place))
    else
      if not lines[path] then
        lines[path] = 0
        for _ in io.lines(path) do lines[path] = lines[path] + 1 end
      end
      if tonumber(number) > lines[path] then fault(name, "%s has no line %s", path, number) end
    end
  end
end

-- Values to try for an option, as `muster reference --ini` describes it.
local function values_of(option)
  local low, high = option.range:match("^(-?%d+) to (%d+)")
  if option.type == "on/off" then return { "on", "off" } end
  if option.type == "choice" then
    local list = {}
    for word in option.range:gmatch("[^, ]+") do list[#list + 1] = word end
    return list
  end
  if option.type == "whole number" then
    local default = tonumber(option.default)
    return { low, tostring(default + 1), tostring(default - 1), high }
  end
  if option.type == "whole numbers" then
    local count = tonumber(option.range:match("(%d+) of them"))
    return { low .. ("," .. low):rep(count - 1), high .. ("," .. high):rep(count - 1) }
  end
  if option.type == "size" then return { "5x6", "9x9" } end
  return { "a1", "f:c3", "c4 d4", "F:1", "Jc:traitor" } -- a text
end

local function options_of(name)
  local list = {}
  for line in run("reference --ini", quoted(name)):gmatch("[^\n]+") do
    local section, key, kind, default, range =
      line:match("^| ([%w_.]+) | ([%w_]+) | ([^|]-) | ([^|]-) | ([^|]-) |")
    if section and section ~= "Section" then
      list[#list + 1] = { name = section .. "." .. key, type = kind, default = default,
        range = range }
    end
  end
  return list
end

-- Texts in only one of two rulebooks, with the options that they name.
local function difference(a, b)
  local count, found = {}, {}
  for _, item in ipairs(a) do count[item.text] = (count[item.text] or 0) + 1 end
  for _, item in ipairs(b) do count[item.text] = (count[item.text] or 0) - 1 end
  for _, list in ipairs { a, b } do
    for _, item in ipairs(list) do
      if count[item.text] ~= 0 then found[#found + 1] = item end
    end
  end
  return found
end

-- Was anything tried but the value that is in force, if one is named at all?
local function others(tried, in_force)
  for _, value in ipairs(tried) do
    if in_force and value ~= in_force then return true end
  end
  return false
end

local named, known = {}, {} -- options that some paragraph names; all options

local function note_named(list)
  for _, item in ipairs(list) do
    for key in pairs(item.options) do named[key] = true end
  end
end

-- Where a module must be on for other values: the rulebook with it, or without it.
local function across_modules(option)
  local list = {}
  for module, settings in pairs(BESIDE) do
    for _, beside in ipairs(settings) do
      if beside[1] == option.name then
        list[1] = { "modules." .. module .. "=on", option.name .. "=" .. beside[2],
          value = beside[2] }
        list[2] = { "modules." .. module .. "=off", option.name .. "=" .. option.default,
          value = option.default }
        list.stem = "lua/" .. module:gsub("%.", "/")
      end
    end
  end
  return list
end

local function rulebook(name, settings)
  local parts = {}
  for i, setting in ipairs(settings) do parts[i] = "--set " .. quoted(setting) end
  local output, good = run("rules", "--sources", quoted(name), table.unpack(parts))
  return good and paragraphs(output)
end

local function is_of(item, stem)
  local path = (item.place or ""):match("^(lua/.*)%.lua:%d+$") or ""
  return path == stem or path:sub(1, #stem + 1) == stem .. "/"
end

local tries = {} -- of an option or a module, over all rulesets

local function wanted(key, section)
  tries[key] = tries[key] or 0
  if only and (section or key):sub(-#only) ~= only then return false end
  return all or tries[key] < RULESETS
end

local function check_option(name, plain, option)
  local tried, changed = {}, {}
  known[option.name] = true
  if not wanted(option.name, option.name:match("^(.*)%.")) then return end
  tries[option.name] = tries[option.name] + 1
  local function try(value, settings, stem)
    local other = rulebook(name, settings)
    if not other then return end
    tried[#tried + 1] = value
    note_named(other)
    for _, item in ipairs(difference(plain, other)) do
      changed[item.text] = true
      if not item.options[option.name] and not (stem and is_of(item, stem)) then
        fault(name, "%s=%s changes a paragraph that does not name it: %s", option.name, value,
          item.text)
      end
    end
  end
  for _, value in ipairs(values_of(option)) do try(value, { option.name .. "=" .. value }) end
  local across = across_modules(option)
  for _, settings in ipairs(across) do try(settings.value, settings, across.stem) end
  for _, item in ipairs(plain) do
    if others(tried, item.options[option.name]) and not changed[item.text] then
      fault(name, "no value of %s changes the paragraph that names it: %s", option.name, item.text)
    end
  end
  toggled, untried = toggled + #tried, untried + (#tried == 0 and 1 or 0)
end

-- ---- modules ------------------------------------------------------------------------------------

local modules = {} -- { name, path without .lua, requires: does it build on another? }

local function find_modules()
  for path in io.popen("find lua -name '*.lua' | LC_ALL=C sort"):lines() do
    local file = assert(io.open(path))
    local text = file:read("a")
    file:close()
    if text:find("\n[^\n-]*muster%.module ") and not path:find("^lua/meta/")
        and not path:find("^lua/muster/") then
      local stem = path:match("^(.*)%.lua$")
      modules[#modules + 1] = { name = stem:match("^lua/(.*)$"):gsub("/", "."), stem = stem,
        requires = text:find("requires = ", 1, true) ~= nil }
    end
  end
end

-- Off and on: a difference comes from the module, or from settings that it needs.
local function check_module(name, module)
  local settings, beside = { "modules." .. module.name .. "=on" }, {}
  for i, setting in ipairs(BESIDE[module.name] or {}) do
    settings[i + 1], beside[setting[1]] = setting[1] .. "=" .. setting[2], true
  end
  if not wanted(module.name) and (only or not BESIDE[module.name]) then return end
  local off = rulebook(name, { "modules." .. module.name .. "=off" })
  local on = off and rulebook(name, settings)
  if not on then return end
  tries[module.name], toggled, module.tried = (tries[module.name] or 0) + 1, toggled + 2, true
  note_named(on)
  for _, item in ipairs(difference(off, on)) do
    local own, told = is_of(item, module.stem), false
    for key in pairs(item.options) do told = told or beside[key] end
    module.adds = module.adds or own
    if not own and not told then
      fault(name, "%s switched on or off changes a paragraph of another file: %s (%s)",
        module.name, item.text, tostring(item.place))
    end
  end
end

local function check_all()
  for _, module in ipairs(modules) do
    if module.requires and not module.tried then
      fault(module.name, "no ruleset could be loaded with it on and with it off")
    elseif module.requires and not module.adds then
      fault(module.name, "it adds nothing to the rulebook")
    end
  end
  for option in pairs(known) do
    if SILENT[option] and named[option] then
      fault(option, "it is said to be silent, and a paragraph names it")
    elseif not SILENT[option] and not named[option] then
      fault(option, "no paragraph of any rulebook names it")
    end
  end
  for option in pairs(SILENT) do
    if not known[option] then fault(option, "it is said to be silent, and no module has it") end
  end
end

local function check_ruleset(name)
  local output, good = run("rules", "--sources", quoted(name))
  if not good then return fault(name, "%s", output) end
  local plain = paragraphs(output)
  if #plain == 0 and not output:find("have no rulebook") then
    fault(name, "its rulebook has no paragraphs")
  end
  check_places(name, plain)
  note_named(plain)
  for _, module in ipairs(modules) do
    if module.requires then check_module(name, module) end
  end
  for _, option in ipairs(options_of(name)) do check_option(name, plain, option) end
  print(("%s: %d paragraphs"):format(name, #plain))
end

-- Rulesets by the length of their rulebooks: the shortest, the longest, the next ones ...
local function in_order(paths)
  local lengths, list = {}, {}
  for _, path in ipairs(paths) do lengths[path] = #(run("rules", "--sources", quoted(path))) end
  table.sort(paths, function(a, b)
    if lengths[a] ~= lengths[b] then return lengths[a] < lengths[b] end
    return a < b
  end)
  for i = 1, #paths do
    list[i] = i % 2 == 1 and paths[(i + 1) // 2] or paths[#paths + 1 - i // 2]
  end
  return list
end

find_modules()
local rulesets = { table.unpack(arg, (all or only) and 2 or 1) }
local whole = #rulesets == 0
if whole then
  for path in io.popen("ls rulesets/*.ini"):lines() do rulesets[#rulesets + 1] = path end
end
for _, name in ipairs(in_order(rulesets)) do check_ruleset(name) end
if whole then check_all() end
print(("%d rulesets, %d settings tried, %d options without one that fits, %d faults"):format(
  #rulesets, toggled, untried, faults))
os.exit(faults == 0 and toggled > 0)
