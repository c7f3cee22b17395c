-- Damage to the Front, killing and dying (FL-DTF, FL-DYI), and the end of a phase.

local characters = require("fantasy_line.characters")
local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local effects = require("fantasy_line.effects")
local battle = {}
local options, now, design = state.options, require("fantasy_line.now"), state.design
local line, dying, pool = state.line, state.dying, state.pool

--- A Character is killed: it is Dying until the phase ends.
battle.killed = muster.event { "killed", "seat", "unit",
  says = function(seat, unit) return telling.unit(seat, unit) .. " is Dying" end }
--- A Dying Character dies.
battle.died = muster.event { "died", "seat", "unit",
  says = function(seat, unit) return telling.unit(seat, unit) .. " is dead" end }
--- Damage goes against the Front of a seat's line.
battle.hit = muster.event { "hit", "seat", "amount",
  says = function(seat, amount)
    return amount .. " damage to the Front of " .. telling.player(seat)
  end }
--- A Character comes to another place of its line.
battle.moved = muster.event { "moved", "seat", "unit", "to",
  says = function(seat, unit, to)
    return telling.unit(seat, unit) .. " comes to place " .. to
  end }
--- A seat passes.
battle.passed = muster.event { "passed", "seat",
  says = function(seat) return telling.player(seat) .. " passes" end }
--- A seat gains mana.
battle.gained_mana = muster.event { "gained_mana", "seat", "amount",
  says = function(seat, amount) return telling.player(seat) .. " gains " .. amount .. " mana" end }
--- A seat gains targeted damage.
battle.aims = muster.event { "aims", "seat", "amount",
  says = function(seat, amount)
    return telling.player(seat) .. " gains " .. amount .. " targeted damage"
  end }

--- The seat whose turn it is: the due player, unless that has passed (FL-ORD-1, FL-CST-4).
function battle.due()
  local due = now.last and 1 - now.last or 0
  return state.passed[due] and 1 - due or due
end

--- Put a Character at another place of its line.
function battle.move(unit, to)
  insert(unit, line[owner[unit]], to)
  battle.moved:emit(owner[unit], unit, to)
end

-- ---- the Front (FL-DTF-3, FL-DTF-4, FL-RUL-16) --------------------------------------------------

--- Kill a Character: it becomes Dying.
function battle.kill(unit)
  dying[unit] = true
  state.felled[unit] = count(state.stack) > 0
  if options.bothWiped == "lastKill" then now.killer = 1 - owner[unit] end
  battle.killed:emit(owner[unit], unit)
end

--- Is the pool large enough to kill the Front of that line?
function battle.front_falls(seat)
  local front = state.front(seat)
  return front and pool[seat] >= state.health(front)
end

--- The Front is killed; its health is paid out of the pool.
function battle.kill_front(seat)
  local front = state.front(seat)
  pool[seat] = pool[seat] - state.health(front)
  battle.kill(front)
end

-- Does targeted damage that was converted into this pool wait for phase 5 (FL-RUL-17)?
local function waits(seat)
  return not options.convertedKillsNow and now.phase == 4 and state.passed[1 - seat]
end

--- After every change: a pool that can kill the Front must do so.
function battle.settle()
  if options.frontKill == "phase5Only" then return end
  for seat = 0, 1 do
    while not waits(seat) and battle.front_falls(seat) do battle.kill_front(seat) end
  end
end

--- Damage to the Front of a seat's line; it is lost where nobody stands there (FL-RUL-18).
function battle.add_damage(seat, amount)
  if amount <= 0 or count(line[seat]) == 0 then return end
  pool[seat] = pool[seat] + amount
  battle.hit:emit(seat, amount)
end

function flow.hit_front(seat, amount)
  battle.add_damage(seat, amount)
  battle.settle()
end

function flow.gain_mana(seat, amount)
  state.mana[seat] = state.mana[seat] + amount
  battle.gained_mana:emit(seat, amount)
end

--- May targeted damage of the other seat kill that Character (FL-RUL-25)?
function battle.in_reach(unit)
  return state.live(unit) and not state.safe(unit)
    and state.health(unit) <= state.aimed[1 - owner[unit]]
end
--- Can the seat kill anybody with its targeted damage?
function battle.can_spend(seat) return pieces(line[1 - seat]):some(battle.in_reach) end

-- ---- the end of a phase (FL-DYI-2, FL-RUL-53, FL-RUL-62) ----------------------------------------

local mortal = {} -- the cards that do something when they die
for n, card in ipairs(characters) do
  if card.dies then mortal[#mortal + 1] = { design = n, dies = card.dies } end
end

-- The effects of a Character's death.
local function last_deed(unit)
  for _, card in ipairs(mortal) do
    if card.design == design[unit] then card.dies(owner[unit]) end
  end
end

-- A Character comes to the dead as a new one would (FL-RUL-63).
local function bury(unit)
  effects.forget(unit)
  put(unit, state.dead[owner[unit]])
  state.felled[unit] = false
  state.stunned_to[unit], state.moved[unit], state.declared[unit] = 0, 0, 0
  now.death = true
  battle.died:emit(owner[unit], unit)
end

local function foremost_dying(seat)
  local first
  for unit in pieces(line[seat]) do -- from the Rear to the Front
    if dying[unit] then first = unit end
  end
  return first
end

-- The Dying die together, from the Front to the Rear; the due player's are buried first.
local bury_from = require("muster.deaths").of { dying = dying, graves = state.dead,
  next = foremost_dying, bury = bury, deed = last_deed, settle = battle.settle }

-- Returns whether anybody has died.
local function bury_everyone() return bury_from(now.last and 1 - now.last or 0) end

-- Has the seat lost all its Characters?
local function wiped_out(seat) return count(line[seat]) == 0 end

--- The game ends, and with it the phase: a position line does not say in which one it ended.
function battle.stop() now.turn, now.phase, now.window = 0, 0, 0 end

local function end_by_wipe_out()
  if not wiped_out(0) and not wiped_out(1) then return false end
  battle.stop()
  if not wiped_out(0) then
    over("wiped out", 0)
  elseif not wiped_out(1) then
    over("wiped out", 1)
  elseif options.bothWiped == "lastKill" and now.killer then
    over("wiped out", now.killer)
  else
    over("wiped out")
  end
  return true
end

-- Does a wipe-out end the game at this moment (FL-RUL-7)? A grace Day is played to its end.
local function wipe_out_counts()
  if options.graceMode == "off" then return true end
  if now.grace then return now.phase == 5 end
  if options.graceMode == "anyDay" then return false end
  return now.day > 1
end

-- Stuns end that last until this Day.
local function awake()
  for seat = 0, 1 do
    for unit in pieces(line[seat]) do
      if state.stunned_to[unit] <= now.day then state.stunned_to[unit] = 0 end
    end
  end
end

function flow.phase_end()
  local died = bury_everyone()
  if now.phase == 5 or effects.end_now() then -- what lasts until now (FL-RUL-68)
    effects.expire_now()
    if now.phase == 5 then awake() end
    battle.settle()
    died = bury_everyone() or died
  end
  if wipe_out_counts() and end_by_wipe_out() then return end
  state.passed[0], state.passed[1] = false, false
  -- a death changes the limits of hands, or who was laid just now (FL-DRW-1, FL-DRW-5, FL-RUL-38)
  if died or state.recruiting() then go(flow.hand_limits) else go(flow.next_phase) end
end

function flow.next_phase()
  if now.phase == 5 then return go(flow.night) end
  if state.recruiting() then return go(flow.mana) end
  now.phase = now.phase + 1
  now.turn = 0 -- nobody decides yet
  if now.phase == 2 then
    if options.randomStart == "firstDay" and now.day > 1 then go(flow.next_cast)
    else go(flow.starter) end
  elseif now.phase == 3 then go(flow.next_move)
  elseif now.phase == 4 then go(flow.volley)
  else go(flow.strike) end
end

return battle
