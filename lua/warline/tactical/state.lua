-- What a battle consists of: battalions, ramparts, where they can be, and what is known of the
-- turn.
--
-- Dead battalions keep kingdom and owner only. A rampart that is not on the field lies in its
-- General's yard, unbuilt or, with `ruined` set, out of the battle for good. The fields marked
-- "memo" repeat other facts, which saves a search; they are not hashed.

local generals = require("warline.tactical.generals")
local text = require("muster.text")
require("warline.tactical.board")
local options = muster.options()

-- ---- kingdoms -----------------------------------------------------------------------------------

local letters, last_kingdom = "", -1
local kingdom_called = {} -- its number, by its word
local kingdom_names, kingdom_colours, kingdom_numbers = {}, {}, {}
for i, kingdom in ipairs(require("warline.tactical.kingdoms")) do
  letters, last_kingdom = letters .. kingdom.letter, i - 1
  kingdom_called[kingdom.word] = i - 1
  kingdom_names[i - 1], kingdom_colours[i - 1] = kingdom.name, kingdom.colour
  kingdom_numbers[kingdom.letter] = i - 1
end

if not generals.allied and options.kingdom1 == options.kingdom2 and not options.mirror_kingdoms then
  error("kingdom1 and kingdom2 are both " .. options.kingdom1
    .. ", and sides = 1v1: one set of each kingdom exists, unless mirror_kingdoms is on "
    .. "(WT-RUL-11)", 0)
end
local army = {} -- the kingdom of each General's army
local in_play = {} -- by the numbers of kingdoms: does a General lead battalions of it?
local led = { [0] = options.kingdom1, options.kingdom2, options.kingdom3, options.kingdom4 }
for seat = 0, seats - 1 do
  army[seat] = kingdom_numbers[led[seat]]
  in_play[army[seat]] = true
end
if options.mixed_kingdoms then -- modules that add arts must know it when they load
  for kingdom = 0, last_kingdom do in_play[kingdom] = true end
end

-- ---- pieces -------------------------------------------------------------------------------------

-- Each General's battalions, and his ramparts, have numbers that follow each other.
local army_sizes, first_unit, battalions = { [0] = 0, 0 }, {}, 0
for seat = 0, seats - 1 do
  local side = generals.side(seat)
  first_unit[seat] = battalions
  battalions = battalions + #generals.armies[seat]
  army_sizes[side] = army_sizes[side] + #generals.armies[seat]
end
first_unit[seats] = battalions

if options.short_army and options.scale_victory then
  error("scale_victory goes by whole armies, and short_army lets Generals leave battalions out: "
    .. "switch one of them off (WT-RUL-17, WT-RUL-96)", 0)
end
-- The dead and the prisoners with which a side wins (WT-RUL-96).
local needs = { overpower = {}, crush = {}, shackle = {} }
for side = 0, 1 do
  local size = options.scale_victory and army_sizes[1 - side]
  needs.overpower[side] = size and size - 1 or 5
  needs.crush[side] = size or 6
  needs.shackle[side] = size and (size + 1) // 2 or 3
end

--- The battalions of all Generals, those of General 1 first.
local battalion = muster.pieces { "battalion", count = battalions,
  text = "{owner}{kingdom}{arms}" }
--- The ramparts of all Generals, as many as battalions.
local rampart = muster.pieces { "rampart", count = battalions, text = "{owner}{kingdom}" }

-- ---- facts --------------------------------------------------------------------------------------

local most_actions = 8
for arms = 1, 6 do most_actions = math.max(most_actions, options.ma_table[arms]) end

local last = battalions - 1 -- battalions come first
--- The kingdom: its number in `kingdom_numbers`.
local kingdom = muster.field { "kingdom", of = "piece", max = last_kingdom,
  letters = letters }
--- Strength of a battalion; 0 of the dead and of ramparts.
local arms = muster.field { "arms", of = "piece", max = 6 }
--- The direction a battalion faces.
local facing = muster.field { "facing", of = "piece", max = 3, letters = "nesw" }
--- Vigor: 0 no token, 1 nothing lost yet in this enemy turn, 2 used up.
local vigor = muster.field { "vigor", of = "piece", max = 2 }
--- Has it the Stun token?
local stunned = muster.field { "stunned", of = "piece" }
--- Is it marked for sacrifice?
local marked = muster.field { "marked", of = "piece" }
--- Has it 8 maneuver actions this turn?
local eight = muster.field { "eight", of = "piece" }
--- Has it carried out an order this turn?
local ordered = muster.field { "ordered", of = "piece" }
--- A prisoner just captured: whether to torment it is still undecided.
local fresh = muster.field { "fresh", of = "piece" }
--- A rampart that was destroyed.
local ruined = muster.field { "ruined", of = "piece" }

--- Is a counter attack due here in this Step 1?
local due = muster.field { "due", of = "zone" }

-- Of seats: all but the stock belong to a side, whose number stands for the seat.
--- Stalled turns of a side in a row.
local stalls = muster.field { "stalls", of = "seat", max = 2 }
--- Memo: the battalion of a side that has the Vigor token.
local vigor_bearer = muster.field { "vigor_bearer", of = "seat", holds = "piece", max = last,
  hashed = false }
--- Memo: the stunned battalion of a side.
local stun_bearer = muster.field { "stun_bearer", of = "seat", holds = "piece", max = last,
  hashed = false }
--- Memo: the battalion of a side that is marked for sacrifice.
local marked_bearer = muster.field { "marked_bearer", of = "seat", holds = "piece", max = last,
  hashed = false }
--- Memo: unbuilt ramparts of a General.
local stock = muster.field { "stock", of = "seat", max = battalions, hashed = false }

local of_the_game = {
  { "active", max = 1, help = "The side whose turn it is." },
  { "deployer", max = 1, help = "The side that deploys next." },
  { "turn", min = 1, max = 2000000000, help = "Number of the turn, from 1." },
  { "idle", min = -1, max = 1000, initial = 0,
    help = "Idle turns in a row; -1: this turn is not idle." },
  { "acting_zone", holds = "zone", max = 4095, help = "Zone of the maneuvering battalion." },
  { "actions_left", max = most_actions, help = "Maneuver actions left." },
  { "attacked", help = "Has the maneuver attacked?" },
  { "paid", help = "Has the maneuver paid an action?" },
  { "acted", help = "Has the maneuver done anything but turn?" },
  { "asked", max = 1, help = "The side that is asked to declare, where declaring is manual." },
  { "claimed", max = 6, help = "Declaration of the other side: 0 none yet, 6 a pass." },
  { "blessed", holds = "piece", max = last, hashed = false,
    help = "Memo: the battalion that has 8 actions." },
}
if generals.allied then
  table.insert(of_the_game, { "general", max = seats - 1,
    help = "The General who decides, or whose order is carried out." })
end
local now = muster.state(of_the_game)

--- Battalions that are not deployed yet.
local undeployed = muster.container { "undeployed", per_seat = true,
  sort = { "kingdom", "arms" } }
--- Enemy battalions that a side holds captive.
local prison = muster.container { "prison", per_seat = true, sort = { "kingdom", "-arms" } }
--- Dead enemy battalions of a side.
local graveyard = muster.container { "graveyard", per_seat = true, sort = { "kingdom" } }
--- Ramparts off the field: unbuilt, or out of the battle for good.
local yard = muster.container { "yard", per_seat = true, sort = { "ruined", "kingdom" } }

muster.ending("overpower", "crush", "shackle", "paralyze", "blunt", "forced", "voluntary",
  "stalemate", "resolve")
muster.repetition("kingdom", "arms", "facing")

--- Take Arms, facing and all tokens from a battalion that is out of the battle.
---@param unit muster.Piece
local function clear_piece(unit)
  arms[unit], facing[unit], vigor[unit] = 0, 0, 0
  stunned[unit], marked[unit], eight[unit] = false, false, false
  ordered[unit], fresh[unit] = false, false
end

--- Forget the maneuver that is over.
local function clear_maneuver()
  now.acting_zone, now.actions_left = nil, 0
  now.attacked, now.paid, now.acted = false, false, false
end

--- Take the Stun token off the enemy battalion that has it.
local function free_stunned()
  local holder = stun_bearer[1 - now.active]
  if stunned[holder] then stunned[holder] = false end
end

-- ---- tables -------------------------------------------------------------------------------------

local allowance = { [0] = 0 } -- maneuver actions, by Arms
for i = 1, 6 do allowance[i] = options.ma_table[i] end
local turning = { [0] = 0, 1, 2, 1 } -- quarter turns from one facing to another

--- The letter of a piece's kingdom.
---@param piece muster.Piece
local function letter_of(piece) return text.sign(letters, kingdom[piece] + 1) end

local FACE = muster.letters("nesw")
local KINGDOM = muster.letters(letters)
local GENERAL = muster.letters(string.sub("1234", 1, seats))

-- ---- what Generals and sides are called ---------------------------------------------------------

local leaders = {} -- of a kingdom: how many
for seat = 0, seats - 1 do leaders[army[seat]] = (leaders[army[seat]] or 0) + 1 end
local general_names, side_titles = {}, {}
for seat = 0, seats - 1 do
  local name = kingdom_names[army[seat]]
  general_names[seat] = leaders[army[seat]] > 1 and name .. " " .. seat + 1 or name
end

---Call each side by the names of its Generals.
local function title_sides()
  for side = 0, 1 do
    local names = {}
    for i, seat in ipairs(generals.generals_of[side]) do names[i] = general_names[seat] end
    side_titles[side] = text.list(names)
  end
end
title_sides()

---@class warline.traits what modules say of themselves while they load; rules do not read it
---@field has_piles boolean? may ramparts lie on each other?
---@field has_alighted boolean? may battalions be on ramparts?
---@field recruiting boolean? do Generals choose their armies?
---@field numbered boolean? are pieces shown with the number of their General?

--- For sentences: "a battalion of Frost". The text of a piece, as 2I3, begins with its General.
---@param piece string
---@return string
local function battalion_of(piece)
  return "a battalion of " .. general_names[math.tointeger(piece:sub(1, 1)) - 1]
end

--- For sentences: who lost Arms, and how many are left, which the text of the piece ends with.
---@param piece string
---@param loss integer
---@return string
local function loser(piece, loss)
  local left = math.tointeger(piece:sub(3)) or 0
  return battalion_of(piece) .. ", which loses " .. loss .. " Arms"
    .. (left > 0 and " and has " .. left .. " left" or "")
end

return { battalion = battalion, rampart = rampart, battalions = battalions,
  first_unit = first_unit, army_sizes = army_sizes,
  army_size = options.battalions, needs = needs, most_actions = most_actions, FACE = FACE,
  KINGDOM = KINGDOM, GENERAL = GENERAL, kingdom = kingdom, arms = arms, facing = facing,
  vigor = vigor, stunned = stunned, marked = marked, eight = eight, ordered = ordered,
  fresh = fresh, ruined = ruined, due = due, stalls = stalls,
  vigor_bearer = vigor_bearer, stun_bearer = stun_bearer, marked_bearer = marked_bearer,
  stock = stock, now = now, undeployed = undeployed, prison = prison,
  graveyard = graveyard, yard = yard, clear_piece = clear_piece,
  clear_maneuver = clear_maneuver, free_stunned = free_stunned, army = army,
  allowance = allowance, turning = turning, in_play = in_play, kingdom_names = kingdom_names,
  kingdom_colours = kingdom_colours, kingdom_letters = letters, letter_of = letter_of,
  kingdom_called = kingdom_called, last_kingdom = last_kingdom, general_names = general_names,
  side_titles = side_titles, title_sides = title_sides, traits = {},
  battalion_of = battalion_of, loser = loser }
