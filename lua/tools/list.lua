-- What `muster list` prints of each list. The facts are those of engine/faces/tools/list.c.

local NAME = "%-28s " -- how wide names are

local out -- the parts of the text so far

local function say(format, ...) out[#out + 1] = format:format(...) end

local lists = {}

lists.games = { title = "Games:", none = "There are no games." }

function lists.games.say(game)
  say("%-40s %3d ruleset%s\n", game.name, game.rulesets, game.rulesets == 1 and "" or "s")
end

lists.rulesets = { title = "Rulesets:", none = "There are no rulesets." }

function lists.rulesets.say(ruleset)
  if not ruleset.loads then
    say(NAME .. "does not load: 'muster check %s' says why\n", ruleset.name, ruleset.name)
    return
  end
  say(NAME .. "%s\n", ruleset.name, ruleset.title)
  if ruleset.about ~= "" and ruleset.about ~= ruleset.title then say("    %s\n", ruleset.about) end
end

-- Scenarios, and puzzles, which are scenarios, too.
local function say_scenario(scenario)
  if not scenario.title then
    say(NAME .. "does not load: 'muster check %s.lua' says why\n", scenario.name, scenario.name)
    return
  end
  say(NAME .. "%s", scenario.name, scenario.title)
  if scenario.difficulty > 0 then say(", difficulty %d of 5", scenario.difficulty) end
  if scenario.author ~= "" then say(", by %s", scenario.author) end
  if scenario.solved then say(", solved") end
  say("\n")
end

lists.scenarios = { title = "Scenarios:", none = "There are no scenarios.", say = say_scenario }
lists.puzzles = { title = "Puzzles:", none = "There are no puzzles.", say = say_scenario }

lists.campaigns = { title = "Campaigns:", none = "There are no campaigns." }

function lists.campaigns.say(campaign)
  local progress = campaign.finished and ("finished after %d"):format(campaign.played)
    or campaign.played == 0 and "not begun"
    or ("%d played, then %s"):format(campaign.played, campaign.next)
  say(NAME .. "%s, %d scenarios: %s\n", campaign.name, campaign.title, campaign.scenarios, progress)
end

lists.matches = { title = "Unfinished matches:", none = "No match is unfinished." }

-- How to go on with a match.
local function say_command(match)
  if match.running then
    say("    is being played now\n")
  elseif match.campaign ~= "" then
    say("    muster campaign %s\n", match.campaign)
  elseif match.offered then
    say("    muster play --resume\n")
  elseif match.ruleset ~= "" then
    say("    muster play --load %s\n", match.path)
  end
end

-- A file that is no match has no ruleset. It is listed, so that its owner finds it.
function lists.matches.say(match)
  if match.ruleset == "" then
    say("%s  cannot be read: %s\n", match.when, match.path)
  else
    say("%s  %s, %d pl%s: %s\n", match.when, match.ruleset:match("^rulesets/(.+)%.ini$")
      or match.ruleset, match.plies, match.plies == 1 and "y" or "ies", match.seats)
  end
  say_command(match)
end

---A list. `title`: does it have one? `first`: does no other list stand before it?
---@param facts { list: string, titled: boolean, first: boolean, items: table[] }
---@return string
return function(facts)
  local list = lists[facts.list]
  out = {}
  if facts.titled then say("%s%s\n", facts.first and "" or "\n", list.title) end
  for _, item in ipairs(facts.items) do list.say(item) end
  if #facts.items == 0 then say("%s\n", list.none) end
  return table.concat(out)
end
