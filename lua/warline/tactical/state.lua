-- What a battle consists of: battalions, ramparts, where they can be, and what is known of the
-- turn.
--
-- Dead battalions keep kingdom and owner only. A rampart that is not on the field lies in its
-- General's yard, unbuilt or, with `ruined` set, out of the battle for good. The fields marked
-- "memo" repeat what other facts say, so that nobody has to search; they are left out of the hash.

local w = require("warline.tactical.core")
local options, generals = w.options, w.generals

-- ---- kingdoms -----------------------------------------------------------------------------------

local letters, words = "", {}
w.kingdom_names, w.kingdom_colours, w.kingdom_numbers = {}, {}, {}
for i, kingdom in ipairs(require("warline.tactical.kingdoms")) do
  letters, words[i] = letters .. kingdom.letter, kingdom.word
  w.kingdom_names[i - 1], w.kingdom_colours[i - 1] = kingdom.name, kingdom.colour
  w.kingdom_numbers[kingdom.letter] = i - 1
end
w.last_kingdom = #words - 1

if not w.allied and options.kingdom1 == options.kingdom2 and not options.mirror_kingdoms then
  error("kingdom1 and kingdom2 are both " .. options.kingdom1
    .. ": one set of each kingdom exists, unless mirror_kingdoms is on (WT-RUL-11)", 0)
end
local army = {} -- the kingdom of each General's army
w.in_play = {} -- by the numbers of kingdoms: does a General lead battalions of it?
local led = { [0] = options.kingdom1, options.kingdom2, options.kingdom3, options.kingdom4 }
for seat = 0, generals - 1 do
  army[seat] = w.kingdom_numbers[led[seat]]
  w.in_play[army[seat]] = true
end
if options.mixed_kingdoms then -- modules that add arts must know it when they load
  for kingdom = 0, w.last_kingdom do w.in_play[kingdom] = true end
end

-- ---- pieces -------------------------------------------------------------------------------------

-- Each General's battalions, and his ramparts, have numbers that follow each other.
local army_sizes, first_unit, battalions = { [0] = 0, 0 }, {}, 0
for seat = 0, generals - 1 do
  local side = w.side_of[seat]
  first_unit[seat] = battalions
  battalions = battalions + #w.armies[seat]
  army_sizes[side] = army_sizes[side] + #w.armies[seat]
end
first_unit[generals] = battalions

if options.short_army and options.scale_victory then
  error("scale_victory goes by whole armies, and short_army lets Generals leave battalions out: "
    .. "switch one of them off (WT-RUL-17, WT-RUL-96)", 0)
end
w.needs = {} -- the dead and the prisoners with which a side wins (WT-RUL-96)
for side = 0, 1 do
  local n = army_sizes[1 - side]
  w.needs[side] = options.scale_victory and { overpower = n - 1, crush = n, shackle = (n + 1) // 2 }
    or { overpower = 5, crush = 6, shackle = 3 }
end

w.battalion = muster.pieces { "battalion", count = battalions,
  text = "{owner}{kingdom}{arms}" }
w.rampart = muster.pieces { "rampart", count = battalions, text = "{owner}{kingdom}" }

-- ---- facts --------------------------------------------------------------------------------------

w.most_actions = 8
for arms = 1, 6 do w.most_actions = math.max(w.most_actions, options.ma_table[arms]) end

local last = battalions - 1 -- battalions come first
w.kingdom = muster.field { "kingdom", of = "piece", max = w.last_kingdom,
  letters = letters }
w.arms = muster.field { "arms", of = "piece", max = 6 }
w.facing = muster.field { "facing", of = "piece", max = 3, letters = "nesw" }
-- 0 no token, 1 nothing lost in this enemy turn, 2 used up
w.vigor = muster.field { "vigor", of = "piece", max = 2 }
w.stunned = muster.field { "stunned", of = "piece" }
w.marked = muster.field { "marked", of = "piece" } -- for sacrifice
w.eight = muster.field { "eight", of = "piece" } -- has 8 maneuver actions this turn
w.ordered = muster.field { "ordered", of = "piece" } -- carried out an order this turn
-- a prisoner just taken, whose torment is to be decided
w.fresh = muster.field { "fresh", of = "piece" }
w.ruined = muster.field { "ruined", of = "piece" } -- a rampart that was destroyed

-- a counter attack is due here in this Step 1
w.due = muster.field { "due", of = "zone" }

-- Of seats: all but the stock belong to a side, whose number stands for the seat.
w.stalls = muster.field { "stalls", of = "seat", max = 2 } -- stalled turns in a row
-- memo: who has the Vigor token, who is stunned, who is marked for sacrifice
w.brave = muster.field { "brave", of = "seat", holds = "piece", max = last,
  hashed = false }
w.dazed = muster.field { "dazed", of = "seat", holds = "piece", max = last,
  hashed = false }
w.offered = muster.field { "offered", of = "seat", holds = "piece", max = last,
  hashed = false }
-- memo: unbuilt ramparts
w.stock = muster.field { "stock", of = "seat", max = battalions, hashed = false }

local of_the_game = {
  { "active", max = 1 },  -- whose turn it is
  { "deployer", max = 1 },
  { "turn", min = 1, max = 2000000000 },
  { "idle", min = -1, max = 1000, initial = 0 }, -- idle turns in a row; -1: this turn is not idle
  { "man_zone", holds = "zone", max = 4095 },    -- where the maneuvering battalion is
  { "ma", max = w.most_actions },
  { "attacked" }, { "paid" }, { "acted" },
  { "asked", max = 1 },   -- manual declaring: who is asked
  { "claimed", max = 6 }, -- and what the other side said: 0 nothing yet, 6 that it passes
  { "blessed", holds = "piece", max = last, hashed = false }, -- memo: who has 8 actions
}
if w.allied then -- the General who decides, or whose order is carried out
  table.insert(of_the_game, { "general", max = generals - 1 })
end
w.now = muster.state(of_the_game)

w.undeployed = muster.container { "undeployed", per_seat = true,
  sort = { "kingdom", "arms" } }
w.prison = muster.container { "prison", per_seat = true, sort = { "kingdom", "-arms" } }
w.graveyard = muster.container { "graveyard", per_seat = true, sort = { "kingdom" } }
w.yard = muster.container { "yard", per_seat = true, sort = { "ruined", "kingdom" } }

muster.ending("overpower", "crush", "shackle", "paralyze", "blunt", "forced", "voluntary",
  "stalemate", "resolve")
muster.repetition("kingdom", "arms", "facing")

--- Take Arms, facing and all tokens from a battalion that is out of the battle.
---@param unit muster.Piece
function w.clear_piece(unit)
  w.arms[unit], w.facing[unit], w.vigor[unit] = 0, 0, 0
  w.stunned[unit], w.marked[unit], w.eight[unit] = false, false, false
  w.ordered[unit], w.fresh[unit] = false, false
end

-- ---- tables -------------------------------------------------------------------------------------

w.allowance = { [0] = 0 } -- maneuver actions, by Arms
for i = 1, 6 do w.allowance[i] = options.ma_table[i] end
w.turning = { [0] = 0, 1, 2, 1 } -- quarter turns from one facing to another

w.FACE = muster.letters("nesw")
w.KINGDOM = muster.letters(letters)
w.GENERAL = muster.letters(string.sub("1234", 1, generals))

-- ---- what Generals and sides are called ---------------------------------------------------------

local leaders = {} -- of a kingdom: how many
for seat = 0, generals - 1 do leaders[army[seat]] = (leaders[army[seat]] or 0) + 1 end
w.general_names, w.side_titles = {}, {}
for seat = 0, generals - 1 do
  local name = w.kingdom_names[army[seat]]
  w.general_names[seat] = leaders[army[seat]] > 1 and name .. " " .. seat + 1 or name
end

---Call each side by the names of its Generals.
function w.title_sides()
  for side = 0, 1 do
    local names = {}
    for i, seat in ipairs(w.generals_of[side]) do names[i] = w.general_names[seat] end
    w.side_titles[side] = table.concat(names, ", ", 1, #names - 1)
      .. (#names > 1 and " and " or "") .. names[#names]
  end
end
w.title_sides()

---@class warline.traits what modules say of themselves while they load; rules do not read it
---@field has_piles boolean? may ramparts lie on each other?
---@field has_alighted boolean? may battalions stand on ramparts?
---@field recruiting boolean? do Generals choose their armies?
---@field numbered boolean? are pieces shown with the number of their General?

w.battalions, w.first_unit, w.army_sizes, w.army = battalions, first_unit, army_sizes, army
w.kingdom_letters, w.kingdom_words, w.army_size = letters, words, options.battalions
w.traits = {}
