-- The Day (FL-RND): mana, who opens the Spells, targeted damage, normal damage, and the end.

local characters = require("fantasy_line.characters")
local state = require("fantasy_line.state")
local telling = require("fantasy_line.telling")
local flow = require("fantasy_line.flow")
local battle = require("fantasy_line.line")
local effects = require("fantasy_line.effects")
local spending = require("fantasy_line.spending")
local day = {}
local options, now, line, pool = state.options, require("fantasy_line.now"), state.line, state.pool
local aimed, passed, DECLARED = state.aimed, state.passed, state.DECLARED
local WHAT = effects.WHAT
local BASE_MANA = 3
local SECRET = options.tdDeclare == "secret"

--- A Day begins.
day.began = muster.event { "began", "day",
  says = function(number) return "Day " .. number .. " begins" end }
--- A seat opens the Spells of a Day.
day.opens = muster.event { "opens", "seat",
  says = function(seat) return telling.player(seat) .. " opens the Spells" end }

-- ---- phase 1: mana (FL-MAN, FL-RUL-41, FL-RUL-52) -----------------------------------------------

local function mana_of(seat)
  local sum = BASE_MANA + pieces(line[seat]):sum(state.mana_of) + effects.sum_of(seat, WHAT.mana)
  if options.deadMana then sum = sum + pieces(state.dead[seat]):sum(state.mana_of) end
  return sum
end

-- Phase 1: mana for both, and then what lasts.
local function produce()
  now.phase = 1
  for seat = 0, 1 do flow.gain_mana(seat, mana_of(seat)) end
  -- then damage effects, in the order in which they began
  for at = 1, count(state.effects) do
    local entry = piece_at(state.effects, at)
    if effects.changes(entry) == WHAT.rot then
      flow.hit_front(1 - owner[entry], effects.amount[entry])
    end
  end
  go(flow.phase_end)
end

function flow.dawn()
  now.day = now.day + 1
  now.phase = 0
  now.death = false
  day.began:emit(now.day)
  for seat = 0, 1 do
    state.money[seat] = state.money[seat] + options.dayMoney
    state.casts[seat] = 0
  end
  if state.recruits_on(now.day) then return go(flow.recruit) end
  produce()
end
if options.recruitEachDay then
  function flow.mana() produce() end
end

-- ---- phase 2: who opens (FL-CST-1, FL-RUL-10) ---------------------------------------------------

muster.move { "start", at = flow.starter, title = "Who opens", text = "start:{player}",
  legal = function() return choose("player", range(1, 2)) end,
  apply = function(player)
    now.last = 2 - player -- the other one: so this player is due
    day.opens:emit(player - 1)
    go(flow.next_cast)
  end }

-- ---- phase 4: targeted damage (FL-PH4, FL-RUL-23) -----------------------------------------------

-- May the Character generate targeted damage?
local function can_aim(unit)
  return state.targeted(unit) > 0 and state.live(unit) and not state.stunned(unit)
    and state.in_range(unit) and not state.silenced(unit) and not state.truce()
end
local function undeclared(unit)
  return can_aim(unit) and state.declared[unit] == 0 and state.sealed[unit] == 0
end
local function has_target(seat) return state.live_count(1 - seat) > 0 end
local function must_declare(seat)
  return has_target(seat) and pieces(line[seat]):some(undeclared)
end

local function generate(seat)
  local amount = pieces(line[seat]):sum(function(unit)
    if state.declared[unit] == DECLARED.generates then return state.targeted(unit) end
    return 0
  end)
  if amount == 0 then return end
  aimed[seat] = aimed[seat] + amount
  battle.aims:emit(seat, amount)
end

local function foremost_undeclared(seat)
  local first
  for unit in pieces(line[seat]) do -- from the Rear to the Front
    if undeclared(unit) then first = unit end
  end
  return first
end

-- Secret declarations come to light.
local function unseal()
  for seat = 0, 1 do
    for unit in pieces(line[seat]) do
      if state.sealed[unit] > 0 then
        state.declared[unit], state.sealed[unit] = state.sealed[unit], 0
      end
    end
  end
end

-- The due player declares first, then the other one; then both pools rise together.
function flow.volley()
  local due = now.last and 1 - now.last or 0
  if must_declare(due) then
    now.turn = due
  elseif must_declare(1 - due) then
    now.turn = 1 - due
  else
    if SECRET then unseal() end
    generate(0)
    generate(1)
    return go(flow.next_shot)
  end
  go(flow.declaring)
end

local PLAYER, CHOICE = muster.letters("12"), muster.letters("TN")
muster.move { "declare", at = flow.declaring, title = "Generate or hold",
  text = "t{who}.{at}{letter}", secret = SECRET,
  legal = function()
    local seat = me()
    need(choose("who", PLAYER) == seat)
    local unit = state.unit_at(seat, choose("at", range(1, count(line[seat]), 15)))
    need(unit == foremost_undeclared(seat), "FL-RUL-23",
      "the foremost one that can aim declares first")
    return unit, choose("letter", CHOICE)
  end,
  apply = function(unit, how)
    local kept = SECRET and state.sealed or state.declared
    kept[unit] = how + 1
    go(flow.volley)
  end }

local function pass()
  local seat = now.turn
  state.passed[seat] = true
  battle.passed:emit(seat)
  now.last = seat
  spending.convert(seat)
  go(flow.next_shot)
end
muster.move { "pass_shooting", at = flow.shooting, title = "Pass", text = "p", apply = pass }

muster.move { "shoot", at = flow.shooting, title = "Kill", text = "k{foe}.{at}",
  legal = function()
    local enemy = 1 - me()
    need(choose("foe", PLAYER) == enemy, "FL-PH4-2", "enemy Characters are killed")
    local victim = state.live_at(enemy, choose("at", range(1, count(line[enemy]), 15)))
    need(victim, "FL-RUL-14", "a Dying Character is not killed again")
    need(not state.safe(victim), "FL-RUL-25", "targeted damage cannot kill it today")
    need(battle.in_reach(victim), "FL-TGD-4", function()
      return "its health is " .. state.health(victim) .. ", and you have " .. aimed[me()]
        .. " targeted damage"
    end)
    return victim
  end,
  apply = function(victim)
    local seat = me()
    aimed[seat] = aimed[seat] - state.health(victim)
    battle.kill(victim)
    battle.settle()
    now.last = seat
    go(flow.next_shot)
  end }

function flow.next_shot()
  if state.passed[0] and state.passed[1] then return go(flow.phase_end) end
  now.turn = battle.due()
  if battle.can_spend(now.turn) then
    go(options.tdPhase4 == "oneKill" and flow.shooting or flow.spending)
  else
    pass()
  end
end

-- ---- phase 5: normal damage (FL-PH5) ------------------------------------------------------------

local drummers = {} -- the cards that add to the damage of others
for n, card in ipairs(characters) do
  if card.drums then drummers[#drummers + 1] = { design = n, drums = card.drums } end
end

-- The damage that the others of its line add to a Character's.
local function bonus(unit)
  return pieces(line[owner[unit]]):sum(function(other)
    local sum = 0
    if not state.live(other) or state.stunned(other) then return 0 end
    for _, card in ipairs(drummers) do
      if card.design == state.design[other] then
        sum = sum + card.drums(level(other) - level(unit))
      end
    end
    return sum
  end)
end

-- Targeted damage that was not generated in phase 4 (FL-PH5-2, FL-RUL-24).
local function late_damage(unit)
  if state.declared[unit] == DECLARED.generates then return 0 end
  if not options.lateT and state.declared[unit] ~= DECLARED.holds then return 0 end
  return state.targeted(unit)
end

--- The damage that a Character deals to the Front in phase 5.
function day.damage_of(unit)
  if not state.live(unit) or state.stunned(unit) or not state.in_range(unit)
    or state.silenced(unit) then return 0 end
  local sum = state.damage(unit) + late_damage(unit)
  if sum == 0 then return 0 end
  return sum + bonus(unit) + effects.sum_on(unit, WHAT.damage)
end

-- The players take forced turns until no pool can kill (FL-PH5-3).
local function kill_in_turns()
  while battle.front_falls(0) or battle.front_falls(1) do
    local seat = now.last and 1 - now.last or 0
    if not battle.front_falls(1 - seat) then seat = 1 - seat end
    battle.kill_front(1 - seat)
    now.last = seat
  end
end

function flow.strike()
  local ready = count(line[0]) > 0 and count(line[1]) > 0
  local first = ready and pieces(line[0]):sum(day.damage_of) or 0
  local second = ready and pieces(line[1]):sum(day.damage_of) or 0
  battle.add_damage(1, first)
  battle.add_damage(0, second)
  kill_in_turns()
  go(flow.phase_end)
end

-- ---- the end of the Day (FL-END-2, FL-RUL-6) ----------------------------------------------------

--- What the line of a seat produces for survival (FL-RUL-4).
function day.production(seat)
  if options.spMode == "liveCount" then return state.live_count(seat) end
  return pieces(line[seat]):sum(state.survival_of)
end
local function health_of(seat) return pieces(line[seat]):sum(state.health) end

local function end_by_production()
  local lead = day.production(0) - day.production(1)
  if lead == 0 and options.spTie == "health" then lead = health_of(0) - health_of(1) end
  battle.stop()
  if lead == 0 then over("no progress")
  elseif lead > 0 then over("survival", 0)
  else over("survival", 1) end
end

-- Count the Days without progress. The test comes before the marks change.
local function count_idle()
  local idle = not now.death and pool[0] <= state.mark[0] and pool[1] <= state.mark[1]
  now.idle = idle and now.idle + 1 or 0
  for seat = 0, 1 do
    if now.death or pool[seat] > state.mark[seat] then state.mark[seat] = pool[seat] end
  end
end

function flow.night()
  if passed[0] and passed[1] then -- both have agreed to end here
    passed[0], passed[1] = false, false
    return end_by_production()
  end
  for seat = 0, 1 do
    for unit in pieces(line[seat]) do state.moved[unit], state.declared[unit] = 0, 0 end
  end
  count_idle()
  if now.idle >= options.idleDays or now.day >= options.maxDays then
    return end_by_production()
  end
  now.grace = count(line[0]) == 0 or count(line[1]) == 0
  if not options.agreeEnd or now.grace then return go(flow.dawn) end
  now.turn = now.last and 1 - now.last or 0
  go(flow.agreeing)
end

-- Both players must agree, the due player first (FL-RUL-6). A grace Day is played (FL-END-3).
if options.agreeEnd then
  muster.move { "agree", at = flow.agreeing, title = "Agree that the game ends", text = "agree",
    apply = function()
      local other = 1 - now.turn
      passed[now.turn] = true
      now.turn = other
      go(passed[other] and flow.night or flow.agreeing)
    end }
  muster.move { "go_on", at = flow.agreeing, title = "Play on", text = "on",
    apply = function()
      passed[0], passed[1] = false, false
      go(flow.dawn)
    end }
end

return day
