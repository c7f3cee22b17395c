-- The other reading of how long environment cards stay (envMovable, BL-RUL-14): Deserter discards
-- one, Redeploy moves or discards one. When Mud goes, a side that holds four cards loses one.

if not muster.options().envMovable then return end

local cards = require("battle_line.cards")
local state = require("battle_line.state")
local flow = require("battle_line.flow")
local turn = require("battle_line.turn")
local tactics = require("battle_line.tactics")
local code, ground = cards.code, state.ground

-- Is there another like it, of the same seat and older?
local function has_older(card)
  return pieces(place(card)):some(function(other)
    return code[other] == code[card] and owner[other] == owner[card]
      and level(other) < level(card)
  end)
end

-- Fog or Mud that a seat laid at the flag; of two like ones the older.
local function choose_ground(from, seat, rule)
  local card = choose("card", pieces(ground(from)), rule,
    "no such environment card lies there")
  need(cards.newest(card)) -- like ones once
  local unit = pieces(ground(from)):pick(function(other)
    return code[other] == code[card] and owner[other] == seat and not has_older(other)
  end)
  need(unit, rule, "that card lies on the other near side")
  return unit
end

local function any_crowded() return state.crowded(0) or state.crowded(1) end
local function ground_changed()
  if any_crowded() then go(flow.losing) else turn.play_done() end
end

local function throw_out(guile, unit, seat)
  tactics.play_guile(guile)
  put(unit, state.discard[seat])
  tactics.discarded:emit(unit, seat)
  ground_changed()
end

muster.move { "desert_ground", at = flow.before, title = "Deserter",
  text = "{guile}:{card}@{from}",
  legal = function()
    local guile = tactics.choose_guile(cards.ROLE.deserter,
      "only the Deserter takes a card away")
    return guile, choose_ground(tactics.choose_from(), 1 - me(), "BL-GUI-7")
  end,
  apply = function(guile, unit) throw_out(guile, unit, 1 - me()) end }

muster.move { "redeploy_ground_off", at = flow.before, title = "Redeploy: discard",
  text = "{guile}:{card}@{from}>x",
  legal = function()
    local guile = tactics.choose_redeploy()
    return guile, choose_ground(tactics.choose_from(), me(), "BL-GUI-5")
  end,
  apply = function(guile, unit) throw_out(guile, unit, me()) end }

muster.move { "redeploy_ground", at = flow.before, title = "Redeploy",
  text = "{guile}:{card}@{from}>{to}",
  legal = function()
    local guile, from = tactics.choose_redeploy(), tactics.choose_from()
    local unit = choose_ground(from, me(), "BL-GUI-5")
    local to = turn.choose_flag("to")
    need(to ~= from, "BL-RUL-16", "the card goes to another flag")
    turn.need_open(to)
    need(turn.fields()[ground(to)], "BL-RUL-29",
      "no environment card can come to that flag")
    return guile, unit, from, to
  end,
  apply = function(guile, unit, from, to)
    tactics.play_guile(guile)
    put(unit, ground(to))
    tactics.moved:emit(unit, from, to)
    ground_changed()
  end }

-- ---- a side that holds a card too many ----------------------------------------------------------

tactics.declare_taking("lose", flow.losing, "Discard a card", "x%s@{from}", function(choose_card)
  return function()
    local from = tactics.choose_from()
    local unit = choose_card(state.side(me(), from), "BL-RUL-14",
      "no such card lies on your side of that flag")
    need(count(state.side(me(), from)) > state.slots(from), "BL-RUL-14",
      "your side of that flag holds no card too many")
    return unit, from
  end
end, function(unit, from)
  state.leave(unit, from)
  put(unit, state.discard[me()])
  tactics.discarded:emit(unit, me())
  if not any_crowded() then turn.play_done() end
end)
