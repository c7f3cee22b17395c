-- Small help for the WARLINE specs: positions from a few zones, and looking into position lines.

local S = {}

---The core rules, with options that differ (keys without their section).
function S.rules(options)
  local settings = {}
  for key, value in pairs(options or {}) do settings["warline." .. key] = value end
  ruleset("rulesets/warline-tactical.ini", settings)
end

---The core rules with modules: "ground" is warline.ground. Keys of options are whole, or those of
---[warline].
function S.with(modules, options)
  local settings = {}
  for _, name in ipairs(modules) do settings["modules.warline." .. name] = "on" end
  for key, value in pairs(options or {}) do
    settings[key:find(".", 1, true) and key or "warline." .. key] = value
  end
  ruleset("rulesets/warline-tactical.ini", settings)
end

---A line: the contents of some zones, and further fields.
function S.line(zones, fields)
  local rows = {}
  for row = 7, 1, -1 do
    local cells = {}
    for column = 1, 7 do
      cells[column] = zones[string.sub("abcdefg", column, column) .. row] or "1"
    end
    rows[#rows + 1] = table.concat(cells, ",")
  end
  return "WT1 7x7 " .. table.concat(rows, "/") .. (fields and " " .. fields or "")
end

function S.begin(zones, fields)
  start(S.line(zones, fields))
end

---Content of a zone in the present position, "" for nothing.
function S.cell(zone)
  local board = position():match("^WT1 %S+ (%S+)")
  local row, wanted = 7, tonumber(zone:sub(2))
  for text in (board .. "/"):gmatch("([^/]*)/") do
    if row == wanted then
      local column = 1
      for cell in (text .. ","):gmatch("([^,]*),") do
        local run = cell:match("^%d+$")
        local here = string.byte(zone) - 96
        if column <= here and here < column + (run or 1) then return run and "" or cell end
        column = column + (run or 1)
      end
    end
    row = row - 1
  end
  error("no zone " .. zone)
end

---Value of a key of the present position, or nil.
function S.key(name)
  return (position() .. " "):match(" " .. name .. "=(%S+) ")
end

function S.lists(move)
  for _, m in ipairs(legal()) do
    if m == move then return true end
  end
  return false
end

---How many legal moves begin so.
function S.count(prefix)
  local n = 0
  for _, m in ipairs(legal()) do
    if m:sub(1, #prefix) == prefix then n = n + 1 end
  end
  return n
end

---Legal moves that begin so, sorted, with blanks between.
function S.moves(prefix)
  local list = {}
  for _, m in ipairs(legal()) do
    if m:sub(1, #prefix) == prefix then list[#list + 1] = m end
  end
  table.sort(list)
  return table.concat(list, " ")
end

---The refusal of a move names that rule.
function S.refuses(move, id)
  local text = refused(move)
  ok(text:find(id, 1, true), move .. ": " .. text)
end

---The line of this position is the whole position: nothing else of it is left. Returns the line,
---which the match goes on from.
function S.is_its_line()
  local hash, line, who = state().hash, position(), state().to_move
  start(line)
  equal(position(), line)
  equal(state().hash, hash, line)
  equal(state().to_move, who, line)
  return line
end

---Plays so many legal moves, drawn by `seed`; routs and attacks rather than others, Stalls and who
---lets an ally go first rather seldom. `before`, where given, is called before each. Returns how
---many were played: fewer when the battle ends.
function S.wander(count, seed, before)
  local function draw(n)
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed // 65536 % n + 1
  end
  for played = 0, count - 1 do
    if state().over then return played end
    if before then before() end
    local list, eager = legal(), {}
    for _, move in ipairs(list) do
      local head = move:sub(1, 1)
      if head == "u" or head == "f" or head ~= "Z" and head ~= "n" and draw(4) == 1 then
        eager[#eager + 1] = move
      end
    end
    if #eager > 0 and draw(10) > 1 then list = eager end
    play(list[draw(#list)])
  end
  return count
end

---The General who decides, from 1.
function S.general() return state().to_move + 1 end

---A ruleset is refused, and the message names that rule.
function S.no_rules(id, make, ...)
  local good, message = pcall(make, ...)
  ok(not good and tostring(message):find(id, 1, true), tostring(message))
end

---Reading a line fails, and the message contains `text`.
function S.unreadable(line, text)
  local good, message = pcall(start, line)
  ok(not good, "was read: " .. line)
  ok(tostring(message):find(text, 1, true), tostring(message))
end

---What the arts of a kingdom add to the worth of a position for General 1, as computer players see
---it.
function S.arts_worth(kingdom, options, zones, fields)
  local function with(modules)
    S.with(modules, options)
    S.begin(zones, fields)
    return worth(0)
  end
  return with({ "ground", "arts", "kingdoms." .. kingdom }) - with({ "ground", "arts" })
end

S.empty = "WT1 7x7 7/7/7/7/7/7/7 ph=DEP un=1:F1F2F3F4F5F6,2:I1I2I3I4I5I6 rs=1F6,2I6"

---What loads rules of these modules, given options.
---@param modules string[]
---@param settings table<string, any>? set in any case
---@return fun(options: table<string, any>?)
function S.modules(modules, settings)
  return function(options)
    local all = {}
    for key, value in pairs(settings or {}) do all[key] = value end
    for key, value in pairs(options or {}) do all[key] = value end
    S.with(modules, all)
  end
end

---What begins with these zones beside those that it is given.
---@param far table<string, string> battalions that are out of the way
---@param usual string? fields of the line where none are given
---@return fun(zones: table<string, string>, fields: string?)
function S.beginning(far, usual)
  return function(zones, fields)
    local all = {}
    for zone, text in pairs(far) do all[zone] = text end
    for zone, text in pairs(zones) do all[zone] = text end
    S.begin(all, fields or usual)
  end
end

return S
