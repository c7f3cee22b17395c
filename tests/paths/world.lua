--- What a random module declares before its rules: the board, pieces, facts, places, tables,
--- events. `world` knows of everything what it is, so that rules can use it; `world.lines` is the
--- source.
local world = {}
world.__index = world

function world:line(format, ...) self.lines[#self.lines + 1] = format:format(...) end

--- Names of things by type, for expressions: constants that rules capture.
function world:constant(type, name)
  local list = self.constants[type] or {}
  list[#list + 1] = name
  self.constants[type] = list
end

-- ---- the board ----------------------------------------------------------------------------------

local SIZES = { { 3, 3 }, { 4, 4 }, { 2, 5 }, { 5, 5 }, { 6, 6 }, { 8, 8 }, { 9, 7 }, { 9, 8 },
  { 10, 10 },
  { 13, 5 }, { 1, 1 }, { 16, 9 } }

local function grid(w)
  local r = w.random
  local size = r:pick(SIZES)
  w.columns, w.rows = size[1], size[2]
  w.zone_count = w.columns * w.rows
  local diagonal = r:often(40)
  local voids = ""
  if w.zone_count > 12 and r:often(20) then
    voids = ', voids = { "a2", "b1" }'
    w.zone_count = w.zone_count - 2
  end
  w:line("local grid = muster.grid { columns = %d, rows = %d, diagonal = %s%s }", w.columns, w.rows,
    diagonal, voids)
  w.ways = { "grid.n", "grid.e", "grid.s", "grid.w" }
  if diagonal then for _, way in ipairs { "grid.ne",
    "grid.sw" } do w.ways[#w.ways + 1] = way end end
  w:line("local ROW, COLUMN = grid.row(%d), grid.column(0)", math.min(1, w.rows - 1))
  w:constant("set", "ROW")
  w:constant("set", "COLUMN")
end

local function graph(w)
  local r = w.random
  local count = r:pick { 1, 5, 9, 20, 64, 65, 70 }
  local names, links = {}, {}
  for i = 1, count do names[i] = ('"v%d"'):format(i) end
  for i = 1, count - 1 do
    links[#links + 1] = ('{ "v%d", "up", "v%d" }'):format(i, i + 1)
    if r:often(70) then links[#links + 1] = ('{ "v%d", "down", "v%d" }'):format(i + 1, i) end
    if r:often(30) then
      links[#links + 1] = ('{ "v%d", "across", "v%d" }'):format(i, r:from(1, count))
    end
  end
  w.columns, w.rows, w.zone_count, w.graph = count, 1, count, true
  w:line('local grid = muster.graph { zones = { %s }, directions = { "up", "down", "across" },'
    .. " links = { %s } }",
    table.concat(names, ", "), table.concat(links, ", "))
  w.ways = { "grid.up", "grid.down", "grid.across" }
end

local function board(w)
  local r = w.random
  if r:often(25) then graph(w) else grid(w) end
  local some = {}
  for i = 1, math.min(w.zone_count, 8) do
    some[i] = w.graph and ('grid.zone("v%d")'):format(r:from(1, w.zone_count))
      or ("at(%d, %d)"):format(r:below(w.columns), r:below(w.rows))
  end
  if w.graph or w.zone_count == w.columns * w.rows then
    w:line("local SPOTS = { [0] = %s }", table.concat(some, ", "))
    w.spots = #some
  else
    w:line("local SPOTS = { [0] = at(0, 0), at(1, 1), at(2, 2) }")
    w.spots = 3
  end
  w:line("local SPOT = SPOTS[0]")
  w:constant("zone", "SPOT")
  w:line("local WAYS = { [0] = %s }", table.concat(w.ways, ", "))
  w:line("local PART = near(SPOT)")
  w:constant("set", "PART")
  w:line("local PARTS = { [0] = PART, zones - PART, only(SPOT), nothing }")
  w.parts = 4
end

-- ---- pieces, places -----------------------------------------------------------------------------

local function pieces(w)
  local r = w.random
  w.kinds = {}
  w.piece_count = 0
  for i, name in ipairs { "man", "ox", "card" } do
    if i == 1 or r:often(75) then
      local count = r:from(2, 8)
      local names, text = "", ""
      if i == 2 and r:often(60) then
        names = ', names = { "kay", "bors" }'
      elseif i == 1 and r:often(40) then
        text = ', text = "{owner}"'
      end
      w:line('local %s = muster.pieces { "%s", count = %d%s%s }', name, name, count, names, text)
      w.kinds[#w.kinds + 1] = name
      w:constant("kind", name)
      w.piece_count = w.piece_count + count
      w.card_count = count
      if names ~= "" then
        w:line('local kay = muster.piece_named("kay")')
        w:constant("piece", "kay")
        w.named = true
      end
    end
  end
end

local function places(w)
  local r = w.random
  w.places = {}
  local function add(name, per_seat, ordered, faces)
    w:line('local %s = muster.container { "%s"%s%s%s }', name, name,
      per_seat and ", per_seat = true" or "",
      ordered and ", ordered = true" or "", faces and (', faces = "%s"'):format(faces) or "")
    w.places[#w.places + 1] = { name = name, per_seat = per_seat, ordered = ordered }
    if not per_seat then w:constant("place", name) end
  end
  w:constant("place", "box")
  add("hand", true, false, r:often(50) and "owner")
  add("deck", false, true, r:often(50) and "none")
  if r:often(60) then add("tomb", false, r:often(50)) end
  if r:often(40) then add("shelf", true, true) end
  if r:often(40) then add("bag", false, false, r:often(30) and "none") end
end

-- ---- facts --------------------------------------------------------------------------------------

local function field(w, name, of, what, extra)
  local f = { name = name, of = of, type = what.type, min = what.min or 0, max = what.max }
  local how = what.max and ("min = %d, max = %d, initial = %d"):format(f.min, f.max,
    what.initial or f.min)
    or what.type ~= "boolean" and ('holds = "%s"'):format(what.type) or ""
  w:line('local %s = muster.field { "%s", of = "%s"%s%s%s }', name, name, of,
    how == "" and "" or ", ", how,
    extra or "")
  w.fields[#w.fields + 1] = f
end

local function facts(w)
  local r = w.random
  w.fields = {}
  local function hidden(list)
    return r:often(15) and (', seen = "%s"'):format(r:pick(list)) or ""
  end
  field(w, "heat", "zone", { type = "number", max = 9 }, r:often(50) and ", indexed = true"
    or hidden { "none" })
  if r:often(60) then field(w, "wet", "zone", { type = "boolean" }) end
  if r:often(50) then field(w, "link", "zone", { type = r:pick { "zone", "piece", "seat" } }) end
  field(w, "rank", "piece", { type = "number", min = r:pick { 0, 1, -5 },
    max = r:pick { 20, 3 } },
    hidden { "none", "owner" })
  if r:often(60) then field(w, "tired", "piece", { type = "boolean" }) end
  if r:often(60) then field(w, "goal", "piece", { type = r:pick { "zone", "zone", "piece", "seat",
    "place" } }) end
  field(w, "gold", "seat", { type = "number", min = -50, max = 50, initial = r:pick { 0, 7, -3 } },
    hidden { "none", "owner" })
  if r:often(50) then field(w, "proud", "seat", { type = "boolean" }, hidden { "owner" }) end
  if r:often(50) then field(w, "home", "seat", { type = r:pick { "zone", "piece", "seat" } }) end
  w.facts = {}
  local list = { '{ "turn", holds = "seat" }', '{ "ply", max = 200 }', '{ "window", max = 2 }' }
  w.turn_is_seat = true
  if r:often(50) then
    list[1] = ('{ "turn", max = %d }'):format(w.seats - 1)
    w.turn_is_seat = false
  end
  local function fact(name, what)
    w.facts[#w.facts + 1] = { name = "now." .. name, type = what.type, min = what.min or 0,
      max = what.max }
    list[#list + 1] = what.max and ('{ "%s", min = %d, max = %d, initial = %d }')
        :format(name, what.min or 0, what.max, what.initial or what.min or 0)
      or what.type == "boolean" and ('{ "%s" }'):format(name)
      or ('{ "%s", holds = "%s" }'):format(name, what.type)
  end
  fact("sum", { type = "number", max = 9972, initial = 5 })
  fact("luck", { type = "number", min = -9, max = 9, initial = r:from(-3, 4) })
  fact("none", { type = "number", max = 3 })
  fact("open", { type = "boolean" })
  if r:often(50) then fact("shut", { type = "boolean" }) end
  fact("spot", { type = "zone" })
  if r:often(60) then fact("hero", { type = "piece" }) end
  if r:often(50) then fact("last", { type = "seat" }) end
  if r:often(30) then fact("lay", { type = "place" }) end
  if r:often(30) then fact("wide", { type = "number", min = -2000000000, max = 2000000000 }) end
  w:line("local now = muster.state { %s }", table.concat(list, ", "))
end

-- ---- constants ----------------------------------------------------------------------------------

local function tables(w)
  local r = w.random
  w.tables = {
    { name = "PRICE", count = 3, type = "number" }, { name = "FLAGS", count = 3, type = "boolean" },
    { name = "GAIN", count = 9, type = "number" },
  }
  w:line("local PRICE = { [0] = %d, %d, %d }", r:from(0, 9), r:from(0, 9), r:pick { 0, -1, -7, 12 })
  w:line("local FLAGS = { [0] = true, %s, %s }", r:often(50), r:often(50))
  w:line("local HEATS = { [0] = %s, %s, true, false, %s, true, false, false, true, false }",
    r:often(70), r:often(50), r:often(50))
  w:line("local GAIN = { [0] = 3, 1, 4, 1, 5, 9, 2, 6, %d }", r:pick { 0, 2147483647, 8 })
  w:line("local HOLES = { [1] = 4, [3] = %d, [6] = 2 }", r:from(0, 9))
  w:line("local LIST = { 4, 0, %d }", r:from(-2, 9))
  w:line("local RECORDS = { [0] = { cost = 2, free = true, way = WAYS[0] },"
    .. " { cost = %d, free = false, way = WAYS[1 %% %d] } }",
    r:from(0, 9), #w.ways)
  w:line("local YES, NO, EIGHT = %s, %s, %d", r:often(50), r:often(50), r:pick { 8, 9, 7 })
  w:constant("boolean", "YES")
  w:constant("boolean", "NO")
  w:constant("number", "EIGHT")
  w:line('local LETTERS = muster.letters("nesw")')
end

local function events(w)
  w:line('local note = muster.event { "note", "n" }')
  w:line('local pair = muster.event { "pair", "a", "b"%s }',
    w.random:often(30) and ', tell = "{a} and {b}"' or "")
  w:line('local thing = muster.event { "thing", "x",')
  w:line('  says = function(x) return "it is " .. tostring(x) end }')
end

--- A world with a board, pieces, facts, tables and events.
function world.new(random)
  local w = setmetatable({ random = random, lines = {}, constants = {} }, world)
  w.seats = random:weighed { 70, 2, 15, 3, 10, 4, 5, 1 }
  w:line("muster.module { title = 'Random' }")
  w:line("muster.game { title = 'Random', seats = %d }", w.seats)
  board(w)
  pieces(w)
  places(w)
  facts(w)
  tables(w)
  events(w)
  return w
end

return world
