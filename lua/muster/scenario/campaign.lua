--- The links of a scenario to others: what it brings in, what it carries on, where its outcomes
--- lead.

local keys = require("muster.scenario.keys")
local parts = require("muster.scenario.parts")
local scenario, goals = parts.scenario, parts.goals

local DONE, FAILED = parts.DONE, parts.FAILED

--- The values that the scenario `brings` in, by name.
scenario.brought = {}

local carries = {} -- the values that the file declares, with `value` once it is said

---@param values table[]
function parts.carry(values)
  for _, value in ipairs(values) do
    carries[#carries + 1] = { name = value.name, flag = value.flag, help = value.help }
    parts.check_text(value.help)
  end
end

--- Say what a value of `carries` is when the match is over: a number, or a condition.
---@param name string
---@param value fun(): integer|boolean
function scenario.carry(name, value)
  local known = {}
  for i, carried in ipairs(carries) do
    known[i] = carried.name
    if carried.name == name then
      if carried.value then error(("carry: '%s' is said twice"):format(name), 0) end
      carried.value = value
      return
    end
  end
  error(("carry: the scenario does not carry '%s'; %s"):format(tostring(name),
    keys.meant(tostring(name), known, "'carries' names %s")), 0)
end

local function goal_named(name)
  local known = {}
  for i, goal in ipairs(goals) do
    if goal.name == name then return goal end
    known[i] = goal.name
  end
  keys.unknown("link", "goal", known, name)
end

-- A carried value as a number. Nothing is the value of a flag that does not hold; a function that
-- should give a number lacks a `return`.
local function as_number(carried)
  local value = carried.value()
  if carried.flag and not value then return 0 end
  if carried.flag and value == true then return 1 end
  if not carried.flag and math.type(value) == "integer" then return value end
  error(("carry: '%s' is a %s, but its function returns %s"):format(carried.name,
    carried.flag and "flag" or "number", value == nil and "nothing" or tostring(value)), 0)
end

-- Does an outcome take this link?
local function takes(link)
  local done = link.done ~= "" and goal_named(link.done)
  local failed = link.failed ~= "" and goal_named(link.failed)
  return function(winners, by)
    return (link.ending == "" or link.ending == by)
      and (link.winner < 0 or winners >> link.winner & 1 == 1)
      and (not done or done.state() == DONE) and (not failed or failed.state() == FAILED)
  end
end

-- Break a text into lines that fit beside a board.
local function wrap(text, lines)
  local line = ""
  for _, word in ipairs(text:split(" ")) do
    if line ~= "" and #line + #word > 44 then
      lines[#lines + 1] = line
      line = ""
    end
    line = line .. (line == "" and "" or " ") .. word
  end
  if line ~= "" then lines[#lines + 1] = line end
end

---Declare where the outcomes lead, and what is carried on.
---@param list table[]
function parts.link(list)
  local debriefing = {}
  for _, carried in ipairs(carries) do
    if not carried.value then
      error(("'carries' names '%s', but no scenario.carry says what it is"):format(carried.name), 0)
    end
  end
  local tests = {}
  for i, link in ipairs(list) do
    tests[i] = takes(link)
    parts.check_text(link.says)
  end
  if #list > 0 then
    --- The number of the link that the outcome takes, or 0.
    local outcome = muster.query(function()
      local winners, by = muster.over_by()
      for i = 1, by and #tests or 0 do
        if tests[i](winners, by) then return i end
      end
      return 0
    end)
    debriefing[1] = function(lines)
      local taken = outcome()
      if taken > 0 then wrap(list[taken].says, lines) end
    end
  end
  if #carries > 0 then
    --- The carried value with this number, by name.
    local carried = muster.query(function(number) return as_number(carries[number]) end)
    parts.carried_value = carried -- the program asks it by its name
    debriefing[#debriefing + 1] = function(lines)
      for _, entry in ipairs(carries) do
        local value = entry.value()
        local shown = entry.flag and (value and "yes" or "no") or tostring(value)
        if entry.help ~= "" then lines[#lines + 1] = entry.help .. ": " .. shown end
      end
    end
  end
  parts.debriefing = debriefing
end
