--- What a scenario file returns: checks it, and makes the text of a ruleset file of the game that
--- it names and the options that it sets. The program reads the result before any module begins.

local returned = require("scenario")
local keys = require("muster.scenario.keys")
local links = require("muster.scenario.links")

-- What Lua calls the types of `keys`.
local LUA_TYPES = { text = "string", number = "number", ["function"] = "function", list = "table",
  table = "table" }

local function sorted_keys(value)
  local sorted = {}
  for key in pairs(value) do sorted[#sorted + 1] = tostring(key) end
  table.sort(sorted)
  return sorted
end

local function fault(format, ...)
  error(format:format(...), 0)
end

if type(returned) ~= "table" then
  fault("a scenario file returns a table: return { title = ..., game = ..., load = ... }")
end
local file = {} -- reading a key that a module lacks is an error, so this is a copy
for key, value in pairs(returned) do file[key] = value end

local function check_keys(section, value)
  keys.check(section, value, keys[section].what)
end

local function check()
  check_keys("file", file)
  for _, key in ipairs(keys.file.keys) do
    local name, wanted = key[1], LUA_TYPES[key[2]]
    if file[name] == nil and key.needed then fault("a scenario needs '%s'", name) end
    if file[name] ~= nil and type(file[name]) ~= wanted then
      fault("'%s' must be a %s, found a %s", name, wanted, type(file[name]))
    end
  end
  local hard = file.difficulty or 1
  if math.type(hard) ~= "integer" or hard < 1 or hard > 5 then keys.fault("file", "difficulty") end
end

-- A value as a ruleset file writes it.
local function written(value, key)
  if type(value) == "boolean" then return value and "on" or "off" end
  if type(value) == "table" then
    local parts = {}
    for i, part in ipairs(value) do parts[i] = tostring(part) end
    return table.concat(parts, ",")
  end
  if type(value) ~= "string" and type(value) ~= "number" then
    fault("'%s' must be a flag, a number, a text or a list, found a %s", key, type(value))
  end
  return tostring(value)
end

-- Lines of a ruleset file: { warline = { start = "quick" } } is start = quick below [warline].
local function ini()
  local lines = { "inherits = " .. file.game .. ".ini" }
  local options = { game = { title = file.title }, modules = { ["muster.scenario"] = true } }
  for _, section in ipairs(sorted_keys(file.options or {})) do
    local values = file.options[section]
    if type(values) ~= "table" then
      fault("'%s' in options must be a table, such as { %s = { KEY = VALUE } }", section, section)
    end
    options[section] = options[section] or {}
    for _, key in ipairs(sorted_keys(values)) do options[section][key] = values[key] end
  end
  for _, section in ipairs(sorted_keys(options)) do
    lines[#lines + 1] = "[" .. section .. "]"
    for _, key in ipairs(sorted_keys(options[section])) do
      lines[#lines + 1] = key .. " = " .. written(options[section][key], key)
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local function seats_of()
  local list = {}
  for i, seat in ipairs(file.seats or {}) do
    if type(seat) ~= "table" then fault("'seats' lists tables such as { name = 'The watch' }") end
    check_keys("seat", seat)
    list[i] = { name = seat.name or "", computer = seat.computer or "" }
  end
  return list
end

-- Lines that follow each other are a paragraph; an empty one begins the next.
local function paragraphs(text)
  local whole = ""
  for _, line in ipairs(text:split("\n")) do
    line = line:trim()
    local begins = whole == "" or whole:sub(-1) == "\n"
    if line ~= "" then
      whole = whole .. (begins and "" or " ") .. line
    elseif not begins then
      whole = whole .. "\n"
    end
  end
  return whole
end

-- The win shares that a probe must find, by seat.
local function add_shares(seats, key, ranges)
  for i, range in ipairs(ranges) do
    local least, most = range[1], range[2]
    if math.type(least) ~= "integer" or math.type(most) ~= "integer" or least < 0 or most > 100
      or least > most then
      keys.fault("probe", "share", key)
    end
    seats[i] = seats[i] or { name = "", computer = "" }
    seats[i][key] = { least, most }
  end
end

-- What a probe must find: { wins = { { 30, 70 }, { 30, 70 } }, unreached = { "snow" } }.
local function add_promises(seats)
  local probe = file.probe or {}
  check_keys("probe", probe)
  add_shares(seats, "wins", probe.wins or {})
  add_shares(seats, "levels", probe.levels or {})
  return table.concat(probe.unreached or {}, " ")
end

-- A puzzle: { turns = 2, seat = 0 }.
local function puzzle_of()
  local puzzle = file.puzzle
  if not puzzle then return 0, 0 end
  check_keys("puzzle", puzzle)
  if math.type(puzzle.turns) ~= "integer" or puzzle.turns < 1 or puzzle.turns > 20 then
    keys.fault("puzzle", "turns")
  end
  return puzzle.turns, puzzle.seat or 0
end

check()
local turns, solver = puzzle_of()
local seats_list = seats_of()
local unreached = add_promises(seats_list)
return { ini = ini(), game = file.game, story = paragraphs(file.story or ""),
  author = file.author or "", difficulty = file.difficulty or 0, seats = seats_list,
  unreached = unreached, puzzle_turns = turns, puzzle_seat = solver,
  campaign = file.campaign or "", brings = links.values("brings", file.brings),
  carries = links.values("carries", file.carries), links = links.list(file.links) }
