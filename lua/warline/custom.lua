-- WARLINE: custom battlefield preparation (chapter 45): Player-1 splits the field, Player-2 takes a
-- half, Player-1 names who deploys first. Home rows and deployment follow the halves; the middle
-- between them is closed to deployment (WT-RUL-160, WT-RUL-161). In alliances Player-1 and Player-2
-- are sides, for each of which its first General speaks.

local settings = {
  { key = "custom_prep", type = "choice", choices = { "with_terrain", "always", "never" },
    default = "with_terrain",
    help = "Is the field split into halves before deployment: with terrain only, always, never." },
}
local options = muster.module {
  title = "WARLINE: custom battlefield preparation",
  requires = { "warline.tactical" },
  options = settings,
}
local w = require("warline.tactical")
local get, set = w.get, w.set
w.note_options(settings, options)

local split_at_all = options.custom_prep ~= "never"
local where = options.custom_prep == "with_terrain" and "With terrain: " or ""
muster.rules { title = "Custom battlefield preparation",
  { id = "WT-CUSTOM-3", option = "custom_prep", when = split_at_all, text = where
    .. "Player-1 splits the field into two halves." },
  { id = "WT-CUSTOM-4", option = "custom_prep", when = split_at_all, text = where
    .. (where == "" and "The" or "the") .. " middle line between the halves is closed to "
    .. "deployment." },
  { id = "WT-CUSTOM-5", option = "custom_prep", when = split_at_all, text = where
    .. "Player-2 takes a half, whose outermost line is his home row." },
  { id = "WT-CUSTOM-6", option = "custom_prep", when = split_at_all, text = where
    .. "Player-1 names who deploys first, and who does names who opens the battle, if that is "
    .. "open." },
  { id = "WT-RUL-187", option = { "custom_prep", "warline.sides" },
    when = split_at_all and w.allied, text = where
    .. "Player-1 and Player-2 are sides, and the first General of each speaks for it." },
}
if not split_at_all then return end

-- Terrain may come in after this module: in force is settled when all are loaded.
local in_force = false
local note_variant = w.note_variant
local function put_in_force()
  in_force = true
  note_variant("c")
end
if options.custom_prep == "always" or string.find(w.variants, "t", 1, true) then
  put_in_force()
else
  function w.note_variant(variant)
    note_variant(variant)
    if variant == "t" then put_in_force() end
  end
end
w.preparations[#w.preparations + 1] = function()
  if not in_force then set.prepared(1) end
end

local EDGES <const> = "nesw"
-- halves: 1 split horizontally, 2 vertically, until one is taken. edge_a: edge of General 1, from
-- 1 for n; 0 while nobody has one. prepared: all is done, and deployment may begin.
for _, name in ipairs({ "halves", "edge_a", "prepared" }) do
  get[name], set[name] = muster.field { of = "game", name = name,
    max = name == "halves" and 2 or name == "edge_a" and 4 or 1 }
end

for i, zones in ipairs(w.halves) do
  local letter = string.sub(EDGES, i, i)
  muster.region("half_" .. letter, zones.half)
  muster.region("line_" .. letter, zones.line)
end
muster.define("edge_of(seat)", "if edge_a == 0 or " .. w.text.side("seat")
  .. " == 0 then edge_a else (edge_a + 1) % 4 + 1")
local function by_edge(name)
  local text = "value"
  for i = 1, 4 do
    text = "if edge_of(seat) == " .. i .. " then " .. name .. string.sub(EDGES, i, i) .. " else "
      .. text
  end
  return text
end
muster.amend("home", by_edge("line_"))
muster.amend("ground_of", by_edge("half_"))

function w.own_ground()
  return in_force and "his half, the middle is closed (WT-CUSTOM-4)" or "the three nearest rows"
end

-- A half must have a zone for the General who gets it (WT-RUL-15). `edge`: from 0 for n.
local half_at = "half_w"
for edge = 2, 0, -1 do
  half_at = "if edge == " .. edge .. " then half_" .. string.sub(EDGES, edge + 1, edge + 1)
    .. " else " .. half_at
end
muster.define("half_at(edge)", half_at)
-- Can those of the southern side deploy in that half, and the others in the other one?
local rooms = {}
for seat = 0, w.generals - 1 do
  rooms[seat + 1] = "size(half_at(" .. (w.side_of[seat] == 0 and "edge" or "(edge + 2) % 4")
    .. ") & placeable(" .. seat .. ")) > 0"
end
muster.define("fits(edge)", table.concat(rooms, " and "))
muster.define("can_split(way)", "fits(way) or fits(way + 2)")
local fits, can_split = muster.expr("fits(edge)", "edge"), muster.expr("can_split(way)", "way")

local has_room = w.has_room
function w.has_room(seat)
  if get.prepared() == 1 then return has_room(seat) end
  return can_split(0) > 0 or can_split(1) > 0
end

-- ---- the decisions ------------------------------------------------------------------------------

muster.event("field_split(way)",
  { help = "The field is split: horizontally (0) or vertically (1)." })
muster.event("half_taken(seat, edge)",
  { help = "A General takes the half at this edge, by its direction." })
muster.decision { "split", seat = w.text.general,
  title = "Split the field: h is south and north, v is west and east" }
muster.move { "split_field", at = "split", title = "Split", text = "H:{way}",
  { each = "way", from = "0", to = "1", min = 0, max = 1, letters = "hv" },
  { where = "can_split(way)", rule = "WT-RUL-248",
    why = "a General would have no zone to deploy on in his half" },
  apply = "halves = way + 1 emit(field_split, way) go(deploy_due)" }

muster.decision { "half", title = "Take a half", seat = w.text.general }
muster.move { "take_half", at = "half", title = "Take", text = "H:{edge}",
  { each = "edge", from = "0", to = "3", min = 0, max = 3, letters = EDGES },
  { where = "edge % 2 == halves - 1", rule = "WT-CUSTOM-3",
    why = "the field is split the other way" },
  { where = "fits(if active == 0 then edge else (edge + 2) % 4)", rule = "WT-RUL-248",
    why = "a General would have no zone to deploy on in his half" },
  apply = "edge_a = (if active == 0 then edge else (edge + 2) % 4) + 1 halves = 0 "
    .. "emit(half_taken, " .. w.text.general .. ", edge) go(deploy_due)" }

muster.decision { "first_deployer", title = "Name who deploys first", seat = w.text.general }
muster.move { "name_deployer", at = "first_deployer", title = "Deploys first", text = "G:{who}",
  { each = "who", from = "0", to = "1", min = 0, max = 1, letters = w.allied and "AB" or "12" },
  apply = "deployer = who active = who prepared = 1 go(deploy_due)" }

muster.amend("unprepared", "prepared == 0", "or")
table.insert(w.stages, {
  rank = 2,
  due = function() return get.prepared() == 0 end,
  begin = function()
    if w.options.start == "quick" then -- the formation stands in the south and the north
      set.edge_a(3)
      set.prepared(1)
      return -- to deploy_due, which asked
    end
    local taking = get.halves() > 0
    set.active(taking and 1 - get.deployer() or get.deployer())
    if w.allied then set.general(w.generals_of[get.active()][1]) end
    muster.go(taking and "half" or get.edge_a() == 0 and "split" or "first_deployer")
  end,
})
table.sort(w.stages, function(a, b) return a.rank < b.rank end)

-- ---- position lines -----------------------------------------------------------------------------

w.phases.split, w.phases.half, w.phases.first_deployer = "SPLIT", "HALF", "OPEN"
w.asks.split, w.asks.half = "splits the field", "takes a half"
w.asks.first_deployer = "names who deploys first"

-- Whose half is where, until it is as without a split: the first side in the south.
w.scene_items[#w.scene_items + 1] = function(items)
  local edge, now = get.edge_a(), muster.decision_name()
  if edge == 0 or (edge == 3 and now ~= "deployment" and now ~= "first_deployer") then return end
  local names = { "north", "east", "south", "west" }
  items[#items + 1] = { type = "text", name = "Halves", title = "Halves", lines = {
    names[edge] .. ": " .. w.side_titles[0],
    names[(edge + 1) % 4 + 1] .. ": " .. w.side_titles[1],
  } }
end

local function edge_letter(edge)
  return string.sub(EDGES, edge, edge)
end

for _, key in ipairs(w.keys) do
  if key[1] == "hm" then
    key.usual = "A:s,B:n"
    key.print = function()
      if get.halves() > 0 then return get.halves() == 1 and "h" or "v" end
      local edge = get.edge_a()
      if edge == 0 then return nil end
      return "A:" .. edge_letter(edge) .. ",B:" .. edge_letter((edge + 1) % 4 + 1)
    end
    key.read = function(value)
      if value == "h" or value == "v" then return set.halves(value == "h" and 1 or 2) end
      for edge = 1, 4 do
        if value == "A:" .. edge_letter(edge) .. ",B:" .. edge_letter((edge + 1) % 4 + 1) then
          return set.edge_a(edge)
        end
      end
      error("hm: expected h, v or opposite edges as in A:e,B:w, found '" .. value .. "'", 0)
    end
  end
end

local function demand(good, what)
  if not good then error("hm: " .. what, 0) end
end
local own_phases = { SPLIT = true, HALF = true, OPEN = true }
w.readings[#w.readings + 1] = function(phase, values)
  if own_phases[phase] then return end
  demand(get.halves() == 0, "h and v belong to ph=HALF")
  if phase == "COIN" or phase == "RECR" then
    demand(not values.hm, "does not belong to ph=" .. phase)
    if not in_force then set.prepared(1) end
  else
    demand(in_force or not values.hm, "this field is not split")
    if in_force and get.edge_a() == 0 then set.edge_a(3) end
    set.prepared(1)
  end
end
local nowhere = "a General has nowhere to deploy (WT-RUL-15, WT-RUL-248)"
local function stage(phase, good, what)
  w.begin[phase] = function(values)
    demand(in_force, "this field is not split")
    demand(good(values), what)
    local seat = phase == "HALF" and 1 - get.deployer() or get.deployer()
    if get.active() ~= seat then error("mv: the other side decides at ph=" .. phase, 0) end
    if phase == "OPEN" and get.edge_a() == 0 then set.edge_a(3) end
    demand(phase ~= "SPLIT" or w.has_room(seat), nowhere)
    demand(phase ~= "HALF" or can_split(get.halves() - 1) > 0, nowhere)
    demand(phase ~= "OPEN" or fits(get.edge_a() - 1) > 0, nowhere)
    if get.revealed then set.revealed(1) end
    muster.go("deploy_due")
  end
end
stage("SPLIT", function(values) return not values.hm end, "the field is not yet split at ph=SPLIT")
stage("HALF", function() return get.halves() > 0 end, "ph=HALF needs hm=h or hm=v")
stage("OPEN", function() return get.halves() == 0 end, "the halves are taken at ph=OPEN")
