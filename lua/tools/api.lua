-- The reference of the Lua API, as Markdown and as stubs for editors. The facts are those of
-- engine/author/reference.c: what is registered. Signatures and help of words and of the methods of
-- handles are in api_texts.lua.
local texts = require("api_texts")

-- The two forms: how each prints its parts.
local markdown, stubs = {}, {}

-- A function, `before` in front of its name.
function markdown.item(before, name, signature, doc)
  return ("### `%s%s%s`\n\n%s\n\n"):format(before, name, signature, doc)
end

function stubs.item(before, name, signature, doc)
  return ("\n--- %s\n---@type fun%s\n%s%s = nil\n"):format(doc, signature, before, name)
end

function markdown.section(title, introduction)
  return ("\n## %s\n\n%s"):format(title, introduction or "")
end

function stubs.section(title) return ("\n-- %s\n"):format(title) end

function markdown.group(title, where) return ("**%s.** %s\n\n"):format(title, where) end

function stubs.group() return "" end

function markdown.value(name, type, doc)
  return ("### `%s: %s`\n\n%s\n\n"):format(name, type, doc)
end

function stubs.value(name, type, doc)
  return ("\n--- %s\n---@type %s\n%s = nil\n"):format(doc, type, name)
end

function markdown.class(class)
  local out = { ("### `muster.%s`\n\n%s\n\n"):format(class.name, class.doc) }
  for _, method in ipairs(class) do
    local name, params, result, doc = table.unpack(method)
    out[#out + 1] = ("- `:%s(%s)%s` %s\n"):format(name, params, result, doc)
  end
  if #class > 0 then out[#out + 1] = "\n" end
  return table.concat(out)
end

function stubs.class(class)
  local above = class.above and ": " .. class.above or ""
  local out = { ("\n--- %s\n---@class muster.%s%s\n"):format(class.doc, class.name, above) }
  for _, line in ipairs(class.stubs or {}) do out[#out + 1] = line .. "\n" end
  for _, method in ipairs(class) do
    local name, params, result, doc = table.unpack(method)
    out[#out + 1] = ("---@field %s fun(self: muster.%s%s%s)%s %s\n"):format(name, class.name,
      params ~= "" and ", " or "", params, result, doc)
  end
  return table.concat(out)
end

-- What is registered as fields of `muster`.
local function put_api(out, form, title, list)
  out[#out + 1] = form.section(title)
  for _, f in ipairs(list) do
    out[#out + 1] = form.item("muster.", f.name, f.signature, f.doc)
  end
end

-- The words, which must be those that the program has: one without help would be missing here.
local function put_words(out, form, names)
  local count = 0
  out[#out + 1] = form.section("Words", "Words are global names in every file of rules. Where a "
    .. "word takes a thing, it accepts nil.\n\n")
  for _, group in ipairs(texts.words) do
    out[#out + 1] = form.group(group.title, group.where)
    for _, word in ipairs(group) do
      count = count + 1
      assert(names[count] == word[1], word[1])
      out[#out + 1] = form.item("", table.unpack(word))
    end
  end
  assert(count == #names, names[count + 1])
  out[#out + 1] = form.group("Values", "Everywhere, once the board and the game are declared.")
  for _, value in ipairs(texts.values) do out[#out + 1] = form.value(table.unpack(value)) end
end

local function put_types(out, form)
  for _, class in ipairs(texts.types) do out[#out + 1] = form.class(class) end
end

local function put_introduction(out)
  out[#out + 1] = texts.introduction .. "| context | what it may do |\n|---|---|\n"
  for _, context in ipairs(texts.contexts) do
    out[#out + 1] = ("| %s | %s |\n"):format(table.unpack(context))
  end
  out[#out + 1] = "\n" .. texts.errors
end

-- Editors want types before what uses them; readers want them behind.
local function put_stubs(out, facts)
  out[#out + 1] = texts.stubs
  put_types(out, stubs)
  put_api(out, stubs, "Declarations", facts.declare)
  put_words(out, stubs, facts.words)
  put_api(out, stubs, "Functions of a running match", facts.access)
end

local function put_page(out, facts)
  put_introduction(out)
  put_api(out, markdown, "Declarations", facts.declare)
  put_words(out, markdown, facts.words)
  out[#out + 1] = markdown.section("Types", "Zones, pieces, seats, places and kinds are numbers "
    .. "that rules pass on and compare. Declarations and words\nreturn values of these types.\n\n")
  put_types(out, markdown)
  put_api(out, markdown, "Functions of a running match", facts.access)
end

---@param facts { stubs: boolean, declare: table[], access: table[], words: string[] }
---@return string
return function(facts)
  local out = {}
  if facts.stubs then put_stubs(out, facts) else put_page(out, facts) end
  return table.concat(out)
end
