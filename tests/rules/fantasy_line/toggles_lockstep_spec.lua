-- A toggle of FL-DATA-5 changes nothing before that comes up which it is about: games with it and
-- without it, played in step, are the same until then.
local F = dofile("tests/rules/fantasy_line/support.lua")

-- Toggles that matter only when the Day is past its Spells, or only once a Spell is cast.
local LATER = { "movesPerDay=2", "tdPhase4=allAtOnce", "tdDeclare=secret", "lateT=off",
  "agreeEnd=on", "convertedKillsNow=off", "deadMana=on", "spMode=liveCount", "spTie=health",
  "idleDays=1", "maxDays=4", "graceMode=off", "randomStart=firstDay" }
local WITH_SPELLS = { "stunDays=3", "interruptAfterPass=on", "askAlways=on", "refill=atOnce",
  "hurricaneInterruptCounts=off", "tdPhase2=forced", "bothWiped=lastKill",
  "frontKill=phase5Only" }

-- The position lines, with the moves, of a game with that seed, as long as `goes_on` at its phase.
local function game(toggle, seed, goes_on)
  local key, value = (toggle or ""):match("^(.*)=(.*)$")
  F.rules(key and { [key] = value } or nil)
  start(nil, seed)
  local lines, number = {}, seed
  while goes_on(F.now().phase) do
    local moves = legal()
    lines[#lines + 1] = position() .. " " .. table.concat(moves, " ")
    number = (number * 1103515245 + 12345) % 2147483648
    play(moves[number // 65536 % #moves + 1])
  end
  return lines
end

local function same_games(toggles, goes_on)
  for seed = 1, 2 do
    local default = game(nil, seed, goes_on)
    ok(#default > 5, "plies " .. #default)
    for _, toggle in ipairs(toggles) do
      equal(table.concat(game(toggle, seed, goes_on), "\n"), table.concat(default, "\n"), toggle)
    end
  end
end

describe("a toggle", function()
  it("of later phases changes nothing until the Spells are cast (FL-DATA-5)", function()
    same_games(LATER, function(phase) return phase:find("^[S2]") ~= nil end)
  end)
  it("of Spells changes nothing in the set-up and before the first Spell (FL-DATA-5)", function()
    same_games(WITH_SPELLS, function(phase) return phase:find("^S") ~= nil end)
  end)
end)
