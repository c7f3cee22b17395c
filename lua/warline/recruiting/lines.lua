-- Army Recruiting: position lines before the armies are shown. `un` holds what each General has
-- chosen so far, as in 1:F1F1I4.

local text = require("muster.text")
local w = require("warline.tactical")
local state = require("warline.recruiting.state")
local size_of, enlisted = state.size_of, state.enlisted

w.notation.phases.recruit = "RECR"

---@param seat muster.Seat
---@return string
local function recruits_text(seat)
  return text.join(state.recruits, "", function(recruit) return state.name_of(recruit[seat]) end)
end

local function fault(what, found) text.fault("un", what, found) end

local function recruit_named(name)
  for recruit = 1, state.MOST do
    if state.name_of(recruit) == name then return recruit end
  end
  fault("unknown recruit '" .. name .. "'")
end

-- Can the army of a General still become one that may be shown (WT-RECR-7, WT-RECR-9)?
local function check_army(seat, sum, hammer, last)
  local more, cap = size_of(seat) - enlisted[seat], state.cap_of(seat)
  local least = last > state.MOST - 6 and state.arms_of[last] or 1 -- Arms of who may follow
  if more == 0 and not hammer then
    fault("at least one battalion of an army has Arms 4 or more (WT-RECR-9)")
  end
  if sum + more * least > cap then
    fault("the Arms of the army of General " .. seat + 1 .. " are " .. cap
      .. " at most (WT-RECR-7)")
  end
end

-- The recruits of a General, as in F1F2F4.
local function read_recruits(seat, names)
  local last, sum, hammer, size = 1, 0, false, size_of(seat)
  for i, name in ipairs(text.chunks(names, 2)) do
    local recruit = recruit_named(name)
    local arms = state.arms_of[recruit]
    if recruit < last then fault("recruits must be in order", names) end
    if i > size then
      fault("the army of General " .. seat + 1 .. " has " .. size .. " battalions (WT-RECR-6)")
    end
    last, sum, hammer = recruit, sum + arms, hammer or arms >= 4
    state.recruits[i][seat], enlisted[seat] = recruit, i
  end
  check_army(seat, sum, hammer, last)
end

-- ---- nb and un ----------------------------------------------------------------------------------

-- Without `nb` the armies are of 6.
local nb = w.notation.key("nb")
local function agree(value)
  local size = text.number(value, w.state.army_size, state.agreed and 6 or w.state.army_size)
  text.demand(size, "nb", "an army of this ruleset has "
    .. w.state.army_size .. " battalions"
    .. (state.agreed and ", and a line 6 to so many" or ""), value)
  if state.agreed then state.agreed.army_size = size end
end
nb.read = agree
if state.agreed then
  function nb.print() return state.agreed.army_size end
end

local un = w.notation.key("un")
local print_undeployed, read_undeployed = un.print, un.read
local print_recruits = w.notation.by_side(recruits_text, w.notation.general_digits)
function un.print()
  return w.notation.phase() == "RECR" and print_recruits() or print_undeployed()
end
function un.read(value, values)
  if values.ph ~= "RECR" then return read_undeployed(value) end
  agree(values.nb or "6")
  for _, part in ipairs(value:split(",")) do
    local general, names = text.cut(part, ":")
    local seat = text.index("1234", general or "")
    if not seat or seat >= seats or #names % 2 > 0 or enlisted[seat] > 0 then
      text.expected("un", "1:F1F2...", part)
    end
    read_recruits(seat, names)
  end
end

-- ---- the phase ----------------------------------------------------------------------------------

w.reading.readings:on(function(phase, values)
  agree(values.nb or "6")
  if phase ~= "COIN" and phase ~= "RECR" then state.ready.revealed = true end
end)
function w.reading.begin.RECR(values)
  local due = state.who_is_due()
  text.demand(due and w.state.now.active == w.generals.side(due)
    and (text.index("1234", text.sign(values.mv or "", 2)) or due) == due, "mv",
    "not the side or the General who recruits now")
  text.demand(not values.od, "od", "does not belong to ph=RECR")
  go(w.flow.deploy_due)
end

