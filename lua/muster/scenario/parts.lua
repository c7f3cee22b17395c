--- What all parts of the scenario library share: the table that a scenario's `load` gets, the names
--- that are taken, the story, the clock, and the start. A name is used once.

local keys = require("muster.scenario.keys")
local map = require("muster.scenario.map")

---@class muster.Scenario
local scenario = {}
local parts = { scenario = scenario,
  rules = {},   -- procedures that run after each ply, in the order of declaration
  goals = {},   -- the goals, for the scene
  favours = {}, -- what computer players strive for besides
  placing = {}, -- procedures that run after the set-up
  hidden = {},  -- the ambushes, for the scene
  bands = {},   -- the heroes, for the scene
  ends = {},    -- what the endings of the scenario mean, by name
  OPEN = 0, DONE = 1, FAILED = 2, -- states of goals
}
local names = {} -- what each name stands for
local texts = {} -- what the story says, by number: a text, or a table of texts by seat

-- Take a name for a declaration, which is a `what`.
local function claim(name, what)
  if type(name) ~= "string" or name == "" then
    error("a " .. what .. " begins with its name, such as { \"relief\", ... }", 0)
  end
  if names[name] then
    error(("the name '%s' is used for a %s already"):format(name, names[name]), 0)
  end
  names[name] = what
end

---What a name stands for, or nil.
---@param name string
---@return string?
function parts.named(name) return names[name] end

---The names of declarations of these kinds, for messages.
---@param kinds table<string, boolean>
---@return string[]
function parts.names_of(kinds)
  local found = {}
  for name, what in pairs(names) do
    if kinds[what] then found[#found + 1] = name end
  end
  table.sort(found)
  return found
end

---Check a declaration of a section of `keys` and take its name, which is its first entry. Returns a
---copy with the defaults.
---@param section string
---@param value table
---@return table
function parts.take(section, value)
  local about, taken = keys[section], {}
  if type(value) ~= "table" then
    error(("%s is declared by a table: %s"):format(about.what, about.form), 0)
  end
  claim(value[1], section)
  keys.shape(section, value, about.what .. " '" .. value[1] .. "'")
  local what = ("the %s '%s'"):format(section, value[1])
  for key, field in pairs(value) do
    if key == "seat" then keys.check_seat(what, field) end
    if key == "turn" then keys.check_turn(what, field) end
  end
  for _, key in ipairs(about.keys) do taken[key[1]] = key.default end
  for key, field in pairs(value) do taken[key] = field end
  return taken
end

---A condition only reads. nil always holds.
---@param holds fun(): boolean|nil
function parts.condition(holds)
  if not holds then return parts.always end
  return muster.query(function() return holds() and true end)
end

function parts.nothing_to_do() end
function parts.always() return true end

-- ---- the story ----------------------------------------------------------------------------------

--- A part of the story is told.
local story = muster.event { "story", "part", says = function(part, reader)
  local text = texts[part]
  if type(text) == "table" then text = text[reader or "onlooker"] end
  if text and text:sub(-1) == "." then return text:sub(1, -2) end -- whoever prints it adds one
  return text
end }

-- A list of texts begins with that for seat 1: has it one for each seat?
local function is_shifted(text)
  for reader in pairs(text) do
    if reader == 0 then return false end
  end
  return #text == seats
end

---A text that names a zone which the board lacks is a fault: "the bridge on d9". So is one for a
---seat that the game lacks, and one with braces: nothing is put in their place.
function parts.check_text(text)
  if type(text) == "table" then
    if is_shifted(text) then
      error(("a list of texts begins with seat 1, and this one ends with seat %d, which the game "
        .. "lacks; that for seat 0 is [0] = ..."):format(seats), 0)
    end
    for reader, one in pairs(text) do
      if reader ~= "onlooker" then keys.check_seat("a text", reader) end
      parts.check_text(one)
    end
  elseif type(text) == "string" then
    local word = map.unknown_zone(text)
    if word then error(("a text names the zone '%s', which the board lacks"):format(word), 0) end
    local brace = text:find("{", 1, true)
    local close = brace and text:find("}", brace, true)
    if close then
      error(("a text has '%s', but it is shown as written"):format(text:sub(brace, close)), 0)
    end
  end
end

-- The number of a text; 0 says nothing.
local function text_number(text)
  if text == nil then return 0 end
  parts.check_text(text)
  texts[#texts + 1] = text
  return #texts
end

---A procedure that tells a text, or does nothing where there is none.
function parts.teller(text)
  local part = text_number(text)
  if part == 0 then return parts.nothing_to_do end
  return function() story:emit(part) end
end

--- A procedure that tells a part of the story, to all seats, or to each its own: { [0] = ..., ...
--- }.
---@param text string|table<integer|string, string>
---@return fun()
function scenario.tell(text) return parts.teller(text) end

-- ---- the clock ----------------------------------------------------------------------------------

parts.clock = muster.state { { "scenario_turn", max = 9999 },
  { "scenario_seat", max = seats, help = "who took the last turn, from 1; 0 before the first" },
  { "scenario_asked", max = 99, help = "questions that wait for an answer" } }
local clock = parts.clock

---Count turns; called after each ply.
function parts.tick()
  local seat = me()
  if clock.scenario_asked == 0 and clock.scenario_seat ~= seat + 1 then
    clock.scenario_seat = seat + 1
    clock.scenario_turn = clock.scenario_turn + 1
  end
end

---A question goes to a seat, or has been answered: meanwhile no turn ends.
function parts.asked() clock.scenario_asked = clock.scenario_asked + 1 end
function parts.answered() clock.scenario_asked = clock.scenario_asked - 1 end

--- The number of the running turn, from 1: a turn ends when another seat decides.
---@return integer
function scenario.turn() return clock.scenario_turn end

-- ---- the start ----------------------------------------------------------------------------------

--- A region: zones by name, "c3 d3 e3", or a set.
---@param zones_of string|muster.Set
---@return muster.Set
function scenario.region(zones_of) return map.region(zones_of) end

--- The start as a drawing, one line a row, the top row first, cells with blanks between them; "."
--- is empty. `legend` says what a cell puts down: { kind = ..., seat = ... }, or a function of the
--- zone. All that lay on the board before goes to the box. Returns the zones of each sign.
---@param drawing string
---@param legend table<string, table|fun(zone: muster.Zone)>
---@return table<string, muster.Set>
function scenario.map(drawing, legend)
  local cells, regions = map.read(drawing, legend)
  parts.placing[#parts.placing + 1] = function() map.lay(cells) end
  return regions
end

--- The start as a position line of the game.
---@param line string
function scenario.start(line) muster.start(line) end

--- A deed to do when the match has been set up.
---@param deed fun()
function scenario.prepare(deed) parts.placing[#parts.placing + 1] = deed end

--- A deed to do after the set-up and after each ply, until nothing changes any more.
---@param deed fun()
function scenario.after_ply(deed) parts.rules[#parts.rules + 1] = deed end

--- Tell computer players what else a position is worth: worth(seat). One point is what the game's
--- own evaluation makes of it.
---@param worth fun(seat: muster.Seat): integer
function scenario.favour(worth) parts.favours[#parts.favours + 1] = worth end

return parts
