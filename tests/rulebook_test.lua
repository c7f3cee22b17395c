-- Checks that the rulebook keeps its word. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/rulebook_test.lua [RULESET ...]
-- For every ruleset found and every option of it, the rulebook with another value differs from the
-- one without in no paragraph but those that name this option; and a paragraph that names an option
-- differs with another of its values at least, where another is accepted. So `muster.rules` neither
-- hides what an option does nor claims what it does not. Besides, every paragraph names a line of a
-- file that is there.

local BIN = assert(os.getenv("MUSTER_BIN"), "MUSTER_BIN is not set")
local faults, toggled, untried = 0, 0, 0

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
      fault(name, "'%s' stands at '%s'", item.text, tostring(item.place))
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
  return { "a1", "f:c3", "c4 d4", "F:1" } -- a text
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

-- Texts that stand in one of two rulebooks alone, with the options that they name.
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

local function check_option(name, plain, option)
  local tried, changed = {}, {}
  for _, value in ipairs(values_of(option)) do
    local output, good = run("rules", quoted(name), "--set", quoted(option.name .. "=" .. value))
    if good then
      tried[#tried + 1] = value
      for _, item in ipairs(difference(plain, paragraphs(output))) do
        changed[item.text] = true
        if not item.options[option.name] then
          fault(name, "%s=%s changes a paragraph that does not name it: %s", option.name, value,
            item.text)
        end
      end
    end
  end
  for _, item in ipairs(plain) do
    if others(tried, item.options[option.name]) and not changed[item.text] then
      fault(name, "no value of %s changes the paragraph that names it: %s", option.name, item.text)
    end
  end
  toggled, untried = toggled + #tried, untried + (#tried == 0 and 1 or 0)
end

local function check_ruleset(name)
  local output, good = run("rules", quoted(name))
  if not good then return fault(name, "%s", output) end
  local plain = paragraphs(output)
  if #plain == 0 and not output:find("say nothing of the rules") then
    fault(name, "its rulebook has no paragraphs")
  end
  check_places(name, plain)
  for _, option in ipairs(options_of(name)) do check_option(name, plain, option) end
  print(("%s: %d paragraphs"):format(name, #plain))
end

local rulesets = { table.unpack(arg) }
if #rulesets == 0 then
  for path in io.popen("ls rulesets/*.ini"):lines() do rulesets[#rulesets + 1] = path end
end
for _, name in ipairs(rulesets) do check_ruleset(name) end
print(("%d rulesets, %d settings tried, %d options without one that fits, %d faults"):format(
  #rulesets, toggled, untried, faults))
os.exit(faults == 0 and toggled > 0)
