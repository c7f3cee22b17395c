-- WARLINE: the terrain module (chapters 43 and 44): where terrain lies when a battle begins, and
-- its removal when few battalions are left. What it does stands in warline.ground.

local settings = {
  { key = "layout", type = "choice", choices = { "none", "crossing" }, default = "none",
    help = "A field of this game: none, or crossing, a symmetric one with all kinds of terrain." },
  { key = "zones", type = "text", max = 4000, default = "",
    help = "Terrain by zones, over the layout: letter of the kind, then zones, as in: "
      .. "f:c3,c4 m:d5 p1:b2; - for none." },
  { key = "closure", type = "bool", default = true,
    help = "Is all terrain removed when both sides are down to 2 battalions?" },
}
local options = muster.module {
  title = "WARLINE: battlefield terrain",
  requires = { "warline.tactical", "warline.ground" },
  before = { "warline.arts" }, -- in the rulebook: where terrain lies stands behind what it does
  options = settings,
}
local w = require("warline.tactical")
local ground = require("warline.ground")
w.note_variant("t")
w.note_options({ settings[3] }, options) -- the others are seen in the line itself

local layouts = {
  none = "",
  -- turned half round it is the same: neither General has the better ground
  crossing = "m:a5,g3 f:b4,b5,f4,f3 h:c6,e2 v:d4 w:c4,e4 a:e5,c3 g:d6,d2 i:g5,a3 c:a4,g4 l:g6,a2 "
    .. "p1:c1 p2:e7 s1:e1 s2:c7",
}

-- "f:c3,c4 m:d5", read at load so that a slip is found before the first battle.
local function read_layout(text, where)
  local list, named, from = {}, {}, 1
  local kind, holder = nil, 0
  for i = 1, #text + 1 do
    local sign = string.sub(text, i, i)
    if sign == ":" then
      local word = string.sub(text, from, i - 1)
      if word == "-" then kind, holder = 0, 0 else kind, holder = ground.read(word, where) end
      from = i + 1
    elseif sign == "," or sign == " " or sign == "" then
      local name = string.sub(text, from, i - 1)
      if name ~= "" then
        if not kind then
          error(where .. ": expected terrain and zones as in f:c3,c4, found '" .. name .. "'", 0)
        end
        if named[name] then
          error(where .. ": '" .. name .. "' stands twice, and a zone has one kind of terrain "
            .. "(WT-TERR-3)", 0)
        end
        named[name] = true
        list[#list + 1] = { zone = name, kind = kind, holder = holder }
      end
      if sign == " " then kind = nil end
      from = i + 1
    end
  end
  return list
end

local function lay(list, where)
  for _, entry in ipairs(list) do
    local zone = muster.zone(entry.zone)
    if zone < 0 then
      error(where .. ": the field has no zone '" .. entry.zone .. "' on this board (WT-RUL-2)", 0)
    end
    ground.lay(zone, entry.kind, entry.holder)
  end
end

local layout = read_layout(layouts[options.layout], "layout")
local zones = read_layout(options.zones, "zones")

w.preparations[#w.preparations + 1] = function()
  lay(layout, "layout = " .. options.layout)
  lay(zones, "zones")
  for _, place in ipairs(w.formed) do
    local kind, holder = ground.kinds[ground.get(place.zone)], ground.holder(place.zone)
    if kind.deadly or kind.held and holder ~= place.seat + 1 then
      error("start = quick on this board"
        .. (w.allied and " with sides = " .. w.options.sides or "") .. " puts a battalion on "
        .. muster.zone_name(place.zone) .. ", which is " .. kind.name
        .. (kind.held and " not controlled by General " .. place.seat + 1 or "")
        .. " by layout or zones (WT-RUL-16)", 0)
    end
  end
end

-- Kinds with the zones on which they lie, as in "Forest c3, c4; Populace of General 1 b2".
local function lie_text()
  local of, names = {}, {}
  for _, list in ipairs({ layout, zones }) do
    for _, entry in ipairs(list) do
      if not of[entry.zone] then names[#names + 1] = entry.zone end
      of[entry.zone] = entry
    end
  end
  local parts = {}
  for number = 1, #ground.kinds do
    for holder = 0, w.generals do
      local here = {}
      for _, name in ipairs(names) do
        if of[name].kind == number and of[name].holder == holder then here[#here + 1] = name end
      end
      parts[#parts + 1] = here[1] and ground.kinds[number].name
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
if options.closure then
  muster.define("living(seat)", "count(prison(1 - seat)) "
    .. "+ sum(z in tops(battalion): tally(x of z: " .. w.text.side("owner(x)")
    .. " == seat and type(x) == battalion))")
  -- Who is held by an abyss can wait for Closure, sacrifice battalions and torment prisoners until
  -- it comes, and kill others from afar or by counter attacks (WT-RUL-241).
  muster.define("hemmed(seat)", "some(a in tops(battalion): some(x of a: "
    .. w.text.side("owner(x)") .. " == seat and type(x) == battalion) "
    .. "and size(near(pocket(a) | only(a)) & abyss) > 0)",
    { help = "Does Chasm or Cliffside bound the pocket of a battalion of this side?" })
  muster.define("kept_out(seat)", "count(prison(1 - seat)) > 0 and size("
    .. (w.allied and "home_row(seat)" or "home(seat)") .. " & abyss) > 0",
    { help = "Has this side somebody in Prison, and Chasm or Cliffside on its home row?" })
  ground.capable("(living(1 - seat) <= count(prison(seat)) + 2 or slays(seat) "
    .. "or counters_in_store(seat)) and (hemmed(seat) or kept_out(seat))")
  -- Four alive stand in four stacks at most: a cheap question first. The next turn has done nothing
  -- yet, so it is not idle only because the last one was not.
  muster.on("turn_began", "if size(tops(battalion)) <= 4 and living(0) <= 2 and living(1) <= 2 "
    .. "then let laid = zones - {z in zones: ground(z) == flatland} if size(laid) > 0 then "
    .. ground.turn_text("laid", "flatland") .. "idle = 0 end end")
end
