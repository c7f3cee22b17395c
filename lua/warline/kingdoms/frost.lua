-- The battle arts of Frost (chapter 38). A battalion that has alighted lies on top of a rampart.
-- For its own acts the rampart counts as bare ground; for everyone else only the rampart is there
-- (WT-RUL-130, WT-RUL-131).

local option = require("muster.options")
local options = muster.module {
  title = "WARLINE: battle arts of Frost",
  requires = { "warline.arts" },
  options = {
    option.no("descend_into_chasm", "May a battalion descend onto Chasm and Cliffside?"),
  },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local frost = arts.kingdom("frost")
local into_chasm = options.descend_into_chasm

muster.rules { title = "Battle arts of Frost",
  { id = "WT-ART-FROST-1", text = "Alight, Arms 6, for 1 action: fly onto a rampart." },
  { id = "WT-ART-FROST-3", text = [[The rampart belongs to the battalion's General, may be
    anywhere on the field, and carries no other battalion.]] },
  { id = "WT-ART-FROST-5", text = "You choose the facing on landing." },
  { id = "WT-ART-FROST-9", text = "It may also land on the rampart on which it already is." },
  { id = "WT-ART-FROST-6", text = "On a rampart it acts as on bare ground without terrain." },
  { id = "WT-ART-FROST-7", text = [[Nobody else reaches it, friend or enemy, before the rampart is
    destroyed.]] },
  { id = "WT-ART-FROST-8", text = [[When the rampart falls, the battalion is on the terrain
    beneath.]] },
  { id = "WT-ART-FROST-10", text = [[A battalion leaves a rampart only by Descend, or by Alight to
    another rampart.]] },
  { id = "WT-ART-FROST-11", text = "A battalion on a rampart is not lightened." },
  { id = "WT-ART-FROST-12", text = "Descend, Arms 6, for 1 action, whatever the terrain." },
  { id = "WT-ART-FROST-13", text = "Only a battalion on a rampart descends." },
  { id = "WT-ART-FROST-14", text = [[It lands on an adjacent zone without a rampart, even on top of
    a battalion there; landing on an enemy attacks it.]] },
  { id = "WT-RUL-134", option = "descend_into_chasm",
    text = "Descend costs 1 action on any terrain. It may "
      .. (into_chasm and "also" or "not") .. " lead onto Chasm or Cliffside." },
  { id = "WT-ART-FROST-16", text = "Snowblind, any Arms: a Move that costs no actions." },
  { id = "WT-ART-FROST-17", text = [[It leads onto a free zone beside a rampart of the same
    General.]] },
  { id = "WT-RUL-135", text = [[Snowblind is a Move: it leads ahead, where the battalion may
    enter.]] },
  { id = "WT-RUL-242", text = [[Where an ordinary Move is free as well, it is written as a Move
    (f), not as Snowblind (f0).]] },
  { id = "WT-ART-FROST-19", text = [[Freeze, Arms 4 to 6, on Waterbody, for all actions left: that
    Waterbody and those adjacent become Ice.]] },
  { id = "WT-ART-FROST-23", text = [[Mountain March, always: a Frost battalion enters Mountain for
    1 action.]] },
  { id = "WT-ART-FROST-24",
    text = "Ice March, always: a Frost battalion enters Ice for 2 actions." },
}

-- A march checks the kingdom of the battalion, so these are harmless where nobody plays Frost.
frost.march("mountain", 1)
frost.march("ice", 2)
-- The rest is only for games with a Frost General.
if not w.state.in_play[frost.number] then return end

-- ---- on top of a rampart ------------------------------------------------------------------------

local battalion, rampart, now = w.state.battalion, w.state.rampart, w.state.now
w.state.traits.has_alighted = true -- battalions can be on ramparts
ground.traits.holds_over_abyss = into_chasm -- and on Chasm and Cliffside

local function alighted(unit)
  return kind(below(unit)) == rampart and kind(unit) == battalion
end
-- Does the topmost piece of a zone lie on a rampart? Also true of a rampart on a rampart. The zone
-- must not be empty.
local function on_rampart(zone) return kind(below(top(zone))) == rampart end
-- A shortcut for the usual case that no rampart carries anything: then each is on top of a zone or
-- in a yard. There are as many ramparts as battalions: if the two counts add up to that number, no
-- zone needs to be looked at.
local alighted_zones = muster.once(function()
  local bare = #tops(rampart)
  for seat = 0, seats - 1 do bare = bare + count(w.state.yard[seat]) end
  if bare == w.state.battalions then return nothing end
  return tops(battalion):where(on_rampart)
end)

-- The zones whose ramparts belong to this General. In a stack of ramparts the topmost one counts,
-- also under a battalion (WT-RUL-145).
local function own_walls(seat)
  return tops(rampart, seat)
    | alighted_zones():where(function(zone) return owner[below(top(zone))] == seat end)
end

-- For others only the rampart is there: nobody can strike or rout the battalion, or enter its zone.
w.queries.walls:amend("or", function() return alighted_zones() end)
w.queries.walled:amend("or", on_rampart)
w.queries.wall_at:amend(function(before, zone)
  if kind(top(zone)) == battalion then return below(top(zone)) end
  return before
end)
w.queries.links:amend("or", function(unit)
  return alighted_zones():where(function(zone)
    local wall = below(top(zone))
    if w.options.build_link == "owner" then return owner[wall] == owner[unit] end
    return w.state.kingdom[wall] == w.state.kingdom[unit]
  end)
end)
w.queries.placeable:amend("and", function() return zones - alighted_zones() end)

-- For its own acts the battalion is on bare ground, but only its arts lead away from it.
w.queries.bare:amend("or", alighted)
w.queries.beneath:amend(function(before, unit)
  if alighted(unit) then return nil end
  return before
end)
w.queries.may_enter:amend("and", function(unit) return not alighted(unit) end)
for _, name in ipairs { "step", "attack", "attack_turn" } do
  local move = muster.move_named(name)
  -- may_enter refuses these already (WT-MOV-2); waive that, so that the player sees the true
  -- reason
  move:permit("WT-MOV-2", function() return alighted(w.maneuver.actor()) end)
  move:forbid("WT-ART-FROST-10", "a battalion leaves a rampart only by Descend or Alight",
    function() return alighted(w.maneuver.actor()) end)
end
for _, name in ipairs { "lighten", "transfer" } do
  muster.move_named(name):forbid("WT-ART-FROST-11", "a battalion on a rampart cannot be lightened",
    function(zone) return on_rampart(zone) end)
end

-- ---- Alight -------------------------------------------------------------------------------------

-- Where it may land: its General's ramparts without a battalion, and the rampart on which it is.
local function may_alight_on(unit)
  local seat = owner[unit]
  return tops(rampart, seat) | (own_walls(seat) & only(place(unit)))
end

-- `aimless`: the art has no direction, so `legal` gets the battalion alone.
frost.art {
  "alight", text = "al:{dest}{face}", title = "Alight", rule = "WT-ART-FROST-1", least = 6,
  cost = 1, aimless = true, stacked = arts.options.stacked_arts == "movelike",
  legal = function(unit)
    local dest = choose("dest", may_alight_on(unit), "WT-ART-FROST-3",
      "a battalion alights on one of its ramparts that carries no other battalion")
    return dest, choose("face", w.state.FACE)
  end,
  apply = function(unit, dest, face) -- not `walk_to`: it may land where it already stands
    if dest ~= now.acting_zone then w.maneuver.moved:emit(unit, now.acting_zone, dest) end
    put(unit, dest)
    w.state.facing[unit] = face
    now.acting_zone = dest
  end,
}

-- ---- Descend ------------------------------------------------------------------------------------

local BAD_LANDING = "a battalion descends to an adjacent zone that has no rampart"
  .. (into_chasm and "" or " and is neither Chasm nor Cliffside")
frost.art(arts.landing {
  "descend", text = "de:{dest}", title = "Descend", rule = "WT-ART-FROST-12", least = 6, cost = 1,
  aimless = true,
  legal = function(unit)
    need(alighted(unit), "WT-ART-FROST-13",
      "only a battalion on a rampart can descend")
    local firm = w.queries.passable()
    if into_chasm then firm = zones - w.queries.walls() end
    return choose("dest", near(place(unit)) & firm, "WT-ART-FROST-14", BAD_LANDING)
  end,
})

-- ---- Snowblind ----------------------------------------------------------------------------------

frost.art {
  "snowblind", text = "f0", title = "Snowblind", rule = "WT-ART-FROST-16", cost = 0, stacked = true,
  legal = function(unit, way)
    local goal = step(place(unit), way)
    need((zones - occupied())[goal], "WT-ART-FROST-17", "there is no free zone ahead")
    need(near(own_walls(owner[unit]))[goal], "WT-ART-FROST-17",
      "none of your ramparts is beside the zone ahead")
    need(w.queries.may_enter(unit, goal), "WT-RUL-135",
      "the zone ahead cannot be entered by a Move")
    need(w.queries.entry_fee(unit, goal) > 0, "WT-RUL-242",
      "an ordinary Move there is free: write f instead of f0")
    return goal
  end,
  apply = w.maneuver.walk_to,
}

-- ---- Freeze -------------------------------------------------------------------------------------

-- `terrain_art` requires Arms 4 to 6, and costs all actions left.
frost.terrain_art("waterbody", {
  "freeze", text = "fr", title = "Freeze the Waterbody", rule = "WT-ART-FROST-19",
  apply = arts.turn_patch("ice"),
})

-- ---- validity, display and capability -----------------------------------------------------------

-- A sentence that says why the battalions of this zone cannot be there, or nil.
local function fault_on(zone)
  for unit in pieces(zone) do
    local allowed = frost.has(unit) and w.state.arms[unit] == 6 and unit == top(zone)
    if alighted(unit) and not allowed then
      return "only a single Frost battalion with Arms 6 can be on a rampart"
    end
  end
  return nil
end

w.verify.checks:on(function(demand)
  for zone in zones do
    local fault = fault_on(zone)
    demand(not fault, "WT-INV-5", fault or "")
  end
end)
w.scene.piece_scene:on(function(seen, unit)
  if alighted(unit) then seen.name = seen.name .. ", on a rampart" end
end)
w.reading.cell_read:on(function(text, zone, where)
  local what = fault_on(zone)
  if what then error(where .. ": " .. what .. ", found '" .. text .. "' (WT-INV-5)", 0) end
  -- warline.ground refuses a bare rampart on deadly terrain; this refuses one under a battalion
  local terrain = ground.kinds[ground.terrain[zone]]
  if terrain.deadly and not into_chasm and alighted(top(zone)) then
    error(where .. ": no rampart is built on " .. terrain.name .. " (WT-RUL-74)", 0)
  end
end)

-- Can this side still move and strike by these arts? It needs a battalion that can have Arms 6, and
-- an enemy on the field, a rampart of its own, or a battalion of its own on a rampart.
local searched = true -- warline.ground.search knows it by frost.abilities below
arts.capable(function(side)
  return arts.can_have(side, frost.number, 6) and (arts.foe_on_field(side)
    or w.queries.walls():some(function(zone)
      return w.generals.side_of(w.queries.wall_at(zone)) == side
    end)
    or alighted_zones():some(function(zone) return w.generals.side_of(top(zone)) == side end))
end, searched)
-- What a walled-in battalion can do: fly to a rampart of its General, which may have to be built
-- first.
frost.abilities(function(b)
  local flies = b.arms >= 6
  local moves, strikes = flies and #tops(rampart, b.owner) > 0, false
  local may_do_more = flies and w.state.stock[b.owner] > 0
  return moves, strikes, may_do_more
end)

-- A battalion on Chasm or Cliffside can be routed from an adjacent zone, and can step off to
-- strike. The lists of the core rules (warline.ground.able) leave such zones out, and find neither.
-- In doubt, the match goes on.
if into_chasm then
  arts.may_strike(function(side)
    return #(ground.crowds() & ground.abyss()) > 0 and arts.foe_on_field(side)
      and #w.sides.topped(side) > 0
  end)
end

frost.worth(function(unit) return alighted(unit) and 6 or 0 end)
