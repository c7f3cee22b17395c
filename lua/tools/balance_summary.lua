-- What `muster balance` prints: the findings in short, and how games end, how long they are and
-- which choices they leave.
local figures = require("figures")

local MOST_OTHERS, MOST_UNUSED = 6, 12

local out -- the parts of the text so far

local function say(format, ...) out[#out + 1] = format:format(...) end

local function say_head(facts)
  say("%s: %d games; %s", facts.title, facts.games, table.concat(facts.computers, ", "))
  if #facts.varied > 0 then
    say("; %d arrangements with %d games each", facts.arrangements, facts.games_each)
  end
  say("\n")
  if facts.refused > 0 then
    say("left out: %d arrangements that the rules refuse: %s\n", facts.refused, facts.why)
  end
end

-- The differences that were found, and as many of the others as fit into a summary.
local function say_findings(findings)
  local found, others = {}, {}
  for _, f in ipairs(findings) do
    local list = (f.verdict == "more" or f.verdict == "less") and found or others
    list[#list + 1] = f
  end
  say("%d of %d comparisons show a difference%s\n", #found, #findings, #found > 0 and ":" or "")
  for _, f in ipairs(found) do say("  %s\n", f.text) end
  if #others > 0 then say("no difference found:\n") end
  for i = 1, math.min(#others, MOST_OTHERS) do say("  %s\n", others[i].text) end
  if #others > MOST_OTHERS then
    say("  ... and in %d more, which --out and --json list\n", #others - MOST_OTHERS)
  end
  if #findings > 0 then
    say("In square brackets: intervals that hold together in 99 of 100 runs.\n")
  end
end

local function say_endings(facts)
  local endings = {}
  for i, ending in ipairs(facts.endings) do
    endings[i] = (" %s %.1f %%"):format(ending.name, 100 * ending.games / facts.games)
  end
  say("endings:%s\n", table.concat(endings, ","))
end

local function say_choices(facts)
  local count, forced, unused = 0, 0, {}
  for _, asked in ipairs(facts.decisions) do
    count, forced = count + asked.count, forced + asked.without_choice
  end
  if count > 0 then
    say("decisions without a choice: %.1f %% of %d\n", 100 * forced / count, count)
  end
  for _, move in ipairs(facts.moves) do
    if move.count == 0 then unused[#unused + 1] = move.name end
  end
  if #unused == 0 then return end
  say("moves never made: %s", table.concat(unused, ", ", 1, math.min(#unused, MOST_UNUSED)))
  if #unused > MOST_UNUSED then say(" and %d more", #unused - MOST_UNUSED) end
  say("\n")
end

---The summary.
---@param given table the facts of engine/lab/balance_report.c
---@return string
return function(given)
  local facts = figures.add(given)
  out = {}
  say_head(facts)
  say_findings(facts.findings)
  say_endings(facts)
  say("turns: %d to %d, half of the games within %d\n", facts.turns.least, facts.turns.most,
    facts.turns.half)
  say_choices(facts)
  if facts.unfinished > 0 then
    say("%d games did not end within %d plies\n", facts.unfinished, facts.plies)
  end
  if facts.hint ~= "" then say("To compare what seats are given: --vary %s\n", facts.hint) end
  return table.concat(out)
end
