-- Writes JSON files, one value a line, in the form that the C library of the program gives them.
-- Objects are tables that name their keys in order (`keys`): what is not named is not written, and
-- scripts have no `pairs`.

local ESCAPES = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n",
  ["\r"] = "\\r", ["\t"] = "\\t" }
local DIGITS = "%.6g" -- of a number that is not whole

local function quoted(text)
  if not utf8.len(text) then error(("'%s' is not UTF-8, which JSON files are"):format(text), 0) end
  return '"' .. text:gsub('[%c"\\]', function(sign)
    return ESCAPES[sign] or sign < " " and ("\\u%04X"):format(sign:byte()) or nil
  end) .. '"'
end

-- A number that stays one with a fraction when it is read: 1.0, 1e-5.
local function real(number)
  local text = DIGITS:format(number)
  if not text:find("[.e]") then return text .. ".0" end
  return (text:gsub("e%+?(%-?)0*", "e%1"))
end

local write

-- The parts of an object or array between its brackets, each on a line of its own.
local function enclosed(first, parts, last, indent)
  if #parts == 0 then return first .. last end
  local line = "\n" .. indent
  return first .. line .. " " .. table.concat(parts, "," .. line .. " ") .. line .. last
end

write = function(value, indent)
  local parts = {}
  if type(value) == "string" then return quoted(value) end
  if math.type(value) == "float" then return real(value) end
  if type(value) ~= "table" then return tostring(value) end

  for i, key in ipairs(value.keys or value) do
    parts[i] = value.keys and quoted(key) .. ": " .. write(value[key], indent .. " ")
      or write(key, indent .. " ")
  end
  return enclosed(value.keys and "{" or "[", parts, value.keys and "}" or "]", indent)
end

---The text of a value, with a line feed at its end.
---@param value table
---@return string
return function(value) return write(value, "") .. "\n" end
