-- Checks who includes whom in engine/: run in the source root, `lua5.4 tests/tools/floors.lua`.
-- A file includes its own library or a lower one, written "library/file.h", and only some see the
-- headers of other people's libraries. Prints `file:line: what was found; what was expected`;
-- status 1 if any.
-- With --self-test it plants violations in a scratch folder and fails unless each one is found.

-- The libraries in link order: each sees itself and those before it. The program is on top.
local FLOORS = { "core", "system", "kit", "host", "lang", "rulesets", "search", "author", "faces",
  "lab", "server", "main.c" }
local HEIGHT = {}
for height, floor in ipairs(FLOORS) do HEIGHT[floor] = height end

-- From here on files see the library through its public headers alone.
local DOOR = HEIGHT.faces

-- Rooms of the faces that must not include each other.
local STRANGERS = { protocol = { terminal = true, screen = true } }

-- Headers of other libraries, and who may include them: a library, a room of one, or one file.
local GUARDED = {
  ["lua.h"] = { "host", "lang", "author/script.c" },
  ["lauxlib.h"] = { "host", "author/script.c" },
  ["lualib.h"] = { "host", "author/script.c" },
  ["luaconf.h"] = { "host" },
  ["lua.hpp"] = {},
  ["sodium.h"] = { "system/chance.c" },
  ["ini.h"] = { "rulesets/ini.c" },
  ["jansson.h"] = { "host", "rulesets", "author", "faces", "lab", "server" },
  ["jansson_config.h"] = {},
  ["curses.h"] = { "faces/screen/curses.c", "faces/screen/restore.c" },
  ["term.h"] = { "faces/screen/restore.c" },
  ["seccomp.h"] = { "system/jail.c" },
  ["libwebsockets.h"] = { "server/web.c", "server/web_http.c", "server/web_socket.c" },
  ["zlib.h"] = { "server/web_deflate.c" },
  ["zstd.h"] = { "server/store_archive.c" },
  ["sqlite3.h"] = { "server/store.c" },
}

-- The library of a file, and its room: the first folder, and the second if there are two.
local function floor_of(path)
  return path:match("^[^/]+")
end

local function room_of(path)
  return path:match("^[^/]+/([^/]+)/") or floor_of(path)
end

-- All that the core includes of others: headers of C11 without files, time, threads and locales.
local CORE = {}
for name in ([[assert ctype errno inttypes limits stdalign stdarg stdatomic stdbool stddef stdint
  stdio stdlib string]]):gmatch("%a%w*") do CORE[name .. ".h"] = true end

local function allowed(places, floor, path)
  for _, place in ipairs(places) do
    if place == floor or place == path then return true end
  end
  return false
end

-- The fault of including `name` in `path` (below engine/), or nil. `exists(file)` says
-- whether a file below engine/ is there.
local function own_fault(path, name, exists)
  local floor, target = floor_of(path), name:match("^([^/.]+)/[%w_/]+%.h$")
  if name == "muster.h" or name:match("^muster/%w+%.h$") then
    return not exists("include/" .. name) and
      ('"%s": there is no such file in engine/include/'):format(name) or nil
  end
  if not target then
    return ('"%s" names no library; expected "library/file.h"'):format(name)
  elseif not HEIGHT[target] then
    return ('"%s": there is no library \'%s\'; expected one of %s'):format(
      name, target, table.concat(FLOORS, ", ", 1, HEIGHT[floor]))
  elseif HEIGHT[floor] >= DOOR and HEIGHT[target] < DOOR then
    return ('"%s" lies below the library\'s door; expected "muster.h" or "muster/file.h"'):format(
      name)
  elseif HEIGHT[target] > HEIGHT[floor] then
    return ('"%s" lies above \'%s\'; expected one of %s'):format(
      name, floor, table.concat(FLOORS, ", ", 1, HEIGHT[floor]))
  elseif STRANGERS[room_of(path)] and STRANGERS[room_of(path)][room_of(name)] then
    return ('"%s": \'%s\' and \'%s\' do not know each other'):format(name, room_of(path),
      room_of(name))
  elseif not exists(name) and not exists((name:gsub("%.h$", ".cmake"))) then -- nor one that is made
    return ('"%s": there is no such file in engine/'):format(name)
  end
  return nil
end

local function guarded_fault(path, name, quoted)
  local places = GUARDED[name]
  if not quoted and floor_of(path) == "core" and not CORE[name] and not name:find("/") then
    return ("<%s> may not be included in the core; expected a header of C11"):format(name)
  end
  if not places then
    if not quoted and HEIGHT[name:match("^([^/]+)/") or ""] then
      return ('<%s> is our own; expected "%s"'):format(name, name)
    end
    return nil
  end
  if quoted then return ('"%s" is not ours; expected <%s>'):format(name, name) end
  if allowed(places, floor_of(path), path) then return nil end
  return ("<%s> may not be included here; expected only in: %s"):format(
    name, #places > 0 and table.concat(places, ", ") or "no file")
end

-- The faults of one file, as a list of { line = number, text = string }.
local function check_text(path, text, exists)
  local faults, number = {}, 0
  for line in (text .. "\n"):gmatch("(.-)\n") do
    number = number + 1
    local rest = line:match("^%s*#%s*include%s*(.*)$")
    if rest then
      local own, other = rest:match('^"([^"]*)"'), rest:match("^<([^>]*)>")
      local fault
      if own then
        fault = guarded_fault(path, own, true) or own_fault(path, own, exists)
      elseif other then
        fault = guarded_fault(path, other, false)
      else
        fault = 'an include of something else; expected "library/file.h" or <header.h>'
      end
      if fault then faults[#faults + 1] = { line = number, text = fault } end
    end
  end
  return faults
end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

local function shell_quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The C files below `engine`, sorted, without `engine/` in front.
local function list_files(engine)
  local pipe = assert(io.popen("cd " .. shell_quoted(engine) ..
    " && find . -type f \\( -name '*.c' -o -name '*.h' \\)"))
  local files = {}
  for name in pipe:lines() do files[#files + 1] = name:gsub("^%./", "") end
  assert(pipe:close(), "the files of " .. engine .. " cannot be listed")
  table.sort(files)
  return files
end

-- Check the tree whose C lies in `engine`. Returns the faults as lines and the number of files.
local function check_tree(engine)
  local reports, files = {}, list_files(engine)
  local function exists(name) return read(engine .. "/" .. name) ~= nil end
  local function report(path, line, text)
    reports[#reports + 1] = ("%s/%s:%d: %s"):format(engine, path, line, text)
  end
  local function check_public(path) -- it must serve without the rest
    local number = 0
    for line in (read(engine .. "/" .. path) .. "\n"):gmatch("(.-)\n") do
      number = number + 1
      local own = line:match('^%s*#%s*include%s*"(.-)"')
      if line:find('^%s*#%s*include%s*[^<%s]') and own ~= "muster.h" then
        report(path, number, "the public header stands alone; expected <header.h>")
      end
    end
  end
  for _, path in ipairs(files) do
    local floor = floor_of(path)
    if floor == "include" then
      check_public(path)
    elseif not HEIGHT[floor or ""] then
      report(path, 1, "belongs to no library; expected a folder of " .. table.concat(FLOORS, ", "))
    else
      for _, fault in ipairs(check_text(path, read(engine .. "/" .. path), exists)) do
        report(path, fault.line, fault.text)
      end
    end
  end
  return reports, #files
end

-- ---- self-test ----------------------------------------------------------------------------------

-- path, text, and the faults expected: for each its line and a part of its message.
local PLANTED = {
  { "core/base.h", '#include "muster.h"\n#include <stdio.h>\n' },
  { "core/clock.c", "#include <time.h>\n", { 1, "in the core" } },
  { "host/sets.h", '#include "core/base.h"\n#include "host/sets.h"\n' },
  { "faces/tools/main.c",
    '#include "muster.h"\n#include "faces/scene/s.h"\n#include <jansson.h>\n' },
  { "faces/scene/s.h", "" },
  { "faces/scene/s.c", '#include "faces/scene/made.h"\n' },
  { "faces/scene/made.cmake", "" },
  { "faces/tools/below.c", '#include "search/ai.h"\n', { 1, "below the library's door" } },
  { "search/ai.h", "// #include <lua.h>\n" },
  { "host/lua.c", "#include <lua.h>\n#include <lauxlib.h>\n#include <jansson.h>\n" },
  { "rulesets/ini.c", "#include <ini.h>\n#include <jansson.h>\n" },
  { "kit/up.c", '\n#include "lang/hook.h"\n', { 2, "lies above 'kit'" } },
  { "lang/hook.h", '#include "rulesets/ini.h"\n', { 1, "lies above 'lang'" } },
  { "core/up.c", '#  include  "faces/tools/x.h" // why\n', { 1, "lies above 'core'" } },
  { "faces/protocol/p.c", '#include "faces/terminal/t.h"\n', { 1, "do not know each other" } },
  { "lang/code/bare.c", '#include "hook.h"\n', { 1, "names no library" } },
  { "lang/code/dots.c", '#include "../host/sets.h"\n', { 1, "names no library" } },
  { "lang/code/none.c", '#include "stat/board.h"\n', { 1, "there is no library 'stat'" } },
  { "lang/code/gone.c", '#include "host/gone.h"\n', { 1, "no such file" } },
  { "lang/code/angle.c", "#include <host/sets.h>\n", { 1, 'expected "host/sets.h"' } },
  { "lang/code/macro.c", "#include HEADER\n", { 1, "something else" } },
  { "rulesets/lua.c", "\n\n#include <lua.h>\n", { 3, "<lua.h> may not be included here" } },
  { "author/script.c", "#include <lua.h>\n#include <lauxlib.h>\n#include <lualib.h>\n" },
  { "author/other.c", "#include <lua.h>\n", { 1, "only in: host, lang, author/script.c" } },
  { "faces/tools/aux.c", "#include <lauxlib.h>\n#include <lualib.h>\n",
    { 1, "<lauxlib.h> may not" }, { 2, "<lualib.h> may not" } },
  { "host/quoted.c", '#include "lua.h"\n', { 1, "expected <lua.h>" } },
  { "rulesets/other.c", "#include <ini.h>\n", { 1, "expected only in: rulesets/ini.c" } },
  { "search/json.c", "#include <jansson.h>\n", { 1, "expected only in: host, rulesets, author" } },
  { "include/muster.h", "#include <stdint.h>\n" },
  { "include/muster/util.h", '#include "muster.h"\n' },
  { "faces/tools/gone.c", '#include "muster/gone.h"\n', { 1, "no such file in engine/include" } },
  { "include/more.h", '#include "core/base.h"\n', { 1, "stands alone" } },
  { "edge/x.c", "", { 1, "belongs to no library" } },
}

local function plant(engine)
  for _, planted in ipairs(PLANTED) do
    local path = engine .. "/" .. planted[1]
    assert(os.execute("mkdir -p " .. shell_quoted(path:match("^(.*)/"))))
    local file = assert(io.open(path, "wb"))
    file:write(planted[2])
    file:close()
  end
end

-- Remove from `reports` the one that begins with `place` and holds `part`; false if there is none.
local function take(reports, place, part)
  for i, line in ipairs(reports) do
    if line:sub(1, #place) == place and line:find(part, 1, true) then
      table.remove(reports, i)
      return true
    end
  end
  return false
end

-- Compare what was reported with what was planted; returns the differences as lines.
local function compare(engine, reports)
  local wrong = {}
  for _, planted in ipairs(PLANTED) do
    for i = 3, #planted do
      local place = ("%s/%s:%d: "):format(engine, planted[1], planted[i][1])
      if not take(reports, place, planted[i][2]) then
        wrong[#wrong + 1] = "not found: " .. place .. planted[i][2]
      end
    end
  end
  for _, line in ipairs(reports) do wrong[#wrong + 1] = "not planted: " .. line end
  return wrong
end

local function self_test()
  local scratch = os.tmpname()
  os.remove(scratch)
  local engine = scratch .. "/engine"
  plant(engine)
  local done, reports = pcall(check_tree, engine)
  os.execute("rm -rf " .. shell_quoted(scratch))
  if not done then error(reports, 0) end
  return compare(engine, reports)
end

-- ---- command ------------------------------------------------------------------------------------

if arg[1] == "--self-test" then
  local wrong = self_test()
  for _, line in ipairs(wrong) do print(line) end
  print(#wrong == 0 and "floors: every planted fault is found" or "floors: the check is broken")
  os.exit(#wrong == 0 and 0 or 1)
end

local reports, count = check_tree(arg[1] or "engine")
for _, line in ipairs(reports) do print(line) end
if count == 0 then print("floors: there are no C files; run it in the source root") end
if #reports == 0 and count > 0 then print(("floors: %d files in order"):format(count)) end
os.exit(#reports == 0 and count > 0 and 0 or 1)
