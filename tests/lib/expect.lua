--- The `expect` cases of scenarios, as specs: from the start or a position, these moves, then these
--- facts.

local engine, spec = ...

local GOALS = { open = 0, done = 1, failed = 2 }

local function list_of(value)
  return type(value) == "table" and value or { value }
end

local function value_of(expression)
  local text = engine.eval(expression)
  return math.tointeger(text) or text
end

-- The keys of a case beside its name and its moves; each asserts something.
local checks = {}

function checks.winner(seats)
  spec.equal(engine.state().winner, list_of(seats), "winner")
end
function checks.ending(name)
  spec.equal(engine.state().by, name, "ending")
end
function checks.decision(name)
  spec.equal(engine.state().decision, name, "decision")
end
function checks.to_move(seat)
  spec.equal(engine.state().to_move, seat, "to_move")
end
function checks.goals(goals)
  for name, state in pairs(goals) do
    local number = GOALS[state]
    if not number then
      error(("a goal is open, done or failed, not '%s'"):format(tostring(state)), 0)
    end
    spec.equal(value_of("goal_" .. name), number, "goal " .. name)
  end
end
function checks.told(names)
  for _, name in ipairs(list_of(names)) do
    spec.equal(engine.eval("told_" .. name), "true", "trigger " .. name)
  end
end
function checks.untold(names)
  for _, name in ipairs(list_of(names)) do
    spec.equal(engine.eval("told_" .. name), "false", "trigger " .. name)
  end
end
function checks.values(values)
  for expression, value in pairs(values) do
    local found = value_of(expression)
    if type(value) == "boolean" then found = found == "true" end
    spec.equal(found, value, expression)
  end
end
function checks.says(texts)
  local said = engine.sentences()
  for _, text in ipairs(list_of(texts)) do
    spec.ok(said:find(text, 1, true), ("nobody says '%s'; what is said:\n%s"):format(text, said))
  end
end
function checks.legal(moves)
  local legal = {}
  for _, move in ipairs(engine.legal()) do legal[move] = true end
  for _, move in ipairs(list_of(moves)) do
    spec.ok(legal[move], ("'%s' is not legal"):format(move))
  end
end
function checks.refused(moves)
  for _, move in ipairs(list_of(moves)) do
    spec.ok(engine.refused(move), ("'%s' is legal, and should be refused"):format(move))
  end
end

-- The values that a match which is over carries on, by name.
function checks.carries(values, scenario)
  local names = {}
  for name in pairs(scenario.carries or {}) do names[#names + 1] = name end
  table.sort(names)
  for name, value in pairs(values) do
    local number
    for i, known in ipairs(names) do
      if known == name then number = value_of(("carried(%d)"):format(i)) end
    end
    if not number then error(("the scenario does not carry '%s'"):format(name), 0) end
    if type(value) == "boolean" then number = number == 1 end
    spec.equal(number, value, "carried " .. name)
  end
end

-- The scenario to which the outcome leads; "": the campaign ends.
function checks.leads(to, scenario)
  local link = (scenario.links or {})[value_of("outcome()")]
  spec.equal(link and link.to or "", to, "leads")
end

local ORDER = { "decision", "to_move", "winner", "ending", "goals", "told", "untold", "values",
  "says", "legal", "refused", "carries", "leads" }
local PLAY = { start = true, seed = true, moves = true, brings = true }

local function check_keys(case)
  for key in pairs(case) do
    if key ~= 1 and not PLAY[key] and not checks[key] then
      error(("a case has no '%s'; it may have brings, start, seed, moves, %s"):format(tostring(key),
        table.concat(ORDER, ", ")), 0)
    end
  end
end

-- The line of the scenario on which the case begins, "FILE:LINE: ".
local function place_of(path, name)
  local number = 0
  for line in io.lines(path) do
    number = number + 1
    if line:find('"' .. name .. '"', 1, true) then return ("%s:%d: "):format(path, number) end
  end
  return path .. ": "
end

local function play(case, scenario)
  engine.start(case.start, case.seed or 1)
  if case.moves then engine.play(case.moves) end
  for _, key in ipairs(ORDER) do
    if case[key] ~= nil then checks[key](case[key], scenario) end
  end
end

---Run the cases of a scenario.
---@param path string its file
---@param scenario table what the file returns
return function(path, scenario)
  if type(scenario.expect) ~= "table" or #scenario.expect == 0 then
    error("the scenario has no 'expect' cases", 0)
  end
  spec.describe(scenario.title, function()
    for i, case in ipairs(scenario.expect) do
      spec.it(case[1] or "case " .. i, function()
        local done, message = pcall(function()
          check_keys(case)
          local brought = {}
          for name, value in pairs(case.brings or {}) do brought["brings." .. name] = value end
          engine.ruleset(path, brought)
          play(case, scenario)
        end)
        if done then return end
        message = tostring(message):gsub("^%S*expect%.lua:%d+: ", "")
        error(place_of(path, case[1] or "") .. message, 0)
      end)
    end
  end)
end
