-- Army Recruiting: what a General may choose, and what he has chosen. A recruit is a number,
-- kingdom * 6 + Arms, and 0 none; higher numbers are pairs of recruits, the lesser one first.

local w = require("warline.tactical")
local LAST = seats - 1
local MOST = 6 * (w.state.last_kingdom + 1) -- the last recruit: Arms 6 of the last kingdom

-- Battalions of each General, and Arms in sum; the largest army.
local sizes, caps, longest = {}, {}, 0
for seat = 0, LAST do
  local size, sum = #w.generals.armies[seat], 0
  for _, arms in ipairs(w.generals.armies[seat]) do sum = sum + arms end
  sizes[seat], caps[seat] = size, w.generals.allied and sum or 7 * size // 2 -- WT-RECR-7
  longest = math.max(longest, size)
end

-- A number for each General, as in "6 for General 1, 4 for General 2"; or one, if they are alike.
local function for_each(numbers)
  local parts, alike = {}, true
  for seat = 0, LAST do
    parts[seat + 1] = numbers[seat] .. " for General " .. seat + 1
    alike = alike and numbers[seat] == numbers[0]
  end
  return alike and tostring(numbers[0]) or table.concat(parts, ", ")
end
local SIZES, CAPS = for_each(sizes), for_each(caps)

-- A position line may be of smaller armies than the ruleset has (nb, WT-DATA-12).
local may_agree = not w.generals.allied and longest > 6 and not w.options.scale_victory
local agreed = may_agree and muster.state {
  { "army_size", min = 6, max = longest, initial = longest,
    help = "Battalions of each army (WT-RECR-4)." } } or false
local size_of, cap_of -- battalions of a General, and Arms in sum
if agreed then
  function size_of(_) return agreed.army_size end
  function cap_of(_) return 7 * agreed.army_size // 2 end -- WT-RECR-7
else
  function size_of(seat) return sizes[seat] end
  function cap_of(seat) return caps[seat] end
end

local recruits = {} -- fields: the first recruit of each General, the second, and so on
for i = 1, longest do
  recruits[i] = muster.field { "recruit" .. i, of = "seat", max = MOST, seen = "owner",
    help = "Recruit " .. i .. " of the General, by kingdom and Arms; 0: not chosen yet." }
end
--- How many battalions the General has recruited.
local enlisted = muster.field { "enlisted", of = "seat", max = longest }
local ready = muster.state { { "revealed", help = "Have all armies been shown?" } }

local arms_of, letters = { [0] = 0 }, ""
for recruit = 1, MOST do
  local sign = (recruit - 1) // 6 + 1
  arms_of[recruit] = (recruit - 1) % 6 + 1
  letters = letters .. w.state.kingdom_letters:sub(sign, sign) .. arms_of[recruit]
end
local RECRUIT = muster.letters { letters = letters, width = 2 } -- from 0: recruit - 1

---@param recruit integer
---@return string as in F1
local function name_of(recruit) return letters:sub(2 * recruit - 1, 2 * recruit) end

-- A choice means: a recruit, or a pair of them, whose number follows those of the recruits.
local first_of, last_of = { [0] = 0 }, { [0] = 0 }
local strong = { [0] = false } -- has one of them a hammer?
for recruit = 1, MOST do
  first_of[recruit], last_of[recruit], strong[recruit] = recruit, recruit, arms_of[recruit] >= 4
end
local pairs_named = {}
for first = 1, MOST do
  for last = first, MOST do
    local number = #pairs_named + 1
    pairs_named[number] = name_of(first) .. name_of(last)
    first_of[MOST + number], last_of[MOST + number] = first, last
    arms_of[MOST + number] = arms_of[first] + arms_of[last]
    strong[MOST + number] = strong[first] or strong[last]
  end
end
local PAIR = muster.letters { letters = table.concat(pairs_named), width = 4 } -- from 0

---Who recruits now? Player-1's side goes first, allies in the order of their numbers. Nobody when
---all are ready.
---@return muster.Seat?
local function who_is_due()
  for _, side in ipairs { w.state.now.deployer, 1 - w.state.now.deployer } do
    for _, seat in ipairs(w.generals.generals_of[side]) do
      if enlisted[seat] < size_of(seat) then return seat end
    end
  end
end

return { MOST = MOST, SIZES = SIZES, CAPS = CAPS, RECRUIT = RECRUIT, PAIR = PAIR,
  agreed = agreed, size_of = size_of, cap_of = cap_of, longest = longest, first_of = first_of,
  last_of = last_of, strong = strong,
  recruits = recruits, enlisted = enlisted, ready = ready, arms_of = arms_of, name_of = name_of,
  who_is_due = who_is_due }
