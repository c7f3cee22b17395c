-- The scene: the field with its stacks, and beside it everything off the field. Nothing is
-- hidden in the core rules, so every seat sees the same.

local scene = require("muster.scene")
local along = require("muster.lines").along
local generals = require("warline.tactical.generals")
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local notation = require("warline.tactical.notation")
local actions = require("warline.tactical.actions")
local now, arms, traits, allied = state.now, state.arms, state.traits, generals.allied
local general_names, side_titles = state.general_names, state.side_titles
local letter = require("muster.text").sign

-- ---- pieces and zones ---------------------------------------------------------------------------

-- Are pieces written with the number of their General, as in moves and positions? They are where
-- there are allies, and where Generals may have battalions of the same kingdom.
traits.numbered = allied or state.army[0] == state.army[1]

local function sign(piece)
  return (traits.numbered and owner[piece] + 1 or "") .. state.letter_of(piece)
end
local function piece_name(piece, whose)
  return state.kingdom_names[state.kingdom[piece]]
    .. (kind(piece) == state.rampart and " rampart" or " battalion")
    .. (whose and traits.numbered and " of General " .. owner[piece] + 1 or "")
end

local function marks_of(unit)
  local list, vigor = {}, state.vigor[unit]
  if vigor == 1 then list[1] = { text = "+", name = "Vigor" } end
  if vigor == 2 then list[1] = { text = "-", name = "Vigor, used" } end
  for _, mark in ipairs(notation.MARKS) do
    if state[mark[1]][unit] then list[#list + 1] = { text = mark[2], name = mark[3] } end
  end
  return list
end

--- Listeners change the look of a piece: functions of its table and the piece.
local piece_scene = muster.hook { "piece_scene" }
--- Listeners change the look of a zone: functions of its table (nil for none) and the zone, that
--- return the table.
local cell_scene = muster.hook { "cell_scene", fold = "pipe" }

local function see_piece(piece)
  local name = piece_name(piece, true)
  if kind(piece) == state.rampart then
    return { text = sign(piece), letter = sign(piece), shape = "wall", seat = owner[piece],
      name = name }
  end
  return { text = tostring(arms[piece]), letter = sign(piece), seat = owner[piece],
    shape = "disc", facing = letter("nesw", state.facing[piece] + 1),
    name = name .. ", Arms " .. arms[piece], marks = marks_of(piece) }
end

-- Did the army of this side decide the battle, as it cannot move or strike any more?
local function is_beaten(side)
  local winners, ending = muster.over_by()
  return winners and winners ~= 0 and (ending == "paralyze" or ending == "blunt")
    and winners & generals.bits_of(side) == 0
end

local function mark_of(zone)
  if zone == now.acting_zone then return "acting" end
  local unit = top(zone)
  local beaten = unit and kind(unit) == state.battalion and is_beaten(generals.side_of(unit))
  return beaten and "won" or nil
end

local function see_zone(zone)
  if not top(zone) and not state.due[zone] then return nil end
  local stack = {}
  for i, piece in ipairs(muster.pieces_in(zone)) do
    stack[i] = see_piece(piece)
    piece_scene(stack[i], piece)
  end
  return { zone = muster.zone_name(zone), column = column(zone), row = row(zone),
    stack = stack, mark = mark_of(zone) }
end

local function field_scene()
  local field = scene.grid("field", board.columns, board.rows, function(zone)
    return cell_scene(see_zone(zone), zone)
  end)
  field.stacks = true
  return field
end

-- ---- lists beside the field ---------------------------------------------------------------------

-- Like pieces of a place as one entry each; `whose`: they may be of several Generals.
local function entries(where, with_arms, whose, take)
  local list = {}
  for _, piece in ipairs(muster.pieces_in(where)) do
    if not take or take(piece) then
      local name = piece_name(piece, whose)
      local text = whose and sign(piece) or state.letter_of(piece)
      if with_arms then
        text, name = text .. arms[piece], name .. ", Arms " .. arms[piece]
      end
      list[#list + 1] = { text = text, seat = owner[piece], name = name }
    end
  end
  return scene.tally(list)
end

-- Mark the list that was added last, if it decided the battle by one of these endings.
local function mark_decisive(items, side, endings)
  local winners, ending = muster.over_by()
  if winners and winners == generals.bits_of(side) and endings[ending] then
    items[#items].mark = "won"
  end
end
local BY_PRISON, BY_GRAVEYARD = { shackle = true }, { crush = true, overpower = true }

local function side_items(items, side)
  local whose, seat = side_titles[side], generals.generals_of[side][1]
  scene.add_list(items, "Prison of " .. whose, seat, entries(state.prison[side], true, true))
  mark_decisive(items, side, BY_PRISON)
  scene.add_list(items, "Graveyard of " .. whose, seat, entries(state.graveyard[side], false, true))
  mark_decisive(items, side, BY_GRAVEYARD)
end

local function in_supply(wall) return not state.ruined[wall] end
local function destroyed(wall) return state.ruined[wall] end

local function general_items(items, seat)
  local whose, yard = general_names[seat], state.yard[seat]
  scene.add_list(items, "Ramparts of " .. whose, seat, entries(yard, false, false, in_supply))
  scene.add_list(items, "Destroyed, " .. whose, seat, entries(yard, false, false, destroyed))
end

-- Where there are allies, one list for all: lists of each would need more lines than the field.
local function common_items(items)
  local function of_all(take)
    local all = {}
    for seat = 0, seats - 1 do
      for _, entry in ipairs(entries(state.yard[seat], false, true, take)) do
        all[#all + 1] = entry
      end
    end
    return all
  end
  scene.add_list(items, "Ramparts to build", nil, of_all(in_supply))
  scene.add_list(items, "Ramparts destroyed", nil, of_all(destroyed))
end

--- Listeners add items to scenes: functions of a list.
local scene_items = muster.hook { "scene_items" }
--- Which lines they add to those under Watch out: functions of a list.
local warnings = muster.hook { "warnings" }

-- ---- the status ---------------------------------------------------------------------------------

local asks = {
  coin = "Player-1 is drawn", deployment = "deploys a battalion",
  opening = allied and "names the side that opens the battle"
    or "names the General who opens the battle", counter = "Step 1: counter attack",
  torment = "Step 2: torments prisoners or spares them",
  benefit = "Step 4: names the battalion that gets 8 maneuver actions",
  order = "Step 5: gives an order", maneuvering = "maneuvers",
  capture = "torments the battalion just captured, or keeps it", claim = "may declare a victory",
  stalling = "stalls, and may turn more battalions",
}
local ENDINGS = { forced = "forced surrender", voluntary = "voluntary surrender" }

--- Listeners extend the text after the status, which tells how far the turn has come.
local progress = muster.hook { "progress", fold = "pipe" }

local function result(winners, ending)
  local how = ENDINGS[ending] or ending
  if winners == 0 then return "Both lose: " .. how end
  local side = winners == generals.bits_of(0) and 0 or 1
  return side_titles[side] .. (#generals.generals_of[side] > 1 and " win: " or " wins: ") .. how
end

local function status()
  local winners, ending = muster.over_by()
  if winners then return result(winners, ending) end
  local pending = muster.decision_name()
  local name = general_names[muster.me()] or side_titles[now.active]
  local text = "Turn " .. now.turn .. ", " .. name .. ": " .. (asks[pending] or "is asked")
  if pending == "maneuvering" then
    local left = now.actions_left
    text = text .. ", " .. left .. (left == 1 and " action left" or " actions left")
  end
  return text .. progress("")
end

-- A colour for each General: that of his kingdom, or an unused one.
local taken = {}
local general_signs, general_colours = {}, {}
for seat = 0, seats - 1 do
  local colour = state.kingdom_colours[state.army[seat]]
  for _, other in ipairs { "purple", "yellow", "green", "cyan", "grey" } do
    if taken[colour] then colour = other end
  end
  general_colours[seat], taken[colour] = colour, true
  general_signs[seat] = (traits.numbered and seat + 1 or "")
    .. letter(state.kingdom_letters, state.army[seat] + 1)
end

local function seats_scene()
  local list = {}
  for seat = 0, seats - 1 do
    list[seat + 1] = { name = general_names[seat], letter = general_signs[seat],
      colour = general_colours[seat], side = generals.side(seat) }
  end
  return list
end

local function watch_out()
  local lines = {}
  for side = 0, 1 do
    if state.stalls[side] > 0 then
      lines[#lines + 1] = side_titles[side] .. " stalled last turn: a second Stall in a row loses"
    end
  end
  if now.idle > 0 then lines[#lines + 1] = "idle turns in a row: " .. now.idle end
  warnings(lines)
  return lines
end

-- Where the moves of a maneuver point, as their texts name no zone: a Move to the zone ahead, a
-- turn to the neighbour that the battalion then faces.
local function pointed()
  local zone = muster.decision_name() == "maneuvering" and now.acting_zone
  if not zone then return nil end
  local moves, facing = {}, state.facing[top(zone)]
  local function point(way, texts)
    local there = along(zone, way % 4, 1)
    for _, text in ipairs(there and texts or {}) do
      moves[#moves + 1] = { move = text, zones = { muster.zone_name(there) } }
    end
  end
  point(facing, { "f", "fn", "fe", "fs", "fw", "f-" })
  point(facing + 3, { "l" })
  point(facing + 1, { "r" })
  return moves
end

muster.scene(function()
  local items = { field_scene() }
  actions.add_actions(items)
  scene_items(items)
  for side = 0, 1 do
    for _, seat in ipairs(generals.generals_of[side]) do
      scene.add_list(items, "To deploy, " .. general_names[seat], seat,
        entries(state.undeployed[seat], true))
    end
    side_items(items, side)
    if not allied then general_items(items, side) end
  end
  if allied then common_items(items) end
  local lines = watch_out()
  if #lines > 0 then items[#items + 1] = { type = "text", title = "Watch out", lines = lines } end
  return { title = "WARLINE: Tactical", status = status(), to_move = muster.me(),
    seats = seats_scene(), items = items, moves = pointed() }
end)

return { piece_scene = piece_scene, cell_scene = cell_scene,
  scene_items = scene_items, warnings = warnings, asks = asks, progress = progress,
  general_signs = general_signs, general_colours = general_colours }
