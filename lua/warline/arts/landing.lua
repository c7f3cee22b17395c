-- Landing on another zone, as a kind of Move.

local w = require("warline.tactical")
local foe_at = require("warline.arts.reach").foe_at
local now, arms = w.state.now, w.state.arms

local function land(unit, goal, victim, standing, face)
  w.maneuver.moved:emit(unit, now.acting_zone, goal)
  if victim then
    w.combat.strike(unit, goal, standing, nil, face)
    now.attacked = true
  end
  put(unit, goal)
  now.acting_zone = goal
end

---An art that takes the battalion to the zone that its `legal` returns, as a Move does: onto an
---enemy it is an attack. It is written in three forms: plain where no victim survives, with the new
---facing of one that survives with a loss, and with `-` where that one lost nothing.
---@param art warline.art
---@param instant boolean? the first victim dies whatever its Arms (WT-RUL-121)
---@return warline.art
return function(art, instant)
  local reach = art.legal
  -- The zone, an enemy there, and the first battalion down its stack that would survive.
  local function aim(unit, way)
    local goal = reach(unit, way)
    local victim = foe_at(goal)
    local first = victim
    if instant then first = below(victim) end
    return goal, victim, w.combat.first_standing(first, arms[unit])
  end

  local function plain(unit, way)
    local goal, victim, standing = aim(unit, way)
    need(not w.queries.hostile(standing), "WT-ATK-6",
      "a victim survives: write its new facing behind, or - where it loses nothing")
    return goal, victim, standing
  end
  local function turning(unit, way)
    local goal, victim, standing = aim(unit, way)
    need(w.combat.yields(standing, arms[unit]), "WT-RUL-46",
      "no victim survives with a loss, so no facing is set")
    return goal, victim, standing, choose("face", w.state.FACE)
  end
  local function vain(unit, way)
    local goal, victim, standing = aim(unit, way)
    need(w.queries.hostile(standing) and not w.combat.yields(standing, arms[unit]), "WT-RUL-46",
      "- is written only for a victim that survives without a loss")
    return goal, victim, standing
  end
  art.forms = {
    { text = art.text, legal = plain, apply = land },
    { text = art.text .. "{face}", legal = turning, apply = land },
    { text = art.text .. "-", legal = vain, apply = land },
  }
  return art
end
