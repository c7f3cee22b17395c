--- What links scenarios to a campaign: the values that a scenario brings in and carries on, and
--- where its outcomes lead. Checks these entries of a scenario file, and lists them for the
--- program.

local keys = require("muster.scenario.keys")

local links = {}

local function fault(format, ...)
  error(format:format(...), 0)
end

local function sorted_names(values)
  local names = {}
  for name in pairs(values) do names[#names + 1] = tostring(name) end
  table.sort(names)
  return names
end

local LETTERS = "abcdefghijklmnopqrstuvwxyz"

-- A name of lower-case letters, digits and underscores.
local function is_name(text)
  for i = 1, #text do
    local known = i == 1 and LETTERS or LETTERS .. "0123456789_"
    if not known:find(text:sub(i, i), 1, true) then return false end
  end
  return #text > 0
end

local function whole(what, value, usual)
  if value == nil then return usual end
  if math.type(value) ~= "integer" then fault("%s must be a whole number", what) end
  return value
end

-- A number in a range, or, without `max`, a flag.
local function value_of(list, name, value)
  local what = ("'%s' in %s"):format(name, list)
  if type(value) ~= "table" or not is_name(name) then
    fault("%s lists names with their types, such as { veterans = { max = 6 }, relic = {} }", list)
  end
  keys.check("value", value, what, list ~= "brings" and "default" or nil)
  local flag = value.max == nil
  local least, most = whole(what, value.min, 0), whole(what, value.max, 1)
  if least > most or (flag and value.min) then
    keys.fault("value", "range", what)
  end
  local usual = value.default
  if flag and usual ~= nil then
    if type(usual) ~= "boolean" then keys.fault("value", "flag", what) end
    usual = usual and 1 or 0
  end
  usual = whole(what, usual, least)
  if usual < least or usual > most then
    keys.fault("value", "default", what, usual, least, most)
  end
  return { name = name, flag = flag, min = least, max = most, default = usual,
    help = value.help or "" }
end

---The values of `brings` or `carries`, by name.
---@param list string
---@param values table?
function links.values(list, values)
  local found = {}
  for i, name in ipairs(sorted_names(values or {})) do
    found[i] = value_of(list, name, values[name])
  end
  return found
end

---What a scenario brings in, as options of its module.
function links.options(values)
  local options = {}
  for i, value in ipairs(links.values("brings", values)) do
    options[i] = value.flag
      and { key = value.name, type = "bool", default = value.default == 1, help = value.help }
      or { key = value.name, type = "int", min = value.min, max = value.max,
        default = value.default, help = value.help }
  end
  return options
end

---The entries of `links`.
function links.list(entries)
  local found = {}
  for i, link in ipairs(entries or {}) do
    if type(link) ~= "table" then
      fault("'links' lists tables, such as { ending = 'ford', to = 'lowlands' }")
    end
    keys.check("link", link, ("link %d of 'links'"):format(i))
    local winner = whole("'winner' of a link", link.winner, -1)
    local always = not link.ending and not link.done and not link.failed and winner < 0
    found[i] = { ending = link.ending or "", to = link.to or "", says = link.says or "",
      done = link.done or "", failed = link.failed or "", winner = winner, always = always }
  end
  return found
end

return links
