-- Checks how every command reads its options. Run in the source root with MUSTER_BIN set:
--   lua5.4 tests/options_test.lua
-- Each command explains itself, and says of an option that it lacks what may be meant.

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local quoted, capture, check, BIN = shell.quoted, shell.capture, shell.check, shell.BIN

local function expect(arguments, wanted_status, first_line)
  local output, status = capture(quoted(BIN) .. " " .. arguments)
  check(status == wanted_status, "muster %s: status %d, not %d", arguments, status, wanted_status)
  check(output:sub(1, #first_line) == first_line and output:find("^%s", #first_line + 1),
    "muster %s: expected '%s', found:\n%s", arguments, first_line, output)
end

local count = 0
for command in capture(quoted(BIN) .. " --help"):gmatch("\n  (%l+) +%l") do
  count = count + 1
  expect(command .. " --help", 0, "usage: muster " .. command)
  expect(command .. " -h", 0, "usage: muster " .. command)
  expect(command .. " --hlep", 2, ("muster %s: there is no option --hlep; did you mean --help?")
    :format(command))
  expect(command .. " --help=3", 2, ("muster %s: --help takes no value"):format(command))
  expect(command .. " -x", 2, ("muster %s: there is no option -x"):format(command))
end
check(count > 15, "only %d commands are listed", count)
expect("sim --gmaes 3", 2, "muster sim: there is no option --gmaes; did you mean --games?")
expect("sim --games", 2, "muster sim: --games needs a value")
expect("sim --s 3", 2, "muster sim: 3 options begin with --s")
expect("sim --xyzzy 3", 2, "muster sim: there is no option --xyzzy")
-- A group of short options, and a value for a flag that is cut short.
expect("sim -xy", 2, "muster sim: there is no option -x")
expect("sim --hel=3", 2, "muster sim: --hel takes no value")
expect("sim --games=0", 2, "--games: expected 1 to 100000000, found '0'")

shell.finish()
