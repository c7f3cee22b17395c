-- WARLINE: Army Recruiting (chapter 42): before deployment each General chooses the battalions of
-- his army, from all kingdoms, hidden from the others until all are ready (WT-RUL-150).
--
-- The choices of a General are kept in fields that only he sees, one for each battalion. When all
-- are ready these become battalions and ramparts, in the order in which they were chosen, and are
-- forgotten (WT-DEP-9).
--
-- Generals of alliances recruit where `ally_recruit` is on: as many battalions as their fixed army
-- has, and as many Arms in sum at most. Of two Generals the cap is that too, as long as they have
-- six battalions: 21 is both 3.5 times 6 and 1 + 2 + ... + 6 (WT-RECR-7, WT-RUL-187).

local option = require("muster.options")
local scene = require("muster.scene")
local text = require("muster.text")
local options = muster.module {
  title = "WARLINE: Army Recruiting",
  requires = { "warline.tactical" },
  before = { "warline.custom", "warline.double_time", "warline.ground" }, -- in the rulebook
  options = {
    option.no("ally_recruit",
      "May Generals of alliances recruit, armies of the size and Arms of the fixed ones?"),
  },
}
local w = require("warline.tactical")
local core, allied, now, flow = w.options, w.generals.allied, w.state.now, w.flow
w.notation.note_variant("r")

if allied and not options.ally_recruit then
  error("warline.recruiting is for two Generals, and sides = " .. core.sides .. ": armies of "
    .. "alliances are fixed, unless ally_recruit = on in [warline.recruiting] (WT-RUL-187)", 0)
end
if allied and core.battalions > 6 then
  error("battalions = " .. core.battalions .. " and sides = " .. core.sides
    .. ": Generals of alliances have as many battalions as chapter 47 says (WT-RUL-187)", 0)
end
if not core.mixed_kingdoms then
  error("warline.recruiting needs mixed_kingdoms = on in [warline]: armies may be of all kingdoms "
    .. "(WT-RECR-3)", 0)
end

w.state.traits.recruiting = true
w.queries.first_make:amend("min", function(_) return 0 end)
w.queries.last_make:amend("max", function(_) return w.state.last_kingdom end)

local state = require("warline.recruiting.state")
local size_of, arms_of, strong = state.size_of, state.arms_of, state.strong
local first_of, last_of = state.first_of, state.last_of
local recruits, enlisted = state.recruits, state.enlisted
local ready, RECRUIT, PAIR, MOST = state.ready, state.RECRUIT, state.PAIR, state.MOST
local LAST = seats - 1

--- A General's army is complete.
local recruited = muster.event { "recruited", "seat" }
--- All armies are complete, and are shown.
local armies_revealed = muster.event { "armies_revealed",
  tell = "the armies are shown" }

-- ---- choosing -----------------------------------------------------------------------------------

local recruiting = muster.decision { "recruit", title = "Recruit battalions",
  seat = w.sides.general }

-- What a General has chosen as yet: Arms in sum; has anybody a hammer; and the last one, which is
-- the greatest, for recruits are listed in the order of their numbers.
local function recruited_arms(seat)
  local sum = 0
  for _, recruit in ipairs(recruits) do sum = sum + arms_of[recruit[seat]] end
  return sum
end
local function recruited_hammer(seat)
  for _, recruit in ipairs(recruits) do
    if arms_of[recruit[seat]] >= 4 then return true end
  end
  return false
end
local function last_recruit(seat)
  for i, recruit in ipairs(recruits) do
    if enlisted[seat] == i then return recruit[seat] end
  end
  return 1
end

-- Arms of the weakest recruits that may still follow: Arms 1 of a later kingdom, or that one again.
-- A hammer that is still to come always fits in: without one an army has 3 Arms a head at most.
local function weakest_after(recruit)
  return recruit > MOST - 6 and arms_of[recruit] or 1
end

local IN_ORDER = "an army is listed in order: kingdoms as in "
  .. table.concat(text.signs(w.state.kingdom_letters), " ") .. ", Arms rising"

-- May an army grow by those, when so many more must follow?
local function need_fit(more, last, first, second, third, fourth, fifth, sixth)
  local seat = me()
  need(more > 0 or strong[first] or strong[second] or strong[third] or strong[fourth]
    or strong[fifth] or strong[sixth] or recruited_hammer(seat), "WT-RECR-9",
    "at least one battalion of an army has Arms 4 or more")
  need(recruited_arms(seat) + arms_of[first] + arms_of[second] + arms_of[third] + arms_of[fourth]
    + arms_of[fifth] + arms_of[sixth] + more * weakest_after(last) <= state.cap_of(seat),
    "WT-RECR-7",
    "the Arms of an army are in sum at most " .. state.CAPS .. ", with those that must follow")
end

local function enlist(seat, recruit)
  enlisted[seat] = enlisted[seat] + 1
  recruits[enlisted[seat]][seat] = recruit
end
local function enlist_choice(seat, choice)
  if choice == 0 then return end
  enlist(seat, first_of[choice])
  if last_of[choice] ~= choice then enlist(seat, last_of[choice]) end
end
local function enlist_all(first, second, third, fourth, fifth, sixth)
  local seat = me()
  enlist_choice(seat, first)
  enlist_choice(seat, second)
  enlist_choice(seat, third)
  enlist_choice(seat, fourth)
  enlist_choice(seat, fifth)
  enlist_choice(seat, sixth)
  if enlisted[seat] < size_of(seat) then return end
  recruited:emit(seat)
  go(flow.deploy_due)
end

local PARAMETERS = { "{recruit}", "{second}", "{third}", "{fourth}", "{fifth}", "{sixth}" }

-- One move names one battalion, or several at once: a move has six choices at most, so of more than
-- six battalions, or five beside the name of a General, each but an odd last one names two.
local function declare_recruiting(size)
  local paired = size > (allied and 5 or 6)
  local choices = paired and (size + 1) // 2 or size
  -- The next choice and the last recruit, if the move names so many; 0 for one beyond.
  local function choose_next(name, number, before)
    if number > choices then return 0, before end
    if not paired or number == choices and size % 2 == 1 then
      local recruit = choose(name, RECRUIT) + 1
      need(recruit >= before, "WT-RUL-239", IN_ORDER)
      return recruit, recruit
    end
    local pair = choose(name, PAIR) + MOST + 1
    need(first_of[pair] >= before, "WT-RUL-239", IN_ORDER)
    return pair, last_of[pair]
  end

  muster.move { "recruit_" .. size, at = recruiting,
    title = size == 1 and "Recruit" or "Recruit " .. size, secret = true, unlisted = size > 1,
    text = "R:" .. w.sides.WHOSE .. table.concat(PARAMETERS, "", 1, choices),
    legal = function()
      w.sides.choose_general()
      local seat = me()
      local more = size_of(seat) - enlisted[seat] - size
      need(more >= 0, "WT-RECR-6", "the battalions of an army are " .. state.SIZES)
      local first, last = choose_next("recruit", 1, last_recruit(seat))
      local second, third, fourth, fifth, sixth
      second, last = choose_next("second", 2, last)
      third, last = choose_next("third", 3, last)
      fourth, last = choose_next("fourth", 4, last)
      fifth, last = choose_next("fifth", 5, last)
      sixth, last = choose_next("sixth", 6, last)
      need_fit(more, last, first, second, third, fourth, fifth, sixth)
      return first, second, third, fourth, fifth, sixth
    end,
    apply = enlist_all }
end
-- Only those of one are listed, for the others are too many. A move has 56 bits for what it names,
-- and a pair takes 9 of them, or 10 with a sixth kingdom: larger armies take more moves.
local longest = math.min(state.longest, MOST <= 30 and 12 or 10)
for size = 1, math.max(longest, allied and 5 or 6) do declare_recruiting(size) end

-- ---- showing the armies -------------------------------------------------------------------------

-- Where a seat guesses at another's army nothing is known of it: the fixed army then.
local function recruit_of(seat, i)
  local recruit = recruits[i][seat]
  return recruit > 0 and recruit or allied and w.generals.armies[seat][i] or (i - 1) % 6 + 1
end

local function join(unit, seat, recruit, where)
  owner[unit] = seat
  w.state.kingdom[unit] = (recruit - 1) // 6
  put(unit, where)
end

local function reveal_army(seat)
  for i = 1, size_of(seat) do
    local recruit, unit = recruit_of(seat, i), w.state.first_unit[seat] + i - 1
    join(unit, seat, recruit, w.state.undeployed[seat])
    w.state.arms[unit] = arms_of[recruit]
    join(w.state.battalions + unit, seat, recruit, w.state.yard[seat]) -- WT-RECR-13, WT-RECR-14
    recruits[i][seat] = 0
  end
  enlisted[seat] = 0
  w.state.stock[seat] = size_of(seat)
end

local function reveal()
  for seat = 0, LAST do reveal_army(seat) end
  if core.start == "quick" then w.start.form_up() end
  ready.revealed = true
  now.active = now.deployer
  armies_revealed:emit()
end

-- A General who gives up before leaves no recruits behind.
w.ending.closings:on(function()
  if ready.revealed then return end
  for seat = 0, LAST do
    for i = 1, enlisted[seat] do recruits[i][seat] = 0 end
    enlisted[seat] = 0
  end
  ready.revealed = true
end)

w.deploy.add_stage {
  rank = 1,
  due = function() return not ready.revealed end,
  begin = function()
    local seat = state.who_is_due()
    if not seat then return reveal() end -- and back to deploy_due, which asked
    now.active = w.generals.side(seat)
    w.sides.led_by(seat)
    go(recruiting)
  end,
}

-- ---- ramparts of several kingdoms (WT-RUL-70) ---------------------------------------------------

if core.build_kingdom == "any" then
  muster.move_named("build"):forbid("WT-RUL-70",
    "the supply has ramparts of several kingdoms: name one, as in b:c4F",
    function() return w.queries.mixed_supply(w.maneuver.actor()) end)
  local title = "Build a rampart of a kingdom"
  w.maneuver.declare_build("build_of", title, "b:{dest}{kingdom}", function(unit)
    local _, wall = w.maneuver.choose_make(unit)
    return wall
  end)
end

require("warline.recruiting.lines")

-- ---- scenes and invariants ----------------------------------------------------------------------

w.scene.asks.recruit = "recruits battalions"
w.state.traits.numbered = true -- several may recruit of the same kingdom
local COLOURS = { [0] = "red", "blue", "yellow", "green" }
for seat = 0, LAST do
  w.state.general_names[seat] = "General " .. seat + 1
  w.scene.general_signs[seat] = tostring(seat + 1)
  w.scene.general_colours[seat] = COLOURS[seat]
end
w.state.title_sides()

local function entry_of(seat, recruit)
  if recruit == 0 then return { seat = seat, text = "#", name = "hidden" } end
  return { seat = seat, text = state.name_of(recruit),
    name = w.state.kingdom_names[(recruit - 1) // 6] .. " battalion, Arms " .. arms_of[recruit] }
end

w.scene.scene_items:on(function(items)
  if ready.revealed then return end
  for seat = 0, LAST do
    local entries = {}
    for i = 1, enlisted[seat] do entries[i] = entry_of(seat, recruits[i][seat]) end
    scene.add_list(items, "Recruited by " .. w.state.general_names[seat], seat, entries)
  end
end)

w.verify.checks:on(function(demand)
  if not ready.revealed then return end
  for seat = 0, LAST do
    demand(enlisted[seat] == 0, "WT-DEP-9", "recruits are left when armies are shown")
  end
end)

local fixed = not allied
muster.rules { title = "Army Recruiting",
  { id = "WT-RECR-3", option = "warline.mixed_kingdoms", text = [[The fixed armies do not count.
    Before deployment each General chooses his battalions, of any kingdoms and Arms.]] },
  { id = "WT-RECR-6", option = "warline.battalions", when = fixed,
    text = "Each army has " .. state.SIZES .. " battalions." },
  { id = "WT-RECR-7", option = "warline.battalions", when = fixed,
    text = "Their Arms are " .. state.CAPS .. " in sum at most." },
  { id = "WT-RUL-187", option = { "ally_recruit", "warline.sides" }, when = allied,
    text = "Battalions of an army, as of the fixed one: " .. state.SIZES .. "." },
  { id = "WT-RUL-187", option = { "ally_recruit", "warline.sides" }, when = allied,
    text = "Its Arms in sum at most, as those of the fixed one: " .. state.CAPS .. "." },
  { id = "WT-RUL-239", text = "Recruits are named in order: by kingdom, then by rising Arms." },
  { id = "WT-RECR-9", text = "At least one battalion has Arms 4 or more." },
  { id = "WT-RECR-11", text = "What a General chose is hidden "
    .. (fixed and "until both are ready." or "from enemies and allies until all are ready.") },
  { id = "WT-RECR-13", text = "He has as many ramparts, of the same kingdoms one for one." },
}
