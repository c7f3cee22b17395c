-- Checks that the documents say what is so. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/docs_test.lua [--update] [FILE.md ...]
-- Every page gets a scratch folder with a copy of lua/, rulesets/ and share/, and what specs need;
-- its fenced blocks are taken in turn:
--   ```lua title=PATH, ini, text ...   is written to that file of the scratch folder
--   ```sh                              is run there; `status=N` is the exit status it must have
--                                      (0), `run=no` leaves it alone
--   ```text after ```sh                must be what it printed; `...` stands for any text of its
--                                      line, as a line of its own for any lines
-- With --update the text blocks after sh blocks and what is generated are written again. Besides:
-- links lead to files and headings, generated pages are as generated, and the first game and the
-- first kingdom end as those that ship.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local read, write, quoted = shell.read, shell.write, shell.quoted
local ROOT, BIN = shell.ROOT, shell.BIN
local PAGES = {
  "README.md", "docs/README.md", "docs/first-game.md", "docs/first-kingdom.md",
  "docs/first-card.md",
  "docs/designing.md", "docs/rules-in-lua.md", "docs/debugging-rules.md",
  "docs/moves.md", "docs/secrets.md", "docs/fair-deals.md", "docs/ini.md",
  "docs/protocol.md", "docs/running-a-server.md", "docs/screen.md", "CONTRIBUTING.md",
  "CHANGELOG.md",
  "docs/warline-tactical.md", "docs/warline-variants.md", "docs/warline-terrain.md",
  "docs/warline-kingdoms.md", "docs/warline-flaym.md", "docs/warline-frost.md",
  "docs/warline-sey.md", "docs/warline-timber.md", "docs/warline-blak.md",
  "docs/warline-dune.md", "docs/warline-alliances.md", "docs/warline-protocol.md",
  "docs/writing-kingdoms.md", "docs/writing-terrain.md", "docs/writing-variants.md",
  "docs/opponents.md", "docs/battle-line.md", "docs/fantasy-line-battle.md", "docs/notation.md",
  "docs/glossary.md", "docs/design.md",
  "docs/opponents.md", "docs/search.md", "docs/native.md", "docs/rule-files.md",
  "docs/first-scenario.md", "docs/scenarios.md", "docs/campaigns.md",
  "docs/puzzles.md", "docs/debugging-scenarios.md", "docs/gallery.md",
  "docs/laboratory.md", "docs/learning.md", "docs/solving.md",
  "docs/speed.md", "docs/lua-api.md", "docs/scene.md", "docs/planes.md",
  "docs/warline-reference.md",
  "docs/battle-line-reference.md" }

local faults = 0
local function fault(where, text, ...)
  faults = faults + 1
  io.stderr:write(where, ": ", select("#", ...) > 0 and text:format(...) or text, "\n")
end

-- Output (both streams) and exit status of shell commands in a folder.
local function run(folder, commands)
  local script = os.tmpname()
  write(script, "cd " .. quoted(folder) .. " || exit 99\nset -e\n" .. commands .. "\n")
  local output, status = shell.capture("sh " .. script)
  os.remove(script)
  if output ~= "" and output:sub(-1) ~= "\n" then output = output .. "\n" end
  return output, status
end

local function scratch_home()
  local home = shell.scratch_home()
  write(home .. "/muster", ("#!/bin/sh\nexport MUSTER_HOME=%s MUSTER_ROOT=%s\n"):format(
    quoted(home), quoted(home)) .. 'if [ "$1" = spec ]; then shift; exec ' .. quoted(shell.SPECS)
    .. ' "$@"; fi\nexec ' .. quoted(BIN) .. ' "$@"\n')
  run(home, "chmod +x muster")
  return home
end

-- ---- reading a page -----------------------------------------------------------------------------

---@return string[] lines, table[] blocks each {language, attributes, first, last, text}
local function read_page(path)
  local lines, blocks, block = {}, {}, nil
  for line in (read(ROOT .. "/" .. path) or ""):gmatch("([^\n]*)\n") do
    lines[#lines + 1] = line
    local info = line:match("^```(.*)$")
    if info and not block then
      block = { language = info:match("^%S*"), at = {}, first = #lines, page = path }
      for key, value in info:gmatch("([%w_]+)=(%S+)") do block.at[key] = value end
    elseif info then
      block.last = #lines
      block.text = table.concat(lines, "\n", block.first + 1, block.last - 1)
      if block.last > block.first + 1 then block.text = block.text .. "\n" end
      block.where = path .. ":" .. block.first
      blocks[#blocks + 1] = block
      block = nil
    end
  end
  if block then fault(path .. ":" .. block.first, "the block does not end") end
  return lines, blocks
end

-- Is `got` as `expected` says, where `...` stands for any text of its line, or for any lines?
local function alike(expected, got)
  local pattern, from = "^", 1
  for line, stop in expected:gmatch("([^\n]*\n)()") do
    if line == "...\n" then
      pattern = pattern .. ".-"
    else
      pattern = pattern .. line:gsub("%p", "%%%0"):gsub("%%%.%%%.%%%.", "[^\n]-")
    end
    from = stop
  end
  return from > #expected and got:match(pattern .. "$") ~= nil
end

-- ---- one page -----------------------------------------------------------------------------------

local function check_output(page, block, update)
  if page.output == nil then return end
  if alike(block.text, page.output) then return end
  if update then
    page.changes[#page.changes + 1] = { block, page.output }
  else
    fault(block.where, "the commands print:\n%s", page.output)
  end
end

local function take_block(page, block, update)
  local language, title = block.language, block.at.title
  if title then
    run(page.home, "mkdir -p " .. quoted(title:match("^(.*)/") or "."))
    write(page.home .. "/" .. title, block.text)
  elseif language == "sh" and block.at.run ~= "no" then
    local status
    page.output, status = run(page.home, block.text)
    page.commands = page.commands + 1
    if status ~= tonumber(block.at.status or "0") then
      fault(block.where, "exit status %d:\n%s", status, page.output)
    end
    return
  elseif language == "text" then
    check_output(page, block, update)
  elseif language == "lua" then
    local chunk, message = load(block.text, "=" .. block.where)
    if not chunk then fault(block.where, message) end
  end
  page.output = nil
end

local function rewrite(path, lines, changes)
  for i = #changes, 1, -1 do
    local block, output = changes[i][1], changes[i][2]
    local out = table.move(lines, 1, block.first, 1, {})
    for line in output:gmatch("([^\n]*)\n") do
      out[#out + 1] = line:gsub('"hash":"%x+"', '"hash":"..."'):gsub(
        "hash %x%x%x%x%x%x%x%x+$", "hash ..."):gsub("(lua/warline/[%w_/.]+:)%d+", "%1...")
    end
    lines = table.move(lines, block.last, #lines, #out + 1, out)
  end
  write(ROOT .. "/" .. path, table.concat(lines, "\n") .. "\n")
end

-- The headings of a page as links name them, as in what-an-art-consists-of.
local slugs = {}
local function slugs_of(path)
  if slugs[path] then return slugs[path] end
  local inside, found = false, {}
  for line in (read(ROOT .. "/" .. path) or ""):gmatch("[^\n]*") do
    if line:find("^```") then inside = not inside end
    local title = not inside and line:match("^#+%s+(.*)$")
    if title then found[title:lower():gsub("[^%w%s_-]", ""):gsub("%s", "-")] = true end
  end
  slugs[path] = found
  return found
end

local function check_anchors(path, number, line)
  for target, anchor in line:gmatch("%]%(([^)#%s]*)#([^)%s]+)") do
    local page = target == "" and path or (path:match("^(.*/)") or "") .. target
    if not target:find("^%a+:") and not slugs_of(page)[anchor] then
      fault(path .. ":" .. number, "%s has no heading '%s'", page, anchor)
    end
  end
end

local function check_links(path, lines)
  local folder, inside = path:match("^(.*/)") or "", false
  for number, line in ipairs(lines) do
    if line:find("^```") then inside = not inside end
    for target in (inside and "" or line):gmatch("%]%(([^)#%s]+)") do
      if not target:find("^%a+:") and not run(ROOT, "ls -d " .. quoted(folder .. target)
          .. " >/dev/null && echo yes"):find("^yes") then
        fault(path .. ":" .. number, "the link to '%s' leads nowhere", target)
      end
    end
    check_anchors(path, number, inside and "" or line)
  end
end

local function check_page(path, update)
  local lines, blocks = read_page(path)
  if #lines == 0 then return fault(path, "the page is missing") end
  local page = { path = path, home = scratch_home(), changes = {}, commands = 0 }
  for _, block in ipairs(blocks) do take_block(page, block, update) end
  if #page.changes > 0 then rewrite(path, lines, page.changes) end
  check_links(path, lines)
  run(ROOT, "rm -rf " .. quoted(page.home))
  print(("%s: %d blocks, %d runs"):format(path, #blocks, page.commands))
  return page
end

-- ---- what is generated, or said twice -----------------------------------------------------------

local function check_same(path, text, source, update)
  local found = read(ROOT .. "/" .. path)
  if found == text then return end
  if update then return write(ROOT .. "/" .. path, text) end
  fault(path, "differs from what %s prints; tests/docs_test.lua --update writes it again", source)
end

-- The part of a page between the lines `<!-- COMMAND -->` and `<!-- end -->` is what it prints.
local function check_generated_parts(path, update)
  local count = 0
  local text = read(ROOT .. "/" .. path) or ""
  local wanted = text:gsub("(<!%-%- (muster [^\n]-) %-%->\n).-(<!%-%- end %-%->)",
    function(head, command, tail)
      count = count + 1
      return head .. run(ROOT, (command:gsub("^muster", function() return quoted(BIN) end))) .. tail
    end)
  if count == 0 then fault(path, "has no generated part") end
  check_same(path, wanted, "the command named there", update)
end

-- The picture after a line `<!-- COMMAND -->` is what that draws.
local function check_pictures(path, update)
  local count = 0
  for command, picture in (read(ROOT .. "/" .. path) or ""):gmatch(
    "<!%-%- (muster show [^\n]-) %-%->\n!%[[^\n]-%]%(([^)\n]+)%)") do
    count = count + 1
    check_same("docs/" .. picture,
      run(ROOT, (command:gsub("^muster", function() return quoted(BIN) end))), command, update)
  end
  if count == 0 then fault(path, "has no pictures") end
end

-- The list of what scenarios may say is what the library and the specs know.
local function check_scenarios()
  local folder = ROOT .. "/lua/muster/scenario/"
  local keys = dofile(folder .. "keys.lua")
  local source = read(ROOT .. "/lua/muster/scenario.lua") .. read(ROOT .. "/tests/lib/expect.lua")
  for path in run(ROOT, "ls " .. quoted(folder)):gmatch("[^\n]+") do
    source = source .. (path ~= "keys.lua" and read(folder .. path) or "")
  end
  local function lacks(what) fault("lua/muster/scenario/keys.lua", "lacks %s", what) end
  local called = {}
  for _, call in ipairs(keys.calls) do
    called[call[1]:match("^scenario%.(%l[%l_]*)") or ""] = true
  end
  for _, section in ipairs(keys.order) do
    called[keys[section].form:match("^scenario%.(%l[%l_]*)") or ""] = true
    for _, key in ipairs(section ~= "case" and keys[section].keys or {}) do
      if not source:find("%." .. key[1] .. "%f[^%w_]") then
        fault("lua/muster/scenario/keys.lua", "nothing reads '%s' of %s", key[1], section)
      end
    end
    for name in pairs(keys[section].errors or {}) do
      local raised = ('("%s", "%s"'):format(section, name)
      if not source:find("keys.fault" .. raised, 1, true)
        and not source:find("keys.unknown" .. raised, 1, true) then
        fault("lua/muster/scenario/keys.lua", "no fault of %s is called %s", section, name)
      end
    end
  end
  for name in source:gmatch("function scenario%.([%l_]+)") do
    if not called[name] then lacks("scenario." .. name) end
  end
  local case = { brings = true, start = true, seed = true, moves = true }
  local listed = {}
  for _, key in ipairs(keys.case.keys) do listed[key[1]] = true end
  for key in (read(ROOT .. "/tests/lib/expect.lua") or ""):gmatch("function checks%.([%l_]+)") do
    case[key] = true
    if not listed[key] then lacks("the key '" .. key .. "' of a case") end
  end
  for _, key in ipairs(keys.case.keys) do
    if not case[key[1]] then fault("tests/lib/expect.lua", "checks no '%s'", key[1]) end
  end
end

-- The last version of a file on a page is the file that ships.
local function check_last_file(page, title, shipped)
  local _, blocks = read_page(page)
  local last
  for _, block in ipairs(blocks) do
    if block.at.title == title then last = block end
  end
  if not last or last.text ~= read(ROOT .. "/" .. shipped) then
    fault(page, "its last %s is not %s", title, shipped)
  end
end

-- Is a row or heading of a reference without help? Of the small games only rules need some.
local function is_undocumented(line)
  local row = line:find("^|") and line:find("| lua/", 1, true)
  if row and line:find("| lua/small/", 1, true) then
    return false
  end
  return line:find("(no help)", 1, true) or row and line:find("|  | lua/", 1, true)
    or line:find("|  |$")
end

-- Every declaration of the rulesets that ship has help; and the pages are what is printed, without
-- line numbers.
local function check_references(update)
  for path in run(ROOT, "ls rulesets/*.ini"):gmatch("[^\n]+") do
    for line in run(ROOT, quoted(BIN) .. " reference " .. quoted(path)):gmatch("[^\n]+") do
      if is_undocumented(line) then fault(path, "no help: %s", line) end
    end
  end
  for page, ruleset in pairs { ["docs/warline-reference.md"] = "warline-grand",
    ["docs/battle-line-reference.md"] = "battle-line-short" } do
    local command = "reference " .. ruleset
    check_same(page, (run(ROOT, quoted(BIN) .. " " .. command):gsub("(%.lua):%d+", "%1")),
      "muster " .. command .. ", lines left out,", update)
  end
end

local function check_constants(update)
  check_references(update)
  check_same("docs/lua-api.md", run(ROOT, quoted(BIN) .. " reference"), "muster reference",
    update)
  check_same("lua/meta/muster.lua", run(ROOT, quoted(BIN) .. " reference --stubs"),
    "muster reference --stubs", update)
  check_generated_parts("docs/ini.md", update)
  check_generated_parts("docs/battle-line.md", update)
  check_generated_parts("docs/fantasy-line-battle.md", update)
  check_pictures("docs/gallery.md", update)
  check_generated_parts("docs/scenarios.md", update)
  check_scenarios()
  check_last_file("docs/first-game.md", "lua/mine/tic_tac_toe.lua", "lua/small/tic_tac_toe.lua")
  check_last_file("docs/first-kingdom.md", "lua/mine/dune.lua", "lua/warline/kingdoms/dune.lua")
  local lines = 0
  for _ in (read(ROOT .. "/docs/example.c") or ""):gmatch("\n") do lines = lines + 1 end
  if lines == 0 or lines > 60 then fault("docs/example.c", "has %d lines, not 1 to 60", lines) end
end

-- Every page is named in the table of docs/README.md.
local function check_table()
  local index = read(ROOT .. "/docs/README.md") or ""
  for path in run(ROOT, "ls docs/*.md"):gmatch("docs/([^\n]+)\n") do
    if path ~= "README.md" and not index:find("(" .. path, 1, true) then
      fault("docs/README.md", "does not name %s", path)
    end
  end
end

local update, pages = false, {}
for _, argument in ipairs(arg) do
  if argument == "--update" then update = true else pages[#pages + 1] = argument end
end
for _, path in ipairs(#pages > 0 and pages or PAGES) do check_page(path, update) end
if #pages == 0 then
  check_constants(update)
  check_table()
end
if faults > 0 then
  io.stderr:write(faults, " faults\n")
  os.exit(1)
end
