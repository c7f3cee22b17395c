--- Functions that readers and writers of position lines share.
local text = {}

--- The sign at that place of a text, from 1; behind its end "".
---@param line string
---@param at integer
---@return string
function text.sign(line, at) return line:sub(at, at) end

--- The signs of a text.
---@param line string
---@return string[]
function text.signs(line)
  local signs = {}
  for i = 1, #line do signs[i] = text.sign(line, i) end
  return signs
end

--- The parts of a text, all of the same length.
---@param line string
---@param size integer
---@return string[]
function text.chunks(line, size)
  local parts = {}
  for from = 1, #line, size do parts[#parts + 1] = line:sub(from, from + size - 1) end
  return parts
end

--- The place of a sign in a row of letters, from 0, or nil.
---@param letters string
---@param sign string
---@return integer?
function text.index(letters, sign)
  local found = #sign == 1 and letters:find(sign)
  return found and found - 1 or nil
end

--- The text before and behind the first `mark`, or nil.
---@param line string
---@param mark string
---@return string? before
---@return string? behind
function text.cut(line, mark)
  local found = line:find(mark)
  if not found then return nil end
  return line:sub(1, found - 1), line:sub(found + 1)
end

--- The words of a line, between which stand some of these marks.
---@param line string
---@param marks string
---@return string[]
function text.words(line, marks)
  local words, from = {}, 1
  for i = 1, #line + 1 do
    if i > #line or marks:find(text.sign(line, i)) then
      if i > from then words[#words + 1] = line:sub(from, i - 1) end
      from = i + 1
    end
  end
  return words
end

--- A table in which each word of a text is true.
---@param line string
---@return table<string, boolean>
function text.set(line)
  local set = {}
  for _, word in ipairs(text.words(line, " \n")) do set[word] = true end
  return set
end

--- What `write` makes of each entry of a list, with `mark` between.
---@param list any[]
---@param mark string
---@param write fun(entry: any): string
---@return string
function text.join(list, mark, write)
  local parts = {}
  for i, entry in ipairs(list) do parts[i] = write(entry) end
  return table.concat(parts, mark)
end

--- Equal words that follow each other in a list as one, with `mark` and their number behind it.
---@param list any[]
---@param mark string
---@param write fun(entry: any): string the word of an entry
---@return string[]
function text.runs(list, mark, write)
  local words, amounts = {}, {}
  for _, entry in ipairs(list) do
    local word = write(entry)
    if words[#words] ~= word then words[#words + 1] = word end
    amounts[#words] = (amounts[#words] or 0) + 1
  end
  for i, word in ipairs(words) do words[i] = word .. mark .. amounts[i] end
  return words
end

--- The values of words such as `key=value`; each key occurs once.
---@param words string[]
---@param from integer the first of these words in the list
---@param keys string the keys that are known
---@param example string
---@return table<string, string>
function text.values(words, from, keys, example)
  local values, known = {}, text.set(keys)
  for i = from, #words do
    local key, value = text.cut(words[i], "=")
    text.demand(key and value ~= "", "'" .. words[i] .. "'",
      "expected a key and its value, as in " .. example)
    text.demand(known[key], "'" .. key .. "'", "unknown key; the keys are: " .. keys)
    text.demand(not values[key], key, "the key occurs twice")
    values[key] = value
  end
  return values
end

--- Names as a sentence lists them: A, B and C.
---@param names string[] one at least
---@return string
function text.list(names)
  return table.concat(names, ", ", 1, #names - 1) .. (#names > 1 and " and " or "")
    .. names[#names]
end

--- The whole number that `word` writes with plain digits, seven at most.
---@param word string
---@param most integer
---@param least integer? 0 unless given
---@return integer? number nil where it is none, or more than `most`, or less than `least`
function text.number(word, most, least)
  if #word < 1 or #word > 7 then return nil end
  local value = 0
  for i = 1, #word do
    local digit = text.index("0123456789", text.sign(word, i))
    if not digit then return nil end
    value = value * 10 + digit
  end
  return value >= (least or 0) and value <= most and value or nil
end

-- ---- faults -------------------------------------------------------------------------------------

--- A line is wrong at that place.
---@param where string
---@param what string
---@param found string? what the line has there
function text.fault(where, what, found)
  error(where .. ": " .. what .. (found and ", found '" .. found .. "'" or ""), 0)
end

--- A line has something else there than what is right.
---@param where string
---@param what string
---@param found string
function text.expected(where, what, found)
  text.fault(where, "expected " .. what, found)
end

--- A fault, unless the condition holds.
---@param good any
---@param where string
---@param what string
---@param found string? what the line has there
function text.demand(good, where, what, found)
  if not good then text.fault(where, what, found) end
end

--- A fault, unless the line names just these, in whatever order.
---@param where string
---@param found string[] what the line names
---@param wanted string[] what holds in this ruleset
---@param mark string stands between them
function text.demand_same(where, found, wanted, mark)
  local function written(list)
    local sorted = { table.unpack(list) }
    table.sort(sorted)
    return table.concat(sorted, mark)
  end
  text.demand(written(found) == written(wanted), where, "this ruleset plays with '"
    .. written(wanted) .. "', the line wants '" .. written(found) .. "'")
end

return text
