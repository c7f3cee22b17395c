-- What a battle consists of: battalions, ramparts, where they can be, and what is known of the
-- turn.
--
-- Dead battalions keep kingdom and owner only. A rampart that is not on the field lies in its
-- General's yard, unbuilt or, with `ruined` set, out of the battle for good. The fields marked
-- "memo" repeat what other facts say, so that nobody has to search; they are left out of the hash.

---@param w warline.tactical
return function(w)
  local options = w.options
  local letters, words = "", {}
  w.kingdom_names, w.kingdom_colours, w.kingdom_numbers = {}, {}, {}
  for i, kingdom in ipairs(require("warline.tactical.kingdoms")) do
    letters, words[i] = letters .. kingdom.letter, kingdom.word
    w.kingdom_names[i - 1], w.kingdom_colours[i - 1] = kingdom.name, kingdom.colour
    w.kingdom_numbers[kingdom.letter] = i - 1
  end
  w.kingdom_letters, w.kingdom_words, w.last_kingdom = letters, words, #words - 1

  -- Each General's battalions, and his ramparts, have numbers that follow each other.
  local count = 0
  w.first_unit, w.army_sizes = {}, { [0] = 0, 0 }
  for seat = 0, w.generals - 1 do
    local side = w.side_of[seat]
    w.first_unit[seat], count = count, count + #w.armies[seat]
    w.army_sizes[side] = w.army_sizes[side] + #w.armies[seat]
  end
  w.first_unit[w.generals] = count
  if options.short_army and options.scale_victory then
    error("scale_victory goes by whole armies, and short_army lets Generals leave battalions out: "
      .. "switch one of them off (WT-RUL-17, WT-RUL-96)", 0)
  end
  w.needs = {} -- the dead and the prisoners with which a side wins (WT-RUL-96)
  for side = 0, 1 do
    local n = w.army_sizes[1 - side]
    w.needs[side] = options.scale_victory
      and { overpower = n - 1, crush = n, shackle = (n + 1) // 2 }
      or { overpower = 5, crush = 6, shackle = 3 }
  end
  local last = count - 1
  muster.pieces { name = "battalion", count = count, text = "{owner}{kingdom}{arms}" }
  muster.pieces { name = "rampart", count = count, text = "{owner}{kingdom}" }
  w.BATTALION, w.RAMPART, w.battalions, w.ramparts = 0, 1, count, count

  local function field(declaration)
    w.get[declaration.name], w.set[declaration.name] = muster.field(declaration)
  end
  local function facts(of, list)
    for _, declaration in ipairs(list) do
      declaration.of = of
      field(declaration)
    end
  end

  local most = 8
  for i = 1, 6 do most = math.max(most, options.ma_table[i]) end
  w.most_actions = most
  w.most_actions = most
  facts("piece", {
    { name = "kingdom", letters = letters, values = words },
    { name = "arms", max = 6 },
    { name = "facing", max = 3, letters = "nesw" },
    { name = "vigor", max = 2 },   -- 0 no token, 1 nothing lost in this enemy turn, 2 used up
    { name = "stunned" },
    { name = "marked" },           -- for sacrifice
    { name = "eight" },            -- has 8 maneuver actions this turn
    { name = "ordered" },          -- has carried out an order this turn
    { name = "fresh" },            -- a prisoner just taken, whose torment is to be decided
    { name = "ruined" },           -- a rampart that was destroyed
  })
  facts("zone", { { name = "due" } }) -- a counter attack is due here in this Step 1
  facts("seat", { -- all but the stock belong to a side, whose number stands for the seat
    { name = "stalls", max = 2 },  -- stalled own turns in a row
    { name = "brave", min = -1, max = last, hashed = false },   -- memo: who has the Vigor token
    { name = "dazed", min = -1, max = last, hashed = false },   -- memo: who is stunned
    { name = "offered", min = -1, max = last, hashed = false }, -- memo: who is marked for sacrifice
    { name = "stock", max = count, hashed = false },             -- memo: unbuilt ramparts
  })
  facts("game", {
    { name = "active", max = 1 },  -- whose turn it is
    { name = "deployer", max = 1 },
    { name = "turn", min = 1, max = 2000000000 },
    -- idle turns in a row; -1: this turn is not idle
    { name = "idle", min = -1, max = 1000, initial = 0 },
    { name = "man_zone", min = -1, max = 4095, initial = -1 }, -- where the maneuvering battalion is
    { name = "ma", max = most },
    { name = "attacked" }, { name = "paid" }, { name = "acted" },
    { name = "asked", max = 1 },   -- manual declaring: who is asked
    { name = "claimed", max = 6 }, -- and what the other side said: 0 nothing yet, 6 that it passes
    { name = "blessed", min = -1, max = last, hashed = false },  -- memo: who has 8 actions
  })
  if w.allied then -- the General who decides, or whose order is carried out
    facts("game", { { name = "general", max = w.generals - 1 } })
  end

  w.undeployed = muster.container { name = "undeployed", per_seat = true,
    sort = { "kingdom", "arms" } }
  w.prison = muster.container { name = "prison", per_seat = true, sort = { "kingdom", "-arms" } }
  w.graveyard = muster.container { name = "graveyard", per_seat = true, sort = { "kingdom" } }
  w.yard = muster.container { name = "yard", per_seat = true, sort = { "ruined", "kingdom" } }

  if not w.allied and options.kingdom1 == options.kingdom2 and not options.mirror_kingdoms then
    error("kingdom1 and kingdom2 are both " .. options.kingdom1
      .. ": one set of each kingdom exists,"
      .. " unless mirror_kingdoms is on (WT-RUL-11)", 0)
  end
  w.army_kingdom = {}
  w.in_play = {} -- by the numbers of kingdoms: does a General lead battalions of it?
  local led = { [0] = options.kingdom1, options.kingdom2, options.kingdom3, options.kingdom4 }
  for seat = 0, w.generals - 1 do
    w.army_kingdom[seat] = w.kingdom_numbers[led[seat]]
    w.in_play[w.army_kingdom[seat]] = true
  end
  if options.mixed_kingdoms then -- modules that add arts must know it when they load
    for kingdom = 0, w.last_kingdom do w.in_play[kingdom] = true end
  end
  w.army_size = options.battalions
  muster.values("army", w.army_kingdom)

  -- What Generals and sides are called.
  local leaders = {} -- of a kingdom: how many
  for seat = 0, w.generals - 1 do
    leaders[w.army_kingdom[seat]] = (leaders[w.army_kingdom[seat]] or 0) + 1
  end
  w.general_names, w.side_titles = {}, {}
  for seat = 0, w.generals - 1 do
    local name = w.kingdom_names[w.army_kingdom[seat]]
    if leaders[w.army_kingdom[seat]] > 1 then name = name .. " " .. seat + 1 end
    w.general_names[seat] = name
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

  local allowance = { [0] = 0 }
  for i = 1, 6 do allowance[i] = options.ma_table[i] end
  muster.values("allowance", allowance)
  muster.values("turning", { [0] = 0, 1, 2, 1 }) -- quarter turns from one facing to another

  muster.ending("overpower", "crush", "shackle", "paralyze", "blunt", "forced", "voluntary",
    "stalemate", "resolve")
end
