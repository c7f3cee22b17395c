-- WARLINE: the terrain module (chapters 43 and 44): where terrain lies when a battle begins, and
-- its removal when few battalions are left. Its effects are in warline.ground.

local option = require("muster.options")
local text = require("muster.text")
local options = muster.module {
  title = "WARLINE: battlefield terrain",
  requires = { "warline.ground" },
  before = { "warline.arts" }, -- in the rulebook, where terrain lies comes after its effects
  options = {
    option.choice("layout", { "none", "crossing" },
      "A field of this game: none, or crossing, a symmetric one with all kinds of terrain."),
    { key = "zones", type = "text", max = 4000, default = "",
      help = "Terrain by zones, over the layout: letter of the kind, then zones, as in: "
        .. "f:c3,c4 m:d5 p1:b2; - for none." },
    option.yes("closure", "Is all terrain removed when both sides are down to 2 battalions?"),
  },
}
local w = require("warline.tactical")
local ground = require("warline.ground")
local battalion, prison, kinds = w.state.battalion, w.state.prison, ground.kinds
w.notation.note_variant("t")

local LAYOUTS = {
  none = "",
  -- turned half round it is the same: neither General has the better ground
  crossing = "m:a5,g3 f:b4,b5,f4,f3 h:c6,e2 v:d4 w:c4,e4 a:e5,c3 g:d6,d2 i:g5,a3 c:a4,g4 l:g6,a2 "
    .. "p1:c1 p2:e7 s1:e1 s2:c7",
}

-- "f:c3,c4 m:d5", read at load so that a slip is found before the first battle.
local function read_layout(layout, where)
  local list, named = {}, {}
  for _, part in ipairs(text.words(layout, " ")) do
    local word, names = text.cut(part, ":")
    if not word then
      text.expected(where, "terrain and zones as in f:c3,c4", part:split(",")[1])
    end
    local kind, holder = 0, 0
    if word ~= "-" then kind, holder = ground.read(word, where) end
    for _, name in ipairs(text.words(names, ",")) do
      text.demand(not named[name], where, "'" .. name
        .. "' stands twice, and a zone has one kind of terrain (WT-TERR-3)")
      named[name] = true
      list[#list + 1] = { zone = name, kind = kind, holder = holder }
    end
  end
  return list
end

local function lay(list, where)
  for _, entry in ipairs(list) do
    local zone = w.notation.zone_called(entry.zone)
    text.demand(zone, where,
      "the field has no zone '" .. entry.zone .. "' on this board (WT-RUL-2)")
    ground.lay(zone, entry.kind, entry.holder)
  end
end

local layout = read_layout(LAYOUTS[options.layout], "layout")
local chosen_zones = read_layout(options.zones, "zones")

-- The fixed formation must not stand where nobody deploys.
local function demand_room(formed)
  local terrain = kinds[ground.terrain[formed.zone]]
  if not terrain.deadly
    and not (terrain.held and ground.holder[formed.zone] ~= formed.seat + 1) then
    return
  end
  error("start = quick on this board"
    .. (w.generals.allied and " with sides = " .. w.options.sides or "") .. " puts a battalion on "
    .. muster.zone_name(formed.zone) .. ", which is " .. terrain.name
    .. (terrain.held and " not controlled by General " .. formed.seat + 1 or "")
    .. " by layout or zones (WT-RUL-16)", 0)
end

w.start.preparations:on(function()
  lay(layout, "layout = " .. options.layout)
  lay(chosen_zones, "zones")
  for _, formed in ipairs(w.start.formed) do demand_room(formed) end
end)

-- Names of the zones in layout and option on which a kind lies, controlled by that General.
local function zones_with(number, holder, names, of)
  local here = {}
  for _, name in ipairs(names) do
    if of[name].kind == number and of[name].holder == holder then here[#here + 1] = name end
  end
  return here
end

-- Kinds with the zones on which they lie, as in "Forest c3, c4; Populace of General 1 b2".
local function lie_text()
  local of, names, parts = {}, {}, {}
  for _, list in ipairs { layout, chosen_zones } do
    for _, entry in ipairs(list) do
      if not of[entry.zone] then names[#names + 1] = entry.zone end
      of[entry.zone] = entry
    end
  end
  for number = 1, #kinds do
    for holder = 0, seats do
      local here = zones_with(number, holder, names, of)
      parts[#parts + 1] = here[1] and kinds[number].name
        .. (holder > 0 and " of General " .. holder or "") .. " " .. table.concat(here, ", ") or nil
    end
  end
  return table.concat(parts, "; ")
end

local lies = lie_text()
muster.rules { title = "Where terrain lies",
  { id = "WT-TERR-4", option = { "layout", "zones" }, text = lies == ""
    and "The field bears no terrain when deployment begins."
    or "When deployment begins there lies: " .. lies .. "." },
}

-- ---- Enforcing closure (chapter 44, WT-RUL-158) -------------------------------------------------

muster.rules { title = "Enforcing closure",
  { id = "WT-CLOSE-2", option = "closure", when = options.closure,
    text = "When a turn ends with two battalions a side or fewer, all terrain is removed." },
}
if not options.closure then return end

-- Battalions of a side on the field and in Prison.
local function living(side)
  return count(prison[1 - side]) + tops(battalion):sum(function(zone)
    return pieces(zone):tally(function(unit)
      return w.generals.side_of(unit) == side and kind(unit) == battalion
    end)
  end)
end
-- Does Chasm or Cliffside bound the pocket of a battalion of this side?
local hemmed = w.sides.has_unit(function(_, zone)
  return #(near(w.capability.pocket(zone) | only(zone)) & ground.abyss()) > 0
end)
-- Has this side somebody in Prison, and Chasm or Cliffside on its home row?
local function kept_out(side)
  return count(prison[1 - side]) > 0 and #(w.queries.home_row(side) & ground.abyss()) > 0
end
-- Who is held by an abyss can wait for Closure, sacrifice battalions and torment prisoners until it
-- comes, and kill others from afar or by counter attacks (WT-RUL-241).
ground.capable(function(side)
  return (living(1 - side) <= count(prison[side]) + 2 or ground.slays(side)
    or w.capability.counters_in_store(side)) and (hemmed(side) or kept_out(side))
end, true)
ground.traits.closes = true

local flatland = ground.kind("flatland")
-- Four living battalions make four stacks at most: ask a cheap question first. The next turn has
-- done nothing yet, so it is not idle only because the last one was not.
w.steps.turn_began:on(function()
  if #tops(battalion) > 4 or living(0) > 2 or living(1) > 2 then return end
  local laid = zones - ground.terrain:where(flatland)
  if #laid == 0 then return end
  ground.turn(laid, flatland)
  w.state.now.idle = 0
end)
