--- The reducer: reduce(text, still) makes a module smaller as long as still(text) is true.
---
--- First groups of lines go, halves before quarters before single lines; then blocks are replaced
--- by what is in them; then the tokens of what is left: runs of them go, and parts in brackets
--- become one of their parts, or a constant. This is repeated until nothing is left to remove.

-- ---- tokens -------------------------------------------------------------------------------------

--- The tokens of a text: words, numbers, strings, operators; comments and blanks are left out, line
--- feeds are tokens.
local function tokens(text)
  local list, at = {}, 1
  while at <= #text do
    local found = text:match("^\n", at) or text:match("^%-%-%[%[.-%]%]",
      at) or text:match("^%-%-[?@][^\n]*", at)
      or text:match("^%-%-[^\n]*", at) or text:match("^[ \t\r]+", at) or text:match("^[%a_][%w_]*",
        at)
      or text:match("^%d+", at) or text:match('^"[^"\n]*"', at) or text:match("^'[^'\n]*'", at)
      or text:match("^%.%.%.", at) or text:match("^[=~<>/.:]=?[=/.:<>]?", at) or text:sub(at, at)
    at = at + #found
    local comment = found:match("^%-%-") and not found:match("^%-%-[?@]")
    if not comment and not found:match("^[ \t\r]+$") then list[#list + 1] = found end
  end
  return list
end

local function is_word(token) return token:match("^[%w_\"']") end

--- Tokens as text again: blanks where words meet, and lines as they were.
local function join(list)
  local out = {}
  for i, token in ipairs(list) do
    local before = list[i - 1]
    local tight = not before or before == "\n" or token == "\n" or before:match("^[%(%[%.:#~]$")
      or token:match("^[%)%],%.:]$")
      or (token:match("^[%(%[]$") and before:match("^[%w_%)%]]") and before ~= "and"
        and before ~= "or" and before ~= "not"
        and before ~= "return" and before ~= "if" and before ~= "in")
    if not tight or (before and is_word(before) and is_word(token)) then out[#out + 1] = " " end
    out[#out + 1] = token
  end
  return (table.concat(out):gsub("\n\n+", "\n"))
end

local OPENS = { ["("] = ")", ["["] = "]", ["{"] = "}", ["function"] = "end", ["if"] = "end",
  ["do"] = "end",
  ["repeat"] = "until" }
local CLOSES = { [")"] = true, ["]"] = true, ["}"] = true, ["end"] = true, ["until"] = true }

--- For each opening token the place of the one that closes it. `for` and `while` have a `do`.
local function pairs_of(list)
  local stack, closes = {}, {}
  for i, token in ipairs(list) do
    if OPENS[token] then
      stack[#stack + 1] = i
    elseif CLOSES[token] and #stack > 0 then
      closes[table.remove(stack)] = i
    end
  end
  return closes
end

--- Is the run from `first` to `last` balanced, so that it may go alone?
local function balanced(list, first, last)
  local depth = 0
  for i = first, last do
    if OPENS[list[i]] then depth = depth + 1 end
    if CLOSES[list[i]] then depth = depth - 1 end
    if depth < 0 or list[i] == "\n" then return false end
  end
  return depth == 0
end

local function without(list, first, last, instead)
  local out = {}
  for i = 1, first - 1 do out[#out + 1] = list[i] end
  for _, token in ipairs(instead or {}) do out[#out + 1] = token end
  for i = last + 1, #list do out[#out + 1] = list[i] end
  return out
end

local function slice(list, first, last)
  local out = {}
  for i = first, last do out[#out + 1] = list[i] end
  return out
end

-- ---- passes -------------------------------------------------------------------------------------

local function lines_of(text)
  local lines = {}
  for line in text:gmatch("[^\n]+") do lines[#lines + 1] = line end
  return lines
end

--- Remove runs of lines.
local function fewer_lines(text, still)
  local lines = lines_of(text)
  local size = math.max(1, #lines // 2)
  while size >= 1 do
    local at = 1
    while at <= #lines do
      local last = math.min(#lines, at + size - 1)
      local less = without(lines, at, last)
      if #less > 0 and still(table.concat(less,
        "\n") .. "\n") then lines = less else at = at + size end
    end
    size = size // 2
  end
  return table.concat(lines, "\n") .. "\n"
end

--- Remove what a block or a function is: its lines from the first to its `end`.
local function fewer_blocks(text, still)
  local list, at = tokens(text), 1
  while at <= #list do
    local token = list[at]
    local close = OPENS[token] and pairs_of(list)[at]
    local done = false
    if close and not token:match("%a") and table.concat(list, "", at, close):find("\n") == nil then
      close = nil -- brackets within a line: later
    end
    if close then
      local first = at
      while first > 1 and list[first - 1] ~= "\n" do first = first - 1 end
      local last = close
      while last < #list and list[last] ~= "\n" do last = last + 1 end
      local candidates = { without(list, first, last) }
      local head = at -- the end of the head: `then`, `do` or the parameters
      while head < close and list[head] ~= "then" and list[head] ~= "do"
        and list[head] ~= "repeat" do head = head + 1 end
      if head < close and token ~= "function" and token:match("%a") then
        candidates[#candidates + 1] = without(list, first, last, slice(list, head + 1, close - 1))
      end
      for _, less in ipairs(candidates) do
        if #less > 0 and still(join(less)) then
          list, done = less, true
          break
        end
      end
    end
    if not done then at = at + 1 end
  end
  return join(list)
end

--- Remove runs of tokens.
local function fewer_tokens(text, still)
  local list = tokens(text)
  for _, size in ipairs { 24, 16, 12, 9, 8, 7, 6, 5, 4, 3, 2, 1 } do
    local at = 1
    while at + size - 1 <= #list do
      if balanced(list, at, at + size - 1) then
        local less = without(list, at, at + size - 1)
        if still(join(less)) then list = less else at = at + 1 end
      else
        at = at + 1
      end
    end
  end
  return join(list)
end

--- Replace what is in brackets, and calls, by a part or by a constant.
local function simpler(text, still)
  local list, at = tokens(text), 1
  while at <= #list do
    local close = OPENS[list[at]] and not list[at]:match("%a") and pairs_of(list)[at]
    local candidates = {}
    if close then
      candidates[#candidates + 1] = without(list, at, close, slice(list, at + 1, close - 1))
      candidates[#candidates + 1] = without(list, at, close, { "1" })
      if close > at + 1 then candidates[#candidates + 1] = without(list, at + 1, close - 1) end
      local first = at
      while first > 1 and (list[first - 1]:match("^[%w_]+$")
        or list[first - 1]:match("^[.:]$")) do first = first - 1 end
      if first < at then
        for _, instead in ipairs { "0", "1", "true", "nil", "zones", "now.sum" } do
          candidates[#candidates + 1] = without(list, first, close, tokens(instead))
        end
      end
      for k = at + 1, close - 1 do -- one operand alone
        local token = list[k]
        if (token == "and" or token == "or" or token:match("^[-+*/%%<>=~&|]+$")) and balanced(list,
          at + 1, k - 1) then
          candidates[#candidates + 1] = without(list, at, close, slice(list, at + 1, k - 1))
          candidates[#candidates + 1] = without(list, at, close, slice(list, k + 1, close - 1))
        end
      end
    elseif list[at]:match("^%d%d") then
      for _, instead in ipairs { "0", "1", "2", "9" } do candidates[#candidates + 1] = without(list,
        at, at, { instead }) end
    elseif list[at]:match("^%a") and list[at - 1] ~= "." and list[at - 1] ~= "local"
      and not OPENS[list[at]] and not CLOSES[list[at]] then
      candidates[1] = without(list, at, at, { "1" })
      candidates[2] = without(list, at, at, { "true" })
    end
    local done = false
    for _, less in ipairs(candidates) do
      local shorter = #less < #list or (#less == #list and list[at]:match("^%d%d")
        or (list[at]:match("^%a") and list[at] ~= "true"))
      if shorter and still(join(less)) then
        list, done = less, #less < #list
        break
      end
    end
    if not done then at = at + 1 end
  end
  return join(list)
end

--- Is the text Lua at all, module by module? That costs less than to load it.
local function is_lua(text)
  for part in (text .. "\n--@ module "):gmatch("(.-)\n%-%-@ module [^\n]*") do
    if not load(part) then return false end
  end
  return true
end

return function(text, differs)
  local function still(candidate) return is_lua(candidate) and differs(candidate) end
  local function settle(passes)
    repeat
      local before = #text
      for _, pass in ipairs(passes) do text = pass(text, still) end
    until #text >= before
  end
  settle { fewer_lines, fewer_blocks }
  settle { fewer_tokens, simpler, fewer_lines, fewer_blocks }
  return text
end
