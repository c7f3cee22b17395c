--- Mirage: a kingdom that fights with sand and heat.
local options = muster.module { title = "Mirage", section = "mirage",
  requires = { "warline.tactical", "warline.ground", "warline.arts" },
  offers = { kingdom = { letter = "M", word = "mirage", name = "Mirage", colour = "orange" } },
  options = {
    { key = "tunnel_cost", type = "int", default = 3, min = 0, max = 7,
      help = "Actions that a Tunnel costs." },
    { key = "heat", type = "choice", default = "mild", choices = { "mild", "fierce" },
      help = "How hot does it get?" },
  } }
local w = require("warline.tactical")
local ground = require("warline.ground")
local arts = require("warline.arts")
local mirage = arts.kingdom("mirage")
local arms, facing, battalion = w.state.arms, w.state.facing, w.state.battalion

local sand = muster.field { "sand", of = "zone", max = 3 }
local dizzy = muster.field { "dizzy", of = "piece" }
local leader = muster.field { "leader", of = "seat", holds = "piece" }
local tale = muster.state { { "storms", max = 7 }, { "last", max = 48 } }
--- Sand was blown onto a zone.
local blown = muster.event { "blown", "unit", "zone" }
--- Does sand lie deep there?
local deep = muster.query(function(zone) return sand[zone] > 1 end)
local prices = { mild = 1, fierce = 2 }
local drifts = { 1, 2, 3 }
local price = prices[options.heat]

local function sandy(zone) return sand[zone] > 0 end
local dunes = muster.once(function() return zones:where(sandy) end)

local function heap(zone, amount)
  sand[zone] = math.min(sand[zone] + amount, 3)
end

-- Rooted: from Arms 4 on nobody routs them.
w.queries.routable:amend("and", function(unit)
  return not (mirage.has(unit) and arms[unit] >= 4)
end)
w.queries.may_enter:amend("and", function(unit, there)
  return mirage.has(unit) or sand[there] < 3
end)

-- Sandstorm: the first enemy straight ahead turns its back.
mirage.art { "sandstorm", text = "sa", title = "Sandstorm", rule = "MIR-2", least = 4, cost = 2,
  legal = function(unit, way)
    local zone = arts.first_foe(unit, way)
    need(zone, "MIR-3", "no enemy battalion stands ahead")
    return top(zone)
  end,
  apply = function(unit, foe)
    facing[foe] = (facing[foe] + 2) % 4
    dizzy[foe] = true
    heap(place(foe), drifts[price])
    tale.storms = math.min(tale.storms + 1, 7)
    tale.last = place(foe)
    leader[owner[unit]] = unit
    blown:emit(unit, place(foe))
  end,
}

-- Burrow: two zones away in line, whatever lies between.
mirage.art { "burrow", text = "bu:{dest}", title = "Burrow", rule = "MIR-4",
  cost = options.tunnel_cost, aimless = true,
  legal = function(unit)
    local dests = nothing
    for way = 0, 3 do dests = dests | only(arts.along(place(unit), way, 2)) end
    need(not dizzy[unit], "MIR-6", "a dizzy battalion cannot burrow")
    return choose("dest", dests & w.queries.land() - occupied(), "MIR-5",
      "one burrows to a free zone two zones away in line")
  end,
  apply = function(unit, dest)
    w.maneuver.walk_to(unit, dest)
    dizzy[unit] = deep(dest)
  end,
}

muster.move_named("transfer"):forbid("MIR-7", "nothing is brought onto deep sand",
  function(zone) return deep(zone) end)
w.maneuver.moved:on(function(unit, from, to)
  if mirage.has(unit) and dunes()[from] and sand[to] == 0 then dizzy[unit] = false end
end)

-- A free battalion of Mirage can always get away, and go on fighting.
arts.capable(function(seat) return arts.has_free(seat, mirage.number) end)

-- For computer players: dunes are shelter.
mirage.worth(function(unit, zone)
  local worth = 0
  if sand[zone] > 0 and ground.terrain_at(zone) > 0 then worth = worth + 2 end
  if #(tops(battalion) & dunes()) > 3 then worth = worth - 1 end
  if leader[owner[unit]] == unit and tale.last == place(unit) then worth = worth + 1 end
  return worth + arms[unit] // 3
end)

muster.rules { title = "Mirage",
  { id = "MIR-1", text = "Rooted: battalions of Arms 4 to 6 cannot be routed." },
  { id = "MIR-2", text = "Sandstorm is an art of Arms 4 to 6, for 2 actions." },
  { id = "MIR-3", text = "The first enemy battalion straight ahead turns its back." },
  { id = "MIR-4", text = "Burrow is an art of all Arms." },
  { id = "MIR-5", text = "The battalion comes up on a free zone two zones away in line." },
  { id = "MIR-6", text = "A dizzy battalion cannot burrow." },
  { id = "MIR-7", text = "Nothing is brought onto deep sand." },
}
