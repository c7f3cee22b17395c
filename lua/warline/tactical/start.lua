-- How a match begins: armies and supplies (WT-SET-8 to WT-SET-13), then deployment, or a fixed
-- formation.

local options = muster.options()
local generals = require("warline.tactical.generals")
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local q = require("warline.tactical.queries")
local flow = require("warline.tactical.flow")

local arms, allied = state.arms, generals.allied
local quick = options.start == "quick"

-- ---- the fixed formation ------------------------------------------------------------------------

-- The quick start: the armies of a side as Battle Formation could have left them, turned half
-- round for the northern side. { Arms, column from the middle, row from the own edge }
local FORMATIONS = {
  [6] = { { { 2, -2, 3 }, { 4, -1, 2 }, { 6, 0, 2 }, { 3, 0, 3 }, { 5, 1, 2 }, { 1, 2, 3 } } },
  [8] = { { { 3, -3, 3 }, { 5, -2, 2 }, { 6, -1, 2 }, { 4, -1, 3 } },
    { { 4, 1, 3 }, { 6, 1, 2 }, { 5, 2, 2 }, { 3, 3, 3 } } },
  [9] = { { { 4, -3, 3 }, { 6, -2, 2 }, { 5, -2, 3 } },
    { { 4, 0, 3 }, { 6, 0, 2 }, { 5, -1, 2 } }, { { 5, 2, 3 }, { 6, 2, 2 }, { 4, 3, 3 } } },
  [3] = { { { 4, -1, 3 }, { 6, 0, 2 }, { 5, 1, 3 } } },
}
local PAIRS_OF_THREE = { { { 4, -3, 3 }, { 6, -2, 2 }, { 5, -1, 3 } },
  { { 5, 1, 3 }, { 6, 2, 2 }, { 4, 3, 3 } } }

-- The formation of a General.
local function formation_of(seat)
  local side = generals.side(seat)
  local allies, size = generals.generals_of[side], state.army_sizes[side]
  local list = #allies == 2 and size == 6 and PAIRS_OF_THREE
    or FORMATIONS[#allies == 1 and math.min(size, 6) or size]
  return list[seat - allies[1] + 1]
end

local function spot(side, column, row)
  column, row = board.columns // 2 + column, row - 1
  if side == 1 then column, row = board.columns - 1 - column, board.rows - 1 - row end
  return at(column, row)
end

-- Its places, each with the Arms of who stands there.
local function places_of(seat)
  local places = {}
  for i, place in ipairs(formation_of(seat)) do
    local zone = board.rows >= 6 and spot(generals.side(seat), place[2], place[3])
    if not zone then
      error("start = quick" .. (allied and " with sides = " .. options.sides or "")
        .. " needs a board of " .. (allied and "7x6" or "5x6")
        .. " zones or more without voids there (WT-RUL-16)", 0)
    end
    places[i] = { zone = zone, seat = seat, arms = place[1] }
  end
  return places
end

---@type {zone: muster.Zone, seat: muster.Seat}[] places of the fixed formation, if it is used
local formed = {}
local ranks = {} -- those of each General, the weakest battalion first
for seat = 0, quick and seats - 1 or -1 do
  ranks[seat] = places_of(seat)
  for _, place in ipairs(ranks[seat]) do formed[#formed + 1] = place end
  table.sort(ranks[seat], function(a, b) return a.arms < b.arms end)
end

---Put all armies, undeployed as yet, into the fixed formation, from the weakest battalion to the
---strongest; further ones lie on top of the first.
local function form_up()
  for seat = 0, seats - 1 do
    local units, places = muster.pieces_in(state.undeployed[seat]), ranks[seat]
    table.sort(units, function(a, b)
      if arms[a] ~= arms[b] then return arms[a] < arms[b] end
      return a < b
    end)
    for i, unit in ipairs(units) do
      state.facing[unit] = generals.side(seat) * 2
      put(unit, places[(i - 1) % #places + 1].zone)
    end
  end
end

-- ---- set-up -------------------------------------------------------------------------------------

local function muster_army(seat)
  for i, force in ipairs(generals.armies[seat]) do
    local unit = state.first_unit[seat] + i - 1
    local wall = state.battalions + unit
    owner[unit], owner[wall] = seat, seat
    state.kingdom[unit], state.kingdom[wall] = state.army[seat], state.army[seat]
    arms[unit] = force
    put(unit, state.undeployed[seat])
    put(wall, state.yard[seat])
  end
  state.stock[seat] = #generals.armies[seat]
end

--- Is there a zone on which this General can place his first battalion (WT-RUL-15)?
---@param seat muster.Seat
local has_room = muster.query(function(seat) return #q.deployable(seat) > 0 end)

--- Listeners prepare the field before deployment.
local preparations = muster.hook { "preparations" }

muster.setup(function()
  if not state.traits.recruiting then
    for seat = 0, seats - 1 do muster_army(seat) end
  end
  state.now.deployer, state.now.active = options.first_deployer - 1, options.first_deployer - 1
  if quick and not state.traits.recruiting then form_up() end
  preparations()
  for seat = 0, seats - 1 do
    if not quick and not has_room(seat) then
      error("General " .. seat + 1 .. " has no zone to deploy on (WT-RUL-15, WT-RUL-248)", 0)
    end
  end
  go(options.player1 == "random" and flow.coin or flow.deploy_due)
end)

-- ---- the rulebook -------------------------------------------------------------------------------

local NUMBERS = { [3] = "three", [4] = "four", [6] = "six" }
local function leads(seat)
  local army = generals.armies[seat]
  local size = #(army or {})
  local number = NUMBERS[size] or size
  return { option = { "kingdom" .. seat + 1, "sides", not allied and "battalions" or nil },
    when = army ~= nil,
    text = army and "General " .. seat + 1 .. " leads " .. number .. " battalions and " .. number
      .. " ramparts of " .. state.kingdom_names[state.army[seat]] .. "." or "" }
end
local standing = { "sides" } -- what decides who stands where
for seat = 0, seats - 1 do standing[seat + 2] = "kingdom" .. seat + 1 end

muster.rules { title = "Before the battle", place = 2,
  { option = "board", text = "The field has " .. board.columns .. " columns and " .. board.rows
    .. " rows of zones." },
  { option = "voids", when = options.voids ~= "",
    text = "These zones are missing: " .. options.voids .. "." },
  leads(0), leads(1), leads(2), leads(3),
  { id = "WT-RUL-11", option = { "mirror_kingdoms", "sides" }, when = not allied,
    text = options.mirror_kingdoms and "Both Generals may lead the same kingdom."
      or "The Generals lead different kingdoms." },
  { id = "WT-SET-10", option = { "battalions", "sides" },
    when = not allied and state.army_size == 6, text = [[An army that is not recruited has one
      battalion of each Arms value, from 1 to 6.]] },
  { id = "WT-SET-12", text = [[Unbuilt ramparts wait in the supply of their General. Prison and
    Graveyard of each side, for enemies captured and slaughtered, are empty.]] },
  { option = standing, when = allied, text = state.side_titles[0] .. " in the south against "
    .. state.side_titles[1] .. " in the north." },
  { option = { "player1", "first_deployer", "sides" }, when = options.player1 == "explicit",
    text = (allied and "Side " or "General ") .. options.first_deployer .. " is Player-1." },
  { option = { "player1", "sides" }, when = options.player1 == "random",
    text = "A draw decides which " .. (allied and "side" or "General") .. " is Player-1." },
  { option = "start", when = options.start == "deployment",
    text = "The Generals deploy their battalions one by one before the first turn." },
  { option = "start", when = quick,
    text = "Both armies are on the field already, in the same formation turned half round." },
}

return { formed = formed, form_up = form_up, has_room = has_room, preparations = preparations }
