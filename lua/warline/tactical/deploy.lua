-- Battle Formation (chapter 4): placing the armies in turn, and naming who opens.

local generals = require("warline.tactical.generals")
local state = require("warline.tactical.state")
local sides = require("warline.tactical.sides")
local q = require("warline.tactical.queries")
local flow = require("warline.tactical.flow")
local because_of_zone = require("muster.reasons").because_of_zone
local hindered = require("warline.tactical.refusals").hindered
local options, allied, now = muster.options(), generals.allied, state.now
local battalion, undeployed = state.battalion, state.undeployed

--- A battalion was placed before the battle.
local deployed = muster.event { "deployed", "unit", "zone",
  tell = "{unit} is deployed on {zone}" }
--- It was named who opens the battle.
local opened = muster.event { "opened", "seat",
  says = function(seat) return state.general_names[seat] .. " opens the battle" end }

-- Where there are allies the two that are asked for here are sides.
local SIDES = muster.letters(allied and "AB" or "12")
--- In `legal`: a side, or the General who is one.
---@return integer
local function choose_side() return choose("who", SIDES) end

if options.player1 == "random" then
  muster.move { "lot", at = flow.coin, title = "Player-1", text = "P:{who}",
    legal = choose_side,
    apply = function(who)
      now.deployer, now.active = who, who
      go(flow.deploy_due)
    end }
end

-- ---- what other modules do before it ------------------------------------------------------------

---@class warline.stage
---@field rank integer which of two comes first
---@field due fun(): boolean is there still something to do?
---@field begin fun() go to the decision that does it

---@type warline.stage[]
local stages = {}
--- Add a stage of deployment, in the order of their ranks.
---@param stage warline.stage
local function add_stage(stage)
  stages[#stages + 1] = stage
  table.sort(stages, function(a, b) return a.rank < b.rank end)
end

--- Is there something to do before deployment?
local function unprepared()
  for _, stage in ipairs(stages) do
    if stage.due() then return true end
  end
  return false
end

function flow.deploy_due()
  for _, stage in ipairs(stages) do
    if stage.due() then return stage.begin() end
  end
  flow.deploy_next()
end

if not allied then -- else warline.alliances says who is next
  function flow.deploy_next()
    if count(undeployed[now.active]) > 0 then
      go(flow.deployment)
    elseif count(undeployed[1 - now.active]) > 0 then
      now.active = 1 - now.active
      go(flow.deployment)
    else
      now.active = now.deployer
      go(flow.opening)
    end
  end
end

-- ---- placing a battalion ------------------------------------------------------------------------

local function go_on_deploying(seat)
  if allied then
    now.general = seat
    flow.deploy_next()
  elseif q.more_placements() then
    return
  elseif count(undeployed[1 - now.active]) > 0 then
    now.active = 1 - now.active
  elseif count(undeployed[now.active]) == 0 then
    go(flow.deploy_due)
  end
end

--- The name, in refusals, of the part of the field in which a General deploys, if not the nearest
--- rows.
local own_ground = muster.hook { "own_ground", fold = "first" }
local function wrong_ground()
  return "a battalion is deployed on a free zone of "
    .. (own_ground() or "the three nearest rows") .. ", or on one of your battalions"
end

local function spots_of(seat) return q.deployable(seat) - (occupied() - tops(battalion, seat)) end
local own_spots = muster.once(function() return spots_of(now.active) end)
local function open_to(seat)
  if allied then return spots_of(seat) end
  return own_spots()
end

muster.move { "deploy", at = flow.deployment, title = "Deploy",
  text = "D:" .. sides.WHOSE .. "{kingdom}{Arms}{zone}{face}",
  legal = function()
    local seat = sides.choose_general()
    local open = open_to(seat)
    local make = choose("kingdom", state.KINGDOM:from(q.first_make(seat), q.last_make(seat)),
      "WT-SET-8", "a General deploys battalions of his army")
    local strength = choose("Arms", range(1, 6), "WT-SET-10", "a battalion has Arms 1 to 6")
    local unit = sides.unit_in(undeployed[seat], seat, make, strength)
    need(unit, "WT-DEP-2", "that battalion is not waiting to be deployed")
    local face = choose("face", state.FACE)
    local zone = choose("zone", open, "WT-DEP-3",
      because_of_zone(hindered.deploy, wrong_ground, seat))
    return seat, unit, face, zone
  end,
  apply = function(seat, unit, face, zone)
    put(unit, zone)
    state.facing[unit] = face
    deployed:emit(unit, zone)
    go_on_deploying(seat)
  end }

-- ---- leaving the rest out -----------------------------------------------------------------------

local left_out
if options.short_army then -- who stays out is out of the battle, as if it were not there
  --- A General leaves the rest of his battalions out of the battle.
  left_out = muster.event { "left_out", "seat", says = function(seat)
    return state.general_names[seat] .. " leaves the rest of the army out of the battle"
  end }

  local function has_some_on(zone, seat)
    return pieces(zone):some(function(unit)
      return kind(unit) == battalion and owner[unit] == seat
    end)
  end
  muster.move { "leave_out", at = flow.deployment, title = "Leave the rest out",
    text = "D:" .. sides.WHOSE .. "-", reluctant = true,
    legal = function()
      local seat = sides.choose_general()
      need(tops(battalion):some(function(zone) return has_some_on(zone, seat) end), "WT-RUL-17",
        "an army has one battalion at least")
      return seat
    end,
    apply = function(seat)
      for unit in pieces(undeployed[seat]) do
        owner[unit], state.kingdom[unit], state.arms[unit] = nil, 0, 0
        put(unit, box)
      end
      left_out:emit(seat)
      go_on_deploying(seat)
    end }
end

-- ---- who opens ----------------------------------------------------------------------------------

muster.move { "open", at = flow.opening, title = "Opens", text = "G:{who}",
  legal = choose_side,
  apply = function(who)
    now.active = who
    opened:emit(who)
    go(flow.turn_begin)
  end }

local by_hand = options.start == "deployment"
muster.rules { title = "Battle Formation", place = 3,
  { id = "WT-DEP-2", option = "start", when = by_hand,
    text = "The sides take turns in placing battalions, one at a time. Player-1 begins." },
  { id = "WT-SET-8", option = "start", when = by_hand,
    text = "Each General places battalions of the own army." },
  { id = "WT-DEP-3", option = "start", when = by_hand,
    text = "A battalion goes to a free zone in the three rows nearest to its General." },
  { id = "WT-DEP-4", option = "start", when = by_hand, text = [[It may also go on top of a battalion
    of the same General that was placed before.]] },
  { id = "WT-DEP-6", option = "start", when = by_hand,
    text = "Any of the four facings may be given to it." },
  { id = "WT-DEP-7", option = "start", when = by_hand,
    text = "A battalion that has been placed stays until the battle begins." },
  { id = "WT-RUL-17", option = { "start", "short_army" }, when = by_hand,
    text = options.short_army
      and "A General who has placed one battalion may leave the others out of the battle."
      or "No battalion may be left out." },
  { id = "WT-DEP-8", text = [[When all battalions stand, Player-1 names who takes the first
    turn.]] },
  { id = "WT-RUL-77", text = [[The home row of a General is the outermost line of zones along his
    own edge.]] },
}

return { choose_side = choose_side, deployed = deployed, opened = opened, left_out = left_out,
  add_stage = add_stage, unprepared = unprepared, own_ground = own_ground }
