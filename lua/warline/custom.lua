-- WARLINE: custom battlefield preparation (chapter 45): Player-1 splits the field, Player-2 takes a
-- half, Player-1 names who deploys first. Home rows and deployment follow the halves; the middle
-- between them is closed to deployment (WT-RUL-160, WT-RUL-161). In alliances Player-1 and Player-2
-- are sides, for each of which its first General speaks.

local option = require("muster.options")
local scene = require("muster.scene")
local text = require("muster.text")
local options = muster.module {
  title = "WARLINE: custom battlefield preparation",
  requires = { "warline.tactical" },
  options = {
    option.choice("custom_prep", { "with_terrain", "always", "never" },
      "Is the field split into halves before deployment: with terrain only, always, never."),
  },
}
local w = require("warline.tactical")

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
  { id = "WT-RUL-248", option = "custom_prep", when = split_at_all, text = where
    .. (where == "" and "Each" or "each") .. " half has a zone for every General to deploy on." },
  { id = "WT-CUSTOM-6", option = "custom_prep", when = split_at_all, text = where
    .. "Player-1 names who deploys first, and who does names who opens the battle, if that is "
    .. "open." },
  { id = "WT-RUL-187", option = { "custom_prep", "warline.sides" },
    when = split_at_all and w.generals.allied, text = where
    .. "Player-1 and Player-2 are sides, and the first General of each speaks for it." },
}
if not split_at_all then return {} end

-- Terrain may come in after this module.
local function in_force()
  return options.custom_prep == "always" or w.notation.has_variant("t")
end
w.notation.note_variant("c", in_force)

local now, flow, general = w.state.now, w.flow, w.sides.general

local field = muster.state {
  { "halves", max = 2, help = "The split, until a half is taken: 1 horizontal, 2 vertical." },
  { "edge_a", max = 4, help = "Edge of the first side, 1 n, 2 e, 3 s, 4 w; 0: not taken yet." },
  { "prepared", help = "Are all preparations done, so that deployment may begin?" },
}
w.start.preparations:on(function()
  if not in_force() then field.prepared = true end
end)

-- A General who gives up before deployment leaves only what the line of a position says.
w.ending.closings:on(function()
  field.prepared = true
  if in_force() and field.halves == 0 and field.edge_a == 0 then field.edge_a = 3 end
end)

-- ---- the halves ---------------------------------------------------------------------------------

local function opposite(edge) return (edge + 1) % 4 + 1 end -- of those from 1
local function edge_of(seat)
  if field.edge_a == 0 or w.generals.side(seat) == 0 then return field.edge_a end
  return opposite(field.edge_a)
end

local HALF, LINE = {}, {}
for edge, zones_at in ipairs(w.board.halves) do
  HALF[edge], LINE[edge] = zones_at.half, zones_at.line
end
local function by_edge(list)
  return function(before, seat)
    local edge = edge_of(seat)
    if edge == 0 then return before end
    return list[edge]
  end
end
w.queries.home:amend(by_edge(LINE))
w.queries.ground_of:amend(by_edge(HALF))
w.deploy.own_ground:on(function()
  return in_force() and "his half, the middle is closed (WT-CUSTOM-4)" or nil
end)

-- Can those of the southern side deploy in the half at that edge, from 1 for n, and the others in
-- the other one? A half must have a zone for the General who gets it (WT-RUL-15).
local function fits(edge)
  for seat = 0, seats - 1 do
    local own = w.generals.side(seat) == 0 and edge or opposite(edge)
    if #(HALF[own] & w.queries.placeable(seat)) == 0 then return false end
  end
  return true
end
-- Can the field be split horizontally (1) or vertically (2)?
local function can_split(way) return fits(way) or fits(way + 2) end

w.start.has_room:amend(function(before, _)
  if field.prepared then return before end
  return can_split(1) or can_split(2)
end)

-- ---- the decisions ------------------------------------------------------------------------------

--- The field is split: horizontally (0) or vertically (1).
local field_split = muster.event { "field_split", "way" }
--- A General takes the half at this edge, by its direction.
local half_taken = muster.event { "half_taken", "seat", "edge" }
local NOWHERE = "a General would have no zone to deploy on in his half"

local split = muster.decision { "split", seat = general,
  title = "Split the field: h is south and north, v is west and east" }
local WAY = muster.letters("hv")
muster.move { "split_field", at = split, title = "Split", text = "H:{way}",
  legal = function()
    local way = choose("way", WAY)
    need(can_split(way + 1), "WT-RUL-248", NOWHERE)
    return way
  end,
  apply = function(way)
    field.halves = way + 1
    field_split:emit(way)
    go(flow.deploy_due)
  end }

local half = muster.decision { "half", title = "Take a half", seat = general }
-- The edge of the first side, from 1 for n, if the side to move takes that one, from 0.
local function southern_edge(edge)
  return now.active == 0 and edge + 1 or opposite(edge + 1)
end
muster.move { "take_half", at = half, title = "Take", text = "H:{edge}",
  legal = function()
    local edge = choose("edge", w.state.FACE)
    need(edge % 2 == field.halves - 1, "WT-CUSTOM-3", "the field is split the other way")
    need(fits(southern_edge(edge)), "WT-RUL-248", NOWHERE)
    return edge
  end,
  apply = function(edge)
    field.edge_a, field.halves = southern_edge(edge), 0
    half_taken:emit(general(), edge)
    go(flow.deploy_due)
  end }

local first_deployer = muster.decision { "first_deployer",
  title = "Name who deploys first", seat = general }
muster.move { "name_deployer", at = first_deployer, title = "Deploys first", text = "G:{who}",
  legal = w.deploy.choose_side,
  apply = function(who)
    now.deployer, now.active = who, who
    field.prepared = true
    go(flow.deploy_due)
  end }

w.deploy.add_stage {
  rank = 2,
  due = function() return not field.prepared end,
  begin = function()
    if w.options.start == "quick" then -- the formation is in the south and the north
      field.edge_a, field.prepared = 3, true
      return -- to deploy_due, which asked
    end
    now.active = field.halves > 0 and 1 - now.deployer or now.deployer
    w.sides.led_by(w.sides.lead(now.active))
    if field.halves > 0 then
      go(half)
    elseif field.edge_a == 0 then
      go(split)
    else
      go(first_deployer)
    end
  end,
}

-- ---- scenes -------------------------------------------------------------------------------------

w.scene.asks.split, w.scene.asks.half = "splits the field", "takes a half"
w.scene.asks.first_deployer = "names who deploys first"

-- Whose half is where, until it is as without a split: the first side in the south.
local NAMES = { "north", "east", "south", "west" }
w.scene.scene_items:on(function(items)
  local edge, pending = field.edge_a, muster.decision_name()
  if edge == 0 or (edge == 3 and pending ~= "deployment" and pending ~= "first_deployer") then
    return
  end
  scene.add_text(items, "Halves", {
    NAMES[edge] .. ": " .. w.state.side_titles[0],
    NAMES[opposite(edge)] .. ": " .. w.state.side_titles[1] })
end)

-- ---- position lines -----------------------------------------------------------------------------

local phases = w.notation.phases
phases.split, phases.half, phases.first_deployer = "SPLIT", "HALF", "OPEN"

local function edges_text(edge)
  return "A:" .. text.sign("nesw", edge) .. ",B:" .. text.sign("nesw", opposite(edge))
end

local hm = w.notation.key("hm")
hm.usual = "A:s,B:n"
function hm.print()
  if field.halves > 0 then return field.halves == 1 and "h" or "v" end
  return field.edge_a > 0 and edges_text(field.edge_a) or nil
end
function hm.read(value)
  if value == "h" or value == "v" then
    field.halves = value == "h" and 1 or 2
    return
  end
  for edge = 1, 4 do
    if value == edges_text(edge) then field.edge_a = edge end
  end
  if field.edge_a > 0 then return end
  text.expected("hm", "h, v or opposite edges as in A:e,B:w", value)
end

local function demand(good, what) text.demand(good, "hm", what) end
local OWN_PHASES = text.set "SPLIT HALF OPEN"
w.reading.readings:on(function(phase, values)
  if OWN_PHASES[phase] then return end
  demand(field.halves == 0 or in_force() and phase == "OVER", "h and v belong to ph=HALF")
  if phase == "COIN" or phase == "RECR" then
    demand(not values.hm, "does not belong to ph=" .. phase)
    if not in_force() then field.prepared = true end
  else
    demand(in_force() or not values.hm, "this field is not split")
    if in_force() and field.halves == 0 and field.edge_a == 0 then field.edge_a = 3 end
    field.prepared = true
  end
end)

-- A phase before deployment in which that side of Player-1, or the other one, decides.
local function begin_phase(phase, side)
  demand(in_force(), "this field is not split")
  text.demand(now.active == side, "mv", "the other side decides at ph=" .. phase)
  if phase == "OPEN" and field.edge_a == 0 then field.edge_a = 3 end
  demand(phase == "SPLIT" and w.start.has_room(side) or phase == "HALF" and can_split(field.halves)
    or phase == "OPEN" and fits(field.edge_a),
    "a General has nowhere to deploy (WT-RUL-15, WT-RUL-248)")
  go(flow.deploy_due)
end
function w.reading.begin.SPLIT(values)
  demand(not values.hm, "the field is not yet split at ph=SPLIT")
  begin_phase("SPLIT", now.deployer)
end
function w.reading.begin.HALF()
  demand(field.halves > 0, "ph=HALF needs hm=h or hm=v")
  begin_phase("HALF", 1 - now.deployer)
end
function w.reading.begin.OPEN()
  demand(field.halves == 0, "the halves are taken at ph=OPEN")
  begin_phase("OPEN", now.deployer)
end

return {}
