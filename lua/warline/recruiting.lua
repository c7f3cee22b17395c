-- WARLINE: Army Recruiting (chapter 42): before deployment each General chooses the battalions of
-- his army, from all kingdoms, hidden from the other until both are ready (WT-RUL-150).
--
-- What a General chose is kept in fields that only he sees, one a battalion: 0 for none, else the
-- number of a recruit, which is kingdom * 6 + Arms. When both are ready these become battalions and
-- ramparts, in the order in which they were chosen, and are forgotten (WT-DEP-9).

muster.module {
  title = "WARLINE: Army Recruiting",
  requires = { "warline.tactical" },
}
local w = require("warline.tactical")
local get, set = w.get, w.set
w.note_variant("r")

if w.allied then
  error("warline.recruiting is for two Generals, and sides = " .. w.options.sides
    .. ": armies of alliances are fixed (WT-RUL-187)", 0)
end

if not w.options.mixed_kingdoms then
  error("warline.recruiting needs mixed_kingdoms = on in [warline]: armies may be of all kingdoms "
    .. "(WT-RECR-3)", 0)
end

local SIZE <const> = w.army_size
local CAP <const> = 7 * SIZE // 2                   -- WT-RECR-7
local MOST <const> = 6 * (w.last_kingdom + 1)       -- the last recruit: Arms 6 of the last kingdom
local AT_ONCE <const> = 6                           -- recruits that one move may name

w.recruiting = true
muster.amend("first_make", "0")
muster.amend("last_make", tostring(w.last_kingdom))

-- ---- facts --------------------------------------------------------------------------------------

for i = 1, SIZE do
  local name = "recruit" .. i
  get[name], set[name] = muster.field { of = "seat", name = name, max = MOST, seen = "owner" }
end
get.enlisted, set.enlisted = muster.field { of = "seat", name = "enlisted", max = SIZE }
get.revealed, set.revealed = muster.field { of = "game", name = "revealed" }

local arms_of, letters = { [0] = 0 }, ""
for recruit = 1, MOST do
  arms_of[recruit] = (recruit - 1) % 6 + 1
  letters = letters .. string.sub(w.kingdom_letters, (recruit - 1) // 6 + 1, (recruit - 1) // 6 + 1)
    .. arms_of[recruit]
end
muster.values("arms_of_recruit", arms_of)

---A text of one part for each recruit of `seat`, with words between the parts.
---@param before string what stands before the recruit's Arms
---@param after string
---@param join string
---@return string
local function of_all(before, after, join)
  local parts = {}
  for i = 1, SIZE do parts[i] = before .. "arms_of_recruit(recruit" .. i .. "(seat))" .. after end
  return table.concat(parts, join)
end
muster.define("recruited_arms(seat)", of_all("", "", " + "))
muster.define("recruited_hammer(seat)", of_all("", " >= 4", " or "))
-- Recruits are told in the order of their numbers, so the greatest is the last one.
local last = "1"
for i = 1, SIZE do
  last = "if enlisted(seat) == " .. i .. " then recruit" .. i .. "(seat) else " .. last
end
muster.define("last_recruit(seat)", last)
-- Arms of the weakest recruits that may still follow: Arms 1 of a later kingdom, or that one again.
muster.define("weakest_after(recruit)", "if recruit > " .. MOST - 6
  .. " then arms_of_recruit(recruit) else 1")
muster.define("least_to_come(recruit, more, hammer)", "if more == 0 then 0 else "
  .. "(more - 1) * weakest_after(recruit) + (if hammer then weakest_after(recruit) "
  .. "else max(4, weakest_after(recruit)))")

-- ---- choosing -----------------------------------------------------------------------------------

muster.event("recruited(seat)", { help = "A General's army is complete." })
muster.event("armies_revealed()", { help = "Both armies are complete, and are shown." })
muster.decision { "recruit", title = "Recruit battalions", seat = "active" }

-- One move names one battalion, or several at once; only the former are listed, for the latter are
-- too many.
for count = 1, AT_ONCE do
  local name, format, arms, hammer = "recruit_" .. count, "R:", "", "recruited_hammer(me)"
  local move = { name, at = "recruit", title = count == 1 and "Recruit" or "Recruit " .. count,
    secret = true, unlisted = count > 1 }
  move[#move + 1] = { where = "enlisted(me) + " .. count .. " <= " .. SIZE, rule = "WT-RECR-6",
    why = "an army has " .. SIZE .. " battalions" }
  for i = 1, count do
    local one, before = "r" .. i, i == 1 and "last_recruit(me)" or "r" .. i - 1
    move[#move + 1] = { each = one, from = before, to = tostring(MOST), min = 1, max = MOST,
      letters = letters, width = 2, rule = "WT-RUL-239",
      why = "an army is told in order: kingdoms as in " .. w.kingdom_letters .. ", Arms rising" }
    format, arms = format .. "{" .. one .. "}", arms .. " + arms_of_recruit(" .. one .. ")"
    hammer = hammer .. " or arms_of_recruit(" .. one .. ") >= 4"
  end
  local more = SIZE .. " - enlisted(me) - " .. count
  move[#move + 1] = { where = "enlisted(me) + " .. count .. " < " .. SIZE .. " or " .. hammer,
    rule = "WT-RECR-9", why = "at least one battalion of an army has Arms 4 or more" }
  move[#move + 1] = { where = "recruited_arms(me)" .. arms .. " + least_to_come(r" .. count .. ", "
    .. more .. ", " .. hammer .. ") <= " .. CAP, rule = "WT-RECR-7",
    why = "the Arms of an army of " .. SIZE .. " are " .. CAP .. " in sum at most, a hammer among "
      .. "them" }
  move.text = format
  move.apply = function(...)
    local seat = get.active()
    for _, recruit in ipairs({ ... }) do
      set.enlisted(seat, get.enlisted(seat) + 1)
      set["recruit" .. get.enlisted(seat)](seat, recruit)
    end
    if get.enlisted(seat) < SIZE then return end
    muster.emit("recruited", seat)
    muster.go("deploy_due")
  end
  muster.move(move)
end

-- ---- showing both armies ------------------------------------------------------------------------

-- Where a seat guesses at the other's army nothing is known of it: the core army then.
local function recruit_of(seat, i)
  local recruit = get["recruit" .. i](seat)
  return recruit > 0 and recruit or (i - 1) % 6 + 1
end

local function join(unit, seat, recruit, place)
  muster.set_owner(unit, seat)
  set.kingdom(unit, (recruit - 1) // 6)
  muster.put(unit, place)
end

local function reveal()
  for seat = 0, 1 do
    for i = 1, SIZE do
      local recruit, unit = recruit_of(seat, i), seat * SIZE + i - 1
      join(unit, seat, recruit, w.undeployed(seat))
      set.arms(unit, arms_of[recruit])
      join(w.battalions + unit, seat, recruit, w.yard(seat)) -- WT-RECR-13, WT-RECR-14
      set["recruit" .. i](seat, 0)
    end
    set.enlisted(seat, 0)
    set.stock(seat, SIZE)
  end
  if w.options.start == "quick" then w.form_up() end
  set.revealed(1)
  set.active(get.deployer())
  muster.emit("armies_revealed")
  muster.go("deploy_due")
end

muster.amend("unprepared", "revealed == 0", "or")
table.insert(w.stages, {
  rank = 1,
  due = function() return get.revealed() == 0 end,
  begin = function()
    for _, seat in ipairs({ get.deployer(), 1 - get.deployer() }) do
      if get.enlisted(seat) < SIZE then
        set.active(seat)
        return muster.go("recruit")
      end
    end
    reveal()
  end,
})
table.sort(w.stages, function(a, b) return a.rank < b.rank end)

-- ---- ramparts of several kingdoms (WT-RUL-70) ---------------------------------------------------

if w.options.build_kingdom == "any" then
  muster.forbid("build", w.unnamed_make("actor"))
  w.declare_build("build_of", "Build a rampart of a kingdom", "b:{dest}{make}",
    w.named_make("actor"), "make")
end

-- ---- position lines and scenes ------------------------------------------------------------------

w.phases.recruit = "RECR"

---@param seat integer
---@return string
local function recruits_text(seat)
  local text = ""
  for i = 1, SIZE do
    local recruit = get["recruit" .. i](seat)
    if recruit > 0 then text = text .. string.sub(letters, 2 * recruit - 1, 2 * recruit) end
  end
  return text
end

local function fault(what)
  error("un: " .. what, 0)
end

-- The recruits of a General, as in F1F2F4.
local function read_recruits(seat, text)
  local before, sum, hammer = 1, 0, false
  for at = 1, #text, 2 do
    local name, recruit = string.sub(text, at, at + 1), 0
    for i = 1, MOST do
      if string.sub(letters, 2 * i - 1, 2 * i) == name then recruit = i end
    end
    if recruit == 0 then fault("unknown recruit '" .. name .. "'") end
    if recruit < before then fault("recruits stand in order, found '" .. text .. "'") end
    if (at + 1) // 2 > SIZE then fault("an army has " .. SIZE .. " battalions (WT-RECR-6)") end
    before, sum, hammer = recruit, sum + arms_of[recruit], hammer or arms_of[recruit] >= 4
    set["recruit" .. (at + 1) // 2](seat, recruit)
    set.enlisted(seat, (at + 1) // 2)
  end
  local more, least = SIZE - get.enlisted(seat), before > MOST - 6 and arms_of[before] or 1
  if more == 0 and not hammer then
    fault("at least one battalion of an army has Arms 4 or more (WT-RECR-9)")
  end
  local to_come = more == 0 and 0
    or (more - 1) * least + (hammer and least or math.max(4, least))
  if sum + to_come > CAP then fault("the Arms of an army are " .. CAP .. " at most (WT-RECR-7)") end
end

for _, key in ipairs(w.keys) do
  if key[1] == "un" then
    local print = key.print
    key.print = function()
      if w.phase() ~= "RECR" then return print and print() end
      local parts = {}
      for seat = 0, 1 do
        local text = recruits_text(seat)
        if text ~= "" then parts[#parts + 1] = (seat + 1) .. ":" .. text end
      end
      return table.concat(parts, ",")
    end
    local read = w.read.un
    key.read = function(value, values)
      if values.ph ~= "RECR" then return read(value) end
      for _, part in ipairs(string.split(value, ",")) do
        local seat = string.sub(part, 1, 2) == "1:" and 0 or string.sub(part, 1, 2) == "2:" and 1
        if not seat or #part % 2 > 0 or get.enlisted(seat) > 0 then
          fault("expected 1:F1F2..., found '" .. part .. "'")
        end
        read_recruits(seat, string.sub(part, 3))
      end
    end
  elseif key[1] == "nb" then
    key.read = function(value)
      if value ~= tostring(SIZE) then
        error("nb: an army of this ruleset has " .. SIZE .. " battalions, found '" .. value .. "'",
          0)
      end
    end
  end
end

for phase, begin in pairs(w.begin) do
  w.begin[phase] = function(values)
    if phase ~= "COIN" then set.revealed(1) end
    return begin(values)
  end
end
w.begin.RECR = function()
  local seat = get.active()
  local first = get.deployer()
  local due = get.enlisted(first) < SIZE and first or 1 - first
  if seat ~= due or get.enlisted(due) == SIZE then
    error("mv: not the side that recruits now", 0)
  end
  muster.go("deploy_due")
end

w.asks.recruit = "recruits battalions"
w.numbered = true -- both may recruit of the same kingdom
for seat = 0, 1 do
  w.general_names[seat] = "General " .. (seat + 1)
  w.side_titles[seat] = w.general_names[seat]
  w.general_signs[seat] = tostring(seat + 1)
  w.general_colours[seat] = seat == 0 and "red" or "blue"
end

w.scene_items[#w.scene_items + 1] = function(items)
  if get.revealed() > 0 then return end
  for seat = 0, 1 do
    local entries = {}
    for i = 1, get.enlisted(seat) do
      local recruit = get["recruit" .. i](seat)
      entries[i] = { seat = seat,
        text = recruit > 0 and string.sub(letters, 2 * recruit - 1, 2 * recruit) or "#",
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
  for seat = 0, 1 do
    demand(get.enlisted(seat) == 0, "WT-DEP-9", "recruits are left when armies are shown")
  end
end

muster.rules { title = "Army Recruiting",
  { id = "WT-RECR-3", text = "The fixed armies do not count. Before deployment each General "
    .. "chooses his battalions, of any kingdoms and Arms." },
  { id = "WT-RECR-6", option = "warline.battalions",
    text = "Each army has " .. SIZE .. " battalions." },
  { id = "WT-RECR-7", option = "warline.battalions",
    text = "Their Arms are " .. CAP .. " in sum at most." },
  { id = "WT-RECR-9", text = "At least one has Arms 4 or more." },
  { id = "WT-RECR-11", text = "What a General chose is hidden until both are ready." },
  { id = "WT-RECR-13", text = "He has as many ramparts, of the same kingdoms one for one." },
}
