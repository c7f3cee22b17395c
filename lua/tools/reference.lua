-- The reference of a game as Markdown, for authors of modules. The facts are those of
-- engine/author/reference_game.c.

local facts, page -- of the game, and the parts of the page so far

local function add(format, ...)
  page[#page + 1] = select("#", ...) > 0 and format:format(...) or format
end

-- ---- words --------------------------------------------------------------------------------------

-- A text on one line, without indentation.
local function line(text)
  return (text:gsub("[ \t\n]+", " "):gsub("^ ", ""):gsub(" $", ""))
end

-- The same in a cell of a table.
local function cell(text) return (line(text):gsub("|", "\\|")) end

-- The lines of a comment, except annotations ("@param ...").
local function sentences(comment)
  local kept = {}
  for part in (comment .. "\n"):gmatch("(.-)\n") do
    if part:sub(1, 1) ~= "@" then kept[#kept + 1] = part end
  end
  return table.concat(kept, " ")
end

-- The help of a declaration.
local function help_of(entry, as)
  local text = as(entry.help ~= "" and entry.help or sentences(entry.comment))
  return text ~= "" and text or "(no help)"
end

-- The title in menus, if it differs from the name.
local function title_of(thing) return thing.title ~= thing.name and thing.title or "(no help)" end

-- The type in "@param name type" or "@return type": up to a blank that is not inside it.
local function annotation(comment, tag)
  local _, before = comment:find(tag, 1, true)
  if not before then return nil end
  local depth, last = 0, before
  for at = before + 1, #comment do
    local sign = comment:sub(at, at)
    local blank = sign == " " and depth == 0 and comment:sub(at - 1, at - 1) ~= ":"
    if sign == "\n" or blank then break end
    depth = depth + (sign:find("[(<{]") and 1 or 0) - (sign:find("[)>}]") and 1 or 0)
    last = at
  end
  return comment:sub(before + 1, last)
end

-- "cost(unit: Piece?): integer", with the types that the comment gives.
local function signature(name, f)
  local params = {}
  for i, param in ipairs(f.params) do
    local type = annotation(f.comment, "@param " .. param .. " ")
    params[i] = param .. (type and ": " .. type or "")
  end
  local result = annotation(f.comment, "@return ") or f.result
  local text = ("`%s(%s)%s`"):format(name, table.concat(params, ", "),
    result and ": " .. result or "")
  return (text:gsub("muster%.", ""):gsub("|", "\\|"))
end

-- ---- facts, pieces, places ----------------------------------------------------------------------

local function pieces_row(p)
  return ("| `%s` | %d pieces%s"):format(p.name, p.count,
    p.text and (", written `%s`"):format(p.text) or "")
end

local function container_row(c)
  local sorts = {}
  for i, sort in ipairs(c.sorts) do
    sorts[i] = ("%s`%s`"):format(sort.falling and "falling " or "", sort.name)
  end
  return ("| `%s` | place%s, %s%s%s"):format(c.name, c.per_seat and " of each seat" or "",
    c.ordered and "in order" or "without order",
    #sorts > 0 and ", listed by " .. table.concat(sorts, ", ") or "",
    c.faces and ", " .. c.faces or "")
end

local function values_of(field)
  local text = field.type == "boolean" and "flag"
    or field.type and field.type .. (field.may_be_nil and "?" or "")
    or ("%d to %d"):format(field.min, field.max)
  if field.letters then text = text .. (", written `%s`"):format(field.letters) end
  return text .. (field.seen and ", " .. field.seen or "") .. (field.indexed and ", indexed" or "")
    .. (field.hashed and "" or ", not hashed")
end

local function start_of(field)
  if field.each then return "by piece" end
  if field.type == "boolean" then return tostring(field.initial ~= 0) end
  return field.initial and ("%d"):format(field.initial) or "nil"
end

local function field_row(field)
  return ("| `%s` | %s | %s | %s"):format(field.name, field.of, values_of(field), start_of(field))
end

-- ---- what a module returns ----------------------------------------------------------------------

local function constant_row(offer)
  local value
  if offer.number then
    value = ("%d"):format(offer.number)
  elseif offer.values then
    local list = {}
    for i, entry in ipairs(offer.values) do
      list[i] = ("`%s` %d"):format(entry.name, entry.value)
    end
    value = table.concat(list, ", ")
  elseif offer.letters then
    value = ("letters `%s`"):format(offer.letters)
  end
  return value and ("| `%s` | %s |\n"):format(offer.name, value)
end

-- In a table inside the module's result, only commented functions are public.
local function function_row(offer)
  if not offer.params or offer.comment == "" and offer.name:find(".", 1, true) then return nil end
  return ("| %s | %s | %s |\n"):format(signature(offer.name, offer), cell(sentences(offer.comment)),
    offer.origin)
end

-- ---- parts of a module --------------------------------------------------------------------------

-- A table under a heading, with a blank line after it: nothing where no row is there.
local function put_table(heading, columns, list, row)
  local rows = {}
  for _, thing in ipairs(list) do rows[#rows + 1] = row(thing) end
  if #rows == 0 then return end
  add("### %s\n\n| %s |\n%s|\n%s\n", heading, table.concat(columns, " | "),
    ("|---"):rep(#columns), table.concat(rows))
end

-- A table of declarations.
local function put_entries(heading, columns, list, row)
  put_table(heading, columns, list, function(entry)
    return ("%s | %s | %s |\n"):format(row(entry), help_of(entry, cell), entry.origin)
  end)
end

-- Declarations with a section each: what they are, and what other modules do to them.
local function put_sections(heading, list, head, use)
  for i, entry in ipairs(list) do
    if i == 1 then add("### %s\n\n", heading) end
    add("#### %s\n\n%s\n\n- declared in %s\n", head(entry), help_of(entry, line), entry.origin)
    for _, used in ipairs(entry.uses) do
      add("- %s (%s)\n", use(used), used.origin)
    end
    add("\n")
  end
end

local function listener(use) return "listened to by " .. use.module end

local function event_head(event)
  local params = {}
  for i, param in ipairs(event.params) do
    params[i] = param.name .. (param.type and ": " .. param.type or "")
  end
  return ("`%s(%s)`"):format(event.name, table.concat(params, ", "))
end

-- ---- decisions and moves ------------------------------------------------------------------------

local function param_text(param)
  local values = param.kind or param.letters and ("one of `%s`"):format(param.letters)
    or ("%d to %d"):format(param.min, param.max)
  return ("`%s` %s"):format(param.name, values)
end

-- A move, with the parameters of its notation in braces.
local function put_move(move)
  local notation, params = {}, {}
  for i, part in ipairs(move.notation) do
    notation[i] = part.text and cell(part.text) or ("{%s}"):format(part.param)
  end
  for i, param in ipairs(move.params) do params[i] = param_text(param) end
  local rules = table.concat(move.rules, " ")
  add("| `%s` | `%s` | %s| %s |%s | %s |\n", move.name, table.concat(notation),
    #params > 0 and table.concat(params, ", ") .. " " or "", cell(title_of(move)),
    rules ~= "" and " " .. rules or "", move.origin)
end

-- Changes of other modules to moves.
local function put_permissions(moves)
  local before = #page
  for _, move in ipairs(moves) do
    for _, use in ipairs(move.uses) do
      add("- `%s` is %s by %s%s (%s)\n", move.name, use.how, use.module,
        use.rule and ", " .. use.rule or "", use.origin)
    end
  end
  if #page > before then add("\n") end
end

-- The module's moves at a decision, or (0) at every decision. Returns whether there are any.
local function put_moves(module, decision, heading)
  local moves = {}
  for _, move in ipairs(facts.moves) do
    if move.decision == decision and move.module == module.name then moves[#moves + 1] = move end
  end
  if #moves == 0 then return end
  if not module.decides then add("### Decisions and moves\n\n") end
  module.decides = true
  add("%s| move | written | chooses | menu | rules | declared |\n|---|---|---|---|---|---|\n",
    heading)
  for _, move in ipairs(moves) do put_move(move) end
  add("\n")
  put_permissions(moves)
end

local function put_decisions(module)
  for i, decision in ipairs(facts.decisions) do
    if not decision.step then
      local heading = ("#### `%s`: %s\n\n"):format(decision.name, title_of(decision))
      if decision.module == module.name then
        heading = heading .. ("Declared in %s%s.\n\n"):format(decision.origin,
          decision.rule and ", by " .. decision.rule or "")
      end
      put_moves(module, i, heading)
    end
  end
  put_moves(module, 0, "#### At every decision\n\n")
end

local function put_steps(module)
  local steps = {}
  for _, decision in ipairs(facts.decisions) do
    if decision.step and decision.module == module.name then steps[#steps + 1] = decision end
  end
  put_table("Steps", { "step", "what it does", "declared" }, steps, function(step)
    return ("| `%s` | %s | %s |\n"):format(step.name, title_of(step), step.origin)
  end)
end

-- ---- the whole ----------------------------------------------------------------------------------

local function put_module(module)
  local titled = module.title and module.title ~= module.name
  add("## `%s`%s\n\n", module.name, titled and ": " .. module.title or "")
  put_entries("Pieces", { "pieces", "what", "meaning", "declared" }, module.pieces, pieces_row)
  put_entries("Containers", { "container", "what", "meaning", "declared" }, module.containers,
    container_row)
  put_entries("Facts", { "fact", "of", "values", "at first", "meaning", "declared" },
    module.fields, field_row)
  put_table("Constants", { "constant", "value" }, module.offers, constant_row)
  put_table("Functions", { "function", "meaning", "declared" }, module.offers, function_row)
  put_sections("Queries", module.queries, function(query) return signature(query.name, query) end,
    function(use) return use.how .. ": " .. use.module end)
  put_sections("Events", module.events, event_head, listener)
  put_sections("Hooks", module.hooks, function(hook)
    return ("`%s`, returns %s"):format(hook.name, hook.returns)
  end, listener)
  put_decisions(module)
  put_steps(module)
end

-- Names as code, each with a blank before it.
local function names(list)
  local out = {}
  for i, name in ipairs(list) do out[i] = (" `%s`"):format(name) end
  return table.concat(out)
end

local function put_head()
  add("# Reference of %s\n\n", facts.title)
  add("Generated by `muster reference` from what the modules of the ruleset declare. Facts are "
    .. "read and written\nwith brackets; constants and functions are fields of what `require` "
    .. "returns. Other modules change a query\nwith `query:amend`, listen with `event:on` and "
    .. "`hook:on`, and restrict moves with `move:forbid`,\n`move:permit` (by one of the rules "
    .. "listed) and `move:oblige`.\n\n")
  add("%d seats; a board of %d zones, `%s` to `%s`, with the directions%s.%s\n\n", facts.seats,
    facts.zones, facts.first, facts.last, names(facts.directions),
    #facts.endings > 0 and "\n\nEndings:" .. names(facts.endings) or "")
end

---The reference of a game.
---@param given table the facts
---@return string
return function(given)
  facts, page = given, {}
  put_head()
  for _, module in ipairs(facts.modules) do put_module(module) end
  return table.concat(page)
end
