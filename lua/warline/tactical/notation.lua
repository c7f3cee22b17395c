-- Writing a position on one line (WT-DATA-12, WT-RUL-239, WT-RUL-249). Each key of the line is an
-- entry of `keys`, in the order of the table; modules that know more facts add or replace entries.

local rows = require("muster.rows")
local text = require("muster.text")
local generals = require("warline.tactical.generals")
local board = require("warline.tactical.board")
local state = require("warline.tactical.state")
local maneuver = require("warline.tactical.maneuver")
local victory = require("warline.tactical.victory")
local now, join, sign = state.now, text.join, text.sign

local side_names = { [0] = "A", "B" }
local general_digits = {}
for seat = 0, seats - 1 do general_digits[seat] = tostring(seat + 1) end
local function digits_of(side)
  return side_names[side] .. ":"
    .. join(generals.generals_of[side], "+", function(seat) return general_digits[seat] end)
end
local sides_text = digits_of(0) .. "," .. digits_of(1)

---The zone of that name, or nil.
---@param name string
---@return muster.Zone?
local function zone_called(name)
  local zone = muster.zone(name)
  if zone and zone >= 0 then return zone end
end

-- ---- the field ----------------------------------------------------------------------------------

-- Owner and kingdom, as in 1F.
local function whose(piece)
  return owner[piece] + 1 .. state.letter_of(piece)
end

--- Marks of battalions beside Vigor: the field, how it is written, what it says.
local MARKS = { { "stunned", "!", "stunned" }, { "marked", "%", "to be sacrificed" },
  { "eight", "^", "8 actions" }, { "ordered", "'", "order carried out" } }

--- A battalion or rampart, as the notation writes it.
---@param piece muster.Piece
---@return string as in 1F3n+
local function unit_text(piece)
  if kind(piece) == state.rampart then return whose(piece) end
  local marks = sign("+-", state.vigor[piece])
  for _, mark in ipairs(MARKS) do
    if state[mark[1]][piece] then marks = marks .. mark[2] end
  end
  return whose(piece) .. state.arms[piece] .. sign("nesw", state.facing[piece] + 1) .. marks
end

--- Listeners add text before and after the pieces of a zone: functions of a text and the zone.
local cell_text = muster.hook { "cell_text", fold = "pipe" }

local function pieces_text(zone)
  local walls, units = "", ""
  for piece in pieces(zone) do
    if kind(piece) == state.rampart then
      walls = unit_text(piece) .. walls
    else
      units = unit_text(piece) .. units
    end
  end
  return (walls ~= "" and "[" .. walls .. "]" or "") .. units
end

local function board_text()
  return rows.write(board.columns, board.rows, function(zone)
    return cell_text(pieces_text(zone), zone)
  end)
end

-- ---- lists --------------------------------------------------------------------------------------

--- Prints "A:...,B:..." of what `of(seat)` gives for each side, or General, that has something.
local function by_side(of, names)
  return function()
    local parts = {}
    for seat = 0, #names do
      local list = of(seat)
      if list ~= "" then parts[#parts + 1] = names[seat] .. ":" .. list end
    end
    return table.concat(parts, ",")
  end
end

local function ramparts(ruined)
  return function()
    local walls = {}
    for seat = 0, seats - 1 do
      for _, wall in ipairs(muster.pieces_in(state.yard[seat])) do
        if state.ruined[wall] == ruined then walls[#walls + 1] = wall end
      end
    end
    return table.concat(text.runs(walls, "", whose), ",")
  end
end

-- ---- what the keys say --------------------------------------------------------------------------

local phases = { deployment = "DEP", opening = "FIRST", counter = "CTR", torment = "TOR",
  benefit = "SAC", order = "ORD", maneuvering = "MAN", capture = "MAN", claim = "END",
  stalling = "STALL", coin = "COIN" }

-- How a pending torment of a captive is written, by whether the maneuver goes on afterwards (1).
local capture_kinds = { [0] = "torm" }

--- The pending decision, as the notation writes it; nil if there is none.
---@return string?
local function phase()
  local pending = muster.decision_name()
  if pending == "reface" then return now.acting_zone and "MAN" or "SAC" end
  return muster.over_by() and "OVER" or phases[pending]
end

local function due_text()
  local names = {}
  for zone in zones do
    if state.due[zone] then names[#names + 1] = muster.zone_name(zone) end
  end
  return table.concat(names, "+")
end

local function maneuver_text()
  if not now.acting_zone then return "" end
  return muster.zone_name(now.acting_zone) .. ":" .. now.actions_left .. ":"
    .. (now.attacked and "a" or "") .. (now.paid and "p" or "") .. (now.acted and "x" or "")
end

local function pending_text()
  local pending = muster.decision_name()
  if pending == "capture" then
    return capture_kinds[arg(1)] .. "@" .. muster.piece_text(maneuver.captive())
  elseif pending == "claim" and now.claimed > 0 then
    return "claim@" .. side_names[1 - now.asked] .. ":"
      .. (victory.conditions[now.claimed] or "pass")
  end
  return ""
end

local function undeployed_text(seat)
  return join(muster.pieces_in(state.undeployed[seat]), "", function(unit)
    return state.letter_of(unit) .. state.arms[unit]
  end)
end

local function prison_text(side)
  return join(muster.pieces_in(state.prison[side]), "+", muster.piece_text)
end

local function graveyard_text(side)
  return table.concat(text.runs(muster.pieces_in(state.graveyard[side]), "*", whose), "+")
end

local function result_text()
  local winners, ending = muster.over_by()
  if not winners then return "" end
  local winner = winners == generals.bits_of(0) and "A" or winners == generals.bits_of(1) and "B"
    or "-"
  return winner .. ":" .. ending .. ":" .. victory.points[ending]
end

-- ---- options and variants -----------------------------------------------------------------------

-- What the line says elsewhere is left out of its key `op`.
local ELSEWHERE = text.set [[board voids start kingdom1 kingdom2 kingdom3 kingdom4 first_deployer
  sides battalions mixed_kingdoms layout zones]]
local differing = {} -- options that differ from their defaults
for _, option in ipairs(muster.changed_options()) do
  if not ELSEWHERE[option.key] then
    differing[#differing + 1] = option.key .. "=" .. option.value
  end
end

local noted = {} -- letters, and functions that say whether each holds

---Note the letter of a variant that is on, for the key `vr`.
---@param variant string
---@param when (fun(): boolean)? asked when the letters are written; without it they always are
local function note_variant(variant, when) noted[#noted + 1] = { variant, when } end

---Has a variant been noted that always holds?
---@param variant string
---@return boolean
local function has_variant(variant)
  for _, entry in ipairs(noted) do
    if entry[1] == variant and not entry[2] then return true end
  end
  return false
end

--- The variants that are on, as the notation writes them.
---@return string letters of the variants that are on
local function variants()
  local letters = {}
  for _, entry in ipairs(noted) do
    if not entry[2] or entry[2]() then letters[#letters + 1] = entry[1] end
  end
  table.sort(letters)
  return table.concat(letters)
end

-- ---- the keys -----------------------------------------------------------------------------------

---@class warline.key
---@field [1] string its two letters
---@field print (fun(): string|integer|nil)?
---@field usual string|integer? what is not written
---@field read fun(value: string, values: table<string, string>)?

---@type warline.key[]
local keys = {
  { "vr", print = variants },
  { "sd", usual = "A:1,B:2", print = function() return sides_text end }, { "hm" },
  { "fd", usual = "A", print = function() return side_names[now.deployer] end },
  { "nb", usual = 6, print = function() return state.army_size end }, { "cp" },
  { "ph", usual = "ORD", print = phase },
  { "mv", usual = "A", print = function()
    return side_names[muster.decision_name() == "claim" and now.asked or now.active]
  end },
  { "tn", usual = 1, print = function() return now.turn end },
  { "od" },
  { "ct", print = due_text },
  { "mn", print = maneuver_text },
  { "pc", print = pending_text },
  { "un", print = by_side(undeployed_text, general_digits) },
  { "pr", print = by_side(prison_text, side_names) },
  { "gy", print = by_side(graveyard_text, side_names) },
  { "rs", print = ramparts(false) },
  { "rd", print = ramparts(true) },
  { "st", usual = "A:0,B:0", print = function()
    return "A:" .. state.stalls[0] .. ",B:" .. state.stalls[1]
  end },
  { "id", usual = 0, print = function() return now.idle < 0 and "x" or now.idle end },
  { "rx" },
  { "op", print = function() return table.concat(differing, "+") end },
  { "rt", print = result_text },
}

---The entry of a key, for modules that know more of it.
---@param name string
---@return warline.key
local function key(name) return keys[name] or error("no key '" .. name .. "'", 2) end
for _, entry in ipairs(keys) do keys[entry[1]] = entry end

--- The position on one line.
---@return string
local function print()
  local parts = { "WT1 " .. board.columns .. "x" .. board.rows .. " " .. board_text() }
  for _, entry in ipairs(keys) do
    local value = entry.print and entry.print()
    if value and value ~= "" and value ~= entry.usual then
      parts[#parts + 1] = entry[1] .. "=" .. value
    end
  end
  return table.concat(parts, " ")
end

return { side_names = side_names, general_digits = general_digits, by_side = by_side,
  sides_text = sides_text, cell_text = cell_text, phases = phases,
  capture_kinds = capture_kinds, phase = phase,
  note_variant = note_variant, has_variant = has_variant, variants = variants,
  differing = differing, zone_called = zone_called, keys = keys, key = key, print = print,
  MARKS = MARKS }
