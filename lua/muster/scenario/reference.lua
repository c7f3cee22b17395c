--- The reference of what scenarios declare, as Markdown. Returns it as a text.

local keys = require("muster.scenario.keys")

local lines = {}
local function add(text, ...)
  lines[#lines + 1] = select("#", ...) > 0 and text:format(...) or text
end

local WORDS = { text = "text", number = "number", flag = "flag", list = "list", table = "table",
  any = "", ["function"] = "function" }

local function types_of(key)
  if key[2] == "text|table" then return "text" end -- or one for each seat
  local words = {}
  for _, word in ipairs(key[2]:split("|")) do words[#words + 1] = WORDS[word] end
  return table.concat(words, " or ")
end

local function default_of(key)
  if key.needed then return "needed" end
  if key.usual then return key.usual end
  if key.default == nil then return "" end
  return "`" .. tostring(key.default) .. "`"
end

local function sorted(names)
  local list = {}
  for name in pairs(names) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function section(about)
  add("### %s\n", about.title)
  add("`%s`\n", about.form)
  add("%s\n", about.help)
  add("| key | type | default | meaning |")
  add("|---|---|---|---|")
  for _, key in ipairs(about.keys) do
    add("| `%s` | %s | %s | %s |", key[1], types_of(key), default_of(key), key[3])
  end
  if about.errors then
    add("\nErrors:\n")
    for _, name in ipairs(sorted(about.errors)) do
      local text = table.concat(about.errors[name]:split("%s"), "NAME")
      add("- `" .. table.concat(text:split("%d"), "N") .. "`")
    end
  end
  add("")
end

for _, name in ipairs(keys.order) do section(keys[name]) end
add("### Functions\n")
add("| call | meaning |")
add("|---|---|")
for _, call in ipairs(keys.calls) do add("| `%s%s` | %s |", call[1], call[2], call[3]) end
return table.concat(lines, "\n") .. "\n"
