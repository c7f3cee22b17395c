-- WARLINE: Army Recruiting (chapter 42): before deployment each General chooses the battalions of
-- his army, from all kingdoms, hidden from the others until all are ready (WT-RUL-150).
--
-- What a General chose is kept in fields that only he sees, one a battalion: 0 for none, else the
-- number of a recruit, which is kingdom * 6 + Arms. When all are ready these become battalions and
-- ramparts, in the order in which they were chosen, and are forgotten (WT-DEP-9).
--
-- Generals of alliances recruit where `ally_recruit` is on: as many battalions as their fixed army
-- has, and as many Arms in sum at most. Of two Generals the cap is that too, as long as they have
-- six battalions: 21 is both 3.5 times 6 and 1 + 2 + ... + 6 (WT-RECR-7, WT-RUL-187).

local settings = {
  { key = "ally_recruit", type = "bool", default = false,
    help = "May Generals of alliances recruit, armies of the size and Arms of the fixed ones?" },
}
local options = muster.module {
  title = "WARLINE: Army Recruiting",
  requires = { "warline.tactical" },
  before = { "warline.custom", "warline.double_time", "warline.ground" }, -- in the rulebook
  options = settings,
}
local w = require("warline.tactical")
local get, set = w.get, w.set
w.note_variant("r")
w.note_options(settings, options)

if w.allied and not options.ally_recruit then
  error("warline.recruiting is for two Generals, and sides = " .. w.options.sides .. ": armies of "
    .. "alliances are fixed, unless ally_recruit = on in [warline.recruiting] (WT-RUL-187)", 0)
end
if w.allied and w.options.battalions > 6 then
  error("battalions = " .. w.options.battalions .. " and sides = " .. w.options.sides
    .. ": Generals of alliances have as many battalions as chapter 47 says (WT-RUL-187)", 0)
end
if not w.options.mixed_kingdoms then
  error("warline.recruiting needs mixed_kingdoms = on in [warline]: armies may be of all kingdoms "
    .. "(WT-RECR-3)", 0)
end

local LAST <const> = w.generals - 1
local MOST <const> = 6 * (w.last_kingdom + 1)       -- the last recruit: Arms 6 of the last kingdom
local NTH <const> = { "recruit", "second", "third", "fourth", "fifth", "sixth" }
local AT_ONCE <const> = w.allied and 5 or 6         -- a move has six parameters at most

-- Battalions of each General, and Arms in sum; the largest army.
local sizes, caps, longest = {}, {}, 0
for seat = 0, LAST do
  local size, sum = #w.armies[seat], 0
  for _, arms in ipairs(w.armies[seat]) do sum = sum + arms end
  sizes[seat], caps[seat] = size, w.allied and sum or 7 * size // 2 -- WT-RECR-7
  longest = math.max(longest, size)
end
muster.values("recruits_of", sizes)
muster.values("arms_allowed", caps)

-- A number for each General, as in "6 for General 1, 4 for General 2"; or one, if they are alike.
local function for_each(numbers)
  local parts, alike = {}, true
  for seat = 0, LAST do
    parts[seat + 1] = numbers[seat] .. " for General " .. seat + 1
    alike = alike and numbers[seat] == numbers[0]
  end
  return alike and tostring(numbers[0]) or table.concat(parts, ", ")
end
local SIZES <const>, CAPS <const> = for_each(sizes), for_each(caps)

w.recruiting = true
muster.amend("first_make", "0")
muster.amend("last_make", tostring(w.last_kingdom))

-- ---- facts --------------------------------------------------------------------------------------

for i = 1, longest do
  local name = "recruit" .. i
  get[name], set[name] = muster.field { of = "seat", name = name, max = MOST, seen = "owner" }
end
get.enlisted, set.enlisted = muster.field { of = "seat", name = "enlisted", max = longest }
get.revealed, set.revealed = muster.field { of = "game", name = "revealed" }

local arms_of, letters = { [0] = 0 }, ""
for recruit = 1, MOST do
  arms_of[recruit] = (recruit - 1) % 6 + 1
  letters = letters .. string.sub(w.kingdom_letters, (recruit - 1) // 6 + 1, (recruit - 1) // 6 + 1)
    .. arms_of[recruit]
end
muster.values("arms_of_recruit", arms_of)

---@param recruit integer
---@return string as in F1
local function name_of(recruit) return string.sub(letters, 2 * recruit - 1, 2 * recruit) end

---A text of one part for each recruit of `seat`, with words between the parts.
---@param before string what stands before the recruit's Arms
---@param after string
---@param join string
---@return string
local function of_all(before, after, join)
  local parts = {}
  for i = 1, longest do
    parts[i] = before .. "arms_of_recruit(recruit" .. i .. "(seat))" .. after
  end
  return table.concat(parts, join)
end
muster.define("recruited_arms(seat)", of_all("", "", " + "))
muster.define("recruited_hammer(seat)", of_all("", " >= 4", " or "))
-- Recruits are told in the order of their numbers, so the greatest is the last one.
local last = "1"
for i = 1, longest do
  last = "if enlisted(seat) == " .. i .. " then recruit" .. i .. "(seat) else " .. last
end
muster.define("last_recruit(seat)", last)
-- Arms of the weakest recruits that may still follow: Arms 1 of a later kingdom, or that one again.
-- A hammer that is still to come always fits in: without one an army has 3 Arms a head at most.
muster.define("weakest_after(recruit)", "if recruit > " .. MOST - 6
  .. " then arms_of_recruit(recruit) else 1")

-- ---- choosing -----------------------------------------------------------------------------------

muster.event("recruited(seat)", { help = "A General's army is complete." })
muster.event("armies_revealed()", { help = "All armies are complete, and are shown." })
muster.decision { "recruit", title = "Recruit battalions", seat = w.text.general }

local in_order = ""
for i = 1, #w.kingdom_letters do
  in_order = in_order .. " " .. string.sub(w.kingdom_letters, i, i)
end

-- One move names one battalion, or several at once; only the former are listed, for the latter are
-- too many.
for count = 1, AT_ONCE do
  local name, format, arms, hammer = "recruit_" .. count, "", "", "recruited_hammer(me)"
  local move = { name, at = "recruit", title = count == 1 and "Recruit" or "Recruit " .. count,
    secret = true, unlisted = count > 1 }
  local more = "recruits_of(me) - enlisted(me) - " .. count
  move[#move + 1] = { where = more .. " >= 0", rule = "WT-RECR-6",
    why = "the battalions of an army are " .. SIZES }
  for i = 1, count do
    local one, before = NTH[i], i == 1 and "last_recruit(me)" or NTH[i - 1]
    move[#move + 1] = { each = one, from = before, to = tostring(MOST), min = 1, max = MOST,
      letters = letters, width = 2, rule = "WT-RUL-239",
      why = "an army is told in order: kingdoms as in" .. in_order .. ", Arms rising" }
    format, arms = format .. "{" .. one .. "}", arms .. " + arms_of_recruit(" .. one .. ")"
    hammer = hammer .. " or arms_of_recruit(" .. one .. ") >= 4"
  end
  move[#move + 1] = { where = more .. " > 0 or " .. hammer,
    rule = "WT-RECR-9", why = "at least one battalion of an army has Arms 4 or more" }
  move[#move + 1] = { where = "recruited_arms(me)" .. arms .. " + (" .. more .. ") "
    .. "* weakest_after(" .. NTH[count] .. ") <= arms_allowed(me)", rule = "WT-RECR-7",
    why = "the Arms of an army are in sum at most " .. CAPS .. ", with those that must follow" }
  move.text = "R:" .. w.text.whose .. format
  move.apply = function(...)
    local recruits, seat = { ... }, muster.me()
    for i = w.allied and 2 or 1, #recruits do -- behind the General, where there are several
      set.enlisted(seat, get.enlisted(seat) + 1)
      set["recruit" .. get.enlisted(seat)](seat, recruits[i])
    end
    if get.enlisted(seat) < sizes[seat] then return end
    muster.emit("recruited", seat)
    muster.go("deploy_due")
  end
  muster.move(w.name_general(move))
end

-- ---- showing the armies -------------------------------------------------------------------------

-- Where a seat guesses at another's army nothing is known of it: the fixed army then.
local function recruit_of(seat, i)
  local recruit = get["recruit" .. i](seat)
  return recruit > 0 and recruit or w.allied and w.armies[seat][i] or (i - 1) % 6 + 1
end

local function join(unit, seat, recruit, place)
  muster.set_owner(unit, seat)
  set.kingdom(unit, (recruit - 1) // 6)
  muster.put(unit, place)
end

local function reveal()
  for seat = 0, LAST do
    for i = 1, sizes[seat] do
      local recruit, unit = recruit_of(seat, i), w.first_unit[seat] + i - 1
      join(unit, seat, recruit, w.undeployed(seat))
      set.arms(unit, arms_of[recruit])
      join(w.battalions + unit, seat, recruit, w.yard(seat)) -- WT-RECR-13, WT-RECR-14
      set["recruit" .. i](seat, 0)
    end
    set.enlisted(seat, 0)
    set.stock(seat, sizes[seat])
  end
  if w.options.start == "quick" then w.form_up() end
  set.revealed(1)
  set.active(get.deployer())
  muster.emit("armies_revealed")
end

---Who recruits now? Player-1's side goes first, allies in the order of their numbers.
---@return integer? seat
local function who_is_due()
  for _, side in ipairs({ get.deployer(), 1 - get.deployer() }) do
    for _, seat in ipairs(w.generals_of[side]) do
      if get.enlisted(seat) < sizes[seat] then return seat end
    end
  end
end

muster.amend("unprepared", "revealed == 0", "or")
table.insert(w.stages, {
  rank = 1,
  due = function() return get.revealed() == 0 end,
  begin = function()
    local seat = who_is_due()
    if not seat then return reveal() end -- and back to deploy_due, which asked
    set.active(w.side_of[seat])
    if w.allied then set.general(seat) end
    muster.go("recruit")
  end,
})
table.sort(w.stages, function(a, b) return a.rank < b.rank end)

-- ---- ramparts of several kingdoms (WT-RUL-70) ---------------------------------------------------

if w.options.build_kingdom == "any" then
  muster.forbid("build", w.unnamed_make("actor"))
  w.declare_build("build_of", "Build a rampart of a kingdom", "b:{dest}{make}",
    w.named_make("actor"), "make")
end

require("warline.recruiting.lines") { sizes = sizes, caps = caps, most = MOST, arms_of = arms_of,
  name_of = name_of, who_is_due = who_is_due }

-- ---- what is to be seen, what can never be ------------------------------------------------------

w.asks.recruit = "recruits battalions"
w.numbered = true -- several may recruit of the same kingdom
local COLOURS <const> = { [0] = "red", "blue", "yellow", "green" }
for seat = 0, LAST do
  w.general_names[seat], w.general_signs[seat] = "General " .. seat + 1, tostring(seat + 1)
  w.general_colours[seat] = COLOURS[seat]
end
w.title_sides()

w.scene_items[#w.scene_items + 1] = function(items)
  if get.revealed() > 0 then return end
  for seat = 0, LAST do
    local entries = {}
    for i = 1, get.enlisted(seat) do
      local recruit = get["recruit" .. i](seat)
      entries[i] = { seat = seat,
        text = recruit > 0 and name_of(recruit) or "#",
        name = recruit > 0 and w.kingdom_names[(recruit - 1) // 6] .. " battalion, Arms "
          .. arms_of[recruit] or "hidden" }
    end
    if #entries > 0 then
      local title = "Recruited by " .. w.general_names[seat]
      items[#items + 1] = { type = "list", name = title, title = title, seat = seat,
        entries = entries }
    end
  end
end

w.checks[#w.checks + 1] = function(demand)
  if get.revealed() == 0 then return end
  for seat = 0, LAST do
    demand(get.enlisted(seat) == 0, "WT-DEP-9", "recruits are left when armies are shown")
  end
end

local fixed = not w.allied
muster.rules { title = "Army Recruiting",
  { id = "WT-RECR-3", option = "warline.mixed_kingdoms", text = "The fixed armies do not count. "
    .. "Before deployment each General chooses his battalions, of any kingdoms and Arms." },
  { id = "WT-RECR-6", option = "warline.battalions", when = fixed,
    text = "Each army has " .. SIZES .. " battalions." },
  { id = "WT-RECR-7", option = "warline.battalions", when = fixed,
    text = "Their Arms are " .. CAPS .. " in sum at most." },
  { id = "WT-RUL-187", option = { "ally_recruit", "warline.sides" }, when = w.allied,
    text = "Battalions of an army, as of the fixed one: " .. SIZES .. "." },
  { id = "WT-RUL-187", option = { "ally_recruit", "warline.sides" }, when = w.allied,
    text = "Its Arms in sum at most, as those of the fixed one: " .. CAPS .. "." },
  { id = "WT-RECR-9", text = "At least one battalion has Arms 4 or more." },
  { id = "WT-RECR-11", text = "What a General chose is hidden "
    .. (fixed and "until both are ready." or "from enemies and allies until all are ready.") },
  { id = "WT-RECR-13", text = "He has as many ramparts, of the same kingdoms one for one." },
}
