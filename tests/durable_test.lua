-- All that was acknowledged is on the disk. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/durable_test.lua SHIM [KILLS]
-- Kills matches with kill -9 at random moments: the autosave has every move that was shown, and the
-- saved match is the old one or the new one. Then, with the library SHIM, looks at the calls that
-- save makes before it reports success, and lets each of them fail.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local quoted, capture, check, BIN = shell.quoted, shell.capture, shell.check, shell.BIN
local SHIM, KILLS = assert(arg[1], "which shim?"), tonumber(arg[2] or 6)
local folder = capture("mktemp -d"):gsub("\n", "")
local state, saved, input = folder .. "/state", folder .. "/saved", folder .. "/input"

local function count(text, what)
  local _, found = text:gsub(what, "")
  return found
end

local function run(before, arguments)
  return capture(("XDG_STATE_HOME=%s %s sh -c %s"):format(quoted(state), before, quoted(
    "exec " .. quoted(BIN) .. " play --ascii " .. arguments)))
end

local function play(before, after)
  return run(before, "breakthrough-6x6 --hotseat --seed 1 " .. after)
end

-- The plies of a transcript that replays, or nil.
local function plies(path)
  local output, status = capture(quoted(BIN) .. " replay " .. quoted(path))
  return status == 0 and tonumber(output:match("(%d+) plies")) or nil, output
end

-- ---- kill -9 ------------------------------------------------------------------------------------

local lines = {}
for _ = 1, 20 do lines[#lines + 1] = "1\n1\nsave " .. saved .. "\n1\n" end
shell.write(input, table.concat(lines))
math.randomseed(7)
local cut = 0
for kill = 1, KILLS do
  os.execute("rm -rf " .. quoted(state) .. " " .. quoted(saved))
  local seconds = 0.01 + math.random() * 0.25
  local out = folder .. "/out"
  os.execute(("XDG_STATE_HOME=%s timeout -s KILL %.4f %s play breakthrough-6x6 --hotseat --ascii "
    .. "--seed 1 --autosave <%s >%s 2>&1"):format(quoted(state), seconds, quoted(BIN),
    quoted(input), quoted(out)))
  local shown = shell.read(out) or ""
  local acknowledged, last = count(shown, "You play"), shown:match(".*()Saved%.")
  if not shown:find("End of input", 1, true) then
    cut = cut + 1
    local most = 0
    for path in io.popen("ls -d " .. quoted(state) .. "/muster/match-* 2>/dev/null"):lines() do
      most = math.max(most, plies(path) or 0)
    end
    check(most >= acknowledged, "kill %d after %.4f s: %d moves shown, %d kept", kill, seconds,
      acknowledged, most)
  end
  if last then
    local found, why = plies(saved)
    check(found and found >= count(shown:sub(1, last), "You play"),
      "kill %d after %.4f s: the saved match is lost: %s", kill, seconds, found or why)
  end
end

-- ---- the calls ----------------------------------------------------------------------------------

local log = folder .. "/log"
os.execute("rm -f " .. quoted(folder) .. "/.saved*") -- what kill -9 left
os.execute("rm -rf " .. quoted(state) .. " " .. quoted(saved))
shell.write(input, "1\nsave " .. saved .. "\n")
local preload = "SHIM_LOG=" .. quoted(log) .. " LD_PRELOAD=" .. quoted(SHIM)
play(preload, "<" .. quoted(input))
local calls = (shell.read(log) or ""):gsub("\n", ", ")
check(calls == "write, fsync, rename, fsync folder, ", "save calls: %s", calls)
os.remove(log)
shell.write(input, "1\n")
play(preload, "--autosave <" .. quoted(input))
calls = (shell.read(log) or ""):gsub("\n", ", ")
check(calls == "write, fsync, fsync folder, ", "the autosave calls: %s", calls)

-- A person who quits a match that is saved automatically finds it again.
os.execute("rm -rf " .. quoted(state))
shell.write(input, "1\n1\nquit\n")
local left_with = play("", "--autosave <" .. quoted(input))
check(left_with:find("The match is kept: muster play offers to continue it.", 1, true),
  "quit: %s", left_with)
local files_left = capture("ls " .. quoted(state .. "/muster"))
check(plies(state .. "/muster/" .. files_left:gsub("\n.*", "")) == 2, "quit loses the match: %s",
  files_left)
os.execute("rm -rf " .. quoted(state))

local first = shell.read(saved)
shell.write(input, "1\n1\nsave " .. saved .. "\ny\nposition\n")
for _, fail in ipairs { "write 1", "fsync 1", "rename 1", "fsync 2" } do
  shell.write(saved, first)
  local output, status = play("SHIM_FAIL=" .. quoted(fail) .. " LD_PRELOAD=" .. quoted(SHIM),
    "<" .. quoted(input))
  check(status == 1, "%s fails: status %d", fail, status)
  check(output:find("cannot write '" .. saved .. "': ", 1, true), "%s fails: %s", fail, output)
  check(not output:find("Saved.", 1, true), "%s fails, and is called saved", fail)
  check(output:find("position\nmove "), "%s fails, and the match is lost:\n%s", fail, output)
  check(fail == "fsync 2" and plies(saved) or shell.read(saved) == first,
    "%s fails: the old file is lost", fail)
end

-- The autosave makes the calls write, fsync and fsync folder for the first move, write and fsync
-- for each later one. A call that fails is reported once; the match goes on, and the next move is
-- kept.
local TOLD = "The match is not saved automatically: No space left on device. save FILE saves it."

local function play_failing(fail)
  os.execute("rm -rf " .. quoted(state))
  local output = play("SHIM_FAIL=" .. quoted(fail) .. " LD_PRELOAD=" .. quoted(SHIM),
    "--autosave <" .. quoted(input))
  check(count(output, TOLD) == 1, "autosave, %s fails: not told once:\n%s", fail, output)
  check(output:find("position\nmove turn=1 "), "autosave, %s fails, and the match is lost:\n%s",
    fail, output)
  local files = capture("ls " .. quoted(state .. "/muster"))
  return output, files, plies(state .. "/muster/" .. files:gsub("\n.*", ""))
end

shell.write(input, "1\n1\n1\nposition\n")
for _, fail in ipairs { "write 1", "fsync 1", "fsync 2", "write 2", "fsync 3" } do
  local output, files, kept = play_failing(fail)
  check(output:find("The match is kept", 1, true), "autosave, %s fails: %s", fail, output)
  check(count(files, "\n") == 1 and kept == 3, "autosave, %s fails once: %s moves are kept in %s",
    fail, kept, files)
end
for fail, moves in pairs { ["write 1+"] = 0, ["fsync 2+"] = 0, ["write 2+"] = 1,
  ["fsync 3+"] = 1 } do
  local output, files, kept = play_failing(fail)
  check(output:find("the match is not saved", 1, true), "autosave, %s fails: %s", fail, output)
  check(moves == 0 and files == "" or (kept or 0) >= moves,
    "autosave, %s fails: the old file is lost: %s moves in %s", fail, kept, files)
end

-- The reason why a match is not saved is the real one.
shell.write(input, "1\n")
for before, why in pairs {
  ["env -u HOME -u XDG_STATE_HOME"] = "neither XDG_STATE_HOME nor HOME names a folder",
  ["env XDG_STATE_HOME=/proc/none"] = "No such file or directory",
  ["env XDG_STATE_HOME=" .. quoted(input)] = "Not a directory",
} do
  local output = play(before, "--autosave <" .. quoted(input))
  check(output:find("The match is not saved automatically: " .. why .. ". save", 1, true),
    "%s: %s", before, output)
end

-- A match is continued by who played it and with their view, unless the options say otherwise.
local function position_of(options, typed)
  shell.write(input, typed .. "position\n")
  local output = run("", options .. " <" .. quoted(input))
  return output:match("position\n([^\n]*)") or output
end

for _, view in ipairs { "--view 2", "--view all", "" } do
  os.execute("rm -rf " .. quoted(state))
  local before = position_of("battle-line-short --seed 1 --autosave " .. view, "1\n1\n")
  local after = position_of("--resume", "")
  check(before == after, "continued with '%s':\n%s\n%s", view, before, after)
  local other = view == "--view 2" and "--view 1" or "--view 2"
  after = position_of("--resume " .. other, "")
  check(before ~= after, "'%s' becomes '%s': %s", view, other, before)
end

-- A match that cannot be read is put aside, not removed.
os.execute("rm -rf " .. quoted(state))
position_of("battle-line-short --seed 1 --autosave", "1\n1\n")
local kept = capture("ls " .. quoted(state .. "/muster")):gsub("\n.*", "")
local text = shell.read(state .. "/muster/" .. kept)
shell.write(state .. "/muster/" .. kept, "newer " .. text)
local answer = run("", "--resume <" .. quoted(input))
check(answer:find("A match is still open, but cannot be read: ", 1, true), "unread: %s", answer)
check(capture("cat " .. quoted(state .. "/muster") .. "/*"):find("newer " .. text, 1, true),
  "a match that cannot be read is removed")

-- An older one that can be read is offered then.
os.execute("rm -rf " .. quoted(state))
local older = position_of("battle-line-short --seed 1 --autosave", "1\n1\n")
shell.write(state .. "/muster/match-7", "muster autosave 2\nseats per")
check(position_of("--resume", "") == older, "a torn match hides an older one")

-- `save` and `show --svg` replace what they wrote, and nothing else; a pipe does not stop them.
local other = folder .. "/other"
shell.write(other, "a letter")
shell.write(input, ("1\nsave %s\nshow --svg %s\nsave %s\nshow --svg %s\nshow --svg %s\n"):format(
  other, other, saved, saved, other .. ".svg"))
os.execute("rm -f " .. quoted(saved))
local said = play("", "<" .. quoted(input))
check(shell.read(other) == "a letter", "save or show --svg replaces: %s", said)
check(plies(saved) == 1, "show --svg replaces a match: %s", said)
check(said:find("exists and is not a picture of a board", 1, true), "show --svg: %s", said)
check(shell.read(other .. ".svg"):find("^<svg"), "show --svg writes no new file: %s", said)
os.execute("mkfifo " .. quoted(folder .. "/pipe"))
shell.write(input, "1\nsave " .. folder .. "/pipe\n")
check(play("", "<" .. quoted(input)):find("it is not a regular file", 1, true), "save to a pipe")

-- Temporary files that killed processes left for the same name go with the next save; others stay.
local dead = capture("sh -c 'echo $$'"):match("%d+")
os.execute("rm -f " .. quoted(saved))
for _, name in ipairs { dead, "1", dead .. "x", "x", "999999999999999999999", "" } do
  shell.write(("%s/.saved.%s~"):format(folder, name), "left")
end
shell.write(("%s/.save.%s~"):format(folder, dead), "left")
shell.write(input, "1\nsave " .. saved .. "\n")
play("", "<" .. quoted(input))
check(plies(saved) == 1, "beside temporary files nothing is saved")
for _, name in ipairs { "saved.1", "saved." .. dead .. "x", "saved.x", "saved.",
  "saved.999999999999999999999", "save." .. dead } do
  check(os.remove(("%s/.%s~"):format(folder, name)), "save removes .%s~", name)
end
local left = capture("ls -A " .. quoted(folder))
check(not left:find("~", 1, true), "a temporary file is left: %s", left)
os.execute("rm -rf " .. quoted(folder))
shell.finish(("%d kills, %d of a running match"):format(KILLS, cut))
