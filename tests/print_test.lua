-- Text from rules, files and players reaches a terminal only with its controls made visible. Run in
-- the source root with MUSTER_BIN set: lua5.4 tests/print_test.lua
-- First the sources: only engine/system/print.c writes to the standard streams, and bytes as they
-- are go out at a few named places. Then the program: a ruleset whose every text holds controls,
-- under every command. Last, a standard output that cannot be written to.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local quoted, capture, check = shell.quoted, shell.capture, shell.check
local ROOT, BIN = shell.ROOT, shell.BIN

-- ---- the sources --------------------------------------------------------------------------------

local WRITERS = { "printf", "vprintf", "fprintf", "vfprintf", "dprintf", "puts", "fputs", "putc",
  "putchar", "fputc", "fwrite", "perror", "json_dumpf", "json_dumpfd", "stdout", "stderr" }
-- The places that print bytes as they are, and hand the streams to the line editor.
local KNOWN = {
  ["engine/faces/terminal/board.c mst_print_raw"] = 1, -- the canvas, which drops controls itself
  ["engine/faces/terminal/seats.c mst_print_raw"] = 1, -- clears the screen
  ["engine/faces/tools/tools.c mst_print_raw"] = 1,    -- made visible just before
  ["engine/faces/tools/engine.c mst_print_raw"] = 5,   -- JSON for programs
  ["engine/faces/tools/tools.c fwrite"] = 1,           -- to a pager, made visible just before
  ["engine/lab/record.c mst_print_raw"] = 1,     -- JSON, as in a file
  ["engine/lab/record.c fputs"] = 2,             -- to that file
  ["engine/lab/progress.c fprintf"] = 2,         -- numbers, over the line before
  ["engine/lab/progress.c stderr"] = 2,
  ["engine/faces/screen/curses.c stdout"] = 1, -- what curses writes, of characters made visible
  ["engine/faces/terminal/puzzle.c dprintf"] = 1, -- the record of solved puzzles, which is a file
  ["engine/faces/terminal/line.c stdout"] = 1,
  ["engine/faces/terminal/line.c stderr"] = 1,
}

-- The number of uses of each word in a C source, without its comments and strings.
local function uses(source)
  local found = {}
  source = source:gsub("\\.", ""):gsub('"[^"\n]*"', '""'):gsub("/%*.-%*/", "")
  for word in source:gmatch("[%a_][%w_]*") do found[word] = (found[word] or 0) + 1 end
  return found
end

local function scan(path, source)
  local found, bad = uses(source), {}
  table.insert(WRITERS, "mst_print_raw")
  for _, word in ipairs(WRITERS) do
    local known = KNOWN[path .. " " .. word] or 0
    if (found[word] or 0) ~= known then
      bad[#bad + 1] = ("%s: %d uses of %s, expected %d: print with mst_print or mst_warn"):format(
        path, found[word] or 0, word, known)
    end
  end
  table.remove(WRITERS)
  return bad
end

check(#scan("engine/faces/tools/planted.c", 'void f(void) { printf("%s", title); }') == 1,
  "a planted printf is not found")
check(#scan("engine/faces/tools/planted.c", "void f(void) { mst_print_raw(title, 5); }") == 1,
  "a planted mst_print_raw is not found")
check(#scan("engine/faces/tools/planted.c",
  '/* printf */ void f(void) { mst_print("puts"); }') == 0,
  "a word in a comment or a string counts")
for path in io.popen("cd " .. quoted(ROOT) .. " && find engine -name '*.c' | sort"):lines() do
  if path ~= "engine/system/print.c" then
    for _, fault in ipairs(scan(path, shell.read(ROOT .. "/" .. path))) do
      check(false, "%s", fault)
    end
  end
end

-- ---- the program --------------------------------------------------------------------------------

local EVIL = "\27[31m\27]0;owned\7\194\155\226\128\174\226\129\166\216\156\r\8\127"
local tags = {}

-- A text with every sort of control and a tag, as a Lua string.
local function evil(tag)
  tags[#tags + 1] = tag
  return ("%q"):format(EVIL .. tag)
end

local function first_control(output)
  for _, pattern in ipairs { "[\0-\8\11-\31\127]", "\194[\128-\159]", "\216\156",
    "\226\128[\142\143\168-\174]", "\226\129[\166-\169]", "\239\187\191", "\239\191[\185-\187]" } do
    local at = output:find(pattern)
    if at then return ("%q"):format(output:sub(math.max(1, at - 40), at + 20)) end
  end
  return nil
end

local home = capture("mktemp -d"):gsub("\n", "")
os.execute(("mkdir -p %s/lua %s/rulesets; cp -R %s/lua/muster %s/lua/"):format(quoted(home),
  quoted(home), quoted(ROOT), quoted(home)))
shell.write(home .. "/lua/hostile.lua", ([[
--- A comment with MODULE_COMMENT
local options = muster.module { title = MODULE_TITLE, section = "hostile", options = {
  { key = "size", type = "int", default = 3, min = 1, max = 9, help = OPTION_HELP },
} }
muster.game { title = GAME_TITLE, seats = 2 }
muster.grid { columns = 3, rows = options.size }
local stone = muster.pieces { "stone", count = 9 }
local now = muster.state { { "turn", max = 1 } }
local placing = muster.decision { "place", title = DECISION_TITLE,
  seat = function() return now.turn end }
muster.move { "stone", at = placing, title = MOVE_TITLE, text = "{cell}",
  legal = function()
    local cell = choose("cell", zones - occupied(), "HOST-1", REFUSAL)
    need(not near(tops(stone, me()))[cell], "HOST-2", OTHER_REFUSAL)
    return cell
  end,
  apply = function(cell)
    print(PRINTED)
    local piece = top(box)
    owner[piece] = me()
    put(piece, cell)
    if #occupied() == 4 then error(ERROR) end
    now.turn = 1 - now.turn
  end }
muster.setup(function() go(placing) end)
muster.scene(function()
  return { status = STATUS, to_move = now.turn,
    seats = { { name = SEAT_A, letter = LETTER }, { name = SEAT_B } },
    items = {
      { type = "grid", columns = 3, rows = 3, cells = {
        { column = 0, row = 0, ground = { name = GROUND, short = SHORT } },
        { column = 1, row = 0, stack = { { seat = 0, text = PIECE, name = PIECE_NAME } } } } },
      { type = "text", title = NOTE, lines = { NOTES } },
    } }
end)
muster.rules { title = CHAPTER,
  { id = "HOST-1", text = RULE },
  { id = "HOST-2", option = "size", text = OTHER_RULE },
}
]]):gsub("%f[%u_]%u[%u_]+%f[^%u_]", function(word)
  if word ~= "HOST" and word ~= "MODULE_COMMENT" then return evil(word) end
end):gsub("MODULE_COMMENT", (EVIL:gsub("[\r]", ""))))
shell.write(home .. "/rulesets/hostile.ini", "[game]\ntitle = \226\128\174RULESET_TITLE\n" ..
  "summary = \194\155SUMMARY\n[modules]\nhostile = on\n")
shell.write(home .. "/rulesets/faulty.ini", "[modules]\nhostile = on\n[\226\128\174x]\n" ..
  "\194\155y = \226\129\166z\n")
shell.write(home .. "/lua/broken.lua",
  "muster.module { title = \"b\" }\nlocal x = \27[31m\226\128\174 1\n")

local all = {}
local function run(arguments, input)
  local file = home .. "/input"
  shell.write(file, input or "")
  local output = capture(("cd %s && XDG_STATE_HOME=%s MUSTER_HOME=%s sh -c %s"):format(
    quoted(ROOT), quoted(home .. "/state"), quoted(home),
    quoted(quoted(BIN) .. " " .. arguments .. " <" .. quoted(file))))
  local control = first_control(output)
  check(not control, "muster %s: a control reaches the terminal: %s", arguments, control)
  all[#all + 1] = output
  return output
end

local commands = {
  "?", "? b1", "? a1", "a1", "b", "legal", "hint", "show", "show a1 b1", "rules HOST-1",
  "rules HOST-2", "rules " .. EVIL, "options", "options " .. EVIL, "position", "undo",
  "undo " .. EVIL, "b1", "save " .. home .. "/saved", "2", "undo", "resign", EVIL,
  "load " .. EVIL, "new " .. EVIL, "show " .. EVIL, "? " .. EVIL,
  "show --svg " .. home .. "/" .. EVIL, "save " .. home .. "/" .. EVIL, "new", "b1", "b1",
  "? b1", "c3", "a1", "a3", "a1", "", "quit", "y" }
run("play hostile --hotseat", table.concat(commands, "\n") .. "\n")
run("play hostile --hotseat --ascii", table.concat(commands, "\n") .. "\n")
run("play hostile --seed 3", "1\n1\n1\n")
run("play hostile --computer 1 --computer 2 --path lua", "")
for _, arguments in ipairs {
  "check hostile", "check --notes hostile", "check faulty",
  "check " .. quoted(home .. "/lua/hostile.lua"), "check " .. quoted(home .. "/lua/broken.lua"),
  "check --explain place hostile", "check " .. quoted(EVIL), "options hostile",
  "options hostile --set " .. quoted("hostile.size=" .. EVIL),
  "options hostile --set " .. quoted(EVIL), "rules hostile", "rules hostile HOST-1 HOST-2",
  "rules hostile --html", "rules hostile " .. quoted(EVIL), "reference hostile",
  "reference --ini hostile", "show hostile", "show hostile --svg", "show hostile --play b1",
  "show hostile --play " .. quoted(EVIL), "show hostile --position " .. quoted(EVIL),
  "show hostile --play a1", "show --transcript " .. home .. "/saved",
  "replay " .. home .. "/saved", "perft hostile --depth 1 --divide",
  "bench hostile --seconds 0.1", "bench " .. quoted(EVIL), "new variant evil --of hostile",
  "new " .. quoted(EVIL) .. " x", "new game " .. quoted(EVIL), "play " .. quoted(EVIL),
  "play --load " .. quoted(EVIL), "engine " .. quoted(EVIL), quoted(EVIL),
  "perft hostile --depth " .. quoted(EVIL), "play --seed " .. quoted(EVIL) } do
  run(arguments)
end
local saved = shell.read(home .. "/saved") or ""
check(saved ~= "", "play saved nothing")
local word = EVIL:gsub("\r", "")
for _, change in ipairs { { "\nb1 ", "\n" .. word .. " " }, { "\nseed ", "\n" .. word .. " " },
  { "\nruleset [^\n]*", "\nruleset " .. word }, { "\nmoves", "\nset a.b = " .. word .. "\nmoves" },
} do
  shell.write(home .. "/bad", (saved:gsub(change[1], (change[2]:gsub("%%", "%%%%")), 1)))
  run("replay " .. home .. "/bad")
  run("show --transcript " .. home .. "/bad")
  run("play --load " .. home .. "/bad")
end

-- The texts did come out: what is not printed cannot be proved safe.
local printed = table.concat(all)
local missing = {}
for _, tag in ipairs(tags) do
  if not printed:find(tag, 1, true) then missing[#missing + 1] = tag end
end
check(#missing == 0, "texts that no command printed: %s", table.concat(missing, ", "))
check(printed:find("\\u001B[31m", 1, true), "an escape is not made visible")
check(printed:find("\\u202E", 1, true), "a direction control is not made visible")

-- ---- files of others ----------------------------------------------------------------------------

-- Whatever a stranger's file names, the lines of files outside of Muster stay unprinted.
local outside = capture("mktemp -d"):gsub("\n", "")
local secret = outside .. "/secret"
shell.write(secret, "SECRET-LINE 1\nSECRET-LINE 2\n")
shell.write(secret .. ".ini", "SECRET-LINE 1\n[SECRET-LINE]\nx = SECRET-LINE\n")
os.execute(("ln -s %s %s/lua/linked.lua; ln -s %s.ini %s/rulesets/linked.ini"):format(
  quoted(secret), quoted(home), quoted(secret), quoted(home)))
shell.write(home .. "/lua/forging.lua", ("muster.module { title = \"Forging\" }\n" ..
  "error(\"../%s:1: 'SECRET' is unknown\", 0)\n"):format(outside:gsub("^/", "../../../../..")))
shell.write(home .. "/rulesets/links.ini", "[modules]\nlinked = on\n")
shell.write(home .. "/rulesets/forges.ini", "[modules]\nforging = on\n")
shell.write(home .. "/rulesets/inherits.ini", "inherits = linked.ini\n")
local old = saved:gsub("^muster transcript 2", "muster transcript 1"):gsub("\nend [^\n]*", "")
shell.write(home .. "/other", (old:gsub("\nruleset [^\n]*", "\nruleset " .. secret .. ".ini")))
for _, name in ipairs { "links", "forges", "inherits", "linked" } do
  local output = run("check " .. name)
  check(not output:find("SECRET-LINE", 1, true), "check %s quotes a secret:\n%s", name, output)
  check(output:find("error: ", 1, true), "check %s finds no fault:\n%s", name, output)
end
for _, command in ipairs { "replay ", "show --transcript ", "play --load " } do
  local output = run(command .. home .. "/other")
  check(not output:find("SECRET-LINE", 1, true), "%s quotes a secret:\n%s", command, output)
  check(output:find("does not load", 1, true), "%s finds no fault:\n%s", command, output)
end
os.execute("rm -rf " .. quoted(outside))

-- ---- a standard output that is full -------------------------------------------------------------

local full = io.open("/dev/full", "w")
for _, arguments in ipairs { "--help", "--version", "check tic-tac-toe", "options tic-tac-toe",
  "perft tic-tac-toe --depth 1", "bench tic-tac-toe --seconds 0.1", "show tic-tac-toe",
  "rules tic-tac-toe", "reference", "reference tic-tac-toe", "play tic-tac-toe", "play --help",
  "engine", "new --help" } do
  if not full then break end
  local line = "echo '{\"op\":\"hello\"}' | " .. quoted(BIN) .. " " .. arguments .. " >/dev/full"
  local output, status = capture(("MUSTER_HOME=%s sh -c %s"):format(quoted(ROOT), quoted(line)))
  check(status == 1, "muster %s >/dev/full: status %d, expected 1", arguments, status)
  check(output:find("cannot write to standard output: No space left", 1, true),
    "muster %s >/dev/full says: %s", arguments, output)
end

os.execute("rm -rf " .. quoted(home))
shell.finish()
