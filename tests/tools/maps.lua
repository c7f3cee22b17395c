-- Checks that the files which comments and documents name exist: run in the source root,
-- `lua5.4 tests/tools/maps.lua`. Looks at the comments of C files and at the documents; a name is a
-- path, or the end of one. Prints `file:line: what was named`; status 1 if any is missing.
-- With --self-test it plants names in a scratch text and fails unless the wrong ones are found.

-- Files of others, or made by the build.
local ELSEWHERE = { ["native_texts.c"] = true, ["lua.h"] = true, ["a.c"] = true }

-- The contents of a folder of the tree: every path, and each of its ends.
local function list_tree()
  local ends = {}
  local pipe = assert(io.popen("find . -name '.?*' -prune -o -name node_modules -prune -o " ..
    "-path './build*' -prune -o -print"))
  for path in pipe:lines() do
    local rest = path:gsub("^%./", "")
    while rest do
      ends[rest] = true
      rest = rest:match("^[^/]+/(.*)$")
    end
  end
  assert(pipe:close())
  return ends
end

-- Calls `found(name, line)` for each file that a text names.
local function each_name(text, found)
  local number = 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    for before, name in line:gmatch("()([%w_][%w_/-]*%.[ch])%f[^%w_.]") do
      local prior = line:sub(before - 1, before - 1)
      if not prior:match("[/.%%<*${}]") and not name:find("NAME") then found(name, number) end
    end
  end
end

-- The comments of a C text, with everything else blank, so that lines keep their numbers.
local function comments_of(text)
  local out, at = {}, 1
  while true do
    local from, to = text:find("/%*.-%*/", at)
    if not from then break end
    out[#out + 1] = text:sub(at, from - 1):gsub("[^\n]", "")
    out[#out + 1] = text:sub(from, to)
    at = to + 1
  end
  return table.concat(out)
end

-- The code in a document that is between backticks, with everything else blank.
local function quoted_of(text)
  local out = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do
    local names = {}
    for name in line:gmatch("`(engine/[^`%s]+)`") do names[#names + 1] = name end
    for name in line:gmatch("`(tests/[^`%s]+)`") do names[#names + 1] = name end
    out[#out + 1] = table.concat(names, " ")
  end
  return table.concat(out, "\n")
end

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

local function files(pattern)
  local list = {}
  local pipe = assert(io.popen("find " .. pattern .. " | sort"))
  for path in pipe:lines() do list[#list + 1] = path end
  pipe:close()
  return list
end

local function check_text(ends, path, text, faults)
  each_name(text, function(name, line)
    if not ends[name] and not ELSEWHERE[name] then
      faults[#faults + 1] = ("%s:%d: there is no file '%s'"):format(path, line, name)
    end
  end)
end

local ends = list_tree()
local faults = {}

if arg[1] == "--self-test" then
  local planted = "/* see core/match.h and\n * gone_forever.c */ int x; // \"no.c\""
  check_text(ends, "x.c", comments_of(planted), faults)
  check_text(ends, "x.md", quoted_of("`engine/core/match.h`, `engine/nowhere/match.h`"), faults)
  local found = table.concat(faults, "\n")
  local right = #faults == 2 and found:find("x.c:2: there is no file 'gone_forever.c'", 1, true) and
    found:find("x.md:1: there is no file 'engine/nowhere/match.h'", 1, true)
  print(right and "maps: the wrong names are found" or "maps: the check is broken:\n" .. found)
  os.exit(right and 0 or 1)
end

for _, path in ipairs(files("engine tests -name '*.[ch]'")) do
  check_text(ends, path, comments_of(read(path)), faults)
end
for _, path in ipairs(files("README.md CONTRIBUTING.md docs engine -name '*.md'")) do
  check_text(ends, path, quoted_of(read(path)), faults)
end
for _, fault in ipairs(faults) do print(fault) end
if #faults == 0 then print("maps: all files that are named exist") end
os.exit(#faults == 0 and 0 or 1)
