-- Planted leaks: modules that tell what a seat may not see, each in its own way. The contract must
-- see every one. Run in the source root with MUSTER_BIN set: lua5.4 tests/leaks_test.lua

local shell = dofile((os.getenv("MUSTER_ROOT") or ".") .. "/tests/lib/shell.lua")
local write, quoted, check = shell.write, shell.quoted, shell.check
local CONTRACT = shell.BIN:gsub("[^/]+$", "") .. "tests/muster-contract"

local MODULE = [[
muster.module { title = "Leak", requires = { "fantasy_line" } }
local fantasy = require("fantasy_line")
local state, setup = fantasy.state, fantasy.setup
local tells = muster.event { "tells", "what" }
]]

-- What is told at an event that all see. The contract's check must refuse it.
local LEAKS = {
  { "what a locked line costs", "same_told", [[
setup.locked:on(function(seat) tells:emit(pieces(state.laid[seat]):sum(state.cost)) end)]] },
  { "a hand of Characters", "same_told", [[
fantasy.line.passed:on(function(seat)
  tells:emit(pieces(state.hand[seat]):sum(function(card) return state.design[card] end))
end)]] },
  { "the next Spell of a deck", "same_told", [[
fantasy.line.gained_mana:on(function()
  local card = top(state.schools[1].deck)
  if card then tells:emit(state.word[card]) end
end)]] },
  { "the line that is still face down, when a Farseer is turned up", "same_chosen", [[
setup.turned_up:on(function(seat)
  tells:emit(pieces(state.laid[1 - seat]):sum(function(card) return state.design[card] end))
end)]] },
  { "what the Merchant discarded", "same_told", [[
setup.locked:on(function(seat)
  tells:emit(pieces(state.refused[seat]):sum(function(card) return state.design[card] end))
end)]] },
  { "where a card was laid", "same_chosen", [[
setup.locked:on(function(seat)
  local front = pieces(state.laid[seat]):pick(function(card) return level(card) == 1 end)
  tells:emit(state.design[front])
end)]] },
}

local home = shell.scratch_home()
write(home .. "/rulesets/leak.ini", "; A planted leak\n\n[modules]\nfantasy_line = on\nleak = on\n")

local function contract(check_name)
  return shell.capture(("MUSTER_HOME=%s MUSTER_CHECK=%s MUSTER_PARTS=1 MUSTER_WAIT=24 "
    .. "MUSTER_LINES=100 %s %s"):format(quoted(home), check_name, quoted(CONTRACT),
    quoted(home .. "/rulesets/leak.ini")))
end

write(home .. "/lua/leak.lua", MODULE)
for _, name in ipairs { "same_told", "same_chosen" } do
  local output, status = contract(name)
  check(status == 0, "%s sees a leak where none is planted:\n%s", name, output)
end
for _, leak in ipairs(LEAKS) do
  write(home .. "/lua/leak.lua", MODULE .. leak[3] .. "\n")
  local output, status = contract(leak[2])
  check(status ~= 0 and output:find("may not see shows in its", 1, true),
    "%s: told to all, and nobody sees it:\n%s", leak[1], output)
end

shell.capture("rm -rf " .. quoted(home))
shell.finish()
