-- Reasons for refusals by terrain (warline.tactical.refusals).

local w = require("warline.tactical")
local facts = require("warline.ground.facts")
local hindered = w.refusals.hindered

---@param zone muster.Zone?
---@return warline.terrain_kind
local function kind_of(zone) return facts.kinds[facts.terrain_at(zone)] end

local function bars(trait, sentence)
  return function(zone)
    local kind = kind_of(zone)
    return kind[trait] and sentence .. " " .. kind.name .. " (" .. kind[trait] .. ")" or nil
  end
end
hindered.build:on(bars("barren", "no rampart is built on"))
hindered.sacrifice:on(bars("wet", "no Sacrifice Ritual is begun on"))
hindered.extricate:on(bars("lost", "nobody comes back from Prison onto"))

local enters = bars("deadly", "nobody moves onto")
hindered.enter:on(function() return enters(w.maneuver.front()) end)

local deploys = bars("deadly", "nobody deploys on")
hindered.deploy:on(function(zone, seat)
  local kind = kind_of(zone)
  if kind.held and facts.holder[zone] ~= seat + 1 then
    return "only who controls it deploys on " .. kind.name .. " (" .. kind.held .. ")"
  end
  return deploys(zone)
end)

hindered.pay:on(function()
  local front = w.maneuver.front()
  local kind = kind_of(front)
  return kind.letter and "to enter " .. kind.name .. " costs "
    .. w.queries.entry_fee(w.maneuver.actor(), front)
    .. " maneuver actions, and fewer are left (WT-RUL-151)" or nil
end)

hindered.rout:on(function()
  return kind_of(w.maneuver.front()).word == "stronghold"
    and "a battalion on a Stronghold cannot be routed (WT-TERR-37)" or nil
end)

hindered.land:on(function(zone)
  return kind_of(w.maneuver.front()).word == "waterbody" and kind_of(zone).word == "cliffside"
    and "from Waterbody nobody is routed onto a Cliffside (WT-TERR-30)" or nil
end)
