-- Victory and its lack (chapters 27 to 34): looked at when a turn has ended, and nowhere else.
-- Conditions are checked against a side as one army (WT-ALLY-9).

local facts = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local flow = require("warline.tactical.flow").flow
local finish = require("warline.tactical.ending").finish
local capability = require("warline.tactical.capability")
local lively = require("warline.tactical.steps").lively

local options, now, prison = facts.options, state.now, state.prison

-- Best first: points, then the order of the tie-breakers (WT-RUL-95).
local conditions = { "shackle", "crush", "paralyze", "blunt", "overpower" }
local SHACKLE, CRUSH, PARALYZE, BLUNT, OVERPOWER = 1, 2, 3,
  4, 5
local NONE = 6 -- what a General says who declares nothing
local FORCED, STALEMATE = 7, 8 -- further endings
local points = { shackle = 5, crush = 3, paralyze = 3, blunt = 2, overpower = 1,
  forced = 1, voluntary = 1, stalemate = -1, resolve = -10 }

-- ---- who holds what -----------------------------------------------------------------------------

-- Where the quick look is enough, nobody is paralyzed or blunt.
local quick = muster.once(function() return lively() end)
local south_strikes = muster.once(function()
  return quick() or capability.is_aggressive(0)
end)
local north_strikes = muster.once(function()
  return quick() or capability.is_aggressive(1)
end)
local function strikes(side)
  if side == 0 then return south_strikes() end
  return north_strikes()
end

local needs = state.needs

---Does a side fulfil a condition?
---@param side muster.Seat
---@param which integer its place among the conditions
local function holds(side, which)
  if which == SHACKLE then return count(prison[side]) >= needs.shackle[side] end
  if which == CRUSH then return count(state.graveyard[side]) >= needs.crush[side] end
  if which == PARALYZE then return not quick() and capability.is_paralyzed(1 - side) end
  if which == BLUNT then
    return not strikes(1 - side) and strikes(side) and capability.armed(side)
  end
  return count(state.graveyard[side]) >= needs.overpower[side]
end

-- The best condition that a side fulfils, or 0.
local function best(side)
  for which = SHACKLE, OVERPOWER do
    if holds(side, which) then return which end
  end
  return 0
end

-- ---- what becomes of it -------------------------------------------------------------------------

---Total Arms and number of the living of a side (WT-RUL-107): those on the field, and those in the
---enemy's Prison.
---@param side muster.Seat
---@return integer, integer
local function strength(side)
  local force, number = 0, count(prison[1 - side])
  for unit in pieces(prison[1 - side]) do force = force + state.arms[unit] end
  for zone in tops(state.battalion) do
    for unit in pieces(zone) do
      if kind(unit) == state.battalion and facts.side_of(unit) == side then
        force, number = force + state.arms[unit], number + 1
      end
    end
  end
  return force, number
end

-- By number: the conditions, and what else ends a battle.
local ENDINGS = { "shackle", "crush", "paralyze", "blunt", "overpower", "none", "forced",
  "stalemate" }
local function conclude(side, ending)
  for which, name in ipairs(ENDINGS) do
    if which == ending then finish(side, name) end
  end
end

local function divisive() -- WT-END-2 to WT-END-5
  local arms_a, number_a = strength(0)
  local arms_b, number_b = strength(1)
  if arms_a ~= arms_b then
    conclude(arms_a > arms_b and 0 or 1, FORCED)
  elseif number_a ~= number_b then
    conclude(number_a > number_b and 0 or 1, FORCED)
  else
    conclude(nil, STALEMATE)
  end
end

-- Nobody has won. Where nobody is left who could, that ends the battle (WT-RUL-106).
local function divided()
  if strikes(0) or strikes(1) then return false end
  divisive()
  return true
end

--- See who has won. Is the battle over?
---@return boolean
local function decided()
  local a, b = best(0), best(1)
  if a > 0 and b > 0 then
    divisive()
  elseif a > 0 then
    conclude(0, a)
  elseif b > 0 then
    conclude(1, b)
  else
    return divided()
  end
  return true
end

-- ---- manual declaring (WT-RUL-93) ---------------------------------------------------------------

local function ask(side)
  now.asked = side
  go(flow.claim)
end

-- Both sides have been heard.
local function settle(first, said, second, answered)
  now.claimed, now.asked = 0, 0
  if said ~= NONE and answered ~= NONE then return divisive() end
  if said ~= NONE then return conclude(first, said) end
  if answered ~= NONE then return conclude(second, answered) end
  if not divided() then go(flow.turn_pass) end
end

-- The side asked has answered, with a condition or with nothing.
local function answer(choice)
  local side = now.asked
  if side ~= now.active then return settle(1 - side, now.claimed, side, choice) end
  if best(1 - side) == 0 then return settle(side, choice, 1 - side, NONE) end
  now.claimed = choice
  ask(1 - side)
end

if options.declare == "manual" then
  function flow.judge()
    local active = now.active
    now.claimed = 0
    if best(active) > 0 then return ask(active) end
    if best(1 - active) > 0 then
      now.claimed = NONE
      return ask(1 - active)
    end
    if not divided() then go(flow.turn_pass) end
  end

  -- A position line that stands before the second side's answer: is there anything to ask?
  function flow.claim_due()
    if best(now.asked) > 0 then return go(flow.claim) end
    answer(NONE)
  end
  flow.claim.seat = function() return sides.lead(now.asked) end
  for which, name in ipairs(conditions) do
    muster.move { "declare_" .. name, at = flow.claim, title = "Declare " .. name,
      text = "declare:" .. name,
      legal = function()
        need(holds(now.asked, which), "WT-VIC-3",
          "a General declares only a condition that he fulfils")
      end,
      apply = function() answer(which) end }
  end
  muster.move { "claim_pass", at = flow.claim, title = "Stay silent", text = "pass",
    apply = function() answer(NONE) end }
else
  function flow.judge()
    if not decided() then go(flow.turn_pass) end
  end
end

-- ---- the rulebook -------------------------------------------------------------------------------

local scaled = options.scale_victory
local sizes = scaled and { "scale_victory", facts.allied and "sides" or "battalions" }
  or "scale_victory"
local function number_of(name)
  local a, b = needs[name][0], needs[name][1]
  if a == b then return tostring(a) end
  return a .. " (for " .. state.side_titles[0] .. ") or " .. b .. " (for " .. state.side_titles[1]
    .. ")"
end
local why = scaled and "; the number follows the size of the enemy's army."
  or ", whatever the size of the enemy's army."
muster.rules { title = "Victory", place = 10,
  { id = "WT-VIC-2", text = [[Conditions are looked at when a turn ends, for both sides, and at no
    other time. One of them is enough.]] },
  { id = "WT-VIC-3", option = "declare", text = options.declare == "auto"
    and "Nobody need declare anything: the game sees it."
    or [[A General declares a condition that his side fulfils, or stays silent and plays on. The
      side whose turn ends is asked first.]] },
  { id = "WT-OVER-1", option = sizes, text = "Overpower: your Graveyard holds "
    .. number_of("overpower") .. " enemy battalions or more" .. why },
  { id = "WT-OVER-2", option = sizes, text = "Crush: your Graveyard holds " .. number_of("crush")
    .. why },
  { id = "WT-SHAC-1", option = sizes, text = "Shackle: your Prison holds " .. number_of("shackle")
    .. " or more at one time" .. why },
  { id = "WT-OVER-3", text = [[A prisoner is not slaughtered, and one that was extricated is no
    longer a prisoner.]] },
  { id = "WT-PAR-1", text = [[Paralyze: no enemy battalion can move any more. The next chapter says
    when that is so.]] },
  { id = "WT-BLU-1", text = "Blunt: the enemy can no longer act aggressively, but you can." },
  { id = "WT-BLU-2", text = [[For Blunt you need a living battalion with a war hammer, be it on the
    field or a prisoner.]] },
  { id = "WT-FS-1", text = [[Forced Surrender: the enemy stalls a second time in a row, or is the
    weaker when both sides fulfil conditions.]] },
  { id = "WT-RUL-95", option = "declare", when = options.declare == "auto", text = [[A side that
    fulfils several has won by the first of: Shackle, Crush, Paralyze, Blunt, Overpower.]] },
}

return { conditions = conditions, points = points, holds = holds, decided = decided, NONE = NONE }
