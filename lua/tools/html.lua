-- Elements and tables of a page. No text of a caller reaches the page unescaped.
local html = {}

local SIGNS = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;", ["\t"] = " ",
  ["\n"] = " ", ["\r"] = " " }

-- Controls, and what reorders text, would hide what the page says; U+FFFE and U+FFFF are no XML.
local function is_drawn(code)
  local control = code < 0x20 or code >= 0x7f and code < 0xa0
  local turning = code >= 0x202a and code <= 0x202e or code >= 0x2066 and code <= 0x2069
  return not control and not turning and code & 0xfffe ~= 0xfffe
end

-- The text without what is not drawn; a byte that is not UTF-8 becomes a question mark.
local function drawn(text)
  if not text:find("[^ -~]") then return text end
  local parts, at = {}, 1
  while at <= #text do
    local good, code = pcall(utf8.codepoint, text, at)
    local sign = good and utf8.char(code) or "?"
    if not good or is_drawn(code) then parts[#parts + 1] = sign end
    at = at + #sign
  end
  return table.concat(parts)
end

---A text for a page or a picture.
---@param text string
---@return string
function html.escape(text)
  return drawn((text:gsub("[\t\n\r]", " "))):gsub('[<>&"]', SIGNS)
end

---How many characters of a text are drawn.
---@param text string
---@return integer
function html.letters(text)
  return utf8.len(drawn((text:gsub("[\t\n\r]", "")))) or #text
end

---@param name string
---@param text string
---@return string `<NAME>text</NAME>`
function html.element(name, text)
  return ("<%s>%s</%s>\n"):format(name, html.escape(text), name)
end

---A table that is folded away. The first column names the row; the others hold numbers.
---@param caption string
---@param heads string[] of the columns
---@param rows string[][]
---@return string
function html.table(caption, heads, rows)
  local out = { "<details><summary>Table: ", html.escape(caption), "</summary>\n<table>\n",
    html.element("caption", caption), "<thead><tr>" }
  local function add(text) out[#out + 1] = text end
  for _, head in ipairs(heads) do add('<th scope="col">' .. html.escape(head) .. "</th>") end
  add("</tr></thead>\n<tbody>")
  for _, row in ipairs(rows) do
    add('\n<tr><th scope="row">' .. html.escape(row[1]) .. "</th>")
    for i = 2, #row do add("<td>" .. html.escape(row[i]) .. "</td>") end
    add("</tr>")
  end
  add("\n</tbody></table></details>\n")
  return table.concat(out)
end

return html
