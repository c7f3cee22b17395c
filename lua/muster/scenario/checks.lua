--- What can be checked of a scenario file only once all is declared: how many seats it speaks of,
--- and the names by which its other parts refer to goals and triggers.

local keys = require("muster.scenario.keys")
local parts = require("muster.scenario.parts")

local SETTLED = { goal = true } -- kinds of declarations that a name may mean
local FIRED = { trigger = true, reserve = true, ambush = true }
local REACHED = { goal = true, trigger = true, reserve = true, choice = true, ambush = true }

local function check_seats(list)
  if #list > seats then
    error(("'seats' lists %d seats, the game has %d"):format(#list, seats), 0)
  end
end

local function check_probe(probe, certain)
  for key, value in pairs(probe) do
    if (key == "wins" or key == "levels") and #value ~= seats then
      keys.fault("probe", "shares", key, #value, seats)
    end
    for _, name in ipairs(certain and key == "unreached" and value or {}) do
      if not REACHED[parts.named(name)] then
        keys.unknown("probe", "unreached", parts.names_of(REACHED), name)
      end
    end
  end
end

local function check_link(number, link, always)
  keys.check_seat(("link %d of 'links'"):format(number), link.winner >= 0 and link.winner or nil)
  if always then keys.fault("link", "never", number, always) end
end

local function check_links(list)
  local always
  for number, link in ipairs(list) do
    check_link(number, link, always)
    always = always or link.always and number
  end
end

local function check_names(what, named, kinds)
  for _, name in ipairs(type(named) == "table" and named or { named }) do
    if not kinds[parts.named(name)] then
      keys.unknown("case", "name", parts.names_of(kinds), what, name)
    end
  end
end

local OPPOSITES = { told = "untold", legal = "refused" }

local function list_of(value) return type(value) == "table" and value or { value } end

-- A case that wants a thing and its opposite, or has a key that does not exist.
local function check_sense(case)
  local name = tostring(case[1])
  keys.shape("case", case, ("the case '%s'"):format(name))
  for key, opposite in pairs(OPPOSITES) do
    for _, one in ipairs(list_of(case[key])) do
      for _, other in ipairs(list_of(case[opposite])) do
        if one == other then keys.fault("case", "both", name, one, key, opposite) end
      end
    end
  end
end

local function check_case(case)
  for key, value in pairs(case) do
    if key == "told" or key == "untold" then check_names("the trigger", value, FIRED) end
    if key == "goals" then
      for name in pairs(value) do check_names("the goal", name, SETTLED) end
    end
  end
end

---@param file table what the file has of `seats`, `probe`, `expect` and `brings`
---@param links table[] the entries of `links`
return function(file, links)
  local certain = true -- what is declared does not depend on what was carried on
  for key in pairs(file) do certain = certain and key ~= "brings" end
  for key, value in pairs(file) do
    if key == "seats" then check_seats(value) end
    if key == "probe" then check_probe(value, certain) end
    for _, case in ipairs(key == "expect" and value or {}) do
      if type(case) == "table" then check_sense(case) end
      if type(case) == "table" and certain then check_case(case) end
    end
  end
  check_links(links)
end
