-- Victory and its lack (chapters 27 to 34): looked at when a turn has ended, and nowhere else.
-- Conditions are checked against a side as one army (WT-ALLY-9).

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local flow = require("warline.tactical.flow")
local finish = require("warline.tactical.ending").finish
local capability = require("warline.tactical.capability")
local steps = require("warline.tactical.steps")
local lively = steps.lively

local options, now, prison = muster.options(), state.now, state.prison

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
local armed = capability.armed

---Does a side fulfil a condition?
---@param side muster.Seat
---@param which integer its place among the conditions
local function holds(side, which)
  if which == SHACKLE then return count(prison[side]) >= needs.shackle[side] end
  if which == CRUSH then return count(state.graveyard[side]) >= needs.crush[side] end
  if which == PARALYZE then return not quick() and capability.is_paralyzed(1 - side) end
  if which == BLUNT then
    return not strikes(1 - side) and strikes(side) and armed(side)
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

-- By how much the southern side is stronger in total Arms and, where these are equal, in number of
-- the living (WT-RUL-107): those on the field, and those in the enemy's Prison.
local MANY = 100 -- more than the living
local function strength(unit)
  return (state.arms[unit] * MANY + 1) * (1 - 2 * generals.side_of(unit))
end
local advantage = muster.once(function()
  return pieces(prison[0]):sum(strength) + pieces(prison[1]):sum(strength)
    + tops(state.battalion):sum(function(zone)
      return pieces(zone):sum(function(unit)
        return kind(unit) == state.battalion and strength(unit) or 0
      end)
    end)
end)

-- The conditions by number; FORCED and STALEMATE end a battle as well.
local ENDINGS = { "shackle", "crush", "paralyze", "blunt", "overpower" }
local function next_turn() go(flow.turn_pass) end
local function conclude(side, ending)
  for which, name in ipairs(ENDINGS) do
    if which == ending then finish(side, name, next_turn) end
  end
  if ending == FORCED then finish(side, "forced", next_turn)
  elseif ending == STALEMATE then finish(side, "stalemate", next_turn) end
end

-- The winner of a divisive conclusion (WT-END-2 to WT-END-5), or nil; and how.
local function stronger()
  local by = advantage()
  if by == 0 then return nil, STALEMATE end
  return by > 0 and 0 or 1, FORCED
end
local function divisive() conclude(stronger()) end

-- Conclude as the lists of the chapter Able say. Is the battle over?
local function listed(a, b)
  if a > 0 and b > 0 or a == 0 and b == 0 and not strikes(0) and not strikes(1) then -- WT-RUL-106
    divisive()
  elseif a > 0 then
    conclude(0, a)
  elseif b > 0 then
    conclude(1, b)
  else
    return false
  end
  return true
end

-- ---- the bounded search -------------------------------------------------------------------------

-- Those lists are exact for the core rules. Modules that extend them make them upper bounds: a side
-- may be called able that is not. Then they search, within a bound, so that the wrong side never
-- wins (WT-RUL-241). This runs as Lua, and few battles need it.

--- Listeners search what a side can still do: functions of the side, of whether it must be known if
--- that side can move, and if it can strike. They return a table, in which `moves` and `strikes`
--- are true or false, or nil where that is unknown or not asked for.
local bounded_search = muster.hook { "bounded_search", fold = "first" }

-- The abilities of both sides, as a number: a bit for each that can move, and for each that can
-- strike.
local MOVES, STRIKES = { [0] = 1, 2 }, { [0] = 4, 8 }
local EVERYTHING = 15

-- Verdicts: a side or NOBODY, times 16, and an ending; or GOES_ON.
local GOES_ON, NOBODY = 0, 2

-- The conditions that a side fulfils or not, whatever both can still do.
local function standing(side)
  return { best = holds(side, SHACKLE) and SHACKLE or holds(side, CRUSH) and CRUSH or nil,
    armed = armed(side), overpowers = holds(side, OVERPOWER) }
end
local function best_with(side, own, able)
  if own.best then return own.best end
  if able & MOVES[1 - side] == 0 then return PARALYZE end
  if able & STRIKES[side] > 0 and able & STRIKES[1 - side] == 0 and own.armed then return BLUNT end
  return own.overpowers and OVERPOWER or 0
end

-- May such a number be true, where all bits of `known.sure` are set, and no others than those of
-- `known.maybe`?
local function is_open(able, known)
  return able & known.sure == known.sure and able | known.maybe == known.maybe
end

-- The verdict on each such number that may be true.
local function verdicts(known)
  local south, north = standing(0), standing(1)
  local winner, ending = stronger()
  local divided = (winner or NOBODY) * 16 + ending
  local found = {}
  for able = known.sure, known.maybe do
    if is_open(able, known) then
      local a, b = best_with(0, south, able), best_with(1, north, able)
      if a > 0 and b == 0 then
        found[able] = a
      elseif b > 0 and a == 0 then
        found[able] = 16 + b
      elseif a == 0 and able & (STRIKES[0] | STRIKES[1]) > 0 then
        found[able] = GOES_ON
      else
        found[able] = divided
      end
    end
  end
  return found
end

-- Does the verdict depend on that bit, as far as is known?
local function matters(found, known, bit)
  if known.sure & bit > 0 or known.maybe & bit == 0 then return false end
  for able = known.sure, known.maybe - bit do
    if able & bit == 0 and is_open(able, known) and found[able] ~= found[able | bit] then
      return true
    end
  end
  return false
end

-- The abilities of both by the lists, which are right where they deny.
local function listed_bits()
  local bits = EVERYTHING
  for side = 0, 1 do
    if capability.is_paralyzed(side) then bits = bits - MOVES[side] end
    if not capability.is_aggressive(side) then bits = bits - STRIKES[side] end
  end
  return bits
end
local function bits_at_a_glance()
  local bits = 0
  for side = 0, 1 do
    if steps.known_to_move(side) then bits = bits | MOVES[side] end
    if steps.known_to_strike(side) then bits = bits | STRIKES[side] end
  end
  return bits
end

local function learn(known, bit, seen)
  if seen then
    known.sure = known.sure | bit
  elseif seen == false then
    known.maybe = known.maybe & ~bit
  end
end

-- The verdict, once each side has been looked at as far as it matters. Where what is known leaves
-- several open, the battle goes on.
local function verdict(known)
  local found = verdicts(known)
  for side = 0, 1 do
    local moves = matters(found, known, MOVES[side])
    local acts = matters(found, known, STRIKES[side])
    if moves or acts then
      local seen = bounded_search(side, moves, acts)
      learn(known, MOVES[side], seen.moves)
      learn(known, STRIKES[side], seen.strikes)
    end
  end
  for side = 0, 1 do
    if matters(found, known, MOVES[side]) or matters(found, known, STRIKES[side]) then
      return GOES_ON
    end
  end
  return found[known.sure]
end

-- Declare the victory that is due, if it is beyond doubt.
local function declare_or_go_on(next_step)
  local found = verdict { sure = bits_at_a_glance(), maybe = listed_bits() }
  if found ~= GOES_ON then
    local winner = found // 16
    conclude(winner ~= NOBODY and winner or nil, found % 16)
  elseif next_step then
    go(flow.turn_pass)
  end
end

-- Is it beyond doubt at a glance that a side has won? The stronger one wins a divisive conclusion
-- too, so it does not matter then who strikes; but whom it paralyzes it has not won over otherwise.
local function known_to_win(side, which)
  local foe = 1 - side
  if not steps.known_to_move(side) or which >= BLUNT and not steps.known_to_move(foe) then
    return false
  end
  if stronger() == side then return true end
  if which == BLUNT and not steps.known_to_strike(side) then return false end
  return not armed(foe) or not strikes(foe) or steps.known_to_strike(side)
end
local function is_plain(a, b)
  if a > 0 and b > 0 then return a ~= BLUNT and b ~= BLUNT end
  if a > 0 then return known_to_win(0, a) end
  if b > 0 then return known_to_win(1, b) end
  if strikes(0) or strikes(1) then return not steps.stuck() end
  return steps.known_to_move(0) and steps.known_to_move(1)
end

--- See who has won. Is the battle over?
---@return boolean
local function decided()
  local a, b = best(0), best(1)
  if not steps.bounds_only() or is_plain(a, b) then return listed(a, b) end
  declare_or_go_on(false)
  return muster.over_by() ~= nil
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
  if strikes(0) or strikes(1) then go(flow.turn_pass) else divisive() end
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
  local function ask_first()
    local active = now.active
    now.claimed = 0
    if best(active) > 0 then return ask(active) end
    if best(1 - active) > 0 then
      now.claimed = NONE
      return ask(1 - active)
    end
    divisive()
  end
  -- Generals are asked by the lists; where the search finds another winner, or none, later.
  local function ask_or_go_on()
    if not steps.bounds_only() then return ask_first() end
    local bits = listed_bits()
    local listed_verdict = verdicts({ sure = bits, maybe = bits })[bits]
    if verdict { sure = bits_at_a_glance(), maybe = bits } == listed_verdict then
      ask_first()
    else
      go(flow.turn_pass)
    end
  end
  function flow.judge()
    if best(0) > 0 or best(1) > 0 or not strikes(0) and not strikes(1) then
      ask_or_go_on()
    else
      go(flow.turn_pass)
    end
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
    local a, b = best(0), best(1)
    if steps.bounds_only() and not is_plain(a, b) then
      declare_or_go_on(true)
    elseif not listed(a, b) then
      go(flow.turn_pass)
    end
  end
end

-- ---- the rulebook -------------------------------------------------------------------------------

local scaled = options.scale_victory
local sizes = scaled and { "scale_victory", generals.allied and "sides" or "battalions" }
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
  { id = "WT-OVER-1", ending = "overpower", option = sizes,
    text = "Overpower: your Graveyard holds "
    .. number_of("overpower") .. " enemy battalions or more" .. why },
  { id = "WT-OVER-2", ending = "crush", option = sizes,
    text = "Crush: your Graveyard holds " .. number_of("crush")
    .. why },
  { id = "WT-SHAC-1", ending = "shackle", option = sizes,
    text = "Shackle: your Prison holds " .. number_of("shackle")
    .. " or more at one time" .. why },
  { id = "WT-OVER-3", text = [[A prisoner is not slaughtered, and one that was extricated is no
    longer a prisoner.]] },
  { id = "WT-PAR-1", ending = "paralyze",
    text = [[Paralyze: no enemy battalion can move any more. The next chapter says
    when that is so.]] },
  { id = "WT-BLU-1", ending = "blunt",
    text = "Blunt: the enemy can no longer act aggressively, but you can." },
  { id = "WT-BLU-2", text = [[For Blunt you need a living battalion with a war hammer, be it on the
    field or a prisoner.]] },
  { id = "WT-FS-1", ending = "forced",
    text = [[Forced Surrender: the enemy stalls a second time in a row, or is the
    weaker when both sides fulfil conditions.]] },
  { id = "WT-RUL-95", option = "declare", when = options.declare == "auto", text = [[A side that
    fulfils several has won by the first of: Shackle, Crush, Paralyze, Blunt, Overpower.]] },
}

return { conditions = conditions, points = points, holds = holds, decided = decided,
  bounded_search = bounded_search, NONE = NONE }
